"""Dice: where one lies, how it is turned, what it shows.

A die is a cube of half-edge 1 in its own coordinates, its six sides in the order +x, -x, +y, -y, +z, -z.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from hardware.arrays import Floats
from hardware.scene.objects.faces import DieDesign
from hardware.scene.optics.view import array

SIDES = np.array([[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]], np.float32)
RIGHTS = np.array([[0, 1, 0], [0, -1, 0], [-1, 0, 0], [1, 0, 0], [1, 0, 0], [1, 0, 0]], np.float32)
UPS = np.cross(SIDES, RIGHTS).astype(np.float32)
"""Of each side, seen from outside: its normal, its texture's right, its texture's up."""


@dataclass(frozen=True, eq=False)
class SceneDie:
    """A die at its place: `turn` (3, 3) takes its own axes to the world's, `place` (3,) is its centre, mm."""

    design: DieDesign
    place: Floats
    turn: Floats
    edge: float = 16.0
    cocked: bool = False
    label: bool = True
    """False for a thing that is no die of any set: drawn, never listed as a die."""

    @cached_property
    def top(self) -> int:
        """The side that looks up most."""
        return int(np.argmax(SIDES @ self.turn[2]))

    @property
    def face(self) -> str:
        """What it shows."""
        return self.design.faces[self.top]

    @cached_property
    def corners(self) -> Floats:
        """Its eight corners (8, 3) in the world, as if the edges were sharp."""
        grid = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float32)
        return grid @ self.turn.T * (self.edge / 2) + self.place

    @cached_property
    def top_quad(self) -> Floats:
        """The corners (4, 3) of the upper side, clockwise as seen from outside, first the face's own top left."""
        n, u, v = SIDES[self.top], RIGHTS[self.top], UPS[self.top]
        own = np.stack([n - u + v, n + u + v, n + u - v, n - u - v])
        turned = np.roll(own, -self.design.turns[self.top], axis=0)
        return turned @ self.turn.T * (self.edge / 2) + self.place


def upright_rotation(side: int, yaw: float) -> Floats:
    """The rotation (3, 3) that lays `side` up, turned by `yaw` radians counter-clockwise."""
    c, s = np.cos(yaw), np.sin(yaw)
    about_z = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    return array((about_z @ np.stack([RIGHTS[side], UPS[side], SIDES[side]])).astype(np.float32))


def rotation_about(axis: Floats, angle: float) -> Floats:
    """The rotation (3, 3) by `angle` radians about a unit axis (Rodrigues)."""
    return array(cv2.Rodrigues(np.asarray(axis, np.float64) * angle)[0].astype(np.float32))
