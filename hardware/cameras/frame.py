"""What every camera gives, whichever it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from hardware.arrays import Image as Image


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture. `image` is HxWx3 uint8 BGR; `at` the time in seconds of a clock that only goes forward; `name` the
    file it came from, or "".

    `enlarged` fetches the same moment with more px, where the camera has them; to be asked before the next frame.
    Raises CameraLost.
    """

    image: Image
    at: float
    name: str = ""
    enlarged: Callable[[], Image] | None = None


class Camera(Protocol):
    """Whoever gives frames is a camera: a module, a USB stick, a folder, a video, the simulated table."""

    @property
    def settled(self) -> bool:
        """Whether each frame is a look of its own at a table at rest (a folder of photographs)."""

    def frame(self) -> Frame:
        """The next frame; waits for it. Raises CameraLost, or EndOfFrames when there are no more."""

    def close(self) -> None:
        """Let go of the camera; may be called twice."""
