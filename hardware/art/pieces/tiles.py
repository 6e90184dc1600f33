"""The tiles of Hai Noon: twelve sharks, hungry or full; four divers, healthy or injured; and the cage.

Our own art: a hungry shark gapes before a red blaze, a full one dozes in blue rings. The cage is a frame with a window,
so that the diver in it stays in sight.
"""

from __future__ import annotations

import numpy as np

from hardware.art.deck.card import NIGHT, WHITE
from hardware.art.deck.drawings import figures
from hardware.art.deck.pen import box, disc, filled, ink, line, mixed, outlined, path, placed, ring, spiked
from hardware.art.polygons import Art, Colour, Points

TILE_MM = 40.0
"""Edge of a tile."""
CAGE_MM = 42.0
"""Edge of the cage."""
WINDOW_MM = 31.0
"""Edge of the window in the cage."""
CAGE = "cage"
"""The name of the cage."""
DIVERS: dict[str, Colour] = {
    "pink": ink("#ef5d9c"),
    "turquoise": ink("#18b8b4"),
    "green": ink("#6fae2a"),
    "black": ink("#4a4f57"),
}
"""Name -> colour of the divers."""
PIECES = (
    "shark-hungry",
    "shark-full",
    *(f"diver-{colour}-{health}" for colour in DIVERS for health in ("healthy", "injured")),
    "cage",
)
COUNTS = dict.fromkeys(PIECES, 1) | {"shark-hungry": 12, "shark-full": 12}
"""How many sides of each a game needs; a tile's two sides are the two faces of one kind."""


def size(name: str) -> float:
    """Edge of a tile, mm."""
    return CAGE_MM if name == "cage" else TILE_MM


def outline(name: str) -> tuple[Points, ...]:
    """Its edge; for the cage also the window."""
    if name != "cage":
        return (box(0, 0, TILE_MM, TILE_MM, 3),)
    rim = (CAGE_MM - WINDOW_MM) / 2
    return box(0, 0, CAGE_MM, CAGE_MM, 3), box(rim, rim, WINDOW_MM, WINDOW_MM, 2)


def piece(name: str) -> Art:
    """A tile, mm."""
    kind, _, face = name.rpartition("-")
    if name == "cage":
        return placed(_cage(), CAGE_MM / 2, CAGE_MM / 2, CAGE_MM)
    if kind == "shark":
        return placed(_hungry() if face == "hungry" else _full(), TILE_MM / 2, TILE_MM / 2, TILE_MM)
    return placed(_diver(DIVERS[kind.partition("-")[2]], face == "injured"), TILE_MM / 2, TILE_MM / 2, TILE_MM)


def _ground(rim: Colour, colour: Colour) -> Art:
    return filled(rim, box(-51, -51, 102, 102)) + filled(colour, box(-46, -46, 92, 92, 6))


def _head(back: Colour) -> Art:
    """A shark's head from the front, without eyes and mouth."""
    art = filled(mixed(back, NIGHT, 0.25), path("M-9 -26Q0 -48 12 -50Q6 -36 12 -24Z"))
    art += filled(
        back, path("M-40 18C-40 -18 -20 -34 0 -34C20 -34 40 -18 40 18C40 36 20 44 0 44C-20 44 -40 36 -40 18Z")
    )
    return art + filled(
        figures.BELLY, path("M-33 16C-30 2 -14 -6 0 -6C14 -6 30 2 33 16C32 34 16 41 0 41C-16 41 -32 34 -33 16Z")
    )


def _hungry() -> Art:
    """Wide jaws full of teeth and angry eyes, before a blaze."""
    red, deep, glow = ink("#e23b2e"), ink("#8f1212"), ink("#ffc93c")
    art = _ground(deep, red) + filled(glow, spiked(0, 2, 46, 27, 14)) + _head(figures.STEEL)
    art += filled(deep, path("M-29 16C-22 2 22 2 29 16C30 34 14 39 0 39C-14 39 -30 34 -29 16Z"))
    for k in range(6):
        x = -22.5 + 9 * k
        drop = 2.5 * abs(k - 2.5)
        art += filled(WHITE, path(f"M{x - 4.4} {6 + drop}L{x + 4.4} {6 + drop}L{x} {18 + drop}Z"))
        art += filled(WHITE, path(f"M{x - 4.4} {38 - drop}L{x + 4.4} {38 - drop}L{x} {27 - drop}Z"))
    for side in (-1, 1):
        art += filled(WHITE, disc(17 * side, -12, 6.5)) + filled(NIGHT, disc(15.5 * side, -11, 3.4))
        art += line(NIGHT, np.array([[27.0 * side, -22], [8 * side, -15]]), 4.4)
    return art


def _full() -> Art:
    """A round, dozing face with a smile, in rings of blue."""
    blue, deep, pale = ink("#2c86c9"), ink("#123f73"), ink("#8fd0f2")
    art = _ground(deep, blue)
    for radius in (44, 33):
        art += ring(pale, 0, 4, radius, 4)
    art += _head(mixed(figures.STEEL, pale, 0.25)) + line(NIGHT, "M-17 20Q0 34 17 20", 4.2)
    for side in (-1, 1):
        x = 17 * side
        art += line(NIGHT, f"M{x - 7} -10Q{x} -3 {x + 7} -10", 3.8) + filled(ink("#f2a3a3"), disc(25 * side, 10, 5))
    for x, y, r in ((30, -30, 5), (38, -40, 3.4), (25, -41, 2.6)):
        art += ring(WHITE, x, y, r, 2)
    return art


def _diver(colour: Colour, injured: bool) -> Art:
    """A diver of one colour: in bright rings of water, or plastered up on a cracked ground."""
    deep = mixed(colour, NIGHT, 0.55)
    art = _ground(deep, colour)
    if not injured:
        art += filled(mixed(colour, WHITE, 0.78), disc(0, 0, 40)) + ring(colour, 0, 0, 31, 3)
        return art + placed(figures.diver(suit=deep, tank=ink("#ffb000"), flipper=colour), 0, 0, 74)
    art += filled(mixed(deep, NIGHT, 0.3), spiked(0, 0, 45, 26, 9))
    art += outlined(
        placed(figures.diver(suit=colour, tank=ink("#ffb000"), flipper=mixed(colour, WHITE, 0.5)), 0, -4, 68), WHITE, 2
    )
    for turn in (-38, 38):
        plaster = filled(ink("#f4d3b0"), box(-24, -6.5, 48, 13, 6)) + filled(ink("#c98d5a"), box(-7, -6.5, 14, 13))
        art += placed(plaster, 6, 22, 100, turn)
    return (
        art
        + filled(ink("#d7263d"), disc(-28, 28, 11))
        + line(WHITE, "M-28 21L-28 35", 4.4)
        + line(WHITE, "M-35 28L-21 28", 4.4)
    )


def _cage() -> Art:
    """A frame of dark steel with broad yellow bars, bolts in its corners: told from afar."""
    steel, bright = ink("#1d232b"), ink("#ffd02e")
    art = filled(steel, box(-51, -51, 102, 102))
    for k in np.linspace(-27, 27, 4):
        for bar in ([[k, -51], [k, -36]], [[k, 36], [k, 51]], [[-51, k], [-36, k]], [[36, k], [51, k]]):
            art += line(bright, np.array(bar, float), 9.0)
    return art + filled(bright, *(disc(43.5 * x, 43.5 * y, 4.5) for x in (-1, 1) for y in (-1, 1)))
