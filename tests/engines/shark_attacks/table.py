"""Tables of Shark Attacks! as the tests write them: dice as digits, 0 for a wave."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engines.core import Event
from engines.shark_attacks import GAME, SharkAttacks

AGAIN, BANK = Event("again", 0), Event("bank", 0)
SUN, RAIN, ATTACK = (Event("event", None, (f"event-{face}",)) for face in ("sun", "rain", "attack"))


def throw(swimmers: str = "", sharks: str = "") -> Event:
    """A throw: `throw("0012", "3")` is two waves, one swimmer, two swimmers, and a shark of three fins."""
    items = [("swimmer", face) for face in swimmers] + [("shark", face) for face in sharks]
    return Event("throw", None, tuple(f"{kind}-{'wave' if face == '0' else face}" for kind, face in items))


def table(*events: Event, players: int = 3, options: dict[str, Any] | None = None, **fields: Any) -> SharkAttacks:
    """The state after `events` from a beginning that has these `fields`; dice as the signs on seat 0's beach say."""
    state = GAME.start(players, options)
    assert isinstance(state, SharkAttacks)
    if "signs" in fields:
        fields = {"dice": 7 - fields["signs"][0], **fields}
    state = replace(state, **fields)
    for event in events:
        state = state.apply(event)
    return state


def fleeing(*events: Event, dice: int, red: int = 1, **fields: Any) -> SharkAttacks:
    """The state after `events` from a flight of so many dice."""
    return table(*events, phase="flee", dice=dice, red=red, **fields)
