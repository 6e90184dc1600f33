"""What lies on a printed mat beside what is known to lie there: where the picture is unlike the print."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from vision.frame.mat.colours import CameraColours, Zone, as_seen, camera_colours, from_above, of_print
from vision.frame.mat.plane import Mat
from vision.frame.mat.printed import MatGround
from vision.reading import Array, Floats, Image


@dataclass(frozen=True, slots=True)
class UnlikePrintLimits:
    """When a part of a mat is unlike its print."""

    px_per_mm: float = 0.4
    """The scale at which the two are compared."""
    soft_px: tuple[float, float] = (0.5, 0.8)
    """How softly a camera takes a print and its hues, at that scale."""
    differs_values: float = 30.0
    """Picture values by which a px differs from the print if it is unlike it,"""
    noise_times: float = 3.5
    """and so many times what px mostly differ by."""
    shadow_mm: float = 12.0
    """Over so much the light may change (the spread of a bell),"""
    light_range: tuple[float, float] = (0.3, 1.25)
    """to such shares of what the print has."""
    join_mm: float = 12.0
    """Parts so near to each other are one: some of what lies there may be like the print."""
    beside_mm: float = 7.0
    """So far about what is known its shadow and the sides of its pile lie."""
    least_width_mm: float = 14.0
    """What is narrower is a shadow's edge, or the edge of something known."""
    maybe_values: float = 15.0
    """What differs by less than this may well be the bare print,"""
    maybe_px: int = 3
    """and so may what is narrower than so many px; less print than that between what differs is none."""
    darkest_shadow: float = 0.5
    """What is darker than such a share of the print may be a dark card rather than a shadow."""
    dark_detail_mm: float = 12.0
    """What is darker than all about it and narrower than this is a dark detail,"""
    dark_detail_share: float = 0.1
    """if by so much (the difference of natural logarithms)."""


LIMITS = UnlikePrintLimits()


def areas_unlike_print(off: Floats, zones: Mapping[str, Zone], known: Iterable[Floats]) -> dict[str, float]:
    """The largest part (mm²) of each zone that is unlike the print, by how much it is `off`, beside what is
    `known` to lie on the mat: quads (4, 2) mm."""
    bare = np.ones(off.shape, np.uint8)
    for quad in known:
        cv2.fillConvexPoly(bare, np.round(_grown(quad) * LIMITS.px_per_mm).astype(np.int32), 0)
    # what is known may cover most of a mat, and what is not named most of the rest
    noise = LIMITS.noise_times * min(_usual(off), _usual(off[bare > 0]))
    join = np.ones((round(LIMITS.join_mm * LIMITS.px_per_mm),) * 2, np.uint8)
    unlike = np.asarray(off > max(LIMITS.differs_values, noise), np.uint8)
    mask = np.asarray(cv2.morphologyEx(unlike, cv2.MORPH_CLOSE, join), np.uint8) * bare
    return {name: _largest_mm2(mask, zone) for name, zone in zones.items()}


@dataclass(frozen=True, eq=False)
class MatOverPrint:
    """A mat from above in the colours in which it was `made`, and its `bare` print: both (H, W, 3) float32, BGR 0 to
    255, at `LIMITS.px_per_mm`."""

    made: Floats
    bare: Floats

    @classmethod
    def of(cls, image: Image, mat: Mat, printed: MatGround, colours: CameraColours | None = None) -> MatOverPrint:
        """From a picture (BGR uint8); `colours` are what the camera made of it, where that is known already."""
        size_mm = float(mat.layout["size_mm"][0]), float(mat.layout["size_mm"][1])
        whole = (0.0, 0.0, *size_mm)
        seen = from_above(image, mat, whole, LIMITS.px_per_mm)
        made = (colours or camera_colours(image, mat, printed)).as_made(seen, whole, size_mm)
        bare = as_seen(of_print(printed, whole, LIMITS.px_per_mm).astype(np.float32), *LIMITS.soft_px)
        return cls(made, bare)

    @cached_property
    def off(self) -> Floats:
        """By how many picture values (H, W) the mat is unlike its print in any light."""
        return off_lit_print(self.made, self.bare * _light(self.made, self.bare)[..., None], 1)

    @property
    def maybe_covered(self) -> Image:
        """Mask (uint8, 0 or 1) of where something may lie: what is unlike the print, and what has dark details that the
        print has not, or is darker than a shadow. Those may be ink on a pale card of the mat's colour: shadows are
        wider."""
        near = np.ones((LIMITS.maybe_px,) * 2, np.uint8)
        more = cv2.dilate(_dark_detail(self.made), near) - cv2.dilate(_dark_detail(self.bare), near)
        dark = _lightness(self.made) / _lightness(self.bare) < LIMITS.darkest_shadow
        maybe = (self.off > LIMITS.maybe_values) | (more > LIMITS.dark_detail_share) | dark
        whole = cv2.morphologyEx(np.asarray(maybe, np.uint8), cv2.MORPH_CLOSE, near)
        return np.asarray(cv2.morphologyEx(whole, cv2.MORPH_OPEN, near), np.uint8)


