"""Cameras that play what was photographed or filmed before: a folder of pictures, a video file."""

from __future__ import annotations

import struct
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from PIL import Image as Pillow
from PIL.ExifTags import Base

from hardware.cameras.frame import Frame, Image
from hardware.errors import CameraLost, EndOfFrames

UNREADABLE = (OSError, ValueError, SyntaxError, struct.error, EOFError, MemoryError, RuntimeError, OverflowError)
"""What Pillow raises for a file that is no picture, or half of one; and `decode` for one larger than any camera's."""
FORMATS = ("JPEG", "PNG", "BMP", "WEBP", "TIFF", "GIF", "PPM")
"""What is decoded; Pillow knows more, some of it by way of other programs."""
Pillow.MAX_IMAGE_PIXELS = None  # it would warn on standard error first; `misfit` refuses much smaller ones


@dataclass(frozen=True, slots=True)
class PictureLimits:
    """Which pictures are decoded."""

    most_mpx: int = 25
    """Megapixels: a telephone's take 12 or 24. Decoding takes 7 bytes a pixel."""
    least_side_px: int = 16
    most_aspect: float = 10.0
    """The long side over the short one."""


LIMITS = PictureLimits()
STRIP_ROWS = 256
"""So many rows are made blue, green, red at a time: never is all of a picture in memory three times."""
UPRIGHT = {
    2: Pillow.Transpose.FLIP_LEFT_RIGHT, 3: Pillow.Transpose.ROTATE_180, 4: Pillow.Transpose.FLIP_TOP_BOTTOM,
    5: Pillow.Transpose.TRANSPOSE, 6: Pillow.Transpose.ROTATE_270, 7: Pillow.Transpose.TRANSVERSE,
    8: Pillow.Transpose.ROTATE_90,
}  # fmt: skip
"""What turns a picture upright, by its EXIF orientation. (Pillow's own exif_transpose also writes the EXIF data anew,
and fails where a byte of these is damaged.)"""
PICTURES = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff"})


class UnfitPicture(ValueError):
    """A picture larger or slimmer than any camera's; the message says so."""


class FolderCamera:
    """Plays the pictures of a folder in the order of their names, or a single one; each is one settled look."""

    settled = True

    def __init__(self, folder: Path, say: Callable[[str], None], clock: Callable[[], float] = time.monotonic) -> None:
        """`say` is told of each picture that cannot be decoded. Raises CameraLost for a folder without pictures."""
        files = folder.iterdir() if folder.is_dir() else [folder]
        paths = sorted(p for p in files if p.suffix.lower() in PICTURES and not p.name.startswith("."))
        if not paths:
            kinds = ", ".join(sorted(PICTURES))
            raise CameraLost(f"The folder {folder} holds no pictures.", f"Put some in it ({kinds}) or name another.")
        self._paths = iter(paths)
        self._say = say
        self._clock = clock

    def frame(self) -> Frame:
        """The next picture, upright as its EXIF data say. Raises EndOfFrames after the last."""
        for path in self._paths:
            try:
                return Frame(decode(path), self._clock(), path.name)
            except UNREADABLE as error:
                self._say(f"{path.name} is passed over: it cannot be decoded ({error}).")
        raise EndOfFrames

    def close(self) -> None:
        """No more pictures after this."""
        self._paths = iter(())


def decode(path: Path) -> Image:
    """The picture as HxWx3 uint8 BGR, turned upright by its EXIF data.

    By Pillow, for OpenCV 4 takes half a picture for a whole one. Raises one of `UNREADABLE`.
    """
    with path.open("rb") as stream:
        picture: Pillow.Image = Pillow.open(stream, formats=FORMATS)
        if wrong := misfit(*picture.size):
            raise UnfitPicture(wrong)
        way = UPRIGHT.get(picture.getexif().get(Base.Orientation, 1))
        picture.load()
        if way is not None:
            picture = picture.transpose(way)
    image = np.empty((picture.height, picture.width, 3), np.uint8)
    for top in range(0, picture.height, STRIP_ROWS):
        bottom = min(top + STRIP_ROWS, picture.height)
        strip = picture.crop((0, top, picture.width, bottom))
        if strip.mode.startswith("I"):  # 16 bits of grey, which Pillow would cut off at 255
            strip = Pillow.fromarray((np.asarray(strip).astype(np.uint32) >> 8).astype(np.uint8))
        image[top:bottom] = np.asarray(strip.convert("RGB"))[:, :, ::-1]
    return image


def misfit(width: int, height: int) -> str:
    """Why a picture of so many px is not decoded, "" if it is."""
    short, long = sorted((width, height))
    if short * long > LIMITS.most_mpx * 1_000_000:
        return f"{width} x {height} px are more than {LIMITS.most_mpx} megapixels; make it smaller"
    if short < LIMITS.least_side_px or long > LIMITS.most_aspect * short:
        return f"{width} x {height} px are no photograph"
    return ""


class VideoCamera:
    """Plays a video file as fast as it is asked; the frames' times are those of the video."""

    settled = False

    def __init__(self, path: Path) -> None:
        """Raises CameraLost for a file that is no video."""
        self._name = path.name
        self._video = cv2.VideoCapture(str(path))
        if not self._video.isOpened():
            raise CameraLost(f"{path} is not a video that OpenCV can play.", "Try an .mp4 or .avi file, or a folder.")
        self._seconds_a_frame = 1 / (self._video.get(cv2.CAP_PROP_FPS) or 25.0)
        self._count = 0

    def frame(self) -> Frame:
        """The next frame. Raises EndOfFrames after the last."""
        there, image = self._video.read()
        if not there:
            raise EndOfFrames
        at = self._count * self._seconds_a_frame
        self._count += 1
        return Frame(image, at, f"{self._name}#{self._count}")

    def close(self) -> None:
        """Let go of the file."""
        self._video.release()
