"""Every decision that may be taken now (HN-3, HN-6, HN-8)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from engines.core import Event
from engines.hai_noon.board import INNER, RING, SIDES
from engines.hai_noon.deck import COLOUR, DIVERS, HARPOONS
from engines.hai_noon.position import Position


@cache
def event(kind: str, seat: int, *items: str) -> Event:
    """The event as one shared value: there are a few thousand, and making one costs more than finding it."""
    return Event(kind, seat, items)


def legal(position: Position) -> tuple[Event, ...]:
    """Every decision, each once; empty when none is awaited."""
    return tuple(LISTS[position.phase](position)) if position.phase in LISTS else ()


def _returns(p: Position) -> Iterator[Event]:
    free = [INNER[place] for place, diver in enumerate(p.board.square) if diver is None]
    for diver in p.hidden(p.seat):
        for place in free:
            yield event("return", p.seat, DIVERS[diver], place)


def _plays(p: Position) -> Iterator[Event]:
    for card in p.cards.holdable(p.seat):
        for side in p.cards.spots(p.seat, card, p.opening > 0):
            yield event("play", p.seat, card, SIDES[side])


def _acts(p: Position) -> Iterator[Event]:
    action = p.action()
    if action in ACTS:
        yield from ACTS[action](p)
    else:  # a wild card, where the option gives it an action
        for act in ACTS.values():
            yield from act(p)


def _flips(p: Position) -> Iterator[Event]:
    return (event("flip", p.seat, ring) for ring in RING)


def _swaps(p: Position) -> Iterator[Event]:
    return (event("swap", p.seat, ring, RING[(i + 1) % 12]) for i, ring in enumerate(RING))


def _drift(p: Position) -> Iterator[Event]:
    yield event("drift", p.seat)


def _swims(p: Position) -> Iterator[Event]:
    for diver in p.living(p.seat):
        for place in p.board.neighbours(diver):
            yield event("swim", p.seat, DIVERS[diver], INNER[place])


def _cages(p: Position) -> Iterator[Event]:
    return (event("cage", p.seat, DIVERS[diver]) for diver in p.cageable())


def _hides(p: Position) -> Iterator[Event]:
    divers = [DIVERS[diver] for diver in p.living(p.seat)]
    if p.rules.camouflage == "both":
        yield event("hide", p.seat, *divers)
    else:
        yield from (event("hide", p.seat, diver) for diver in divers)


def _answers(p: Position) -> Iterator[Event]:
    if not p.asked:
        yield event("attack", p.seat)
        return
    fitting = harpoons(p)
    for seat in p.asked:
        yield event("endure", seat)
        cards = [card for card in p.cards.holdable(seat) if card in fitting]
        for _, diver in p.board.bites(p.side):
            if p.rules.owners[diver] == seat:
                yield from (event("harpoon", seat, card, DIVERS[diver]) for card in cards)


def harpoons(p: Position) -> tuple[str, ...]:
    """The cards that answer the attack on `p.side`: of its colour; on wild cards only, of any colour free (HN-6)."""
    colours = p.cards.colours()
    colour = colours[p.side]
    if colour:
        return tuple(card for card in HARPOONS if COLOUR[card] == colour)
    if not p.rules.harpoon_on_wild:
        return ()
    return tuple(card for card in HARPOONS if COLOUR[card] not in colours)


ACTS: dict[str, Callable[[Position], Iterator[Event]]] = {
    "flip-shark": _flips,
    "shark-swims-on": _swaps,
    "all-sharks-swim-on": _drift,
    "diver-swims-on": _swims,
    "cage-harpoon": _cages,
    "camouflage": _hides,
}
"""Per action what may be done with it."""

LISTS: dict[str, Callable[[Position], Iterator[Event]]] = {
    "return": _returns,
    "play": _plays,
    "act": _acts,
    "attack": _answers,
}
"""Per phase what may be decided."""
