"""Whether a camera still sees a table as it did: parts of an old picture sought in a new one, whatever lies on it."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Floats, Image


@dataclass(frozen=True, slots=True)
class CameraMovedLimits:
    """How a table is compared with what it looked like."""

    width_px: int = 640
    """Pictures are compared at this width."""
    part_px: int = 40
    """The side of a part."""
    reach_px: int = 24
    """How far about its old place a part is sought."""
    min_grey_spread: float = 7.0
    """Spread of grey values from which a part has marks of its own: cameras' noise stays below it."""
    min_marked_parts: int = 10
    """A table with fewer marked parts looks too plain to tell."""
    min_correlation: float = 0.6
    """The correlation from which a part is found again, there or elsewhere."""
    max_spread_px: float = 1.5
    """Parts that moved together are no further off than this; pieces that were laid or taken move by themselves."""
    min_agreeing_parts: int = 6
    """So many parts must have moved together (or not at all) to tell."""
    min_agreeing_share: float = 0.25
    """And such a share of them."""
    max_still_px: float = 2.5
    """What a corner of the picture may seem to have moved where nothing did."""


LIMITS = CameraMovedLimits()


@dataclass(frozen=True, eq=False)
class Anchor:
    """What a table looked like: its picture, grey at `LIMITS.width_px`, and the corners (N, 2) of its marked parts."""

    grey: Floats
    parts: NDArray[np.int64]

    @property
    def holds(self) -> bool:
        """Whether the table has marks enough to tell by."""
        return len(self.parts) >= LIMITS.min_marked_parts


def anchor(still: Image) -> Anchor:
    """What to compare later pictures of a table (BGR uint8) with."""
    grey = _grey(still)
    corners = [
        (x, y)
        for y in range(LIMITS.reach_px, grey.shape[0] - LIMITS.part_px - LIMITS.reach_px + 1, LIMITS.part_px)
        for x in range(LIMITS.reach_px, grey.shape[1] - LIMITS.part_px - LIMITS.reach_px + 1, LIMITS.part_px)
        if _marked(grey[y : y + LIMITS.part_px, x : x + LIMITS.part_px])
    ]
    return Anchor(grey, np.array(corners, np.int64).reshape(-1, 2))


def in_place(old: Anchor, now: Image) -> bool:
    """Whether the camera sees the table from where it did; not if too little of it can be told."""
    grey = _grey(now)
    if grey.shape != old.grey.shape:
        return False
    pairs = [(part, to) for part in old.parts.tolist() if (to := _found(old.grey, grey, *part)) is not None]
    if len(pairs) < LIMITS.min_agreeing_parts:
        return False
    before, after = (np.array(points, np.float32) + LIMITS.part_px / 2 for points in zip(*pairs, strict=True))
    moved, agree = cv2.estimateAffinePartial2D(
        before, after, method=cv2.RANSAC, ransacReprojThreshold=LIMITS.max_spread_px
    )
    if moved is None or np.count_nonzero(agree) < max(
        LIMITS.min_agreeing_parts, LIMITS.min_agreeing_share * len(old.parts)
    ):
        return False
    high, wide = grey.shape
    corners = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    return float(np.abs(cv2.transform(corners[None], moved)[0] - corners).max()) <= LIMITS.max_still_px


def _grey(picture: Image) -> Floats:
    size = LIMITS.width_px, round(LIMITS.width_px * picture.shape[0] / picture.shape[1])
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY) if small.ndim == 3 else small
    return np.asarray(cv2.GaussianBlur(grey, (0, 0), 0.8), np.float32)


def _marked(part: Floats) -> bool:
    """Whether a part has marks in both directions: along a mere line it could be anywhere."""
    if part.std() < LIMITS.min_grey_spread:
        return False
    across, down = np.diff(part, axis=1).std(), np.diff(part, axis=0).std()
    return bool(min(across, down) > 0.25 * max(across, down))


def _found(old: Floats, now: Floats, x: int, y: int) -> tuple[int, int] | None:
    """Where a part is now, or None where it is not found again."""
    part = old[y : y + LIMITS.part_px, x : x + LIMITS.part_px]
    around = now[
        y - LIMITS.reach_px : y + LIMITS.part_px + LIMITS.reach_px,
        x - LIMITS.reach_px : x + LIMITS.part_px + LIMITS.reach_px,
    ]
    _, best, _, (left, top) = cv2.minMaxLoc(cv2.matchTemplate(around, part, cv2.TM_CCOEFF_NORMED))
    return (x - LIMITS.reach_px + left, y - LIMITS.reach_px + top) if best > LIMITS.min_correlation else None
