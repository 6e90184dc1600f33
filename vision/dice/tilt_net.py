"""Whether a die stands flat: a small network compares its picture with where a flat die's outline would be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np

from vision.dice.detector import Detection
from vision.dice.table_plane import FACE_CORNERS_SIDES, TablePlane, consensus, plane_facing, plane_of_dice, rays
from vision.dice.table_plane import LIMITS as PLANE_LIMITS
from vision.frame.mat import apply_homography
from vision.reading import Bytes, Doubles, Image

TURNS_BACK = [np.linalg.matrix_power(np.array([[0, 1], [-1, 0]]), turns) for turns in range(4)]
"""What takes a vector in a crop that np.rot90 turned so often back to the crop's own axes, from the right."""


@dataclass(frozen=True, slots=True)
class TiltLimits:
    """How dice are looked at to tell whether they lean."""

    crop_px: int = 64
    """Side of a crop."""
    crop_px_per_side: float = 22.0
    """Px of a crop to a side of a die."""
    side_px: float = 28.0
    """The picture is shrunk until the sides of its dice have so many px."""
    max_flat_logit: float = -2.0
    """A logit below this is of a flat die, at one look."""
    min_tilted_logit: float = 4.0
    """A logit above this is of a leaning one, at one look."""
    look_count: int = 2
    """Without a mat the dice are looked at so many times, the table laid anew after each."""
    told_share: float = 0.9
    """Of what the plane is off by, the network tells about this share."""
    min_distance_sides: float = 0.85
    """Middles of upper faces are at least so many sides apart, but for what they are off."""


LIMITS = TiltLimits()


@dataclass(frozen=True)
class TiltEstimate:
    """How a die stands: `doubt`, logit that it leans by what the network sees; `tilt`, sine of the angle between the
    upper face and the table."""

    doubt: float
    tilt: float


def tilts_on_mat(
    network: Any, image: Image, detections: Sequence[Detection], angles: Sequence[float], table: TablePlane
) -> list[TiltEstimate]:
    """How each detection stands on a mat in a picture (BGR uint8), which tells the `table`; `angles` (degrees) tell how
    the faces are turned in the picture."""
    if not detections:
        return []
    small, scale = shrink_to_dice(image, float(np.median([f.size for f in detections])))
    doubts, ways, _ = _look_at_dice(network, small, scale, detections, angles, table)
    tilts = np.linalg.norm(ways - table.axes[:, 2], axis=1)
    return [TiltEstimate(float(doubt), float(tilt)) for doubt, tilt in zip(doubts, tilts, strict=True)]


def centred_on_faces(
    network: Any, image: Image, detections: Sequence[Detection], angles: Sequence[float], table: TablePlane
) -> list[Detection]:
    """Detections, one at least, moved to where the network for tables without a mat sees the middles of their faces."""
    small, scale = shrink_to_dice(image, float(np.median([f.size for f in detections])))
    moved = list(detections)
    for _ in range(LIMITS.look_count):
        _, _, middles = _look_at_dice(network, small, scale, moved, angles, table, twice=False)
        moved = [replace(f, x=float(x), y=float(y)) for f, (x, y) in zip(moved, middles, strict=True)]
    return moved


def tilts_without_mat(
    network: Any, image: Image, detections: Sequence[Detection], angles: Sequence[float]
) -> tuple[list[TiltEstimate], list[Detection], TablePlane]:
    """How each of one or more detections stands in a picture (BGR uint8) without a mat: dice are compared with each
    other, one alone with a camera that looks straight down. With the detections, moved to where the middles of their
    upper faces are then seen, and the table."""
    height, width = image.shape[:2]
    small, scale = shrink_to_dice(image, float(np.median([f.size for f in detections])))
    focal, moved = PLANE_LIMITS.focal_widths * width, list(detections)
    table = plane_of_dice(detections, width, height)
    for look in range(LIMITS.look_count):
        doubts, ways, middles = _look_at_dice(
            network, small, scale, moved, angles, table, twice=look == LIMITS.look_count - 1
        )
        ways = table.axes[:, 2] + (ways - table.axes[:, 2]) / LIMITS.told_share
        seen = rays(moved, focal, width, height)
        up, longer = consensus(ways, seen)
        off = np.linalg.norm(ways - up - (1 - 1 / longer) * seen * (1, 1, 0), axis=1)
        focal *= longer
        moved = [replace(f, x=float(x), y=float(y)) for f, (x, y) in zip(moved, middles, strict=True)]
        table = plane_facing(up, focal, moved, width, height)
    if len(detections) == 1:
        return [TiltEstimate(float(doubts[0]), float(np.hypot(*table.axes[:2, 2])))], moved, table
    # against what the others say: a die does not vouch for itself
    tilts = off * len(detections) / (len(detections) - 1)
    return [TiltEstimate(float(doubt), float(tilt)) for doubt, tilt in zip(doubts, tilts, strict=True)], moved, table


def without_sides(detections: Sequence[Detection], table: TablePlane) -> list[int]:
    """The numbers of dice (the likelier first) without those nearer to an earlier one than dice can lie: its sides."""
    places = (
        apply_homography(
            np.linalg.inv(table.homography_at_height(table.edge)), np.array([(f.x, f.y) for f in detections])
        )
        / table.edge
    )
    kept: list[int] = []
    for i, place in enumerate(places):
        if not any(np.hypot(*(place - places[k])) < LIMITS.min_distance_sides for k in kept):
            kept.append(i)
    return kept


