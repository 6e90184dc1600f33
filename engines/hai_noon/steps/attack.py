"""A shark attack: who may harpoon, what the sharks do, whether the game ends (HN-4 to HN-6, HN-11 to HN-14)."""

from __future__ import annotations

from engines.core import Event, IllegalEvent, said
from engines.hai_noon.board import IMMUNE, SIDES
from engines.hai_noon.deck import DIVERS, card_in_words
from engines.hai_noon.position import Position
from engines.hai_noon.reasons import Reasons, reason
from engines.hai_noon.steps.moves import harpoons
from engines.hai_noon.steps.refusals import check_held
from engines.hai_noon.steps.turn import pass_on, refill


def after_action(p: Position, reasons: Reasons) -> Position:
    """The attack if the card was the third of its side (HN-4), else the drawing."""
    if not p.cards.third(p.side):
        return refill(p, reasons)
    reasons += (reason("third", p.seat, side=SIDES[p.side]),)
    return p.replace(phase="attack", asked=_askable(p), saved=(), reasons=reasons)


def _askable(p: Position) -> tuple[int, ...]:
    """The bitten seats that may hold a harpoon for all that the table shows, clockwise from the seat whose turn it is.

    Counted from the cards on the table alone, so that being asked tells nobody anything about a hand.
    """
    bitten = {p.rules.owners[diver] for _, diver in p.board.bites(p.side)}
    unseen = p.cards.unseen()
    if not any(unseen[card] for card in harpoons(p)):
        return ()
    seats = [(p.seat + i) % p.rules.seats for i in range(p.rules.seats)]
    return tuple(seat for seat in seats if seat in bitten and p.cards.hands[seat])


def endure(p: Position, event: Event) -> Position:
    """A seat that lets the shark bite."""
    seat = _answering(p, event)
    return p.replace(asked=tuple(s for s in p.asked if s != seat), reasons=(reason("endured", seat),))


def harpoon(p: Position, event: Event) -> Position:
    """A seat that defends one of its divers with a card of the side's colour (HN-6)."""
    seat = _answering(p, event)
    card, name = event.items
    check_held(p, seat, card)
    if card not in harpoons(p):
        raise IllegalEvent(
            said("{card} is no harpoon for the {side} side", card=card_in_words(card), side=SIDES[p.side]), "HN-6"
        )
    diver = DIVERS.index(name)
    if p.rules.owners[diver] != seat or diver not in [bitten for _, bitten in p.board.bites(p.side)]:
        raise IllegalEvent(said("no shark bites a diver {diver} of seat {seat} now", diver=name, seat=seat), "HN-6")
    return p.replace(
        cards=p.cards.lay(seat, card, p.side),
        asked=tuple(s for s in p.asked if s != seat),
        saved=(*p.saved, diver),
        reasons=(reason("harpoon", seat, card=card_in_words(card), diver=name),),
    )


def _answering(p: Position, event: Event) -> int:
    if event.seat is None or event.seat not in p.asked:
        raise IllegalEvent(said("seat {seat} has no shark to answer", seat=event.seat), "HN-6")
    return event.seat


def attack(p: Position, event: Event) -> Position:
    """Both middle sharks act at once (HN-5); then the cards go, and the game ends or the turn goes on."""
    if p.asked:
        raise IllegalEvent(said("seat {seat} may still harpoon", seat=p.asked[0]), "HN-6")
    side, rules = p.side, p.rules
    board, reasons = p.board.attack(side, p.saved, rules.prey_fills, rules.owners)
    cards = p.cards.clear(side, rules.harpoon_counts)
    if cards.sides[side]:
        reasons += (reason("counts" if rules.harpoon_counts else "idle", side=SIDES[side]),)
    before = rules.living(p.board.health)
    p = p.replace(board=board, cards=cards, asked=(), saved=())
    return _last_diver(p, before, reasons) if rules.last_diver else _first_prey(p, reasons)


def _first_prey(p: Position, reasons: Reasons) -> Position:
    """The game ends with the first diver eaten; its player loses (HN-13), of two players the other wins (HN-11)."""
    rules = p.rules
    losers = [s for s in range(rules.seats) if any(p.board.health[diver] == IMMUNE for diver in rules.own(s))]
    if not losers:
        return refill(p, reasons)
    winners = tuple(seat for seat in range(rules.seats) if seat not in losers)
    if not winners:
        reasons += (reason("both"),)
        winners = {"draw": (0, 1), "mover-wins": (p.seat,), "mover-loses": (1 - p.seat,)}[rules.both_eaten]
    else:
        reasons += tuple(reason("lost" if rules.seats > 2 else "lost-of-two", seat) for seat in losers)
    return p.replace(phase="over", winners=winners, reasons=reasons)


def _last_diver(p: Position, before: tuple[int, ...], reasons: Reasons) -> Position:
    """Who lost the last diver is out; the game ends when one is left, or none (HN-14). `before`: who was in it."""
    rules = p.rules
    living = rules.living(p.board.health)
    out = tuple(seat for seat in before if seat not in living)
    reasons += tuple(reason("out", seat) for seat in out)
    if len(living) == 1:
        return p.replace(phase="over", winners=living, reasons=(*reasons, reason("last", living[0])))
    if not living:
        winners = out if rules.last_two == "shared" else ()
        return p.replace(phase="over", winners=winners, reasons=(*reasons, reason("nobody-left")))
    p = p.replace(cards=p.cards.bury(out, rules.lost_hand == "discard"))
    return refill(p, reasons) if p.seat in living else pass_on(p, reasons)
