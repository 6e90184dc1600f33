"""From faces held against a place to a named card with calibrated confidence."""

from __future__ import annotations

import numpy as np

from vision.cards_deck import Deck
from vision.cards_match import Fit, lead
from vision.reading import Card, Ranked

CERTAIN = 0.9
"""Below this confidence a card is doubtful."""
WEIGHTS = (-4.0, 5.0, 5.5, 2.0)
"""Of 1, the fit, the lead over the next face, and the likeness at a glance."""
CUT = 0.03
"""A card that reaches further out of the picture than this part of its size is cut off."""


def trust(deck: Deck, fits: list[Fit], likeness: float) -> float:
    """How likely the first of some fits names the card rightly, 0 to 1."""
    ahead = rival(deck, fits)
    signs = np.array([1.0, fits[0].fit, min(ahead, 1.0), likeness])
    return float(1 / (1 + np.exp(-float(np.dot(WEIGHTS, signs)))))


def rival(deck: Deck, fits: list[Fit]) -> float:
    """By how much the first face leads the next of another name."""
    name = deck.cards[fits[0].face]
    return min((lead(fits[0], fit) for fit in fits[1:] if deck.cards[fit.face] != name), default=1.0)


def card(deck: Deck, fits: list[Fit], score: float, shape: tuple[int, ...]) -> Card:
    """The card that the fits, likeliest first, speak for in a picture of that shape."""
    first = fits[0]
    name = deck.cards[first.face]
    quad = np.roll(first.quad, -deck.turns[first.face], axis=0)
    doubt = "" if score >= CERTAIN else "unreadable" if score < 0.5 else "not clear"
    if _cut_off(first, shape):
        doubt = "cut off"
    corners = tuple((float(x), float(y)) for x, y in quad)
    return Card(deck.name, name, corners, score, _ranked(deck, fits, score), doubt)  # type: ignore[arg-type]


def _ranked(deck: Deck, fits: list[Fit], score: float) -> Ranked:
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


def _cut_off(fit: Fit, shape: tuple[int, ...]) -> bool:
    rim = CUT * float(np.ptp(fit.quad, axis=0).max())
    return bool((fit.quad < -rim).any() or (fit.quad > (shape[1] + rim, shape[0] + rim)).any())
