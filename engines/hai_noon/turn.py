"""Dealing, the start of a turn, drawing at its end, and whose turn is next (HN-2)."""

from __future__ import annotations

from dataclasses import replace

from engines.core import BLANK, Chance, Event, IllegalEvent, Pool, Reason
from engines.hai_noon.cards import HAND
from engines.hai_noon.deck import COUNT, said
from engines.hai_noon.position import Position
from engines.hai_noon.reasons import tell

Tellings = tuple[Reason, ...]


def chance(p: Position) -> Chance:
    """The cards that are dealt or drawn next. The hands unseen, the pool holds blanks."""
    return Chance(p.phase, (Pool("card", p.cards.drawn(p.seat), p.cards.faces(p.seat), replace=False),))


def deal(p: Position, event: Event) -> Position:
    """Three cards for the next seat; after the last one the first turn begins."""
    p = _take(p, event)
    told = (tell("dealt", p.seat, n=HAND),)
    after = p.seat + 1
    return replace(p, seat=after, reasons=told) if after < p.rules.seats else begin(p, p.rules.first, told)


def draw(p: Position, event: Event) -> Position:
    """Cards up to three. A pile used up is shuffled anew at once, and the rest is drawn from it."""
    p = _take(p, event)
    full = len(p.cards.hands[p.seat]) == HAND
    told: Tellings = (tell("drawn" if full else "part", p.seat, n=len(event.items)),)
    if not p.cards.pile:
        p = replace(p, cards=p.cards.shuffled(p.rules.lost_hand == "discard"))
        told += (tell("shuffled"),)
    return pass_on(p, told) if full else replace(p, reasons=told)


def _take(p: Position, event: Event) -> Position:
    """The cards of a deal or a draw in the hand. Raises IllegalEvent if they cannot be that."""
    cards, seat = p.cards, p.seat
    if len(event.items) != cards.drawn(seat):
        raise IllegalEvent(f"{cards.drawn(seat)} cards are drawn here, not {len(event.items)}", "HN-2")
    if not cards.open[seat]:
        if any(item != BLANK for item in event.items):
            raise IllegalEvent(f"the hand of seat {seat} is not told here: its cards are drawn as {BLANK}", "HN-2")
    elif BLANK in event.items:
        raise IllegalEvent(f"the hand of seat {seat} is open here: its cards are drawn by name", "HN-2")
    else:
        left = cards.left()
        for card in event.items:
            if event.items.count(card) > left[card]:
                raise IllegalEvent(f"{left[card]} of {COUNT[card]} cards {said(card)} are left to draw", "HN-2")
    return replace(p, cards=cards.with_hand(seat, tuple(sorted((*cards.hands[seat], *event.items)))))


def refill(p: Position, told: Tellings) -> Position:
    """Phase 2: the seat draws."""
    return replace(p, phase="draw", reasons=told)


def pass_on(p: Position, told: Tellings) -> Position:
    """The turn of the next seat that is still in the game."""
    living = p.rules.living(p.board.health)
    seats = [(p.seat + i) % p.rules.seats for i in range(1, p.rules.seats + 1)]
    after = next(seat for seat in seats if seat in living)
    return begin(replace(p, opening=max(p.opening - 1, 0)), after, told)


def begin(p: Position, seat: int, told: Tellings) -> Position:
    """The start of a seat's turn: first back from camouflage (HN-9), then a card if there is one."""
    p = replace(p, seat=seat, reasons=told, phase="play")
    if p.hidden(seat):
        return replace(p, phase="return")
    if not p.cards.hands[seat]:
        return refill(p, (*told, tell("empty-hand", seat)))
    return p
