"""What a picture shows where a die was found: the middle of its face, its box, whether the border cuts it off; and
whether the picture is sharp, or was shaken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.dice.crops import crop_face
from vision.dice.detector import Detection
from vision.reading import Box, Doubles, Image

EDGE_DIRECTIONS_RAD = np.radians(np.arange(0, 180, 15))
"""The ways in which edges are looked at."""


@dataclass(frozen=True, slots=True)
class FacePatchLimits:
    """How large a face's pips lie, and what is shaken or cut off."""

    pips_share: float = 0.75
    """The pips of a face lie within about this share of its side: that square is a die's box."""
    one_pip_share: float = 0.65
    """That of a one is smaller."""
    min_edge_ratio: float = 0.6
    """A picture is shaken where edges are less than so many times as hard along one way as along another, all in all:
    of 45 drawn pictures the least was 0.79; half of those shaken by a quarter of a side are below."""
    min_dice_to_tell_shaken: int = 3
    """That takes so many dice at least."""
    border_px: float = 2.0
    """A die whose face or outline comes within this many px of the picture's border may be cut off."""


LIMITS = FacePatchLimits()


def face_patch(image: Image, detection: Detection) -> Image:
    """The middle of a face, BGR uint8."""
    half = max(2, round(detection.size * 0.4))
    x, y = (
        min(max(round(v), 0), limit - 1) for v, limit in ((detection.x, image.shape[1]), (detection.y, image.shape[0]))
    )
    return image[max(0, y - half) : y + half + 1, max(0, x - half) : x + half + 1]


def subsampled(patch: Image) -> Image:
    """Some 16 x 16 px of a patch: enough to tell its colour."""
    step = max(1, len(patch) // 16)
    return patch[::step, ::step]


def pip_box(detection: Detection, width: int, height: int, face: str) -> Box:
    """The upright square in which the pips of a face lie, as far as it is in the picture."""
    return face_box(detection, width, height, LIMITS.one_pip_share if face == "1" else LIMITS.pips_share)


def face_box(detection: Detection, width: int, height: int, share: float = 1.0) -> Box:
    """An upright square as large as a face, or a `share` of it, as far as it is in the picture."""
    reach = share * detection.size / 2
    left, top = max(detection.x - reach, 0.0), max(detection.y - reach, 0.0)
    right, bottom = min(detection.x + reach, float(width)), min(detection.y + reach, float(height))
    return left, top, max(right - left, 1.0), max(bottom - top, 1.0)


def reaches_border(detection: Detection, width: int, height: int) -> bool:
    """Whether a die may go on beyond the border of the picture."""
    x, y, w, h = detection.box
    left, top = min(x, detection.x - detection.size / 2), min(y, detection.y - detection.size / 2)
    right, bottom = max(x + w, detection.x + detection.size / 2), max(y + h, detection.y + detection.size / 2)
    return (
        left < LIMITS.border_px
        or top < LIMITS.border_px
        or right > width - LIMITS.border_px
        or bottom > height - LIMITS.border_px
    )


def is_sharp(image: Image) -> bool:
    """Whether an empty table's picture has edges as fine as a camera in focus gives."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    soft = cv2.GaussianBlur(grey, (0, 0), 1.5)
    fine = cv2.absdiff(grey, soft)
    return bool(np.percentile(fine[::2, ::2], 99.5) > 6)


def is_shaken(image: Image, detections: Sequence[Detection]) -> bool:
    """Whether the camera moved while it took the picture: then what lies across its way is drawn out, and pips run into
    each other. Faces have edges along all ways (as in a structure tensor), the more so several together."""
    if len(detections) < LIMITS.min_dice_to_tell_shaken:
        return False
    edges = [_edges(crop_face(image, (detection.x, detection.y), detection.size)) for detection in detections]
    along = np.exp(np.mean(np.log(edges), axis=0))
    return bool(along.min() < LIMITS.min_edge_ratio * along.max())


def _edges(crop: Image) -> Doubles:
    """How hard the edges of a face are along each of `EDGE_DIRECTIONS_RAD`, the hardest 1."""
    rim = slice(len(crop) // 8, -(len(crop) // 8))
    grey = cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY)
    across, down = (cv2.Sobel(grey, cv2.CV_32F, dx, 1 - dx)[rim, rim].ravel() for dx in (1, 0))
    steep = np.percentile(
        np.abs(np.outer(np.cos(EDGE_DIRECTIONS_RAD), across) + np.outer(np.sin(EDGE_DIRECTIONS_RAD), down)), 95, axis=1
    )
    return np.asarray(np.maximum(steep / max(float(steep.max()), 1e-6), 1e-3), np.float64)
