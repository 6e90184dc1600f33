"""The faces of a taught set brought into one light: a phone balances and exposes each photograph by what it happens to
see, and the lamp stands to one side of it.

Faces of one set have print in common: a border, a ground, a whole scene. Where two show the same print, their
difference is the light. Which print is the same nobody says, so the light is told robustly (iteratively reweighted
least squares, Welsch's weights, ever narrower): what two faces do not share is an outlier. The light's tint changes
light and dark print alike; where two faces differ in tint so, it is the lamp, else it is the print's own hue. Where
too few faces tell, the palest print does, if it is paper that they have in common.
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
    small_px: int = 64
    """Light is told at this width."""
    dark_values: float = 10.0
    """Picture values are compared as logarithms, this above nought: dark print hardly tells the light."""
    full_values: float = 249.0
    """A px of this value in a colour may have had any more light."""
    alike_faces: int = 6
    """Each face is compared with so many that have most print in common with it,"""
    alike_log: float = 0.12
    """as far as it is as light within this (natural logarithm),"""
    least_alike_share: float = 0.2
    """if that is at least this part of the face."""
    widths_log: tuple[float, ...] = (0.14, 0.14, 0.1, 0.07, 0.05, 0.05, 0.05)
    """What is further off than this, step by step, hardly tells the light."""
    usual_light: float = 0.15
    """By how much (natural logarithm) the light on one face differs from that on another, usually, in all and to one
    side,"""
    usual_bend: float = 0.05
    """and in how it falls off."""
    telling_px: float = 0.005
    """Print is of one piece, and lies never quite alike: so few px tell as much as one alone would."""
    detail_px: int = 3
    """Print is the same where it varies alike over so many px (normalised correlation),"""
    least_correlation: float = 0.85
    """more so than this,"""
    least_detail_log: float = 0.06
    """and by more than this: even ground and gradients are alike on faces that share nothing."""
    even_weight: float = 0.05
    """Where print is not seen to be the same, it tells so much of what it does where it is."""
    full_weight: float = 0.3
    """A px that is full in a colour tells so much of one that is not."""
    one_tint_log: float = 0.04
    """Two faces differ in tint by their light if the differences of their colours are alike within this,"""
    one_tint_share: float = 0.75
    """over this part of the print that they share,"""
    least_range_log: float = 0.4
    """and over print of which some is so much lighter than other print."""
    usual_tint: float = 0.08
    """By how much the colours of light differ from face to face, usually; what a pair tells of it is worth as much as
    one measurement this exact:"""
    tint_error: float = 0.02
    least_told_share: float = 0.5
    """If fewer faces than this part share print with others in that way, their palest print tells:"""
    palest_percentile: float = 93.0
    """what is lighter than this percentile of a face,"""
    least_value: float = 70.0
    """if it is as light as this (of 255)."""
    most_spread: float = 0.12
    """It is common paper if half of the tints are within this of the usual one."""
    most_tint: float = 0.3
    """A tint further from the usual one than this is the print's own."""
    most_filled: float = 1.25
    """What was full in a colour is at most so many times lighter,"""
    same_print_log: float = 0.2
    """where no other colour of it is off by more than this."""


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
    told = np.where(full.any(axis=3), LIMITS.full_weight, 1.0) * _within_rim(small)
    greys = np.log(shown.mean(axis=3) + LIMITS.dark_values)
    alike = _alike(greys, told > 0)
    light = _light(greys, told, alike)
    flat = logs - (_terms(small) @ light.T).transpose(2, 0, 1)[..., None]
    tints = _tints(flat, told == 1, alike)
    tints = _tints_of_paper(shown) if tints is None else tints
    light, tints = light - np.median(light, axis=0), tints - np.median(tints, axis=0)
    fields = (_terms((width, height)) @ light.T).transpose(2, 0, 1)[..., None]
    there = images / np.exp(fields + tints[:, None, None, :])
    lit = there.copy()
    for face, image in enumerate(images):
        near = [lit[other] for one, other in alike if one == face]
        there[face] = _filled(lit[face], _full(image) > 0, near)
    lightest = float(np.median(np.percentile(there, 99.5, axis=(1, 2, 3))))
    return np.asarray(np.clip(there * min(1.0, 254 / max(lightest, 1.0)), 0, 255).round(), np.uint8)


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


