"""The colours of taught faces brought into one light: a phone balances each photograph by what it happens to see.

What faces have in common (paper, ink, a border) is found in each as its palest print. By how its three colours differ
from those of most, a face was taken too blue or too yellow.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.cards.deck.geometry import image_corners
from vision.reading import Doubles, Floats, Image


@dataclass(frozen=True, slots=True)
class BalanceLimits:
    """What of a face tells the light that it was taken in."""

    least_faces: int = 4
    """Of fewer faces nobody can say what is usual."""
    rim_share: float = 0.04
    """The outermost part of a face, which may show the ground."""
    palest_percentile: float = 93.0
    """What is lighter than this percentile of a face is its palest print,"""
    least_value: float = 70.0
    """if it is as light as this (of 255)."""
    most_tint: float = 0.3
    """A tint further (natural logarithm) from the usual one than this is the print's own."""


LIMITS = BalanceLimits()


def lie_on_grounds(quads: Sequence[Floats], pictures: Sequence[Image]) -> bool:
    """Whether most pieces lie somewhere in their pictures: photographs. What is cut to its piece was scanned or drawn,
    and all of it in one light."""
    return 2 * sum(fills(quad, image) for quad, image in zip(quads, pictures, strict=True)) < len(quads)


def fills(quad: Floats, image: Image) -> bool:
    """Whether a quad (4, 2) is all of a picture, in any order of its corners."""
    corners = image_corners(image.shape[1], image.shape[0])
    return bool(np.allclose(np.sort(quad, axis=0), np.sort(corners, axis=0)))


def balanced(images: Image) -> Image:
    """Faces (N, H, W, 3) BGR uint8 with the tint of each taken off, down to what is usual among them."""
    if len(images) < LIMITS.least_faces:
        return images
    tints = np.array([_tint(image) for image in images])
    known = ~np.isnan(tints).any(axis=1)
    if known.sum() < LIMITS.least_faces:
        return images
    off = tints - np.median(tints[known], axis=0)
    off[~known | (np.abs(off).max(axis=1) > LIMITS.most_tint)] = 0.0
    return np.asarray(np.clip(images / np.exp(off)[:, None, None, :], 0, 255).round(), np.uint8)


def _tint(face: Image) -> Doubles:
    """By how much (3, natural logarithm) each colour of a face's palest print is off their mean; NaN if all is dark."""
    rim = max(round(LIMITS.rim_share * face.shape[1]), 1)
    inner = face[rim:-rim, rim:-rim].reshape(-1, 3).astype(np.float64)
    light = inner.mean(axis=1)
    palest = inner[light >= np.percentile(light, LIMITS.palest_percentile)]
    middle = np.median(palest, axis=0)
    if middle.mean() < LIMITS.least_value:
        return np.full(3, np.nan)
    logs = np.log(middle + 1)
    return np.asarray(logs - logs.mean(), np.float64)
