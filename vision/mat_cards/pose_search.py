"""Where on a mat a card may lie, and which of a deck's faces it shows: sought place by place, then refined."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.mat_cards.correlate import Fit, MatFaces, Pose, likeness, likeness_either_way
from vision.reading import Doubles, Floats


@dataclass(frozen=True, slots=True)
class PoseSearchLimits:
    """How a card's pose is sought."""

    most_moves: int = 4
    """How often a pose is moved by one step while that helps."""
    step_mm: float = 2.5
    """Between the places that are tried."""
    slants_deg: tuple[float, ...] = (-5.0, 0.0, 5.0)
    """So much off the straight is tried."""
    hopeless_likeness: float = 0.25
    """What is less like any face than this before its place is refined is no card: of 916 places on 12 tables none that
    came to 0.5 had been below 0.30."""
    half_likeness: float = 0.1
    """At half the scale a hopeless place is less alike by this still,"""
    most_promising: int = 80
    """and so many places are looked at again."""
    large_mm: float = 40.0
    """What is larger than a card by so much (mm) is tried in wider steps."""
    wide_step_factor: float = 1.6
    """So many times wider."""
    bare_variance_share: float = 0.04
    """What has less than this share of the variance of a deck's plainest face is no card of it, but bare table: such
    contrast alone keeps it below the likeness of a card, and of 317 cards on drawn tables none had less than 0.15."""
    room_mm: float = 4.0
    """How far beyond what changed a card's middle is sought, mm."""
    sought_share: float = 0.15
    """No card is sought where less than this share of it would be free, if it lay straight: it could not be named."""


LIMITS = PoseSearchLimits()
UNIT_MOVES = ((0, 0, 0), (1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1))


def best_poses(
    picture: Floats, free: Floats, faces: MatFaces, box: Sequence[float], turn: float, count: int, bare: bool = True
) -> list[tuple[Pose, int]]:
    """The likeliest few poses and faces of a card that lies about a box (x, y, w, h mm), upright or upside down.

    Unless `bare` none is sought where what lies there is as plain as a bare table, or hopeless.
    """
    wide, high = faces.size if turn % 180 == 0 else faces.size[::-1]
    large = max(box[2] - wide, box[3] - high) > LIMITS.large_mm
    along = _between(box[0], box[2], wide, large)
    down = _between(box[1], box[3], high, large)
    y, x = (values.ravel() for values in np.meshgrid(down, along, indexing="ij"))
    share, varies = _shown(picture, free, faces, turn, x, y)
    enough = share > LIMITS.sought_share
    if not bare:
        enough &= varies > LIMITS.bare_variance_share * faces.least_variance
    x, y = x[enough], y[enough]
    if not len(x):
        return []
    turns = [turn + slant for slant in ((0.0,) if large else LIMITS.slants_deg)]
    placements = np.concatenate([np.stack([np.full_like(x, way), np.ones_like(x), x, y], 1) for way in turns])
    placements = _promising(picture, free, faces, placements, bare)
    if not len(placements):
        return []
    fits = np.concatenate(likeness_either_way(picture, free, faces, placements))
    found: list[tuple[Pose, int]] = []
    for index in _largest(fits.ravel(), 40 * count):
        if not bare and fits.flat[index] < LIMITS.hopeless_likeness:
            break
        place, face = divmod(index, fits.shape[1])
        way, _, x_mm, y_mm = placements[place % len(placements)].tolist()
        if all(face != other for _, other in found):
            found.append((Pose(x_mm, y_mm, way + 180.0 * (place >= len(placements))), face))
    return found[:count]


def _promising(picture: Floats, free: Floats, faces: MatFaces, placements: Doubles, bare: bool) -> Doubles:
    """Those of some placements (N, 4) that are the most promising at half the scale; unless `bare` no hopeless one."""
    half, size = faces.half, (picture.shape[1] // 2, picture.shape[0] // 2)
    seen, shown = (np.asarray(cv2.resize(each, size, interpolation=cv2.INTER_AREA)) for each in (picture, free))
    fits = np.maximum(*(either.max(1) for either in likeness_either_way(seen, shown, half, placements)))
    best = _largest(fits, LIMITS.most_promising)
    least = -1.0 if bare else LIMITS.hopeless_likeness - LIMITS.half_likeness
    return placements[[index for index in sorted(best) if fits[index] >= least]]


def _largest(values: Floats, count: int) -> list[int]:
    """The indices of so many of the largest values (N), the largest first."""
    most = np.argpartition(-values, count)[:count] if len(values) > count else np.arange(len(values))
    return [int(index) for index in most[np.argsort(-values[most])]]


def _shown(
    picture: Floats, free: Floats, faces: MatFaces, turn: float, x: Doubles, y: Doubles
) -> tuple[Floats, Floats]:
    """The share of a card with its middle at each point (N, mm) that is free, and how much the colours of that vary,
    the three added up."""
    high, wide = faces.shape if turn % 180 == 0 else faces.shape[::-1]
    row, column = (
        np.clip(np.round(at * faces.scale - 0.5), 0, side - 1).astype(int)
        for at, side in zip((y, x), free.shape, strict=True)
    )
    top, left = max(int(row.min()) - high, 0), max(int(column.min()) - wide, 0)
    near = slice(top, int(row.max()) + high + 1), slice(left, int(column.max()) + wide + 1)

    def summed(values: Floats) -> Floats:
        sums = cv2.boxFilter(values, -1, (wide, high), normalize=False)
        return np.asarray(sums[row - top, column - left], np.float32)

    there = np.ascontiguousarray(free[near])
    total = summed(there) + np.float32(1e-3)
    varies = np.zeros_like(total)
    for plane in cv2.split(np.ascontiguousarray(picture[near])):
        shown = np.asarray(plane * there, np.float32)
        varies += summed(np.asarray(shown * plane, np.float32)) / total - (summed(shown) / total) ** 2
    return np.asarray(total / (wide * high), np.float32), varies


def _between(start: float, length: float, size: float, large: bool) -> list[float]:
    """Where the middle of a card of this size may lie, if what changed spans this."""
    low, high = sorted((start + size / 2, start + length - size / 2))
    return [
        float(v)
        for v in np.arange(
            low - LIMITS.room_mm,
            high + LIMITS.room_mm + 0.1,
            LIMITS.step_mm * (LIMITS.wide_step_factor if large else 1),
        )
    ]


def refined(picture: Floats, free: Floats, faces: MatFaces, pose: Pose, face: int, steps: Sequence[float]) -> Fit:
    """How well a face fits near a pose, and where it fits best, moved in steps of so many mm and twice the degrees."""
    single, known = faces.only(face), dict[Pose, float]()
    for step in steps:
        for _ in range(LIMITS.most_moves):
            near = [
                replace(pose, x=pose.x + a * step, y=pose.y + b * step, turn=pose.turn + 2 * c * step)
                for a, b, c in UNIT_MOVES
            ]
            new = [each for each in near if each not in known]
            known |= zip(new, likeness(picture, free, single, new)[:, 0].tolist(), strict=True)
            best = max(near, key=lambda each: known[each])
            if best is near[0]:
                break
            pose = best
    return known[pose], pose
