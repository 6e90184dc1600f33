"""The camera that is asked for: which can be waited for, and which can never come."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from firmware.config import CameraConfig, ConfigError
from hardware.cameras.frame import Camera
from hardware.cameras.open import open_camera

USB = re.compile(r"usb:\d+")


def camera_of(settings: CameraConfig) -> Callable[[], Camera]:
    """How to open a camera that is not simulated.

    A camera may be plugged in later, and is waited for; what was mistyped will not come: raises ConfigError for a name
    that can never be a camera, CameraLost for a folder without pictures or a file that is no video.
    """
    source = settings.source

    def opener() -> Camera:
        size = settings.width, settings.height
        return open_camera(source, size, settings.fps, lock=settings.lock, best_mode=settings.best_mode)

    if source == "pi" or USB.fullmatch(source):
        return opener
    if not Path(source).exists():
        takes = "pi, usb:0, simulated, a folder of pictures or a video file"
        raise ConfigError(f"camera {source!r} is not there; it can be {takes}")
    opener().close()
    return opener
