"""The animals of Splash Down that are no whales with tails. Each about (0, 0) in a box of 100 units."""

from __future__ import annotations

import numpy as np

from hardware.art.deck.card import NIGHT, WHITE
from hardware.art.deck.pen import blob, disc, filled, ink, line, path, placed
from hardware.art.polygons import Art, Colour

BLACK, CORAL, CREAM, BEAK = ink("#16202b"), ink("#e2504a"), ink("#f7f1e3"), ink("#f5a623")


def _eye(x: float, y: float, radius: float = 5.0) -> Art:
    return filled(WHITE, disc(x, y, radius)) + filled(BLACK, disc(x - 0.2 * radius, y, 0.6 * radius))


def krill() -> Art:
    """A krill: a curled shell in rings, long feelers, many legs."""
    red, dark, pale = ink("#f0625d"), ink("#a42b3b"), ink("#ffb3a1")
    art: Art = ()
    for k in range(6):
        art += line(dark, f"M{-14 + 9 * k} {10 + abs(k - 2) * 1.0}Q{-20 + 9 * k} 24 {-26 + 9 * k} 30", 3)
    art += line(dark, "M-34 -8Q-48 -28 -30 -46", 2.4) + line(dark, "M-36 -4Q-54 -14 -46 -40", 2.4)
    art += filled(red, blob((38, 24), (50, 20), (50, 20), (46, 34), (52, 46), (52, 46), (34, 38)))
    art += filled(
        red, path("M-46 -2C-40 -22 -10 -26 10 -20C34 -14 46 6 40 32L28 34C30 18 22 8 8 10C-10 16 -34 18 -46 -2Z")
    )
    art += filled(pale, path("M-40 1C-30 8 -8 10 8 7C20 6 26 14 28 22C20 9 8 10 2 11C-14 15 -32 14 -40 1Z"))
    for x, y, lean in ((-12, -23, 5), (2, -22, 6), (15, -18, 5), (26, -10, 1)):
        art += line(dark, f"M{x} {y}Q{x + 6} {y + 14} {x + lean - 3} {y + 31 - abs(lean)}", 2.6)
    return art + _eye(-34, -5, 6)


def crab() -> Art:
    """A crab with raised claws."""
    shell, dark = ink("#e4572e"), ink("#8f2d14")
    art: Art = ()
    for side in (-1, 1):
        for k, (x, y) in enumerate(((46, 14), (47, 27), (40, 39))):
            art += line(dark, np.array([[side * 22, 10 + 6 * k], [side * (x - 6), 2 + 12 * k], [side * x, y]]), 5)
        art += line(dark, np.array([[side * 22, -4], [side * 36, -8], [side * 36, -22]]), 7)
        claw = blob(
            (24, -24), (22, -40), (34, -50), (34, -50), (33, -34), (33, -34), (44, -48), (44, -48), (50, -32), (40, -20)
        )
        art += filled(shell, claw * (side, 1))
        art += line(dark, np.array([[side * 9, -8], [side * 11, -24]]), 4) + _eye(side * 11, -26, 6)
    art += filled(shell, blob((-34, 2), (-20, -12), (0, -15), (20, -12), (34, 2), (26, 24), (0, 32), (-26, 24)))
    art += filled(ink("#f58a5e"), blob((-24, -1), (0, -9), (24, -1), (14, 3), (0, 1), (-14, 3)))
    return (
        art
        + line(dark, "M-12 16Q0 25 12 16", 3.5)
        + filled(dark, *(disc(x, y, 2.4) for x, y in ((-18, 12), (18, 12), (0, 8))))
    )


