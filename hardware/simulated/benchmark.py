"""How fast scenes are drawn on this machine; for `lifeguard bench`, which prints it beside the budgets."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from hardware.scene.random.chance import random_scene
from hardware.scene.stage.dice_stage import DiceStage
from hardware.scene.world.render import render
from hardware.simulated.dice_camera import DiceCamera

THROW = ("swimmer-wave",) * 6 + ("swimmer-1", "swimmer-1", "swimmer-2", "swimmer-2", "swimmer-3")


def measure(layout: Mapping[str, Any], repeats: int = 20) -> dict[str, float]:
    """Milliseconds a picture, 1280x720, eleven dice: a scene anew, a frame in motion, a frame at rest (medians)."""
    scenes = [random_scene("shark-attacks", np.random.default_rng(k), 11, layout) for k in range(4)]
    for scene in scenes:
        render(scene)
    fresh = [_timed(lambda scene=scenes[k % 4]: render(scene)) for k in range(repeats)]  # type: ignore[misc]
    stage = DiceStage(layout, seed=1)
    camera = DiceCamera(stage)
    camera.frame()
    moving: list[float] = []
    while len(moving) < repeats:
        stage.clear()
        stage.throw(THROW)
        while stage.busy:
            moving.append(_timed(camera.frame))
    resting = [_timed(camera.frame) for _ in range(repeats)]
    medians = (float(np.median(times)) for times in (fresh, moving, resting))
    return dict(zip(("scene", "frame in motion", "frame at rest"), medians, strict=True))


def _timed(act: Callable[[], object]) -> float:
    start = time.perf_counter()
    act()
    return (time.perf_counter() - start) * 1000
