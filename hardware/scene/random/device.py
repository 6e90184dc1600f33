"""Random scenes as the device's own camera sees them: from above a mat, a tray or a bare table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from hardware.scene.objects.dice import SceneDie
from hardware.scene.optics.cameras import CameraModel, any_camera
from hardware.scene.optics.view import CameraView, array, camera_above
from hardware.scene.random import lighting
from hardware.scene.random.parts import any_lens, any_table, some_touching, throw_of
from hardware.scene.world import clutter, places
from hardware.scene.world.clutter import PlacedProp
from hardware.scene.world.scene import Scene


@dataclass(frozen=True, slots=True)
class DeviceSceneLimits:
    """What a random throw before the device may hold."""

    doubtful_share: float = 0.04
    """Share of the scenes with a die that nobody should be sure of: cocked, or half out of the picture."""


LIMITS = DeviceSceneLimits()


def device_scene(
    set_name: str, rng: np.random.Generator, count: int | None, layout: Mapping[str, Any] | None, size: tuple[int, int]
) -> Scene:
    """The mat of `layout`, or for None a bare table or a tray; `count` dice or a random throw of the set."""
    edge = float(layout.get("die_mm", 16)) if layout else 16.0
    camera = any_camera(rng.spawn(1)[0])
    view, area = table_view(rng, layout, size, camera)
    walls: tuple[PlacedProp, ...] = ()
    if layout is None and rng.random() < 0.35:
        walls = clutter.tray_with_walls(rng, area, view.px_per_mm_at(array([0, 0, 0])))
        area = (area[0] + 2, area[1] + 2, area[2] - 4, area[3] - 4)
    laid = some_touching(throw_of(set_name, rng, count, edge), area, rng)
    if rng.random() < LIMITS.doubtful_share and laid:
        laid = _spoilt(laid, view, rng, layout is None and not walls)
    table = replace(any_table(rng, view, edge), mat=layout)
    light, lens = lighting.random_light(rng, size), any_lens(rng, True, camera, view)
    return Scene(view, table, light, lens, tuple(laid), int(rng.integers(2**31)), walls)


def _spoilt(laid: list[SceneDie], view: CameraView, rng: np.random.Generator, bare: bool) -> list[SceneDie]:
    """The same dice, the last one cocked or, on a bare table, over the picture's border."""
    last, others = laid[-1], laid[:-1]
    if bare and rng.random() < 0.5:
        border = np.array([rng.uniform(0.1, 0.9), rng.choice([0.0, 1.0])])[:: int(rng.choice([-1, 1]))]
        x, y = view.table_point(border * view.size_px)
        out = places.moved_die(last, x, y)
    else:
        out = places.leaning_die(last, rng)
    clear = [d for d in others if places.clear_of(places.footprint(d), [places.footprint(out)])]
    return [*clear, out]


def table_view(
    rng: np.random.Generator, layout: Mapping[str, Any] | None, size: tuple[int, int], camera: CameraModel
) -> tuple[CameraView, places.Area]:
    """A camera that sees the whole mat, or a bare table, and the area (x, y, w, h world mm) where dice may lie."""
    tilt, way = float(rng.uniform(0, 20)), float(rng.uniform(0, 360))
    roll = float(rng.choice([0, 180]) + rng.normal(0, 3)) + way
    focal = size[0] * camera.focal_share * float(rng.uniform(0.98, 1.02))
    bend = float(rng.uniform(-0.05, 0.0))
    if layout is None:
        per_mm = float(rng.uniform(2.6, 4.3)) * size[0] / 1280
        view = camera_above((0, 0), focal / per_mm, tilt, way, roll, focal, size, bend)
        w, h = 0.86 * size[0] / per_mm, 0.84 * size[1] / per_mm
        return view, (-w / 2, -h / 2, w, h)
    wide, deep = layout["size_mm"]
    corners = array([[0, 0, 0], [wide, 0, 0], [wide, -deep, 0], [0, -deep, 0]])
    distance = focal * wide / size[0]
    target = (wide / 2 + float(rng.normal(0, 3)), -deep / 2 + float(rng.normal(0, 3)))
    for _ in range(80):
        view = camera_above(target, distance, tilt, way, roll, focal, size, bend)
        seen = view.project(corners)
        if (seen > 2).all() and (seen < array(size) - 2).all():
            break
        distance *= 1.02
    x, y, w, h = layout["zones"]["tray"]
    return view, (x, -(y + h), w, h)
