"""Things that lie beside dice and are none: drawn flat, as seen from above.

What is drawn here is what a reader of dice must not be taken in by: round dots on square things most of all.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from hardware.arrays import Floats
from hardware.scene.objects.sheet import (
    DrawnSheet,
    InkColour,
    RandomSource,
    TableProp,
    contrasting_ink,
    random_colour,
    random_grey,
)
from hardware.scene.optics.view import array


def _words(rng: RandomSource, most: int = 9) -> str:
    letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,:-oO"
    return "".join(rng.choice(list(letters), int(rng.integers(1, most))))


def note(rng: RandomSource, per_mm: float) -> TableProp:
    """A sheet with printed or written lines, perhaps a table or a picture."""
    wide, deep = rng.uniform(40, 220), rng.uniform(40, 220)
    sheet = DrawnSheet(wide, deep, per_mm)
    paper = random_grey(rng, 190, 255) if rng.random() < 0.7 else random_colour(rng, 0.5)
    sheet.block(0, 0, wide, deep, paper)
    ink, tall = contrasting_ink(paper, rng), rng.uniform(1.5, 8)
    for y in np.arange(6 + tall, deep - 4, tall * rng.uniform(1.4, 2.4)):
        x = rng.uniform(3, 9)
        while x < wide - 8:
            word = _words(rng)
            sheet.text(x, float(y), word, tall, ink, int(rng.integers(0, 5)))
            x += tall * (0.75 * len(word) + 0.8)
            if rng.random() < 0.05:
                break
    if rng.random() < 0.3:
        sheet.block(wide * 0.2, deep * 0.3, wide * rng.uniform(0.2, 0.5), deep * 0.3, random_colour(rng))
    return sheet.done(0.2, rng)


def playing_card(rng: RandomSource, per_mm: float) -> TableProp:
    """A card with suit signs in rows: pips that are no dice."""
    wide, deep = 58 * rng.uniform(0.7, 1.1), 88 * rng.uniform(0.7, 1.1)
    sheet = DrawnSheet(wide, deep, per_mm)
    sheet.block(0, 0, wide, deep, random_grey(rng, 225, 255), 4)
    ink = (40, 30, 200) if rng.random() < 0.5 else (25, 25, 25)
    columns = [wide * 0.3, wide * 0.7] if rng.random() < 0.7 else [wide * 0.5]
    sign = rng.choice(["disc", "diamond", "heart"])
    for x in columns:
        for y in np.linspace(0.2, 0.8, int(rng.integers(1, 5))) * deep:
            _suit(sheet, float(x), float(y), 0.085 * wide, str(sign), ink)
    sheet.text(2, 9, str(rng.choice(list("A23456789JQK"))), 6, ink)
    return sheet.done(0.3, rng)


def _suit(sheet: DrawnSheet, x: float, y: float, r: float, sign: str, ink: InkColour) -> None:
    if sign == "disc":
        sheet.disc(x, y, r, ink)
    elif sign == "diamond":
        sheet.shape([(x, y - 1.4 * r), (x + r, y), (x, y + 1.4 * r), (x - r, y)], ink)
    else:
        sheet.disc(x - 0.5 * r, y - 0.3 * r, 0.6 * r, ink)
        sheet.disc(x + 0.5 * r, y - 0.3 * r, 0.6 * r, ink)
        sheet.shape([(x - 1.05 * r, y), (x + 1.05 * r, y), (x, y + 1.2 * r)], ink)


def box(rng: RandomSource, per_mm: float) -> TableProp:
    """A book or a box: coloured, striped, with a title."""
    wide, deep = rng.uniform(50, 260), rng.uniform(50, 200)
    sheet = DrawnSheet(wide, deep, per_mm)
    base = random_colour(rng) if rng.random() < 0.6 else random_grey(rng)
    sheet.block(0, 0, wide, deep, base, float(rng.choice([0, 0, 2, 6])))
    for _ in range(int(rng.integers(0, 5))):
        x, y = rng.uniform(0, 0.7) * wide, rng.uniform(0, 0.7) * deep
        sheet.block(x, y, rng.uniform(0.05, 0.3) * wide, rng.uniform(0.05, 0.3) * deep, random_colour(rng))
    if rng.random() < 0.7:
        sheet.text(
            0.1 * wide, deep * rng.uniform(0.2, 0.9), _words(rng, 12), deep * 0.09, contrasting_ink(base, rng), 2
        )
    return sheet.done(float(rng.uniform(3, 25)), rng)


def phone(rng: RandomSource, per_mm: float) -> TableProp:
    """A telephone, face or back up: the back has round lenses in a square."""
    wide, deep = rng.uniform(62, 80), rng.uniform(125, 165)
    sheet = DrawnSheet(wide, deep, per_mm)
    body = random_grey(rng, 8, 60) if rng.random() < 0.6 else random_colour(rng, 0.6)
    sheet.block(0, 0, wide, deep, body, 9)
    if rng.random() < 0.5:
        sheet.block(3, 5, wide - 6, deep - 10, random_grey(rng, 5, 30), 4)
        sheet.disc(wide / 2, 8, 1.6, random_grey(rng, 60, 120))
    else:
        side = rng.uniform(18, 32)
        sheet.block(5, 5, side, side, random_grey(rng, 15, 70), 5)
        for x, y in [(0.3, 0.3), (0.3, 0.72), (0.72, 0.3), (0.72, 0.72)][: int(rng.integers(1, 5))]:
            sheet.disc(5 + x * side, 5 + y * side, 0.17 * side, (10, 10, 10))
            sheet.disc(5 + x * side, 5 + y * side, 0.17 * side, random_grey(rng, 90, 160), 0.6)
    return sheet.done(8, rng, 0.01)


def keyboard(rng: RandomSource, per_mm: float) -> TableProp:
    """Rows of square keys with letters on them."""
    across, down, pitch = int(rng.integers(4, 15)), int(rng.integers(2, 6)), rng.uniform(15, 19)
    sheet = DrawnSheet(across * pitch + 8, down * pitch + 8, per_mm)
    frame, key = random_grey(rng), random_grey(rng)
    sheet.block(0, 0, sheet.wide, sheet.deep, frame, 5)
    ink = contrasting_ink(key, rng)
    for row in range(down):
        for column in range(across):
            x, y = 4 + column * pitch + 0.08 * pitch, 4 + row * pitch + 0.08 * pitch
            sheet.block(x, y, 0.84 * pitch, 0.84 * pitch, key, 0.13 * pitch)
            shade: InkColour = (key[0] * 1.12 % 256, min(key[1] * 1.12, 255), min(key[2] * 1.12, 255))
            sheet.block(x + 0.1 * pitch, y + 0.06 * pitch, 0.64 * pitch, 0.66 * pitch, shade, 0.1 * pitch)
            sheet.text(x + 0.25 * pitch, y + 0.55 * pitch, _words(rng, 2), 0.3 * pitch, ink)
    return sheet.done(float(rng.uniform(5, 15)), rng)


def coin(rng: RandomSource, per_mm: float) -> TableProp:
    """A coin, a chip, a button with holes, a washer, a bead: round things."""
    radius = rng.uniform(4, 16)
    sheet = DrawnSheet(2 * radius + 1, 2 * radius + 1, per_mm)
    middle, base = radius + 0.5, random_colour(rng) if rng.random() < 0.5 else random_grey(rng)
    ink = contrasting_ink(base, rng)
    sheet.disc(middle, middle, radius, base)
    style = rng.choice(["coin", "chip", "button", "ring", "bead", "peg"])
    if style == "chip":
        for turn in np.arange(6) * np.pi / 3:
            sheet.disc(middle + 0.85 * radius * np.cos(turn), middle + 0.85 * radius * np.sin(turn), 0.14 * radius, ink)
    elif style == "button":
        for turn in np.arange(int(rng.choice([2, 4]))) * np.pi / 2 * (1 if rng.random() < 0.8 else 2):
            sheet.disc(middle + 0.33 * radius * np.cos(turn), middle + 0.33 * radius * np.sin(turn), 0.13 * radius, ink)
    elif style in ("ring", "coin"):
        sheet.disc(middle, middle, 0.82 * radius, ink, 0.06 * radius)
        sheet.text(middle - 0.4 * radius, middle + 0.3 * radius, _words(rng, 3), 0.6 * radius, ink)
    else:
        for k in range(12):
            share = k / 12
            lighter: InkColour = (
                base[0] + (255 - base[0]) * share**2 * 0.7,
                base[1] + (255 - base[1]) * share**2 * 0.7,
                base[2] + (255 - base[2]) * share**2 * 0.7,
            )
            sheet.disc(middle - 0.3 * radius * share, middle - 0.3 * radius * share, radius * (1 - share), lighter)
    return sheet.done(float(rng.uniform(1, 5)), rng)


def pen(rng: RandomSource, per_mm: float) -> TableProp:
    """A pen or a pencil."""
    long, thick = rng.uniform(90, 180), rng.uniform(6, 12)
    sheet = DrawnSheet(long, thick, per_mm)
    base = random_colour(rng)
    for k in range(8):
        share = k / 7
        light = 0.55 + 0.6 * np.sin(np.pi * (0.1 + 0.75 * share))
        ink: InkColour = (min(base[0] * light, 255), min(base[1] * light, 255), min(base[2] * light, 255))
        sheet.block(0, share * 0.85 * thick, long * 0.86, thick * (1 - 0.85 * share), ink, 0.1 * thick)
    sheet.shape(
        [(long * 0.86, 0), (long, thick * 0.45), (long, thick * 0.55), (long * 0.86, thick)], random_grey(rng, 90, 220)
    )
    sheet.block(long * rng.uniform(0.02, 0.7), 0, rng.uniform(3, 20), thick, random_colour(rng))
    return sheet.done(thick * 0.7, rng)


def cable(rng: RandomSource, per_mm: float) -> TableProp:
    """A cable in loose curves, with a plug."""
    wide, deep, thick = rng.uniform(80, 250), rng.uniform(60, 200), rng.uniform(2.5, 6)
    sheet = DrawnSheet(wide, deep, per_mm)
    t = np.linspace(0, 1, 90)
    x, y = wide * (0.06 + 0.88 * t), np.full_like(t, deep / 2)
    for k in range(1, 4):
        x = x + wide * 0.12 / k * np.sin(2 * np.pi * (k * t + rng.random())) * rng.normal()
        y = y + deep * 0.28 / k * np.sin(2 * np.pi * (k * t + rng.random())) * rng.normal()
    path = np.stack([np.clip(x, thick, wide - thick), np.clip(y, thick, deep - thick)], 1)
    base = random_grey(rng, 8, 60) if rng.random() < 0.6 else random_grey(rng, 190, 250)
    for share in (1.0, 0.6, 0.25):
        light = 1.25 - 0.5 * share
        sheet.line(path, thick * share, (base[0] * light, base[1] * light, base[2] * light))
    end = path[0]
    sheet.block(float(end[0]) - 3, float(end[1]) - thick * 1.2, 18, thick * 2.4, base, 1.5)
    sheet.block(float(end[0]) + 14, float(end[1]) - thick * 0.8, 10, thick * 1.6, random_grey(rng, 140, 210))
    return sheet.done(thick * 0.8, rng)


def domino(rng: RandomSource, per_mm: float) -> TableProp:
    """A domino: dice's pips on an oblong."""
    wide, deep = rng.uniform(18, 30), 0.0
    deep = 2 * wide
    sheet = DrawnSheet(wide, deep, per_mm)
    base = random_grey(rng, 200, 250) if rng.random() < 0.5 else random_grey(rng, 10, 50)
    ink = contrasting_ink(base, rng)
    sheet.block(0, 0, wide, deep, base, 0.12 * wide)
    sheet.line([(0.1 * wide, wide), (0.9 * wide, wide)], 0.05 * wide, ink)
    spots = {1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8]}
    for top in (0.0, wide):
        for spot in spots[int(rng.integers(1, 7))]:
            sheet.disc((0.24 + 0.26 * (spot % 3)) * wide, top + (0.24 + 0.26 * (spot // 3)) * wide, 0.09 * wide, ink)
    return sheet.done(float(rng.uniform(4, 9)), rng)


def token(rng: RandomSource, per_mm: float) -> TableProp:
    """A wooden figure, a house, a hexagon, a blob."""
    size = rng.uniform(9, 45)
    sheet = DrawnSheet(size, size, per_mm)
    base, style = random_colour(rng), rng.choice(["house", "hexagon", "blob", "figure", "tile"])
    if style == "house":
        sheet.shape([(0.1, 0.45), (0.5, 0.05), (0.9, 0.45), (0.9, 0.95), (0.1, 0.95)] * array([size, size]), base)
    elif style == "hexagon":
        turn = np.arange(6) * np.pi / 3
        sheet.shape(np.stack([np.cos(turn), np.sin(turn)], 1) * 0.48 * size + size / 2, base)
        sheet.disc(size / 2, size / 2, 0.2 * size, random_grey(rng, 200, 250))
        sheet.text(0.4 * size, 0.58 * size, _words(rng, 2), 0.2 * size, random_grey(rng, 10, 60))
    elif style == "tile":
        _tile(sheet, rng, size, base)
    elif style == "figure":
        sheet.disc(size / 2, 0.22 * size, 0.16 * size, base)
        sheet.shape(
            [(0.1, 0.45), (0.5, 0.3), (0.9, 0.45), (0.7, 0.6), (0.8, 0.95), (0.2, 0.95), (0.3, 0.6)]
            * array([size, size]),
            base,
        )
    else:
        turn = np.linspace(0, 2 * np.pi, 40, endpoint=False)
        radius = 0.36 * size * (1 + sum(rng.normal(0, 0.1) * np.cos(k * turn + rng.uniform(0, 6)) for k in (2, 3, 4)))
        sheet.shape(np.stack([np.cos(turn) * radius, np.sin(turn) * radius], 1) + size / 2, base)
    return sheet.done(float(rng.uniform(2, 12)), rng, 0.08)


def _tile(sheet: DrawnSheet, rng: RandomSource, size: float, base: InkColour) -> None:
    """A square with up to three spots."""
    sheet.block(0, 0, size, size, base, 0.1 * size)
    for _ in range(int(rng.integers(0, 4))):
        x, y = rng.uniform(0.2, 0.8) * size, rng.uniform(0.2, 0.8) * size
        sheet.disc(x, y, rng.uniform(0.05, 0.3) * size, random_colour(rng))


def bricks(rng: RandomSource, per_mm: float) -> TableProp:
    """A building brick with studs, or a panel of holes or rivets: rows of discs on a plate."""
    pitch, across, down = rng.uniform(4, 12), int(rng.integers(1, 9)), int(rng.integers(1, 6))
    sheet = DrawnSheet(across * pitch, down * pitch, per_mm)
    base = random_colour(rng) if rng.random() < 0.6 else random_grey(rng)
    sheet.block(0, 0, sheet.wide, sheet.deep, base, 0.15 * pitch)
    ink = contrasting_ink(base, rng) if rng.random() < 0.5 else (base[0] * 0.75, base[1] * 0.75, base[2] * 0.75)
    radius = rng.uniform(0.15, 0.33) * pitch
    for row in range(down):
        for column in range(across):
            sheet.disc((column + 0.5) * pitch, (row + 0.5) * pitch, radius, ink)
    return sheet.done(float(rng.uniform(2, 11)), rng)


def slab(rng: RandomSource, per_mm: float) -> TableProp:
    """A laptop, a case, a light box's rail: large, plain, with a few round screws or feet."""
    wide, deep = rng.uniform(150, 420), rng.uniform(25, 240)
    sheet = DrawnSheet(wide, deep, per_mm)
    base = random_grey(rng) if rng.random() < 0.7 else random_colour(rng, 0.6)
    sheet.block(0, 0, wide, deep, base, float(rng.uniform(0, 14)))
    ink, inset, radius = contrasting_ink(base, rng), rng.uniform(6, 20), rng.uniform(1.5, 6)
    if rng.random() < 0.6:
        for x in (inset, wide - inset):
            for y in (inset, deep - inset)[: 1 if rng.random() < 0.4 else 2]:
                sheet.disc(float(x), float(y), radius, ink)
    if rng.random() < 0.5:
        sheet.text(0.35 * wide, 0.6 * deep, _words(rng, 8), min(deep * 0.2, 20), ink, 2)
    return sheet.done(float(rng.uniform(0, 20)), rng, 0.015)


MAKERS: tuple[tuple[Callable[[RandomSource, float], TableProp], float], ...] = (
    (note, 2.0),
    (playing_card, 1.2),
    (box, 1.4),
    (phone, 1.0),
    (keyboard, 1.0),
    (coin, 3.5),
    (pen, 1.5),
    (cable, 1.5),
    (domino, 0.8),
    (token, 2.5),
    (bricks, 1.0),
    (slab, 1.5),
)
"""Makers of things and how often each is met."""


def random_prop(rng: RandomSource, per_mm: float) -> TableProp:
    """Any thing, drawn for a camera that sees `per_mm` pixels a mm."""
    weights: Floats = array([share for _, share in MAKERS])
    maker = MAKERS[int(rng.choice(len(MAKERS), p=weights / weights.sum()))][0]
    return maker(rng, float(np.clip(per_mm, 1.0, 14.0)))
