"""Cribbage on the page: what a spectator may see, as plain data."""

from __future__ import annotations

from companion.panels.card_data import Data, pieces_data
from engines.core import Match
from engines.cribbage import Cribbage
from engines.french.cards import CARDS, suit


def panel(match: Match, state: Cribbage) -> Data:
    """Cribbage: the board, the starter, the count, and what lies before whom."""
    return pieces_data(match, {"card": CARDS}, {card: suit(card) for card in CARDS}) | {
        "phase": state.phase,
        "seat": state.seat,
        "dealer": state.dealer,
        "target": state.target,
        "scores": list(state.scores()),
        "sides": len(state.score),
        "count": state.count,
        "starter": state.starter,
        "pile": list(state.pile),
        "laid": [list(cards) for cards in state.laid],
        "crib": list(state.turned_up),
        "hands": [len(hand) for hand in state.hands],
    }
