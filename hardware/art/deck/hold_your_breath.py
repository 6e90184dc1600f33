"""The cards of Hold Your Breath!: Air or Swim of 5 or 10 above, the action below; the Dolphin; and the back.

A value shows fourfold: as a number, as so many bubbles or chevrons, on two corners, and as the light of the water: day
for Air 5, sunrise for Air 10, green water for Swim 5, the deep for Swim 10.
"""

from __future__ import annotations

import re

import numpy as np

from hardware.art.deck.card import NIGHT, PAPER, SIZE, WHITE, badge, banner, corners, framed, ground, twofold
from hardware.art.deck.drawings import sea
from hardware.art.deck.drawings.moods import MOODS, TONES
from hardware.art.deck.letters import words
from hardware.art.deck.pen import box, disc, filled, ink, line, mixed, outlined, path, placed, recoloured, ring, spiked
from hardware.art.polygons import Art, Colour

VALUES: dict[str, tuple[Colour, Colour, Colour]] = {
    "air-5": (ink("#bfeaff"), ink("#7cc8f2"), ink("#0b4f7d")),
    "air-10": (ink("#ffe28a"), ink("#ff9f45"), ink("#8a3405")),
    "swim-5": (ink("#3fc9a4"), ink("#0f7d6e"), ink("#05403c")),
    "swim-10": (ink("#3757b8"), ink("#141f5e"), ink("#0a0f38")),
}
"""Use and value -> the water's upper and lower colour, and the colour of the badge."""

_LISTED = {
    "air-5": "panic calm discard draw",
    "air-10": "panic calm discard draw kraken",
    "swim-5": "panic calm discard draw",
    "swim-10": "panic calm discard draw kraken shark",
}
FACES = (*(f"{value}-{action}" for value, actions in _LISTED.items() for action in actions.split()), "dolphin")
_SPLIT = 51.0
"""Where the action's field begins, mm from the top."""


def face(name: str) -> Art:
    """A face, mm. Raises KeyError for a name that no card has."""
    if name == "dolphin":
        return _dolphin()
    found = re.fullmatch(r"(air|swim)-(5|10)-([a-z]+)", name)
    if not found or found[3] not in MOODS:
        raise KeyError(name)
    use, value, action = found.groups()
    panel = _value(use, value) + _action(action)
    number = badge(VALUES[f"{use}-{value}"][2], words(value, 0, 1, 52, WHITE, 0.2, 0.2))
    mark = badge(PAPER, placed(MOODS[action](), 0, 0, 74), TONES[action])
    return framed(panel, corners(number, mark), _title(action))


def _title(action: str) -> Art:
    return banner(action.upper(), 79.4, mixed(TONES[action], NIGHT, 0.45), room=26)


def _action(action: str) -> Art:
    """The lower field: the action's figure on its colour."""
    tone = TONES[action]
    rough = action in ("panic", "kraken", "shark")
    x = np.linspace(-1, SIZE[0] + 1, 23)
    top = _SPLIT + (np.where(np.arange(23) % 2, 2.2, -2.2) if rough else 1.4 * np.sin(x / SIZE[0] * 6 * np.pi))
    edge = np.stack([x, top], 1)
    field = np.concatenate([edge, [[SIZE[0] + 1, SIZE[1] + 1], [-1, SIZE[1] + 1]]])
    art = line(PAPER, edge, 1.6) + filled(tone, field)
    art += filled(mixed(tone, PAPER, 0.82), disc(SIZE[0] / 2, 64.5, 12.6))
    return art + placed(MOODS[action](), SIZE[0] / 2, 64.5, 21.5)


def _value(use: str, value: str) -> Art:
    top, low, deep = VALUES[f"{use}-{value}"]
    if use == "air":
        return _air(int(value), top, low, deep)
    return _swim(int(value), top, low, deep)


def _air(value: int, top: Colour, low: Colour, deep: Colour) -> Art:
    """Light from above, a great bubble with the number, and as many small ones as it says."""
    art = sea.water(top, low, -1, 9, 0.8, 2.0) + sea.rays(mixed(top, WHITE, 0.45), 31.5, -22, 26, 0.4)
    ring_of = np.radians(np.arange(value) * 360 / value - 90)
    x, y = SIZE[0] / 2, 28.0
    for way in ring_of:
        art += sea.bubble(
            deep, WHITE, x + 21.5 * np.cos(way), y + 19.0 * np.sin(way), 2.9 if value == 10 else 3.6, WHITE
        )
    art += filled(WHITE, disc(x, y, 14.5)) + filled(mixed(top, WHITE, 0.55), disc(x, y, 13.4))
    art += ring(deep, x, y, 14.4, 1.4) + ring(WHITE, x, y, 11.4, 1.5, 0.2, 190)
    art += words("AIR", x, y - 7.6, 4.6, deep, 0.18)
    return art + words(str(value), x, y + 2.6, 13.5, deep, 0.2, 0.16)


