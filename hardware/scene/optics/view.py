"""The camera over the table: a pinhole with a little radial distortion, and where it looks from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from hardware.arrays import Floats, Matrix


def array(values: object) -> Floats:
    """Numbers as a float32 array."""
    return np.asarray(values, np.float32)


@dataclass(frozen=True, eq=False)
class CameraView:
    """Where a camera stands and how it sees."""

    size_px: tuple[int, int]
    """Width and height of the picture."""
    focal_px: float
    position_mm: Floats
    """Where the camera is in the world (3,)."""
    rotation: Floats
    """World -> camera (3, 3): x right, y down, z ahead."""
    radial_k1: float = 0.0
    """Radial distortion k1 of Brown's model; negative: barrel."""

    @property
    def principal_point(self) -> tuple[float, float]:
        """The principal point, px."""
        return (self.size_px[0] - 1) / 2, (self.size_px[1] - 1) / 2

    def project(self, points: Floats) -> Floats:
        """World points (N, 3) mm -> pixels (N, 2) float32. Points behind the camera land far outside."""
        seen = (array(points) - self.position_mm) @ self.rotation.T
        flat = seen[:, :2] / np.maximum(seen[:, 2:], 1e-3)
        if self.radial_k1:
            flat = flat * (1 + self.radial_k1 * np.minimum((flat**2).sum(1, keepdims=True), self._max_squared_radius))
        return (flat * self.focal_px + array(self.principal_point)).astype(np.float32)

    @property
    def _max_squared_radius(self) -> float:
        """The squared radius up to which the distortion still grows outwards."""
        return 1 / (3 * -self.radial_k1) if self.radial_k1 < 0 else 1e9

    def undistorted(self, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        """Pixels -> the slopes (x / z, y / z) of their rays in camera coordinates, without the distortion."""
        u, v = (x - self.principal_point[0]) / self.focal_px, (y - self.principal_point[1]) / self.focal_px
        if not self.radial_k1:
            return u, v
        u0, v0 = u, v
        for _ in range(5):
            scale = 1 / (1 + self.radial_k1 * np.minimum(u * u + v * v, self._max_squared_radius))
            u, v = u0 * scale, v0 * scale
        return u, v

    @cached_property
    def table_homography(self) -> Matrix:
        """Homography (3, 3): table mm (x, y) -> pixels, for a camera without distortion."""
        cx, cy = self.principal_point
        lens = np.array([[self.focal_px, 0, cx], [0, self.focal_px, cy], [0, 0, 1]])
        shift = -self.rotation.astype(np.float64) @ self.position_mm
        return np.asarray(lens @ np.column_stack([self.rotation[:, 0], self.rotation[:, 1], shift]), np.float64)

    def slopes(self, shrink: int) -> tuple[Floats, Floats]:
        """The slopes (x / z, y / z) of the rays of every `shrink`-th pixel, each (h / shrink, w / shrink)."""
        across, down = (
            (np.linspace(0, side - 1, max(side // shrink, 2)) - middle) / self.focal_px
            for side, middle in zip(self.size_px, self.principal_point, strict=True)
        )
        u, v = np.meshgrid(across.astype(np.float32), down.astype(np.float32))
        return u, v

    def inverse_depth(self, shrink: int) -> Floats:
        """1 / mm from the camera to the table, along its axis, at every `shrink`-th pixel (h / shrink, w / shrink)."""
        u, v = self.slopes(shrink)
        down = self.rotation[0, 2] * u + self.rotation[1, 2] * v + self.rotation[2, 2]
        return array(np.maximum(-down / self.position_mm[2], 1e-6))

    def table_point(self, pixel: object) -> tuple[float, float]:
        """The table point (x, y) mm that a pixel (x, y) shows."""
        x, y = np.asarray(pixel, np.float32)
        u, v = self.undistorted(array([x]), array([y]))
        ray = self.rotation.T @ array([u[0], v[0], 1])
        far = -self.position_mm[2] / ray[2]
        return float(self.position_mm[0] + far * ray[0]), float(self.position_mm[1] + far * ray[1])

    def px_per_mm_at(self, point: Floats) -> float:
        """Pixels per mm at a world point (3,)."""
        depth = float(self.rotation[2] @ (array(point) - self.position_mm))
        return self.focal_px / max(depth, 1e-3)


def camera_above(
    target_mm: tuple[float, float],
    distance_mm: float,
    tilt_deg: float,
    azimuth_deg: float,
    roll_deg: float,
    focal_px: float,
    size_px: tuple[int, int],
    radial_k1: float = 0.0,
) -> CameraView:
    """A camera at this distance from the table point `target_mm`, tilted off straight down, towards the azimuth.

    With azimuth and roll 0 the picture's top is the table's +y.
    """
    tilt, azimuth, roll = np.radians([tilt_deg, azimuth_deg, roll_deg])
    back = np.array([np.sin(tilt) * np.sin(azimuth), -np.sin(tilt) * np.cos(azimuth), np.cos(tilt)])
    ahead = -back
    up = np.array([-np.sin(azimuth), np.cos(azimuth), 0.0])
    right = np.cross(ahead, up)
    right /= np.linalg.norm(right)
    down = np.cross(ahead, right)
    right, down = np.cos(roll) * right + np.sin(roll) * down, np.cos(roll) * down - np.sin(roll) * right
    position = np.array([*target_mm, 0.0]) + distance_mm * back
    rotation = np.stack([right, down, ahead])
    return CameraView(size_px, focal_px, position.astype(np.float32), rotation.astype(np.float32), radial_k1)
