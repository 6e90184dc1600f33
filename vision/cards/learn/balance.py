"""The faces of a taught set brought into one light: a phone balances and exposes each photograph by what it happens to
see, and the lamp stands to one side of it.

Faces of one set have print in common: a border, a ground, a whole scene. Where two show the same print, their
difference is the light. Which print is the same nobody says, so the light is told robustly (iteratively reweighted
least squares, Welsch's weights, ever narrower): what two faces do not share is an outlier.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.cards.deck.geometry import image_corners
from vision.reading import Doubles, Floats, Image, Mask


@dataclass(frozen=True, slots=True)
class BalanceLimits:
    """How differently faces may be lit, and what tells it."""

    least_faces: int = 4
    """Of fewer faces nobody can say what is usual."""
    rim_share: float = 0.04
    """The outermost part of a face, which may show the ground."""
    small_px: int = 32
    """Light is told at this width."""
    dark_values: float = 10.0
    """Picture values are compared as logarithms, this above nought: dark print hardly tells the light."""
    full_values: float = 249.0
    """A px of this value in a colour may have had any more light."""
    alike_faces: int = 6
    """Each face is compared with so many that have most print in common with it,"""
    alike_log: float = 0.12
    """as far as each colour of it is as light within this (natural logarithm),"""
    least_alike_share: float = 0.2
    """if that is at least this part of the face."""
    widths_log: tuple[float, ...] = (0.14, 0.14, 0.1, 0.07, 0.05, 0.05, 0.05)
    """What is further off than this, step by step, hardly tells the light."""
    usual_light: float = 0.15
    """By how much (natural logarithm) the light on one face differs from that on another, usually, in all and to one
    side,"""
    usual_bend: float = 0.05
    """in how it falls off,"""
    usual_tint: float = 0.06
    """and from colour to colour."""
    telling_px: float = 0.02
    """Print is of one piece, and lies never quite alike: so few px tell as much as one alone would."""
    most_filled: float = 1.25
    """What was full in a colour is at most so many times lighter."""


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
    """Faces (N, H, W, 3) BGR uint8, each as it would be in the light that is usual among them."""
    if len(images) < LIMITS.least_faces:
        return images
    height, width = images.shape[1:3]
    small = LIMITS.small_px, max(round(LIMITS.small_px * height / width), 8)
    shown = np.stack([cv2.resize(image, small, interpolation=cv2.INTER_AREA) for image in images]).astype(np.float64)
    full = np.stack([cv2.resize(_full(image), small, interpolation=cv2.INTER_AREA) for image in images]) > 0
    logs = np.log(shown + LIMITS.dark_values)
    known = ~full.any(axis=3) & _within_rim(small)
    alike = _alike(logs, known)
    if not alike:
        return images
    light = _light(logs, known, alike)
    light -= light.mean(axis=0)
    there = np.stack([face / np.exp(_field(one, (width, height))) for face, one in zip(images, light, strict=True)])
    for face, image in enumerate(images):
        near = [other for one, other in alike if one == face]
        there[face] = _filled(there[face], _full(image) > 0, [there[other] for other in near])
    lightest = float(np.percentile(there, 99.9))
    return np.asarray(np.clip(there * min(1.0, 254 / lightest), 0, 255).round(), np.uint8)


def _full(image: Image) -> Image:
    """Where (H, W, 3) a face is full in a colour, 255, else 0."""
    return np.asarray((image >= LIMITS.full_values) * np.uint8(255))


def _within_rim(size: tuple[int, int]) -> Mask:
    """Which px (H, W) lie within a face's rim."""
    width, height = size
    rim = max(round(LIMITS.rim_share * width), 1)
    inside = np.zeros((height, width), bool)
    inside[rim:-rim, rim:-rim] = True
    return inside


