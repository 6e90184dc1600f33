#!/usr/bin/env python3
"""Measures how `lifeguard read --game` reads tables that another renderer draws: see `path_tracer`.

    scripts/measuring/path_traced/tables.py --art FOLDER --seed 7 --tables 4 --output PICTURES

Without `--art` our own prints lie there. What is known of a copy's pieces is what was taught under $LIFEGUARD_HOME. The
figures are those of `drawn_tables.py`, the pictures those that were measured.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "reading"))

from drawn_tables import missed, of_markers, of_pieces, told
from path_tracer import traced

from firmware.cli.read_table import read_one
from firmware.config import home
from firmware.observe.table_setup import TableSetup
from firmware.simulation.tables import table_cameras
from hardware.art.folder import ArtFolder
from hardware.simulated.table_camera import TableCamera

GAMES = ("hai-noon", "hold-your-breath", "splash-down")
SIZE = (1280, 720)
FURTHER = (1.0, 1.3)
"""The camera hangs so many times higher than where the mat fills the picture."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--tables", type=int, default=4, help="of each game")
    parser.add_argument("--games", default=",".join(GAMES))
    parser.add_argument("--art", type=Path, help="a folder of other art; else ours")
    parser.add_argument("--samples", type=int, default=48, help="paths a px")
    parser.add_argument("--output", type=Path, help="where the pictures go")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    total: Counter[str] = Counter()
    for game in args.games.split(","):
        counted = measured(game, args)
        print(f"{game}: {told(counted)}", flush=True)
        total += counted
    print(f"all: {told(total)}")


def measured(game: str, args: argparse.Namespace) -> Counter[str]:
    """What was found on so many tables of a game; what was missed is printed."""
    counted: Counter[str] = Counter()
    art = ArtFolder(args.art) if args.art else None
    for number in range(args.tables):
        random = Random(f"{args.seed}/{game}/{number}")
        players, _, camera = next(iter(table_cameras(game, 1, random.randrange(2**31), SIZE, art)))
        from_further(camera, random.uniform(*FURTHER))
        picture = traced(camera.stage, random.randrange(2**31), args.samples)
        if args.output:
            args.output.mkdir(parents=True, exist_ok=True)
            cv2.imwrite(str(args.output / f"{game}-{number}.png"), picture)
        setup = TableSetup(game, home(), players)
        began = time.process_time()
        read = read_one(picture, setup, False)
        here = Counter(tables=1, ms=round(1000 * (time.process_time() - began)))
        here += of_markers(camera, setup.layout, picture, "pieces" in read)
        here += of_pieces(camera, read) if "pieces" in read else Counter(unread=1)
        if not here["exact"]:
            print(f"{game} {number}: {missed(camera, read)}", flush=True)
        counted += here
    return counted


def from_further(camera: TableCamera, times: float) -> None:
    """Moves a camera away from the middle of its mat, and straightens its lens."""
    view, (wide, deep) = camera.stage.scene.view, camera.stage.layout["size_mm"]
    middle = np.array([wide / 2, -deep / 2, 0], np.float32)
    at = (middle + (view.position_mm - middle) * np.float32(times)).astype(np.float32)
    camera.push(replace(view, position_mm=at, radial_k1=0.0))


if __name__ == "__main__":
    main()
