"""The mat of Hai Noon: the square of sixteen places in the sea, sand round about, room for three cards on each side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from hardware.art.deck.card import NIGHT, WHITE
from hardware.art.deck.drawings import figures
from hardware.art.deck.letters import Text
from hardware.art.deck.pen import blob, box, disc, filled, ink, mixed, recoloured, ring, spiked
from hardware.art.mat.parts import caption, dashes, faint, figure, ground, spot, worded
from hardware.art.polygons import Art, ColouredPolygon

SAND, RIPPLE, BROWN = ink("#d9b878"), ink("#e2c68f"), ink("#6b4a1f")
DEEP, LAGOON = ink("#1f6f9a"), ink("#5cc2c4")


def drawn(layout: Mapping[str, Any]) -> tuple[ColouredPolygon, ...]:
    """All of the mat but its markers."""
    zones, turns = layout["zones"], layout["turns"]
    art = ground(layout, SAND, RIPPLE) + _square(zones)
    for side in ("north", "east", "south", "west"):
        art += _side(
            zones[side], worded(layout, side.upper()), turns.get(side, 0), layout["spread"][side], layout["card_mm"]
        )
    for name, text in (("deck", "DRAW"), ("discard", "DISCARD")):
        art += spot(zones[name], BROWN, mixed(SAND, BROWN, 0.25)) + caption(
            zones[name], worded(layout, text), WHITE, 5.4
        )
    tint = mixed(SAND, BROWN, 0.15)
    art += spot(zones["beside"], BROWN, tint) + figure(zones["beside"], faint(figures.cage(NIGHT, tint), tint, 0.6), 40)
    art += spot(zones["away"], ink("#3f6b2a"), mixed(SAND, ink("#3f8f3a"), 0.45))
    green = mixed(SAND, ink("#3f8f3a"), 0.62)
    for k, x in enumerate((0.24, 0.5, 0.76)):
        art += figure(zones["away"], _weed(green), 96, 0, x, 0.52 + 0.04 * (k % 2))
    return art + caption(zones["away"], worded(layout, "CAMOUFLAGED"), ink("#234d17"), 4.2, 0, 0.93)


def _weed(colour: tuple[int, int, int]) -> Art:
    t = np.linspace(0, 1, 24)
    middle = np.stack([4 * np.sin(9 * t), 50 - 100 * t], 1)
    half = np.stack([6 * np.sin(np.pi * (0.1 + 0.9 * t)), 0 * t], 1)
    return filled(colour, np.concatenate([middle + half, (middle - half)[::-1]]))


def _square(zones: Mapping[str, list[float]]) -> Art:
    """The sea of the sharks about the lagoon of the divers."""
    x, y, w, _ = zones["ring-0"]
    art = filled(BROWN, box(x - 5, y - 5, 4 * w + 10, 4 * w + 10, 9))
    art += filled(mixed(SAND, WHITE, 0.6), box(x - 3.6, y - 3.6, 4 * w + 7.2, 4 * w + 7.2, 8))
    art += filled(DEEP, box(x - 1.5, y - 1.5, 4 * w + 3, 4 * w + 3, 5))
    fin = recoloured(figures.fin(DEEP), mixed(DEEP, WHITE, 0.22))
    for name, zone in zones.items():
        if name.startswith("ring-"):
            inside = mixed(DEEP, NIGHT, 0.12)
            art += filled(mixed(DEEP, WHITE, 0.28), box(zone[0] + 0.7, zone[1] + 0.7, w - 1.4, w - 1.4, 3))
            art += filled(inside, box(zone[0] + 1.5, zone[1] + 1.5, w - 3, w - 3, 2.5)) + figure(zone, fin, 18)
        elif name.startswith("inner-"):
            art += filled(WHITE, box(zone[0] + 0.7, zone[1] + 0.7, w - 1.4, w - 1.4, 3))
            art += filled(LAGOON, box(zone[0] + 1.8, zone[1] + 1.8, w - 3.6, w - 3.6, 2.5)) + figure(zone, _coral(), 20)
    return art


def _coral() -> Art:
    pale = mixed(LAGOON, WHITE, 0.4)
    star = filled(pale, spiked(0, 0, 46, 20, 5)) + filled(mixed(LAGOON, WHITE, 0.2), disc(0, 0, 13))
    return star + ring(pale, 44, -38, 10, 5) + filled(pale, blob((-48, 34), (-38, 26), (-30, 36), (-40, 44)))


def _side(zone: list[float], name: Text, turn: float, spread: list[float], card_mm: list[float]) -> Art:
    """Room for three cards in a row, and the side's name for who sits there."""
    tint = mixed(SAND, BROWN, 0.12)
    art = spot(zone, mixed(SAND, BROWN, 0.55), tint, 0.9)
    wide, high = card_mm if spread[0] else card_mm[::-1]
    cards = [(0.6 + k * spread[0], 0.6 + k * spread[1] + (1 if spread[0] else 0), wide, high) for k in range(3)]
    art += dashes(zone, mixed(SAND, BROWN, 0.4), [(x + 1.5, y + 1.5, w - 3, h - 3) for x, y, w, h in cards])
    for k in range(3):
        centre = [zone[0] + cards[k][0], zone[1] + cards[k][1], wide, high]
        art += caption(centre, "!" if k == 2 else str(k + 1), mixed(SAND, BROWN, 0.3), 16, turn)
    return art + caption(zone, name, mixed(SAND, BROWN, 0.7), 4.4, turn, 0.92)
