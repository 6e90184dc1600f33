"""Faces held against a place in a picture: moved to where they fit best, lit as it is lit there, and compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards_deck import Deck
from vision.cards_faces import COARSE, Close, Faces, dimmed, look_of
from vision.cards_shape import Floats, Picture, frame, onto, project, sides

LEVELS = (40, 64, 96)
"""Widths in px at which the likeliest are aligned and judged; the one that fits the card's size in the picture."""
CAP = 0.4
"""A pixel counts no more than one that is off by this part of white: glare, fingers, what lies on top."""
STRANGE = 0.15
"""From this part of white on, what is off says less about the light on the card."""
SPRING = 0.01
"""How firmly a face is held where it was first thought to lie."""
BLURS = (0.0, 0.8, 1.6)
SHARP = 0.9
"""A face that explains this much is no more blurred than it was taught."""
UNIT = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
TWINS, UNLIKE = 11, 0.25
"""So many faces are compared with each, and those that explain less than this part of it are not alike."""
ALIKE = 40
"""Working width in px at which faces are aligned with each other."""
FAR, NEAR = 0.3, 0.07
"""A face that would move further than this part of the card's short side has gone astray; at the second look."""


@dataclass(frozen=True, eq=False)
class Fit:
    """A face held against a place in the picture, P px.

    `quad` is where; `fit` the share of what is seen there that the face explains, at most 1; `drawn` (P, 3) the face's
    look in the light there and `seen` the picture's; `weights` (P,) 1 where it is in sight.
    """

    face: int
    quad: Floats
    fit: float
    drawn: Floats
    seen: Floats
    weights: Floats

    @property
    def seen_part(self) -> float:
        """The part of the card that is in sight."""
        return float(self.weights.mean())


def level_of(quad: Floats) -> int:
    """The working width for a card of that size in the picture."""
    length = sides(quad)
    width = min(length[0] + length[2], length[1] + length[3]) / 2
    return max((level for level in LEVELS if level <= 1.15 * width), default=LEVELS[0])


def in_sight(
    to_picture: NDArray[np.float64], size: tuple[int, int], picture: Picture, covers: Sequence[Floats]
) -> NDArray[np.bool_]:
    """Which px (H, W) of a card are in the picture and under none of the polygons that cover it."""
    corners = project(to_picture, frame(*size))
    high = (picture.width - 1, picture.height - 1)
    if not covers and (corners > 0).all() and (corners < high).all():
        return np.ones(size[::-1], bool)
    back = np.linalg.inv(to_picture)
    shown = np.zeros(size[::-1], np.uint8)
    cv2.fillConvexPoly(shown, _fixed(project(back, picture.frame)), 1, shift=4)
    for cover in covers:
        cv2.fillConvexPoly(shown, _fixed(project(back, cover)), 0, shift=4)
    return shown.astype(bool)


def _fixed(points: Floats) -> NDArray[np.int32]:
    return np.round(points.clip(-2000, 2000) * 16).astype(np.int32)


def align(
    picture: Picture,
    quad: Floats,
    face: int,
    faces: Faces,
    width: int,
    covers: Sequence[Floats] = (),
    steps: int = 10,
    far: float = FAR,
) -> Floats:
    """The quad moved so that the face in it explains the picture best, by steps of Gauss and Newton."""
    close = faces.close(width)
    to_picture = onto(quad, close.size)
    reach = far * float(sides(quad).min())
    best, least = quad, np.inf
    for _ in range(steps + 1):
        weights = close.mask * in_sight(to_picture, close.size, picture, covers).reshape(-1)
        if weights.sum() < 60:
            break
        seen = dimmed(picture.warp(to_picture, close.size))
        strayed = (frame(*close.size) - project(np.linalg.inv(to_picture), quad)).reshape(-1)
        step, wrong = _step(close, face, seen, weights, strayed)
        corners = project(to_picture, frame(*close.size))
        if wrong > least * 0.995:
            if wrong < least:
                best = corners
            break
        best, least = corners, wrong
        to_picture = to_picture @ np.linalg.inv(step)
        corners = project(to_picture, frame(*close.size))
        if not np.isfinite(corners).all() or np.abs(corners - quad).max() > reach:
            break
    return best


