"""Whether a camera still sees a table as it did: parts of an old picture sought in a new one, whatever lies on it."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame.mat.register import peak
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
    light_px: float = 20.0
    """What is wider than this is light:"""
    min_own_spread: float = 6.0
    """a part has marks of its own only if its grey values spread by more than this, light set aside. On six of 41 drawn
    tables most parts showed only light that fades."""
    min_cross_share: float = 0.25
    """Along its lines a part must change by more than this share of how it changes across them,"""
    min_cross_share_of_many: float = 0.08
    """or than this, if many are measured as one: some of them tell what others leave open."""
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


LIMITS = CameraMovedLimits()


@dataclass(frozen=True, eq=False)
class Anchor:
    """What a table looked like: its picture, grey at `LIMITS.width_px`, and the corners (N, 2) of its marked parts."""

    grey: Floats
    parts: NDArray[np.int64]


def anchor(still: Image, step: int = LIMITS.part_px) -> Anchor:
    """What to compare later pictures of a table (BGR uint8) with: parts every `step` px, measured as one if they
    overlap."""
    grey = grey_of(still)
    cross = LIMITS.min_cross_share if step >= LIMITS.part_px else LIMITS.min_cross_share_of_many
    flat, edge = evened(grey, LIMITS.light_px), LIMITS.part_px
    corners = [
        (x, y)
        for y in range(LIMITS.reach_px, grey.shape[0] - edge - LIMITS.reach_px + 1, step)
        for x in range(LIMITS.reach_px, grey.shape[1] - edge - LIMITS.reach_px + 1, step)
        if _marked(grey[y : y + edge, x : x + edge], cross)
        and flat[y : y + edge, x : x + edge].std() > LIMITS.min_own_spread
    ]
    return Anchor(grey, np.array(corners, np.int64).reshape(-1, 2))


def grey_of(picture: Image) -> Floats:
    """A picture (BGR or grey uint8) as it is compared: grey at `LIMITS.width_px`, a little soft."""
    size = LIMITS.width_px, round(LIMITS.width_px * picture.shape[0] / picture.shape[1])
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY) if small.ndim == 3 else small
    return np.asarray(cv2.GaussianBlur(grey, (0, 0), 0.8), np.float32)


def evened(grey: Floats, blur: float = 4.0) -> Floats:
    """A picture without what light makes of it: what is wider than `blur` px."""
    return np.asarray(grey - cv2.GaussianBlur(grey, (0, 0), blur), np.float32)


def _marked(part: Floats, min_cross_share: float) -> bool:
    """Whether a part has marks in both directions, however they lie: along a mere line, or the grain of a plank, it
    could be anywhere. Told by the structure tensor, as corners are (Shi and Tomasi 1994)."""
    if part.std() < LIMITS.min_grey_spread:
        return False
    across, down = np.diff(part, axis=1)[:-1], np.diff(part, axis=0)[:, :-1]
    least, most = np.linalg.eigvalsh(np.cov(across.ravel(), down.ravel()))
    return bool(least > min_cross_share**2 * most)


def found_part(old: Floats, now: Floats, x: int, y: int, reach: int = LIMITS.reach_px) -> tuple[float, float] | None:
    """Where a part of an old picture is now, no further off than `reach`, or None where it is not found again."""
    part = old[y : y + LIMITS.part_px, x : x + LIMITS.part_px]
    left, top = max(x - reach, 0), max(y - reach, 0)
    around = now[top : y + LIMITS.part_px + reach, left : x + LIMITS.part_px + reach]
    fits = cv2.matchTemplate(around, part, cv2.TM_CCOEFF_NORMED)
    _, best, _, (across, down) = cv2.minMaxLoc(fits)
    if best <= LIMITS.min_correlation:
        return None
    right, low = peak(fits, across, down)
    return left + right, top + low
