"""The signs of the actions and endings of Splash Down. Each about (0, 0) in a box of 100 units."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from hardware.art.deck.card import NIGHT, PAPER, WHITE
from hardware.art.deck.drawings import creatures
from hardware.art.deck.pen import arrow, blob, box, disc, filled, ink, line, mixed, path, placed, spiked
from hardware.art.polygons import Art, Colour

GOLD = ink("#f4b41a")


def block(dark: Colour, tone: Colour) -> Art:
    """A flat hand on a stop sign."""
    turn = np.radians(22.5 + 45 * np.arange(8))
    sign = np.stack([np.cos(turn), np.sin(turn)], 1)
    art = filled(dark, 50 * sign) + filled(WHITE, 46 * sign) + filled(tone, 42 * sign)
    for x, tip in ((-13, -24), (-4.5, -30), (4.5, -28), (13, -20)):
        art += line(WHITE, f"M{x} {tip}L{x * 0.9} 10", 7.6)
    return (
        art
        + line(WHITE, "M-24 2L-10 18", 7.6)
        + filled(WHITE, blob((-16, 6), (0, 2), (16, 4), (15, 20), (6, 30), (-6, 30), (-15, 20)))
    )


def study(dark: Colour, tone: Colour) -> Art:
    """A spyglass over three cards."""
    art: Art = ()
    for x, turn in ((-20, -16), (0, 0), (20, 16)):
        card = filled(dark, box(-16, -24, 32, 48, 4)) + filled(mixed(tone, WHITE, 0.5), box(-13, -21, 26, 42, 3))
        art += placed(
            card + line(tone, "M-7 -8Q0 -14 7 -8", 3.5) + line(tone, "M-7 2Q0 -4 7 2", 3.5),
            x,
            -14 + abs(x) * 0.25,
            100,
            turn,
        )
    art += line(dark, "M18 20L38 42", 11) + filled(dark, disc(4, 8, 25)) + filled(WHITE, disc(4, 8, 19))
    eye = path("M-13 8Q4 -10 21 8Q4 26 -13 8Z")
    return (
        art
        + filled(dark, eye)
        + filled(WHITE, disc(4, 8, 7))
        + filled(tone, disc(4, 8, 5.5))
        + filled(NIGHT, disc(4, 8, 2.6))
    )


def scavenge(dark: Colour, tone: Colour) -> Art:
    """A hook that lifts a card out of a heap."""
    art: Art = ()
    for x, y, turn in ((-24, 36, -25), (22, 38, 30), (0, 42, 8)):
        art += placed(
            filled(dark, box(-18, -12, 36, 24, 3)) + filled(mixed(tone, WHITE, 0.55), box(-15.5, -9.5, 31, 19, 2)),
            x,
            y,
            100,
            turn,
        )
    card = (
        filled(dark, box(-16, -20, 32, 44, 4))
        + filled(WHITE, box(-13, -17, 26, 38, 3))
        + filled(GOLD, spiked(0, 3, 11, 5, 5))
    )
    art += placed(card, 2, 2, 100, 10)
    return (
        art
        + line(dark, "M6 -52L6 -26C6 -8 -16 -8 -16 -22L-16 -26", 5)
        + filled(dark, path("M-24 -22L-15 -36L-10 -22Z"))
    )


def net(dark: Colour, tone: Colour) -> Art:
    """A net with a handle, and a fish in it."""
    art = line(dark, "M14 -20L44 -50", 7.5)
    bag = path("M-38 -14C-40 30 -22 48 -8 46C10 48 24 26 26 -14Z")
    art += filled(mixed(tone, WHITE, 0.72), bag)
    fish = path("M-24 18C-14 4 4 6 12 18C4 30 -14 32 -24 18Z")
    art += filled(GOLD, fish, path("M8 18L22 8L20 28Z")) + filled(NIGHT, disc(-14, 15, 2.4))
    for k in range(5):
        x = -28 + 11 * k
        art += line(tone, f"M{x} -12Q{x + 3} 22 {-14 + 4.5 * k} 43", 2.4)
        y = -2 + 11 * k
        half = 32 * np.sqrt(max(1 - (k / 5.2) ** 2, 0.05))
        art += line(tone, f"M{-6 - half} {y}Q-6 {y + 7} {-6 + half} {y}", 2.4)
    rim = np.stack(
        [-6 + 33 * np.cos(np.linspace(0, 2 * np.pi, 60)), -14 + 10 * np.sin(np.linspace(0, 2 * np.pi, 60))], 1
    )
    return art + line(dark, np.concatenate([bag, bag[:1]])[:21], 3) + line(dark, rim, 6)


def steal(dark: Colour, tone: Colour) -> Art:
    """A tentacle round a card."""
    card = filled(dark, box(-22, -34, 44, 62, 5)) + filled(WHITE, box(-18.5, -30.5, 37, 55, 3.5))
    art = placed(card + filled(GOLD, spiked(0, -4, 14, 6.5, 5)), 6, -10, 100, 12)
    t = np.linspace(0, 1, 60)
    turn = np.radians(100 + 330 * t)
    far = 40 - 16 * t
    coil = np.stack([2 + far * np.cos(turn), 4 + 0.62 * far * np.sin(turn) - 4], 1)
    arm = np.concatenate([path("M-46 52Q-38 40 -6 40"), coil[6:]])
    wide = np.linspace(17, 6, len(arm) - 1)
    for k in range(len(arm) - 1):
        art += line(tone, arm[k : k + 2], wide[k])
    for k in range(6, len(arm) - 2, 5):
        art += filled(mixed(tone, WHITE, 0.65), disc(float(arm[k, 0]), float(arm[k, 1]), wide[k] * 0.26))
    return art


def current(dark: Colour, tone: Colour) -> Art:
    """Three arrows that stream round in a whirl."""
    art: Art = ()
    for k in range(3):
        way = np.radians(120 * k + np.linspace(0, 92, 30))
        far = np.linspace(44, 34, 30)
        art += arrow(dark if k else tone, np.stack([far * np.cos(way), far * np.sin(way)], 1), 9, 20)
    turn = np.linspace(0, 4.2 * np.pi, 80)
    swirl = np.stack([1.75 * turn * np.cos(turn), 1.75 * turn * np.sin(turn)], 1)
    return art + line(tone, swirl, 4.5)


TOOLS: dict[str, Callable[[Colour, Colour], Art]] = {
    "block": block, "study": study, "scavenge": scavenge, "net": net, "steal": steal, "current": current,
}  # fmt: skip


def monster() -> Art:
    """A sea serpent."""
    art = placed(creatures.serpent(ink("#2a7f62"), ink("#bfe3c0")), 0, -2, 96)
    waves = np.concatenate([path("M-50 38Q-38 30 -26 38Q-13 46 0 38Q13 30 26 38Q38 46 50 38"), [[50, 50], [-50, 50]]])
    return art + filled(ink("#3a2370"), waves)


def warming() -> Art:
    """A thermometer before a hot sun, ice melting below."""
    art = filled(ink("#ff7a1a"), spiked(10, -10, 40, 29, 14)) + filled(ink("#ffc53d"), disc(10, -10, 26))
    art += filled(ink("#7cc4ee"), path("M-50 46L-40 22L-26 30L-8 18L14 32L30 24L50 46Z")) + filled(
        WHITE, path("M-40 22L-26 30L-8 18L0 24L-14 34L-34 34Z")
    )
    art += line(NIGHT, "M-18 -42L-18 12", 19) + filled(NIGHT, disc(-18, 22, 17)) + line(WHITE, "M-18 -42L-18 12", 13)
    art += (
        filled(WHITE, disc(-18, 22, 14))
        + filled(ink("#d7263d"), disc(-18, 22, 10))
        + line(ink("#d7263d"), "M-18 -34L-18 16", 6.5)
    )
    for y in (-32, -22, -12, -2):
        art += line(NIGHT, f"M-6 {y}L0 {y}", 3)
    return art


def spill() -> Art:
    """A barrel on its side, and what runs out of it."""
    oil, steel = ink("#0d0d10"), ink("#c0392b")
    art = filled(oil, blob((-40, 30), (-14, 18), (6, 24), (26, 20), (48, 32), (40, 44), (10, 50), (-30, 46), (-50, 38)))
    barrel = filled(NIGHT, box(-36, -26, 72, 50, 9)) + filled(steel, box(-32, -22, 64, 42, 6))
    for x in (-14, 12):
        barrel += line(NIGHT, f"M{x} -24L{x} 22", 4)
    barrel += (
        filled(GOLD, path("M-1 -14L12 9L-14 9Z")) + line(NIGHT, "M-1 -6L-1 1", 3) + filled(NIGHT, disc(-1, 5.2, 1.7))
    )
    art += placed(barrel, 4, -14, 100, -24)
    art += line(oil, "M-30 6Q-34 16 -28 32", 9)
    return (
        art
        + filled(ink("#5a5f8a"), blob((-22, 36), (-8, 31), (6, 34), (-6, 38)))
        + filled(oil, path("M30 0C34 8 38 10 38 15C38 22 24 22 24 15C24 10 28 8 30 0Z"))
    )


def waste() -> Art:
    """A bottle, a can and a fish bone."""
    glass, rim = ink("#58b368"), ink("#1e5631")
    bottle = filled(rim, path("M-9 -50L9 -50L9 -30C9 -22 19 -20 19 -6L19 44L-19 44L-19 -6C-19 -20 -9 -22 -9 -30Z"))
    bottle += filled(glass, path("M-5 -42L5 -42L5 -28C5 -19 15 -17 15 -5L15 40L-15 40L-15 -5C-15 -17 -5 -19 -5 -28Z"))
    bottle += filled(PAPER, box(-15, 2, 30, 22)) + filled(ink("#d7263d"), box(-8, -52, 16, 8, 2))
    art = placed(bottle, -22, 0, 92, -20)
    can = filled(NIGHT, box(-17, -26, 34, 52, 6)) + filled(ink("#c9d2d9"), box(-13.5, -22.5, 27, 45, 4))
    can += filled(ink("#d7263d"), box(-13.5, -11, 27, 22)) + filled(
        WHITE, path("M-13.5 6Q0 -10 13.5 2L13.5 7Q0 -4 -13.5 11Z")
    )
    art += placed(can, 26, -10, 92, 18)
    bone = line(NIGHT, "M-26 0L22 0", 4)
    for x in (-14, -4, 6, 15):
        bone += line(NIGHT, f"M{x - 4} -10L{x} 0L{x - 4} 10", 3.4)
    bone += filled(NIGHT, path("M-48 2Q-36 -14 -26 -8L-26 9Q-38 12 -48 2Z"), path("M20 0L36 -11L31 0L36 11Z")) + filled(
        PAPER, disc(-36, -1, 2.6)
    )
    return art + placed(bone, 8, 37, 92, -6)


ENDINGS: dict[str, Callable[[], Art]] = {"monster": monster, "warming": warming, "spill": spill, "waste": waste}
