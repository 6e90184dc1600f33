"""Sharks and divers, and what they carry. Each about (0, 0) in a box of 100 units."""

from __future__ import annotations

import numpy as np

from hardware.art.deck.card import NIGHT, WHITE
from hardware.art.deck.pen import arrow, blob, box, disc, filled, ink, line, path, placed, ring
from hardware.art.polygons import Art, Colour, Points

STEEL, BELLY = ink("#3d5a73"), ink("#e8f1f5")
RUBBER, SKIN, BRASS = ink("#13293d"), ink("#f2b48c"), ink("#f4a61d")


def shark(back: Colour = STEEL, belly: Colour = BELLY, detail: Colour = NIGHT) -> Art:
    """A shark from the side, swimming left."""
    tail = path("M30 -3Q42 -14 47 -34Q53 -14 44 0Q49 9 47 20Q38 12 30 5Z")
    dorsal = path("M-8 -14Q0 -32 13 -38Q10 -24 17 -12Z")
    second = path("M24 -7Q28 -13 33 -15Q31 -9 33 -5Z")
    body = path("M-50 0Q-40 -12 -22 -15Q0 -19 20 -10Q34 -4 42 -2L42 3Q30 6 18 10Q-4 18 -28 14Q-44 12 -50 0Z")
    under = path("M-48 3Q-36 6 -20 5Q6 6 38 2Q28 6 18 10Q-4 18 -28 14Q-41 12 -48 3Z")
    pectoral = path("M-14 6Q-6 24 10 33Q8 18 4 7Z")
    art = filled(back, tail, dorsal, second, body) + filled(belly, under) + filled(back, pectoral)
    art += (
        line(detail, "M-45 5Q-37 8 -30 6", 2.0)
        + filled(WHITE, disc(-33, -3.5, 3.4))
        + filled(detail, disc(-33.4, -3.2, 2))
    )
    for x in (-20, -16, -12):
        art += line(detail, f"M{x} -5Q{x + 2.5} 0 {x} 5", 1.6)
    return art


def fin(colour: Colour) -> Art:
    """A fin above the water."""
    return filled(colour, path("M-46 40Q-26 -30 28 -44Q10 -4 42 40Z"))


def turning(colour: Colour, radius: float = 44, width: float = 7, head: float = 17, start: float = 200.0) -> Art:
    """Two arrows that chase each other round a circle, clockwise."""
    art: Art = ()
    for half in (0.0, 180.0):
        way = np.radians(start + half) + np.linspace(0, np.radians(112), 30)
        art += arrow(colour, np.stack([radius * np.cos(way), radius * np.sin(way)], 1), width, head)
    return art


def diver(suit: Colour = RUBBER, tank: Colour = BRASS, flipper: Colour = BRASS) -> Art:
    """A diver from the side, swimming left: mask, tank, a kicking pair of flippers."""
    art = line(suit, "M10 4Q26 12 36 4", 9) + filled(flipper, blob((33, 6), (34, -1), (50, -13), (50, -13), (48, 4)))
    art += line(suit, "M10 4Q20 18 30 21", 9.5)
    art += filled(flipper, blob((27, 25), (30, 17), (48, 19), (48, 19), (46, 31), (46, 31)))
    art += filled(suit, blob((-20, -8), (0, -9), (16, 0), (15, 10), (-2, 10), (-20, 8)))
    art += line(suit, "M-14 4Q-24 16 -36 17", 7) + filled(SKIN, disc(-38, 17, 4.4))
    art += (
        filled(tank, box(-14, -20, 29, 10.5, 5)) + line(suit, "M-6 -20L-6 -10", 2.5) + line(suit, "M8 -20L8 -10", 2.5)
    )
    art += line(suit, "M-14 -15Q-24 -22 -30 -8", 2.2)
    art += filled(suit, disc(-27, -3, 10.5)) + filled(SKIN, blob((-38, -4), (-30, -9), (-27, -1), (-31, 6), (-37, 3)))
    art += filled(WHITE, box(-39, -9, 11, 8.5, 3)) + line(
        NIGHT, path("M-37 -8L-30 -8Q-28 -8 -28 -6L-28 -3L-38 -3L-38 -6Q-38 -8 -37 -8Z"), 1.8
    )
    for x, y, r in ((-43, -17, 3.2), (-37, -26, 4.2), (-45, -33, 2.6)):
        art += ring(WHITE, x, y, r, 1.5)
    return art


def cage(colour: Colour, back: Colour) -> Art:
    """A diving cage with its hook."""
    art = filled(back, box(-34, -26, 68, 62, 4)) + line(colour, "M-34 -26L34 -26L34 36L-34 36L-34 -26", 6.5)
    for x in (-17, 0, 17):
        art += line(colour, f"M{x} -26L{x} 36", 4.2)
    art += line(colour, "M-34 5L34 5", 4.2) + line(colour, "M-26 -27L0 -42L26 -27", 4) + ring(colour, 0, -45, 4.5, 3.2)
    return art


def harpoon(shaft: Colour, tip: Colour) -> Art:
    """A harpoon that points to the upper right."""
    art = line(shaft, "M-40 40L28 -28", 5.5) + line(shaft, "M-40 30L-30 40", 4.5) + line(shaft, "M-33 23L-23 33", 4.5)
    return art + filled(tip, path("M48 -48L38 -16L30 -24L18 -28Z"), path("M44 -44L22 -12L28 -30L12 -22Z"))


def hidden_diver(weed: Colour, dark: Colour) -> Art:
    """A diver's masked face between leaves of kelp."""
    art = filled(RUBBER, blob((-24, -14), (0, -34), (24, -14), (26, 20), (0, 36), (-26, 20)))
    art += filled(SKIN, blob((-17, -10), (0, -20), (17, -10), (17, 16), (0, 26), (-17, 16)))
    art += filled(BRASS, box(-20, -13, 40, 22, 9)) + filled(WHITE, box(-16, -9.5, 32, 15, 6))
    for x in (-7.5, 7.5):
        art += filled(NIGHT, disc(x, -2, 4.2)) + filled(WHITE, disc(x + 1.3, -3.4, 1.3))
    art += line(NIGHT, "M-5 17L5 17", 4.5)
    leaves = (
        (-42, 47, 0, dark, 7),
        (-26, 50, -6, weed, -6),
        (42, 47, 2, dark, -6),
        (24, 50, 8, weed, 5),
    )
    for x, foot, lean, colour, bow in leaves:
        art += filled(colour, _leaf(x, foot, lean, bow))
    return art


def _leaf(x: float, foot: float, lean: float, bow: float) -> Points:
    """A long leaf that winds upwards."""
    t = np.linspace(0, 1, 30)
    middle = np.stack([x + lean * t + bow * np.sin(7 * t), foot - 92 * t], 1)
    half = 8.5 * np.sin(np.pi * (0.12 + 0.88 * t)) ** 0.8
    return np.concatenate([middle + np.stack([half, 0 * t], 1), (middle - np.stack([half, 0 * t], 1))[::-1]])


def ring_of_sharks(back: Colour, count: int = 6) -> Art:
    """Sharks that follow each other clockwise round a circle."""
    swims_right = tuple((colour, points * (-1, 1)) for colour, points in shark(back))
    art: Art = ()
    for way in np.arange(count) * 360 / count:
        x, y = 35 * np.cos(np.radians(way)), 35 * np.sin(np.radians(way))
        art += placed(swims_right, float(x), float(y), 37, float(way) + 90)
    return art
