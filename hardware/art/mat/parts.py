"""Parts of the mats for cards: the ground with its waves, places for cards, captions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from hardware.art.deck.letters import Text, width, words
from hardware.art.deck.pen import box, filled, line, mixed, placed
from hardware.art.polygons import Art, Colour

Zone = Sequence[float]


def ground(layout: Mapping[str, Any], colour: Colour, crest: Colour) -> Art:
    """The whole mat in one colour, with small waves in rows."""
    wide, deep = layout["size_mm"]
    art = filled(colour, box(0, 0, wide, deep))
    along = np.linspace(0, 22, 19)
    wave = line(crest, np.stack([along, 1.5 * np.sin(along / 22 * 4 * np.pi)], 1), 0.9)
    rows = enumerate(np.arange(14, deep, 23))
    places = [(x, y) for row, y in rows for x in np.arange(10 + 33 * (row % 2), wide - 22, 66)]
    return art + tuple((ink, part + np.array(place)) for place in places for ink, part in wave)


def worded(layout: Mapping[str, Any], text: str) -> Text:
    """A caption in the language of the layout: its `words` say what stands for each of ours."""
    written: Text = layout.get("words", {}).get(text, text)
    return written


def spot(zone: Zone, rim: Colour, inside: Colour, thick: float = 1.2) -> Art:
    """A place with round corners and a rim."""
    x, y, w, h = zone
    lap = thick + 0.8
    outer = filled(rim, box(x + 0.8, y + 0.8, w - 1.6, h - 1.6, 4))
    return outer + filled(inside, box(x + lap, y + lap, w - 2 * lap, h - 2 * lap, 3.2))


def fitting(text: Text, tall: float, wide: float) -> float:
    """How tall (mm) words may be, at most `tall`, to stand within `wide` mm with a little room at either end."""
    return tall * min(1.0, (wide - 4.0) / width(text, tall, 0.16))


def caption(zone: Zone, text: Text, colour: Colour, tall: float = 5.0, turn: float = 0.0, down: float = 0.5) -> Art:
    """Words in a zone, `turn` degrees clockwise; `down` is how far down they stand, as a share, for their reader."""
    x, y, w, h = zone
    tall = fitting(text, tall, w if turn % 180 == 0 else h)
    art = placed(words(text, 0, 0, tall, colour, 0.16), 0, 0, 100, turn)
    way = np.radians(turn)
    off = (down - 0.5) * (h if turn % 180 == 0 else w)
    return placed(art, x + w / 2 - off * float(np.sin(way)), y + h / 2 + off * float(np.cos(way)))


def figure(zone: Zone, art: Art, size: float, turn: float = 0.0, right: float = 0.5, down: float = 0.5) -> Art:
    """A figure of 100 units in a zone, `size` mm wide, at (right, down) shares of it."""
    x, y, w, h = zone
    return placed(art, x + right * w, y + down * h, size, turn)


def faint(art: Art, ground: Colour, share: float = 0.55) -> Art:
    """Art paled towards its ground, so that no reader takes it for a piece."""
    return tuple((mixed(colour, ground, share), points) for colour, points in art)


def dashes(zone: Zone, colour: Colour, sizes: Sequence[tuple[float, float, float, float]]) -> Art:
    """Outlines of cards within a zone, each x, y, width, height from its top left."""
    art: Art = ()
    for x, y, w, h in sizes:
        corners = box(zone[0] + x, zone[1] + y, w, h)
        for k in range(4):
            a, b = corners[k], corners[(k + 1) % 4]
            count = int(np.hypot(*(b - a)) // 6)
            for t in (np.arange(count) + 0.25) / count:
                art += line(colour, np.stack([a + (b - a) * t, a + (b - a) * (t + 0.5 / count)]), 0.7)
    return art
