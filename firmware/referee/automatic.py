"""What happens without anybody's choice: cards dealt face down, a decision that the rules leave no choice in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from operator import itemgetter

from engines.core import Chance, Event, Expected, State, Turn
from firmware.referee.throws import thrown

Lying = dict[tuple[str, str, str], int]
"""How many pieces lie there, by place, kind and face."""
_PLACE_KIND_FACE = itemgetter(0, 1, 2)


def by_itself(state: State) -> Event | None:
    """What happens now without anybody's choice and without a trace on the table; None if nothing does."""
    event = forced(state)
    return event if event is not None and lying(state) == lying(state.apply(event)) else None


def forced(state: State) -> Event | None:
    """What must happen now; None if somebody has a choice, or chance."""
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
    before, after = lying(state), lying(state.apply(Event(awaits.event, None, first)))
    return any(number > before.get(piece, 0) for piece, number in after.items())


def spoken(state: State) -> bool:
    """Whether a choice is awaited that people say aloud, as a bid: of one kind, and none of it shows on the table."""
    events = state.legal() if isinstance(state.awaits, Turn) else ()
    if len(events) < 2 or len({event.kind for event in events}) > 1 or not all(event.items for event in events):
        return False
    before = lying(state)
    return all(lying(state.apply(event)) == before for event in events)


def lying(state: State) -> Lying:
    """What lies there."""
    return counted(state.expected_pieces())


def counted(pieces: Iterable[Expected]) -> Lying:
    """How many of them lie there."""
    return dict(Counter(map(_PLACE_KIND_FACE, pieces)))
