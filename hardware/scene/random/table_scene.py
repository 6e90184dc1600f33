"""The camera, the light and the table top for a game's mat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np

from hardware.scene.optics.cameras import CameraModel, any_camera
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
    bare_room_share: float = 0.05
    """So much of the picture's width is left on each side of drawn places: a camera that is pushed sees them still."""
    push_turn_deg: float = 1.2
    """How far a camera that is pushed by 20 mm turns about its axis, as the spread of a bell,"""
    push_tilt_deg: float = 0.3
    """and how far it tilts."""


LIMITS = TableCameraLimits()


def table_scene(
    layout: Mapping[str, Any],
    rng: np.random.Generator,
    size: tuple[int, int] = (1280, 720),
    straight: bool = False,
    bare: bool = False,
) -> Scene:
    """A table with the mat, nothing on it, under some light, before a camera in any orientation.

    `straight`: the camera hangs square above it, with little distortion. `bare`: no mat lies there; the lens bends
    nothing, and leaves room about the places.
    """
    camera = any_camera(rng.spawn(1)[0])
    view = mat_view(layout, rng, size, straight, camera, bare)
    table = replace(any_table(rng, view, 40.0), mat=None if bare else layout)
    light, lens = lighting.random_light(rng, size), any_lens(rng, True, camera, view)
    return Scene(view, table, light, replace(lens, jpeg_quality=0), (), int(rng.integers(2**31)))


def mat_view(
    layout: Mapping[str, Any],
    rng: np.random.Generator,
    size: tuple[int, int],
    straight: bool,
    camera: CameraModel,
    bare: bool = False,
) -> CameraView:
    """A camera that sees the whole mat: upright or upside down, tilted any way; `bare`: see `table_scene`."""
    tilt = 0.0 if straight else float(rng.uniform(0, LIMITS.max_tilt_deg))
    way = float(rng.uniform(0, 360))
    roll = way + (0.0 if straight else float(rng.choice([0, 180]) + rng.normal(0, 3)))
    focal = size[0] * camera.focal_share * float(rng.uniform(0.98, 1.02))
    bend = 0.0 if straight else float(rng.uniform(-LIMITS.max_barrel_k1, 0.0)) * (focal / size[0]) ** 2
    room = round(LIMITS.bare_room_share * size[0]) if bare else 3
    bend = 0.0 if bare else bend
    wide, deep = layout["size_mm"]
    corners = array([[0, 0, 0], [wide, 0, 0], [wide, -deep, 0], [0, -deep, 0]])
    distance = focal * wide / size[0]
    for _ in range(120):
        view = camera_above((wide / 2, -deep / 2), distance, tilt, way, roll, focal, size, bend)
        seen = view.project(corners)
        middle = (seen.max(0) + seen.min(0)) / 2 - (array(size) - 1) / 2
        if ((seen - middle > room) & (seen - middle < array(size) - room - 1)).all():
            break
        distance *= 1.015
    target = view.table_point(middle + (array(size) - 1) / 2)
    return camera_above(target, distance, tilt, way, roll, focal, size, bend)


def pushed(view: CameraView, rng: np.random.Generator, by_mm: float) -> CameraView:
    """The camera after somebody pushed its stand by so many mm, any way: it turns and tilts a little, too."""
    way, part = float(rng.uniform(0, 2 * np.pi)), by_mm / 20
    aside = array([np.cos(way), np.sin(way), 0]) * np.float32(by_mm)
    turns = rng.normal(0, 1, 3) * np.radians([LIMITS.push_tilt_deg, LIMITS.push_tilt_deg, LIMITS.push_turn_deg]) * part
    turned = cv2.Rodrigues(turns)[0]
    return replace(view, position_mm=view.position_mm + aside, rotation=array(turned @ view.rotation))
