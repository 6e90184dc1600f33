"""One face at a time: crops round the faces that were found, and what a small network says of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from vision.reading import Doubles, Floats, Image

GREY_LEVELS = np.arange(256) / 255
"""The levels of a picture, 0 to 1."""


@dataclass(frozen=True, slots=True)
class FaceCropLimits:
    """How far a face is darkened, and how many are asked about at once."""

    crop_px: int = 48
    """Side of a crop,"""
    fine_crop_px: int = 64
    """and of one for the likeness network, and of the examples of a taught set."""
    closeup_px: int = 128
    """and of one for a closer look at a print."""
    crop_sides: float = 1.75
    """Side of a crop in sides of the face: the whole face in any turn, and a rim that shows what lies round it."""
    max_middle_tone: float = 0.4
    """The middle tone of a face, 0 to 1, that a brighter one is darkened to."""
    max_darkening_power: float = 4.0
    """The highest power that is used for it."""
    max_crops_at_once: int = 64
    """So many crops at once: more take much memory, and no less time each."""


LIMITS = FaceCropLimits()


def crop_face(
    image: Image,
    centre: tuple[float, float],
    side: float,
    turn: float = 0.0,
    crop: int = LIMITS.crop_px,
    reach: float = LIMITS.crop_sides,
) -> Image:
    """The surroundings of a face, (crop, crop, 3) BGR uint8, `reach` sides of it wide, black where the picture ends.

    `centre` and `side` of the face in px; the crop's x axis points `turn` degrees clockwise from the picture's.
    """
    image, centre, scale = _shrunk(image, centre, reach * side, crop)
    c, s = np.cos(np.radians(turn)) / scale, np.sin(np.radians(turn)) / scale
    half = (crop - 1) / 2
    to_image = np.array([[c, -s, centre[0] - c * half + s * half], [s, c, centre[1] - s * half - c * half]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(image, to_image, (crop, crop), flags=flags), np.uint8)


def crop_from_above(image: Image, upper: Doubles, turn: float = 0.0, crop: int = LIMITS.crop_px) -> Image:
    """The same crop as if the camera looked straight down on the face. `upper` is the homography (3, 3) from sides of
    the die along its own axes, from the middle of its upper face, to px; the crop is turned by `turn` degrees more."""
    step, half = LIMITS.crop_sides / crop, (crop - 1) / 2
    c, s = np.cos(np.radians(turn)) * step, np.sin(np.radians(turn)) * step
    to_sides = np.array([[c, -s, (s - c) * half], [s, c, -(s + c) * half], [0, 0, 1]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpPerspective(image, upper @ to_sides, (crop, crop), flags=flags), np.uint8)


def expose_for_face(crop: Image) -> Image:
    """The same crop as if it had been exposed for the face: one that is bright all over is darkened by a power, so that
    a print stands out again that is washed out in glare."""
    rim = slice(len(crop) // 4, -(len(crop) // 4))
    tone = float(np.median(cv2.cvtColor(crop[rim, rim], cv2.COLOR_BGR2GRAY))) / 255
    power = min(
        max(np.log(LIMITS.max_middle_tone) / np.log(min(max(tone, 0.01), 0.99)), 1.0), LIMITS.max_darkening_power
    )
    return np.asarray(cv2.LUT(crop, (255 * GREY_LEVELS**power).astype(np.uint8)), np.uint8)


def _shrunk(
    image: Image, centre: tuple[float, float], reach: float, crop: int
) -> tuple[Image, tuple[float, float], float]:
    """The part of the picture that matters, shrunk until one step of the crop is at most 1.5 px; and what is left."""
    scale = crop / reach
    if scale > 0.67:
        return image, centre, scale
    margin = reach * 0.75
    x, y = (max(0, int(c - margin)) for c in centre)
    part = image[y : max(int(centre[1] + margin), 0) + 1, x : max(int(centre[0] + margin), 0) + 1]
    if not part.size:
        return image, centre, scale
    width, height = (max(1, round(v * scale * 1.2)) for v in part.shape[1::-1])
    small = cv2.resize(part, (width, height), interpolation=cv2.INTER_AREA)
    fx, fy = width / part.shape[1], height / part.shape[0]
    return small, ((centre[0] - x + 0.5) * fx - 0.5, (centre[1] - y + 0.5) * fy - 0.5), 1 / 1.2


def run_network(network: Any, crops: Sequence[Image]) -> Floats:
    """What the network says of crops, one at least, some at a time: (N, its outputs) float32."""
    return np.concatenate(
        [
            _asked(network, crops[first : first + LIMITS.max_crops_at_once])
            for first in range(0, len(crops), LIMITS.max_crops_at_once)
        ]
    )


def _asked(network: Any, crops: Sequence[Image]) -> Floats:
    network.setInput(cv2.dnn.blobFromImages(list(crops), 1 / 255.0))
    return np.array(network.forward(), dtype=np.float32).reshape(len(crops), -1)
