"""A drawn mat, followed wherever the camera is pushed: where it lies in each picture of the table at rest."""

from __future__ import annotations

import numpy as np

from engines.core import said
from firmware.observe.drawn_mat import DrawnMat, Point
from firmware.state.observation import HIDDEN, Observation
from firmware.storage.images import Picture
from vision.frame.followed import FollowedView, camera_move, stands_still
from vision.frame.mat import Layout, Mat
from vision.reading import Doubles

BUMPED = said("The camera was moved: put it back, or save the places again where they lie right (in the page's menu).")
OUT_OF_VIEW = said("The camera was moved, and no longer sees all places: turn it back a little.")
MAX_BEYOND_MM = 3.0
"""By so much a place may lie outside the picture: fingers draw no better."""


class FollowedMat:
    """Where a drawn mat lies, from look to look.

    Looks are compared with the first one since the camera moved last, so that what is too little to notice never adds
    up; with the last one only where that tells nothing any more.
    """

    def __init__(self, drawn: DrawnMat) -> None:
        self.drawn = drawn
        self._first = self._last = drawn.view
        self._known_mat = self._mat = drawn.to_mm
        self._unsure: Doubles | None = None

    def see(self, image: Picture, layout: Layout) -> str:
        """Follows the camera to a picture (BGR uint8): why it cannot be read, in a sentence, or ""."""
        self._unsure = None
        if self._stands_still(image):
            self._mat = self._known_mat
            return ""
        move = camera_move(self._first, image)
        if move is None or not move.sure:
            move = camera_move(self._last, image) or move
        if move is None or not move.sure:
            self._unsure = None if move is None else self._known_mat @ move.back
            return BUMPED
        self._mat = np.asarray(self._known_mat @ move.back, np.float64)
        return "" if self._sees_all(image, layout) else OUT_OF_VIEW

    def mat(self, layout: Layout) -> Mat:
        """The mat in the last picture."""
        return Mat(layout, self._mat)

    def remember(self, image: Picture, seen: Observation) -> None:
        """The last picture was read: later ones are compared with it."""
        size = seen.width, seen.height, seen.width, seen.height
        shown = (piece.box for piece in seen.pieces if piece.doubt != HIDDEN)
        boxes = ((b[0] / size[0], b[1] / size[1], b[2] / size[2], b[3] / size[3]) for b in shown)
        self._last = FollowedView(image, self.drawn.outline_px(self._mat), tuple(boxes))
        if self._mat is not self._known_mat:
            self._known_mat, self._first = self._mat, self._last

    @property
    def corners(self) -> tuple[Point, ...]:
        """Where the mat's corners lie in the last picture, as far as can be told, as shares of it."""
        high, wide = self._last.picture.shape[:2]
        shares = self.drawn.outline_px(self._mat if self._unsure is None else self._unsure) / (wide, high)
        return tuple((float(x), float(y)) for x, y in shares)

    def _stands_still(self, image: Picture) -> bool:
        still = stands_still(self._first, image)
        return bool(stands_still(self._last, image) if still is None else still)

    def _sees_all(self, image: Picture, layout: Layout) -> bool:
        """Whether all places are in the picture that were when they were drawn."""
        drawn, now = self.drawn.mat(self.drawn.still, layout), self.mat(layout)
        high, wide = image.shape[:2]
        return all(
            _in_picture(now.outline(zone), (wide, high), MAX_BEYOND_MM * now.px_per_mm)
            for zone in layout["zones"]
            if _in_picture(drawn.outline(zone), self.drawn.still.shape[1::-1], 0.0)
        )


def _in_picture(points: Doubles, size: tuple[int, ...], beyond_px: float) -> bool:
    """Whether points (N, 2) px lie in a picture of this size (width, height), or outside by no more than this."""
    return bool((points > -beyond_px).all() and (points < np.array(size) - 1 + beyond_px).all())
