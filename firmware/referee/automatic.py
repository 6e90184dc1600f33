"""What happens without anybody's choice: cards dealt face down, a decision that the rules leave no choice in."""

from __future__ import annotations

from collections import Counter

from engines.core import Chance, Event, State, Turn
from firmware.referee.throws import thrown

Lying = Counter[tuple[str, str, str]]
"""How many pieces lie there, by place, kind and face."""


def by_itself(state: State) -> Event | None:
    """What happens now without anybody's choice and without a trace on the table; None if nothing does."""
    event = _forced(state)
    return event if event is not None and lying(state) == lying(state.apply(event)) else None


def _forced(state: State) -> Event | None:
    awaits = state.awaits
    if isinstance(awaits, Turn):
        events = state.legal()
        return events[0] if len(events) == 1 else None
    if isinstance(awaits, Chance) and not thrown(awaits) and all(len(pool.faces) == 1 for pool in awaits.pools):
        return Event(awaits.event, None, tuple(pool.faces[0][0] for pool in awaits.pools for _ in range(pool.count)))
    return None


def drawing(state: State) -> bool:
    """Whether a hand is in the middle of something: a card is being drawn that will be seen, or laid open."""
    awaits = state.awaits
    if not isinstance(awaits, Chance) or thrown(awaits):
        return False
    first = tuple(pool.faces[0][0] for pool in awaits.pools for _ in range(pool.count))
    return bool(lying(state.apply(Event(awaits.event, None, first))) - lying(state))


def lying(state: State) -> Lying:
    """What lies there."""
    return Counter((lie.place, lie.kind, lie.face) for lie in state.expected_pieces())
