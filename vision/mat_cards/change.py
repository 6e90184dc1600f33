"""Where the picture of a mat differs from the one before, and the boxes in which a card may lie then."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.frame.mat import Mat
from vision.mat_cards.correlate import Pose, corners
from vision.mat_cards.zones import zone_at
from vision.reading import Floats, Image, Ints, Mask

Region = tuple[int, int, int, int]
"""x, y, width, height of a part of a picture, px."""
Window = tuple[slice, slice]
"""The rows and columns of a part of a picture."""


@dataclass(frozen=True, slots=True)
class MatScales:
    """The two scales at which a mat is looked at."""

    coarse_px_per_mm: float = 0.4
    """At this scale cards are sought,"""
    fine_px_per_mm: float = 1.0
    """and at this one named."""


SCALES = MatScales()


@dataclass(frozen=True, slots=True)
class ChangeLimits:
    """What counts as a change of the picture."""

    clear_values: float = 16.0
    """Picture values by which something must differ to have changed,"""
    faint_values: float = 8.0
    """and by which what is of one piece with it: in the
    shadow, and where a card is of the mat's own colour, little does."""
    like_the_mat_px: int = 3
    """What is so narrow (coarse px) of a card may be of the mat's colour; a mat that is laid bare is wider."""
    shadow_px: int = 7
    """A card's shadow lies about it in a window of this size (coarse px)."""
    overhang_mm: float = 6.0
    """How far over the edge of its zone a card may reach and still be watched, mm."""
    first_overhang_mm: float = -1.0
    """The same in a first look, of which all zones are new: what is beside one is its neighbour's, and looked at as
    that."""


LIMITS = ChangeLimits()


def straight(image: Image, mat: Mat, scale: float) -> Image:
    """The whole mat of a picture (BGR uint8) from straight above, BGR uint8, `scale` px a mm."""
    wide, deep = mat.layout["size_mm"]
    soft = cv2.GaussianBlur(image, (0, 0), max(0.4 * mat.px_per_mm / scale, 0.3))
    to_mat = np.diag([scale, scale, 1.0]) @ mat.homography
    made = cv2.warpPerspective(soft, to_mat, (round(wide * scale), round(deep * scale)), flags=cv2.INTER_LINEAR)
    return np.asarray(made, np.uint8)


def changes(now: Floats, before: Floats | None, places: Mapping[str, Sequence[float]]) -> Image:
    """Mask (uint8, 0 or 1) of the px of the zones that differ from the picture before; without one, all of them.

    Both are at `SCALES.coarse_px_per_mm`.
    """
    inside = np.zeros(now.shape[:2], np.uint8)
    for x, y, w, h in places.values():
        pad = LIMITS.first_overhang_mm if before is None else LIMITS.overhang_mm
        left, top, right, low = (
            round(v * SCALES.coarse_px_per_mm) for v in (x - pad, y - pad, x + w + pad, y + h + pad)
        )
        inside[max(top, 0) : low, max(left, 0) : right] = 1
    if before is None or before.shape != now.shape:
        return inside
    differs = np.abs(now - before * light_gain(now, before)).max(2)
    clearly, faintly = (_opened(differs > least) * inside for least in (LIMITS.clear_values, LIMITS.faint_values))
    parts = cv2.connectedComponents(faintly)[1]
    return np.asarray(faintly * np.isin(parts, np.unique(parts[clearly > 0])), np.uint8)


def laid_bare(now: Floats, before: Floats, bare: Floats) -> Image:
    """Mask (uint8, 0 or 1) of the px where the `bare` mat (NaN where it is not known) shows that did not show before.

    All three are at `SCALES.coarse_px_per_mm`; the last two are of one light.
    """
    gain = light_gain(now, before)
    shows = np.abs(now - bare * gain).max(2) < LIMITS.faint_values
    hid = np.abs(before - bare).max(2) * gain > LIMITS.clear_values
    near = np.ones((LIMITS.like_the_mat_px,) * 2, np.uint8)  # some of a card may be of the mat's colour
    whole = cv2.morphologyEx(np.asarray(shows & hid, np.uint8), cv2.MORPH_CLOSE, near) * shows
    return np.asarray(cv2.morphologyEx(whole, cv2.MORPH_OPEN, near), np.uint8)


def hides_mat(now: Floats, before: Floats, bare: Floats) -> Image:
    """Mask (uint8, 0 or 1) of the px where the `bare` mat is known (else NaN) and does not show; see `laid_bare`."""
    return np.asarray(np.abs(now - bare * light_gain(now, before)).max(2) > LIMITS.clear_values, np.uint8)


