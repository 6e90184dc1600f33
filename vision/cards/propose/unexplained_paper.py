"""Paper like that of the cards that were found, where none was found: a card may lie there that could not be read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.deck.geometry import Floats, Image, area, grown
from vision.cards.propose.unexplained_print import UnexplainedPrint

RIM = 0.97, 0.88
"""Between these parts of a card lies its rim."""
WHITE = 75
"""What is lighter than this percentile of a card is paper too: it may lie on a mount."""
EVEN = 8.0
"""Paper varies by less than this (median, of 255)."""
NEAR = 34.0, 11.0
"""Paper differs no more than this from that of the cards, in light and in colour (Lab, 0 to 255)."""
PART = 0.3, 2.5
"""What is smaller or larger than this, in cards, is no card's paper."""
FULL, THIN = 0.28, 0.2
"""Of the box round it a piece of paper fills this part, and it is no stripe thinner than this part of its length."""
BESIDE, AROUND = 1.08, 1.35
"""What lies within the first of a card belongs to it: sleeves, mounts, shadows; between both is the ground."""
NEARER = 0.4
"""Paper differs from that of the card by no more than this part of what the ground does."""
PRINT = 0.05
"""Within a piece of paper so much must be print: a card that cannot be read shows at least some."""
MOST = 0.25
"""Where less than this part of all that is like the paper may be cards, it is the ground that is like it."""
EDGE, SHARP, HALF = 7, 0.6, 0.6
"""Within so many px at the edge of paper the picture changes by this part of what the ground differs, along this part
of the edge: a patch of light fades."""


def has_unexplained_paper(rest: UnexplainedPrint) -> bool:
    """Whether printed paper like that of the cards lies about beside them.

    Where the ground is of the same colour nothing can be told: then it is one large piece, and no card.
    """
    lab, placed = rest.lab, rest.cards
    step = cv2.morphologyEx(lab, cv2.MORPH_GRADIENT, np.ones((EDGE, EDGE), np.uint8)).max(axis=2)
    like, clear = np.zeros(lab.shape[:2], np.uint8), np.inf
    for paper, far in _papers(lab, placed):
        reach = np.minimum((NEAR[0], NEAR[1], NEAR[1]), NEARER * far)
        like |= cv2.inRange(lab, paper - reach, paper + reach)
        clear = min(clear, far)
    for quad in placed:
        cv2.fillConvexPoly(like, np.round(grown(quad, BESIDE - 1)).astype(np.int32), 0)
    like = np.asarray(cv2.morphologyEx(like, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
    least = min(abs(area(quad)) for quad in placed)
    sharp = step > SHARP * clear
    cards = [
        p for p in _pieces(like, least) if _sharp(p, sharp) and rest.is_card_like(rest.share_of(_within(p)), PRINT)
    ]
    return sum(int(piece.sum()) for piece in cards) > MOST * cv2.countNonZero(like)


def _papers(lab: Image, quads: Sequence[Floats]) -> list[tuple[Floats, float]]:
    """The colours (3,) of the cards' rims that differ, and how far from each the ground about its card is."""
    found: list[tuple[Floats, float]] = []
    for quad in quads:
        ground = _ring(lab, quad, AROUND, BESIDE)
        for rim in (_ring(lab, quad, *RIM), _white(_ring(lab, quad, RIM[0], 0.01))):
            if len(rim) < 20 or len(ground) < 20:
                continue
            paper = np.asarray(np.median(rim, axis=0), np.float32)
            far = float(np.abs(np.median(ground, axis=0) - paper).max())
            even = float(np.median(np.abs(rim - paper), axis=0).max()) < EVEN
            if even and all(np.abs(paper - other).max() > NEARER * far for other, _ in found):
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
    return card[card[:, 0] >= np.percentile(card[:, 0], WHITE)] if len(card) else card


def _pieces(like: Image, least: float) -> Iterator[Image]:
    """The pieces of paper (each H, W, 1 on it) of about the size of a card, if the smallest has so many px."""
    _, labels, parts, _ = cv2.connectedComponentsWithStats(like)
    sizes = parts[:, cv2.CC_STAT_AREA]
    for number in np.flatnonzero((sizes > PART[0] * least) & (sizes < PART[1] * least)):
        if number:
            yield np.asarray(labels == number, np.uint8)


def _within(piece: Image) -> NDArray[np.bool_]:
    """What lies within a piece's outline, but for its very rim."""
    whole = np.zeros_like(piece)
    cv2.fillConvexPoly(whole, cv2.convexHull(cv2.findNonZero(piece)), 1)
    inner = cv2.erode(whole, np.ones((EDGE + 2, EDGE + 2), np.uint8), borderType=cv2.BORDER_CONSTANT, borderValue=0)
    return np.asarray(inner, bool)


def _sharp(piece: Image, step: NDArray[np.bool_]) -> bool:
    """Whether a piece fills a box and ends at an edge, not as light fades."""
    _, (wide, high), _ = cv2.minAreaRect(cv2.findNonZero(piece))
    rim = cv2.morphologyEx(piece, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)) > 0
    size = float(piece.sum())
    thick = size > FULL * (wide + 1) * (high + 1) and min(wide, high) > THIN * max(wide, high)
    return bool(thick and step[rim].mean() > HALF)