def _alike(logs: Doubles, known: Mask) -> list[tuple[int, int]]:
    """Pairs of faces, each with those that share most print with it, in whatever light and tint."""
    pairs = []
    for face, (own, seen) in enumerate(zip(logs, known, strict=True)):
        both = known & seen
        off = logs - own
        usual = np.array(
            [
                np.median(one[there], axis=0) if there.any() else np.zeros(3)
                for one, there in zip(off, both, strict=True)
            ]
        )
        usual = usual.mean(1, keepdims=True) + np.clip(
            usual - usual.mean(1, keepdims=True), -LIMITS.usual_tint, LIMITS.usual_tint
        )
        near = (np.abs(off - usual[:, None, None, :]).max(axis=3) < LIMITS.alike_log) & both
        share = near.sum(axis=(1, 2)) / max(int(seen.sum()), 1)
        share[face] = 0.0
        best = np.argsort(-share)[: LIMITS.alike_faces]
        pairs += [(face, int(other)) for other in best if share[other] > LIMITS.least_alike_share]
    return pairs


def _terms(size: tuple[int, int]) -> Doubles:
    """How light may fall on a face (H, W, 6): evenly, to one side, and with a bend."""
    y, x = np.mgrid[-1 : 1 : size[1] * 1j, -1 : 1 : size[0] * 1j]
    return np.stack([np.ones_like(x), x, y, x * x - 1 / 3, x * y, y * y - 1 / 3], axis=2)


TINTS = np.array([[1.0, -0.5, -0.5], [0.0, 1.0, -1.0]])
"""Two ways in which the colours of light may differ."""


def _light(logs: Doubles, known: Mask, pairs: Sequence[tuple[int, int]]) -> Doubles:
    """The light on each face (N, 8): six terms of how it falls, two of its tint; logarithms."""
    height, width = logs.shape[1:3]
    fall = _terms((width, height)).reshape(-1, 1, 6)
    rows = np.concatenate(
        [np.broadcast_to(fall, (len(fall), 3, 6)), np.broadcast_to(TINTS.T, (len(fall), 3, 2))], axis=2
    )
    flat, free = logs.reshape(len(logs), -1, 3), known.reshape(len(logs), -1)
    usual = np.array([LIMITS.usual_light] * 3 + [LIMITS.usual_bend] * 3 + [LIMITS.usual_tint] * 2)
    light = np.zeros((len(logs), 8))
    weight_of = np.exp(flat.mean(axis=2) - np.log(255.0))
    for near in LIMITS.widths_log:
        normal = np.zeros((len(logs), 8, len(logs), 8))
        sums = np.zeros((len(logs), 8))
        for one, other in pairs:
            off = flat[one] - flat[other]
            left = off - rows @ (light[one] - light[other])
            weight = free[one] * free[other] * np.exp(-np.square(left).max(axis=1) / (2 * near**2))
            weight = weight * weight_of[one]
            weighed = rows * weight[:, None, None]
            square = np.einsum("pci,pcj->ij", weighed, rows) * LIMITS.telling_px / near**2
            told = np.einsum("pci,pc->i", weighed, off) * LIMITS.telling_px / near**2
            normal[one, :, one] += square
            normal[other, :, other] += square
            normal[one, :, other] -= square
            normal[other, :, one] -= square
            sums[one] += told
            sums[other] -= told
        wide = normal.reshape(light.size, light.size) + np.diag(np.tile(1 / usual**2, len(logs)))
        light = np.linalg.solve(wide, sums.reshape(-1)).reshape(light.shape)
    return np.asarray(light, np.float64)


def _field(light: Doubles, size: tuple[int, int]) -> Doubles:
    """The light (8,) on each px of a face (H, W, 3), logarithms."""
    return np.asarray((_terms(size) @ light[:6])[..., None] + light[6:] @ TINTS, np.float64)


def _filled(face: Doubles, full: Mask, alike: Sequence[Doubles]) -> Doubles:
    """A face (H, W, 3) with what was full in a colour as light as faces alike show it, in its light."""
    if not alike or not full.any():
        return face
    others = np.median(np.stack(alike), axis=0)
    return np.where(full, np.clip(others, face, face * LIMITS.most_filled), face)