def light_gain(now: Floats | Image, before: Floats | Image) -> float:
    """How much brighter a picture (H, W, 3) is than the one before it, where it shows the same.

    That is most of it: the median of all px. The mean would take white cards that left a dark table for dimmer light.
    """
    return float(np.median((now.sum(axis=2) + 1) / (before.sum(axis=2) + 1)))


def _opened(mask: Mask) -> Image:
    """A mask (0 or 1) without its specks."""
    return np.asarray(cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)), np.uint8)


def largest(mask: Image, least: float) -> Region | None:
    """The box of the largest connected part of a mask, if it has so many px."""
    _, _, parts, _ = cv2.connectedComponentsWithStats(mask)
    if len(parts) < 2:
        return None
    x, y, w, h, area = (int(v) for v in parts[1 + int(parts[1:, cv2.CC_STAT_AREA].argmax())])
    return (x, y, w, h) if area >= least else None


def densest(mask: Image, sizes: Iterable[tuple[int, int]], least: float) -> Region | None:
    """The box, of one of these sizes (width, height in px), in which most of a mask is, if that is so many px."""
    if cv2.countNonZero(mask) < least:
        return None
    found: list[tuple[float, Region]] = []
    for wide, high in sizes:
        padded = cv2.copyMakeBorder(mask, 0, high, 0, wide, cv2.BORDER_CONSTANT, value=0)
        corner = (0, 0)  # of a box that is told by its top left
        sums = cv2.boxFilter(padded, cv2.CV_32F, (wide, high), None, corner, False, cv2.BORDER_CONSTANT)
        y, x = divmod(int(sums.argmax()), sums.shape[1])
        found.append((float(sums[y, x]), (x, y, min(wide, mask.shape[1] - x), min(high, mask.shape[0] - y))))
    most, box = max(found)
    return box if most >= least else None


def part(mask: Image, region: Region) -> Image:
    """What of a mask is in a region."""
    x, y, w, h = region
    inside = np.zeros_like(mask)
    inside[y : y + h, x : x + w] = mask[y : y + h, x : x + w]
    return inside


def boxes(
    mask: Image, region: Region, places: Mapping[str, Sequence[float]], least: float, overhang_mm: float
) -> Iterator[tuple[str, tuple[float, ...]]]:
    """Zones and boxes (mm) in which a card of a region may lie: about its middle; else where a zone, with so much of an
    overhang, has a part.

    A card taken from one zone and laid at another, corner to corner, is one region.
    """
    x, y, w, h = region
    if place := zone_at(places, (x + w / 2) / SCALES.coarse_px_per_mm, (y + h / 2) / SCALES.coarse_px_per_mm):
        yield place, tuple(v / SCALES.coarse_px_per_mm for v in region)
    for name, (left, top, wide, high) in places.items():
        x0, x1 = (round(v * SCALES.coarse_px_per_mm) for v in (left - overhang_mm, left + wide + overhang_mm))
        y0, y1 = (round(v * SCALES.coarse_px_per_mm) for v in (top - overhang_mm, top + high + overhang_mm))
        x0, x1, y0, y1 = max(x0, x), min(x1, x + w), max(y0, y), min(y1, y + h)
        within = x0, y0, x1 - x0, y1 - y0
        if within != region and x1 > x0 and y1 > y0 and mask[y0:y1, x0:x1].sum() >= least:
            yield name, tuple(v / SCALES.coarse_px_per_mm for v in within)


def outline(pose: Pose, size: tuple[float, float], scale: float) -> Ints:
    """The corners (4, 2) of a card of this size (mm) that lies so, at `scale` px a mm."""
    return np.round(corners(pose, size) * scale).astype(np.int32)


def covered(pose: Pose, size: tuple[float, float], scale: float, shape: Sequence[int]) -> tuple[Window, Image]:
    """The part of a picture of this shape that a card of this size lies in, at `scale` px a mm, and the mask (uint8, 0
    or 1) of what it covers of that part."""
    edge = outline(pose, size, scale)
    there = about(edge)
    high, wide = (range(*each.indices(most)) for each, most in zip(there, shape[:2], strict=True))
    mask = np.zeros((len(high), len(wide)), np.uint8)
    cv2.fillConvexPoly(mask, edge - (there[1].start, there[0].start), 1)
    return there, mask


def about(card: Ints, pad: int = 4) -> Window:
    """The part of a picture that a card's outline lies in, and a few px more: its rim is of the card found there."""
    (left, top), (right, low) = np.maximum(card.min(0) - pad, 0), np.maximum(card.max(0) + pad + 1, 1)
    return slice(int(top), int(low)), slice(int(left), int(right))