def shrink_to_dice(image: Image, side: float) -> tuple[Image, float]:
    """The picture shrunk by a whole number, which is fast, until its dice have about `LIMITS.side_px` px; and to which
    scale."""
    times = round(side / LIMITS.side_px)
    if times < 2:
        return image, 1.0
    height, width = (v // times * times for v in image.shape[:2])
    size = width // times, height // times
    return np.asarray(cv2.resize(image[:height, :width], size, interpolation=cv2.INTER_AREA), np.uint8), 1 / times


def homography_to_shrunk(scale: float) -> Doubles:
    """The homography (3, 3) from px of a picture to those of one shrunk to `scale`."""
    return np.array([[scale, 0, (scale - 1) / 2], [0, scale, (scale - 1) / 2], [0, 0, 1]])


def _look_at_dice(
    network: Any,
    small: Image,
    scale: float,
    detections: Sequence[Detection],
    angles: Sequence[float],
    table: TablePlane,
    twice: bool = True,
) -> tuple[Doubles, Doubles, Doubles]:
    """What the network says of each detection: the logit that it leans (N,), its way up (N, 3) by the camera's axes,
    and the middle of its upper face (N, 2), px: where the detection has it, if the network does not tell. With `twice`,
    where the first answer is not clear, the crop is turned three times and asked about again."""
    places = [np.array([f.x, f.y]) for f in detections]
    cuts = [crop_die(small, scale, at, angle, table) for at, angle in zip(places, angles, strict=True)]
    crops, axes = np.stack([crop for crop, _ in cuts]), np.stack([own for _, own in cuts])
    doubts, pairs = _run_network(network, crops)
    unclear = np.flatnonzero((doubts > LIMITS.max_flat_logit) & (doubts < LIMITS.min_tilted_logit))
    if twice and len(unclear):
        more = _run_network(network, np.concatenate([np.rot90(crops[unclear], turns, (2, 3)) for turns in (1, 2, 3)]))
        back = [pair @ TURNS_BACK[turns] for turns, pair in enumerate(np.split(more[1], 3), 1)]
        doubts[unclear] = np.mean([doubts[unclear], *np.split(more[0], 3)], 0)
        pairs[unclear] = np.mean([pairs[unclear], *back], 0)
    asides = pairs[:, 0]
    rest = np.sqrt(np.maximum(1 - (asides**2).sum(1), 0.05))
    ways = np.einsum("ni,nij->nj", asides, axes) + rest[:, None] * table.axes[:, 2]
    if pairs.shape[1] == 1:
        return doubts, ways, np.array(places)
    tops = [table.flat_die(at, angle)[0] for at, angle in zip(places, angles, strict=True)]
    return doubts, ways, np.array([apply_homography(top, pair[1:])[0] for top, pair in zip(tops, pairs, strict=True)])


def _run_network(network: Any, crops: Bytes) -> tuple[Doubles, Doubles]:
    """Of crops (N, 5, 64, 64) the logits (N,) that the dice lean, and pairs (N, 1 or 2, 2): how their way up lies along
    their axes and, of a network that tells it, where along them the middle of the upper face is, in sides."""
    network.setInput(np.ascontiguousarray(crops) * np.float32(1 / 255))
    out = np.asarray(network.forward(), np.float64).reshape(len(crops), -1)
    return out[:, 0].copy(), out[:, 1:].reshape(len(crops), -1, 2).copy()


def crop_die(small: Image, scale: float, at: Doubles, angle: float, table: TablePlane) -> tuple[Bytes, Doubles]:
    """What the network sees of a die whose upper face has its middle `at` px, turned by `angle` degrees: (5, 64, 64),
    B, G, R as if the upper face were seen from right above, and the masks of a flat die's upper face and outline. Also
    the die's own axes (2, 3) by the camera's. `small` is the picture, shrunk to `scale` of it."""
    top, bottom, axes = table.flat_die(at, angle)
    under = apply_homography(np.linalg.inv(top) @ bottom, FACE_CORNERS_SIDES)
    whole = np.concatenate([FACE_CORNERS_SIDES, under])
    corner = (whole.min(0) + whole.max(0)) / 2 - (LIMITS.crop_px - 1) / 2 / LIMITS.crop_px_per_side
    place = np.array(
        [[1 / LIMITS.crop_px_per_side, 0, corner[0]], [0, 1 / LIMITS.crop_px_per_side, corner[1]], [0, 0, 1]]
    )
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    crop = cv2.warpPerspective(
        small, homography_to_shrunk(scale) @ top @ place, (LIMITS.crop_px, LIMITS.crop_px), flags=flags
    )
    hull = cv2.convexHull(whole.astype(np.float32)).reshape(-1, 2)
    masks = [_mask((shape - corner) * LIMITS.crop_px_per_side) for shape in (FACE_CORNERS_SIDES, hull)]
    return np.concatenate([np.moveaxis(crop, 2, 0), np.stack(masks)]), axes


def _mask(outline: Doubles) -> Bytes:
    """A convex outline (N, 2), px, as a mask (64, 64)."""
    mask = np.zeros((LIMITS.crop_px, LIMITS.crop_px), np.uint8)
    cv2.fillConvexPoly(mask, np.round(outline * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    return mask


def p_tilted(weights: Sequence[float], stand: TiltEstimate) -> float:
    """How likely a die leans that stands so."""
    return float(1 / (1 + np.exp(-np.dot(weights, tilt_evidence(stand)))))


def tilt_evidence(stand: TiltEstimate) -> Doubles:
    """What a logistic regression weighs: 1, the network's doubt, the tilt in tenths, its logarithm. (4,)"""
    return np.array([1.0, stand.doubt, 10 * stand.tilt, np.log(stand.tilt + 0.02)])
