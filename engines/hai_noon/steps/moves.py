"""Every decision that may be taken now (HN-3, HN-6, HN-8)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engines.core import Event
from engines.hai_noon.board import INNER, RING, SIDES
from engines.hai_noon.deck import COLOUR, DIVERS, HARPOONS
from engines.hai_noon.position import Position
from engines.once import decision


def legal(position: Position) -> tuple[Event, ...]:
    """Every decision, each once; empty when none is awaited."""
    return tuple(DECISIONS_IN_PHASE[position.phase](position)) if position.phase in DECISIONS_IN_PHASE else ()


def _returns(p: Position) -> Iterator[Event]:
    free = [INNER[place] for place, diver in enumerate(p.board.square) if diver is None]
    for diver in p.hidden(p.seat):
        for place in free:
            yield decision("return", p.seat, DIVERS[diver], place)


def _plays(p: Position) -> Iterator[Event]:
    for card in p.cards.holdable(p.seat):
        for side in p.cards.spots(p.seat, card, p.opening > 0):
            yield decision("play", p.seat, card, SIDES[side])


def _acts(p: Position) -> Iterator[Event]:
    action = p.action()
    if action in DECISIONS_OF_ACTION:
        yield from DECISIONS_OF_ACTION[action](p)
    else:  # a wild card, where the option gives it an action
        for act in DECISIONS_OF_ACTION.values():
            yield from act(p)


def _flips(p: Position) -> Iterator[Event]:
    return (decision("flip", p.seat, ring) for ring in RING)


def _swaps(p: Position) -> Iterator[Event]:
    return (decision("swap", p.seat, ring, RING[(i + 1) % 12]) for i, ring in enumerate(RING))


def _drift(p: Position) -> Iterator[Event]:
    yield decision("drift", p.seat)


def _swims(p: Position) -> Iterator[Event]:
    for diver in p.living(p.seat):
        for place in p.board.neighbours(diver):
            yield decision("swim", p.seat, DIVERS[diver], INNER[place])


def _cages(p: Position) -> Iterator[Event]:
    return (decision("cage", p.seat, DIVERS[diver]) for diver in p.cageable())


def _hides(p: Position) -> Iterator[Event]:
    divers = [DIVERS[diver] for diver in p.living(p.seat)]
    if p.rules.camouflage == "both":
        yield decision("hide", p.seat, *divers)
    else:
        yield from (decision("hide", p.seat, diver) for diver in divers)


def _answers(p: Position) -> Iterator[Event]:
    if not p.asked:
        yield decision("attack", p.seat)
        return
    fitting = harpoons(p)
    for seat in p.asked:
        yield decision("endure", seat)
        cards = [card for card in p.cards.holdable(seat) if card in fitting]
        for _, diver in p.board.bites(p.side):
            if p.rules.owners[diver] == seat:
                yield from (decision("harpoon", seat, card, DIVERS[diver]) for card in cards)


def harpoons(p: Position) -> tuple[str, ...]:
    """The cards that answer the attack on `p.side`: of its colour; on wild cards only, of any colour free (HN-6)."""
    colours = p.cards.colours()
    colour = colours[p.side]
    if colour:
        return tuple(card for card in HARPOONS if COLOUR[card] == colour)
    if not p.rules.harpoon_on_wild:
        return ()
    return tuple(card for card in HARPOONS if COLOUR[card] not in colours)


DECISIONS_OF_ACTION: dict[str, Callable[[Position], Iterator[Event]]] = {
    "flip-shark": _flips,
    "shark-swims-on": _swaps,
    "all-sharks-swim-on": _drift,
    "diver-swims-on": _swims,
    "cage-harpoon": _cages,
    "camouflage": _hides,
}
"""Per action what may be done with it."""

DECISIONS_IN_PHASE: dict[str, Callable[[Position], Iterator[Event]]] = {
    "return": _returns,
    "play": _plays,
    "act": _acts,
    "attack": _answers,
}
"""Per phase what may be decided."""
