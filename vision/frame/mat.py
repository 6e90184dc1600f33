"""The printed mat: found by its ArUco corners, so that pixels become millimetres."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Doubles, Image

Layout = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class MatLimits:
    """When a mat is found, and when it lies where it lay."""

    min_markers: int = 2
    """Markers that must be seen: one alone fixes a mat of A4 too loosely."""
    max_still_mm: float = 1.2
    """Markers that are off by less have not moved."""
    max_corner_error_mm: float = 2.0
    """A corner that is off by more is wrong, and counts no more the further it is off."""


LIMITS = MatLimits()


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

    def zone_at(self, point: tuple[float, float]) -> str | None:
        """The zone that a point (px) lies in, or None."""
        px, py = self.to_mm([point])[0]
        for name, (x, y, width, height) in self.layout["zones"].items():
            if x <= px <= x + width and y <= py <= y + height:
                return str(name)
        return None

    def apart(self, px: Doubles, mm: Doubles) -> float:
        """How far markers, four points (N, 2) each, lie from where they should, mm: of three the worst but one.

        One that is off alone was measured badly, or is half covered: a mat moves with all of them.
        """
        off = _off(self.homography, px, mm).reshape(-1, 4).max(1)
        return float(np.sort(off)[-2 if len(off) > 2 else -1])

    def straighten(self, frame: Image, zone: str, px_per_mm: float) -> Image:
        """The zone as if seen from straight above, BGR uint8 of (height, width) mm times `px_per_mm`."""
        x, y, width, height = self.layout["zones"][zone]
        to_zone = np.array([[px_per_mm, 0, -x * px_per_mm], [0, px_per_mm, -y * px_per_mm], [0, 0, 1]])
        size = round(width * px_per_mm), round(height * px_per_mm)
        return np.asarray(cv2.warpPerspective(frame, to_zone @ self.homography, size), np.uint8)


def apply_homography(plane: NDArray[np.floating[Any]], points: Any) -> Doubles:
    """Points (N, 2) through a homography (3, 3)."""
    flat = np.asarray(points, np.float64).reshape(-1, 2) @ plane[:, :2].T + plane[:, 2]
    return np.asarray(flat[:, :2] / flat[:, 2:], np.float64)


def find(frame: Image, layout: Layout, before: Mat | None = None) -> Mat | None:
    """The mat of `layout` in a picture (BGR or grey uint8) held in any orientation, or None.

    `layout` has "size_mm", "dictionary" (a name of cv2.aruco), "markers" (id, x, y, size in mm) and "zones". If all
    markers that are seen lie where the mat found `before` has them, it is that one: it did not move because a card came
    to lie on a marker.
    """
    px, mm = markers(frame, layout)
    if before is not None and before.layout == layout and len(px) and before.apart(px, mm) < LIMITS.max_still_mm:
        return before
    if len(px) < 4 * LIMITS.min_markers:
        return None
    homography = _agreed(px, mm)
    if homography is None or not _sound(homography, px, mm):
        return None
    return Mat(layout, homography)


def markers(frame: Image, layout: Layout) -> tuple[Doubles, Doubles]:
    """The corners of the mat's markers that are seen in a picture: (N, 2) px and the same (N, 2) mm as printed."""
    grey = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY) if frame.ndim == 3 else frame
    corners, ids, _ = _detector(str(layout["dictionary"])).detectMarkers(grey)
    printed = {marker["id"]: _corners(marker) for marker in layout["markers"]}
    found = zip(np.ravel(ids), corners, strict=True) if ids is not None else ()
    seen = {int(i): np.reshape(c, (4, 2)) for i, c in found if int(i) in printed}
    if not seen:
        return np.empty((0, 2)), np.empty((0, 2))
    return np.concatenate([seen[i] for i in seen]).astype(np.float64), np.concatenate([printed[i] for i in seen])


def _detector(dictionary: str) -> Any:
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, dictionary)), parameters)


def _corners(marker: Mapping[str, float]) -> Doubles:
    x, y, size = marker["x"], marker["y"], marker["size"]
    return np.array([(x, y), (x + size, y), (x + size, y + size), (x, y + size)], dtype=np.float64)


def _agreed(px: Doubles, mm: Doubles) -> Doubles | None:
    """The homography on which the markers agree best: that of all, of all but one, or of the corners that RANSAC chose.

    RANSAC alone now and then leaves out a marker that is well, if the others happen to agree without it.
    """
    every = np.arange(len(px))
    without = [every // 4 != k for k in range(len(px) // 4)] if len(px) > 4 * LIMITS.min_markers else []
    fits = [cv2.findHomography(px[some], mm[some], 0)[0] for some in (every >= 0, *without)]
    fits = [
        fit for fit in (*fits, cv2.findHomography(px, mm, cv2.RANSAC, LIMITS.max_corner_error_mm)[0]) if fit is not None
    ]
    return min(
        fits, key=lambda fit: float(np.minimum(_off(fit, px, mm), LIMITS.max_corner_error_mm).sum()), default=None
    )


def _off(homography: Doubles, px: Doubles, mm: Doubles) -> Doubles:
    """How far each corner (N) lies from where it was printed, mm."""
    return np.asarray(np.linalg.norm(apply_homography(homography, px) - mm, axis=1), np.float64)


def _sound(homography: Doubles, px: Doubles, mm: Doubles) -> bool:
    """Whether the markers lie where they were printed, to 3 mm: else they are of two mats, or a mat is bent."""
    return bool(np.median(_off(homography, px, mm)) < 3.0)
