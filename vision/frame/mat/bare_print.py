"""Whether a place of a printed mat shows its bare print: in a shadow, too."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from vision.frame.mat.colours import CameraColours, Zone, as_seen, camera_colours, from_above, of_print
from vision.frame.mat.plane import Mat
from vision.frame.mat.printed import MatGround
from vision.frame.mat.unlike_print import LIMITS as UNLIKE
from vision.frame.mat.unlike_print import MatOverPrint, off_lit_print
from vision.reading import Box, Floats, Image


@dataclass(frozen=True, slots=True)
class BarePrintLimits:
    """How a place is compared with its print."""

    px_per_mm: float = 1.0
    """The scale at which the two are compared."""
    about_mm: float = 30.0
    """So far about a place the light is looked at,"""
    light_mm: float = 2.0
    """which changes within this (the spread of a bell): the edge of a shadow is as sharp."""
    soft_px: tuple[float, float] = (0.8, 1.2)
    """How softly a camera takes a print and its hues, at that scale."""
    aside_px: int = 2
    """The print may lie so far aside: lenses bend, and paper does not lie flat."""
    plainly_unlike_values: float = 40.0
    """What differs from the print by more picture values than this plainly lies on it."""


LIMITS = BarePrintLimits()


@dataclass(frozen=True, eq=False)
class BarePrint:
    """A picture (BGR uint8) of a mat beside what is printed on it."""

    image: Image
    mat: Mat
    printed: MatGround

    def off_at(self, x: float, y: float, reach_mm: float) -> float:
        """By how many picture values what lies so far about a place (mm) is unlike the print there in any light;
        beyond measure beside the mat, where no print tells."""
        wide, deep = self._size_mm
        if not (0 < x < wide and 0 < y < deep):
            return np.inf
        zone = (x - LIMITS.about_mm, y - LIMITS.about_mm, 2 * LIMITS.about_mm, 2 * LIMITS.about_mm)
        middle, reach = round(LIMITS.about_mm * LIMITS.px_per_mm), round(reach_mm * LIMITS.px_per_mm)
        near = slice(middle - reach, middle + reach + 1)
        return float(self._off(zone)[near, near].mean())

    def parts_unlike(self, covered: Iterable[Box]) -> list[Zone]:
        """Where something plainly lies on the print: the boxes (mm) of such parts, without what is `covered` by what is
        known (boxes, px)."""
        scale = UNLIKE.px_per_mm
        off = MatOverPrint.of(self.image, self.mat, self.printed, self._colours).off
        unlike = np.asarray(off > LIMITS.plainly_unlike_values, np.uint8)
        unlike = np.asarray(cv2.morphologyEx(unlike, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)), np.uint8)
        for x, y, wide, high in covered:
            corners = self.mat.to_mm([(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)])
            cv2.fillConvexPoly(unlike, np.round(corners * scale).astype(np.int32), 0)
        boxes = cv2.connectedComponentsWithStats(unlike)[2][1:, : cv2.CC_STAT_AREA] / scale
        return [(float(x), float(y), float(wide), float(deep)) for x, y, wide, deep in boxes]

    @cached_property
    def _colours(self) -> CameraColours:
        return camera_colours(self.image, self.mat, self.printed)

    @property
    def _size_mm(self) -> tuple[float, float]:
        wide, deep = self.mat.layout["size_mm"]
        return float(wide), float(deep)

    def _off(self, zone: Zone) -> Floats:
        """By how many picture values (H, W) a zone is unlike its print in any light."""
        seen = self._colours.as_made(from_above(self.image, self.mat, zone, LIMITS.px_per_mm), zone, self._size_mm)
        bare = as_seen(of_print(self.printed, zone, LIMITS.px_per_mm).astype(np.float32), *LIMITS.soft_px)
        bare *= _light(seen, bare)[..., None]
        return off_lit_print(seen, bare, LIMITS.aside_px)


def _light(seen: Floats, bare: Floats) -> Floats:
    """How much lighter (H, W) a zone is than its print: in a shadow anything, and lit no more than all about it."""
    now, then = (picture.mean(2) + 8 for picture in (seen, bare))
    wide, near = (
        cv2.GaussianBlur(now, (0, 0), spread) / cv2.GaussianBlur(then, (0, 0), spread)
        for spread in (UNLIKE.shadow_mm * LIMITS.px_per_mm, LIMITS.light_mm * LIMITS.px_per_mm)
    )
    return np.asarray(np.clip(near, UNLIKE.light_range[0], np.clip(wide, *UNLIKE.light_range)), np.float32)
