"""What a table shows where nothing lies, learnt from a picture of it: for mats that nobody printed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np

from vision.frame.mat.colours import Zone, from_above
from vision.frame.mat.plane import Mat
from vision.frame.mat.printed import MatGround
from vision.reading import Image


@dataclass(frozen=True, slots=True)
class LearntGroundLimits:
    """How a ground is kept."""

    px_per_mm: float = 2.0
    """Its scale."""
    margin_mm: float = 3.0
    """So far about a piece its shadow is no ground,"""
    guessed_mm: float = 2.0
    """and what is about that tells what is under it, from so far."""


LIMITS = LearntGroundLimits()


def learnt_ground(image: Image, mat: Mat, lying: Iterable[Zone]) -> MatGround:
    """The ground of a mat in a picture (BGR uint8); under what was `lying` there (boxes, mm) it is guessed."""
    wide, deep = (float(side) for side in mat.layout["size_mm"])
    seen, scale = from_above(image, mat, (0.0, 0.0, wide, deep), LIMITS.px_per_mm), LIMITS.px_per_mm
    under, pad = np.zeros(seen.shape[:2], np.uint8), LIMITS.margin_mm
    for x, y, w, h in lying:
        left, top, right, low = (round(v * scale) for v in (x - pad, y - pad, x + w + pad, y + h + pad))
        under[max(top, 0) : max(low, 0), max(left, 0) : max(right, 0)] = 255
    if under.any():
        seen = np.asarray(cv2.inpaint(seen, under, LIMITS.guessed_mm * scale, cv2.INPAINT_TELEA), np.uint8)
    return MatGround(seen, scale)
