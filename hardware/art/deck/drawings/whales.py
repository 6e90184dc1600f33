"""Whales: the flukes of each species, and one that leaps. Flukes about the top of the stalk, 100 units a half."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hardware.art.deck.card import WHITE
from hardware.art.deck.pen import blob, disc, filled, ink, line, path
from hardware.art.polygons import Art, Colour, Points

SLATE: Colour = (60, 49, 36)


@dataclass(frozen=True)
class Fluke:
    """The right half of a tail: how far its tip is up, how hollow its edges are, and how it is marked.

    `tip` and `notch` and `belly` (the lowest point of the rear edge) are heights, up positive, units of 100 a half.
    """

    tip: float
    bow: float
    notch: float
    swell: float
    teeth: int = 0
    pointed: float = 0.0
    marks: str = ""
    skin: Colour = SLATE


FLUKES: dict[str, Fluke] = {
    "minke": Fluke(30, 8, 22, 34, pointed=10, marks="band", skin=ink("#3a4148")),
    "humpback": Fluke(50, 26, 26, 46, teeth=9, marks="under", skin=ink("#22282e")),
    "sperm": Fluke(40, 4, 30, 44, marks="straight", skin=ink("#55504b")),
    "right": Fluke(58, 32, 14, 40, pointed=12, marks="", skin=ink("#191c22")),
    "sei": Fluke(34, 14, 30, 30, marks="lines", skin=ink("#43566b")),
    "fin": Fluke(44, 18, 20, 42, marks="edge", skin=ink("#3b3a4e")),
    "bowhead": Fluke(52, 18, 30, 46, marks="white", skin=ink("#15171b")),
    "blue": Fluke(36, 10, 16, 24, pointed=4, marks="spots", skin=ink("#35618a")),
}


def half_fluke(species: str) -> Art:
    """The right half of a tail out of the water: x from 0 at the middle to 100 at the tip, the water at y = 60.

    A species that we have not drawn gets a plain one.
    """
    fluke = FLUKES.get(species, Fluke(44, 14, 22, 40))
    edge, rear = _edges(fluke)
    outline = np.concatenate([[[-1.0, 64.0]], edge, rear, [[-1.0, -fluke.notch]]])
    art = filled(fluke.skin, outline)
    return art + _marks(fluke, edge, rear)


def _edges(fluke: Fluke) -> tuple[Points, Points]:
    """The front edge from the stalk to the tip, and the rear edge from the tip to the notch."""
    tip, bow, swell = (98.0, -fluke.tip - fluke.pointed), fluke.bow, fluke.swell
    front = f"34 {14 - 0.2 * bow}C58 {4 + 0.3 * bow} 84 {0.8 * bow - 0.45 * fluke.tip}"
    edge = path(f"M19 64C15 40 16 22 {front} {tip[0]} {tip[1]}")
    hind = f"C80 {-fluke.tip - 0.25 * swell} 58 {-swell - 14} 34 {-swell - 10}"
    rear = path(f"M{tip[0]} {tip[1]}{hind}C18 {-swell - 8} 6 {-swell} 0 {-fluke.notch}")
    if fluke.teeth:
        t = np.linspace(0, fluke.teeth, len(rear))
        rear = rear + np.stack([0 * t, 3.4 * np.abs(np.sin(np.pi * t)) - 1.5], 1)
        rear[0], rear[-1] = tip, (0, -fluke.notch)
    return edge, rear


def _between(edge: Points, rear: Points, share: float, start: float, end: float) -> Points:
    """A line along the wing, `share` of the way from its front to its rear edge."""
    t = np.linspace(start, end, 30)
    front = edge[10:]
    a = np.stack([np.interp(t, np.linspace(0, 1, len(front)), front[:, k]) for k in (0, 1)], 1)
    b = np.stack([np.interp(t, np.linspace(0, 1, len(rear)), rear[::-1][:, k]) for k in (0, 1)], 1)
    return np.asarray(a + share * (b - a), np.float64)


def _marks(fluke: Fluke, edge: Points, rear: Points) -> Art:
    light, pale = ink("#7e93a3"), ink("#e9eef0")
    art: Art = line(ink("#0b1117"), "M0 64C3 30 4 8 0 " + str(round(-fluke.notch + 6)), 2.2)
    if fluke.marks == "under":
        low, high = _between(edge, rear, 0.28, 0.12, 0.92), _between(edge, rear, 0.82, 0.12, 0.92)
        art += filled(pale, np.concatenate([low, high[::-1]]))
        art += filled(
            fluke.skin, *(blob((x, y), (x + 7, y - 5), (x + 12, y + 3), (x + 4, y + 6)) for x, y in low[4:26:7])
        )
    elif fluke.marks == "band":
        for share in (0.34, 0.62):
            art += line(pale, _between(edge, rear, share, 0.15, 0.55), 5)
    elif fluke.marks == "lines":
        for share in (0.3, 0.5, 0.7):
            art += line(light, _between(edge, rear, share, 0.1, 0.85), 2.6)
    elif fluke.marks == "edge":
        art += line(ink("#c9c3e0"), _between(edge, rear, 0.9, 0.06, 0.97), 6)
    elif fluke.marks == "white":
        art += filled(WHITE, np.concatenate([path("M19 64C15 40 16 22 34 10"), path("M34 10C20 8 8 10 -1 12L-1 64")]))
        art += line(pale, _between(edge, rear, 0.86, 0.3, 0.8), 7)
    elif fluke.marks == "spots":
        spots = _between(edge, rear, 0.45, 0.1, 0.8)
        art += filled(
            ink("#8fb4d2"),
            *(disc(x + 5 * (-1) ** k, y + 7 * (-1) ** (k // 2), 2.2 + k % 3) for k, (x, y) in enumerate(spots[::3])),
        )
    elif fluke.marks == "straight":
        art += line(light, _between(edge, rear, 0.5, 0.12, 0.5), 3)
        art += filled(light, *(disc(x, y, 2.4) for x, y in ((10, 28), (13, 40), (9, 51))))
    return art


def leaping(back: Colour, belly: Colour) -> Art:
    """A whale that leaps out of the water to the upper left, in a box of 100 units."""
    body = path("M-34 -44Q-14 -54 6 -30Q26 -6 30 50L-22 50Q-20 24 -32 4Q-48 -28 -34 -44Z")
    under = path("M-38 -38Q-26 -36 -16 -16Q0 14 0 50L-22 50Q-20 24 -32 4Q-46 -24 -38 -38Z")
    art = filled(back, body) + filled(belly, under)
    for k in range(4):
        art += line(back, f"M{-36 + 5.5 * k} {-30 + 3 * k}Q{-22 + 5 * k} 2 {-18 + 5 * k} 48", 1.8)
    art += filled(back, path("M6 -4Q34 -10 48 -34Q50 -4 22 16Q14 20 10 12Z"))
    art += filled(back, path("M-28 2Q-46 6 -50 -10Q-52 12 -36 20Q-28 22 -24 16Z"))
    return art + filled(WHITE, disc(-13, -29, 3)) + filled(ink("#0b1117"), disc(-13.3, -28.8, 1.7))
