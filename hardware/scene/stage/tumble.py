"""How thrown dice move: out of the hand, bouncing and turning, to where they will lie."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from hardware.scene.objects.dice import SceneDie, rotation_about
from hardware.scene.optics.view import array


def tumbling_die(
    die: SceneDie, start: tuple[float, float], frames: int, rng: np.random.Generator
) -> Iterator[SceneDie]:
    """The die in each of `frames` moments of its way from `start` (x, y mm) to where it lies; the last one is `die`.

    It slows down evenly, bounces lower and lower, and turns about an axis across its way.
    """
    goal = die.place[:2].astype(float)
    way = goal - np.array(start, float)
    far = max(float(np.linalg.norm(way)), 1.0)
    axis = np.array([-way[1], way[0], 0.0]) / far + rng.normal(0, 0.35, 3)
    axis /= np.linalg.norm(axis)
    turns = far / (die.edge * 2.2) * rng.uniform(0.7, 1.2) * np.pi / 2
    bounces, high = rng.uniform(1.6, 3.2), rng.uniform(18, 40)
    for k in range(1, frames):
        done = k / frames
        left = (1 - done) ** 2
        turn = (rotation_about(array(axis), -turns * left) @ die.turn).astype(np.float32)
        spot = goal - way * left
        moved = replace(die, place=array([*spot, 0.0]), turn=turn)
        lift = high * left * abs(np.cos(done * bounces * np.pi)) - float(moved.corners[:, 2].min())
        yield replace(moved, place=array([*spot, lift]))
    yield die
