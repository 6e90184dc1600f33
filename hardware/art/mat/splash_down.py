"""The mat of Splash Down: four scoring areas on either side, and the piles between them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from hardware.art.deck.card import WHITE
from hardware.art.deck.pen import filled, ink, mixed, path, placed
from hardware.art.mat.parts import caption, ground, spot, worded
from hardware.art.polygons import Art, Colour, ColouredPolygon

ICE, CREST, NAVY = ink("#9cc3d6"), ink("#accfdf"), ink("#173b57")
TINTS = tuple(
    ink(code) for code in ("#d96c5f", "#e0a33c", "#8fae3c", "#3f9f7a", "#3f8fc0", "#5a6fc4", "#9a5fb8", "#c65f94")
)
"""The colours of the areas."""
MARKED = {"who": "WHO"}
"""Places for marks, on mats that have them."""
SIGNS = {"deck": "DRAW", "discard": "DISCARD", "shown": "FLUKE!", "play": "ACTIONS", "breaches": "BREACHES"}


def drawn(layout: Mapping[str, Any]) -> tuple[ColouredPolygon, ...]:
    """All of the mat but its markers."""
    zones, turns = layout.get("printed", layout["zones"]), layout["turns"]
    art = ground(layout, ICE, CREST)
    for name, text in SIGNS.items():
        dark = mixed(ICE, NAVY, 0.3 if name in ("deck", "discard") else 0.16)
        art += spot(zones[name], WHITE, dark) + caption(zones[name], worded(layout, text), WHITE, 5.2)
    for name, text in MARKED.items():
        if name in zones:
            art += spot(zones[name], WHITE, mixed(ICE, NAVY, 0.16))
            art += caption(zones[name], worded(layout, text), WHITE, 4.2, down=0.2)
    for name, zone in zones.items():
        if name.startswith("seat-"):
            art += _area(zone, TINTS[int(name[5])], turns.get(name, 0))
    return art


def _area(zone: list[float], colour: Colour, turn: float) -> Art:
    """A scoring area: a whale's tail in its colour."""
    tint = mixed(colour, ICE, 0.55)
    x, y, w, h = zone
    tail = placed(_tail(mixed(tint, WHITE, 0.32)), x + w / 2, y + h / 2, 84, turn)
    return spot(zone, colour, tint, 2.0) + tail


def _tail(colour: Colour) -> Art:
    """A fluke above the water."""
    half = path("M0 -8C10 -26 26 -34 50 -30C42 -12 26 2 9 6C8 20 10 30 14 40L0 40Z")
    wave = np.concatenate([path("M-46 42Q-34 34 -22 42Q-11 50 0 42Q11 34 22 42Q34 50 46 42"), [[46, 47], [-46, 47]]])
    return filled(colour, half, half * (-1, 1), wave)
