"""The French-suited pack: our own art in four colours, the same upside down; names such as `hearts-7`."""

from __future__ import annotations

import numpy as np

from hardware.art.deck.card import NIGHT, PAPER, SIZE, framed, ground, twofold
from hardware.art.deck.letters import words
from hardware.art.deck.pen import box, disc, filled, ink, line, mixed, path, placed, ring, spiked
from hardware.art.polygons import Art, Colour

COLOURS: dict[str, Colour] = {
    "clubs": ink("#1d7a46"),
    "diamonds": ink("#1f5fa8"),
    "hearts": ink("#c4262e"),
    "spades": ink("#15181c"),
}
COURT = ("jack", "queen", "king")
RANKS = ("ace", *map(str, range(2, 11)), *COURT)
JOKER = "joker"
FACES = (*(f"{suit}-{rank}" for suit in COLOURS for rank in RANKS), JOKER)
X, Y = SIZE[0] / 2, SIZE[1] / 2
LEFT, RIGHT = X - 11.5, X + 11.5
_LOW, _MID = 17.5, 30.2
SPOTS: dict[str, tuple[tuple[float, float], ...]] = {
    "2": ((X, _LOW),),
    "3": ((X, _LOW),),
    "4": ((LEFT, _LOW), (RIGHT, _LOW)),
    "5": ((LEFT, _LOW), (RIGHT, _LOW)),
    "6": ((LEFT, _LOW), (RIGHT, _LOW)),
    "7": ((LEFT, _LOW), (RIGHT, _LOW)),
    "8": ((LEFT, _LOW), (RIGHT, _LOW), (X, _MID)),
    "9": ((LEFT, _LOW), (RIGHT, _LOW), (LEFT, 35.3), (RIGHT, 35.3)),
    "10": ((LEFT, _LOW), (RIGHT, _LOW), (LEFT, 35.3), (RIGHT, 35.3), (X, 26.4)),
}
"""Where the signs of the upper half stand; the lower half is the same upside down."""
MIDDLE: dict[str, tuple[tuple[float, float], ...]] = {
    "ace": ((X, Y),), "3": ((X, Y),), "5": ((X, Y),), "6": ((LEFT, Y), (RIGHT, Y)),
    "7": ((LEFT, Y), (RIGHT, Y), (X, _MID)), "8": ((LEFT, Y), (RIGHT, Y)), "9": ((X, Y),),
}  # fmt: skip
"""The signs that stand once."""


SIGN_MM = {"ace": 30.0, "2": 18.0, "3": 18.0, "4": 15.5, "5": 15.5, "6": 14.5} | dict.fromkeys(
    ("7", "8", "9", "10"), 12.5
)
"""How large the signs are: few ones large, so that cards are told apart from afar."""


def sign(suit: str) -> Art:
    """The sign of a suit in a box of 100 units about its middle."""
    colour = COLOURS[suit]
    stem = path("M-4 8Q-3 34 -20 46L20 46Q3 34 4 8Z")
    match suit:
        case "hearts":
            return filled(
                colour, path("M0 46C-18 22 -46 6 -46 -18C-46 -46 -10 -50 0 -22C10 -50 46 -46 46 -18C46 6 18 22 0 46Z")
            )
        case "diamonds":
            return filled(colour, path("M0 -50Q18 -20 42 0Q18 20 0 50Q-18 20 -42 0Q-18 -20 0 -50Z"))
        case "spades":
            leaf = path("M0 -48C16 -24 46 -10 46 14C46 38 12 40 0 14C-12 40 -46 38 -46 14C-46 -10 -16 -24 0 -48Z")
            return filled(colour, leaf, stem)
    return filled(colour, disc(0, -24, 23), disc(-24, 8, 23), disc(24, 8, 23), box(-12, -16, 24, 28), stem)


def face(name: str) -> Art:
    """The art of a face. Raises KeyError for a card that the pack has not."""
    if name == JOKER:
        return _joker()
    suit, _, rank = name.partition("-")
    if suit not in COLOURS or rank not in RANKS:
        raise KeyError(name)
    middle = _court(suit, rank) if rank in COURT else _pips(suit, rank)
    return framed(ground(PAPER) + middle, twofold(_index(suit, rank)))


def _index(suit: str, rank: str) -> Art:
    """Rank and sign in the corner."""
    text = rank if rank.isdigit() else rank[0].upper()
    tall = 7.4 if len(text) == 1 else 6.4
    return words(text, 8.0, 10.2, tall, COLOURS[suit], 0.2, 0.16) + placed(sign(suit), 8.0, 19.6, 7.0)


