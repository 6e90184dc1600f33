"""Photographs in files: decoded, read one after the other, and what was read told to people or programs."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.library import BadTeaching

Picture = NDArray[np.uint8]
Read = dict[str, Any]


def decode(file: Path) -> Picture | None:
    """The picture (BGR uint8, upright as its EXIF says) in a file, or None if there is none."""
    try:
        data = np.fromfile(file, np.uint8)
    except OSError:
        return None
    if not data.size:
        return None
    image = cv2.imdecode(data, cv2.IMREAD_COLOR)
    return None if image is None else np.asarray(image, np.uint8)


def readings(images: Sequence[str], read: Callable[[Picture], Read]) -> Iterator[Read]:
    """For each file the object that `read --json` prints: what `read` says of its picture, or an `error`."""
    for name in images:
        image = decode(Path(name))
        said = {"error": "not a picture that can be read"} if image is None else read(image)
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
            print(item["error"], file=sys.stderr)
    return int(failed)


def doubted(item: Mapping[str, Any]) -> str:
    """What is added to the words for a reading that is not sure."""
    return "" if item["sure"] else " (not sure)"


def lessons(folder: Path) -> Iterator[tuple[str, Picture]]:
    """Name and picture of each file of a folder. Raises BadTeaching for one that cannot be read."""
    if not folder.is_dir():
        raise BadTeaching(f"{folder}: no such folder")
    for file in sorted(f for f in folder.iterdir() if f.is_file() and not f.name.startswith(".")):
        image = decode(file)
        if image is None:
            raise BadTeaching(f"{file}: not a picture that can be read")
        yield file.name, image
