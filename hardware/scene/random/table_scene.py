"""The camera, the light and the table top for a game's mat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from hardware.scene.optics.view import CameraView, array, camera_above
from hardware.scene.random import lighting
from hardware.scene.random.parts import any_lens, any_table
from hardware.scene.world.scene import Scene


@dataclass(frozen=True, slots=True)
class TableCameraLimits:
    """How the camera above a mat may hang and see."""

    max_tilt_deg: float = 20.0
    """How far off straight down it may look."""
    max_barrel_k1: float = 0.25
    """The strongest barrel distortion of a wide-angle module, at the focal lengths used here."""


LIMITS = TableCameraLimits()


def table_scene(
    layout: Mapping[str, Any], rng: np.random.Generator, size: tuple[int, int] = (1280, 720), straight: bool = False
) -> Scene:
    """A table with the mat, nothing on it, under some light, before a camera in any orientation.

    `straight`: the camera hangs square above it, with little distortion.
    """
    view = mat_view(layout, rng, size, straight)
    table = replace(any_table(rng, view, 40.0), mat=layout)
    light, lens = lighting.random_light(rng, size), any_lens(rng, gentle=True)
    return Scene(view, table, light, replace(lens, jpeg_quality=0), (), int(rng.integers(2**31)))


def mat_view(layout: Mapping[str, Any], rng: np.random.Generator, size: tuple[int, int], straight: bool) -> CameraView:
    """A camera that sees the whole mat: upright or upside down, tilted any way."""
    tilt = 0.0 if straight else float(rng.uniform(0, LIMITS.max_tilt_deg))
    way = float(rng.uniform(0, 360))
    roll = way + (0.0 if straight else float(rng.choice([0, 180]) + rng.normal(0, 3)))
    focal = size[0] * float(rng.uniform(0.75, 1.1))
    bend = 0.0 if straight else float(rng.uniform(-LIMITS.max_barrel_k1, 0.0)) * (focal / size[0]) ** 2
    wide, deep = layout["size_mm"]
    corners = array([[0, 0, 0], [wide, 0, 0], [wide, -deep, 0], [0, -deep, 0]])
    distance = focal * wide / size[0]
    for _ in range(120):
        view = camera_above((wide / 2, -deep / 2), distance, tilt, way, roll, focal, size, bend)
        seen = view.project(corners)
        middle = (seen.max(0) + seen.min(0)) / 2 - (array(size) - 1) / 2
        if ((seen - middle > 3) & (seen - middle < array(size) - 4)).all():
            break
        distance *= 1.015
    target = view.table_point(middle + (array(size) - 1) / 2)
    return camera_above(target, distance, tilt, way, roll, focal, size, bend)
