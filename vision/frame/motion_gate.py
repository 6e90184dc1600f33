"""The motion gate: lets one settled, hand-free scene through after something moved. Cheap on every frame."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame.steady import STILL, CameraPose, pose_of, steadied, way_back
from vision.frame.table_in_view import LIMITS as VIEW
from vision.frame.table_in_view import TableView, view_of
from vision.reading import Doubles, Floats, Image


@dataclass(frozen=True, slots=True)
class MotionGateLimits:
    """What counts as a movement, a hand, another view."""

    long_side_px: int = 160
    """The gate looks at a grey picture of this width, or height if it is upright: a die of the tray is some seven px
    wide in it."""
    px_in_one: int = 4
    """Each of its px is the mean of about so many of the picture across, and as many down. With two, 20 px of a dark
    carpet differed by the camera's noise alone, and a game of dice waited for minutes (seed 510306, no. 3)."""
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
    softened_share: float = 0.5
    """A picture that was held still may differ from another by this share of what a px differs from its neighbours."""
    min_marked_share: float = 0.3
    """Share of a part's places that must have marks, to tell from them that light fell on it and nothing covers it."""
    trembles_s: float = 1.0
    """So long after the last trembling pictures are compared so."""
    shaken_places: tuple[int, int] = (4, 4)
    """The picture in so many rows and columns, to tell where it changes."""
    min_shaken_share: float = 0.6
    """A camera that shakes changes the picture in so many of these at once; a hand does not for long."""
    shakes_s: float = 5.0
    """Seconds of that after which it is said."""
    breath_s: float = 0.5
    """Seconds that a shaking camera may look still in between."""
    pose_s: float = 1.0
    """Seconds of movement that nothing explains after which the camera may stand elsewhere."""
    patience_s: float = 12.0
    """Seconds without any movement after which a large change is the table itself (a mat moved), not a resting hand."""


LIMITS = MotionGateLimits()


@dataclass(frozen=True, eq=False)
class StillFrame:
    """A settled, hand-free picture (BGR uint8) taken at `at` seconds."""

    image: Image
    at: float


