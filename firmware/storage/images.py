"""Photographs in files: decoded, read one after the other, and what was read told to people or programs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from firmware.cli.report import aside, counted
from hardware.cameras.recorded import PICTURES, UNREADABLE
from hardware.cameras.recorded import decode as decoded
from vision.dice.taught import BadTeaching

Picture = NDArray[np.uint8]
Read = dict[str, Any]

LARGEST = 1600
"""Pictures to learn from are kept with at most so many px on their long side: a hundred of a telephone's would fill the
memory of a Pi."""


def decode(file: Path) -> Picture | None:
    """The picture (BGR uint8, upright as its EXIF says) in a file, or None if there is none."""
    try:
        return decoded(file)
    except UNREADABLE:
        return None


def trouble(file: Path) -> str:
    """Why there is no picture in a file."""
    try:
        if file.is_dir():
            return "a folder; name the pictures in it"
        return "not a picture that can be read" if file.exists() else "no such file"
    except OSError as error:  # a folder that one may not enter, a name that is too long
        return (error.strerror or str(error)).lower()


def readings(images: Sequence[str], read: Callable[[Picture], Read]) -> Iterator[Read]:
    """For each file the object that `read --json` prints: what `read` says of its picture, or an `error`."""
    for name in counted(images, len(images), among_lines=True):
        image = decode(Path(name))
        said = {"error": trouble(Path(name))} if image is None else read(image)
        yield {"image": name, **said, **({"error": f"{name}: {said['error']}"} if "error" in said else {})}


def tell(items: Iterable[Read], describe: Callable[[Read], str], as_json: bool) -> int:
    """Prints what was read, and errors on standard error; 1 if there was one."""
    failed = False
    for item in items:
        failed |= "error" in item
        if as_json:
            print(json.dumps(item, ensure_ascii=False), flush=True)
        elif "error" not in item:
            print(describe(item), flush=True)
        if "error" in item:
            aside(item["error"])
    return int(failed)


def doubted(item: Mapping[str, Any]) -> str:
    """What is added to the words for a reading that is not sure."""
    return "" if item["sure"] else " (not sure)"


def lessons(folder: Path) -> Iterator[tuple[str, Picture]]:
    """Name and picture of each picture of a folder; what else lies there is passed over, aloud.

    Raises BadTeaching for a folder that is not there or holds no picture, and for a picture that cannot be read.
    """
    if not folder.is_dir():
        raise BadTeaching(f"{folder}: no such folder")
    files = sorted(f for f in folder.iterdir() if f.is_file() and not f.name.startswith("."))
    if not any(file.suffix.lower() in PICTURES for file in files):
        raise BadTeaching(f"{folder}: no pictures to learn from ({', '.join(sorted(PICTURES))})")
    for file in counted(files, len(files)):
        if file.suffix.lower() not in PICTURES:
            aside(f"{file} is passed over: no picture by its name")
            continue
        image = decode(file)
        if image is None:
            raise BadTeaching(f"{file}: not a picture that can be read")
        yield file.name, shrunk(image, LARGEST / max(image.shape[:2]))


def shrunk(image: Picture, scale: float) -> Picture:
    """The picture at a scale below 1, else as it is."""
    if scale >= 1:
        return image
    return np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