def _step(close: Close, face: int, seen: Floats, weights: Floats, strayed: Floats) -> tuple[NDArray[np.float64], float]:
    """The homography by which the face should move to fit better, and how badly it fits now (share of the variation).

    Light and motion are solved for together, in two rounds: px that are far off count less in the second. The
    corners, which `strayed` (8,) px from where they were first thought to be, weak springs hold there: a face with
    few marks would tilt freely.
    """
    light, across = close.light[face], close.across
    terms = np.empty((len(light), 12), np.float32)
    terms[:, :8] = close.slopes_of(face)
    terms[:, 8] = light
    terms[:, 9:11] = light[:, None] * across
    terms[:, 11] = 1
    ridge = np.diag([0.0] * 8 + [1e-4, 5e-3, 5e-3, 1e-3]) * float(weights.sum())
    lit = terms[:, 8:]
    chosen = lit * weights[:, None]
    normal = (chosen.T @ lit).astype(np.float64) + ridge[8:, 8:]
    gains = np.linalg.solve(normal, (chosen.T @ seen).astype(np.float64))
    off = lit @ gains.astype(np.float32) - seen
    robust = weights * np.minimum(1, 0.1 / np.maximum(np.abs(off), 1e-3))
    middle = float((weights * seen).sum() / weights.sum())
    wrong = float((weights * np.minimum(off**2, CAP**2)).sum())
    wrong /= float((weights * np.minimum((seen - middle) ** 2, CAP**2)).sum()) + 1e-4 * float(weights.sum())
    gain = max(float(gains[0]), 0.1)
    weighed = terms * robust[:, None]
    normal = (weighed.T @ terms).astype(np.float64) + ridge
    right = (weighed.T @ seen).astype(np.float64)
    pull = SPRING * float(robust.sum()) / close.size[0] ** 2
    springs = close.springs / gain
    normal[:8, :8] += pull * springs.T @ springs + np.diag(np.diag(normal)[:8]) * 1e-3 + np.eye(8) * 1e-9
    right[:8] += pull * springs.T @ strayed
    p = np.linalg.solve(normal, right)[:8] / gain
    return np.array([[1 + p[0], p[1], p[2]], [p[3], 1 + p[4], p[5]], [p[6], p[7], 1]]), wrong


@dataclass(frozen=True, eq=False)
class View:
    """What lies in a quad of a picture: its look (P, 3) at a working width, and what of it is in sight (P,)."""

    quad: Floats
    look: Floats
    weights: Floats


def view(picture: Picture, quad: Floats, close: Close, covers: Sequence[Floats] = ()) -> View:
    """What lies in a quad, as far as it is in the picture and under none of the `covers`."""
    to_picture = onto(quad, close.size)
    weights = close.mask * in_sight(to_picture, close.size, picture, covers).reshape(-1)
    return View(quad, look_of(picture.warp(to_picture, close.size), weights), weights)


def held(seen: View, chosen: Sequence[int], close: Close, blur: float = 0.0) -> list[Fit]:
    """Some faces held against one place, blurred by so many px of the working width as the picture is.

    Light may fall off over the card; glare counts no more than `CAP`.
    """
    drawn = close.blurred(chosen, blur) * seen.weights[:, None]
    light = _light(drawn, seen.look, close, np.ones(drawn.shape[:2], np.float32))
    off = _squares(drawn * light[:, :, None] - seen.look)
    light = _light(drawn, seen.look, close, np.minimum(1, STRANGE / np.sqrt(off).clip(1e-6)))
    drawn = drawn * light[:, :, None]
    wrong = np.minimum(_squares(drawn - seen.look), CAP**2).sum(axis=1)
    whole = float(np.minimum(_squares(seen.look), CAP**2).sum()) + 1e-5 * len(seen.look)
    return [
        Fit(face, seen.quad, 1 - float(w) / whole, d, seen.look, seen.weights)
        for face, w, d in zip(chosen, wrong, drawn, strict=True)
    ]


