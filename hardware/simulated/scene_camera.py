"""What cameras over simulated tables share: the light, fresh noise in each frame, the films' own time."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable

import cv2
import numpy as np

from hardware.cameras.frame import Frame, Image
from hardware.scene.optics.view import array
from hardware.scene.world.render import exposed_light, table_top
from hardware.scene.world.scene import Scene


class SceneCamera:
    """Films `scene`. Time is the films' own: each frame is 1 / fps later, however long it took to draw.

    `paced`: wait so that frames also come in real time, for people to watch. `seed` is the sensor noise's.
    """

    settled = False

    def __init__(self, scene: Scene, fps: float, paced: bool, seed: int) -> None:
        self._lens = scene.lens
        self._fps, self._paced, self._seed = fps, paced, seed
        self._count = 0
        self._laid: tuple[Hashable, Image] | None = None
        self._start: float | None = None
        self._table = table_top(scene.view, scene.table)
        self._mean = array(cv2.mean(self._table[::8, ::8])[:3]) / np.float32(255)
        self._light = exposed_light(scene.light, scene.lens, self._mean)

    def close(self) -> None:
        """Nothing is held open."""

    def _once(self, pieces: Hashable, draw: Callable[[], Image]) -> Image:
        """The picture of the `pieces` on the table, drawn once as long as they lie so: hands move over it."""
        if self._laid is None or self._laid[0] != pieces:
            self._laid = pieces, draw()
        return self._laid[1]

    def _taken(self, picture: Image) -> Frame:
        """The next frame, of what is to be seen."""
        self._count += 1
        image = self._lens.with_noise(picture, np.random.default_rng((self._seed, self._count)))
        self._wait()
        return Frame(image, self._count / self._fps)

    def _wait(self) -> None:
        if not self._paced:
            return
        if self._start is None:
            self._start = time.monotonic() - self._count / self._fps
        time.sleep(max(0.0, self._start + self._count / self._fps - time.monotonic()))
