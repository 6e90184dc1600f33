"""What each event does to the position: cards laid and actions performed; turn and attack have modules of their own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engines.core import Event, IllegalEvent, said
from engines.hai_noon.board import INNER, RING, SIDES, Board
from engines.hai_noon.deck import DIVERS, card_in_words
from engines.hai_noon.position import Position
from engines.hai_noon.reasons import reason
from engines.hai_noon.steps import refusals
from engines.hai_noon.steps.attack import after_action, attack, endure, harpoon
from engines.hai_noon.steps.turn import begin, deal, draw

HIDES_BOTH = said("camouflage hides both own divers")
HIDES_ONE = said("camouflage hides one own diver")


def step(position: Position, event: Event) -> Position:
    """The position after `event`. Raises BadEvent for what cannot be read, IllegalEvent with the ruling."""
    refusals.check_readable(event, position.rules.seats)
    refusals.check_fits(position, event)
    return STEPS[event.kind](position, event)


def _return(p: Position, event: Event) -> Position:
    """Back from camouflage to a free place (HN-9)."""
    name, place = event.items
    diver = DIVERS.index(name)
    if diver not in p.hidden(p.seat):
        raise IllegalEvent(said("{diver} is no camouflaged diver of seat {seat}", diver=name, seat=p.seat), "HN-9")
    if p.board.square[INNER.index(place)] is not None:
        raise IllegalEvent(said("{place} is not free", place=place), "HN-9")
    p = p.replace(board=p.board.emerge(diver, INNER.index(place)))
    return begin(p, p.seat, (reason("back", p.seat, diver=name, place=place),))


def _play(p: Position, event: Event) -> Position:
    """A card on a side; its action follows, unless it has none."""
    card, side = event.items[0], SIDES.index(event.items[1])
    refusals.check_held(p, p.seat, card)
    refusals.check_placed(p, card, side)
    return lay(p, card, side)


def lay(p: Position, card: str, side: int) -> Position:
    """A card on a side, wherever it should have gone."""
    reasons = (reason("laid", p.seat, card=card_in_words(card), side=SIDES[side]),)
    p = p.replace(cards=p.cards.lay(p.seat, card, side), side=side, phase="act", reasons=reasons)
    if p.action() == "wild" and p.rules.wild_action == "none":
        return after_action(p, (*reasons, reason("wild", p.seat)))
    if p.action() == "cage-harpoon" and not p.cageable():
        off = p.rules.cage_alone == "off"
        p = p.replace(board=replace(p.board, cage=None)) if off else p
        return after_action(p, (*reasons, reason("cage-off" if off else "alone", p.seat)))
    return p


def _flip(p: Position, event: Event) -> Position:
    """Any shark turned over (HN-8)."""
    (ring,) = event.items
    return _done(p, p.board.flip(RING.index(ring)), "flipped", ring=ring)


def _swap(p: Position, event: Event) -> Position:
    """Any shark and a neighbour change places (HN-8)."""
    ring, after = event.items
    if RING.index(after) != (RING.index(ring) + 1) % len(RING):
        raise IllegalEvent(said("{next} is not the next place clockwise after {place}", next=after, place=ring), "HN-8")
    return _done(p, p.board.swap(RING.index(ring)), "swapped", ring=ring)


def _drift(p: Position, event: Event) -> Position:
    """All sharks one place clockwise (HN-8)."""
    return _done(p, p.board.drift(), "drifted")


def _swim(p: Position, event: Event) -> Position:
    """An own diver to a place beside it (HN-8)."""
    name, place = event.items
    diver, there = _own(p, name), INNER.index(place)
    if there not in p.board.neighbours(diver):
        raise IllegalEvent(said("{place} is not beside {diver}", place=place, diver=name), "HN-8")
    return _done(p, p.board.swim(diver, there), "swam", diver=name, place=place)


def _cage(p: Position, event: Event) -> Position:
    """The cage onto another diver (HN-7)."""
    (name,) = event.items
    if DIVERS.index(name) not in p.cageable():
        raise IllegalEvent(said("the cage may not be put on {diver} now", diver=name), "HN-7")
    return _done(p, replace(p.board, cage=DIVERS.index(name)), "caged", diver=name)


def _hide(p: Position, event: Event) -> Position:
    """An own diver off the board; of two players by the option both (HN-9, HN-11)."""
    divers = tuple(_own(p, name) for name in event.items)
    both = p.rules.camouflage == "both"
    if not divers or divers != (p.living(p.seat) if both else divers[:1]):
        raise IllegalEvent(HIDES_BOTH if both else HIDES_ONE, "HN-11")
    board = p.board
    for diver in divers:
        board = board.hide(diver)
    left = board.cage in divers and not p.rules.cage_travels
    p = _done(p, replace(board, cage=None) if left else board, "camouflaged", diver=" and ".join(event.items))
    return p.replace(reasons=(*p.reasons, reason("cage-left"))) if left else p


def _own(p: Position, name: str) -> int:
    """The number of a diver of the seat whose turn it is, on the board and alive. Raises IllegalEvent for others."""
    diver = DIVERS.index(name)
    if diver not in p.living(p.seat):
        raise IllegalEvent(said("{diver} is no diver that seat {seat} can move", diver=name, seat=p.seat), "HN-8")
    return diver


def _done(p: Position, board: Board, code: str, **words: str) -> Position:
    """The action is performed: the board after it, then perhaps the attack."""
    return after_action(p.replace(board=board), (reason(code, p.seat, **words),))


STEPS: dict[str, Callable[[Position, Event], Position]] = {
    "deal": deal,
    "draw": draw,
    "return": _return,
    "play": _play,
    "flip": _flip,
    "swap": _swap,
    "drift": _drift,
    "swim": _swim,
    "cage": _cage,
    "hide": _hide,
    "harpoon": harpoon,
    "endure": endure,
    "attack": attack,
}
