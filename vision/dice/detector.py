"""Where the dice lie: a small network looks for the upper faces of dice at the scales where it knows them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from vision.dice.crops import crop_face
from vision.reading import Box, Doubles, Floats, Image, shared_extent


@dataclass(frozen=True, slots=True)
class DiceDetectorLimits:
    """At which scales dice are sought, and which detections are kept."""

    cell_px: int = 4
    """Px of the network's input per cell of its output."""
    unit_side_px: float = 18.0
    """Side of a face that the network knows best; its sizes are relative to this."""
    second_look_sides_px: tuple[float, ...] = (13.0, 25.0)
    """A detection in doubt is looked at again with a face of these sides: from further away, with more of what lies
    round it, and from nearer."""
    third_look_sides_px: tuple[float, ...] = (20.0, 30.0)
    """Where a die on a mat was overlooked that these show, others of its make may be that faces of these sides show."""
    taught_sides_px: tuple[float, ...] = (13.0, 16.0, 20.0, 25.0)
    """The same for what lies apart from the dice of a taught set: its face tells whether it is one of them. Of nine
    dice that were overlooked in 391 throws of 25 makes these show eight, (16, 25) seven."""
    known_side_px: float = 15.0
    """The size that dice of known size are shrunk to: smaller is faster, and still found."""
    min_side_px: float = 10.5
    """Sides of the smallest faces that it finds at one scale."""
    max_side_px: float = 32.0
    """Sides of the largest faces that it finds at one scale."""
    max_picture_px: int = 960
    """The finest scale of a pyramid has at most this many px on the long side: faces of 1/90 of it are found."""
    enlargement: float = 1.5
    """A picture so small that it stays below that when enlarged by this factor is looked at enlarged too."""
    between_ratio: float = 2**-0.5
    """A picture in which nothing is read is also looked at in sizes that lie so between those of the pyramid."""
    min_picture_px: int = 48
    """The coarsest scale has at least this many px on its long side: a die may fill the picture."""
    max_detections: int = 60
    """More detections than this in one picture are a texture."""
    max_covered_share: float = 0.3
    """What shares more of its box than this with a stronger detection, and is weak, is its side."""
    min_strength_covered: float = 0.6
    """So strong must a detection be that shares more of its box than that."""
    min_beside_share_along: float = 0.8
    """What lies straight beside a stronger detection of its size may be that one's side, however strong it is: their
    boxes share so much of the one extent, and a part of the other. Two dice that touch, one behind the other, do so too
    where the camera looks from aslant, by some 18 degrees and more: that is asked about."""
    min_beside_share_across: float = 0.25
    """And so much of the other extent."""
    min_die_to_pip_ratio: float = 2.5
    """A die is at least so many times as large as one that a pip of it is taken for."""
    max_side_distance_sides: float = 0.9
    """The middles of a die's upper face and of its side show nearer to each other than so many sides of the larger one;
    of a game's own dice, that is: what looks like ordinary dice beside them, tokens on a board, is mostly none."""
    max_size_offset_log: float = 0.3
    """Dice of one make differ in size by less than this in a picture, as a logarithm."""
    min_strength: float = 0.2
    """Below this strength there is nothing,"""
    min_strength_of_known: float = 0.05
    """or below this, where it is as large as dice that are known, and their faces tell the rest."""
    second_look_turn_deg: float = 30.0
    """A detection in doubt is looked at again turned by so much."""
    second_look_patch_px: int = 64
    """And in patches of this side."""
    mirrored_rim_px: int = 24
    """So wide is the rim of a picture shrunk for dice of known size that is seen with its mirror image."""
    max_border_distance_sides: float = 0.3
    """So near to the border, in sides of a die, is the middle of one that it cuts in two."""
    max_log_odds: float = 9.2
    """The logarithm of the odds of the strongest detection there is."""


LIMITS = DiceDetectorLimits()


@dataclass(frozen=True, slots=True)
class Detection:
    """Something that looks like a die: `strength` 0 to 1, `size` the side of its upper face, `box` x, y, w, h; px."""

    strength: float
    x: float
    y: float
    size: float
    box: Box

    def moved(self, x: float, y: float) -> Detection:
        """The same in a picture whose origin lies x, y px further left and up."""
        left, top, width, height = self.box
        return Detection(self.strength, self.x + x, self.y + y, self.size, (left + x, top + y, width, height))

    def shrunk(self, scale: float) -> Detection:
        """The same in the picture shrunk to `scale`."""
        left, top, width, height = self.box
        off = (scale - 1) / 2  # places are those of the middles of px
        box = left * scale + off, top * scale + off, width * scale, height * scale
        return Detection(self.strength, self.x * scale + off, self.y * scale + off, self.size * scale, box)


