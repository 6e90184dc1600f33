"""A camera that hangs: the same picture again and again, or a driver that never answers."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from typing import TypeVar

import numpy as np

from hardware.cameras.frame import Frame, Image

FROZEN = 5.0
"""Seconds of the very same picture until a camera is lost: a sensor's noise makes no two alike, unless it hangs."""
Answer = TypeVar("Answer")


class FrozenPicture:
    """Tells whether a camera gives the very same picture again and again. `lives`: two have differed."""

    def __init__(self) -> None:
        self.lives = False
        self._last: Image | None = None
        self._changed = 0.0

    def hangs(self, frame: Frame) -> bool:
        """Whether the picture of this frame has been the same for too long."""
        rows = frame.image[::16]  # noise is everywhere: some rows tell, and cost next to nothing on a Pi
        if self._last is None or not np.array_equal(rows, self._last):
            self.lives = self._last is not None
            self._last, self._changed = rows.copy(), frame.at
        return frame.at - self._changed > FROZEN


def within(seconds: float, ask: Callable[[], Answer]) -> Answer:
    """What a driver answers. Raises TimeoutError if that takes longer, and leaves the driver to itself; else what
    `ask` raises."""
    answer: Future[Answer] = Future()

    def wait() -> None:
        try:
            answer.set_result(ask())
        except Exception as error:
            answer.set_exception(error)

    Thread(target=wait, name="camera driver", daemon=True).start()
    return answer.result(seconds)
