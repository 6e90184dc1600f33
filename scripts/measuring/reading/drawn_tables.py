#!/usr/bin/env python3
"""Measures how `lifeguard read --game` reads tables that are drawn, before all cameras that the simulated table has.

    scripts/measuring/reading/drawn_tables.py --seed 7 --tables 60 --games hai-noon,splash-down

Every second picture is 1280 px wide, the others 1920. Pieces less than half in sight and what lies under the top of a
pile do not count. found: named right at its place, or within a third of its size; silent: vouched for, and not all
right.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from firmware.cli.read_table import read_one
from firmware.observe.table_setup import TableSetup
from firmware.simulation.tables import TABLES, table_cameras
from hardware.scene.optics.view import array
from hardware.scene.stage.table_pieces import PILE_PLACE
from hardware.simulated.table_camera import SeenPiece, TableCamera
from vision.frame.mat import seen_markers

SIZES = ((1280, 720), (1920, 1080))
MIN_MARKER_PX, MIN_MARKERS = 16, 4
MIN_VISIBLE, NEAR = 0.5, 0.35
Box = tuple[float, float, float, float]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--tables", type=int, default=30, help="of each game")
    parser.add_argument("--games", default=",".join(TABLES))
    parser.add_argument("--errors", action="store_true", help="print what was missed")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    total: Counter[str] = Counter()
    for game in args.games.split(","):
        counted = measured(game, args.tables, args.seed, args.errors)
        print(f"{game}: {told(counted)}", flush=True)
        total += counted
    print(f"all: {told(total)}")


def measured(game: str, tables: int, seed: int, errors: bool) -> Counter[str]:
    """What was found on so many tables of a game."""
    counted: Counter[str] = Counter()
    for number in range(tables):
        players, _, camera = next(iter(table_cameras(game, 1, seed * 10_000 + number, SIZES[number % 2])))
        image = camera.frame().image
        setup = TableSetup(game, seats=players)
        began = time.process_time()
        read = read_one(image, setup, False)
        here = Counter(tables=1, ms=round(1000 * (time.process_time() - began)))
        here += of_markers(camera, setup.layout, image, "pieces" in read)
        here += of_pieces(camera, read) if "pieces" in read else Counter(unread=1)
        if errors and (not here["exact"]):
            print(f"{game} {number}: {missed(camera, read)}", flush=True)
        counted += here
    return counted


def of_markers(camera: TableCamera, layout: Mapping[str, Any], image: Any, mat_found: bool) -> Counter[str]:
    """How many markers are in view, at 16 px or more and bare, and how many of them are seen."""
    pieces = [array(seen.quad) for seen in camera.seen().values()]
    plain = {int(marker["id"]) for marker in layout["markers"] if _plain(camera, marker, pieces)}
    found = set(seen_markers(image, layout).ids) & plain
    whole = len(plain) >= MIN_MARKERS
    return Counter(markers=len(plain), markers_seen=len(found), four=int(whole), four_found=int(whole and mat_found))


def _plain(camera: TableCamera, marker: Mapping[str, float], pieces: Sequence[Any]) -> bool:
    x, y, size = marker["x"], marker["y"], marker["size"]
    view = camera.stage.scene.view
    quad = view.project(array([[x, -y, 0], [x + size, -y, 0], [x + size, -y - size, 0], [x, -y - size, 0]]))
    inside = (quad > 0).all() and (quad < array(view.size_px) - 1).all()
    large = float(np.linalg.norm(quad - np.roll(quad, 1, 0), axis=1).min()) >= MIN_MARKER_PX
    return bool(inside) and large and all(cv2.intersectConvexConvex(quad, piece)[0] <= 0 for piece in pieces)


def of_pieces(camera: TableCamera, read: Mapping[str, Any]) -> Counter[str]:
    """How the pieces were read."""
    true, free = counting(camera), [piece for piece in read["pieces"] if piece["piece"] is not None]
    found = 0
    for seen in true:
        like = [p for p in free if p["piece"] == seen.name and at(p, seen)]
        hit = min(like, key=lambda p: off(p["box"], seen), default=None)  # not its like, of which less shows
        if hit is not None:
            found += 1
            free.remove(hit)
    false = sum(not any(inside(p["box"], seen) for seen in hidden(camera, true)) for p in free)
    exact = found == len(true) and not false
    return Counter(
        pieces=len(true), found=found, false=false, exact=int(exact), sure=int(read["sure"]),
        silent=int(read["sure"] and not exact),
    )  # fmt: skip


def counting(camera: TableCamera) -> list[SeenPiece]:
    """The pieces that must be found."""
    shown = [seen for seen in camera.seen().values() if seen.visible >= MIN_VISIBLE and seen.place not in ("deck",)]
    tops = {seen.place: seen for seen in shown}
    return [seen for seen in shown if seen.place != PILE_PLACE or seen is tops[seen.place]]


def hidden(camera: TableCamera, true: Sequence[SeenPiece]) -> list[SeenPiece]:
    return [seen for seen in camera.seen().values() if seen not in true]


def at(piece: Mapping[str, Any], seen: SeenPiece) -> bool:
    """Whether it lies there: boxes are of the straightened picture, so a small one may be beside its own."""
    return piece["place"] == seen.place or near(piece["box"], seen)


def near(box: Sequence[float], seen: SeenPiece) -> bool:
    x0, y0, x1, y1 = _bounds(seen)
    return off(box, seen) < NEAR * min(x1 - x0, y1 - y0)


def off(box: Sequence[float], seen: SeenPiece) -> float:
    """How many px a box's middle is off."""
    x0, y0, x1, y1 = _bounds(seen)
    return max(abs(box[0] + box[2] / 2 - (x0 + x1) / 2), abs(box[1] + box[3] / 2 - (y0 + y1) / 2))


def inside(box: Sequence[float], seen: SeenPiece) -> bool:
    x0, y0, x1, y1 = _bounds(seen)
    x, y = box[0] + box[2] / 2, box[1] + box[3] / 2
    return x0 - 6 <= x <= x1 + 6 and y0 - 6 <= y <= y1 + 6


def _bounds(seen: SeenPiece) -> Box:
    (x0, y0), (x1, y1) = np.min(seen.quad, axis=0), np.max(seen.quad, axis=0)
    return float(x0), float(y0), float(x1), float(y1)


def missed(camera: TableCamera, read: Mapping[str, Any]) -> str:
    if "pieces" not in read:
        return str(read["error"])
    here = [(p["piece"], p["box"]) for p in read["pieces"]]
    lacking = [
        (seen.place, seen.name, [name for name, box in here if near(box, seen)])
        for seen in counting(camera)
        if not any(p["piece"] == seen.name and at(p, seen) for p in read["pieces"])
    ]
    return f"{'SILENT ' if read['sure'] else ''}lacking {lacking}"


def told(counted: Counter[str]) -> str:
    tables, pieces = counted["tables"], max(counted["pieces"], 1)
    return (
        f"{tables} tables, mat found on {counted['four_found']} of {counted['four']} with four markers, "
        f"{counted['markers_seen']} of {counted['markers']} markers; {counted['found']} of {counted['pieces']} pieces "
        f"({100 * counted['found'] / pieces:.1f}%), {counted['false']} false; exact {counted['exact']}, "
        f"sure {counted['sure']}, silent {counted['silent']}, unread {counted['unread']}; "
        f"{counted['ms'] / max(tables, 1):.0f} ms of one core each"
    )


if __name__ == "__main__":
    main()
