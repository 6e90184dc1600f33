"""Cameras that play what was photographed or filmed before: a folder of pictures, a video file."""

from __future__ import annotations

import struct
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
from PIL import Image as Pillow
from PIL.ExifTags import Base

from hardware.cameras.frame import Frame, Image
from hardware.errors import CameraLost, EndOfFrames

UNREADABLE = (OSError, ValueError, SyntaxError, struct.error, Pillow.DecompressionBombError)
"""What Pillow raises for a file that is no picture, half of one, or larger than any camera's."""
UPRIGHT = {
    2: Pillow.Transpose.FLIP_LEFT_RIGHT, 3: Pillow.Transpose.ROTATE_180, 4: Pillow.Transpose.FLIP_TOP_BOTTOM,
    5: Pillow.Transpose.TRANSPOSE, 6: Pillow.Transpose.ROTATE_270, 7: Pillow.Transpose.TRANSVERSE,
    8: Pillow.Transpose.ROTATE_90,
}  # fmt: skip
"""What turns a picture upright, by its EXIF orientation. (Pillow's own exif_transpose also writes the EXIF data anew,
and fails where a byte of these is damaged.)"""
PICTURES = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff"})


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
    with Pillow.open(path) as picture:
        way = UPRIGHT.get(picture.getexif().get(Base.Orientation, 1))
        upright = picture if way is None else picture.transpose(way)
        if upright.mode.startswith("I"):  # 16 bits of grey, which Pillow would cut off at 255
            upright = Pillow.fromarray((np.asarray(upright).astype(np.uint32) >> 8).astype(np.uint8))
        return np.ascontiguousarray(np.asarray(upright.convert("RGB"))[:, :, ::-1])


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