def detect(network: Any, image: Image, side: float | None = None) -> list[Detection]:
    """What looks like dice in a picture (BGR uint8), strongest first.

    With `side`, the expected side of a face in px, one scale is looked at; without, a pyramid of them.
    """
    return without_overlaps(detect_all(network, image, side))


def look_again(network: Any, image: Image, detections: Sequence[Detection]) -> list[Detection]:
    """The same detections, each as strong as the first look and those of `LIMITS.second_look_sides_px` say together
    (the mean of the logarithms of their odds), for what is a die at one scale by chance is none at others; and as
    large, the stronger the look the more it counts."""
    if not detections:
        return []
    patches = [
        crop_face(
            image,
            (f.x, f.y),
            f.size,
            LIMITS.second_look_turn_deg,
            LIMITS.second_look_patch_px,
            LIMITS.second_look_patch_px / px,
        )
        for f in detections
        for px in LIMITS.second_look_sides_px
    ]
    network.setInput(cv2.dnn.blobFromImages(patches, 1 / 255.0))
    maps = np.asarray(network.forward(), dtype=np.float32).reshape(
        len(detections), len(LIMITS.second_look_sides_px), -1, (LIMITS.second_look_patch_px // LIMITS.cell_px) ** 2
    )
    return [_combined(detection, seen) for detection, seen in zip(detections, maps, strict=True)]


def detect_same_size(
    network: Any,
    image: Image,
    known: Sequence[Detection],
    sides: Sequence[float] = LIMITS.second_look_sides_px,
    min_strength: float = LIMITS.min_strength,
) -> list[Detection]:
    """What else looks like dice as large as those `known`, from further away and from nearer, their faces shrunk to
    these `sides` in px: dice of one picture are mostly alike, and one that is overlooked at one scale shows at
    another."""
    side = _usual_size(known)
    near = [px / side for px in sides if px / side * max(image.shape[:2]) <= LIMITS.enlargement * LIMITS.max_picture_px]
    detections = [
        detection
        for scale in near
        for detection in _at_scale(network, image, resized(image, *_network_size(image, scale)), min_strength)
    ]
    return of_same_size(without_overlaps(detections), known)


def of_same_size(detections: Sequence[Detection], known: Sequence[Detection]) -> list[Detection]:
    """Those as large as what is known to be dice, the middle one of them."""
    side = _usual_size(known)
    return [each for each in detections if abs(np.log(each.size / side)) < LIMITS.max_size_offset_log]


def _usual_size(known: Sequence[Detection]) -> float:
    return float(np.median([detection.size for detection in known]))


def strength_between(network: Any, image: Image) -> float:
    """How strongly something looks like a die at sizes between those of the pyramid; 0 where nothing does."""
    scales = (LIMITS.between_ratio * scale for scale in pyramid_scales(image.shape[:2], None))
    detections = [d for s in scales for d in _at_scale(network, image, resized(image, *_network_size(image, s)))]
    return max((detection.strength for detection in detections), default=0.0)


def strength_across_border(network: Any, image: Image, known: Sequence[Detection]) -> float:
    """How strongly something looks like a die as large as those `known`, one at least, that the picture's border cuts
    in two, if a mirror is held to it: half a die looks like none, and in the mirror like a whole one."""
    side = _usual_size(known)
    seen = resized(image, *_network_size(image, LIMITS.known_side_px / side))
    return max(_strongest_astride(network, turned) for turned in (seen, np.rot90(seen)))


def _strongest_astride(network: Any, seen: Image) -> float:
    """How strong the strongest detection is that the upper or the lower border of a picture, shrunk for dice of known
    size, cuts in two."""
    strips = [picture[: LIMITS.mirrored_rim_px] for picture in (seen, seen[::-1])]
    mirrored = [np.ascontiguousarray(np.concatenate([strip[::-1], strip])) for strip in strips]
    network.setInput(cv2.dnn.blobFromImages(mirrored, 1 / 255.0))
    detections = [
        detection for maps in np.asarray(network.forward(), np.float32) for detection in _peaked(maps, np.ones(2))
    ]
    border = len(mirrored[0]) / 2
    astride = [
        detection
        for detection in detections
        if abs(detection.y - border) < LIMITS.max_border_distance_sides * LIMITS.known_side_px
    ]
    return max(
        (
            detection.strength
            for detection in astride
            if abs(np.log(detection.size / LIMITS.known_side_px)) < LIMITS.max_size_offset_log
        ),
        default=0.0,
    )


def _combined(detection: Detection, looks: Floats) -> Detection:
    """One find as its first look and others say together; `looks` (looks, outputs, cells) have it in their middle."""
    rows, columns = (
        np.mgrid[
            : LIMITS.second_look_patch_px // LIMITS.cell_px, : LIMITS.second_look_patch_px // LIMITS.cell_px
        ].reshape(2, -1)
        + 0.5
    )
    odds, grows = [float(np.log(detection.strength / max(1 - detection.strength, 1e-9)))], [0.0]
    for px, seen in zip(LIMITS.second_look_sides_px, looks, strict=True):
        away = np.hypot(
            (columns + seen[2]) * LIMITS.cell_px - LIMITS.second_look_patch_px / 2,
            (rows + seen[3]) * LIMITS.cell_px - LIMITS.second_look_patch_px / 2,
        )
        best = int(np.where(away < px / 2, seen[0], -np.inf).argmax())
        there = away[best] < px / 2
        odds.append(float(seen[0, best]) if there else -LIMITS.max_log_odds)
        grows.append(float(np.log(LIMITS.unit_side_px / px) + seen[1, best]) if there else 0.0)
    limited = np.clip(odds, -LIMITS.max_log_odds, LIMITS.max_log_odds)
    grow = float(np.exp(np.average(grows, weights=1 / (1 + np.exp(-limited)))))
    left, top, width, height = detection.box
    box = (
        detection.x + (left - detection.x) * grow,
        detection.y + (top - detection.y) * grow,
        width * grow,
        height * grow,
    )
    return Detection(float(1 / (1 + np.exp(-limited.mean()))), detection.x, detection.y, detection.size * grow, box)


def detect_all(network: Any, image: Image, side: float | None = None) -> list[Detection]:
    """What looks like dice in a picture (BGR uint8), also what lies on stronger detections; `side` as in `detect`."""
    detections: list[Detection] = []
    seen = image
    for scale in pyramid_scales(image.shape[:2], side):
        seen = resized(image if scale >= 1 else seen, *_network_size(image, scale), fast=side is not None)
        detections += _at_scale(network, image, seen)
    return detections


def pyramid_scales(shape: tuple[int, ...], side: float | None) -> list[float]:
    """The factors by which to shrink a picture of this height and width before looking."""
    if side is not None:
        return [LIMITS.known_side_px / side]
    longest = max(shape[:2])
    chosen = [LIMITS.enlargement] if LIMITS.enlargement * longest <= LIMITS.max_picture_px else []
    scale = min(1.0, LIMITS.max_picture_px / longest)
    while scale * longest >= LIMITS.min_picture_px or not chosen:
        chosen.append(scale)
        scale /= 2
    return chosen


def resized(image: Image, width: int, height: int, fast: bool = False) -> Image:
    """The picture in this size; halved as often as it goes without a rest, which is fast, before it is shrunk by what
    is left. If that is less than half, `fast` takes each px from the four nearest alone, which is faster still."""
    while image.shape[1] >= 2 * width and image.shape[0] >= 2 * height and not any(v % 2 for v in image.shape[:2]):
        half = image.shape[1] // 2, image.shape[0] // 2
        image = np.asarray(cv2.resize(image, half, interpolation=cv2.INTER_AREA), np.uint8)
    linear = width >= image.shape[1] or (fast and 2 * width > image.shape[1])
    how = cv2.INTER_LINEAR if linear else cv2.INTER_AREA
    return np.asarray(cv2.resize(image, (width, height), interpolation=how), np.uint8)


def _network_size(image: Image, scale: float) -> tuple[int, int]:
    """Width and height of a picture at a scale, as the network takes them."""
    width, height = (max(16, round(v * scale / 16) * 16) for v in image.shape[1::-1])
    return width, height


def _at_scale(network: Any, image: Image, seen: Image, min_strength: float = LIMITS.min_strength) -> list[Detection]:
    """What looks like dice in a picture; `seen` is the same at another scale."""
    to_image = np.array([image.shape[1] / seen.shape[1], image.shape[0] / seen.shape[0]])
    network.setInput(cv2.dnn.blobFromImage(seen, 1 / 255.0))
    return _peaked(np.asarray(network.forward(), dtype=np.float32)[0], to_image, min_strength)


def _peaked(maps: Floats, to_image: Doubles, min_strength: float = LIMITS.min_strength) -> list[Detection]:
    """What looks like dice by the network's answer (outputs, rows, columns); `to_image` are px of the picture to one
    that the network saw."""
    return [
        _detection_at(maps, row, column, to_image)
        for row, column in _peaks(maps[0], min_strength)
        if _size_is_known(maps, row, column)
    ]


def _peaks(logits: Floats, min_strength: float) -> list[tuple[int, int]]:
    """Cells (row, column) that are strong and the strongest of the cells around them."""
    floor = float(np.log(min_strength / (1 - min_strength)))
    top = cv2.dilate(logits, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((logits >= top) & (logits > floor))
    return list(zip(rows.tolist(), columns.tolist(), strict=True))


def _size_is_known(maps: Floats, row: int, column: int) -> bool:
    return LIMITS.min_side_px <= LIMITS.unit_side_px * float(np.exp(maps[1, row, column])) <= LIMITS.max_side_px


def _detection_at(maps: Floats, row: int, column: int, to_image: Doubles) -> Detection:
    strength = 1 / (1 + float(np.exp(-maps[0, row, column])))
    size = LIMITS.unit_side_px * float(np.exp(maps[1, row, column]))
    middle = (np.array([column, row]) + 0.5 + maps[2:4, row, column]) * LIMITS.cell_px
    near, far = (
        middle - maps[4:6, row, column] * LIMITS.unit_side_px,
        middle + maps[6:8, row, column] * LIMITS.unit_side_px,
    )
    (x, y), (left, top), (right, bottom) = middle * to_image, near * to_image, far * to_image
    box = (float(left), float(top), float(max(right - left, 1)), float(max(bottom - top, 1)))
    return Detection(strength, float(x), float(y), size * float(to_image.mean()), box)


def without_overlaps(detections: list[Detection], beside: float = math.inf) -> list[Detection]:
    """The detections without those that lie on a stronger one, strongest first, at most `LIMITS.max_detections`. As
    large as that and further away than `beside` of its sides a detection is another die, whatever their boxes share."""
    kept: list[Detection] = []
    for detection in sorted(detections, key=lambda f: -f.strength):
        if not any(_same(detection, other, beside) for other in kept):
            kept.append(detection)
    return kept[: LIMITS.max_detections]


def covered_by_others(detections: list[Detection], known: list[Detection]) -> list[Detection]:
    """Of all detections those as large as the `known` dice, one at least, that lie on none of them, strongest first:
    what a stronger detection of quite another size may have covered."""
    size = float(np.median([detection.size for detection in known]))
    alike = [
        detection
        for detection in detections
        if abs(np.log(detection.size / size)) < LIMITS.max_size_offset_log and detection not in known
    ]
    return without_overlaps(
        [
            detection
            for detection in alike
            if not any(_same(detection, other, LIMITS.max_side_distance_sides) for other in known)
        ],
        LIMITS.max_side_distance_sides,
    )


def hidden_by_pips(detections: list[Detection], kept: list[Detection]) -> list[Detection]:
    """Of all detections those that only much smaller ones hid, strongest first: of a die that looks strange each pip
    may look more like a die than the whole."""

    def hidden_by_pips(detection: Detection) -> bool:
        on = [other for other in kept if _same(detection, other, math.inf)]
        return bool(on) and all(LIMITS.min_die_to_pip_ratio * other.size < detection.size for other in on)

    chosen = set(kept)
    return without_overlaps(
        [detection for detection in detections if detection not in chosen and hidden_by_pips(detection)]
    )


def may_be_side_of(detection: Detection, others: Sequence[Detection]) -> bool:
    """Whether a detection may be the side of a stronger one of the others: seen from aslant a tall die shows two faces
    of one size, one straight beside the other: below it, where the camera is upright."""
    stronger = [other for other in others if other.strength > detection.strength]
    return any(
        _straight_beside(detection.box, other.box)
        for other in stronger
        if abs(np.log(detection.size / other.size)) < LIMITS.max_size_offset_log
    )


def _same(detection: Detection, other: Detection, beside: float) -> bool:
    """Whether a detection is the same die as a stronger one: seen at another scale, or its side, or a pip of it."""
    away, large = float(np.hypot(detection.x - other.x, detection.y - other.y)), max(detection.size, other.size)
    if away > beside * large and abs(np.log(detection.size / other.size)) < LIMITS.max_size_offset_log:
        return False
    share = _shared_share(detection.box, other.box)
    side = share > LIMITS.max_covered_share and detection.strength < LIMITS.min_strength_covered
    return away < 0.5 * large or share > 0.6 or side


def _shared_share(a: Box, b: Box) -> float:
    """How much of the smaller of two boxes they share."""
    width, height = shared_extent(a, b)
    return width * height / max(min(a[2] * a[3], b[2] * b[3]), 1e-9)


def _straight_beside(a: Box, b: Box) -> bool:
    """Whether one of two boxes lies straight beside the other, and onto it."""
    shares = [both / max(min(a[i], b[i]), 1e-9) for i, both in zip((2, 3), shared_extent(a, b), strict=True)]
    return max(shares) > LIMITS.min_beside_share_along and min(shares) > LIMITS.min_beside_share_across
