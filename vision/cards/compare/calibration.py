"""From faces held against a place to a named card with calibrated confidence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.cards.compare.match import FaceMatch, difference, lead, margin
from vision.cards.deck.deck import Deck
from vision.cards.deck.geometry import image_corners
from vision.reading import CardReading, Floats, Ranked


@dataclass(frozen=True, slots=True)
class CalibrationLimits:
    """How sure a card must be, and how much a lead says."""

    p_certain: float = 0.9
    """Below this confidence a card is doubtful."""
    p_named: float = 0.5
    """Below this it is not named."""
    nats_per_lead: float = 10.0
    """How much a lead says: a name is less likely than the first by this e-fold of it. Found likewise: 11, and 11 to
    15 as one folder or another is left out."""
    cut_share: float = 0.1
    """A card of which more than this part (of its area) lies beyond the picture is cut off. Of other people's
    photographed cards (`edje`, `uno`) 22 are cut by less, and clear: all of them are named rightly."""


LIMITS = CalibrationLimits()


EVIDENCE_NAMES = ("even", "fit", "strength", "sight", "apart")
"""What speaks for a card of the deck, as `evidence` tells it."""
EVIDENCE_WEIGHTS = (-5.15, 9.3, 1.3, 4.3, 0.14)
"""How much each of them says (logistic), found by scripts/training/fit_cards.py."""


def p_card_there(deck: Deck, fits: Sequence[FaceMatch]) -> float:
    """How likely a card of the deck lies where the first of some fits is held, whichever it is."""
    return float(1 / (1 + np.exp(-np.dot(EVIDENCE_WEIGHTS, evidence(deck, fits)))))


def p_name_right(deck: Deck, fits: Sequence[FaceMatch]) -> float:
    """How likely the first of some fits names a card rightly that does lie there."""
    return float(1 / (1 + np.exp(-LIMITS.nats_per_lead * np.array(leads(deck, fits))).sum()))


def leads(deck: Deck, fits: Sequence[FaceMatch]) -> list[float]:
    """The lead of the first of some fits over each other name, as it is to be trusted."""
    ahead: dict[str, float] = {}
    for fit in fits[1:]:
        name = deck.cards[fit.face]
        ahead[name] = min(ahead.get(name, np.inf), margin(fits[0], fit))
    return [far for name, far in ahead.items() if name != deck.cards[fits[0].face]]


def evidence(deck: Deck, fits: Sequence[FaceMatch]) -> tuple[float, ...]:
    """What speaks for a card of the deck where the first of some fits, likeliest first, is held.

    The share of what is seen that it explains; how strongly it shows (log of a part of how it was taught); the part of
    it in sight; and how much of it there is to be compared with the next name (log of white squared).
    """
    first = fits[0]
    rest = next((fit for fit in fits[1:] if deck.cards[fit.face] != deck.cards[first.face]), None)
    away = 1.0 if rest is None else difference(first, rest) / first.weights.size
    strong = float(np.log(np.clip(first.strength, 0.05, 1.0)))
    return 1.0, first.explained_share, strong, min(first.visible_share, 0.6), float(np.log(max(away, 1e-5)))


def card_reading(deck: Deck, fits: Sequence[FaceMatch], score: float, shape: tuple[int, ...]) -> CardReading:
    """The card that the fits, likeliest first, speak for in a picture of that shape."""
    first = fits[0]
    name = deck.cards[first.face]
    quad = np.roll(first.quad, -deck.turns[first.face], axis=0)
    doubt = "" if score >= LIMITS.p_certain else "unreadable" if score < LIMITS.p_named else "not clear"
    if _cut_off(deck, first, shape):
        doubt = "cut off"
    a, b, c, d = ((float(x), float(y)) for x, y in quad)
    return CardReading(
        deck.name, name if score >= LIMITS.p_named else None, (a, b, c, d), score, _ranked(deck, fits, score), doubt
    )


def unknown_card(deck: Deck, quad: Floats) -> CardReading:
    """A card in a quad that shows no taught face, or none that could be read."""
    a, b, c, d = ((float(x), float(y)) for x, y in quad)
    return CardReading(deck.name, None, (a, b, c, d), 0.0, (), "unreadable")


def _ranked(deck: Deck, fits: Sequence[FaceMatch], score: float) -> Ranked:
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


def _cut_off(deck: Deck, fit: FaceMatch, shape: tuple[int, ...]) -> bool:
    outline = ellipse_in(fit.quad) if deck.round else fit.quad
    picture = image_corners(shape[1], shape[0]).astype(np.float32)
    within, _ = cv2.intersectConvexConvex(np.asarray(outline, np.float32), picture)
    return bool(within < (1 - LIMITS.cut_share) * cv2.contourArea(np.asarray(outline, np.float32)))


def ellipse_in(quad: Floats) -> Floats:
    """Points (16, 2) on the ellipse in a quad."""
    turn = np.linspace(0, 2 * np.pi, 16, endpoint=False)[:, None]
    middle, across, along = quad.mean(axis=0), (quad[1] - quad[0]) / 2, (quad[3] - quad[0]) / 2
    return np.asarray(middle + np.cos(turn) * across + np.sin(turn) * along, np.float32)
