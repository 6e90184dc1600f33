"""The cards of Splash Down: half flukes that join to whole ones, animals, actions, Breaches, endings, and the back.

The tails of a pair join: the flukes to a whole one, the half discs under them to one that shows both digits. A digit
shows in many ways: large in the half disc, as the colour of the disc, as beads in the water, as beams of the sun in the
sky (0 is a moon), and on two corners. A colour has a sign and a pattern of its own.
"""

from __future__ import annotations

import numpy as np

from hardware.art.deck.card import CARD, NIGHT, PAPER, SIZE, WHITE, badge, banner, corners, framed, ground, twofold
from hardware.art.deck.drawings import creatures, sea, tools, whales
from hardware.art.deck.letters import width, words
from hardware.art.deck.pen import box, disc, filled, ink, line, mixed, outlined, path, placed, recoloured, ring, spiked
from hardware.art.polygons import Art, Colour

COLOURS: dict[str, tuple[Colour, Colour, Colour]] = {
    "pink": (ink("#f58fb0"), ink("#a1224f"), ink("#ffe3ec")),
    "yellow": (ink("#f5cf3f"), ink("#8a5a00"), ink("#fff7d1")),
    "green": (ink("#6cbf5c"), ink("#1d5a2c"), ink("#e4f6da")),
    "purple": (ink("#a07ad6"), ink("#472079"), ink("#ece2fb")),
    "orange": (ink("#f58b3c"), ink("#94390a"), ink("#ffe8d3")),
    "teal": (ink("#2fb5b0"), ink("#0a5257"), ink("#d6f6f3")),
    "blue": (ink("#4a90e2"), ink("#143c86"), ink("#dcecff")),
    "bowhead": (ink("#8c98a4"), ink("#2b333c"), ink("#e9edf0")),
    "orca": (ink("#3c4653"), ink("#10151b"), ink("#f0f3f6")),
}
"""Colour -> light, deep and pale shade."""

WHALES = {
    "minke": "pink", "humpback": "yellow", "sperm": "green", "right": "purple", "sei": "orange", "fin": "teal",
    "bowhead": "bowhead", "blue": "blue",
}  # fmt: skip
ANIMALS = {
    "krill": "pink", "crab": "yellow", "seal": "green", "seabird": "teal", "squid": "purple", "penguin": "orange",
    "orca": "orca",
}  # fmt: skip
_LEFT = {"minke": 1, "humpback": 2, "sperm": 2, "right": 3, "sei": 3, "fin": 4, "blue": 5}
ACTIONS = {
    "block": ink("#c8323c"), "study": ink("#2b6cb0"), "scavenge": ink("#7a5230"), "net": ink("#2f7d5b"),
    "steal": ink("#6b3fa0"), "current": ink("#0f7f9b"),
}  # fmt: skip
ENDINGS = ("monster", "warming", "spill", "waste")
FACES = (
    *(f"{whale}-left-{digit}" for whale, digit in _LEFT.items()),
    *(f"{whale}-right-{digit}" for whale in _LEFT for digit in ((0,) if whale == "blue" else (0, 5))),
    "bowhead-left", "bowhead-right", *ANIMALS, *ACTIONS, "breach", *ENDINGS,
)  # fmt: skip

SUNS = (
    ink("#f4f7fb"), ink("#ffe680"), ink("#9be28f"), ink("#ff9fb2"), ink("#8fd3ff"), ink("#ff9a3c"), ink("#c9a3ff"),
    ink("#7fe0cf"), ink("#e5b48a"), ink("#f3e04e"),
)  # fmt: skip
"""Digit -> the colour of its half disc."""


def face(name: str) -> Art:
    """A face, mm. Raises KeyError for a name that no card has."""
    if name in ANIMALS:
        return _animal(name)
    if name in ACTIONS:
        return _action(name)
    if name in ENDINGS:
        return _ending(name)
    if name == "breach":
        return _breach()
    species, side, digit = (*name.split("-"), "")[:3]
    if species not in WHALES or side not in ("left", "right") or digit not in ("", *"0123456789"):
        raise KeyError(name)
    return _tail(species, side, digit)


def _sign(colour: str, shade: Colour) -> Art:
    """The sign of a colour, in a box of 100 units."""
    if colour == "pink":
        return filled(shade, disc(0, 0, 40))
    if colour == "yellow":
        return filled(shade, path("M0 -46L46 36L-46 36Z"))
    if colour == "green":
        return filled(shade, box(-36, -36, 72, 72, 6))
    if colour == "purple":
        return filled(shade, path("M0 -50L40 0L0 50L-40 0Z"))
    if colour == "orange":
        return filled(shade, spiked(0, 3, 50, 21, 5))
    if colour == "teal":
        return ring(shade, 0, 0, 31, 20)
    if colour == "blue":
        return filled(shade, path("M0 -52C12 -30 38 -10 38 14C38 58 -38 58 -38 14C-38 -10 -12 -30 0 -52Z"))
    if colour == "bowhead":
        return line(shade, "M-34 34Q-34 -34 0 -34Q34 -34 34 34", 20)
    return line(shade, "M-32 -32L32 32", 20) + line(shade, "M32 -32L-32 32", 20)


