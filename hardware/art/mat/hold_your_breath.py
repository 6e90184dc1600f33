"""The mat of Hold Your Breath!: the Depth Board at the left, Air and Swim in the middle, three seats on either side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from hardware.art.deck.card import NIGHT, WHITE
from hardware.art.deck.drawings.moods import MOODS
from hardware.art.deck.letters import words
from hardware.art.deck.pen import box, disc, filled, ink, line, mixed, path, ring, spiked
from hardware.art.mat.parts import caption, faint, figure, ground, spot, worded
from hardware.art.pieces.tokens import COLOURS
from hardware.art.polygons import Art, ColouredPolygon

SEA, CREST = ink("#79b9c7"), ink("#8ac4d0")
PALE, DEEP = ink("#c5eaf0"), ink("#2f6f9f")
INK = ink("#0d4256")


def drawn(layout: Mapping[str, Any]) -> tuple[ColouredPolygon, ...]:
    """All of the mat but its markers."""
    zones = layout["zones"]
    art = ground(layout, SEA, CREST) + _board(zones)
    for name, text in (("deck", "DIVE DECK"), ("discard", "DISCARD")):
        art += spot(zones[name], WHITE, mixed(SEA, INK, 0.25)) + caption(zones[name], worded(layout, text), WHITE, 5)
    art += _row(zones["air"], layout, "AIR") + _row(zones["swim"], layout, "SWIM")
    action = mixed(SEA, ink("#e79a4b"), 0.5)
    art += spot(zones["action"], WHITE, action) + caption(
        zones["action"], worded(layout, "ACTION"), mixed(action, INK, 0.75), 7
    )
    for seat, (name, colour) in enumerate(COLOURS.items()):
        turn = layout["turns"].get(f"seat-{seat}/panic", 0)
        for kind in ("panic", "shark"):
            zone = zones[f"seat-{seat}/{kind}"]
            tint = mixed(colour, SEA, 0.62)
            art += spot(zone, colour, tint, 2.2)
            art += figure(zone, faint(MOODS[kind](), tint, 0.5), 30, turn)
            art += caption(zone, worded(layout, kind.upper()), mixed(colour, NIGHT, 0.35), 5, turn, 0.82)
            art += caption(zone, worded(layout, name.upper()), mixed(colour, NIGHT, 0.35), 3.4, turn, 0.17)
    return art


def _row(zone: list[float], layout: Mapping[str, Any], text: str) -> Art:
    """Where the cards of this turn lie: bubbles for Air, chevrons for Swim."""
    x, y, w, h = zone
    tint = mixed(SEA, PALE if text == "AIR" else DEEP, 0.55)
    art = spot(zone, WHITE, tint)
    sign = mixed(tint, WHITE, 0.35)
    for k in np.arange(x + 46, x + w - 20, 44):
        if text == "AIR":
            art += ring(sign, k, y + h * 0.4, 11, 2) + ring(sign, k + 16, y + h * 0.66, 6, 1.6)
        else:
            art += line(sign, f"M{k - 9} {y + 30}L{k} {y + 40}L{k + 9} {y + 30}", 3)
            art += line(sign, f"M{k - 9} {y + 46}L{k} {y + 56}L{k + 9} {y + 46}", 3)
    return art + words(worded(layout, text), x + w / 2, y + h / 2, 11, mixed(tint, INK, 0.75), 0.17)


def _board(zones: Mapping[str, list[float]]) -> Art:
    """A band for each depth, darker and darker; the Surface with sun and waves on top."""
    count = sum(name.startswith("depth-") for name in zones) - 1
    x, y, w, h = zones["depth-0"]
    sky = ink("#ffe3a3")
    art = filled(WHITE, box(x - 1.4, y - 1.4, w + 2.8, h + 2.8, 3)) + filled(sky, box(x, y, w, h, 2.5))
    art += filled(ink("#ffc861"), spiked(x + w - 17, y + 15, 13, 8, 12)) + filled(
        ink("#ffb02e"), disc(x + w - 17, y + 15, 7)
    )
    across = np.linspace(x, x + w, 60)
    crest = np.stack([across, y + h - 5 + 1.6 * np.sin((across - x) / 12)], 1)
    art += filled(mixed(PALE, DEEP, 0.15), np.concatenate([crest, [[x + w, y + h], [x, y + h]]]))
    art += words("SURFACE", x + 30, y + 8, 5.4, INK, 0.17) + _boat(x + 20, y + 19)
    for number in range(1, count + 1):
        art += _band(zones[f"depth-{number}"], number, (number - 1) / max(count - 1, 1))
    return art


def _boat(x: float, y: float) -> Art:
    hull = path(f"M{x - 9} {y}L{x + 9} {y}L{x + 5} {y + 6}L{x - 6} {y + 6}Z")
    sail = path(f"M{x} {y - 1}L{x} {y - 8}L{x + 6} {y - 1}Z")
    return filled(ink("#9a5b34"), hull) + filled(WHITE, sail)


def _band(zone: list[float], number: int, share: float) -> Art:
    x, y, w, h = zone
    tint = mixed(PALE, DEEP, share)
    art = filled(WHITE, box(x - 1.4, y, w + 2.8, h + 1.4)) + filled(tint, box(x, y + 0.7, w, h - 0.7))
    mark = INK if share < 0.55 else WHITE
    art += words(str(5 * number), x + 8, y + h / 2 + 0.3, 5.4 if number % 2 == 0 else 4.2, mark, 0.18)
    for lane in range(len(COLOURS)):
        for half in (0, 1):
            spot_x = x + 15 + (w - 15) * (2 * lane + half + 0.5) / (2 * len(COLOURS))
            art += filled(mixed(tint, WHITE, 0.3), disc(spot_x, y + h / 2 + 0.3, 1.0))
    return art