def seal() -> Art:
    """A seal that raises its head."""
    coat, dark, pale = ink("#6f7f8f"), ink("#3b4855"), ink("#b9c6cf")
    art = filled(dark, blob((34, 26), (48, 12), (48, 12), (50, 26), (52, 40), (52, 40), (36, 36)))
    body = path(
        "M-34 42C-36 20 -28 8 -26 -8C-28 -36 4 -48 14 -26C18 -14 14 -8 18 2C26 16 36 22 46 28C46 40 30 44 6 44Z"
    )
    art += filled(coat, body) + filled(pale, path("M-26 42C-28 22 -18 10 -14 -4C-6 12 4 24 4 44Z"))
    art += filled(dark, blob((4, 22), (14, 18), (22, 44), (34, 48), (34, 48), (10, 48)))
    art += filled(dark, blob((-22, 26), (-16, 24), (-24, 46), (-42, 48), (-42, 48), (-32, 40)))
    art += filled(pale, disc(-14, -19, 8), disc(-3, -19, 8)) + filled(
        BLACK, blob((-13, -26), (-8, -28), (-3, -26), (-8, -21))
    )
    art += line(BLACK, "M-8 -22L-8 -17", 2)
    for side in (-1, 1):
        for k in range(3):
            art += line(BLACK, np.array([[-8.5 + side * 9, -19 + 3 * k], [-8.5 + side * 23, -22 + 6 * k]]), 1.2)
    art += filled(BLACK, disc(-18, -32, 3.6), disc(2, -32, 3.6)) + filled(
        WHITE, disc(-17, -33.2, 1.2), disc(3, -33.2, 1.2)
    )
    return (
        art
        + filled(coat, *(disc(x, y, 0.1) for x, y in ((0, 0),)))
        + filled(dark, *(disc(x, y, 2.2) for x, y in ((18, 18), (26, 26), (12, 12), (30, 34))))
    )


def seabird() -> Art:
    """A gull with spread wings."""
    grey, dark = ink("#8a9bab"), ink("#27333f")
    art: Art = ()
    for side, tall in ((-1, 1.0), (1, 1.0)):
        wing = path("M2 -4C16 -30 34 -34 50 -26C46 -14 40 -10 30 -4C24 4 14 14 2 14Z") * (side, tall)
        tip = path("M36 -31.5C42 -31 46 -29 50 -26C47 -17 43 -12 38 -9C37 -16 36 -24 36 -31.5Z") * (side, tall)
        under = path("M2 8C16 6 26 0 38 -9C33 -4 31 -4 30 -4C24 4 14 14 2 14Z") * (side, tall)
        art += filled(grey, wing) + filled(dark, tip) + filled(WHITE, under)
    art += filled(
        WHITE,
        path("M0 20L-14 44L0 39L14 44Z"),
        path("M0 -34C14 -34 13 -16 13 0C13 18 8 30 0 34C-8 30 -13 18 -13 0C-13 -16 -14 -34 0 -34Z"),
    )
    art += line(dark, "M-9 40L0 36L9 40", 3)
    art += filled(BEAK, path("M-5.5 -21L0 -4L5.5 -21Q0 -25 -5.5 -21Z")) + filled(CORAL, disc(0, -11, 1.8))
    return art + filled(BLACK, disc(-6.5, -23, 2.4), disc(6.5, -23, 2.4))


def squid() -> Art:
    """A squid, mantle up, arms down."""
    skin, dark, pale = ink("#b65cc4"), ink("#5d2470"), ink("#e6b8ec")
    art: Art = ()
    for k, x in enumerate((-20, -13, -6, 6, 13, 20)):
        bow = (x / 20) * 12 * (1 if k % 2 else 1.4)
        art += line(
            dark if k in (0, 5) else skin,
            f"M{x * 0.55} 14Q{x + bow} 28 {x * 0.9} 36Q{x * 0.6} 44 {x * 1.1 + bow * 0.4} 49",
            5,
        )
    art += filled(
        dark,
        path("M0 -50C10 -46 34 -34 32 -22C24 -18 12 -20 8 -22L-8 -22C-12 -20 -24 -18 -32 -22C-34 -34 -10 -46 0 -50Z"),
    )
    art += filled(
        skin,
        path("M0 -50C10 -40 17 -22 16 -4L-16 -4C-17 -22 -10 -40 0 -50Z"),
        blob((-17, 4), (-16, -6), (0, -9), (16, -6), (17, 4), (12, 18), (0, 21), (-12, 18)),
    )
    art += filled(
        pale,
        *(disc(x, y, r) for x, y, r in ((-5, -34, 2.2), (4, -26, 2.8), (-7, -18, 2.4), (8, -14, 2), (-1, -12, 1.8))),
    )
    return art + _eye(-9, 6, 6.4) + _eye(9, 6, 6.4) + line(dark, "M-4 15Q0 18 4 15", 2.2)


