"""A camera's thread: frame after frame is looked at; a lost camera is said and looked for again."""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable
from threading import Event, Thread

from hardware.errors import CameraLost, EndOfFrames
from hardware.frame import Camera, Frame

log = logging.getLogger("lifeguard")

AGAIN = 2.0
"""Seconds until a lost camera is looked for again."""


class Watching(Thread, ABC):
    """Looks through `open_camera` until it is stopped or the pictures end."""

    def __init__(self, open_camera: Callable[[], Camera]) -> None:
        super().__init__(name="camera", daemon=True)
        self._open = open_camera
        self._stop_now = Event()

    @abstractmethod
    def see(self, frame: Frame, settled: bool = False) -> None:
        """Looks at a frame; `settled`: a picture of a table at rest, which passes the gate by."""

    @abstractmethod
    def fault(self, text: str) -> None:
        """The camera is lost, in a sentence; or works again (\"\")."""

    def ended(self) -> None:
        """There are no more pictures."""

    def run(self) -> None:
        while not self._stop_now.is_set():
            try:
                self._watch()
            except EndOfFrames:
                self.ended()
                return
            except CameraLost as lost:
                log.warning("%s", lost)
                self.fault(str(lost))
                self._stop_now.wait(AGAIN)

    def _watch(self) -> None:
        camera = self._open()
        try:
            self.fault("")
            while not self._stop_now.is_set():
                self.see(camera.frame(), camera.settled)
        finally:
            camera.close()

    def stop(self) -> None:
        """Stop watching, and wait until the camera is closed."""
        self._stop_now.set()
        self.join(timeout=5)
