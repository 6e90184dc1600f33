"""Single lessons for the finder and the reader, cut from the pictures of the pool, each as another camera saw it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from dice_scenes import NONE, Pool, Truth
from dice_weather import glinting, painted, shaded, shaken, smeared, stretched, veiled, weather

from vision.dice.crops import LIMITS as CROPS
from vision.dice.crops import crop_face
from vision.dice.detector import LIMITS as DETECTOR


@dataclass(frozen=True, slots=True)
class LessonSettings:
    """How large a lesson is, and how often it shows what."""

    patch_px: int = 160
    """Side of the finder's lessons."""
    pip_faces: int = 6
    """The first so many of FACES are pips: the colour of a die does not matter there."""
    pip_distance_px: float = 0.26 * CROPS.crop_px / CROPS.crop_sides
    """How far two neighbours of a six's pips are apart in a crop."""
    shaken_share: float = 0.06
    """Share of the lessons that are shaken,"""
    shaded_share: float = 0.07
    """across which the edge of a shadow goes,"""
    veiled_share: float = 0.08
    """that are washed out or dark,"""
    stretched_share: float = 0.15
    """that are seen from aslant,"""
    glinting_share: float = 0.07
    """and on which a light is mirrored."""


SETTINGS = LessonSettings()


def finder_sample(pool: Pool, rng: np.random.Generator) -> tuple[Any, Any]:
    """A patch (3, 160, 160) and what should come out (10, 40, 40)."""
    image, truths, ghosts = pool.draw(rng)
    anchor = truths[rng.integers(len(truths))] if truths and rng.random() < 0.8 else None
    if ghosts and rng.random() < (0.15 if truths else 0.5):
        x, y, size = ghosts[rng.integers(len(ghosts))]
        anchor = square_at(x, y, size)
    wanted = float(np.exp(rng.uniform(np.log(DETECTOR.min_side_px), np.log(DETECTOR.max_side_px))))
    if rng.random() < 0.12:
        wanted = float(rng.uniform(32, 120))  # much too near: nothing may be found there
    scale = wanted / anchor.side if anchor else float(np.exp(rng.uniform(np.log(0.3), np.log(4))))
    reach = min(round(SETTINGS.patch_px / scale), *image.shape[:2])
    scale = SETTINGS.patch_px / reach
    middle = anchor.centre if anchor else rng.uniform(0, 1, 2) * image.shape[1::-1]
    corner = middle - rng.uniform(0.05, 0.95, 2) * reach
    corner = np.clip(np.round(corner), 0, np.array(image.shape[1::-1]) - reach).astype(int)
    part = image[corner[1] : corner[1] + reach, corner[0] : corner[0] + reach]
    patch = cv2.resize(
        part, (SETTINGS.patch_px, SETTINGS.patch_px), interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    )
    target = finder_target([moved(t, scale, -corner * scale) for t in truths])
    if rng.random() < 0.5:
        patch, target = patch[:, ::-1], mirrored(target)
    patch = painted(patch, rng) if rng.random() < 0.2 else patch
    patch = shaded(patch, rng) if rng.random() < SETTINGS.shaded_share else patch
    return weather(np.ascontiguousarray(patch), rng).transpose(2, 0, 1), target


def square_at(x: float, y: float, side: float) -> Truth:
    """Something of no face, seen from above."""
    left, top = x - side / 2, y - side / 2
    quad = np.array([[left, top], [left + side, top], [left + side, top + side], [left, top + side]])
    return Truth(NONE, quad, (left, top, side, side), 1.0, False, False)


def moved(truth: Truth, scale: float, shift: Any) -> Truth:
    x, y, w, h = truth.box
    box = (x * scale + shift[0], y * scale + shift[1], w * scale, h * scale)
    return replace(truth, quad=np.asarray(truth.quad) * scale + shift, box=box)


def finder_target(truths: list[Truth]) -> Any:
    """(10, 40, 40): heat, log size / `unit_side_px`, shift x, y of the middle, box left, top, right, bottom of the
    middle in `unit_side_px`; then where the heat counts and where the rest does."""
    cells = SETTINGS.patch_px // DETECTOR.cell_px
    target = np.zeros((10, cells, cells), np.float32)
    target[8] = 1
    for truth in sorted(truths, key=lambda t: t.side):
        x, y, w, h = truth.box
        left, top, right, bottom = max(x, 0), max(y, 0), min(x + w, SETTINGS.patch_px), min(y + h, SETTINGS.patch_px)
        if right - left < 2 or bottom - top < 2:
            continue
        seen = (right - left) * (bottom - top) / max(w * h, 1)
        middle = truth.centre
        inside = bool(((middle > 1) & (middle < SETTINGS.patch_px - 1)).all())
        if not inside:
            middle = np.array([(left + right) / 2, (top + bottom) / 2])
        known = DETECTOR.min_side_px <= truth.side <= DETECTOR.max_side_px
        if not known or (not inside and seen < 0.3) or truth.sight < 0.35:
            if DETECTOR.min_side_px * 0.7 < truth.side < DETECTOR.max_side_px * 1.4:
                rows, columns = (_cells_between(*ends) for ends in ((top, bottom), (left, right)))
                target[8, rows, columns] = 0
            continue
        _mark_die(target, middle, truth.side, (left, top, right, bottom))
    return target