def _squares(looks: Floats) -> Floats:
    """The squares (..., P) of looks (..., P, 3), summed over what a px shows."""
    return np.asarray(np.einsum("...c,...c->...", looks, looks), np.float32)


def _light(drawn: Floats, look: Floats, close: Close, trust: Floats) -> Floats:
    """How strong each of some faces (K, P, 3) shows in a look (P, 3): (K, P), even or falling off to one side."""
    both = np.einsum("kpc,pc->kp", drawn, look) * trust
    own = _squares(drawn) * trust
    terms = np.concatenate([np.ones_like(close.across[:, :1]), close.across], axis=1)
    pairs = (terms[:, :, None] * terms[:, None, :]).reshape(len(terms), -1)
    normal = (own @ pairs).reshape(-1, 3, 3).astype(np.float64)
    ridge = np.diag([1e-4, 0.1, 0.1]) * (own.sum(axis=1)[:, None, None] + 1e-6)
    shares = np.linalg.solve(normal + ridge, (both @ terms).astype(np.float64)[:, :, None])[:, :, 0]
    shares[:, 0] = shares[:, 0].clip(0.02)
    return np.asarray((shares @ terms.T).clip(0), np.float32)


def blur_of(seen: View, face: int, close: Close) -> float:
    """By how many px the picture is blurred where a face lies: what it is like most."""
    if held(seen, [face], close)[0].fit > SHARP:
        return 0.0
    return max(BLURS, key=lambda blur: held(seen, [face], close, blur)[0].fit)


def alike(face: int, faces: Faces) -> tuple[tuple[int, Floats | None], ...]:
    """The faces that a face may be mistaken for, and where each lies when it lies on a unit square (None: just there).

    Pictures that taught them are never cut quite alike: held just there, thin lines would miss each other.
    """
    if face not in faces.alike:
        close, picture = faces.close(ALIKE), Picture(faces.deck.images[face])
        rough = faces.close(COARSE)
        likeness = rough.likeness(rough.looks[face], rough.mask)
        others = [o for o in np.argsort(-likeness)[:TWINS].tolist() if faces.names[o] != faces.names[face]]
        found: list[tuple[float, int, Floats | None]] = []
        for other in others:
            moved = align(picture, picture.frame, other, faces, ALIKE)
            moved = align(picture, moved, other, faces, LEVELS[-1], (), 6, NEAR)
            before, after = (held(view(picture, q, close), [other], close)[0].fit for q in (picture.frame, moved))
            unit = np.asarray((moved + 0.5) / (picture.width, picture.height), np.float32)
            if max(before, after) > UNLIKE:
                found.append((max(before, after), other, unit if after > before + 0.02 else None))
        found.sort(key=lambda one: -one[0])
        faces.alike[face] = tuple((other, unit) for _, other, unit in found)
    return faces.alike[face]


def with_twins(deck: Deck) -> Deck:
    """The deck, knowing which of its faces are alike: what is worth the time when it is taught."""
    faces = Faces(deck)
    return replace(deck, twins={face: alike(face, faces) for face in range(len(deck.cards))})


def beside(quad: Floats, unit: Floats | None) -> Floats:
    """Where a face lies whose place on a unit square is given, if that square lies in a quad."""
    if unit is None:
        return quad
    to_quad = cv2.getPerspectiveTransform(UNIT, np.asarray(quad, np.float32))
    return project(to_quad, unit)


def lead(one: Fit, other: Fit) -> float:
    """How much more a picture is like the first face than the second where they differ: 1 (just it) to -1.

    Each face is held against the picture where it fits best: the px of both are those of the card.
    """
    weights = one.weights * other.weights
    apart = float(_squares(one.drawn - other.drawn) @ weights)
    if apart < 1e-6:
        return 0.0
    ours, theirs = (np.minimum(_squares(f.drawn - f.seen), CAP**2) @ weights for f in (one, other))
    return float(theirs - ours) / apart
