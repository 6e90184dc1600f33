"""Where things of a card's shape and size lie in a mask: laid out on the table's plane, where all are of one size.

Cards that touch or overlap make one piece of the mask. The best rectangle is taken out of it, then the next.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.cards.deck.geometry import grown
from vision.cards.propose.card_plane import CardPlane
from vision.cards.propose.unexplained_print import filled
from vision.reading import Doubles, Floats, Mask


@dataclass(frozen=True, slots=True)
class CardShapeLimits:
    """What has a card's shape."""

    px_per_width: float = 10.0
    """The plane is looked at with so many px for a card's width,"""
    most_px: int = 520
    """or fewer, if the table is large."""
    turn_degrees: int = 12
    """Cards are laid in at turns of this."""
    ring_share: float = 0.16
    """About a card so wide a ring (of its width) is none of it,"""
    ring_weight: float = 0.5
    """which counts this much beside the card itself."""
    hidden_weight: float = 0.3
    """What is hidden of a card counts so much against it."""
    least_filled: float = 0.8
    """So much of a card that lies under no other is of the mask,"""
    least_score: float = 0.55
    """and its part less that of the ring, weighed, is this."""
    least_seen: float = 0.45
    """A card of which less than this lies under no other is not sought."""
    fit_steps: tuple[tuple[float, float], ...] = ((0.05, 4.0), (0.025, 2.0), (0.0125, 1.0))
    """A card that was laid in is moved and turned by steps of so many widths and degrees,"""
    most_fits: int = 5
    """of each size so often at most, as long as it fits better."""
    most_cards: int = 24
    """So many are taken out at most."""


LIMITS = CardShapeLimits()


@dataclass(frozen=True, eq=False)
class _Layout:
    """The table's plane as a picture: `to_px` (3, 3) takes px of the photograph to px of it, `scale` px a width."""

    to_px: Doubles
    size: tuple[int, int]
    scale: float


def card_shapes(mask: Mask, covered: Mask, picture_scale: float, plane: CardPlane) -> list[Floats]:
    """Quads (4, 2), in px of the picture and from a short side, of the cards' shapes that a mask (H, W) is made of.

    The mask is that of the picture shrunk to `picture_scale`; what is `covered` (H, W) may hide parts of them.
    """
    layout = _layout(mask.shape[1] / picture_scale, mask.shape[0] / picture_scale, plane)
    if layout is None:
        return []
    shrunk = layout.to_px @ np.diag([1 / picture_scale, 1 / picture_scale, 1])
    free, hidden = (cv2.warpPerspective(part.astype(np.float32), shrunk, layout.size) for part in (mask, covered))
    back = np.asarray(np.linalg.inv(layout.to_px), np.float64)
    return [_project(back, corners) for corners in _taken_out(free * (1 - hidden), hidden, layout.scale, plane.tall)]


def fitted(mask: Mask, covered: Mask, picture_scale: float, plane: CardPlane, quad: Floats) -> Floats:
    """The quad of a shape, moved and turned on the table to where it fits the mask best (see `card_shapes`)."""
    best, most = quad, _fit(mask, covered, picture_scale, quad)
    for width, turn in LIMITS.fit_steps:
        for _ in range(LIMITS.most_fits):
            moves = [(width, 0.0, 0.0), (-width, 0.0, 0.0), (0.0, width, 0.0), (0.0, -width, 0.0)]
            moves += [(0.0, 0.0, turn), (0.0, 0.0, -turn)]
            tried = [plane.moved(best, *move) for move in moves]
            fits = [_fit(mask, covered, picture_scale, each) for each in tried]
            if max(fits) <= most:
                break
            best, most = tried[int(np.argmax(fits))], max(fits)
    return best


def _fit(mask: Mask, covered: Mask, picture_scale: float, quad: Floats) -> float:
    """How well a card fits a mask: its px of the mask less those that are not, and less those of it in a ring about it,
    weighed; as a part of all its px."""
    small = (quad + 0.5) * picture_scale - 0.5
    about = grown(small, 2 * LIMITS.ring_share)
    (left, top), (right, low) = np.floor(about.min(axis=0)).astype(int), np.ceil(about.max(axis=0)).astype(int)
    there = slice(max(top, 0), max(low + 1, 1)), slice(max(left, 0), max(right + 1, 1))
    here, free = mask[there], ~covered[there]
    card, both = (filled(here.shape, [each - (there[1].start, there[0].start)]) for each in (small, about))
    inner, ring = here[card & free], here[both & ~card & free]
    return float(2 * inner.sum() - len(inner) - LIMITS.ring_weight * ring.sum()) / max(float(card.sum()), 1.0)


