"""The camera over the table: a pinhole with a little radial distortion, and where it looks from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
"""Numbers as float32, of any shape."""


def array(values: object) -> Floats:
    """Numbers as a float32 array."""
    return np.asarray(values, np.float32)


@dataclass(frozen=True, eq=False)
class CameraView:
    """Where a camera stands and how it sees.

    `size` (width, height) px; `focal` px; `place` (3,) mm; `turn` (3, 3) world -> camera (x right, y down, z ahead);
    `bend` the radial distortion k1 of Brown's model (negative: barrel).
    """

    size: tuple[int, int]
    focal: float
    place: Floats
    turn: Floats
    bend: float = 0.0

    @property
    def centre(self) -> tuple[float, float]:
        """The principal point, px."""
        return (self.size[0] - 1) / 2, (self.size[1] - 1) / 2

    def project(self, points: Floats) -> Floats:
        """World points (N, 3) mm -> pixels (N, 2) float32. Points behind the camera land far outside."""
        seen = (array(points) - self.place) @ self.turn.T
        flat = seen[:, :2] / np.maximum(seen[:, 2:], 1e-3)
        if self.bend:
            flat = flat * (1 + self.bend * np.minimum((flat**2).sum(1, keepdims=True), self._rim))
        return (flat * self.focal + array(self.centre)).astype(np.float32)

    @property
    def _rim(self) -> float:
        """The squared radius up to which the distortion still grows outwards."""
        return 1 / (3 * -self.bend) if self.bend < 0 else 1e9

    def slopes(self, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        """Pixels -> the undistorted slopes (x / z, y / z) of their rays in camera coordinates."""
        u, v = (x - self.centre[0]) / self.focal, (y - self.centre[1]) / self.focal
        if not self.bend:
            return u, v
        u0, v0 = u, v
        for _ in range(5):
            scale = 1 / (1 + self.bend * np.minimum(u * u + v * v, self._rim))
            u, v = u0 * scale, v0 * scale
        return u, v

    @cached_property
    def ground(self) -> NDArray[np.float64]:
        """Homography (3, 3): table mm (x, y) -> pixels, for a camera without distortion."""
        cx, cy = self.centre
        lens = np.array([[self.focal, 0, cx], [0, self.focal, cy], [0, 0, 1]])
        shift = -self.turn.astype(np.float64) @ self.place
        return np.asarray(lens @ np.column_stack([self.turn[:, 0], self.turn[:, 1], shift]), np.float64)

    def on_table(self, pixel: object) -> tuple[float, float]:
        """The table point (x, y) mm that a pixel (x, y) shows."""
        x, y = np.asarray(pixel, np.float32)
        u, v = self.slopes(array([x]), array([y]))
        ray = self.turn.T @ array([u[0], v[0], 1])
        far = -self.place[2] / ray[2]
        return float(self.place[0] + far * ray[0]), float(self.place[1] + far * ray[1])

    def scale_at(self, point: Floats) -> float:
        """Pixels per mm at a world point (3,)."""
        depth = float(self.turn[2] @ (array(point) - self.place))
        return self.focal / max(depth, 1e-3)


def look(
    target: tuple[float, float],
    distance: float,
    tilt: float,
    azimuth: float,
    roll: float,
    focal: float,
    size: tuple[int, int],
    bend: float = 0.0,
) -> CameraView:
    """A camera `distance` mm from the table point `target`, `tilt` degrees off straight down, towards `azimuth`.

    With azimuth and roll 0 the picture's top is the table's +y. Angles in degrees.
    """
    lean, way, turn = np.radians([tilt, azimuth, roll])
    back = np.array([np.sin(lean) * np.sin(way), -np.sin(lean) * np.cos(way), np.cos(lean)])
    ahead = -back
    up = np.array([-np.sin(way), np.cos(way), 0.0])
    right = np.cross(ahead, up)
    right /= np.linalg.norm(right)
    down = np.cross(ahead, right)
    right, down = np.cos(turn) * right + np.sin(turn) * down, np.cos(turn) * down - np.sin(turn) * right
    place = np.array([*target, 0.0]) + distance * back
    return CameraView(size, focal, place.astype(np.float32), np.stack([right, down, ahead]).astype(np.float32), bend)
