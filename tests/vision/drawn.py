"""Small drawn tables for the tests of the dice reader: chosen dice, plain light."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hardware.scene import Scene, SeenDie, render
from hardware.scene.objects import designs
from hardware.scene.optics.lens import Lens
from hardware.scene.optics.light import DirectionalLight, Light
from hardware.scene.optics.view import camera_above
from hardware.scene.world import places
from hardware.scene.world.scene import TableTop

LIGHT = Light((0.6, 0.6, 0.6), (DirectionalLight((0.4, -0.3, 0.87), (0.4, 0.4, 0.4), 0.2),))


def picture(
    items: Sequence[str], seed: int, material: str = "wood", size: tuple[int, int] = (640, 400), blur: float = 0.6
) -> tuple[np.ndarray, tuple[SeenDie, ...]]:
    """Dice that show `items` ("swimmer-2", "die-5") side by side in rows of four, BGR uint8; and the truth."""
    rng = np.random.default_rng(seed)
    view = camera_above((0, 0), 330.0, 8.0, 0.0, 4.0, 900.0, size)
    dice = []
    for number, item in enumerate(items):
        kind, _, face = item.rpartition("-")
        design = designs.pip_die(rng, "white") if kind == "die" else designs.shark_attacks(rng, kind)
        x, y = (number % 4 - 1.5) * 40 + rng.uniform(-5, 5), 30 - number // 4 * 36 + rng.uniform(-4, 4)
        dice.append(places.flat_die(design, design.faces.index(face), x, y, float(rng.uniform(0, 6.28)), 16.0))
    scene = Scene(view, TableTop(material, 1), LIGHT, Lens(blur_px=blur, noise_levels=2.0), tuple(dice), seed)
    return render(scene)
