"""The light on a print, as the paper between its figures shows it: with hard shadows across it.

Grey closing (J. Serra, *Image Analysis and Mathematical Morphology*, 1982) fills what is darker than all about it and
narrow, as print is; the edge of a shadow it leaves where it is.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.reading import Floats, Image


@dataclass(frozen=True, slots=True)
class PaperLightLimits:
    """What is print, and what is light on it."""

    widest_mm: float = 8.0
    """Print that is narrower than this is filled."""
    blur_mm: float = 0.45
    """Light varies no finer than this: the noise of a px is none."""
    least_values: float = 4.0
    """The picture value that light never falls below."""
    paper_values: float = 200.0
    """As light as this paper is where its light is undone."""
    most_share: float = 1.2
    """Nothing is more than so many times as light as paper."""


LIMITS = PaperLightLimits()


def without_shadows(picture: Image | Floats, px_per_mm: float) -> Floats:
    """A print (H, W, 3) with the light on it undone: all its paper is as light."""
    values = np.asarray(picture, np.float32)
    grey = np.asarray(cv2.transform(values, np.full((1, 3), 1 / 3)), np.float32)
    share = values / np.maximum(light_on_paper(grey, px_per_mm), LIMITS.least_values)[..., None]
    return np.asarray(np.minimum(share, LIMITS.most_share) * LIMITS.paper_values, np.float32)


def light_on_paper(grey: Floats, px_per_mm: float) -> Floats:
    """The light (H, W) on a print (H, W), picture values."""
    wide = 2 * round(LIMITS.widest_mm * px_per_mm / 2) + 1
    about = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (wide, wide))
    soft = cv2.GaussianBlur(grey, (0, 0), LIMITS.blur_mm * px_per_mm)
    return np.asarray(cv2.morphologyEx(soft, cv2.MORPH_CLOSE, about), np.float32)