def _strewn(colour: str, shade: Colour, size: float = 7.0, pitch: float = 12.0) -> Art:
    """The sign of a colour all over the card."""
    art: Art = ()
    for row in range(9):
        for column in range(7):
            x, y = column * pitch + (pitch / 2 if row % 2 else 0) - 3, row * pitch * 0.9 + 1
            art += placed(_sign(colour, shade), x, y, size)
    return art


def _tail(species: str, side: str, digit: str) -> Art:
    """Half a fluke over the water; below it, at the seam where a pair joins, the half disc with the digit."""
    colour = WHALES[species]
    light, deep, pale = COLOURS[colour]
    right = side == "right"
    seam, way = (CARD.rim_mm, 1) if right else (SIZE[0] - CARD.rim_mm, -1)
    sun = SUNS[int(digit)] if digit else PAPER
    panel = ground(light) + _strewn(colour, mixed(light, pale, 0.38))
    panel += _sky(int(digit), seam + way * 47.5, 29.5, sun, deep) if digit else ()
    panel += placed(whales.half_fluke(species), seam, _LEVEL - 11.5, 41, mirror=not right)
    panel += _swell(mixed(light, deep, 0.62), deep, _LEVEL)
    panel += filled(WHITE, *(disc(seam + way * x, _LEVEL + y, r) for x, y, r in _FOAM))
    panel += (
        filled(WHITE, disc(seam, 61.5, 17)) + filled(deep, disc(seam, 61.5, 16.2)) + filled(sun, disc(seam, 61.5, 15))
    )
    panel += _beads(int(digit), seam, way, sun) if digit else ()
    arrow = filled(NIGHT, path("M-22 -40L38 0L-22 40Z") * (way, 1))
    panel += (
        words(digit, seam + way * 7.6, 61.5, 15.5, NIGHT, 0.21) if digit else placed(arrow, seam + way * 7, 61.5, 15)
    )
    sign = badge(deep, placed(_sign(colour, pale), 0, 0, 58))
    mark = badge(sun, words(digit, 0, 1, 60, NIGHT, 0.22) if digit else placed(arrow, 0, 0, 62))
    named = banner(species.upper(), 79.4, deep, room=26)
    return framed(panel, corners(sign, mark) if right else corners(mark, sign), named)


_LEVEL = 45.5
"""Where the water begins on a tail, mm from the top."""
_FOAM = (
    (2, 0.5, 3.2),
    (7, 1, 2.8),
    (11, 0.3, 2.2),
    (14.5, 1.5, 1.6),
    (17, -0.2, 1.0),
    (13, -2.6, 0.9),
    (9.6, -3.4, 1.1),
)


def _swell(top: Colour, deep: Colour, level: float) -> Art:
    art: Art = ()
    for k in range(4):
        art += filled(mixed(top, deep, k / 3), sea.wavy(level + 7.5 * k, 0.9, 3, 0.25 * k))
    return art


def _sky(digit: int, x: float, y: float, colour: Colour, deep: Colour) -> Art:
    """A sun with as many beams as the digit says, or for 0 a crescent moon."""
    if not digit:
        moon = path("M-10 -48C20 -44 44 -24 44 4C44 40 8 54 -24 42C14 30 22 -20 -10 -48Z")
        return placed(outlined(filled(colour, moon), deep, 9), x, y, 13)
    beams: Art = ()
    for turn in np.arange(digit) * 360 / digit:
        beams += placed(outlined(filled(colour, path("M-12 -34L0 -54L12 -34Z")), deep, 7), x, y, 13.5, float(turn))
    return beams + filled(deep, disc(x, y, 4.2)) + filled(colour, disc(x, y, 3.5))


