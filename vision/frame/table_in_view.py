"""Whether a picture shows a table: by itself, and part by part against a picture that was known to show it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np

from vision.reading import Box, Doubles, Floats, Image, Mask


@dataclass(frozen=True, slots=True)
class TableInViewLimits:
    """What a table looks like that can be seen."""

    long_side_px: int = 320
    """Pictures are compared at this size."""
    part_px: int = 16
    """The side of a part, about that of a die."""
    reach_px: int = 6
    """How far about its old place a part is sought: what a nudged camera stand moves."""
    min_legible_grey: float = 16.0
    """A picture whose brightest spots are darker shows nothing: a table at 4% of its light stays below, at 10% not."""
    min_legible_spread_grey: float = 8.0
    """Nor does a dark one whose spots differ by less: noise that a camera made brighter is even."""
    bright_percentile: float = 99.8
    """What is brighter than so much of a picture is its brightest spot: less than one die."""
    max_dark_grey: float = 48.0
    """A brighter picture may be of an even cloth."""
    max_telling_grey: float = 250.0
    """What is brighter than this in a picture says nothing."""
    min_telling_grey: float = 4.0
    """What is darker than this on the table says nothing: a black picture is as dark."""
    max_blank_share: float = 0.9
    """A picture that is as bright as that over more of it is dazzled."""
    min_mark_grey: float = 3.0
    """Spread of grey values from which a part has marks of its own, known again in any light: at this size cameras'
    noise stays below it."""
    min_correlation: float = 0.6
    """The correlation from which a part with marks is found again."""
    min_gain: float = 0.25
    """Of its light or contrast a part keeps at least this share; at less dice go unseen that lie there."""
    max_gain: float = 3.0
    """Nor does it get brighter than so."""
    max_tint: float = 1.25
    """An even part keeps its colour, and so does a piece: no channel gains so many times what another does. Skin over a
    grey cloth does."""
    min_shown_share: float = 0.5
    """A table is in view if so much of what can tell of it looks as it did."""


LIMITS = TableInViewLimits()


@dataclass(frozen=True, eq=False)
class TableView:
    """A picture that showed a table: small, BGR float32 (h, w, 3)."""

    small: Floats
    scale: float = 1.0
    """What makes px of the picture px of the small one."""

    def seen_from(self, moved: Doubles, before: TableView) -> TableView:
        """This view as it would be from where `before` was taken; `moved` (3, 3) takes px of this picture to px of
        that one."""
        high, wide = before.small.shape[:2]
        there, here = np.diag([before.scale, before.scale, 1.0]), np.diag([1 / self.scale, 1 / self.scale, 1.0])
        warped = cv2.warpPerspective(self.small, there @ moved @ here, (wide, high))
        return TableView(np.asarray(warped, np.float32), before.scale)

    def parts_shown(self, now: TableView) -> tuple[Mask, Mask]:
        """Which parts (rows, columns) a later picture shows, and which can tell at all."""
        shown, marked = self.marks_shown(now)
        rows, columns = shown.shape
        grey = _grey(self.small)
        telling = np.zeros_like(shown)
        for row, column in np.ndindex(rows, columns):
            cut = _cut(row, column)
            telling[row, column] = LIMITS.min_telling_grey < grey[cut].mean() < LIMITS.max_telling_grey
            if not marked[row, column] and now.small.shape == self.small.shape:
                shown[row, column] = _alike(self.small[cut], now.small[cut])
        return shown & telling, telling

    def marks_shown(self, now: TableView) -> tuple[Mask, Mask]:
        """Which parts (rows, columns) with marks of their own a later picture shows, and which have any."""
        rows, columns = (side // LIMITS.part_px for side in self.small.shape[:2])
        grey, grey_now = _grey(self.small), _grey(now.small)
        shown, marked = np.zeros((rows, columns), np.bool_), np.zeros((rows, columns), np.bool_)
        for row, column in np.ndindex(rows, columns):
            part = grey[_cut(row, column)]
            marked[row, column] = part.std() > LIMITS.min_mark_grey
            if marked[row, column] and grey.shape == grey_now.shape:
                found = _found(part, grey_now, row * LIMITS.part_px, column * LIMITS.part_px)
                shown[row, column] = found is not None
        return shown, marked

    def parts_within(self, outline: Doubles) -> Mask:
        """The parts (rows, columns) of which the middle lies within an outline (N, 2), px of the picture."""
        rows, columns = (side // LIMITS.part_px for side in self.small.shape[:2])
        inside = np.zeros((rows, columns), np.uint8)
        corners = np.round(outline * (self.scale / LIMITS.part_px) - 0.5).astype(np.int32)
        return np.asarray(cv2.fillPoly(inside, [corners], 1), np.bool_)

    def shows(self, box: Box, now: TableView) -> bool:
        """Whether what lies in a box (x, y, width, height as shares of the picture's) still lies there: its marks, and
        in its colours, for the edge of a shadow may look like the edge of a dark die."""
        high, wide = self.small.shape[:2]
        top, left = max(0, round(box[1] * high)), max(0, round(box[0] * wide))
        there = slice(top, round((box[1] + box[3]) * high)), slice(left, round((box[0] + box[2]) * wide))
        part = _grey(self.small)[there]
        if now.small.shape != self.small.shape or min(part.shape) < 3 or part.std() < LIMITS.min_mark_grey:
            return False
        found = _found(part, _grey(now.small), top, left)
        return found is not None and _tint(_mean(self.small[there]), _mean(now.small[found])) < LIMITS.max_tint


def view_of(picture: Image) -> TableView:
    """What later pictures are compared with (BGR uint8)."""
    high, wide = picture.shape[:2]
    scale = LIMITS.long_side_px / max(high, wide)
    step = max(1, int(0.5 / scale))
    size = max(LIMITS.part_px, round(wide * scale)), max(LIMITS.part_px, round(high * scale))
    small = cv2.resize(np.ascontiguousarray(picture[::step, ::step]), size, interpolation=cv2.INTER_AREA)
    return TableView(np.asarray(small, np.float32), size[0] / wide)


def is_legible(view: TableView) -> bool:
    """Whether a picture may show anything: not one of a covered lens, of the dark, or all of it dazzled."""
    grey = cv2.GaussianBlur(_grey(view.small), (0, 0), 2)
    low, high = np.percentile(grey[::2, ::2], (2, LIMITS.bright_percentile))
    even = high < LIMITS.max_dark_grey and high - low < LIMITS.min_legible_spread_grey
    blank = np.count_nonzero(grey > LIMITS.max_telling_grey) > LIMITS.max_blank_share * grey.size
    return bool(high >= LIMITS.min_legible_grey) and not even and not blank


def parts_under(boxes: Iterable[Box], shape: tuple[int, int], ring: float = 0.0) -> Mask:
    """The parts (rows, columns) of a view of that shape that boxes touch, each made wider by `ring` parts on all sides.

    Boxes are x, y, width, height as shares of the picture's.
    """
    rows, columns = shape
    under = np.zeros(shape, np.bool_)
    for x, y, wide, high in boxes:
        left, right = x * columns - ring, (x + wide) * columns + ring
        top, low = y * rows - ring, (y + high) * rows + ring
        under[max(0, int(top)) : int(np.ceil(low)), max(0, int(left)) : int(np.ceil(right))] = True
    return under


def _grey(small: Floats) -> Floats:
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.float32)


def _cut(row: int, column: int) -> tuple[slice, slice]:
    y, x = row * LIMITS.part_px, column * LIMITS.part_px
    return slice(y, y + LIMITS.part_px), slice(x, x + LIMITS.part_px)


def _found(part: Floats, now: Floats, y: int, x: int) -> tuple[slice, slice] | None:
    """Where a part with marks is found again near its place, and lit."""
    high, wide = part.shape
    top, left = max(0, y - LIMITS.reach_px), max(0, x - LIMITS.reach_px)
    around = now[top : y + high + LIMITS.reach_px, left : x + wide + LIMITS.reach_px]
    _, best, _, (dx, dy) = cv2.minMaxLoc(cv2.matchTemplate(around, part, cv2.TM_CCOEFF_NORMED))
    there = slice(top + dy, top + dy + high), slice(left + dx, left + dx + wide)
    return there if best > LIMITS.min_correlation and now[there].std() > LIMITS.min_gain * part.std() else None


def _alike(part: Floats, now: Floats) -> bool:
    """Whether an even part is as even, and of its colour, in light that is not too different."""
    old, new = _mean(part), _mean(now)
    gain = float(new.mean() / max(old.mean(), 1.0))
    if not LIMITS.min_gain < gain < LIMITS.max_gain or new.mean() > LIMITS.max_telling_grey:
        return False
    return bool(_grey(now).std() < 2 * LIMITS.min_mark_grey) and _tint(old, new) < LIMITS.max_tint


def _mean(part: Floats) -> Floats:
    """The mean colour (3,) of a part (h, w, 3)."""
    return np.asarray(part.mean((0, 1)), np.float32)


def _tint(old: Floats, new: Floats) -> float:
    """How many times more one channel of a colour (3,) gained than another."""
    gains = (new + 8) / (old * (new.mean() / max(float(old.mean()), 1.0)) + 8)
    return float(gains.max() / gains.min())
