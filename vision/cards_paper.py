"""Paper like that of the cards that were found, where none was found: a card may lie there that could not be read."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.cards_shape import Floats, Image, area, grown

WORK = 480
"""Paper is sought in the picture shrunk to this many px on its long side."""
RIM = 0.88
"""Between this part of a card and its outline lies its rim."""
NEAR = 34.0, 11.0
"""Paper differs no more than this from that of the cards, in light and in colour (Lab, 0 to 255)."""
PART = 0.25, 2.5
"""What is smaller or larger than this, in cards, is no card's paper."""
FULL = 0.5
"""Of the box round it a piece of paper fills this part."""
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
    lab = cv2.cvtColor(cv2.GaussianBlur(small, (0, 0), 1.0), cv2.COLOR_BGR2LAB).astype(np.float32)
    placed = [np.asarray((quad + 0.5) * scale - 0.5, np.float32) for quad in quads]
    least = min(abs(area(quad)) for quad in placed)
    paper, sharp = np.zeros((2, *lab.shape[:2]), np.uint8)
    steps = cv2.morphologyEx(lab, cv2.MORPH_GRADIENT, np.ones((EDGE, EDGE), np.uint8))
    step = np.linalg.norm(steps, axis=2)
    for quad in placed:
        like, clear = _like(lab, quad)
        paper |= like
        sharp |= step > SHARP * clear
    for quad in placed:
        cv2.fillConvexPoly(paper, np.round(grown(quad, BESIDE - 1)).astype(np.int32), 0)
    paper = np.asarray(cv2.morphologyEx(paper, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
    _, labels, parts, _ = cv2.connectedComponentsWithStats(paper)
    for number in range(1, len(parts)):
        size = float(parts[number, cv2.CC_STAT_AREA])
        if PART[0] * least < size < PART[1] * least:
            piece = np.asarray(labels == number, np.uint8)
            _, (wide, high), _ = cv2.minAreaRect(cv2.findNonZero(piece))
            rim = cv2.morphologyEx(piece, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)) > 0
            if size > FULL * (wide + 1) * (high + 1) and sharp[rim].mean() > HALF:
                return True
    return False


def _like(lab: Floats, quad: Floats) -> tuple[Image, float]:
    """Where (1) a picture is like the rim of one card rather than like the ground about it; and how those differ."""
    rim, ground = _ring(lab, quad, 0.97, RIM), _ring(lab, quad, AROUND, BESIDE)
    if len(rim) < 20 or len(ground) < 20:
        return np.zeros(lab.shape[:2], np.uint8), np.inf
    paper = np.median(rim, axis=0)
    off = lab - paper
    clear = float(np.linalg.norm(np.median(ground, axis=0) - paper))
    like = (np.abs(off[:, :, 0]) < NEAR[0]) & (np.abs(off[:, :, 1:]).max(axis=2) < NEAR[1])
    return np.asarray(like & ((off**2).sum(axis=2) < (NEARER * clear) ** 2), np.uint8), clear


def _ring(lab: Floats, quad: Floats, outer: float, inner: float) -> Floats:
    """The px (N, 3) between two sizes of a quad, in parts of its own."""
    ring = np.zeros(lab.shape[:2], np.uint8)
    cv2.fillConvexPoly(ring, np.round(grown(quad, outer - 1)).astype(np.int32), 1)
    cv2.fillConvexPoly(ring, np.round(grown(quad, inner - 1)).astype(np.int32), 0)
    return lab[ring > 0]
