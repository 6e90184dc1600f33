"""Where else on the table cards may lie, from the lines in a picture.

Once one card is found, every corner and side that is left over says where another may lie, even if most of it is hidden
under others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.cards.deck.geometry import inside, overlap
from vision.cards.propose.card_plane import CardPlane
from vision.reading import Doubles, Floats, Image, Mask


@dataclass(frozen=True, slots=True)
class LineLimits:
    """Which lines speak for a card. Lengths are in card widths, unless the name says otherwise."""

    work_px: int = 900
    """Lines are sought in the picture shrunk to this many px on its long side."""
    most_lines: int = 160
    """So many of the longest lines are looked at."""
    short_widths: float = 0.14
    """A line shorter than this, in card widths, says nothing."""
    right_angle_deg: float = 6.0
    """Lines make a corner if they are at right angles within this."""
    corner_gap_widths: float = 0.3
    """And end as near their crossing as this, in card widths: corners are round, and lines break off."""
    beside_widths: float = 0.035
    """A line runs along a side if it is no further away,"""
    slant_deg: float = 5.0
    """and no more aslant."""
    points_a_side: int = 20
    """Points at which each side of a card is looked at."""
    long_widths: float = 0.4
    """A line this long"""
    reach_widths: float = 0.2
    """that begins this near a card"""
    aslant_deg: float = 7.0
    """and is so much aslant to its sides leads away from under it."""
    supported_share: float = 0.55
    """Least part of the sides in sight along which lines must run."""
    same_widths: float = 0.12
    """Places whose corners are all nearer than this are one."""
    visible_share: float = 0.3
    """Least part of the sides that must be in sight."""


LIMITS = LineLimits()


def straight_lines(image: Image) -> Floats:
    """The straight lines in a picture (BGR uint8): ends (N, 2, 2) in its px, the longest first."""
    scale = min(1.0, LIMITS.work_px / max(image.shape[:2]))
    light = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    if scale < 1:
        light = cv2.resize(light, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    found = cv2.createLineSegmentDetector(cv2.LSD_REFINE_STD).detect(light)[0]
    if found is None:
        return np.zeros((0, 2, 2), np.float32)
    ends = np.asarray(found, np.float32).reshape(-1, 2, 2)
    ends = (ends + 0.5) / np.float32(scale) - np.float32(0.5)
    return ends[np.argsort(-np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1))]


@dataclass(frozen=True, eq=False)
class LineHypothesis:
    """A place where lines speak for a card: `supported_share` the part of its sides in sight along
    which lines run, `visible_share` the part that is in sight."""

    quad: Floats
    supported_share: float
    visible_share: float


def hypotheses_from_lines(
    plane: CardPlane,
    ends: Floats,
    named: Sequence[Floats],
    size: tuple[int, int],
    least: float = LIMITS.supported_share,
    most: int = 50,
) -> list[LineHypothesis]:
    """Where lines that no named card (quads in px) explains speak for another, in a picture of (width, height).

    The best supported first, and none along less than `least` of whose sides lines run.
    """
    flat = plane.to_table(ends)
    taken = [_grown(plane.to_table(quad), 0.04) for quad in named]
    free = ~(inside(flat, taken).all(axis=1)) if taken else np.ones(len(flat), bool)
    flat = flat[free & (np.linalg.norm(flat[:, 1] - flat[:, 0], axis=1) > LIMITS.short_widths)][: LIMITS.most_lines]
    if len(flat) < 2:
        return []
    quads = np.concatenate([_at_corners(flat, plane.tall), _at_sides(flat, plane.tall)])
    if not len(quads):
        return []
    support, sight = _support(quads, flat, [_grown(t, -0.04) for t in taken], plane, size)
    order = np.argsort(-support * np.sqrt(sight))
    order = order[(support[order] > least) & (sight[order] > LIMITS.visible_share)]
    order, found = order[:400], list[LineHypothesis]()
    while len(order) and len(found) < most:
        quad, number = quads[order[0]], int(order[0])
        if not any(overlap(quad, other) > 0.85 for other in taken):
            found.append(LineHypothesis(plane.to_picture(quad), float(support[number]), float(sight[number])))
        gaps = [np.abs(np.roll(quads[order], turn, axis=1) - quad).max(axis=(1, 2)) for turn in (0, 2)]
        order = order[np.minimum(*gaps) >= LIMITS.same_widths]
    return found


def _grown(quad: Floats, by: float) -> Floats:
    """A quad on the table whose corners lie further out by `by` widths."""
    away = quad - quad.mean(axis=0)
    return np.asarray(quad + away / np.linalg.norm(away, axis=1, keepdims=True).clip(1e-6) * by * 1.4, np.float32)


def _at_corners(flat: Floats, tall: float) -> Floats:
    """The cards (M, 4, 2) of which two lines that meet at right angles may be the sides."""
    start, end = flat[:, 0], flat[:, 1]
    way = end - start
    length = np.linalg.norm(way, axis=1)
    way = way / length[:, None]
    cross = way[:, None, 0] * way[None, :, 1] - way[:, None, 1] * way[None, :, 0]
    i, j = np.nonzero(np.abs(cross) > np.cos(np.radians(LIMITS.right_angle_deg)))
    i, j = i[i < j], j[i < j]
    if not len(i):
        return np.zeros((0, 4, 2), np.float32)
    between = start[j] - start[i]
    t = (between[:, 0] * way[j, 1] - between[:, 1] * way[j, 0]) / cross[i, j]
    meet = start[i] + t[:, None] * way[i]
    quads = []
    for line, other in ((i, j), (j, i)):
        to_ends = np.stack([start[line] - meet, end[line] - meet], axis=1)
        far = np.linalg.norm(to_ends, axis=2)
        quads.append((to_ends[np.arange(len(line)), far.argmax(axis=1)], far.min(axis=1), line, other))
    near = (quads[0][1] < LIMITS.corner_gap_widths) & (quads[1][1] < LIMITS.corner_gap_widths)
    meet, first, second = meet[near], quads[0][0][near], quads[1][0][near]
    # the longer of the two lines tells the angle better
    l1, l2 = np.linalg.norm(first, axis=1, keepdims=True), np.linalg.norm(second, axis=1, keepdims=True)
    u1, u2 = first / l1.clip(1e-6), second / l2.clip(1e-6)
    side = np.sign(u1[:, :1] * u2[:, 1:] - u1[:, 1:] * u2[:, :1])
    turned = np.concatenate([u2[:, 1:], -u2[:, :1]], axis=1) * side
    u1 = u1 * l1 + turned * l2
    u1 = u1 / np.linalg.norm(u1, axis=1, keepdims=True).clip(1e-6)
    u2 = np.concatenate([-u1[:, 1:], u1[:, :1]], axis=1) * side
    return np.concatenate([_cards(meet, u1, u2, 1.0, tall), _cards(meet, u1, u2, tall, 1.0)])


def _cards(corner: Floats, along: Floats, down: Floats, wide: float, high: float) -> Floats:
    """Quads (M, 4, 2) clockwise from a short side, from a corner and the ways of its two sides."""
    far = corner + along * wide
    quads = np.stack([corner, far, far + down * high, corner + down * high], axis=1)
    turns = along[:, 0] * down[:, 1] - along[:, 1] * down[:, 0]
    quads[turns < 0] = quads[turns < 0][:, ::-1]
    lying = np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1) > np.linalg.norm(quads[:, 2] - quads[:, 1], axis=1) + 1e-3
    quads[lying] = np.roll(quads[lying], -1, axis=1)
    return quads.astype(np.float32)


def _at_sides(flat: Floats, tall: float) -> Floats:
    """The cards of which one line may be a whole side."""
    way = flat[:, 1] - flat[:, 0]
    length = np.linalg.norm(way, axis=1)
    quads = []
    for side, other in ((1.0, tall), (tall, 1.0)) if tall > 1.02 else ((1.0, 1.0),):
        whole = (length > 0.84 * side) & (length < 1.05 * side)
        along = way[whole] / length[whole, None]
        corner = flat[whole].mean(axis=1) - along * side / 2
        for turn in (1, -1):
            down = np.stack([-along[:, 1], along[:, 0]], axis=1) * turn
            quads.append(_cards(corner, along, down, side, other))
    return np.concatenate(quads)


def _support(
    quads: Floats, lines: Floats, hidden: Sequence[Floats], plane: CardPlane, size: tuple[int, int]
) -> tuple[Doubles, Doubles]:
    """For each quad the part of its sides in sight along which lines run, and the part that is in sight."""
    starts = quads.reshape(-1, 2)
    ways = (np.roll(quads, -1, axis=1) - quads).reshape(-1, 2)
    lengths = np.linalg.norm(ways, axis=1)
    ways = ways / lengths[:, None]
    steps = (np.arange(LIMITS.points_a_side) + 0.5) / LIMITS.points_a_side
    points = (starts[:, None] + ways[:, None] * (lengths[:, None] * steps)[..., None]).astype(np.float32)
    shape = len(quads), 4, LIMITS.points_a_side
    seen = _in_sight(points, hidden, plane, size).reshape(shape)
    supported = _along_lines(starts, ways, lengths, lines).reshape(shape) & seen
    return supported.sum(axis=(1, 2)) / np.maximum(seen.sum(axis=(1, 2)), 1), seen.mean(axis=(1, 2))


def _in_sight(points: Floats, hidden: Sequence[Floats], plane: CardPlane, size: tuple[int, int]) -> Mask:
    """Which points (..., 2) of the table are under no card and within a picture of (width, height)."""
    px = plane.to_picture(points)
    within = np.asarray(((px > 1) & (px < np.array(size) - 2)).all(axis=-1))
    return within & ~inside(points, hidden) if hidden else within


def _along_lines(starts: Floats, ways: Floats, lengths: Floats, lines: Floats) -> Mask:
    """At which of the points of each side (N, points) a line runs along it: the side begins at a start (N, 2) and goes
    its way (N, 2)."""
    line_ways = lines[:, 1] - lines[:, 0]
    line_ways = line_ways / np.linalg.norm(line_ways, axis=1, keepdims=True)
    straight = np.abs(ways @ np.stack([line_ways[:, 1], -line_ways[:, 0]])) < np.sin(np.radians(LIMITS.slant_deg))
    rows, columns = np.nonzero(straight)
    away = lines[columns] - starts[rows, None]
    off = np.abs(away[..., 0] * ways[rows, 1, None] - away[..., 1] * ways[rows, 0, None])
    close = (off.max(axis=1) < LIMITS.beside_widths * 1.6) & (off.mean(axis=1) < LIMITS.beside_widths)
    rows, away = rows[close], away[close]
    along = (away * ways[rows, None]).sum(axis=2) / lengths[rows, None]
    ends = np.round(np.sort(along, axis=1) * LIMITS.points_a_side).clip(0, LIMITS.points_a_side).astype(int)
    begun = np.zeros((len(starts), LIMITS.points_a_side + 1), np.int32)
    np.add.at(begun, (rows, ends[:, 0]), 1)
    np.add.at(begun, (rows, ends[:, 1]), -1)
    return np.asarray(np.cumsum(begun, axis=1)[:, : LIMITS.points_a_side] > 0)


def lines_leading_away(plane: CardPlane, ends: Floats, named: Sequence[Floats]) -> int:
    """How many long lines begin at a named card (quads in px) and lead away from it aslant: something lies under it.

    None of them counts where more lines are seen elsewhere: that is how the ground looks.
    """
    flat = plane.to_table(ends)
    taken = [plane.to_table(quad) for quad in named]
    way = flat[:, 1] - flat[:, 0]
    length = np.linalg.norm(way, axis=1)
    free = (length > LIMITS.long_widths) & ~inside(flat, [_grown(quad, 0.04) for quad in taken]).any(axis=1)
    near = inside(flat, [_grown(quad, LIMITS.reach_widths) for quad in taken]).any(axis=1)
    aslant = np.zeros(len(flat), bool)
    for quad in taken:
        turn = np.abs(way @ (quad[1] - quad[0])) / (length * np.linalg.norm(quad[1] - quad[0])).clip(1e-6)
        apart = np.arccos(turn.clip(0, 1))
        apart = np.minimum(apart, np.pi / 2 - apart)
        aslant |= inside(flat, [_grown(quad, LIMITS.reach_widths)]).any(axis=1) & (
            apart > np.radians(LIMITS.aslant_deg)
        )
    count = int((free & aslant).sum())
    return count if count >= int((free & ~near).sum()) else 0