def _cells_between(low: float, high: float) -> slice:
    return slice(int(low / DETECTOR.cell_px), int(high / DETECTOR.cell_px) + 1)


def _mark_die(target: Any, middle: Any, side: float, box: tuple[float, float, float, float]) -> None:
    """Draws a die into a target: `middle` and `side` of its face, and its box (left, top, right, bottom), px."""
    cells = target.shape[1]
    rows, columns = np.mgrid[:cells, :cells].astype(np.float32) + 0.5
    sigma = max(0.7, 0.13 * side / DETECTOR.cell_px)
    cx, cy = middle / DETECTOR.cell_px
    heat = np.exp(-((rows - cy) ** 2 + (columns - cx) ** 2) / (2 * sigma**2))
    row, column = (min(int(v), cells - 1) for v in (cy, cx))
    heat[row, column] = 1
    better = heat > target[0]
    target[0] = np.maximum(target[0], heat)
    near = better & (np.abs(rows - 0.5 - row) <= 1) & (np.abs(columns - 0.5 - column) <= 1) & (heat > 0.3)
    target[1][near] = np.log(side / DETECTOR.unit_side_px)
    target[2][near], target[3][near] = (cx - columns)[near], (cy - rows)[near]
    reach = (middle[0] - box[0], middle[1] - box[1], box[2] - middle[0], box[3] - middle[1])
    for channel, value in enumerate(reach, 4):
        target[channel][near] = value / DETECTOR.unit_side_px
    target[8:10, near] = 1


def mirrored(target: Any) -> Any:
    target = target[:, :, ::-1].copy()
    target[2] *= -1
    target[[4, 6]] = target[[6, 4]]
    return target


def reader_sample(pool: Pool, rng: np.random.Generator) -> tuple[Any, int, float, Any]:
    """A crop (3, 48, 48), the number of its face (-1: any), its doubt (-1: any), cos and sin of four times its turn."""
    while True:
        image, truths, ghosts = pool.draw(rng)
        if not truths or rng.random() < 0.2:
            made = _ghost(image, ghosts, rng) if ghosts and rng.random() < 0.7 else _nothing(image, truths, rng)
        else:
            truth = _drawn_die(truths, rng)
            made = None if truth is None else _face(image, truth, rng)
        if made is not None:
            return made


def _drawn_die(truths: Sequence[Truth], rng: np.random.Generator) -> Truth | None:
    """One of the dice in sight; None now and then where none is cocked: the rare cocked ones are shown more often."""
    seen = [truth for truth in truths if truth.sight > 0]
    tipped = [truth for truth in seen if truth.doubtful]
    if not seen or (not tipped and seen[0].turned and rng.random() < 0.5):
        return None
    among = tipped if tipped and rng.random() < 0.6 else seen
    return among[rng.integers(len(among))]


def _face(image: Any, truth: Truth, rng: np.random.Generator) -> Any:
    """A lesson on the face of a die; None if its middle would lie outside the picture."""
    height, width = image.shape[:2]
    centre = truth.centre + rng.normal(0, 0.07, 2) * truth.side
    if not (0 < centre[0] < width and 0 < centre[1] < height):
        return None
    side = truth.side * float(np.exp(rng.normal(0, 0.09)))
    turn = float(rng.uniform(0, 360))
    crop = _seen_small(crop_face(image, tuple(centre), side, turn), truth.side, rng)
    edge = truth.quad[1] - truth.quad[0]
    angle = 4 * (np.arctan2(edge[1], edge[0]) - np.radians(turn))
    sight = truth.sight * (1 - outside(truth.quad, width, height))
    doubt = 1.0 if truth.doubtful or sight < 0.7 else 0.0 if sight > 0.93 else -1.0
    face = truth.face if sight > 0.85 or truth.face == NONE else -1
    turned = (np.cos(angle), np.sin(angle)) if truth.turned else (0.0, 0.0)
    if rng.random() < SETTINGS.stretched_share:
        crop, turned = stretched(crop, rng), (0.0, 0.0)
    crop, face, doubt = _troubled(crop, face, doubt, rng)
    if face < SETTINGS.pip_faces or face == NONE:
        crop = painted(crop, rng) if rng.random() < 0.4 else crop
    return weather(crop, rng, 0.8).transpose(2, 0, 1), face, doubt, turned