def _alike(greys: Doubles, known: Mask) -> list[tuple[int, int]]:
    """Pairs of faces, each with those that share most print with it, in whatever light: told from light alone (N, H,
    W), logarithms. One even ground says nothing: the ground of the other may be darker."""
    pairs = []
    for face, (own, seen) in enumerate(zip(greys, known, strict=True)):
        both = known & seen
        off = greys - own
        usual = np.array([np.median(one[there]) if there.any() else 0.0 for one, there in zip(off, both, strict=True)])
        near = (np.abs(off - usual[:, None, None]) < LIMITS.alike_log) & both
        share = near.sum(axis=(1, 2)) / max(int(seen.sum()), 1)
        share[face] = 0.0
        shares = [other for other in np.argsort(-share).tolist() if share[other] > LIMITS.least_alike_share]
        pairs += [(face, other) for other in shares if _ranges(own[near[other]])][: LIMITS.alike_faces]
    return pairs


def _ranges(light: Doubles) -> bool:
    """Whether print is lighter and darker by enough for its light to be told from its ink."""
    darkest, lightest = np.percentile(light, (2, 98))
    return bool(lightest - darkest > LIMITS.least_range_log)


def _terms(size: tuple[int, int]) -> Doubles:
    """How light may fall on a face (H, W, 6): evenly, to one side, and with a bend."""
    y, x = np.mgrid[-1 : 1 : size[1] * 1j, -1 : 1 : size[0] * 1j]
    return np.stack([np.ones_like(x), x, y, x * x - 1 / 3, x * y, y * y - 1 / 3], axis=2)


def _light(greys: Doubles, told: Doubles, pairs: Sequence[tuple[int, int]]) -> Doubles:
    """The light on each face (N, 6): how it falls, see `_terms`; logarithms."""
    height, width = greys.shape[1:]
    terms = _terms((width, height)).reshape(-1, 6)
    flat, free = greys.reshape(len(greys), -1), told.reshape(len(greys), -1)
    usual = np.array([LIMITS.usual_light] * 3 + [LIMITS.usual_bend] * 3)
    light = np.zeros((len(greys), 6))
    same = {(one, other): _same_detail(greys[one], greys[other]).reshape(-1) for one, other in pairs}
    for near in LIMITS.widths_log:
        normal, sums = np.zeros((len(greys), 6, len(greys), 6)), np.zeros((len(greys), 6))
        for one, other in pairs:
            off = flat[one] - flat[other]
            left = off - terms @ (light[one] - light[other])
            weight = free[one] * free[other] * same[one, other]
            weight *= np.exp(flat[one] - np.log(255) - np.square(left / near) / 2)
            weighed = terms * (weight * LIMITS.telling_px / near**2)[:, None]
            square, seen = weighed.T @ terms, weighed.T @ off
            for mine, its in ((one, other), (other, one)):
                normal[mine, :, mine] += square
                normal[mine, :, its] -= square
            sums[one] += seen
            sums[other] -= seen
        whole = normal.reshape(light.size, light.size) + np.diag(np.tile(1 / usual**2, len(greys)))
        light = np.asarray(np.linalg.solve(whole, sums.reshape(-1)), np.float64).reshape(light.shape)
    return np.asarray(light, np.float64)