def _swim(value: int, top: Colour, low: Colour, deep: Colour) -> Art:
    """Down into the dark: flippers that kick, chevrons as many as fives or tens, weed or rocks at the sides."""
    art = sea.water(top, low, -1, 7, 1.2, 1.5)
    for x, foot, tip, sway in ((4.5, 54, 20, 1.5), (58.5, 54, 24, -1.5)) if value == 5 else ():
        art += sea.kelp(low, x, foot, tip, sway, 5.5)
    if value == 10:
        rocks = path("M-1 56L-1 20Q8 22 9 30Q7 38 13 42Q12 50 18 56Z")
        art += filled(mixed(low, NIGHT, 0.5), rocks, (rocks - (SIZE[0] / 2, 0)) * (-1, 1) + (SIZE[0] / 2, 0))
        art += filled(
            ink("#ffe066"), *(disc(x, y, 0.8) for x, y in ((15, 18), (47, 15), (20, 46), (44, 47), (31.5, 6.5)))
        )
    pale = ink("#eafff7") if value == 5 else ink("#ffd34d")
    figure: Art = ()
    for mirror in (False, True):
        side = 15.6 if value == 5 else 15.0
        figure += placed(
            _flippers(pale, deep), SIZE[0] - side if mirror else side, 32.5, 36, -32 if mirror else 32, mirror
        )
    x = SIZE[0] / 2
    art += figure + outlined(words("SWIM", x, 8.4, 4.6, pale, 0.18), deep, 1.2)
    shield = path(f"M{x - 12.5} 14L{x + 12.5} 14L{x + 12.5} 34L{x} 46L{x - 12.5} 34Z")
    art += line(pale, np.concatenate([shield, shield[:1]]), 2.6) + filled(deep, shield)
    art += words(str(value), x, 25.0, 13.5, pale, 0.2, 0.16)
    for k in range(value // 5):
        y = 36.6 if value == 5 else 35.0 + 3.6 * k
        art += line(pale, f"M{x - 4} {y}L{x} {y + 3.2}L{x + 4} {y}", 1.7)
    return art


def _flippers(colour: Colour, shade: Colour) -> Art:
    """A flipper, the foot up."""
    blade = path("M-10 -46L10 -46C12 -28 14 -14 24 40Q12 50 0 44Q-12 50 -24 40C-14 -14 -12 -28 -10 -46Z")
    art = line(shade, np.concatenate([blade, blade[:1]]), 7) + filled(colour, blade)
    for x in (-11, 0, 11):
        art += line(shade, f"M{x * 0.45} -14L{x} 34", 3.2)
    return art + filled(shade, box(-11, -30, 22, 6, 3))


def _dolphin() -> Art:
    """The card that is every other card: a dolphin through a ring of all colours."""
    sky = ink("#ffd9ec")
    panel = ground(sky) + sea.rays(WHITE, 31.5, 40, 16)
    tones = list(TONES.values())
    for k, tone in enumerate(tones):
        panel += ring(tone, 31.5, 38, 23, 5.2, 1 / len(tones) + 0.01, 360 / len(tones) * k - 90)
    panel += filled(ink("#1c8fc4"), sea.wavy(61, 1.4, 3, 0.1)) + filled(ink("#0f5f94"), sea.wavy(68, 1.2, 3, 0.6))
    panel += placed(_leap(), 31.5, 38, 50)
    panel += filled(
        WHITE, *(disc(x, y, r) for x, y, r in ((46, 61, 3.2), (50, 62, 2.6), (42, 62, 2.4), (53, 60, 1.4), (40, 58, 1)))
    )
    mark = badge(ink("#e0447c"), filled(WHITE, spiked(0, 2, 38, 17, 5)))
    return framed(panel, corners(mark, mark), banner("DOLPHIN", 74, ink("#0b3c6f"), room=30, tall=5))


def _leap() -> Art:
    """A dolphin in a leap to the upper left."""
    back, belly = ink("#3f6f9e"), ink("#dfeaf3")
    art = filled(back, path("M26 30Q30 40 24 52Q36 50 40 42Q48 46 54 40Q44 32 36 26Z"))
    art += filled(back, path("M0 -27Q14 -44 28 -42Q18 -30 22 -12Z"))
    art += filled(
        back,
        path(
            "M-54 -8Q-50 -16 -40 -18C-26 -36 8 -34 24 -10C34 6 36 18 38 30L28 34C20 22 8 8 -8 4"
            "C-22 6 -34 2 -40 -6Q-48 -4 -54 -8Z"
        ),
    )
    art += filled(belly, path("M-42 -6C-30 -4 -20 -8 -8 -6C8 -2 20 10 30 30L28 34C20 22 8 8 -8 4C-22 6 -34 2 -42 -6Z"))
    art += filled(back, path("M-14 -4Q-26 14 -18 26Q-4 18 -2 2Z"))
    return art + line(NIGHT, "M-53 -8Q-44 -8 -38 -11", 2) + filled(NIGHT, disc(-32, -16, 2.4))


def back() -> Art:
    """Rings of bubbles round two dolphins; the same upside down."""
    top, deep, pale = ink("#14688f"), ink("#082a4a"), ink("#7fd6ee")
    x, y = SIZE[0] / 2, SIZE[1] / 2
    half = sea.swell(ink("#0d3a60"), 6.25, 2.2, 1.6, 3, y)
    for radius, count, size in ((39, 22, 2.2), (31, 18, 2.6), (23.5, 12, 3.0)):
        for way in np.radians(np.arange(count // 2) * 360 / count + 180):
            half += sea.bubble(top, pale, x + radius * np.cos(way), y + radius * np.sin(way), size)
    swimmer = placed(recoloured(_leap(), PAPER), x - 1.5, y - 7.5, 22, -24)
    middle = filled(pale, disc(x, y, 18)) + filled(top, disc(x, y, 16.8))
    return framed(ground(deep) + twofold(half) + middle + twofold(swimmer))
