"""What `lifeguard read` and `lifeguard teach dice` do."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from firmware.settings import layout
from vision import mat
from vision.dice import BUILT_IN, DiceReader
from vision.library import BadTeaching, Taught, load_dice, save_dice, teach_dice
from vision.model import BadModel


def open_reader(set_name: str | None, model: Path | None, home: Path) -> DiceReader:
    """The reader of a set: a taught one of that name, else a built-in one; of both built-in sets for None.

    Raises KeyError for a set that is neither, `BadTeaching` for a taught file that is damaged, `BadModel`.
    """
    taught: Taught | None = load_dice(set_name, home) if set_name else None
    if set_name is not None and taught is None and set_name not in BUILT_IN:
        raise KeyError(set_name)
    return DiceReader(set_name, model, taught)


def read_pictures(images: Sequence[str], reader: DiceReader) -> Iterator[dict[str, Any]]:
    """For each picture the object that `read --json` prints; turned upright first, as its EXIF says."""
    for name in images:
        image = decode(Path(name))
        if image is None:
            yield {"image": name, "error": f"{name}: not a picture that can be read"}
        else:
            found = mat.find(image, layout("tray"))
            yield {"image": name, **reader.read(image, found, beside=True).to_json()}


def decode(file: Path) -> np.ndarray[Any, np.dtype[np.uint8]] | None:
    """The picture (BGR uint8, upright) in a file, or None if there is none."""
    try:
        data = np.fromfile(file, np.uint8)
    except OSError:
        return None
    if not data.size:
        return None
    image = cv2.imdecode(data, cv2.IMREAD_COLOR)
    return None if image is None else np.asarray(image, np.uint8)


def describe(reading: dict[str, Any]) -> str:
    """One line for people: what one picture shows."""
    if "error" in reading:
        return str(reading["error"])
    dice = ", ".join(f"{d['kind']} {d['face'] or '?'}" for d in reading["dice"]) or "no dice"
    return f"{reading['image']}: {dice}{'' if reading['sure'] else ' (not sure)'}"


def read(images: Sequence[str], dice: str | None, model: Path | None, home: Path, as_json: bool) -> int:
    """`lifeguard read`: prints a line for each picture; the exit code."""
    try:
        reader = open_reader(dice, model, home)
    except KeyError:
        print(f"no dice set {dice!r}: there are {', '.join(BUILT_IN)}; teach others first", file=sys.stderr)
        return 2
    except (BadModel, BadTeaching) as error:
        print(error, file=sys.stderr)
        return 1
    failed = False
    for reading in read_pictures(images, reader):
        failed |= "error" in reading
        print(json.dumps(reading) if as_json else describe(reading), flush=True)
        if "error" in reading and as_json:
            print(reading["error"], file=sys.stderr)
    return 1 if failed else 0


def teach(set_name: str, folder: Path, home: Path, model: Path | None = None) -> int:
    """`lifeguard teach dice`: learns a set from a folder and keeps it, or keeps nothing; the exit code."""
    pictures: list[tuple[str, Any]] = []
    try:
        if not folder.is_dir():
            raise BadTeaching(f"{folder}: no such folder")
        for file in sorted(f for f in folder.iterdir() if f.is_file() and not f.name.startswith(".")):
            image = decode(file)
            if image is None:
                raise BadTeaching(f"{file}: not a picture that can be read")
            pictures.append((file.name, image))
        taught = teach_dice(set_name, pictures, DiceReader(None, model))
    except (BadTeaching, BadModel) as error:
        print(error, file=sys.stderr)
        return 1
    save_dice(taught, home)
    print(f"{set_name}: {len(taught.items)} faces learnt from {len(pictures)} pictures")
    return 0


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Read pictures of dice, or learn dice.")
    commands = parser.add_subparsers(dest="command", required=True)
    reading = commands.add_parser("read")
    reading.add_argument("images", nargs="+")
    reading.add_argument("--dice")
    reading.add_argument("--model", type=Path)
    reading.add_argument("--json", action="store_true")
    teaching = commands.add_parser("teach")
    teaching.add_argument("what", choices=["dice"])
    teaching.add_argument("set")
    teaching.add_argument("folder", type=Path)
    args = parser.parse_args(arguments)
    home = Path(os.environ.get("LIFEGUARD_HOME", "."))
    if args.command == "read":
        return read(args.images, args.dice, args.model, home, args.json)
    return teach(args.set, args.folder, home)


if __name__ == "__main__":
    sys.exit(main())