class Gate:
    """Watches frames go by. `moving` and `hand` tell what it thinks of the last one; `shakes` that the camera has not
    stood still for long enough to see anything.

    `settle` is how long (seconds) nothing may move before a scene counts as settled.
    """

    def __init__(self, settle: float = 0.3) -> None:
        self.settle = settle
        self.moving = False
        self.hand = False
        self.shakes = False
        self._last: Floats | None = None
        self._held: Floats | None = None
        self._pose: CameraPose | None = None
        self._posed = 0.0
        self._softened_until = -1.0
        self._back: Doubles = STILL
        self._table: Floats | None = None
        self._passed: Floats | None = None
        self._view: TableView | None = None
        self._lit: bool | None = None
        self._seen: deque[NDArray[np.uint8]] = deque(maxlen=LIMITS.max_remembered)
        self._still_since = 0.0
        self._shaken: tuple[float, float] | None = None

    def push(self, frame: Image, at: float, enlarged: Callable[[], Image] | None = None) -> StillFrame | None:
        """The scene, if this frame (BGR uint8, at seconds) is the first settled one since something moved; as
        `enlarged` shows it, if that is given, the same moment with more px.

        Where the camera trembled it is held still, as it saw the table before.
        """
        small = shrink(frame)
        last, self._last = self._last, small
        if last is None or last.shape != small.shape:
            self._begin(small, at)
            return None
        difference = changed(small, last)
        differs = _count(difference) >= LIMITS.min_changed_px
        trembled = differs and self._trembled(frame, small, at)
        self.moving = differs and not trembled
        self._shaking(difference, at)
        if self.moving:
            self._still_since, self._passed, self._lit = at, None, None
            return None
        held = self._held if trembled and self._held is not None else self._steadied(frame, small)
        self._held = held
        if at - self._still_since < self.settle:
            return None
        return self._settled(frame, held, at, enlarged)

    def _begin(self, small: Floats, at: float) -> None:
        self._table = self._passed = self._view = self._lit = self._shaken = None
        self._held, self._back = small, STILL
        self._pose, self._posed = pose_of(small), at
        self._seen.clear()
        self._still_since = at

    def _steadied(self, frame: Image, small: Floats) -> Floats:
        """The small picture without the trembling, made from the frame held still: a small one has lost too much."""
        return small if self._back is STILL else shrink(frame, self._back)

    def _trembled(self, frame: Image, small: Floats, at: float) -> bool:
        """Whether nothing but the camera moved, and little; how to take that back is kept."""
        back = None if self._pose is None else way_back(self._pose, small)
        if back is not None:
            self._posed = at
        elif at - self._posed > LIMITS.pose_s:
            self._pose, self._posed = pose_of(small), at
        self._back = STILL if back is None else back
        if self._back is not STILL:
            self._softened_until = at + LIMITS.trembles_s
        held, self._held = self._held, self._steadied(frame, small)
        if held is None or back is None or at > self._softened_until:
            return False
        return self._alike(self._held, held, at)

    def _changed(self, now: Floats, before: Floats, at: float) -> NDArray[np.uint8]:
        return changed(now, before, LIMITS.softened_share if at <= self._softened_until else 0.0)

    def _alike(self, now: Floats, before: Floats, at: float) -> bool:
        """Whether nothing moved between two pictures."""
        return _count(self._changed(now, before, at)) < LIMITS.min_changed_px

    def _shaking(self, difference: NDArray[np.uint8], at: float) -> None:
        """Keep in mind how long the picture has changed all over."""
        if self.moving:
            high, wide = LIMITS.shaken_places
            places = cv2.resize(difference.astype(np.float32), (wide, high), interpolation=cv2.INTER_AREA)
            if np.count_nonzero(places) >= LIMITS.min_shaken_share * places.size:
                self._shaken = (self._shaken[0] if self._shaken else at, at)
        if self._shaken and at - self._shaken[1] > LIMITS.breath_s:
            self._shaken = None
        self.shakes = self._shaken is not None and at - self._shaken[0] >= LIMITS.shakes_s

    def _settled(
        self, frame: Image, small: Floats, at: float, enlarged: Callable[[], Image] | None
    ) -> StillFrame | None:
        if self._table is None:
            self._table = small
        mask = self._changed(small, self._table, at)
        self.hand = _reaches_in(mask, lambda part: self._lay_bare(small, part) or self._is_lit(frame, part))
        if self.hand and at - self._still_since < LIMITS.patience_s:
            return None
        self._table = small if self.hand or self._lit else cv2.addWeighted(self._table, 0.95, small, 0.05, 0)
        self.hand = False
        if self._passed is not None and self._alike(small, self._passed, at):
            return None
        still = steadied(frame, self._back, small.shape[1])
        self._passed, self._view, self._lit = small, view_of(still), None
        if self._back is STILL:
            self._pose = pose_of(small)
        self._seen.append(small.astype(np.uint8))
        return StillFrame(still if enlarged is None else steadied(enlarged(), self._back, small.shape[1]), at)

    def _is_lit(self, frame: Image, part: NDArray[np.bool_]) -> bool:
        """Whether in this part of the picture the light changed, and the table's own marks are still to be seen: a hand
        would hide them. Told once while nothing moves."""
        if self._lit is None and self._view is not None:
            now = view_of(steadied(frame, self._back, part.shape[1]))
            shown, marked = self._view.marks_shown(now)
            high, wide = marked.shape
            among = cv2.resize(part.astype(np.float32), (wide, high), interpolation=cv2.INTER_AREA) > 0.5
            told, places = np.count_nonzero(marked & among), np.count_nonzero(among)
            self._lit = bool(
                told > LIMITS.min_marked_share * places
                and np.count_nonzero(shown & marked & among) > VIEW.min_shown_share * told
            )
        return bool(self._lit)

    def _lay_bare(self, small: Floats, part: NDArray[np.bool_]) -> bool:
        """Whether this part of the picture looked just so before: something was taken away there, nothing came in."""
        most = LIMITS.max_bare_share * np.count_nonzero(part)
        return any(np.count_nonzero(changed(small, old.astype(np.float32))[part]) < most for old in self._seen)


def shrink(frame: Image, back: Doubles = STILL) -> Floats:
    """The frame (BGR uint8) as a small, slightly blurred grey picture, float32, its long side `LIMITS.long_side_px`.

    Held still if `back` takes such a picture to the pose: in green alone, which costs a third.
    """
    high, wide = frame.shape[:2]
    step = max(1, max(high, wide) // (LIMITS.long_side_px * LIMITS.px_in_one))
    green = np.ascontiguousarray(frame[::step, ::step, 1] if back is STILL else frame[..., 1])
    scale = LIMITS.long_side_px / max(high, wide)
    size = max(1, round(scale * wide)), max(1, round(scale * high))
    held = steadied(green, back, size[0])
    return np.asarray(cv2.resize(held, size, interpolation=cv2.INTER_AREA), np.float32)


def changed(now: Floats, before: Floats, softened: float = 0.0) -> NDArray[np.uint8]:
    """Mask (uint8, 0 or 1) of the px that differ, once a change of exposure has been taken out: what most px say
    that are neither black nor white. (The mean would tell one wherever many dark dice come to lie on a bright mat.)

    A px may differ the more by `softened` times what its neighbours do: where a picture was shifted by parts of a px.
    """
    some, then = now[::3, ::3] + 1, before[::3, ::3] + 1
    tells = (then > LIMITS.min_telling_grey) & (then < LIMITS.max_telling_grey)
    gains = (some / then)[tells if np.count_nonzero(tells) > LIMITS.min_telling_share * tells.size else ...]
    gain = float(np.median(gains))
    difference = cv2.absdiff(now, before * np.float32(min(max(gain, 0.8), 1.25)))
    if softened:
        edges = cv2.morphologyEx(before, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
        difference -= np.float32(softened) * edges
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
