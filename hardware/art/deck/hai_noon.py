"""The cards of Hai Noon: six actions in four colours, the wild card, and the back.

A colour shows threefold: as colour, as a sign in two corners, and as the pattern of the water. An action is the large
figure in the middle, its small twin in the other two corners, and its name.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from hardware.art.deck.card import NIGHT, PAPER, SIZE, WHITE, badge, banner, corners, framed, ground, twofold
from hardware.art.deck.drawings import figures, sea
from hardware.art.deck.pen import (
    arrow,
    blob,
    box,
    disc,
    filled,
    ink,
    line,
    mixed,
    outlined,
    path,
    placed,
    recoloured,
    ring,
    spiked,
)
from hardware.art.polygons import Art, Colour, Points

COLOURS: dict[str, tuple[Colour, Colour, Colour]] = {
    "red": (ink("#e0483e"), ink("#8f1d24"), ink("#ffd9c9")),
    "green": (ink("#3fa34d"), ink("#145a32"), ink("#dff5cf")),
    "blue": (ink("#2f7fd0"), ink("#123b78"), ink("#d3ebff")),
    "yellow": (ink("#f6c02c"), ink("#b06a05"), ink("#fff6cf")),
}
"""Colour of the cards -> light, deep and pale shade."""

ACTIONS = (
    "camouflage",
    "cage-harpoon",
    "shark-swims-on",
    "flip-shark",
    "diver-swims-on",
    "all-sharks-swim-on",
)
TITLES = {
    "camouflage": "CAMOUFLAGE",
    "cage-harpoon": "CAGE + HARPOON",
    "shark-swims-on": "SHARK SWIMS ON",
    "flip-shark": "FLIP A SHARK",
    "diver-swims-on": "DIVER SWIMS ON",
    "all-sharks-swim-on": "ALL SHARKS SWIM",
}
FACES = (*(f"{action}.{colour}" for action in ACTIONS for colour in COLOURS), "wild")
_MIDDLE = (SIZE[0] / 2, 38.0)


def face(name: str) -> Art:
    """A face, mm. Raises KeyError for a name that no card has."""
    if name == "wild":
        return _wild()
    action, _, colour = name.partition(".")
    light, deep, pale = COLOURS[colour]
    panel = ground(light) + _PATTERNS[colour](mixed(light, deep, 0.42)) + _sun(colour, pale, deep)
    sign = badge(deep, placed(_SIGNS[colour](pale), 0, 0, 66))
    mark = badge(WHITE, placed(_small(action), 0, 0, 74), deep)
    figure = placed(_FIGURES[action](deep, light), *_MIDDLE, 42)
    return framed(panel + figure, corners(sign, mark), banner(TITLES[action], 71.2, deep, room=40))


def _sun(colour: str, pale: Colour, deep: Colour) -> Art:
    """The pale field under the figure: each colour has its own outline."""
    x, y = _MIDDLE
    shape = {
        "red": spiked(x, y, 27.5, 22.5, 16),
        "green": box(x - 23.5, y - 24.5, 47, 49, 9),
        "blue": disc(x, y, 25.5),
        "yellow": spiked(x, y, 28.5, 24.0, 6, turn=-90),
    }[colour]
    return filled(deep, (shape - (x, y)) * 1.05 + (x, y)) + filled(pale, shape)


def _starfish(colour: Colour) -> Art:
    return filled(
        colour, *(blob((-9, 4), (-7, -22), (0, -50), (7, -22), (9, 4), (0, 12)) @ _turned(72 * k) for k in range(5))
    )


def _turned(degrees: float) -> Points:
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([[c, s], [-s, c]])


def _leaf(colour: Colour) -> Art:
    """Three leaves of weed, like a trident."""
    middle = blob((0, -50), (0, -50), (13, -22), (9, 8), (0, 20), (-9, 8), (-13, -22))
    side = blob((40, -26), (40, -26), (36, 4), (18, 24), (2, 26), (10, 6))
    return filled(colour, middle, side, side * (-1, 1)) + line(colour, "M0 10L0 46", 11)


def _drop(colour: Colour) -> Art:
    return filled(colour, path("M0 -52C12 -30 38 -10 38 14C38 58 -38 58 -38 14C-38 -10 -12 -30 0 -52Z"))


def _shell(colour: Colour) -> Art:
    """A square-set sun: a disc and eight beams."""
    beams = [box(-6, -52, 12, 22, 5) @ _turned(45 * k) for k in range(8)]
    return filled(colour, disc(0, 0, 25), *beams)


_SIGNS: dict[str, Callable[[Colour], Art]] = {"red": _starfish, "green": _leaf, "blue": _drop, "yellow": _shell}


def _weed(colour: Colour) -> Art:
    places = (
        (7, 90, 14, 2.0),
        (17, 90, 48, 2.5),
        (27, 90, 60, -2),
        (37, 90, 58, 2),
        (47, 90, 46, -2.5),
        (56, 90, 12, -2),
    )
    return tuple(p for x, foot, tip, sway in places for p in sea.kelp(colour, x, foot, tip, sway, 5.4))


_PATTERNS: dict[str, Callable[[Colour], Art]] = {
    "red": lambda c: sea.stripes(c, 9.0, 0.5, 0.6),
    "green": _weed,
    "blue": lambda c: sea.swell(c, 7.2, 2.6, 2.0, 2.5),
    "yellow": lambda c: sea.rays(c, *_MIDDLE, 18, 0.5),
}


def _camouflage(deep: Colour, light: Colour) -> Art:
    return figures.hidden_diver(light, deep)


def _cage(deep: Colour, light: Colour) -> Art:
    inside = figures.cage(deep, mixed(light, WHITE, 0.55)) + placed(figures.diver(), 0, 6, 60)
    bars = tuple(p for x in (-17, 17) for p in line(deep, f"M{x} -26L{x} 36", 4.2))
    return inside + bars + outlined(placed(figures.harpoon(figures.BRASS, NIGHT), 2, 2, 104), WHITE, 3)


def _shark_on(deep: Colour, light: Colour) -> Art:
    """One shark passes the other: they change places."""
    other = placed(figures.shark(light, WHITE, deep), 10, 22, 70, mirror=True)
    art = placed(figures.shark(), -8, -14, 84) + other
    return art + arrow(deep, "M34 -26Q48 -14 40 2", 6, 13) + arrow(deep, "M-36 30Q-48 20 -42 8", 6, 13)


def _flip(deep: Colour, light: Colour) -> Art:
    return (
        figures.turning(deep, 46, 7.5, 17, 205)
        + placed(figures.shark(), 0, -2, 70)
        + placed(recoloured(figures.shark(), light), 2, 20, 52, 180)
    )


def _diver_on(deep: Colour, light: Colour) -> Art:
    art = placed(figures.diver(flipper=light), 2, 8, 98)
    return (
        art + arrow(deep, "M34 -26L-18 -26", 9, 22) + line(deep, "M34 -40L12 -40", 5) + line(deep, "M20 40L-14 40", 5)
    )


def _all_on(deep: Colour, light: Colour) -> Art:
    return figures.ring_of_sharks(figures.STEEL, 6) + figures.turning(deep, 13, 5.5, 12, 200)


_FIGURES: dict[str, Callable[[Colour, Colour], Art]] = {
    "camouflage": _camouflage,
    "cage-harpoon": _cage,
    "shark-swims-on": _shark_on,
    "flip-shark": _flip,
    "diver-swims-on": _diver_on,
    "all-sharks-swim-on": _all_on,
}


def _small(action: str) -> Art:
    """The action as a sign for a corner."""
    if action == "camouflage":
        return _leaf(NIGHT)
    if action == "cage-harpoon":
        return figures.cage(NIGHT, WHITE)
    if action == "shark-swims-on":
        return placed(recoloured(figures.shark(), NIGHT), 0, -12, 90) + arrow(NIGHT, "M32 30L-14 30", 11, 26)
    if action == "flip-shark":
        return placed(figures.fin(NIGHT), 0, -2, 52) + figures.turning(NIGHT, 46, 9, 22, 205)
    if action == "diver-swims-on":
        return placed(recoloured(figures.diver(), NIGHT), 0, -4, 112)
    return filled(NIGHT, *(disc(36 * np.cos(a), 36 * np.sin(a), 13) for a in np.radians(np.arange(6) * 60))) + (
        figures.turning(NIGHT, 10, 6, 12)
    )


def _wild() -> Art:
    """A compass rose over all four colours."""
    x, y = _MIDDLE
    panel: Art = ()
    for k, (light, deep, _) in enumerate(COLOURS.values()):
        way = np.radians(90 * k - 180)
        out, side = np.array([np.cos(way), np.sin(way)]), np.array([-np.sin(way), np.cos(way)])
        wedge = np.array([0 * out, 120 * out, 120 * (out + side), 120 * side])
        panel += filled(light, wedge + np.array([x, y]))
        for ring_at in (34, 42, 50):
            panel += ring(mixed(light, deep, 0.4), x, y, ring_at, 2.4, 0.25, 90 * k - 180)
    panel += filled(NIGHT, disc(x, y, 26.5)) + filled(PAPER, disc(x, y, 25))
    rose: Art = ring(NIGHT, 0, 0, 44, 2)
    for k, (light, _, _) in enumerate(COLOURS.values()):
        rose += placed(filled(mixed(NIGHT, light, 0.25), path("M0 0L-7 -7L0 -36L7 -7Z")), 0, 0, 100, 90 * k + 45)
    for k, (light, deep, _) in enumerate(COLOURS.values()):
        rose += placed(
            filled(light, path("M0 0L-11 -11L0 -50Z")) + filled(deep, path("M0 0L11 -11L0 -50Z")), 0, 0, 100, 90 * k
        )
    panel += placed(rose + filled(PAPER, disc(0, 0, 6)), x, y, 46)
    mark = badge(NIGHT, filled(ink("#ffd34d"), spiked(0, 0, 36, 14, 4)))
    return framed(panel, corners(mark, mark), banner("WILD", 71.2, NIGHT, room=24, tall=5.2))


def back() -> Art:
    """The noon sun between two seas with fins; the same upside down."""
    deep, mid, sand = ink("#10304a"), ink("#1d5c7d"), ink("#f4d58d")
    x, y = SIZE[0] / 2, SIZE[1] / 2
    art = ground(sand) + sea.rays(ink("#ecb95a"), x, y, 24, 0.5)
    art += filled(ink("#e0663a"), disc(x, y, 17)) + filled(ink("#f08a4b"), disc(x, y, 13))
    shore = filled(mid, sea.wavy(18, 1.2, 3, 0.1, -1))
    shore += placed(figures.fin(deep), 20, 20, 13, 180) + placed(figures.fin(deep), 44, 21, 17, 180)
    shore += filled(deep, sea.wavy(12, 1.2, 3, 0.5, -1))
    return framed(art + twofold(shore))
