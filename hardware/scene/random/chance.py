"""Scenes drawn at random."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import numpy as np

from hardware.scene.random.device import device_scene
from hardware.scene.random.wild import wild_scene
from hardware.scene.world.scene import Scene

Mode = Literal["table", "wild"]


def random_scene(
    set_name: str,
    rng: np.random.Generator,
    count: int | None = None,
    layout: Mapping[str, Any] | None = None,
    size: tuple[int, int] = (1280, 720),
    mode: Mode = "table",
) -> Scene:
    """A scene of dice of the set "shark-attacks" or "pips", all its chances drawn from `rng`.

    `table`: the device's own camera above a mat (if `layout` is given) or the bare table, tilted up to 20 degrees, dice
    of 16 mm at 40 to 70 px in 1280x720. `wild`: any camera, distance, slant, ground, and things that are no dice.
    Raises ValueError for a set that is not built in.
    """
    if set_name not in ("shark-attacks", "pips"):
        raise ValueError(f"no built-in dice set {set_name!r}; there are shark-attacks and pips")
    if mode == "wild":
        return wild_scene(set_name, rng, count, size)
    return device_scene(set_name, rng, count, layout, size)
