"""How soft a picture is, told from its own clearest edges: print of any kind has some."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.reading import Floats, Image


@dataclass(frozen=True, slots=True)
class SharpnessLimits:
    """Which edges tell how soft a picture is."""

    fine_px: float = 0.7
    """Edges are seen blurred by this,"""
    broad_px: float = 1.6
    """and by this: the softer an edge is, the less the second takes from it."""
    rim_px: int = 6
    """The outermost part of a picture, where the ground may show, tells nothing."""
    clear_percentile: float = 99.8
    """An edge is clear beside this percentile of all slopes (a figure on soft art is a small part of a card),"""
    clear_share: float = 0.6
    """if it is as steep as this part of it."""
    least_values: float = 4.0
    """A picture without any steeper slope than this (values a px) has no edge that tells."""
    sharpest_percentile: float = 25.0
    """The picture is as soft as this percentile of its clear edges: some print is soft by itself."""


LIMITS = SharpnessLimits()


def softness(image: Image) -> float:
    """By how many px (the deviation of a Gaussian) a picture (BGR uint8) is blurred, in the worse of both directions.

    A hand that shook blurs only one. What shows no edge at all is not called soft: 0.
    """
    fine, broad = (
        cv2.GaussianBlur(image, (0, 0), blur).astype(np.float32) for blur in (LIMITS.fine_px, LIMITS.broad_px)
    )
    return max(_softness_along(fine, broad, axis) for axis in (0, 1))


def _softness_along(fine: Floats, broad: Floats, axis: int) -> float:
    """The blur across edges along one axis: that of the sharpest of the clear ones."""
    inner = slice(LIMITS.rim_px, -LIMITS.rim_px)
    slopes, less = (np.abs(np.diff(picture, axis=axis)).max(axis=2)[inner, inner] for picture in (fine, broad))
    if slopes.max(initial=0.0) < LIMITS.least_values:
        return 0.0
    clear = slopes >= LIMITS.clear_share * np.percentile(slopes, LIMITS.clear_percentile)
    clear &= slopes >= cv2.dilate(slopes, np.ones((3, 1) if axis == 0 else (1, 3), np.uint8))
    ratio = np.square(slopes[clear] / np.maximum(less[clear], 1e-3)).clip(1.0001)
    blur = np.sqrt(((LIMITS.broad_px**2 - ratio * LIMITS.fine_px**2) / (ratio - 1)).clip(0))
    return float(np.percentile(blur, LIMITS.sharpest_percentile))
