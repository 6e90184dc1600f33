"""From faces held against a place to a named card with calibrated confidence."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.cards_deck import Deck
from vision.cards_match import Fit, lead
from vision.cards_shape import Floats
from vision.reading import Card, Ranked

CERTAIN = 0.9
"""Below this confidence a card is doubtful."""
NAMED = 0.5
"""Below this it is not named."""
CARD = 25.0, 0.48
"""How steeply the chance that the first face's card lies there rises with its fit, and at which fit it is even."""
FACE = 30.0, 0.07
"""How steeply the chance that it is this face rises with its lead over the next, and at which lead it is even."""
CUT = 0.03
"""A card that reaches further out of the picture than this part of its size is cut off."""


def trust(deck: Deck, fits: Sequence[Fit]) -> float:
    """How likely the first of some fits names the card rightly: that it is a card of the deck, and that it is this."""
    ahead = float(np.clip(rival(deck, fits), -1, 1))
    return _chance(fits[0].fit, *CARD) * _chance(ahead, *FACE)


def _chance(sign: float, steep: float, even: float) -> float:
    return float(1 / (1 + np.exp(-steep * (sign - even))))


def rival(deck: Deck, fits: Sequence[Fit]) -> float:
    """By how much the first face leads the next of another name."""
    name = deck.cards[fits[0].face]
    return min((lead(fits[0], fit) for fit in fits[1:] if deck.cards[fit.face] != name), default=1.0)


def card(deck: Deck, fits: Sequence[Fit], score: float, shape: tuple[int, ...]) -> Card:
    """The card that the fits, likeliest first, speak for in a picture of that shape."""
    first = fits[0]
    name = deck.cards[first.face]
    quad = np.roll(first.quad, -deck.turns[first.face], axis=0)
    doubt = "" if score >= CERTAIN else "unreadable" if score < NAMED else "not clear"
    if _cut_off(deck, first, shape):
        doubt = "cut off"
    a, b, c, d = ((float(x), float(y)) for x, y in quad)
    return Card(deck.name, name if score >= NAMED else None, (a, b, c, d), score, _ranked(deck, fits, score), doubt)


def _ranked(deck: Deck, fits: Sequence[Fit], score: float) -> Ranked:
    """The names with their chances: what the first leaves is shared by how near the others come."""
    first = deck.cards[fits[0].face]
    near: dict[str, float] = {}
    for fit in fits[1:]:
        name = deck.cards[fit.face]
        if name != first:
            near[name] = max(near.get(name, 0.0), float(np.exp(-4 * lead(fits[0], fit))))
    whole = sum(near.values()) + 0.2
    rest = sorted(((name, (1 - score) * v / whole) for name, v in near.items()), key=lambda pair: -pair[1])
    return ((first, score), *rest)


def _cut_off(deck: Deck, fit: Fit, shape: tuple[int, ...]) -> bool:
    rim = CUT * float(np.ptp(fit.quad, axis=0).max())
    outline = ring(fit.quad) if deck.round else fit.quad
    return bool((outline < -rim).any() or (outline > (shape[1] + rim, shape[0] + rim)).any())


def ring(quad: Floats) -> Floats:
    """Points (16, 2) on the ellipse in a quad."""
    turn = np.linspace(0, 2 * np.pi, 16, endpoint=False)[:, None]
    middle, across, along = quad.mean(axis=0), (quad[1] - quad[0]) / 2, (quad[3] - quad[0]) / 2
    return np.asarray(middle + np.cos(turn) * across + np.sin(turn) * along, np.float32)
