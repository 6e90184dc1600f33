"""A face moved to where it explains a picture best, by steps of Gauss and Newton over the numbers of a homography."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.cards.deck.geometry import Picture, homography_to_quad, image_corners, inverse, project, sides
from vision.cards.deck.templates import FacesAtWidth
from vision.reading import Doubles, Floats, Ints, Mask


@dataclass(frozen=True, slots=True)
class AlignmentLimits:
    """How far and how firmly a face is moved."""

    most_off_white: float = 0.4
    """A pixel counts no more than one that is off by this part of white: glare, fingers, what lies on top."""
    spring: float = 0.01
    """How firmly a face is held where it was first thought to lie."""
    firm_spring: float = 0.4
    """How firmly it is held in shape where it is known how the table lies."""
    far_share: float = 0.3
    """A face that would move further than this part of the card's short side has gone astray;"""
    near_share: float = 0.07
    """and this at the second look."""
    off_white: float = 0.1
    """What is off by more than this part of white counts less:"""
    firm_off_white: float = 0.05
    """where a card is held firm, less by the square of it beyond this: glare and edges of shadow would push it
    about."""
    light_ridges: tuple[float, ...] = (1e-4, 5e-3, 5e-3, 1e-3)
    """Weak pulls to no change of light: of its strength, of how that falls off either way, of what is added."""
    settled_ratio: float = 0.99
    """What still is off must shrink to this part in a step, or the face lies well enough."""


LIMITS = AlignmentLimits()


LIGHT_RIDGE = np.diag(LIMITS.light_ridges)


def align(
    picture: Picture,
    quad: Floats,
    face: int,
    close: FacesAtWidth,
    covers: Sequence[Floats] = (),
    steps: int = 10,
    far: float = LIMITS.far_share,
    firm: float = 0.0,
) -> Floats:
    """The quad moved so that the face in it explains the picture best; held `firm` it rather slides than bends."""
    to_picture = homography_to_quad(quad, close.size)
    corners, reach = quad, far * float(sides(quad).min())
    best, least = quad, np.inf
    for step in range(steps + 1):
        weights = close.mask * visible_mask(to_picture, close.size, picture, covers).reshape(-1)
        if weights.sum() < 60:
            break
        seen = picture.light(to_picture, close.size, close.blur_px)
        strayed = (image_corners(*close.size) - project(inverse(to_picture), quad)).reshape(-1)
        move, wrong = _step(close, face, seen, weights, strayed, firm)
        if wrong >= least:
            break
        settled = wrong > least * LIMITS.settled_ratio or step == steps
        best, least = corners, wrong
        to_picture = to_picture @ inverse(move)
        corners = project(to_picture, image_corners(*close.size))
        if settled or not np.isfinite(corners).all() or np.abs(corners - quad).max() > reach:
            break
    return best


def _step(
    close: FacesAtWidth, face: int, seen: Floats, weights: Floats, strayed: Floats, firm: float
) -> tuple[Doubles, float]:
    """The homography by which the face should move to fit better, and how badly it fits now (share of the variation).

    Light and motion are solved for together, in two rounds: px that are far off count less in the second. The
    corners, which `strayed` (8,) px from where they were first thought to be, weak springs hold there: a face with
    few marks would tilt freely. `firm` ones hold it in shape.
    """
    terms = close.alignment_terms(face)
    gain, residual, robust = _robust_light(terms[8:], seen, weights, firm)
    weighed = terms * robust
    normal = (weighed @ terms.T).astype(np.float64)
    normal[8:, 8:] += LIGHT_RIDGE * float(weights.sum())
    right = (weighed @ seen).astype(np.float64)
    normal[:8, :8] += np.diag(np.diag(normal)[:8]) * 1e-3 + np.eye(8) * 1e-9
    pull = float(robust.sum()) / close.size[0] ** 2
    for jacobian, hold in ((close.corner_jacobian, LIMITS.spring), (close.shape_jacobian, firm)):
        if hold:
            springs = jacobian / gain
            normal[:8, :8] += hold * pull * springs.T @ springs
            right[:8] += hold * pull * springs.T @ strayed
    p = _solved(normal, right)[:8] / gain
    move = np.array([[1 + p[0], p[1], p[2]], [p[3], 1 + p[4], p[5]], [p[6], p[7], 1]])
    return move, _unexplained_share(residual, seen, weights)


def _robust_light(lit: Floats, seen: Floats, weights: Floats, firm: float) -> tuple[float, Floats, Floats]:
    """How strong a face shows in what is `seen`, what is off then (P,), and weights (P,) of px, less where much is."""
    gains, residual = _lit(lit, seen, weights)
    robust = weights * np.minimum(1, LIMITS.off_white / np.maximum(np.abs(residual), 1e-3))
    if firm:
        gains, residual = _lit(lit, seen, robust)
        robust = weights * np.minimum(1, LIMITS.firm_off_white / np.maximum(np.abs(residual), 1e-3)) ** 2
    return max(float(gains[0]), 0.1), residual, robust


def _unexplained_share(residual: Floats, seen: Floats, weights: Floats) -> float:
    """The share of the variation of what is seen that a face leaves."""
    whole = float(weights.sum())
    middle = float(weights @ seen) / whole
    variation = float(weights @ np.minimum((seen - middle) ** 2, LIMITS.most_off_white**2)) + 1e-4 * whole
    return float(weights @ np.minimum(residual**2, LIMITS.most_off_white**2)) / variation


def _lit(lit: Floats, seen: Floats, weights: Floats) -> tuple[Doubles, Floats]:
    """How strong a face shows in what is seen (its light, how that falls off, what is added), and what is off then."""
    chosen = lit * weights
    normal = (chosen @ lit.T).astype(np.float64) + LIGHT_RIDGE * float(weights.sum())
    gains = _solved(normal, (chosen @ seen).astype(np.float64))
    return gains, np.asarray(gains.astype(np.float32) @ lit - seen, np.float32)


def _solved(normal: Doubles, right: Doubles) -> Doubles:
    """What solves a few equations (N, N), (N,): faster than numpy, which is made for many."""
    return np.asarray(cv2.solve(normal, right[:, None])[1][:, 0], np.float64)


def visible_mask(to_picture: Doubles, size: tuple[int, int], picture: Picture, covers: Sequence[Floats]) -> Mask:
    """Which px (H, W) of a card are in the picture and under none of the polygons that cover it."""
    corners = project(to_picture, image_corners(*size))
    high = (picture.width - 1, picture.height - 1)
    if not covers and (corners > 0).all() and (corners < high).all():
        return np.ones(size[::-1], bool)
    back = inverse(to_picture)
    shown = np.zeros(size[::-1], np.uint8)
    cv2.fillConvexPoly(shown, _fixed(project(back, picture.corners)), 1, shift=4)
    for cover in covers:
        cv2.fillConvexPoly(shown, _fixed(project(back, cover)), 0, shift=4)
    return shown.astype(bool)


def _fixed(points: Floats) -> Ints:
    return np.round(points.clip(-2000, 2000) * 16).astype(np.int32)
