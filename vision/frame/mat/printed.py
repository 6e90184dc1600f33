"""What is printed on a mat, as small patches that are found again in a picture: they register and confirm a mat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np

from vision.frame.mat.plane import Layout
from vision.reading import Doubles, Floats, Image


@dataclass(frozen=True, slots=True)
class PatchLimits:
    """Which parts of a print are looked for."""

    px_per_mm: float = 1.5
    """The scale of the patches: that of a mat of A2 in a picture of 1280 px."""
    edge_mm: float = 12.0
    """Edge of a patch: what pieces leave free between them."""
    cell_mm: float = 44.0
    """In each cell of this edge the best patch is taken."""
    min_texture: float = 12.0
    """A patch is worth looking for if its grey values change in all directions by so much (root of the smaller
    eigenvalue)."""
    keypoints: int = 2000
    """So many keypoints are looked for where no marker is seen."""
    soft_px: float = 0.8
    """The blur of a camera's picture."""


LIMITS = PatchLimits()


@dataclass(frozen=True, eq=False)
class MatGround:
    """What a mat shows where nothing lies: `picture` (BGR uint8) of all of it, `px_per_mm` px a mm."""

    picture: Image
    px_per_mm: float


@dataclass(frozen=True, eq=False)
class PrintedMat(MatGround):
    """A mat as it is printed.

    `centres` (N, 2) mm are the middles of its patches, `patches` (N, edge, edge) uint8 their grey values at the scale
    of `PatchLimits`, `is_marker` (N) tells those of markers, which no piece should cover.
    """

    centres: Doubles
    patches: Image
    is_marker: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]

    @classmethod
    def of(cls, picture: Image, px_per_mm: float, layout: Layout) -> PrintedMat:
        """From the picture of a layout's mat."""
        grey = _at_scale(picture, px_per_mm)
        of_markers = [centre for marker in layout["markers"] for centre in _quarters(marker)]
        elsewhere = _textured(grey, layout) if picture.any() else []
        centres = np.array([*of_markers, *elsewhere], np.float64).reshape(-1, 2)
        kept = [n for n, centre in enumerate(centres) if _cut(grey, centre) is not None]
        patches = [patch for n in kept if (patch := _cut(grey, centres[n])) is not None]
        edge = _edge_px()
        stacked = np.stack(patches) if patches else np.empty((0, edge, edge), np.uint8)
        return cls(picture, px_per_mm, centres[kept], stacked, np.array([n < len(of_markers) for n in kept], bool))

    @cached_property
    def keypoints(self) -> PrintKeypoints:
        """Those of the print, mm."""
        found = PrintKeypoints.of(_at_scale(self.picture, self.px_per_mm), LIMITS.keypoints)
        return PrintKeypoints((found.at + 0.5) / LIMITS.px_per_mm, found.descriptors)

    def only_markers(self) -> PrintedMat:
        """The same print, of which the markers alone are looked for."""
        chosen = self.is_marker
        return replace(self, centres=self.centres[chosen], patches=self.patches[chosen], is_marker=chosen[chosen])


@dataclass(frozen=True, eq=False)
class PrintKeypoints:
    """Keypoints (SIFT) of a picture: where (N, 2), and what they look like (N, 128) float32."""

    at: Doubles
    descriptors: Floats

    @classmethod
    def of(cls, grey: Image, most: int) -> PrintKeypoints:
        """The strongest of a picture, px."""
        points, descriptors = cv2.SIFT.create(nfeatures=most, contrastThreshold=0.02).detectAndCompute(grey, None)
        if descriptors is None:
            return cls(np.empty((0, 2)), np.empty((0, 128), np.float32))
        return cls(np.array([point.pt for point in points], np.float64), np.asarray(descriptors, np.float32))


def markers_alone(layout: Layout) -> PrintedMat:
    """The print of a mat of which nothing is known but its markers."""
    scale = 2.0
    wide, deep = layout["size_mm"]
    picture = np.full((round(deep * scale), round(wide * scale)), 255, np.uint8)
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, str(layout["dictionary"])))
    for marker in layout["markers"]:
        x, y, size = (round(marker[key] * scale) for key in ("x", "y", "size"))
        drawn = cv2.aruco.generateImageMarker(dictionary, int(marker["id"]), size)
        room = picture[y : y + size, x : x + size]
        room[:] = drawn[: room.shape[0], : room.shape[1]]
    return PrintedMat.of(np.asarray(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR), np.uint8), scale, layout)


def _at_scale(picture: Image, px_per_mm: float) -> Image:
    """The print as a camera would see it: grey, at the scale of the patches, a little soft."""
    by = LIMITS.px_per_mm / px_per_mm
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    small = cv2.resize(grey, None, fx=by, fy=by, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small, (0, 0), LIMITS.soft_px), np.uint8)


def _quarters(marker: Mapping[str, float]) -> list[tuple[float, float]]:
    """Middles (mm) of the four quarters of a marker: half of it may be covered."""
    x, y, size = (float(marker[key]) for key in ("x", "y", "size"))
    return [(x + size * (0.5 + a), y + size * (0.5 + b)) for a in (-0.27, 0.27) for b in (-0.27, 0.27)]


def _textured(grey: Image, layout: Layout) -> list[tuple[float, float]]:
    """The middle (mm) of the patch in each cell of the mat that is found again most surely."""
    edge, cell = _edge_px(), round(LIMITS.cell_mm * LIMITS.px_per_mm)
    strength = np.sqrt(np.maximum(cv2.cornerMinEigenVal(grey.astype(np.float32), edge, 3), 0))
    half = edge // 2 + 1
    strength[:half], strength[-half:], strength[:, :half], strength[:, -half:] = 0, 0, 0, 0
    for marker in layout["markers"]:
        x, y, size = (float(marker[key]) * LIMITS.px_per_mm for key in ("x", "y", "size"))
        strength[max(int(y) - half, 0) : int(y + size) + half, max(int(x) - half, 0) : int(x + size) + half] = 0
    found: list[tuple[float, float]] = []
    for top in range(0, len(grey), cell):
        for left in range(0, grey.shape[1], cell):
            part = strength[top : top + cell, left : left + cell]
            row, column = np.unravel_index(int(part.argmax()), part.shape)
            if part[row, column] > LIMITS.min_texture:
                found.append((left + float(column) + 0.5, top + float(row) + 0.5))
    return [(x / LIMITS.px_per_mm, y / LIMITS.px_per_mm) for x, y in found]


def _cut(grey: Image, centre: Sequence[float] | Doubles) -> Image | None:
    """The patch about a point (mm); None where it would reach over the mat's edge."""
    edge = _edge_px()
    column, row = (round(v * LIMITS.px_per_mm - edge / 2) for v in centre)
    part = grey[max(row, 0) : row + edge, max(column, 0) : column + edge]
    return part if part.shape == (edge, edge) and row >= 0 and column >= 0 else None


def _edge_px() -> int:
    return round(LIMITS.edge_mm * LIMITS.px_per_mm)


def patch_corner(centre: Doubles) -> Doubles:
    """Where (px of the scale) the top left px of a patch about a point (mm) lies: as it was cut."""
    return np.round(centre * LIMITS.px_per_mm - _edge_px() / 2)
