"""Whether a camera still sees a table as it did: parts of an old picture sought in a new one, whatever lies on it."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Floats, Image

WIDTH = 640
"""Pictures are compared at this width, px."""
PART, REACH = 40, 24
"""The side of a part, and how far about its old place it is sought, px."""
MARKED = 7.0
"""Spread of grey values from which a part has marks of its own: cameras' noise stays below it."""
ENOUGH = 10
"""A table with fewer marked parts looks too plain to tell."""
FOUND = 0.6
"""The correlation from which a part is found again, there or elsewhere."""
ALIKE = 1.5
"""Parts that moved together are no further off than this, px; pieces that were laid or taken move by themselves."""
FEWEST, SEEN = 6, 0.25
"""So many parts, and such a share of them, must have moved together (or not at all) to tell."""
STILL = 2.5
"""Px that a corner of the picture may seem to have moved where nothing did."""


@dataclass(frozen=True, eq=False)
class Anchor:
    """What a table looked like: its picture, grey at `WIDTH`, and the corners (N, 2) of its marked parts."""

    grey: Floats
    parts: NDArray[np.int64]

    @property
    def holds(self) -> bool:
        """Whether the table has marks enough to tell by."""
        return len(self.parts) >= ENOUGH


def anchor(still: Image) -> Anchor:
    """What to compare later pictures of a table (BGR uint8) with."""
    grey = _grey(still)
    corners = [
        (x, y)
        for y in range(REACH, grey.shape[0] - PART - REACH + 1, PART)
        for x in range(REACH, grey.shape[1] - PART - REACH + 1, PART)
        if _marked(grey[y : y + PART, x : x + PART])
    ]
    return Anchor(grey, np.array(corners, np.int64).reshape(-1, 2))


def in_place(old: Anchor, now: Image) -> bool:
    """Whether the camera sees the table from where it did; not if too little of it can be told."""
    grey = _grey(now)
    if grey.shape != old.grey.shape:
        return False
    pairs = [(part, to) for part in old.parts.tolist() if (to := _found(old.grey, grey, *part)) is not None]
    if len(pairs) < FEWEST:
        return False
    before, after = (np.array(points, np.float32) + PART / 2 for points in zip(*pairs, strict=True))
    moved, agree = cv2.estimateAffinePartial2D(before, after, method=cv2.RANSAC, ransacReprojThreshold=ALIKE)
    if moved is None or np.count_nonzero(agree) < max(FEWEST, SEEN * len(old.parts)):
        return False
    high, wide = grey.shape
    corners = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    return float(np.abs(cv2.transform(corners[None], moved)[0] - corners).max()) <= STILL


def _grey(picture: Image) -> Floats:
    size = WIDTH, round(WIDTH * picture.shape[0] / picture.shape[1])
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY) if small.ndim == 3 else small
    return np.asarray(cv2.GaussianBlur(grey, (0, 0), 0.8), np.float32)


def _marked(part: Floats) -> bool:
    """Whether a part has marks in both directions: along a mere line it could be anywhere."""
    if part.std() < MARKED:
        return False
    across, down = np.diff(part, axis=1).std(), np.diff(part, axis=0).std()
    return bool(min(across, down) > 0.25 * max(across, down))


def _found(old: Floats, now: Floats, x: int, y: int) -> tuple[int, int] | None:
    """Where a part is now, or None where it is not found again."""
    part = old[y : y + PART, x : x + PART]
    around = now[y - REACH : y + PART + REACH, x - REACH : x + PART + REACH]
    _, best, _, (left, top) = cv2.minMaxLoc(cv2.matchTemplate(around, part, cv2.TM_CCOEFF_NORMED))
    return (x - REACH + left, y - REACH + top) if best > FOUND else None
