"""How robots play Cribbage."""

from __future__ import annotations

from random import Random

from engines.core import Event, State
from engines.cribbage.counting import pegged, show, total
from engines.cribbage.state import Cribbage
from engines.french.cards import PIPS


def sensible(state: State, random: Random) -> Event:
    """Keeps the four cards that count most by themselves; lays what scores most, else the highest card."""
    assert isinstance(state, Cribbage)
    legal = state.legal()
    if state.phase == "discard" and state.open[state.seat]:
        return max(legal, key=lambda event: _kept_worth(state, event.items))
    lays = [event for event in legal if event.kind == "lay"]
    if not lays:
        return legal[-1]
    return max(lays, key=lambda event: _laid_worth(state, event.items[0]))


def _kept_worth(state: Cribbage, away: tuple[str, ...]) -> int:
    """What the four cards that are kept count by themselves: with one of them as the starter, fourfold counted."""
    kept = tuple(sorted(card for card in state.hands[state.seat] if card not in away))
    return total(show(kept[:3], kept[3])) + total(show(kept[1:], kept[0]))


def _laid_worth(state: Cribbage, card: str) -> tuple[int, int]:
    return total(pegged((*state.pile, card), state.count + PIPS[card])), PIPS[card]
