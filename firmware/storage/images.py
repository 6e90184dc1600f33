"""Photographs in files: decoded one by one, or those of a folder that pieces are learnt from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.cameras.recorded import PICTURES, UNREADABLE, UnfitPicture
from hardware.cameras.recorded import decode as decoded
from vision.store import BadPictures, BadTeaching

Picture = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class ImageLimits:
    """How large pictures are kept."""

    lesson_side_px: int = 1600
    """The long side of pictures to learn from, at most: a hundred of a telephone's would fill the memory of a Pi."""


LIMITS = ImageLimits()
HEIC = frozenset({".heic", ".heif"})
"""How iPhones call their pictures."""
NOT_HEIC = "a HEIC picture, which is not read; save it as JPEG (an iPhone: Settings, Camera, Formats, Most Compatible)"
HEIC_MARK = (b"ftyphe", b"ftypmif1")
"""How such a file goes on after its first four bytes."""


def decode(file: Path) -> Picture | None:
    """The picture (BGR uint8, upright as its EXIF says) in a file, or None if there is none."""
    try:
        return decoded(file)
    except UNREADABLE:
        return None


def unreadable(file: Path) -> str:
    """Why `decode` finds no picture in a file that is there."""
    try:
        decoded(file)
    except UnfitPicture as error:
        return str(error)
    except UNREADABLE:
        pass
    return NOT_HEIC if _is_heic(file) else "not a picture that can be read"


def _is_heic(file: Path) -> bool:
    """Whether a file is a HEIC picture by what is in it: many are only called .jpg."""
    try:
        with file.open("rb") as stream:
            return stream.read(12)[4:].startswith(HEIC_MARK)
    except OSError:
        return False


def lesson_files(folder: Path) -> list[Path]:
    """The files of a folder of pictures to learn from, by name; some may be no pictures by theirs.

    Raises BadTeaching for a folder that is not there or holds no picture.
    """
    if folder.is_file():
        what = "a zip; unpack it, and" if folder.suffix.lower() == ".zip" else "a file;"
        raise BadTeaching(f"{folder}: {what} give the folder of all pictures")
    if not folder.is_dir():
        raise BadTeaching(f"{folder}: no such folder")
    files = sorted(f for f in folder.iterdir() if f.is_file() and not f.name.startswith("."))
    if not any(map(_named_as_picture, files)):
        raise BadTeaching(
            f"{folder}: no pictures to learn from ({', '.join(sorted(PICTURES))}){_instead(folder, files)}"
        )
    return files


def _instead(folder: Path, files: Sequence[Path]) -> str:
    """What to do about a folder without pictures, told from what is in it."""
    if within := ", ".join(sorted(f.name for f in folder.iterdir() if f.is_dir())[:4]):
        return f"; give one of the folders in it: {within}"
    if zipped := next((file.name for file in files if file.suffix.lower() == ".zip"), None):
        return f"; unpack {zipped} first"
    heic = next((file.name for file in files if file.suffix.lower() in HEIC), None)
    return f"; {heic} is {NOT_HEIC}" if heic else ""


def passed_over(file: Path) -> str:
    """Why a file of a folder of pictures is none by its name."""
    return NOT_HEIC if file.suffix.lower() in HEIC else f"only {', '.join(sorted(PICTURES))} are read"


def lesson_picture(file: Path) -> Picture | None:
    """The picture in a file, small enough to learn from many; None for a file that is no picture by its name.

    Raises BadPictures if it cannot be read.
    """
    if not _named_as_picture(file):
        return None
    image = decode(file)
    if image is None:
        why = unreadable(file)
        raise BadPictures({file.name: why + "; take it again, or remove it" * (why != NOT_HEIC)})
    return shrunk(image, LIMITS.lesson_side_px / max(image.shape[:2]))


def _named_as_picture(file: Path) -> bool:
    return file.suffix.lower() in PICTURES


def shrunk(image: Picture, scale: float) -> Picture:
    """The picture at a scale below 1, else as it is."""
    if scale >= 1:
        return image
    return np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
