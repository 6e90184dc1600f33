"""A correction that a person made: the event that it must mean."""

from __future__ import annotations

from engines.core import Event, RulesError, State


def amended(state: State, event: Event, position: int, item: str) -> Event:
    """`event`, of which one item was really `item`.

    Where the rules refuse that, the decision with that item that is most like it: a card that was another one cannot
    have been used for what it has not. If there is none, the event as asked for, so that the rules say why not.
    """
    plain = event._replace(items=(*event.items[:position], item, *event.items[position + 1 :]))
    if _fits(state, plain):
        return plain
    others = [
        other
        for other in state.legal()
        if (other.kind, other.seat) == (event.kind, event.seat) and other.items[position : position + 1] == (item,)
    ]
    return max(others, key=lambda other: _alike(other, event), default=plain)


def _fits(state: State, event: Event) -> bool:
    try:
        state.apply(event)
    except RulesError:
        return False
    return True


def _alike(event: Event, other: Event) -> tuple[int, int]:
    """How much two events share: items that are equal, and items that begin alike (`air-5`, `air-10`)."""
    pairs = list(zip(event.items, other.items, strict=False))
    equal = sum(a == b for a, b in pairs)
    return equal + sum(a.partition("-")[0] == b.partition("-")[0] for a, b in pairs), -len(event.items)
