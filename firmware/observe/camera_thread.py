"""A camera's thread: frame after frame is looked at; a lost camera is said and looked for again."""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable
from threading import Event, Thread

from engines.core import said
from firmware.state.part_words import trouble
from hardware.cameras.frame import Camera, Frame
from hardware.errors import CameraLost, EndOfFrames

log = logging.getLogger("lifeguard")

AGAIN = 2.0
"""Seconds until a lost camera is looked for again, or the next picture is tried after one that could not be read."""
LONGEST_LOOK_S = 20.0
"""Seconds that the end waits for a look, on the slowest machine: a thread that is still within OpenCV when Python ends
aborts the whole process."""

FAILED = said("The camera failed. It is opened again.")
UNREADABLE = said("This picture cannot be read. The next one is tried.")


class CameraThread(Thread, ABC):
    """Looks through `open_camera` until it is stopped or the pictures end."""

    def __init__(self, open_camera: Callable[[], Camera]) -> None:
        super().__init__(name="camera", daemon=True)
        self._open = open_camera
        self._stop_now = Event()
        self._said: str | None = None
        self._logged = ""

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
                self._say(trouble(lost), lost.__cause__)
            except Exception as error:  # a driver has moods of its own; without this thread the device would be blind
                self._say(FAILED, error)

    def _watch(self) -> None:
        camera = self._open()
        try:
            while not self._stop_now.is_set():
                self._look(camera.frame(), camera.settled)
        finally:
            camera.close()

    def _look(self, frame: Frame, settled: bool) -> None:
        """Look at a frame; one that our own code stumbles over is said, and the next one tried."""
        try:
            self.see(frame, settled)
        except Exception as error:
            self._say(UNREADABLE, error)
        else:
            if self._said != "":
                self._said = ""
                self.fault("")

    def _say(self, text: str, error: BaseException | None = None) -> None:
        """Say it in words for people, the error in the log alone, each once however long it lasts; wait for the next
        try."""
        if (text, repr(error)) != (self._said, self._logged):
            log.warning("%s", text, exc_info=error)
            self._logged = repr(error)
        if text != self._said:
            self._said = text
            self.fault(text)
        self._stop_now.wait(AGAIN)

    def stop(self) -> None:
        """Stop watching, and wait until the camera is closed."""
        self._stop_now.set()
        self.join(timeout=LONGEST_LOOK_S)