def _troubled(crop: Any, face: int, doubt: float, rng: np.random.Generator) -> tuple[Any, int, float]:
    """A lesson, now and then in a bad light, smeared or shaken."""
    crop = shaded(crop, rng) if rng.random() < SETTINGS.shaded_share else crop
    crop = veiled(crop, rng) if rng.random() < SETTINGS.veiled_share else crop
    crop = glinting(crop, rng) if rng.random() < SETTINGS.glinting_share else crop
    if rng.random() < 0.06:
        return smeared(crop, rng), -1, 1.0
    if rng.random() < SETTINGS.shaken_share:
        return _shaken(crop, face, doubt, rng)
    return crop, face, doubt


def _shaken(crop: Any, face: int, doubt: float, rng: np.random.Generator) -> tuple[Any, int, float]:
    """A lesson shaken by up to more than the distance of two pips: from about half of it on nobody should trust it, for
    a shaken four looks like a six."""
    by = float(rng.uniform(0.2, 1.3))
    crop = shaken(crop, by * SETTINGS.pip_distance_px, rng)
    return crop, face if by < 0.8 else -1, doubt if by < 0.4 else 1.0 if by > 0.6 or doubt == 1 else -1.0


def outside(quad: Any, width: int, height: int) -> float:
    """The share of a face that is out of the picture."""
    whole, frame = np.float32(quad), np.float32([[0, 0], [width, 0], [width, height], [0, height]])
    inside, _ = cv2.intersectConvexConvex(whole, frame)
    return 1 - inside / max(cv2.contourArea(whole), 1e-6)


def _seen_small(crop: Any, side: float, rng: np.random.Generator) -> Any:
    """The crop as if the die had been further away."""
    if rng.random() < 0.35:
        least = 10.0
        small = max(least, min(side, 27.0) * float(rng.uniform(0.4, 1)))
        size = max(16, round(small * CROPS.crop_sides))
        crop = cv2.resize(cv2.resize(crop, (size, size), interpolation=cv2.INTER_AREA), (CROPS.crop_px, CROPS.crop_px))
    return crop


def _ghost(image: Any, ghosts: Any, rng: np.random.Generator) -> Any:
    """A crop of what the finder takes for a die and is none."""
    x, y, size = ghosts[rng.integers(len(ghosts))]
    centre = (x + rng.normal(0, 0.06) * size, y + rng.normal(0, 0.06) * size)
    side, turn = size * float(np.exp(rng.normal(0, 0.09))), float(rng.uniform(0, 360))
    crop = _seen_small(crop_face(image, centre, side, turn), size, rng)
    crop = shaded(crop, rng) if rng.random() < SETTINGS.shaded_share else crop
    return weather(crop, rng, 0.8).transpose(2, 0, 1), NONE, -1.0, (0.0, 0.0)


def _nothing(image: Any, truths: Any, rng: np.random.Generator) -> Any:
    """A crop of no face: somewhere in the picture, or beside the face of a die that is seen from above."""
    height, width = image.shape[:2]
    centre, side = rng.uniform(0, 1, 2) * (width, height), float(np.exp(rng.uniform(np.log(8), np.log(90))))
    if truths and rng.random() < 0.4:
        near = truths[rng.integers(len(truths))]
        edges = np.linalg.norm(np.roll(near.quad, -1, 0) - near.quad, axis=1)
        if near.doubtful or near.side**2 < 0.75 * edges.max() ** 2:
            return None
        way, side = rng.uniform(0, 2 * np.pi), near.side * float(rng.uniform(0.3, 1.3))
        centre = near.centre + near.side * rng.uniform(0.55, 1.2) * np.array([np.cos(way), np.sin(way)])
    if not (0 <= centre[0] < width and 0 <= centre[1] < height):
        return None
    if any(np.hypot(*(centre - t.centre)) < 0.5 * t.side and 0.4 < side / t.side < 2.5 for t in truths):
        return None
    crop = weather(crop_face(image, tuple(centre), side, float(rng.uniform(0, 360))), rng, 0.8)
    return crop.transpose(2, 0, 1), NONE, -1.0, (0.0, 0.0)
