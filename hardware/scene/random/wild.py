"""Random scenes as strangers photograph dice: any camera, distance, slant and ground, and things that are no dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from hardware.arrays import Floats
from hardware.scene.objects import designs
from hardware.scene.objects.dice import SceneDie, upright_rotation
from hardware.scene.objects.hand import SKINS, SLEEVES, SceneHand
from hardware.scene.optics.view import CameraView, array, camera_above
from hardware.scene.random import lighting
from hardware.scene.random.parts import any_lens, any_table, throw_of
from hardware.scene.world import clutter, places
from hardware.scene.world.scene import Scene


def wild_scene(set_name: str, rng: np.random.Generator, count: int | None, size: tuple[int, int]) -> Scene:
    """Any camera, distance and slant; `size` of the picture in px, `count` dice or a random number of them."""
    count = int(np.clip(rng.geometric(0.17), 1, 20)) if count is None else count
    edge = 16.0
    largest = min(700.0, 0.62 * min(size), 1.1 * min(size) / np.sqrt(max(count, 1)))
    wanted = float(np.exp(rng.uniform(np.log(20), np.log(max(largest, 24)))))
    focal = max(size) * float(rng.uniform(0.65, 1.5))
    tilt = float(rng.choice([rng.uniform(0, 20), rng.uniform(10, 48)]))
    bend = float(rng.uniform(-0.3, 0.05)) if rng.random() < 0.15 else 0.0
    view = camera_above((0, 0), focal * edge / wanted, tilt, 0.0, float(rng.normal(0, 6)), focal, size, bend)
    dice = throw_of(set_name, rng, count, edge)
    if rng.random() < 0.25:
        dice = [
            places.flat_die(d.design, d.top, 0, 0, float(rng.uniform(0, 6.28)), edge * float(rng.uniform(0.7, 1.2)))
            for d in dice
        ]
    laid = _wildly_laid(dice + _oddities(rng), view, rng)
    feet, per_mm = [places.footprint(d) for d in laid], wanted / edge
    under = clutter.floor_props(rng, view, feet, per_mm) if rng.random() < 0.2 else ()
    beside = clutter.strewn_props(rng, view, feet, int(rng.integers(1, 10)), per_mm) if rng.random() < 0.65 else ()
    return Scene(
        view=view,
        table=any_table(rng, view, edge),
        light=lighting.random_light(rng, size, wild=True),
        lens=any_lens(rng, gentle=False),
        dice=tuple(laid),
        seed=int(rng.integers(2**31)),
        props=under + beside,
        hand=_idle_hand(rng, view, feet) if rng.random() < 0.08 else None,
    )


def _oddities(rng: np.random.Generator) -> list[SceneDie]:
    """Now and then cubes that are no dice."""
    if rng.random() > 0.1:
        return []
    made = [designs.oddity(rng)] * int(rng.integers(1, 5))
    edge = float(rng.uniform(8, 18))
    flat = [places.flat_die(d, int(rng.integers(6)), 0, 0, float(rng.uniform(0, 6.28)), edge) for d in made]
    return [replace(d, label=False) for d in flat]


def _idle_hand(rng: np.random.Generator, view: CameraView, feet: Sequence[Floats]) -> SceneHand | None:
    """A hand at the border that hides no die."""
    for _ in range(6):
        way = float(rng.uniform(0, 2 * np.pi))
        out = np.array([np.cos(way), -np.sin(way)])
        x, y = view.table_point(np.array(view.size_px) * (0.5 + 0.45 * out))
        if all(np.hypot(*(f.mean(0) - (x, y))) > 120 for f in feet):
            return SceneHand(x, y, way, int(rng.integers(len(SKINS))), int(rng.integers(len(SLEEVES))))
    return None


def _wildly_laid(dice: list[SceneDie], view: CameraView, rng: np.random.Generator) -> list[SceneDie]:
    per_mm = view.px_per_mm_at(array([0, 0, 0]))
    inside = 1.08 if rng.random() < 0.12 else 0.87
    w, h = inside * view.size_px[0] / per_mm, inside * view.size_px[1] / per_mm
    style = rng.choice(["loose", "clump", "rows"], p=[0.6, 0.3, 0.1])
    edge = max((d.edge for d in dice), default=16.0)
    if style == "rows":
        across = int(rng.integers(1, 8))
        pitch = edge * float(rng.choice([1.02, rng.uniform(1.05, 2.6)]))
        yaw = float(rng.uniform(0, 6.28))
        if pitch < 1.42 * edge:
            dice = [replace(d, turn=upright_rotation(d.top, yaw + float(rng.normal(0, 0.01)))) for d in dice]
        return places.dice_in_rows(dice, (0, 0), pitch, across, yaw, 0.0 if pitch < 1.2 * edge else 0.1 * edge, rng)
    together = len(dice) if style == "clump" else int(rng.integers(0, len(dice) + 1)) * int(rng.random() < 0.3)
    middle = (float(rng.uniform(-0.25, 0.25) * w), float(rng.uniform(-0.25, 0.25) * h))
    laid = places.clumped_dice(dice[:together], middle, [], rng)
    laid += places.scattered_dice(dice[together:], (-w / 2, -h / 2, w, h), [places.footprint(d) for d in laid], rng)
    return [places.leaning_die(d, rng) if rng.random() < 0.02 else d for d in laid]