def _layout(width: float, height: float, plane: CardPlane) -> _Layout | None:
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]])
    whole = np.column_stack([corners, np.ones(4)]) @ plane.homography.T
    if (whole[:, 2] < 1e-3 * np.abs(whole[:, 2]).max()).any():
        return None  # the horizon is in the picture: no plane that cards were found on
    flat = whole[:, :2] / whole[:, 2:]
    low, span = flat.min(axis=0), np.ptp(flat, axis=0)
    scale = min(LIMITS.px_per_width, LIMITS.most_px / float(span.max()))
    shift = np.array([[scale, 0, -low[0] * scale], [0, scale, -low[1] * scale], [0, 0, 1]])
    size = np.ceil(span * scale).astype(int).tolist()
    return _Layout(shift @ plane.homography, (size[0], size[1]), scale)


def _taken_out(free: Floats, hidden: Floats, scale: float, tall: float) -> list[Floats]:
    """The corners (4, 2) of the rectangles that a mask is made of, the clearest first; what is `hidden` may be any."""
    turns = range(0, 180, LIMITS.turn_degrees)
    kernels = [_kernel(scale, tall, turn) for turn in turns]
    scores = np.stack([_score(free, hidden, *kernel) for kernel in kernels])
    reach = len(kernels[0][0])
    found: list[Floats] = []
    while len(found) < LIMITS.most_cards:
        turn, y, x = (int(n) for n in np.unravel_index(int(scores.argmax()), scores.shape))
        if scores[turn, y, x] < LIMITS.least_score:
            break
        corners = _corners(scale, tall, turns[turn]) + np.array([x, y])
        inside = np.zeros(free.shape, np.uint8)
        cv2.fillConvexPoly(inside, np.round(corners * 16).astype(np.int32), 1, shift=4)
        free, hidden = free * (1 - inside), np.maximum(hidden, inside)
        found.append(np.asarray(corners, np.float32))
        near = _window(y, reach, len(free)), _window(x, reach, free.shape[1])
        wide = _window(y, 2 * reach, len(free)), _window(x, 2 * reach, free.shape[1])
        inner = tuple(slice(n.start - w.start, n.stop - w.start) for n, w in zip(near, wide, strict=True))
        for number, kernel in enumerate(kernels):
            scores[(number, *near)] = _score(free[wide], hidden[wide], *kernel)[inner]
    return found


def _window(middle: int, reach: int, length: int) -> slice:
    return slice(max(middle - reach, 0), min(middle + reach + 1, length))


def _score(free: Floats, hidden: Floats, card: Floats, ring: Floats) -> Floats:
    """How well a card lies at each px (H, W): the part of it that is of the mask, less that of the ring about it."""
    inner, outer = float(card.sum()), float(ring.sum())
    filled, under = (_sum(part, card) / inner for part in (free, hidden))
    about, beside = (_sum(part, ring) / outer for part in (free, hidden))
    part = filled / np.maximum(1 - under, 1e-3)
    around = about / np.maximum(1 - beside, 0.25)
    fits = (part > LIMITS.least_filled) & (under < 1 - LIMITS.least_seen)
    return np.where(fits, part - LIMITS.ring_weight * around - LIMITS.hidden_weight * under, 0).astype(np.float32)


def _sum(part: Floats, kernel: Floats) -> Floats:
    return np.asarray(cv2.filter2D(part, cv2.CV_32F, kernel, borderType=cv2.BORDER_CONSTANT), np.float32)


def _kernel(scale: float, tall: float, turn: int) -> tuple[Floats, Floats]:
    """A card and the ring about it (K, K), float32 0 or 1, turned by some degrees."""
    reach = int(np.ceil(scale * (np.hypot(1, tall) / 2 + LIMITS.ring_share))) + 1
    both = []
    for more in (0.0, LIMITS.ring_share):
        drawn = np.zeros((2 * reach + 1, 2 * reach + 1), np.uint8)
        corners = _corners(scale, tall, turn, more) + reach
        cv2.fillConvexPoly(drawn, np.round(corners * 16).astype(np.int32), 1, shift=4)
        both.append(np.asarray(drawn, np.float32))
    return both[0], both[1] - both[0]


def _corners(scale: float, tall: float, turn: int, more: float = 0.0) -> Doubles:
    """The corners (4, 2) of a card about the origin, from a short side, larger by `more` widths on each side."""
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    half = np.array([0.5 + more, 0.5 * tall + more]) * scale
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
    return np.asarray(corners @ np.array([[c, s], [-s, c]]), np.float64)


def _project(homography: Doubles, points: Floats) -> Floats:
    whole = np.column_stack([points, np.ones(len(points))]) @ homography.T
    return np.asarray(whole[:, :2] / whole[:, 2:], np.float32)
