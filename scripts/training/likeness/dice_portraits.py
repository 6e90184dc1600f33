"""Portraits of dice: one rounded die of any make and print at a time, lit and seen in any way, fast to draw.

Light is added and blurred as light, and only then told as a camera tells it. Lengths are in half-edges of the die,
whose middle is the origin.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from dice_light import ground, lights, shaded, traced, unit
from dice_makes import Kind, any_make, made_of
from dice_prints import PrintShop

from vision.dice.crops import LIMITS as CROPS

PX_PER_SIDE = CROPS.fine_crop_px / CROPS.crop_sides
PORTRAIT_PX = 92
"""A crop in any turn, and a little more."""
FINER = 1.15
SIDE = -1
"""The face of a portrait that shows the side of a die as if it were its upper face."""
SIDES_A_SET = 6
SHEEN_SHARE = 0.4
"""So many portraits have an upper face that mirrors a window or a lampshade: the print is paler than what lies about
it, or all but gone but for its edges."""


def portrait(
    kind: Kind, face: int, sides: tuple[int, int], rng: np.random.Generator, steep: bool = False, of_side: bool = False
) -> Any:
    """A picture (PORTRAIT_PX, PORTRAIT_PX, 3) uint8 of a die that shows `face` above and two others at its sides, as a
    detector that is a little off cuts it, PX_PER_SIDE to its side; `steep` from nearly above; `of_side` as if one of
    its sides were taken for the upper face."""
    n = round(PORTRAIT_PX * FINER)
    tilt = np.radians(abs(rng.normal(0, 9)) if steep or rng.random() < 0.35 else rng.uniform(0, 46))
    if of_side:
        tilt = np.radians(rng.uniform(14, 52))
    way, roll = rng.uniform(0, 2 * np.pi), rng.uniform(0, 2 * np.pi)
    back = np.array([np.sin(tilt) * np.cos(way), np.sin(tilt) * np.sin(way), np.cos(tilt)])
    far = float(np.exp(rng.uniform(np.log(14), np.log(70))))
    right = unit(np.cross((np.cos(roll), np.sin(roll), 0.01), back))
    down = np.cross(right, back)
    middle, towards = _side_in_view(back) if of_side else (np.array([0, 0, 1.0]), max(np.cos(tilt), 0.5))
    eye = middle + back * far
    # the face's size is the root of its area; the detector takes a little of the side for the face
    per_px = 2 / (PX_PER_SIDE * FINER) * np.sqrt(towards) * float(np.exp(rng.normal(0.05, 0.10))) / far
    lower = np.array([right @ (0, 0, -1), down @ (0, 0, -1)])
    shift = lower * rng.uniform(-0.1, 0.35) * float(rng.random() < 0.6) + rng.normal(0, 0.09, 2)
    grid = (np.arange(n, dtype=np.float32) - (n - 1) / 2) * np.float32(per_px)
    x, y = np.meshgrid(grid + shift[0] / far, grid + shift[1] / far)
    ray = unit((x[..., None] * right + y[..., None] * down - back).astype(np.float32)).reshape(-1, 3)
    origin = eye.astype(np.float32)
    where, hit = traced(kind.make, origin, ray)
    sky, lamps = lights(rng)
    picture = ground(kind, origin, ray, lamps, sky, rng, n)
    sheen = 0.0
    if rng.random() < SHEEN_SHARE:
        sheen = float(np.exp(rng.uniform(np.log(0.05), np.log(0.8)))) / max(kind.make.gloss, 0.03)
    if hit.any():
        picture[hit] = shaded(kind, face, sides, where[hit], ray[hit], lamps, sky, sheen, rng)
    picture = picture.reshape(n, n, 3)
    picture = (
        picture
        * np.float32(_exposure(picture, (40, 64) if sheen else (60, 98), rng))
        * np.exp(rng.normal(0, 0.06, 3)).astype(np.float32)
    )
    if rng.random() < 0.35:
        picture = cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.4, 1.5)))
    if rng.random() < 0.3:  # far away, where a die has but few px
        few = max(20, round(n / FINER * rng.uniform(0.5, 1)))
        picture = cv2.resize(cv2.resize(picture, (few, few), interpolation=cv2.INTER_AREA), (n, n))
    picture = cv2.resize(picture, (PORTRAIT_PX, PORTRAIT_PX), interpolation=cv2.INTER_AREA)
    return _as_camera(picture, rng)


def _side_in_view(back: Any) -> tuple[Any, float]:
    """The middle of the side that is best seen from the way `back` to the camera, and how much it is turned towards
    it: as large as the root of that it looks."""
    axis = int(np.argmax(np.abs(back[:2])))
    middle = np.zeros(3)
    middle[axis] = np.sign(back[axis])
    return middle, max(float(abs(back[axis])), 0.3)


def _exposure(picture: Any, percent: tuple[float, float], rng: np.random.Generator) -> float:
    level = float(np.percentile(picture.mean(-1), rng.uniform(*percent)))
    return min(float(rng.uniform(0.2, 0.6)) / max(level, 0.02), 3.0)


def _as_camera(light: Any, rng: np.random.Generator) -> Any:
    light = np.maximum(light, 0)
    if rng.random() < 0.6:  # a shoulder, as cameras have it
        knee = rng.uniform(0.5, 0.9)
        light = np.where(light > knee, knee + (1 - knee) * (1 - np.exp(-(light - knee) / (1 - knee))), light)
    light = light + rng.normal(0, 1, light.shape) * np.sqrt(light * rng.uniform(0, 4e-4) + rng.uniform(0, 8e-5))
    told = np.clip(light, 0, 1) ** float(1 / 2.2 * np.exp(rng.normal(0, 0.12)))
    if rng.random() < 0.4:
        told = told + rng.uniform(0, 0.25) * (told * told * (3 - 2 * told) - told) * 2
    return np.clip(told * 255 + 0.5, 0, 255).astype(np.uint8)


def draw_portraits(shop: PrintShop, seed: int, numbers: range, views: int, output: Any) -> None:
    """Portraits of sets of dice: `views` of each face; and some of sides (face SIDE)."""
    rows: list[tuple[Any, int, int, int]] = []
    for number in numbers:
        rows += _set_portraits(shop, np.random.default_rng((seed, number)), number, views)
    pictures, sets, faces, pips = zip(*rows, strict=True)
    np.savez(output, pictures=np.stack(pictures), sets=np.array(sets, np.int32), faces=np.array(faces, np.int32),
             pips=np.array(pips, np.int32))  # fmt: skip


def _set_portraits(
    shop: PrintShop, rng: np.random.Generator, number: int, views: int
) -> list[tuple[Any, int, int, int]]:
    """Picture, set, face and pips (0: none) of each portrait of a set: of one kind of dice, or of two that differ by
    colour, by print or by both. The last ones are of sides."""
    how = rng.choice(["one", "colour", "print", "both"], p=[0.55, 0.15, 0.15, 0.15])
    masks, pips = shop.faces(rng, int(rng.integers(6, 10)))
    if how == "one":
        kinds = [(made_of(any_make(rng), masks), list(range(len(masks))))]
    else:
        half = max(len(masks) // 2, 3)
        make = any_make(rng)
        other = any_make(rng, like=make) if how != "print" else make
        parts = [list(range(half))] * 2 if how == "colour" else [list(range(half)), list(range(half, len(masks)))]
        kinds = [(made_of(m, masks), part) for m, part in zip((make, other), parts, strict=True) if part]
    rows, face = [], 0
    for kind, part in kinds:
        for shown in part:
            for _ in range(views):
                sides = int(rng.choice(part)), int(rng.choice(part))
                rows.append((portrait(kind, shown, sides, rng), number, face, pips[shown]))
            face += 1
    for _ in range(SIDES_A_SET):
        kind, part = kinds[rng.integers(len(kinds))]
        shown, *sides = (int(rng.choice(part)) for _ in range(3))
        rows.append((portrait(kind, shown, (sides[0], sides[1]), rng, of_side=True), number, SIDE, 0))
    return rows
