"""The dice tray: pale water with faint crests; beside it, where a layout has one, the strip of dice that are kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from hardware.arrays import Matrix
from hardware.art.deck.letters import Text
from hardware.art.mat.marks import rounded
from hardware.art.mat.parts import caption, spot, worded
from hardware.art.polygons import Art, Colour, ColouredPolygon

SEA: Colour = (214, 190, 120)
SHALLOWS: Colour = (240, 232, 206)
CREST: Colour = (228, 214, 172)
SAND: Colour = (214, 238, 246)
LETTERS: Colour = (150, 190, 205)
STRIP = "kept"


def drawn(layout: Mapping[str, Any]) -> tuple[ColouredPolygon, ...]:
    """The tray of a layout, and its strip."""
    zones = layout["zones"]
    trays = tuple(shape for name, zone in zones.items() if name != STRIP for shape in _zone(*zone))
    return trays + (_strip(zones[STRIP], worded(layout, "KEEP")) if STRIP in zones else ())


def _strip(zone: Sequence[float], name: Text) -> Art:
    """Sand with its name at both ends: dice lie between."""
    x, y, w, h = zone
    ends = [(x, y + 4, w, 10), (x, y + h - 14, w, 10)]
    return spot(zone, SEA, SAND) + tuple(part for end in ends for part in caption(end, name, LETTERS, 5.5))


def _zone(x: float, y: float, w: float, h: float) -> list[ColouredPolygon]:
    """A pale water with rounded corners and crests that stay faint under the dice."""
    parts: list[ColouredPolygon] = [
        (SEA, rounded(x, y, w, h, 8)),
        (SHALLOWS, rounded(x + 1.2, y + 1.2, w - 2.4, h - 2.4, 7)),
    ]
    for row, level in enumerate(np.arange(y + 14, y + h - 8, 18)):
        for left in np.arange(x + 14 + 16 * (row % 2), x + w - 24, 32):
            parts.append((CREST, _crest(left, level)))
    return parts


def _crest(x: float, y: float) -> Matrix:
    along = np.linspace(0, 10, 21)
    line = y + 1.1 * np.sin(along / 10 * 2 * np.pi)
    thick = 0.45 * np.sin(np.clip(along / 10, 0.03, 0.97) * np.pi) + 0.08
    upper, lower = np.stack([x + along, line - thick], 1), np.stack([x + along, line + thick], 1)
    return np.concatenate([upper, lower[::-1]])
