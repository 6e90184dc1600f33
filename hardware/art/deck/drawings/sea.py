"""Backgrounds: water in bands, waves, rays, bubbles, weed."""

from __future__ import annotations

import numpy as np

from hardware.art.deck.card import SIZE
from hardware.art.deck.pen import blob, box, disc, filled, line, mixed, ring
from hardware.art.polygons import Art, Colour, Points

W, H = SIZE


def wavy(y: float, high: float, count: float, shift: float = 0.0, bottom: float = H + 1) -> Points:
    """Everything below a wavy line at height `y` mm down to `bottom`."""
    x = np.linspace(-1, W + 1, 60)
    top = y + high * np.sin((x / W * count + shift) * 2 * np.pi)
    return np.concatenate([np.stack([x, top], 1), [[W + 1, bottom], [-1, bottom]]])


def water(top: Colour, deep: Colour, start: float = -1.0, bands: int = 7, high: float = 0.9, count: float = 2.0) -> Art:
    """Bands of water that get darker with depth, from `start` mm down."""
    step = (H - start) / bands
    art: Art = filled(top, box(-1, start, W + 2, H - start + 2)) if start <= 0 else ()
    for k in range(0 if start > 0 else 1, bands):
        shade = mixed(top, deep, k / (bands - 1))
        art += filled(shade, wavy(start + k * step, high, count, 0.37 * k))
    return art


def rays(colour: Colour, x: float, y: float, count: int = 14, share: float = 0.5, turn: float = 0.0) -> Art:
    """Beams that spread from a point over the whole card."""
    way = np.radians(turn) + np.arange(count) * 2 * np.pi / count
    half = np.pi / count * share
    far = 130.0
    ends = [
        np.array(
            [
                [x, y],
                [x + far * np.cos(a - half), y + far * np.sin(a - half)],
                [x + far * np.cos(a + half), y + far * np.sin(a + half)],
            ]
        )
        for a in way
    ]
    return filled(colour, *ends)


def stripes(colour: Colour, pitch: float, share: float = 0.5, slope: float = 1.0) -> Art:
    """Slanting stripes over the whole card."""
    lean = slope * H
    starts = np.arange(-abs(lean) - pitch, W + abs(lean) + pitch, pitch)
    return filled(
        colour,
        *(np.array([[s, 0], [s + pitch * share, 0], [s + pitch * share - lean, H], [s - lean, H]]) for s in starts),
    )


def swell(colour: Colour, pitch: float, thick: float, high: float = 2.0, count: float = 2.5, end: float = H) -> Art:
    """Wavy lines across the card, down to `end` mm."""
    x = np.linspace(-2, W + 2, 70)
    rows = np.arange(0, end + 0.01, pitch)
    art: Art = ()
    for k, y in enumerate(rows):
        art += line(colour, np.stack([x, y + high * np.sin((x / W * count + 0.5 * (k % 2)) * 2 * np.pi)], 1), thick)
    return art


def kelp(colour: Colour, x: float, foot: float, tip: float, sway: float = 3.0, leaf: float = 5.0) -> Art:
    """A plant of the sea floor from `foot` up to `tip` (y, mm) with leaves left and right."""
    t = np.linspace(0, 1, 40)
    stem = np.stack([x + sway * np.sin(t * 5), foot + (tip - foot) * t], 1)
    art = line(colour, stem, 0.22 * leaf)
    count = max(int((foot - tip) / (1.05 * leaf)), 2)
    for k in range(1, count + 1):
        px, py = stem[min(round(k / (count + 0.2) * 39), 39)]
        side = 1 if k % 2 else -1
        art += filled(
            colour,
            blob(
                (px, py),
                (px, py),
                (px + side * 0.55 * leaf, py - 0.45 * leaf),
                (px + side * 1.25 * leaf, py - 1.15 * leaf),
                (px + side * 1.25 * leaf, py - 1.15 * leaf),
                (px + side * 0.35 * leaf, py - 1.0 * leaf),
            ),
        )
    return art


def bubble(colour: Colour, shine: Colour, x: float, y: float, radius: float, inside: Colour | None = None) -> Art:
    """A bubble with a highlight."""
    art = filled(inside, disc(x, y, radius)) if inside else ()
    art += ring(colour, x, y, radius, 0.16 * radius + 0.2)
    return art + ring(shine, x, y, 0.66 * radius, 0.16 * radius, 0.2, 190)
