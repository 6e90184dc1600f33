"""The actions of Hold Your Breath! as figures, each about (0, 0) in a box of 100 units."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from hardware.art.deck.card import NIGHT, WHITE
from hardware.art.deck.pen import arrow, blob, box, disc, filled, ink, line, mixed, path, placed, spiked
from hardware.art.polygons import Art, Colour

TONES: dict[str, Colour] = {
    "panic": ink("#f0562f"),
    "calm": ink("#59b36b"),
    "shark": ink("#7d8b99"),
    "kraken": ink("#8b3fa8"),
    "discard": ink("#b98a4f"),
    "draw": ink("#e8b923"),
}
"""Action -> the colour of its field."""

_SKIN = ink("#f7c59f")


def panic() -> Art:
    """A face that screams, eyes wide, in a burst."""
    art = filled(ink("#ffd23f"), spiked(0, 0, 52, 37, 11)) + filled(_SKIN, disc(0, 0, 34))
    for x in (-13, 13):
        art += filled(WHITE, disc(x, -9, 11)) + filled(NIGHT, disc(x, -9, 4.4))
    art += line(NIGHT, "M-24 -22L-12 -27", 4) + line(NIGHT, "M24 -22L12 -27", 4)
    return (
        art
        + filled(NIGHT, blob((-10, 10), (0, 5), (10, 10), (11, 24), (0, 29), (-11, 24)))
        + filled(ink("#d7263d"), disc(0, 23, 5))
    )


def calm() -> Art:
    """A lotus on the water."""
    rose, pale, green = ink("#f7a1c4"), ink("#ffe3ef"), ink("#1f7a4d")
    art = filled(green, blob((-50, 30), (-20, 22), (20, 22), (50, 30), (30, 42), (-30, 42)))
    petal = path("M0 28C-18 10 -16 -18 0 -42C16 -18 18 10 0 28Z")
    for turn, shade in (
        (-66, mixed(rose, NIGHT, 0.25)),
        (66, mixed(rose, NIGHT, 0.25)),
        (-38, rose),
        (38, rose),
        (0, pale),
    ):
        c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
        turned = (petal - (0, 28)) @ np.array([[c, s], [-s, c]]) + (0, 28)
        art += filled(mixed(rose, NIGHT, 0.5), (turned - turned.mean(0)) * 1.09 + turned.mean(0)) + filled(
            shade, turned
        )
    return art


def shark() -> Art:
    """A shark from the front, jaws wide."""
    back, red = ink("#31465a"), ink("#b3202c")
    head = path("M0 -50C20 -40 40 -16 44 14C44 34 26 50 0 50C-26 50 -44 34 -44 14C-40 -16 -20 -40 0 -50Z")
    art = filled(back, head) + filled(
        ink("#dfe8ee"), path("M-40 20C-30 2 30 2 40 20C40 38 24 48 0 48C-24 48 -40 38 -40 20Z")
    )
    art += filled(red, path("M-32 20C-22 6 22 6 32 20C30 36 18 42 0 42C-18 42 -30 36 -32 20Z"))
    for k in range(6):
        x = -27 + 9 * k
        art += filled(
            WHITE,
            np.array(
                [[x, 13.5 - 3 * (1 - abs(k - 2.5) / 2.5)], [x + 9, 13.5 - 3 * (1 - abs(k - 2.5) / 2.5)], [x + 4.5, 23]]
            ),
        )
        art += filled(WHITE, np.array([[0.8 * x, 38], [0.8 * x + 7.2, 38], [0.8 * x + 3.6, 29]]))
    for x in (-20, 20):
        art += (
            filled(WHITE, disc(x, -10, 6))
            + filled(NIGHT, disc(x * 0.96, -9, 3.6))
            + line(NIGHT, f"M{1.5 * x} -20L{0.6 * x} -14", 3.6)
        )
    return art


def kraken() -> Art:
    """An octopus with angry eyes and eight arms."""
    skin, dark = ink("#5b1f78"), ink("#32104a")
    art: Art = ()
    for side in (-1, 1):
        for along in (
            "M10 8Q26 10 34 -4Q44 -18 36 -26",
            "M10 14Q34 18 44 8Q52 0 48 -8",
            "M8 18Q28 30 40 28Q50 24 46 18",
            "M5 20Q14 40 30 46Q40 48 38 40",
        ):
            art += line(skin, path(along) * (side, 1), 8.5)
    art += filled(skin, path("M-22 14C-34 -14 -28 -48 0 -48C28 -48 34 -14 22 14C12 26 -12 26 -22 14Z"))
    art += filled(dark, *(disc(x, y, r) for x, y, r in ((-9, -38, 3), (5, -41, 2.4), (14, -33, 3), (-17, -29, 2.2))))
    for x in (-10, 10):
        art += (
            filled(ink("#ffe066"), disc(x, -8, 7.5))
            + filled(NIGHT, disc(x, -7, 3.6))
            + line(dark, f"M{2.0 * x} -20L{0.25 * x} -12", 4.4)
        )
    return art + line(dark, "M-6 8Q0 4 6 8", 3)


def _one_card(colour: Colour) -> Art:
    return (
        filled(NIGHT, box(-18, -25, 36, 50, 5))
        + filled(WHITE, box(-15, -22, 30, 44, 3))
        + filled(colour, box(-11, -18, 22, 36, 2))
    )


def discard() -> Art:
    """A card that goes away, crossed out."""
    brown, red = ink("#8a5a24"), ink("#c9302c")
    art = placed(_one_card(brown), -8, -8, 118, -14)
    art += line(NIGHT, "M-24 -26L12 18", 11) + line(NIGHT, "M12 -26L-24 18", 11)
    art += line(red, "M-24 -26L12 18", 7) + line(red, "M12 -26L-24 18", 7)
    return art + arrow(NIGHT, "M8 34Q26 34 32 16", 8, 20)


def draw() -> Art:
    """Cards fanned out, and a plus."""
    blue, green = ink("#1f6fb2"), ink("#2e9e4f")
    art: Art = ()
    for x, turn in ((-22, -22), (-4, 0), (14, 22)):
        art += placed(_one_card(blue), x, -4 + abs(turn) * 0.2, 112, turn)
    art += filled(WHITE, disc(28, 24, 24)) + filled(green, disc(28, 24, 20.5))
    return art + line(WHITE, "M17 24L39 24", 8) + line(WHITE, "M28 13L28 35", 8)


MOODS: dict[str, Callable[[], Art]] = {
    "panic": panic, "calm": calm, "shark": shark, "kraken": kraken, "discard": discard, "draw": draw,
}  # fmt: skip