def _beads(count: int, seam: float, way: int, colour: Colour) -> Art:
    """As many beads in the water as the digit says, from the seam outwards, five to a row."""
    art: Art = ()
    for k in range(count):
        x, y = seam + way * (22.0 + 7.4 * (k % 5)), 66.0 - 8.0 * (k // 5)
        art += filled(WHITE, disc(x, y, 3.5)) + filled(NIGHT, disc(x, y, 3.1)) + filled(colour, disc(x, y, 2.5))
    return art


def _animal(name: str) -> Art:
    colour = ANIMALS[name]
    light, deep, pale = COLOURS[colour]
    panel = ground(light) + _strewn(colour, mixed(light, deep, 0.22))
    panel += filled(deep, disc(31.5, 39, 25.4)) + filled(pale, disc(31.5, 39, 24))
    panel += placed(creatures.ANIMALS[name](), 31.5, 38.6, 39)
    sign = badge(deep, placed(_sign(colour, pale), 0, 0, 58))
    mark = badge(pale, placed(creatures.ANIMALS[name](), 0, 0, 74), deep)
    return framed(panel, corners(sign, mark), banner(name.upper(), 71.5, deep, room=32, tall=5))


def _action(name: str) -> Art:
    tone = ACTIONS[name]
    dark = mixed(tone, NIGHT, 0.55)
    panel = ground(PAPER) + filled(tone, box(-1, -1, 65, 20)) + filled(tone, box(-1, 66, 65, 30))
    panel += sea.swell(mixed(PAPER, tone, 0.12), 6, 1.6, 1.4, 3.5) + filled(tone, sea.wavy(17, 1.2, 3, 0, -1))
    panel += filled(tone, sea.wavy(66, 1.2, 3, 0.5))
    panel += placed(tools.TOOLS[name](dark, tone), 31.5, 41.5, 44)
    mark = badge(PAPER, placed(tools.TOOLS[name](dark, tone), 0, 0, 66), dark)
    title = words(name.upper(), 31.5, 9.0, min(5.4, 5.4 * 32 / width(name.upper(), 5.4, 0.17)), WHITE, 0.17)
    return framed(panel, corners(mark, mark), title, placed(title, SIZE[0], SIZE[1], 100, 180))


def _breach() -> Art:
    """The great leap: nothing else is as dark below and as bright above."""
    sky, water = ink("#bfe6ff"), ink("#0b3c6f")
    panel = ground(sky) + sea.rays(ink("#e6f6ff"), 31.5, 50, 20) + filled(ink("#fff3b0"), disc(49, 24, 9))
    panel += placed(whales.leaping(ink("#1e3348"), ink("#eef4f7")), 31.5, 37, 56)
    panel += _swell(ink("#1f6fb2"), water, 62)
    foam = [
        (18, 62, 4),
        (24, 60, 3.6),
        (41, 60.5, 4.2),
        (46, 62, 3.2),
        (13, 63, 2.6),
        (51, 63, 2),
        (20, 54, 1.3),
        (46, 54, 1.4),
    ]
    panel += filled(WHITE, *(disc(*spot) for spot in foam))
    mark = badge(water, placed(_half_whale(WHITE), 0, 4, 60))
    return framed(panel, corners(mark, mark), banner("BREACH!", 74, water, room=32, tall=6))


def _half_whale(colour: Colour) -> Art:
    """A small whole fluke, as a sign."""
    half = placed(recoloured(whales.half_fluke("minke")[:1], colour), 0, 0, 50)
    return half + tuple((shade, points * (-1, 1)) for shade, points in half)


def _ending(name: str) -> Art:
    dusk, glow = {
        "monster": (ink("#1b1033"), ink("#5b3a8c")),
        "warming": (ink("#5c0d12"), ink("#e3482d")),
        "spill": (ink("#14120c"), ink("#c9a227")),
        "waste": (ink("#1f2a14"), ink("#7f9a3a")),
    }[name]
    panel = ground(dusk) + sea.rays(mixed(dusk, glow, 0.55), 31.5, 39, 12, 0.5, 15)
    panel += filled(glow, spiked(31.5, 39, 28, 23, 12)) + filled(PAPER, disc(31.5, 39, 21.8))
    panel += placed(tools.ENDINGS[name](), 31.5, 39, 38)
    mark = badge(glow, placed(tools.ENDINGS[name](), 0, 0, 66), PAPER)
    return framed(panel, corners(mark, mark), banner(name.upper(), 73, NIGHT, tall=5, room=34), rim=ink("#2a2a2e"))


def back() -> Art:
    """Two tails that dive, one each way up."""
    light, deep = ink("#2aa3b8"), ink("#0d3b55")
    w, h = SIZE
    half = sea.swell(mixed(light, WHITE, 0.22), 6, 1.2, 1.4, 3.5, 40)
    for mirror in (False, True):
        half += placed(whales.half_fluke("humpback"), w / 2, 24, 23, mirror=mirror)
    half += filled(deep, sea.wavy(37, 1.0, 3, 0.0, h / 2 + 0.2))
    half += filled(ink("#16618a"), sea.wavy(41.5, 0.8, 3, 0.5, h / 2 + 0.2))
    half += filled(ink("#ffd166"), disc(w / 2, 9.6, 3.4))
    half += filled(WHITE, *(disc(w / 2 + x, 37, r) for x, r in ((-5, 1.9), (-1.5, 2.3), (2.5, 2.2), (6, 1.6))))
    return framed(ground(light) + twofold(half))