def penguin() -> Art:
    """A penguin from the front."""
    coat, gold = ink("#1d2a3a"), ink("#ffb627")
    art: Art = filled(
        BEAK, blob((-22, 44), (-10, 40), (-3, 46), (-14, 50)), blob((22, 44), (10, 40), (3, 46), (14, 50))
    )
    art += filled(
        coat,
        path("M-22 -10C-38 0 -44 18 -42 32C-34 26 -26 16 -22 10Z"),
        path("M22 -10C38 0 44 18 42 32C34 26 26 16 22 10Z"),
    )
    art += filled(
        coat, path("M0 -50C20 -50 22 -32 24 -14C32 10 28 46 0 46C-28 46 -32 10 -24 -14C-22 -32 -20 -50 0 -50Z")
    )
    art += filled(gold, disc(-15, -18, 7), disc(15, -18, 7))
    art += filled(CREAM, path("M0 -12C16 -14 22 6 20 18C18 36 10 42 0 42C-10 42 -18 36 -20 18C-22 6 -16 -14 0 -12Z"))
    art += filled(CREAM, blob((-13, -30), (-6, -36), (0, -28), (6, -36), (13, -30), (9, -18), (0, -13), (-9, -18)))
    art += filled(BLACK, disc(-7, -29, 2.8), disc(7, -29, 2.8))
    return art + filled(BEAK, path("M-7 -23Q0 -29 7 -23L0 -12Z"))


def orca() -> Art:
    """An orca from the side, swimming left."""
    art = filled(
        BLACK,
        path("M30 4Q40 0 48 -22Q54 -6 46 6Q54 16 52 30Q38 24 30 12Z"),
        path("M-4 -14Q2 -40 14 -50Q16 -28 20 -10Z"),
    )
    art += filled(
        BLACK, path("M-50 2C-46 -16 -22 -22 0 -18C20 -16 34 -4 46 2L44 10C30 16 10 24 -14 22C-36 20 -48 14 -50 2Z")
    )
    art += filled(
        WHITE,
        path("M-48 8C-38 12 -26 12 -12 12C4 14 14 8 26 2C22 12 12 14 10 20C0 23 -8 22 -14 22C-34 20 -44 16 -48 8Z"),
    )
    art += filled(WHITE, blob((-36, -6), (-27, -12), (-20, -7), (-28, -2))) + filled(
        ink("#8f9fae"), path("M14 -14Q24 -14 30 -6Q20 -8 14 -14Z")
    )
    art += filled(BLACK, path("M-16 12C-10 34 4 40 12 40C8 28 4 18 -2 12Z")) + filled(WHITE, disc(-39, 0, 2.2))
    return art + filled(BLACK, disc(-39.3, 0.2, 1.2))


ANIMALS = {
    "krill": krill,
    "crab": crab,
    "seal": seal,
    "seabird": seabird,
    "squid": squid,
    "penguin": penguin,
    "orca": orca,
}


def serpent(skin: Colour, belly: Colour) -> Art:
    """A sea serpent in three loops out of the water."""
    dark = NIGHT
    art = line(skin, "M-18 44C-20 -2 16 -6 14 44", 15) + line(skin, "M24 44C22 14 46 10 44 44", 10)
    art += line(belly, "M-13 44C-14 8 10 6 9 44", 3)
    art += line(skin, "M-30 44C-38 16 -22 0 -30 -22", 18) + line(belly, "M-35 44C-42 18 -28 0 -35 -14", 4)
    art += filled(
        skin, blob((-18, -28), (-24, -44), (-40, -46), (-50, -34), (-50, -34), (-52, -22), (-38, -16), (-24, -14))
    )
    for x, y, turn in ((-18, -34, 40), (-16, -14, 70), (-18, 4, 80), (-2, -2, 0), (8, 8, 30), (36, 16, 20)):
        art += placed(filled(ink("#f2542d"), path("M-7 0L0 -13L7 0Z")), x, y, 100, turn)
    art += filled(ink("#ffe066"), disc(-35, -34, 5)) + filled(
        dark, blob((-35, -38.5), (-33, -34), (-35, -29.5), (-37, -34))
    )
    art += line(dark, "M-50 -25Q-40 -20 -32 -22", 2.4)
    return art + filled(WHITE, path("M-48 -25L-46 -18L-43 -23.5Z"), path("M-41 -22.8L-39 -16L-36 -22Z"))
