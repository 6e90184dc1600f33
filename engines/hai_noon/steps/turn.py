"""Dealing, the start of a turn, drawing at its end, and whose turn is next (HN-2)."""

from __future__ import annotations

from engines.core import BLANK, Chance, Event, IllegalEvent, Pool, counted, said
from engines.hai_noon.cards import HAND_SIZE, Cards, Hand
from engines.hai_noon.deck import COUNT, card_in_words
from engines.hai_noon.position import Position
from engines.hai_noon.reasons import Reasons, reason


def chance(p: Position) -> Chance:
    """The cards that are dealt or drawn next. The hands unseen, the pool holds blanks."""
    return Chance(p.phase, (Pool("card", p.cards.drawn(p.seat), p.cards.faces(p.seat), replace=False),))


def deal(p: Position, event: Event) -> Position:
    """Three cards for the next seat; after the last one the first turn begins."""
    p = p.replace(cards=_taken(p, event), seat=p.seat + 1, reasons=(reason("dealt", p.seat, n=HAND_SIZE),))
    return p if p.seat < p.rules.seats else begin(p, p.rules.first, p.reasons)


def draw(p: Position, event: Event) -> Position:
    """Cards up to three. A pile used up is shuffled anew at once, and the rest is drawn from it."""
    cards = _taken(p, event)
    full = len(cards.hands[p.seat]) == HAND_SIZE
    reasons: Reasons = (reason("drawn" if full else "part", p.seat, n=len(event.items)),)
    if not cards.pile:
        cards = cards.shuffled(p.rules.lost_hand == "discard")
        reasons += (reason("shuffled"),)
    p = p.replace(cards=cards, reasons=reasons)
    return pass_on(p, reasons) if full else p


def _taken(p: Position, event: Event) -> Cards:
    """The cards of a deal or a draw in the hand. Raises IllegalEvent if they cannot be that."""
    cards, seat = p.cards, p.seat
    if len(event.items) != cards.drawn(seat):
        raise IllegalEvent(
            counted(
                "{count} card is drawn here, not {number}",
                "{count} cards are drawn here, not {number}",
                cards.drawn(seat),
                number=len(event.items),
            ),
            "HN-2",
        )
    if cards.open[seat]:
        _known(cards, seat, event.items)
    elif any(item != BLANK for item in event.items):
        raise IllegalEvent(
            said("the hand of seat {seat} is not told here: its cards are drawn as {blank}", seat=seat, blank=BLANK),
            "HN-2",
        )
    return cards.with_hand(seat, tuple(sorted((*cards.hands[seat], *event.items))))


def _known(cards: Cards, seat: int, drawn: Hand) -> None:
    """Raises IllegalEvent unless all these cards are told and may be in the pile."""
    if BLANK in drawn:
        raise IllegalEvent(said("the hand of seat {seat} is open here: its cards are drawn by name", seat=seat), "HN-2")
    left = cards.left()
    for card in drawn:
        if drawn.count(card) > left[card]:
            raise IllegalEvent(
                said(
                    "{card}: {left} of {all} are left to draw",
                    card=card_in_words(card),
                    left=left[card],
                    all=COUNT[card],
                ),
                "HN-2",
            )


def refill(p: Position, reasons: Reasons) -> Position:
    """Phase 2: the seat draws."""
    return p.replace(phase="draw", reasons=reasons)


def pass_on(p: Position, reasons: Reasons) -> Position:
    """The turn of the next seat that is still in the game."""
    after = (p.seat + 1) % p.rules.seats
    while p.rules.out(after, p.board.health):
        after = (after + 1) % p.rules.seats
    return begin(p.replace(opening=p.opening - 1) if p.opening else p, after, reasons)


def begin(p: Position, seat: int, reasons: Reasons) -> Position:
    """The start of a seat's turn: first back from camouflage (HN-9), then a card if there is one."""
    phase = "play"
    if p.hidden(seat):
        phase = "return"
    elif not p.cards.hands[seat]:
        phase = "draw"
        reasons += (reason("empty-hand", seat),)
    return p.replace(seat=seat, phase=phase, reasons=reasons)
