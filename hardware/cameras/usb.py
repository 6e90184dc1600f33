"""A USB camera through OpenCV."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2

from hardware.cameras.frame import Frame
from hardware.cameras.frozen import FrozenPicture
from hardware.errors import CameraLost

TRIES = 5
"""A cheap camera now and then gives a frame that cannot be decoded; this many in a row and it is lost."""
PATIENCE = 5.0
"""Seconds without a picture until it is lost all the same: OpenCV waits 10 for each frame of a camera that hangs."""
MANUAL_EXPOSURE = 1.0
"""V4L2's name for exposure by hand (3.0 is automatic)."""
COVERED = "Take off its cover and give it light; if it has some, unplug it and plug it in again."
PLUG_IN = "Plug the USB camera in; if it is plugged in, pull it out, wait a moment, and plug it in again."


class UsbCamera:
    """Films from /dev/video<number>. Not settled: the motion gate has to wait for the table to come to rest."""

    settled = False

    def __init__(
        self,
        number: int,
        size: tuple[int, int],
        fps: float,
        lock: bool = False,
        capture: Callable[..., Any] = cv2.VideoCapture,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`capture` stands in for cv2.VideoCapture in tests. Raises CameraLost, saying what to do."""
        self._number = number
        self._clock = clock
        self._picture = FrozenPicture()
        linux = sys.platform.startswith("linux")
        if linux and capture is cv2.VideoCapture and not Path(f"/dev/video{number}").exists():
            raise CameraLost("There is no USB camera {number}.", PLUG_IN, number=number)
        self._video = capture(number, cv2.CAP_V4L2 if linux else cv2.CAP_ANY)
        if not self._video.isOpened():
            raise CameraLost(
                "USB camera {number} cannot be opened.",
                "Close whatever else films with it, such as a video call. Else your user may not be allowed to film.",
                number=number,
            )
        self._ask(size, fps)
        if lock:
            self._lock(round(fps))

    def _ask(self, size: tuple[int, int], fps: float) -> None:
        """Ask for size and rate; MJPG, for raw pictures of this size do not go through USB 2 at 20 a second; and one
        frame kept at most, for an older one would show the table as it was."""
        self._video.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        self._video.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
        self._video.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
        self._video.set(cv2.CAP_PROP_FPS, fps)
        self._video.set(cv2.CAP_PROP_BUFFERSIZE, 1)

    def _lock(self, warm_up: int) -> None:
        """Hold exposure, white balance and focus as they are after `warm_up` frames; what it cannot hold it ignores."""
        for _ in range(warm_up):
            self.frame()
        exposure = self._video.get(cv2.CAP_PROP_EXPOSURE)
        self._video.set(cv2.CAP_PROP_AUTO_EXPOSURE, MANUAL_EXPOSURE)
        self._video.set(cv2.CAP_PROP_EXPOSURE, exposure)
        self._video.set(cv2.CAP_PROP_AUTO_WB, 0)
        self._video.set(cv2.CAP_PROP_AUTOFOCUS, 0)

    def frame(self) -> Frame:
        """The next frame; none until two differ, for a camera that hangs or is covered gives the same from the first
        on. Raises CameraLost when it gives no more."""
        frame = self._living(self._next())
        while not self._picture.lives:
            frame = self._living(self._next())
        return frame

    def _next(self) -> Frame:
        asked = self._clock()
        for _ in range(TRIES):
            there, image = self._video.read()
            if there:
                return Frame(image, self._clock())
            if self._clock() - asked > PATIENCE:
                break
        self.close()
        raise CameraLost("USB camera {number} gives no more pictures.", PLUG_IN, number=self._number)

    def _living(self, frame: Frame) -> Frame:
        """The frame, unless the camera has given this very picture for too long."""
        if self._picture.hangs(frame):
            self.close()
            raise CameraLost(
                "USB camera {number} gives the same picture again and again.", COVERED, number=self._number
            )
        return frame

    def close(self) -> None:
        """Let go of the camera."""
        self._video.release()
