"""Pictures from files, as the readers take them."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from vision.reading import Image


class NoPicture(ValueError):
    """There is no picture in a file; the message says which file, and why."""


def read_picture(file: str | Path) -> Image:
    """The picture in a file: BGR, uint8, (height, width, 3), turned upright as its EXIF says. Raises NoPicture."""
    try:
        data = Path(file).read_bytes()
    except OSError as error:
        raise NoPicture(f"{file}: {(error.strerror or str(error)).lower()}") from error
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if data else None
    if picture is None:
        raise NoPicture(f"{file}: not a picture that can be read")
    return np.asarray(picture, np.uint8)


def read_pictures(folder: str | Path) -> list[tuple[str, Image]]:
    """The pictures of a folder with their files' names, in the order of these: what `learn_deck` takes.

    Raises NoPicture for a file that is none, and for a folder without any.
    """
    try:
        files = sorted(file for file in Path(folder).iterdir() if file.is_file() and not file.name.startswith("."))
    except OSError as error:
        raise NoPicture(f"{folder}: {(error.strerror or str(error)).lower()}") from error
    if not files:
        raise NoPicture(f"{folder}: there is no picture in it")
    return [(file.name, read_picture(file)) for file in files]
