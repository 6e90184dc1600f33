"""Opens a camera by its name: `pi`, `usb:N`, a folder of pictures, a video file. (The simulated one needs a table.)"""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

from hardware.cameras.frame import Camera, Frame, Image
from hardware.cameras.pi import PiCamera
from hardware.cameras.recorded import PICTURES, FolderCamera, VideoCamera
from hardware.cameras.usb import UsbCamera
from hardware.errors import CameraLost, EndOfFrames

__all__ = ["SIZE", "Camera", "CameraLost", "EndOfFrames", "Frame", "Image", "open_camera"]

SIZE = (1280, 720)
FPS = 20.0

Say = Callable[[str], None]


def open_camera(
    source: str,
    size: tuple[int, int] = SIZE,
    fps: float = FPS,
    *,
    lock: bool = False,
    best_mode: bool = False,
    say: Say | None = None,
) -> Camera:
    """The camera that `source` names.

    `size` is (width, height) in px and `fps` in frames a second, asked of `pi` and `usb:N`; a camera that cannot do
    them gives its nearest. `lock` holds exposure, white balance and focus as they are after the first second, for
    tables in steady light. `best_mode`: frames of `pi` can also be had with as many px as its sensor gives of the whole
    view at that rate. `say` is told in a sentence of each picture of a folder that has to be passed over
    (default: a warning in the log). Raises CameraLost.
    """
    if source == "pi":
        return PiCamera(size, fps, lock, best_mode)
    if source.startswith("usb:"):
        return UsbCamera(_number(source), size, fps, lock)
    path = Path(source).expanduser()
    if path.is_dir() or (path.is_file() and path.suffix.lower() in PICTURES):
        return FolderCamera(path, say or logging.getLogger("lifeguard.camera").warning)
    if path.is_file():
        return VideoCamera(path)
    raise CameraLost(
        f"There is no camera, folder or video {source!r}.",
        "Give pi, usb:0 (or another number), simulated, a folder of pictures or a video file.",
    )


def _number(source: str) -> int:
    digits = source.removeprefix("usb:")
    if not digits.isdecimal():
        raise CameraLost(f"{source!r} names no USB camera.", "Give its number: usb:0 is /dev/video0.")
    return int(digits)