def _same_detail(one: Doubles, other: Doubles) -> Doubles:
    """How much (H, W) the light of two faces tells about each px of how they are lit: most where both vary alike."""
    side = (LIMITS.detail_px, LIMITS.detail_px)
    mean, its_mean = (cv2.boxFilter(light, -1, side) for light in (one, other))
    varies, its_varies = (
        np.maximum(cv2.boxFilter(light * light, -1, side) - middle * middle, 0)
        for light, middle in ((one, mean), (other, its_mean))
    )
    together = cv2.boxFilter(one * other, -1, side) - mean * its_mean
    correlation = together / np.sqrt(varies * its_varies + LIMITS.least_detail_log**4)
    same = np.clip((correlation - LIMITS.least_correlation) / (1 - LIMITS.least_correlation), 0, 1)
    near = cv2.dilate(same, np.ones((3, 3), np.uint8))
    return np.asarray(LIMITS.even_weight + (1 - LIMITS.even_weight) * near, np.float64)


def _tints(logs: Doubles, known: Mask, pairs: Sequence[tuple[int, int]]) -> Doubles | None:
    """By how much (N, 3) each colour of the light on a face is off their mean: logarithms. None if too few faces tell.

    `logs` (N, H, W, 3) are those of the faces in one light but for its tint.
    """
    between = {pair: _tint_between(logs[pair[0]], logs[pair[1]], known[pair[0]] & known[pair[1]]) for pair in pairs}
    telling = {pair: tint for pair, tint in between.items() if tint is not None}
    if len({face for pair in telling for face in pair}) < LIMITS.least_told_share * len(logs):
        return None
    normal, sums = np.eye(len(logs)) / LIMITS.usual_tint**2, np.zeros((len(logs), 3))
    for (one, other), tint in telling.items():
        normal[[one, other], [one, other]] += 1 / LIMITS.tint_error**2
        normal[[one, other], [other, one]] -= 1 / LIMITS.tint_error**2
        sums[one] += tint / LIMITS.tint_error**2
        sums[other] -= tint / LIMITS.tint_error**2
    return np.asarray(np.linalg.solve(normal, sums), np.float64)


def _tints_of_paper(shown: Doubles) -> Doubles:
    """The same (N, 3) by the palest print of small faces (N, H, W, 3); 0 where that is no paper they have in common."""
    inner = shown[:, _within_rim(shown.shape[2:0:-1])]
    light = inner.mean(axis=2)
    palest = [face[own >= np.percentile(own, LIMITS.palest_percentile)] for face, own in zip(inner, light, strict=True)]
    middles = np.array([np.median(some, axis=0) for some in palest])
    logs = np.log(middles + 1)
    tints = logs - logs.mean(axis=1, keepdims=True)
    off = tints - np.median(tints, axis=0)
    far = np.abs(off).max(axis=1)
    off[(far > LIMITS.most_tint) | (middles.mean(axis=1) < LIMITS.least_value)] = 0.0
    return np.asarray(off if np.median(far) < LIMITS.most_spread else np.zeros_like(off), np.float64)


def _tint_between(one: Doubles, other: Doubles, known: Mask) -> Doubles | None:
    """By how much (3,) the colours of the light on a face (H, W, 3) are off those on another; None if their print is
    what differs, or too little of it tells."""
    off, light = (one - other)[known], one[known].mean(axis=1)
    shared = np.abs(off.mean(axis=1)) < LIMITS.alike_log
    if shared.sum() < LIMITS.least_alike_share * known.size:
        return None
    hues = off[shared] - off[shared].mean(axis=1, keepdims=True)
    tint = np.median(hues, axis=0)
    same = np.abs(hues - tint).max(axis=1) < LIMITS.one_tint_log
    if same.mean() < LIMITS.one_tint_share:
        return None
    return np.asarray(tint) if _ranges(light[shared][same]) else None


def _filled(face: Doubles, full: Mask, alike: Sequence[Doubles]) -> Doubles:
    """A face (H, W, 3) in which what was full in a colour is as light as the faces alike show it, in its light: where
    they show its other colours about as it does, so that theirs is the same print."""
    if not alike or not full.any():
        return face
    others = np.median(np.stack(alike), axis=0)
    off = np.abs(np.log((others + LIMITS.dark_values) / (face + LIMITS.dark_values)))
    same = np.where(full, 0, off).max(axis=2, keepdims=True) < LIMITS.same_print_log
    return np.where(full & same, np.clip(others, face, face * LIMITS.most_filled), face)
