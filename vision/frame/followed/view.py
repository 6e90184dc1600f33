"""A view of a table that is known, and what a later picture is compared with."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from vision.frame.camera_moved import LIMITS as PARTS
from vision.frame.camera_moved import Anchor, anchor
from vision.frame.followed.limits import LIMITS
from vision.frame.mat.printed import PrintKeypoints
from vision.reading import Box, Doubles, Floats, Image


@dataclass(frozen=True, eq=False)
class FollowedView:
    """A view of a table that is known: its `picture` (BGR uint8), and where the mat lies in it (4, 2) px."""

    picture: Image
    outline: Doubles
    boxes: tuple[Box, ...] = ()
    """The pieces that were read in it: x, y, width, height as shares of the picture."""

    @cached_property
    def scale(self) -> float:
        """Px of the small picture per px of the picture."""
        return PARTS.width_px / int(self.picture.shape[1])

    @cached_property
    def region(self) -> Image:
        """Mask (uint8, 0 or 255) of the table in the small picture."""
        middle = self.outline.mean(0)
        grown = (middle + (self.outline - middle) * LIMITS.region_growth) * self.scale
        mask = np.zeros(self.marks.grey.shape, np.uint8)
        return np.asarray(cv2.fillConvexPoly(mask, np.round(grown).astype(np.int32), 255), np.uint8)

    @cached_property
    def marks(self) -> Anchor:
        """The small picture and its marked parts."""
        return anchor(self.picture)

    @cached_property
    def parts(self) -> list[tuple[int, int]]:
        """The corners of the marked parts on the table."""
        return self._on_table(self.marks)

    @cached_property
    def dense_parts(self) -> list[tuple[int, int]]:
        """The same, so near together that they overlap."""
        return self._on_table(anchor(self.picture, LIMITS.dense_step_px))

    def _on_table(self, marks: Anchor) -> list[tuple[int, int]]:
        half = PARTS.part_px // 2
        return [(x, y) for x, y in marks.parts.tolist() if self.region[y + half, x + half]]

    @property
    def holds(self) -> bool:
        """Whether the table has marks enough to tell by, light that fades across it set aside."""
        return len(self.parts) >= PARTS.min_marked_parts

    @cached_property
    def keypoints(self) -> PrintKeypoints:
        """Those on the table, px of the small picture."""
        return keypoints_of(self.marks.grey, self.region)


def keypoints_of(grey: Floats, region: Image | None = None) -> PrintKeypoints:
    spread = max(float(grey.std()), 1.0)
    even = np.clip(128 + (grey - grey.mean()) * (48 / spread), 0, 255).astype(np.uint8)
    found = PrintKeypoints.of(even, LIMITS.keypoints)
    if region is None or not len(found.at):
        return found
    x, y = np.round(found.at).astype(int).T
    on_table = region[np.clip(y, 0, len(region) - 1), np.clip(x, 0, region.shape[1] - 1)] > 0
    return PrintKeypoints(found.at[on_table], found.descriptors[on_table])
