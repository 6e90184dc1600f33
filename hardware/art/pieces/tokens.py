"""The tokens of Hold Your Breath!: a pirate and an anchor for each seat, told by colour, and apart by their make.

A pirate is a disc of the seat's colour with a white rim; an anchor is white with a broad rim of that colour.
"""

from __future__ import annotations

from hardware.art.deck.card import NIGHT, WHITE
from hardware.art.deck.pen import blob, box, disc, filled, ink, line, mixed, path, placed, ring
from hardware.art.polygons import Art, Colour, Points

TOKEN_MM = 13.0
"""Diameter."""
COLOURS: dict[str, Colour] = {
    "red": ink("#d62828"),
    "blue": ink("#1d5fbf"),
    "yellow": ink("#f7c500"),
    "green": ink("#1f9a48"),
    "black": ink("#23262b"),
    "pink": ink("#e0459b"),
}
"""Name -> ink of the seats that the game has, in their order: the colours of `engines.seats`."""
PIECES = tuple(f"{kind}-{seat}" for kind in ("pirate", "anchor") for seat in range(len(COLOURS)))


def size(name: str) -> float:
    """Diameter of a token, mm."""
    return TOKEN_MM


def outline(name: str) -> tuple[Points, ...]:
    """Its edge."""
    return (disc(TOKEN_MM / 2, TOKEN_MM / 2, TOKEN_MM / 2),)


def piece(name: str) -> Art:
    """A token, mm."""
    kind, _, seat = name.partition("-")
    colour = list(COLOURS.values())[int(seat)]
    art = _pirate(colour) if kind == "pirate" else _anchor(colour)
    return placed(art, TOKEN_MM / 2, TOKEN_MM / 2, TOKEN_MM)


def _pirate(colour: Colour) -> Art:
    """A pirate's head under a three-cornered hat, on the seat's colour."""
    art = filled(WHITE, disc(0, 0, 52)) + filled(colour, disc(0, 0, 43))
    pale = mixed(colour, WHITE, 0.86)
    dark = mixed(colour, NIGHT, 0.72)
    art += filled(pale, blob((-15, -4), (0, -12), (15, -4), (14, 14), (0, 26), (-14, 14)))
    art += filled(dark, path("M-30 0C-24 -26 -10 -34 0 -34C10 -34 24 -26 30 0Q0 -14 -30 0Z"))
    art += filled(dark, box(2, 0, 10, 7, 3)) + line(dark, "M-13 -3L14 6", 2.6) + filled(dark, disc(-7, 4, 2.6))
    return art + line(dark, "M-6 16Q0 20 7 15", 2.8)


def _anchor(colour: Colour) -> Art:
    """An anchor of the seat's colour on white."""
    art = filled(WHITE, disc(0, 0, 52)) + filled(colour, disc(0, 0, 46)) + filled(WHITE, disc(0, 0, 33))
    art += line(colour, "M0 -14L0 22", 6.5) + line(colour, "M-12 -8L12 -8", 6) + ring(colour, 0, -19, 5.5, 4.5)
    return art + line(colour, "M-19 8Q-16 24 0 24Q16 24 19 8", 6.5)