def off_lit_print(seen: Floats, bare: Floats, aside_px: int) -> Floats:
    """By how many picture values (H, W) a view is unlike a print in its light, which may lie so far aside."""
    near = np.ones((2 * aside_px + 1,) * 2, np.uint8)
    off = np.maximum(seen - cv2.dilate(bare, near), cv2.erode(bare, near) - seen)
    return np.asarray(np.sqrt((np.maximum(off, 0) ** 2).mean(2)), np.float32)


def _lightness(view: Floats) -> Floats:
    """The mean (H, W) of three colours, never quite black."""
    return np.asarray(view.mean(2) + 8, np.float32)


def _dark_detail(view: Floats) -> Floats:
    """By how much (H, W, a difference of natural logarithms) what is narrow is darker than what is about it."""
    near = np.ones((round(LIMITS.dark_detail_mm * LIMITS.px_per_mm),) * 2, np.uint8)
    return np.asarray(cv2.morphologyEx(np.log(_lightness(view)), cv2.MORPH_BLACKHAT, near), np.float32)


def _usual(off: Floats) -> float:
    """By how much px that differ at all mostly do."""
    return float(np.median(off[off > 0])) if (off > 0).any() else 0.0


def _light(made: Floats, bare: Floats) -> Floats:
    """How much lighter (H, W) the mat is than its print, over more than print is wide; where it is darker than that it
    may be in a shadow, and its hue alone tells."""
    now, then = _lightness(made), _lightness(bare)
    spread = LIMITS.shadow_mm * LIMITS.px_per_mm
    wide = np.clip(cv2.GaussianBlur(now, (0, 0), spread) / cv2.GaussianBlur(then, (0, 0), spread), *LIMITS.light_range)
    return np.asarray(np.clip(now / then, LIMITS.light_range[0], wide), np.float32)


def _grown(quad: Floats) -> Array:
    """A quad with so much more on each side as what lies there may darken."""
    middle = quad.mean(0)
    half = np.linalg.norm(quad - middle, axis=1, keepdims=True)
    grown: Array = middle + (quad - middle) * (1 + np.sqrt(2) * LIMITS.beside_mm / np.maximum(half, 1.0))
    return grown


def _largest_mm2(mask: Image, zone: Zone) -> float:
    """The area (mm²) of the largest part of a zone that is unlike the print, and wide."""
    left, top, right, low = (
        round(v * LIMITS.px_per_mm) for v in (zone[0], zone[1], zone[0] + zone[2], zone[1] + zone[3])
    )
    there = np.pad(mask[max(top, 0) : low, max(left, 0) : right], 1)
    wide = round(LIMITS.least_width_mm * LIMITS.px_per_mm)
    opened = cv2.morphologyEx(there, cv2.MORPH_OPEN, np.ones((wide, wide), np.uint8))
    parts = cv2.connectedComponentsWithStats(opened)[2]
    return max((float(area) for area in parts[1:, cv2.CC_STAT_AREA]), default=0.0) / LIMITS.px_per_mm**2