def _pips(suit: str, rank: str) -> Art:
    size = SIGN_MM[rank]
    halves = tuple(part for x, y in SPOTS.get(rank, ()) for part in placed(sign(suit), x, y, size))
    middle = tuple(part for x, y in MIDDLE.get(rank, ()) for part in placed(sign(suit), x, y, size))
    return twofold(halves) + middle


def _court(suit: str, rank: str) -> Art:
    """A framed panel with what the rank wears, twice; between them the sign of the suit."""
    colour = COLOURS[suit]
    tint = mixed(colour, PAPER, {"jack": 0.82, "queen": 0.68, "king": 0.52}[rank])
    panel = filled(colour, box(14.5, 9, SIZE[0] - 29, SIZE[1] - 18, 2)) + filled(
        tint, box(15.5, 10, SIZE[0] - 31, SIZE[1] - 20, 1.5)
    )
    half = placed(_worn(rank, colour), X, 23.5, 26) + placed(sign(suit), 21, 38.5, 7) + placed(sign(suit), 42, 38.5, 7)
    gold = ink("#e0b040")
    return panel + twofold(half) + ring(gold, X, Y, 7.4, 1.2) + placed(sign(suit), X, Y, 9.5)


def _worn(rank: str, colour: Colour) -> Art:
    """The jack's feathered cap, the queen's coronet with pearls, the king's crown: 100 units wide."""
    gold, pale = ink("#e0b040"), mixed(colour, PAPER, 0.92)
    if rank == "king":
        crown = path("M-46 34L-50 -26L-24 2L0 -44L24 2L50 -26L46 34Z")
        jewels = filled(pale, disc(-50, -28, 7), disc(0, -46, 8), disc(50, -28, 7))
        return (
            filled(gold, crown) + filled(colour, box(-46, 18, 92, 14)) + jewels + filled(pale, spiked(0, 25, 9, 4, 5))
        )
    if rank == "queen":
        band = filled(gold, path("M-44 30Q0 8 44 30L40 44Q0 24 -40 44Z"))
        pearls = filled(pale, *(disc(x, y, 9) for x, y in ((-40, 2), (-20, -18), (0, -26), (20, -18), (40, 2))))
        stems = tuple(
            part
            for x, y, foot in ((-40, 4, -34), (-20, -14, -18), (0, -22, 0), (20, -14, 18), (40, 4, 34))
            for part in line(colour, np.array([[x, y], [foot, 28.0]]), 4)
        )
        return stems + pearls + band + filled(colour, disc(0, 26, 5))
    cap = filled(colour, path("M-46 26C-44 -16 40 -26 46 26Z"))
    feather = line(gold, "M22 4Q52 -20 40 -48", 8) + line(gold, "M34 -14Q54 -16 58 -30", 4)
    return cap + feather + filled(gold, box(-50, 22, 100, 13, 6)) + filled(pale, disc(22, 6, 7))


def _joker() -> Art:
    """A cap with three bells in all four colours."""
    tones = list(COLOURS.values())
    cap = filled(tones[2], path("M-10 20C-20 -30 -50 -20 -48 6C-40 -6 -30 4 -30 24Z"))
    cap += filled(tones[0], path("M10 20C20 -30 50 -20 48 6C40 -6 30 4 30 24Z"))
    cap += filled(tones[1], path("M-22 24Q-12 -50 0 -52Q12 -50 22 24Z")) + filled(tones[3], box(-32, 20, 64, 12, 5))
    bells = filled(ink("#e0b040"), disc(-48, 10, 7), disc(48, 10, 7), disc(0, -52, 7))
    half = placed(cap + bells, X, 26, 30) + words("JOKER", X, 12.5, 4.6, NIGHT, 0.18)
    stars = tuple(filled(tone, spiked(13 + 12.4 * k, Y, 4.4, 1.9, 5))[0] for k, tone in enumerate(tones))
    return framed(ground(mixed(ink("#e0b040"), PAPER, 0.8)) + twofold(half) + stars)


def back() -> Art:
    """Lozenges in deep green about a medallion; the same upside down."""
    deep, pale = ink("#0f4d4a"), ink("#9fd3c7")
    art = ground(deep)
    for row, y in enumerate(np.arange(Y - 40, SIZE[1], 8)):
        for x in np.arange(X - 32 + 4 * (row % 2), SIZE[0] + 4, 8):
            lozenge = np.array([[x, y - 3.2], [x + 3.2, y], [x, y + 3.2], [x - 3.2, y]])
            art += filled(mixed(deep, pale, 0.28), lozenge) + filled(deep, (lozenge - (x, y)) * 0.55 + (x, y))
    medal = filled(pale, disc(X, Y, 16)) + filled(deep, disc(X, Y, 14.6)) + ring(pale, X, Y, 11, 0.9)
    return framed(art + medal + filled(pale, spiked(X, Y, 9, 4, 8)))
