"""A mat in a picture: the plane in which pixels become millimetres."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Doubles, Image

Layout = Mapping[str, Any]


@dataclass(frozen=True, eq=False)
class Mat:
    """A mat in a picture. `homography` (3x3, float64) takes px of the picture to mm on the mat, origin top left."""

    layout: Layout
    homography: Doubles

    def to_mm(self, points: Any) -> Doubles:
        """Points (N, 2) in px as (N, 2) in mm."""
        return apply_homography(self.homography, points)

    def to_px(self, points: Any) -> Doubles:
        """Points (N, 2) in mm as (N, 2) in px."""
        return apply_homography(np.asarray(np.linalg.inv(self.homography), np.float64), points)

    def is_where(self, other: Mat) -> bool:
        """Whether it lies in its picture just where another does in another picture."""
        return bool(np.array_equal(self.homography, other.homography))

    def outline(self, zone: str | None = None) -> Doubles:
        """Corners (4, 2) in px of a zone, or of the whole mat: its own top left first, then clockwise as printed."""
        x, y, width, height = self.layout["zones"][zone] if zone else (0, 0, *self.layout["size_mm"])
        return self.to_px([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])

    @property
    def px_per_mm(self) -> float:
        """The scale in the picture, as the root of the mat's area in px over its area in mm."""
        width, height = self.layout["size_mm"]
        area = cv2.contourArea(self.outline().astype(np.float32))
        return float(np.sqrt(area / (width * height)))

    def zone_at(self, point: tuple[float, float], beside_mm: float = 0.0) -> str | None:
        """The zone that a point (px) lies in, or the nearest, no further than `beside_mm` from it; or None."""
        at = self.to_mm([point])[0]
        away = ((_away_mm(at, zone), str(name)) for name, zone in self.layout["zones"].items())
        return min(((off, name) for off, name in away if off <= beside_mm), default=(0.0, None))[1]

    def straighten(self, frame: Image, zone: str, px_per_mm: float) -> Image:
        """The zone as if seen from straight above, BGR uint8 of (height, width) mm times `px_per_mm`."""
        x, y, width, height = self.layout["zones"][zone]
        to_zone = np.array([[px_per_mm, 0, -x * px_per_mm], [0, px_per_mm, -y * px_per_mm], [0, 0, 1]])
        size = round(width * px_per_mm), round(height * px_per_mm)
        return np.asarray(cv2.warpPerspective(frame, to_zone @ self.homography, size), np.uint8)


def _away_mm(at: Doubles, zone: Sequence[float]) -> float:
    """How far a place (x, y) lies from a zone (x, y, width, height), mm; 0 within it."""
    corner, size = np.array(zone[:2]), np.array(zone[2:])
    return float(np.linalg.norm(np.maximum(np.maximum(corner - at, at - corner - size), 0)))


def off_mm(homography: Doubles, px: Doubles, mm: Doubles) -> Doubles:
    """How far each point (N) lies from where it was printed, mm."""
    return np.asarray(np.linalg.norm(apply_homography(homography, px) - mm, axis=1), np.float64)


def apply_homography(plane: NDArray[np.floating[Any]], points: Any) -> Doubles:
    """Points (N, 2) through a homography (3, 3)."""
    flat = np.asarray(points, np.float64).reshape(-1, 2) @ plane[:, :2].T + plane[:, 2]
    return np.asarray(flat[:, :2] / flat[:, 2:], np.float64)
