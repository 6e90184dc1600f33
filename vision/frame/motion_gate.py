"""The motion gate: lets one settled, hand-free scene through after something moved. Cheap on every frame."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Floats, Image


@dataclass(frozen=True, slots=True)
class MotionGateLimits:
    """What counts as a movement, a hand, another view."""

    width_px: int = 160
    """The gate looks at a grey picture of this width: a die of the tray is some seven px wide in it."""
    min_telling_grey: float = 20.0
    """What is darker than this tells nothing of a change of exposure."""
    max_telling_grey: float = 235.0
    """Nor what is brighter than this."""
    min_telling_share: float = 0.05
    """Unless all but so small a share is as dark or bright as that."""
    min_changed_grey: float = 14.0
    """Grey levels by which a px must differ to count as changed; noise of a dim webcam stays below it."""
    min_changed_px: int = 5
    """Changed px that make a movement. A nudged die changes more, noise and flicker fewer."""
    min_limb_share: float = 0.025
    """Share of the picture that a change at its border must cover to be a hand or arm rather than a die."""
    min_arm_px: int = 12
    """Px of the small picture that an arm covers where it crosses the border; a die and its shadow cover fewer."""
    max_changed_share: float = 0.7
    """A change of more than this share of the picture is another view, not a hand."""
    max_remembered: int = 64
    """So many settled pictures are remembered, to tell what came in from what was taken away."""
    max_bare_share: float = 0.1
    """Share of a part that may look other than it did, where something was taken away."""
    patience_s: float = 12.0
    """Seconds without any movement after which a large change is the table itself (a mat moved), not a resting hand."""


LIMITS = MotionGateLimits()


@dataclass(frozen=True, eq=False)
class StillFrame:
    """A settled, hand-free picture (BGR uint8) taken at `at` seconds."""

    image: Image
    at: float


class Gate:
    """Watches frames go by. `moving` and `hand` tell what it thinks of the last one.

    `settle` is how long (seconds) nothing may move before a scene counts as settled.
    """

    def __init__(self, settle: float = 0.3) -> None:
        self.settle = settle
        self.moving = False
        self.hand = False
        self._last: Floats | None = None
        self._table: Floats | None = None
        self._passed: Floats | None = None
        self._seen: deque[NDArray[np.uint8]] = deque(maxlen=LIMITS.max_remembered)
        self._still_since = 0.0

    def push(self, frame: Image, at: float) -> StillFrame | None:
        """The scene, if this frame (BGR uint8, at seconds) is the first settled one since something moved."""
        small = shrink(frame)
        last, self._last = self._last, small
        if last is None or last.shape != small.shape:
            self._table = self._passed = None
            self._seen.clear()
            self._still_since = at
            return None
        self.moving = _count(changed(small, last)) >= LIMITS.min_changed_px
        if self.moving:
            self._still_since, self._passed = at, None
            return None
        if at - self._still_since < self.settle:
            return None
        return self._settled(frame, small, at)

    def _settled(self, frame: Image, small: Floats, at: float) -> StillFrame | None:
        if self._table is None:
            self._table = small
        self.hand = _reaches_in(changed(small, self._table), lambda part: self._lay_bare(small, part))
        if self.hand and at - self._still_since < LIMITS.patience_s:
            return None
        self._table = small if self.hand else cv2.addWeighted(self._table, 0.95, small, 0.05, 0)
        self.hand = False
        if self._passed is not None and _count(changed(small, self._passed)) < LIMITS.min_changed_px:
            return None
        self._passed = small
        self._seen.append(small.astype(np.uint8))
        return StillFrame(frame, at)

    def _lay_bare(self, small: Floats, part: NDArray[np.bool_]) -> bool:
        """Whether this part of the picture looked just so before: something was taken away there, nothing came in."""
        most = LIMITS.max_bare_share * np.count_nonzero(part)
        return any(np.count_nonzero(changed(small, old.astype(np.float32))[part]) < most for old in self._seen)


def shrink(frame: Image) -> Floats:
    """The frame (BGR uint8) as a small, slightly blurred grey picture, float32, `LIMITS.width_px` px wide."""
    step = max(1, frame.shape[1] // (LIMITS.width_px * 2))
    green = np.ascontiguousarray(frame[::step, ::step, 1])
    height = max(1, round(LIMITS.width_px * frame.shape[0] / frame.shape[1]))
    return np.asarray(cv2.resize(green, (LIMITS.width_px, height), interpolation=cv2.INTER_AREA), np.float32)


def changed(now: Floats, before: Floats) -> NDArray[np.uint8]:
    """Mask (uint8, 0 or 1) of the px that differ, once a change of exposure has been taken out: what most px say
    that are neither black nor white. (The mean would tell one wherever many dark dice come to lie on a bright mat.)"""
    some, then = now[::3, ::3] + 1, before[::3, ::3] + 1
    tells = (then > LIMITS.min_telling_grey) & (then < LIMITS.max_telling_grey)
    gains = (some / then)[tells if np.count_nonzero(tells) > LIMITS.min_telling_share * tells.size else ...]
    gain = float(np.median(gains))
    difference = cv2.absdiff(now, before * np.float32(min(max(gain, 0.8), 1.25)))
    return np.asarray(difference > LIMITS.min_changed_grey, np.uint8)


def _count(mask: NDArray[np.uint8]) -> int:
    return int(cv2.countNonZero(mask))


def _reaches_in(mask: NDArray[np.uint8], known: Callable[[NDArray[np.bool_]], bool]) -> bool:
    """Whether one connected change is large and touches the border, as an arm does and a die does not.

    `known` tells whether a part of the picture is only what it was before.
    """
    if _count(mask) < LIMITS.min_limb_share * mask.size:
        return False
    joined = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    _, labels, boxes, _ = cv2.connectedComponentsWithStats(joined)
    areas = boxes[:, cv2.CC_STAT_AREA] / mask.size
    limbs = [n for n in range(1, len(boxes)) if LIMITS.min_limb_share < areas[n] < LIMITS.max_changed_share]
    return any(_across_border(labels == n) >= LIMITS.min_arm_px and not known(labels == n) for n in limbs)


def _across_border(part: NDArray[np.bool_]) -> int:
    """How many px of a part lie on the border of the picture, on the side where most do."""
    return max(int(np.count_nonzero(side)) for side in (part[0], part[-1], part[:, 0], part[:, -1]))
