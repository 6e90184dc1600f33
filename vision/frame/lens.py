"""How much a wide-angle lens bends the picture, found from the mat's own markers; and the picture straightened.

One number says it, the division model of Fitzgibbon (CVPR 2001): a point at radius r from the picture's middle belongs
at r / (1 + bend * r^2), r in half diagonals of the picture; negative for a barrel.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cv2
import numpy as np

from vision.bands import bands
from vision.frame.mat import Layout, SeenMarkers, seen_markers
from vision.reading import Doubles, Floats, Image

TRIED_BENDS = np.linspace(-0.5, 0.1, 61)
"""What is tried."""


@dataclass(frozen=True, slots=True)
class LensLimits:
    """When the bend of a lens can be told, and when it matters."""

    min_markers: int = 4
    """Markers that must be seen. Their middles would fit any bend, their corners do not: by four of them places on 28
    drawn mats are 0.1 to 1 mm off, not 0.2 to 7."""
    bends_apart: int = 5
    """Every so many-th bend is tried first."""
    min_bend: float = 0.005
    """A bend weaker than this is not worth straightening: places on 180 drawn mats are 0.17 mm off on average so, 0.25
    where bends up to 0.02 are left."""


LIMITS = LensLimits()


def bend_of(frame: Image, layout: Layout) -> float | None:
    """The bend at which the markers of a mat lie as they are printed; None if too few of them are seen.

    `frame` is BGR or grey uint8, `layout` as in vision.mat.
    """
    return bend_by(seen_markers(frame, layout), (frame.shape[1], frame.shape[0]))


def bend_by(seen: SeenMarkers, size: tuple[int, int]) -> float | None:
    """The same by the markers that were seen in a picture of this size (width, height)."""
    if len(seen.ids) < LIMITS.min_markers:
        return None
    px, mm = seen.px.reshape(-1, 2), seen.mm.reshape(-1, 2)
    best, errors = _best_bend(px, mm, size[::-1])
    if not 0 < best < len(TRIED_BENDS) - 1:
        return float(TRIED_BENDS[best])
    low, middle, high = (errors[near] for near in (best - 1, best, best + 1))
    return float(TRIED_BENDS[best] + (TRIED_BENDS[1] - TRIED_BENDS[0]) * (low - high) / (2 * (low - 2 * middle + high)))


def off_mm(px: Doubles, mm: Doubles, size: tuple[int, int]) -> float:
    """How far (mm, root of the mean square) points px (N, 2) of a picture of this size (width, height) lie from printed
    ones (N, 2) mm, at the bend of the lens at which they are nearest."""
    best, errors = _best_bend(px, mm, size[::-1])
    return errors[best]


def straightened(frame: Image, bend: float) -> Image:
    """The picture as a lens without distortion would take it, of the same size, corners kept; itself if hardly bent."""
    if abs(bend) < LIMITS.min_bend:
        return frame
    height, width = frame.shape[:2]
    shares, (middle, _) = _shares(width, height, round(bend, 3)), _frame((width, height))
    straight, columns = np.empty_like(frame), np.arange(width, dtype=np.float32) - np.float32(middle[0])
    for band in bands(height):
        rows = np.arange(band.start, band.stop)
        share = shares[np.minimum(rows, height - 1 - rows)]
        x = columns * share + np.float32(middle[0])
        y = (rows[:, None] - middle[1]).astype(np.float32) * share + np.float32(middle[1])
        straight[band] = cv2.remap(frame, x, y, cv2.INTER_LINEAR)
    return straight


def unbent(points: Any, bend: float, size: tuple[int, int]) -> Doubles:
    """Points (N, 2) px of a bent picture of this size (width, height), where the straightened one shows them."""
    middle, half = _frame(size)
    own = (np.asarray(points, np.float64) - middle) / half
    return np.asarray(own * (1 + bend) / (1 + bend * (own**2).sum(-1, keepdims=True)) * half + middle, np.float64)


def bent(points: Any, bend: float, size: tuple[int, int]) -> Doubles:
    """Points (N, 2) px of a straightened picture of this size (width, height), where the bent one shows them."""
    middle, half = _frame(size)
    own = (np.asarray(points, np.float64) - middle) / (half * (1 + bend))
    return np.asarray(own * _share((own**2).sum(-1, keepdims=True), bend) * half + middle, np.float64)


def _share(far: Any, bend: float) -> Any:
    """What a radius of the straight picture, of the square `far`, is to be multiplied by for the bent one."""
    return 2 / (1 + np.sqrt(np.maximum(1 - 4 * bend * far, 0)))


def _best_bend(px: Doubles, mm: Doubles, shape: tuple[int, ...]) -> tuple[int, dict[int, float]]:
    """Which of `TRIED_BENDS` fits best, and the error of it and others, those beside it among them: some far apart are
    tried, then all about the best of them."""
    far, count = LIMITS.bends_apart, len(TRIED_BENDS)
    errors = {bend: _error(px, mm, float(TRIED_BENDS[bend]), shape) for bend in range(0, count, far)}
    best = min(errors, key=lambda bend: errors[bend])
    between = {*range(max(best - far + 1, 0), min(best + far, count))} - errors.keys()
    errors |= {bend: _error(px, mm, float(TRIED_BENDS[bend]), shape) for bend in between}
    return min(errors, key=lambda bend: errors[bend]), errors


def _error(px: Doubles, mm: Doubles, bend: float, shape: tuple[int, ...]) -> float:
    """How far from their printed places the corners lie (mm, root of the mean square) if the lens bends so."""
    straight = unbent(px, bend, (shape[1], shape[0]))
    homography, _ = cv2.findHomography(straight, mm, 0)
    if homography is None:
        return float("inf")
    there = cv2.perspectiveTransform(straight[None], homography)[0]
    return float(np.sqrt(((there - mm) ** 2).sum(1).mean()))


def _frame(size: tuple[int, int]) -> tuple[Doubles, float]:
    return np.array([(size[0] - 1) / 2, (size[1] - 1) / 2]), float(np.hypot(*size) / 2)


@lru_cache(maxsize=4)
def _shares(width: int, height: int, bend: float) -> Floats:
    """For each pixel of the upper half of the straightened picture how far from the middle the bent one shows it, as a
    share of its own distance (H / 2, W). The lower half mirrors it."""
    middle, half = _frame((width, height))
    across, down = (
        (np.arange(count, dtype=np.float32) - np.float32(at)) ** 2
        for count, at in zip((width, (height + 1) // 2), middle, strict=True)
    )
    shares = np.empty((len(down), width), np.float32)
    for band in bands(len(shares)):
        far = (down[band, None] + across) / np.float32((half * (1 + bend)) ** 2)
        shares[band] = _share(far, bend) / np.float32(1 + bend)
    return shares
