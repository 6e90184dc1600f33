"""The camera's thread: it outlives lost cameras and mistakes of ours, and says each trouble once."""

from __future__ import annotations

import logging
from collections.abc import Callable

import numpy as np
import pytest

from firmware.observe import camera_thread
from firmware.observe.camera_thread import CameraThread
from hardware.cameras.frame import Frame
from hardware.errors import CameraLost, EndOfFrames

LOST = "No camera. Plug one in."


class Script:
    """A camera that does what a list says: a number is a frame at that time, an error is raised."""

    settled = True

    def __init__(self, *does: float | Exception) -> None:
        self._does = iter(does)

    def frame(self) -> Frame:
        now = next(self._does, EndOfFrames())
        if isinstance(now, Exception):
            raise now
        return Frame(np.zeros((4, 4, 3), np.uint8), now)

    def close(self) -> None:
        """Nothing is held open."""


class Watch(CameraThread):
    """Writes down what it sees and says; frame 13 is too much for it."""

    def __init__(self, open_camera: Callable[[], Script]) -> None:
        super().__init__(open_camera)
        self.seen: list[float] = []
        self.said: list[str] = []

    def see(self, frame: Frame, settled: bool = False) -> None:
        if frame.at == 13:
            raise ZeroDivisionError("a mistake of ours")
        self.seen.append(frame.at)

    def fault(self, text: str) -> None:
        self.said.append(text)


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(camera_thread, "AGAIN", 0.0)


def test_a_picture_that_raises_is_said_and_the_next_is_looked_at(caplog: pytest.LogCaptureFixture) -> None:
    watch = Watch(lambda: Script(1, 13, 13, 2, 3))
    with caplog.at_level(logging.WARNING):
        watch.run()
    assert watch.seen == [1, 2, 3]
    assert watch.said == ["", "This picture cannot be read. The next one is tried.", ""]
    assert [record.exc_info is not None for record in caplog.records] == [True]


def test_a_camera_whose_driver_raises_anything_is_opened_again(caplog: pytest.LogCaptureFixture) -> None:
    cameras = iter([Script(1, RuntimeError("out of buffers")), Script(2)])
    watch = Watch(lambda: next(cameras))
    watch.run()
    assert watch.seen == [1, 2]
    assert watch.said == ["", "The camera failed. It is opened again.", ""]
    assert "out of buffers" in caplog.text


def test_a_camera_that_stays_away_is_said_and_logged_once_and_found_again(caplog: pytest.LogCaptureFixture) -> None:
    cameras = iter([Script(1, CameraLost("No camera.", "Plug one in.")), *[None] * 5, Script(2)])

    def opened() -> Script:
        camera = next(cameras)
        if camera is None:
            raise CameraLost("No camera.", "Plug one in.")
        return camera

    watch = Watch(opened)
    with caplog.at_level(logging.WARNING):
        watch.run()
    assert watch.seen == [1, 2]
    assert watch.said == ["", LOST, ""]
    assert [record.getMessage() for record in caplog.records] == [LOST]
