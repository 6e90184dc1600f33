"""What cameras over simulated tables share: the light, the noise of the frames, the films' own time."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass

import numpy as np

from hardware.arrays import Floats, Image
from hardware.cameras.frame import Frame
from hardware.scene.optics.mounted import MountedLens, changed
from hardware.scene.optics.sensor import RawPicture
from hardware.scene.world.render import exposed_light, mean_light, table_top
from hardware.scene.world.scene import Scene

FRAMES_AT_REST = 3
"""So many frames of a table at rest are developed, each with noise of its own, and then shown by turns: no two in a row
are alike."""


@dataclass(frozen=True, eq=False)
class SensedTable:
    """The light (h, w, 3) of a table at rest, what the lens scatters of it, and what the sensor reads of it."""

    light: Floats
    flare: Floats
    raw: RawPicture


class SceneCamera:
    """Films `scene`. Time is the films' own: each frame is 1 / fps later, however long it took to draw.

    `paced`: wait so that frames also come in real time, for people to watch. `seed` is the sensor noise's.
    """

    settled = False

    def __init__(self, scene: Scene, fps: float, paced: bool, seed: int) -> None:
        self._lens = scene.lens
        self._fps, self._paced, self._seed = fps, paced, seed
        self._count = 0
        self._laid: tuple[Hashable, Floats] | None = None
        self._start: float | None = None
        self._developed: tuple[RawPicture | None, list[Image]] = (None, [])
        self._look_through(scene)
        self._mean = mean_light(self._table)
        self._light = exposed_light(scene.light, scene.lens, self._mean)

    def _look_through(self, scene: Scene) -> None:
        """Works out what stays the same while the camera stands still."""
        self._table = table_top(scene.view, scene.table)
        self._mounted = MountedLens(scene.lens, scene.view)
        self._rest: SensedTable | None = None

    def close(self) -> None:
        """Nothing is held open."""

    def _once(self, pieces: Hashable, draw: Callable[[], Floats]) -> Floats:
        """The light of the `pieces` on the table, drawn once as long as they lie so: hands move over it."""
        if self._laid is None or self._laid[0] != pieces:
            self._laid = pieces, draw()
        return self._laid[1]

    def _exposed(self, light: Floats) -> RawPicture:
        """What the sensor reads of this light; worked out anew where it is not that of the table at rest."""
        rest = self._rest
        if rest is None or (self._laid is not None and light is self._laid[1] and light is not rest.light):
            flare = rest.flare if rest else self._mounted.flare(light)  # dice and hands hardly change it
            rest = self._rest = SensedTable(light, flare, self._mounted.exposed(light, flare))
        window = changed(light, rest.light)
        return rest.raw if window is None else self._mounted.exposed_anew(rest.raw, light, rest.flare, window)

    def _taken(self, raw: RawPicture) -> Frame:
        """The next frame, of what is to be seen."""
        self._count += 1
        if raw is not self._developed[0]:
            self._developed = raw, []
        images = self._developed[1]
        if len(images) < FRAMES_AT_REST:
            images.append(self._lens.developed(raw, np.random.default_rng((self._seed, self._count))))
        else:
            images.append(images.pop(0))
        self._wait()
        return Frame(images[-1], self._count / self._fps)

    def _wait(self) -> None:
        if not self._paced:
            return
        if self._start is None:
            self._start = time.monotonic() - self._count / self._fps
        time.sleep(max(0.0, self._start + self._count / self._fps - time.monotonic()))
