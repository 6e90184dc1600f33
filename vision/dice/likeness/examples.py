"""Which dice of a teaching photograph are its examples: all dice of one size in it, or the one die it is cut to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np

from vision.dice import detector
from vision.dice.detector import Detection
from vision.dice.taught import SIZES
from vision.reading import Image


@dataclass(frozen=True, slots=True)
class ExampleLimits:
    """Which detections are dice where all that lies there shows one face."""

    min_strength: float = 0.35
    """The strongest detection of a photograph is a die from this strength on;"""
    min_other_strength: float = 0.30
    """others as large as it from this."""
    max_size_offset_log: float = 0.25
    """As large is what differs by less than this, as a logarithm."""
    max_cut_px: int = 900
    """A picture larger than this is not cut to one die,"""
    max_cut_ratio: float = 1.5
    """nor one so many times as long as wide."""
    min_cut_share: float = 0.35
    """The face in a picture that is cut to its die has at least this share of the shorter side."""
    max_cut_offset: float = 0.3
    """Its middle is no further from the picture's than this share of the shorter side."""
    usual_cut_share: float = 0.78
    """So large the face is taken for where no detection tells."""
    min_contrast: float = 12.0
    """And so much the grey levels of its middle differ at least (their standard deviation)."""
    margin: float = 0.8
    """A picture cut to its die is looked at on a ground that reaches so many of its sides beyond it."""
    grounds: tuple[int, ...] = (40, 110, 200)
    """Grey levels of that ground: one of them is not the die's own."""


LIMITS = ExampleLimits()


@dataclass(frozen=True, eq=False)
class Example:
    """A die to learn from: its crops (N, 64, 64, 3) in all turns and sizes, and a closeup (128, 128, 3), BGR uint8."""

    crops: Image
    closeup: Image


@dataclass(frozen=True, eq=False)
class TeachingPicture:
    """The dice of a teaching photograph, strongest first, and what but may be dice, in the picture that they are cut
    from: the photograph (BGR uint8), or, of one that is cut to its die, the same on a plain ground."""

    shown: Image
    dice: list[Detection]
    weak: list[Detection]


def in_all_sizes(die: Detection) -> list[Detection]:
    """A die as if its face were a little smaller, and larger."""
    return [replace(die, size=die.size * times) for times in SIZES]


def lesson_of(network: Any, image: Image) -> TeachingPicture:
    """What a teaching photograph (BGR uint8) shows; no dice where there is none."""
    cut = _cut_die(network, image) if _may_be_cut(image) else None
    if cut is not None:
        return TeachingPicture(*cut, [])
    detections = detector.detect(network, image)
    dice = _alike(detections)
    return TeachingPicture(image, dice, [detection for detection in detections if detection not in dice])


def _alike(detections: Sequence[Detection]) -> list[Detection]:
    """The strongest detection, if it is strong enough, and those as large as it that are no sides of others."""
    if not detections or detections[0].strength < LIMITS.min_strength:
        return []
    first = detections[0]
    others = [
        d
        for d in detections[1:]
        if d.strength >= LIMITS.min_other_strength
        and abs(np.log(d.size / first.size)) < LIMITS.max_size_offset_log
        and not detector.may_be_side_of(d, detections)
    ]
    return [first, *others]


def _may_be_cut(image: Image) -> bool:
    height, width = image.shape[:2]
    short, long = min(height, width), max(height, width)
    return bool(long <= LIMITS.max_cut_px and long <= LIMITS.max_cut_ratio * short)


def _cut_die(network: Any, image: Image) -> tuple[Image, list[Detection]] | None:
    """The one die that a picture is cut to, on a ground; None if the picture does not look cut to one."""
    side, margin = min(image.shape[:2]), round(LIMITS.margin * max(image.shape[:2]))
    middle = margin + np.array(image.shape[1::-1]) / 2
    best: tuple[Image, Detection] | None = None
    for grey in LIMITS.grounds:
        ground = cv2.copyMakeBorder(image, *(margin,) * 4, cv2.BORDER_CONSTANT, value=(grey,) * 3)
        for found in detector.detect(network, np.asarray(ground, np.uint8)):
            off = float(np.hypot(*(middle - (found.x, found.y)))) / side
            fits = found.size >= LIMITS.min_cut_share * side and off <= LIMITS.max_cut_offset
            if fits and (best is None or found.strength > best[1].strength):
                best = np.asarray(ground, np.uint8), found
    if best is not None:
        return best[0], [best[1]]
    if any(found.strength >= LIMITS.min_strength for found in detector.detect(network, image)):
        return None
    return _taken_whole(image)


def _taken_whole(image: Image) -> tuple[Image, list[Detection]] | None:
    """A picture that is taken for a face as it is, if anything is to be seen in its middle."""
    height, width = image.shape[:2]
    size = LIMITS.usual_cut_share * min(height, width)
    left, top = round((width - size / 2) / 2), round((height - size / 2) / 2)
    part = cv2.cvtColor(image[top : top + round(size / 2), left : left + round(size / 2)], cv2.COLOR_BGR2GRAY)
    if float(part.std()) < LIMITS.min_contrast:
        return None
    box = ((width - size) / 2, (height - size) / 2, size, size)
    return image, [Detection(1.0, (width - 1) / 2, (height - 1) / 2, size, box)]
