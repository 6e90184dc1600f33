"""Examples as they would look if the upper face mirrored a window: nobody photographs that while teaching, and at the
table it is the commonest reason for a face that is like none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.dice.crops import LIMITS as CROPS
from vision.reading import Floats, Image


@dataclass(frozen=True, slots=True)
class SheenLimits:
    """How a window on a face is drawn, set on the development copies (docs/dice-reader-training.md)."""

    strengths: tuple[tuple[float, float], ...] = ((1.0, 110.0), (0.6, 70.0))
    """For each look the share of the window in the light, and how much darker the clearest edges of the print are."""
    window_level: float = 235.0
    """The grey level of the window."""
    radius_sides: float = 0.55
    """So far from the middle of the face it is seen, in sides of the face,"""
    soft_px: float = 3.0
    """and over so many px of a crop it ends."""
    edge_blur_px: float = 0.6
    """Edges are seen blurred by this."""
    clear_percentile: float = 96.0
    """An edge as steep as this percentile of the face's middle is as clear as any."""


LIMITS = SheenLimits()


def with_sheen(crops: Sequence[Image]) -> list[Image]:
    """Crops (N, 64, 64, 3) BGR uint8 of faces that mirror a window, first all in one strength, then in the next: the
    print is pale, and its edges look past the window."""
    return [_mirroring(crop, share, line) for share, line in LIMITS.strengths for crop in crops]


def _mirroring(crop: Image, share: float, line: float) -> Image:
    window = LIMITS.window_level * share + crop * (1 - share) - line * _edges(crop)
    where = _upper_face(len(crop))
    return np.asarray(np.clip(crop * (1 - where) + window * where, 0, 255), np.uint8)


def _edges(crop: Image) -> Floats:
    """How clear an edge (n, n, 1) of the print there is, 0 to 1."""
    soft = cv2.GaussianBlur(crop, (0, 0), LIMITS.edge_blur_px).astype(np.float32)
    slopes = [cv2.Sobel(soft, cv2.CV_32F, *way) for way in ((1, 0), (0, 1))]
    steep = np.sqrt(sum(np.square(slope).sum(axis=2) for slope in slopes))
    inner = slice(len(crop) // 4, -(len(crop) // 4))
    clear = max(float(np.percentile(steep[inner, inner], LIMITS.clear_percentile)), 1.0)
    return np.asarray(np.clip(steep / clear, 0, 1)[..., None], np.float32)


def _upper_face(side: int) -> Floats:
    """How much of the window (n, n, 1) is seen at each px, 0 to 1."""
    y, x = np.mgrid[:side, :side] - (side - 1) / 2
    radius = LIMITS.radius_sides * side / CROPS.crop_sides
    return np.asarray(np.clip((radius - np.hypot(x, y)) / LIMITS.soft_px + 0.5, 0, 1)[..., None], np.float32)
