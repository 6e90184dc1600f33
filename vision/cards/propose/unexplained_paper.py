"""Paper like that of the cards that were found, where none was found: a card may lie there that could not be read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.cards.deck.geometry import area, grown
from vision.cards.propose.unexplained_print import UnexplainedPrint
from vision.reading import Floats, Image, Mask


@dataclass(frozen=True, slots=True)
class PaperLimits:
    """What is paper like that of the cards. Sizes of rings are in parts of a card."""

    rim_outer: float = 0.97
    """Within this part of a card lies its rim,"""
    rim_inner: float = 0.88
    """and beyond this."""
    white_percentile: int = 75
    """What is lighter than this percentile of a card is paper too: it may lie on a mount."""
    even_values: float = 8.0
    """Paper varies by less than this (median, of 255)."""
    near_light_lab: float = 34.0
    """Paper differs no more than this from that of the cards in light,"""
    near_colour_lab: float = 11.0
    """and in colour (Lab, 0 to 255)."""
    least_cards: float = 0.2
    """What is smaller than this, in the smallest card, is no card's paper,"""
    most_cards: float = 2.5
    """nor what is larger than this, in the largest."""
    full_share: float = 0.28
    """Of the box round it a piece of paper fills this part,"""
    thin_ratio: float = 0.2
    """and it is no stripe thinner than this part of its length."""
    beside: float = 1.08
    """What lies within this of a card belongs to it: sleeves, mounts, shadows;"""
    around: float = 1.35
    """between that and this is the ground."""
    nearer_ratio: float = 0.4
    """Paper differs from that of the card by no more than this part of what the ground does."""
    print_share: float = 0.01
    """Within a piece of paper so much must be print: a card that cannot be read shows at least some, even an ace half
    hidden beside court cards."""
    most_like_share: float = 0.25
    """Where less than this part of all that is like the paper may be cards, it is the ground that is like it."""
    edge_px: int = 7
    """Within so many px at the edge of paper the picture changes"""
    sharp_ratio: float = 0.6
    """by this part of what the ground differs,"""
    sharp_edge_share: float = 0.6
    """along this part of the edge: a patch of light fades."""


LIMITS = PaperLimits()


def has_unexplained_paper(rest: UnexplainedPrint) -> bool:
    """Whether printed paper like that of the cards lies about beside them.

    Where the ground is of the same colour nothing can be told: then it is one large piece, and no card.
    """
    lab, placed = rest.lab, rest.cards
    step = cv2.morphologyEx(lab, cv2.MORPH_GRADIENT, np.ones((LIMITS.edge_px, LIMITS.edge_px), np.uint8)).max(axis=2)
    like, clear = np.zeros(lab.shape[:2], np.uint8), np.inf
    for paper, far in _papers(lab, placed):
        reach = np.minimum(
            (LIMITS.near_light_lab, LIMITS.near_colour_lab, LIMITS.near_colour_lab), LIMITS.nearer_ratio * far
        )
        like |= cv2.inRange(lab, paper - reach, paper + reach)
        clear = min(clear, far)
    for quad in placed:
        cv2.fillConvexPoly(like, np.round(grown(quad, LIMITS.beside - 1)).astype(np.int32), 0)
    like = np.asarray(cv2.morphologyEx(like, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
    sizes = [abs(area(quad)) for quad in placed]
    sharp = step > LIMITS.sharp_ratio * clear
    cards = [
        piece
        for piece in _pieces(like, min(sizes), max(sizes))
        if _sharp(piece, sharp) and rest.share_of(_within(piece)) > LIMITS.print_share
    ]
    return sum(int(piece.sum()) for piece in cards) > LIMITS.most_like_share * cv2.countNonZero(like)


def _papers(lab: Image, quads: Sequence[Floats]) -> list[tuple[Floats, float]]:
    """The colours (3,) of the cards' rims that differ, and how far from each the ground about its card is."""
    found: list[tuple[Floats, float]] = []
    for quad in quads:
        ground = _ring(lab, quad, LIMITS.around, LIMITS.beside)
        for rim in (
            _ring(lab, quad, LIMITS.rim_outer, LIMITS.rim_inner),
            _white(_ring(lab, quad, LIMITS.rim_outer, 0.01)),
        ):
            if len(rim) < 20 or len(ground) < 20:
                continue
            paper = np.asarray(np.median(rim, axis=0), np.float32)
            far = float(np.abs(np.median(ground, axis=0) - paper).max())
            even = float(np.median(np.abs(rim - paper), axis=0).max()) < LIMITS.even_values
            if even and all(np.abs(paper - other).max() > LIMITS.nearer_ratio * far for other, _ in found):
                found.append((paper, far))
    return found


def _ring(lab: Image, quad: Floats, outer: float, inner: float) -> Image:
    """The px (N, 3) between two sizes of a quad, in parts of its own."""
    about, within = (np.round(grown(quad, size - 1)).astype(np.int32) for size in (outer, inner))
    x, y, wide, high = cv2.boundingRect(about)
    left, top = max(x, 0), max(y, 0)
    part = lab[top : y + high, left : x + wide]
    ring = np.zeros(part.shape[:2], np.uint8)
    cv2.fillConvexPoly(ring, about - (left, top), 1)
    cv2.fillConvexPoly(ring, within - (left, top), 0)
    return part[ring > 0]


def _white(card: Image) -> Image:
    return card[card[:, 0] >= np.percentile(card[:, 0], LIMITS.white_percentile)] if len(card) else card


def _pieces(like: Image, smallest: float, largest: float) -> Iterator[Image]:
    """The pieces of paper (each H, W, 1 on it) of about the size of cards that have so many px."""
    _, labels, parts, _ = cv2.connectedComponentsWithStats(like)
    sizes = parts[:, cv2.CC_STAT_AREA]
    for number in np.flatnonzero((sizes > LIMITS.least_cards * smallest) & (sizes < LIMITS.most_cards * largest)):
        if number:
            yield np.asarray(labels == number, np.uint8)


def _within(piece: Image) -> Mask:
    """What lies within a piece's outline, but for its very rim."""
    whole = np.zeros_like(piece)
    cv2.fillConvexPoly(whole, cv2.convexHull(cv2.findNonZero(piece)), 1)
    inner = cv2.erode(
        whole,
        np.ones((LIMITS.edge_px + 2, LIMITS.edge_px + 2), np.uint8),
        borderType=cv2.BORDER_CONSTANT,
        borderValue=0,
    )
    return np.asarray(inner, bool)


def _sharp(piece: Image, step: Mask) -> bool:
    """Whether a piece fills a box and ends at an edge, not as light fades."""
    _, (wide, high), _ = cv2.minAreaRect(cv2.findNonZero(piece))
    rim = cv2.morphologyEx(piece, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)) > 0
    size = float(piece.sum())
    thick = size > LIMITS.full_share * (wide + 1) * (high + 1) and min(wide, high) > LIMITS.thin_ratio * max(wide, high)
    return bool(thick and step[rim].mean() > LIMITS.sharp_edge_share)
