"""Printed boards of games, and their counters: round pale tokens with figures and dots, which are no dice."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from hardware.arrays import Matrix
from hardware.scene.objects.sheet import (
    DrawnSheet,
    InkColour,
    RandomSource,
    TableProp,
    contrasting_ink,
    random_colour,
    random_grey,
)


@dataclass(frozen=True, slots=True)
class BoardShares:
    """What lies on printed boards."""

    sail_share: float = 0.25
    """Of what lies on the fields: no counter, but a sail, a banner or a scroll."""


SHARES = BoardShares()


def counter(rng: RandomSource, per_mm: float) -> TableProp:
    """A round or square token: a figure with dots under it, one large dot, dots in a ring, or a picture."""
    radius = float(rng.uniform(4, 13))
    sheet = DrawnSheet(2 * radius, 2 * radius, per_mm)
    (_sail if rng.random() < SHARES.sail_share else _counter)(sheet, rng, radius, radius, radius)
    return sheet.done(float(rng.uniform(0.5, 4)), rng)


def _counter(sheet: DrawnSheet, rng: RandomSource, x: float, y: float, radius: float) -> None:
    base = random_grey(rng, 200, 250) if rng.random() < 0.6 else random_colour(rng)
    ink = (30.0, 25.0, 190.0) if rng.random() < 0.3 and sum(base) > 380 else contrasting_ink(base, rng)
    if rng.random() < 0.85:
        sheet.disc(x, y, radius, base)
    else:
        sheet.block(x - radius, y - radius, 2 * radius, 2 * radius, base, float(rng.uniform(0, 0.5)) * radius)
    if rng.random() < 0.4:
        sheet.disc(x, y, 0.9 * radius, ink, 0.05 * radius)
    style = rng.choice(["figure", "dot", "ring", "picture", "blank"], p=[0.5, 0.15, 0.1, 0.15, 0.1])
    if style == "figure":
        _figure(sheet, rng, x, y, radius, ink)
    elif style == "dot":
        sheet.disc(x, y, float(rng.uniform(0.15, 0.6)) * radius, ink)
    elif style == "ring":
        for turn in np.arange(int(rng.integers(3, 9))) * 0.9:
            sheet.disc(x + 0.6 * radius * np.cos(turn), y + 0.6 * radius * np.sin(turn), 0.13 * radius, ink)
    elif style == "picture":
        _daub(sheet, rng, x, y, 0.7 * radius, 4)


def _sail(sheet: DrawnSheet, rng: RandomSource, x: float, y: float, radius: float) -> None:
    """A boat, a banner or a scroll: a pale field of four crooked sides with a mark on it, half of it in shade, most on
    a dark hull. From afar it looks like a pale die."""
    base = random_grey(rng, 185, 250)
    corners = np.array([[-0.6, -0.7], [0.6, -0.7], [0.7, 0.5], [-0.7, 0.5]]) + rng.normal(0, 0.14, (4, 2))
    at = corners * radius * rng.uniform(0.7, 1.2) + (x, y)
    if rng.random() < 0.7:
        hull = np.array([[-0.9, 0.45], [0.9, 0.45], [0.55, 0.95], [-0.55, 0.95]]) + rng.normal(0, 0.08, (4, 2))
        sheet.shape(hull * radius + (x, y), (30.0, 60.0, float(rng.uniform(80, 150))))
    sheet.shape(at, base)
    shade = float(rng.uniform(0.7, 0.95))
    sheet.shape(
        at[[1, 2, 3]] if rng.random() < 0.5 else at[[0, 1, 2]], (base[0] * shade, base[1] * shade, base[2] * shade)
    )
    ink = contrasting_ink(base, rng)
    if rng.random() < 0.5:
        _figure(sheet, rng, x, y, 0.6 * radius, ink)
    else:
        for _ in range(int(rng.integers(1, 7))):
            spot = rng.uniform(-0.4, 0.4, 2) * radius + (x, y - 0.1 * radius)
            sheet.disc(float(spot[0]), float(spot[1]), float(rng.uniform(0.05, 0.16)) * radius, ink)


def _figure(sheet: DrawnSheet, rng: RandomSource, x: float, y: float, radius: float, ink: InkColour) -> None:
    tall = float(rng.uniform(0.6, 1.0)) * radius
    words = str(rng.integers(1, 13)) if rng.random() < 0.8 else str(rng.choice(list("ABCDEFGH")))
    sheet.text(x - 0.42 * tall * len(words), y + 0.3 * tall, words, tall, ink, int(rng.choice([0, 2, 3])))
    dots = int(rng.integers(0, 6))
    for k in range(dots):
        sheet.disc(x + (k - (dots - 1) / 2) * 0.24 * radius, y + 0.62 * radius, 0.085 * radius, ink)


def _daub(sheet: DrawnSheet, rng: RandomSource, x: float, y: float, reach: float, count: int) -> None:
    """Little shapes about a point: trees, sheep, stones, sheaves, whatever they are."""
    ink = random_colour(rng)
    for _ in range(count):
        at = rng.normal(0, 0.5, 2) * reach + (x, y)
        size = float(rng.uniform(0.08, 0.3)) * reach
        if rng.random() < 0.5:
            sheet.disc(float(at[0]), float(at[1]), size, ink)
        else:
            corners = int(rng.integers(3, 6))
            turn = np.sort(rng.uniform(0, 2 * np.pi, corners))
            sheet.shape(np.stack([np.cos(turn), np.sin(turn)], 1) * size * 1.4 + at, ink)
        if rng.random() < 0.4:
            ink = random_colour(rng)


def board(rng: RandomSource, per_mm: float) -> TableProp:
    """A printed board: fields of six or four sides, each with its ground and little pictures, some with a counter."""
    reach = float(rng.uniform(15, 45))
    across, down = int(rng.integers(2, 7)), int(rng.integers(2, 6))
    six = bool(rng.random() < 0.65)
    step_x, step_y = (1.74 * reach, 1.5 * reach) if six else (2 * reach, 2 * reach)
    sheet = DrawnSheet((across + 0.8) * step_x, (down + 0.8) * step_y, per_mm)
    sheet.block(0, 0, sheet.wide, sheet.deep, random_colour(rng), 3)
    kinds = [random_colour(rng) for _ in range(int(rng.integers(2, 7)))]
    busy, marked = int(rng.integers(0, 22)), float(rng.choice([0.0, 0.3, 0.9]))
    radius = reach * float(rng.uniform(0.2, 0.45))
    for row in range(down):
        for column in range(across):
            x, y = (column + 0.6 + 0.5 * (row % 2) * six) * step_x, (row + 0.7) * step_y
            sheet.shape(_field(x, y, 0.96 * reach, six), kinds[int(rng.integers(len(kinds)))])
            _daub(sheet, rng, x, y, reach, busy)
            if rng.random() < marked:
                (_sail if rng.random() < SHARES.sail_share else _counter)(sheet, rng, x, y, radius)
            if rng.random() < 0.3:
                _road(sheet, rng, x, y, reach)
    return _printed(sheet.done(0.3, rng), rng)


def _field(x: float, y: float, reach: float, six: bool) -> Matrix:
    turn = (np.arange(6) * np.pi / 3 + np.pi / 6) if six else (np.arange(4) * np.pi / 2 + np.pi / 4)
    size = reach if six else 1.41 * reach
    return np.asarray(np.stack([np.cos(turn), np.sin(turn)], 1) * size + (x, y), np.float64)


def _road(sheet: DrawnSheet, rng: RandomSource, x: float, y: float, reach: float) -> None:
    """A stick or a house on the border of a field, with its shaded side."""
    ink, way = random_colour(rng), float(rng.integers(6)) * np.pi / 3
    middle = np.array([x, y]) + 0.86 * reach * np.array([np.cos(way), np.sin(way)])
    along = np.array([-np.sin(way), np.cos(way)]) * reach * float(rng.uniform(0.1, 0.4))
    dark: InkColour = (ink[0] * 0.6, ink[1] * 0.6, ink[2] * 0.6)
    thick = reach * float(rng.uniform(0.12, 0.3))
    sheet.line(np.stack([middle - along + 0.4 * thick, middle + along + 0.4 * thick]), thick, dark)
    sheet.line(np.stack([middle - along, middle + along]), thick, ink)


def _printed(prop: TableProp, rng: RandomSource) -> TableProp:
    """The same with the fine unevenness of a picture that was painted."""
    picture = prop.picture.copy()
    height, width = picture.shape[:2]
    total = np.zeros((height, width), np.float32)
    for cells in (8, 24, 72):
        grid = rng.normal(0, 1, (cells, cells)).astype(np.float32)
        total += cv2.resize(grid, (width, height), interpolation=cv2.INTER_CUBIC)
    share = 1 + total * float(rng.uniform(0.0, 0.12))
    picture[..., :3] = np.clip(picture[..., :3] * share[..., None], 0, 255).astype(np.uint8)
    return TableProp(picture, prop.per_mm, prop.high)
