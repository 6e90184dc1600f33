"""Paper like that of the cards that were found, where none was found: a card may lie there that could not be read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards_shape import Floats, Image, area, grown

WORK = 480
"""Paper is sought in the picture shrunk to this many px on its long side."""
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
EDGE, SHARP, HALF = 7, 0.6, 0.6
"""Within so many px at the edge of paper the picture changes by this part of what the ground differs, along this part
of the edge: a patch of light fades."""


def strange_paper(image: Image, quads: Sequence[Floats]) -> bool:
    """Whether paper like that of some cards (quads in px of the picture, BGR uint8) lies about beside them.

    Where the ground is of the same colour nothing can be told: then it is one large piece, and no card.
    """
    scale = min(1.0, WORK / max(image.shape[:2]))
    small = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    lab = np.asarray(cv2.cvtColor(cv2.GaussianBlur(small, (0, 0), 1.0), cv2.COLOR_BGR2LAB), np.uint8)
    placed = [np.asarray((quad + 0.5) * scale - 0.5, np.float32) for quad in quads]
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
    return any(_sharp(piece, step > SHARP * clear) for piece in _pieces(like, least))


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


def _sharp(piece: Image, step: NDArray[np.bool_]) -> bool:
    """Whether a piece fills a box and ends at an edge, not as light fades."""
    _, (wide, high), _ = cv2.minAreaRect(cv2.findNonZero(piece))
    rim = cv2.morphologyEx(piece, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)) > 0
    size = float(piece.sum())
    thick = size > FULL * (wide + 1) * (high + 1) and min(wide, high) > THIN * max(wide, high)
    return bool(thick and step[rim].mean() > HALF)
