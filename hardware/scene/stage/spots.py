"""Where on a mat a hand lays the next piece: beside the others of its place, never quite straight."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import hypot
from typing import Any

import numpy as np

Point = tuple[float, float]
Layout = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class SpotMeasures:
    """How pieces are laid at a place."""

    number_margin_mm: float = 15.0
    """Left of a space of the Depth Board: its number stands there."""


MEASURES = SpotMeasures()


def free_spot(
    layout: Layout, place: str, size: Point, taken: Sequence[Point], rng: np.random.Generator
) -> tuple[float, float, float]:
    """Where the next piece of this size lies: x, y mm on the mat and its turn, degrees clockwise.

    `taken` are the middles of what lies at the place already. Raises KeyError for a place that the mat does not have.
    """
    turn = float(layout["turns"].get(place, 0))
    wide, high = size if turn % 180 == 0 else size[::-1]
    if place.startswith("depth-"):
        x, y = _space(layout["zones"][place], wide, taken, rng)
    else:
        free = [
            s
            for s in piece_middles(layout, place, (wide, high))
            if all(hypot(s[0] - x, s[1] - y) > 9 for x, y in taken)
        ]
        x, y = free[0] if free and place in layout["spread"] else piece_middles(layout, place, (wide, high))[-1]
    return (*_off(layout["zones"][place], (x, y), (wide, high), size, rng), turn + _turned(size, rng))


def piece_middles(layout: Layout, place: str, size: Point) -> list[Point]:
    """Middles of the pieces of a place in the order in which they are laid: row by row, then between those."""
    x, y, w, h = layout["zones"][place]
    if place not in layout["spread"]:
        return [(x + w / 2, y + h / 2)]
    step_x, step_y = layout["spread"][place]
    across, down = _ends(w, size[0], step_x), _ends(h, size[1], step_y)
    found = [(x + a, y + d) for d, a in product(down, across)]
    if len(found) == 1:  # no room for two: the next ones reach over the edge
        return found + [(found[0][0] + k * step_x, found[0][1] + k * step_y) for k in (1, 2)]
    right, low = x + w - size[0] / 2, y + h - size[1] / 2
    return found + [(min(a + abs(step_x) / 2, right), min(d + abs(step_y) / 2, low)) for a, d in found]


def _ends(room: float, size: float, step: float) -> list[float]:
    """Middles of pieces along one side; from the far end for a step backwards."""
    if not step:
        return [room / 2]
    count = int((room - size) // abs(step)) + 1
    start = size / 2 + (room - size - (count - 1) * abs(step)) * (0.5 if count > 1 else 0)
    line = [start + k * abs(step) for k in range(count)]
    return line if step > 0 else line[::-1]


def _space(zone: Sequence[float], wide: float, taken: Sequence[Point], rng: np.random.Generator) -> Point:
    """A free spot in a space of the Depth Board: anywhere in it, beside the others."""
    x, y, w, h = zone
    count = int((w - MEASURES.number_margin_mm) // (wide + 0.5))
    spots = [x + MEASURES.number_margin_mm + (w - MEASURES.number_margin_mm) * (k + 0.5) / count for k in range(count)]
    free = [s for s in spots if all(abs(s - other[0]) > wide * 0.9 for other in taken)] or spots
    return float(rng.choice(free)), y + h / 2


def _off(zone: Sequence[float], at: Point, shape: Point, size: Point, rng: np.random.Generator) -> Point:
    """A little beside the spot; small pieces stay within their zone."""
    spread = 1.5 if size[0] != size[1] else 0.7
    x, y = (float(v) for v in np.array(at) + np.clip(rng.normal(0, spread, 2), -2 * spread, 2 * spread))
    if size[0] == size[1]:
        x = min(max(x, zone[0] + shape[0] / 2), zone[0] + zone[2] - shape[0] / 2)
        y = min(max(y, zone[1] + shape[1] / 2), zone[1] + zone[3] - shape[1] / 2)
    return x, y


def _turned(size: Point, rng: np.random.Generator) -> float:
    """How a hand turns a piece, degrees: cards mostly upright, tiles to any side, tokens anyhow."""
    if size[0] == size[1] < 20:
        return float(rng.uniform(0, 360))
    sides = 90.0 * float(rng.integers(4)) if size[0] == size[1] else 180.0 * float(rng.random() < 0.08)
    return sides + float(np.clip(rng.normal(0, 2.2), -5, 5))
