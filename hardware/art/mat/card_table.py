"""The mats of games with ordinary cards: green cloth, a place for each card that lies open, and who sits there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hardware.art.deck.pen import ink, mixed
from hardware.art.mat.parts import caption, ground, spot, worded
from hardware.art.pieces.tokens import COLOURS
from hardware.art.polygons import ColouredPolygon

CLOTH, CREST, RIM = ink("#7fb08a"), ink("#8bba95"), ink("#e9f2e4")
LETTERS = ink("#3d6b4a")


def drawn(layout: Mapping[str, Any]) -> tuple[ColouredPolygon, ...]:
    """All of the mat but its markers: the places by their captions, those of seats in the seats' colours."""
    art = ground(layout, CLOTH, CREST)
    seats = list(COLOURS.items())
    for name, zone in layout["zones"].items():
        place, _, _ = name.partition("/")
        if place.startswith("seat-"):
            number = int(place.removeprefix("seat-"))
            name, colour = seats[number] if number < len(seats) else ("seat", RIM)
            text = worded(layout, name.upper())
            if number >= len(seats):
                text = (*text, " ", *str(number + 1))
        else:
            text, colour = worded(layout, layout.get("captions", {}).get(name, name.upper())), RIM
        inside = mixed(colour, CLOTH, 0.72)
        art += spot(zone, mixed(colour, CLOTH, 0.2), inside, 2.0)
        art += caption(zone, text, mixed(inside, LETTERS, 0.7), 5.5)
    return art
