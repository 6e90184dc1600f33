"""What is refused before the rules of a single event are asked: what cannot be read, and what does not fit here."""

from __future__ import annotations

from engines.core import BLANK, BadEvent, Event, IllegalEvent, counted, said
from engines.hai_noon.board import INNER, RING, SIDES
from engines.hai_noon.deck import COUNT, DIVERS, HARPOONS, card_in_words
from engines.hai_noon.position import Position

CHANCE_KINDS = ("deal", "draw")
EVENTS: dict[str, str] = {
    "deal": "three cards to the next seat, as ?? where hands are not told",
    "draw": "cards up to three in hand",
    "return": "a diver comes back from camouflage: diver, place",
    "play": "a card is laid on a side: card, side",
    "flip": "a shark is flipped: its place",
    "swap": "two neighbours of the ring change places: a place and the next one clockwise",
    "drift": "all sharks swim one place clockwise",
    "swim": "a diver swims or changes places: diver, place",
    "cage": "the cage is put on a diver",
    "hide": "a diver is camouflaged",
    "harpoon": "a bitten player's answer: card, diver",
    "endure": "a bitten player plays no harpoon",
    "attack": "the two middle sharks of the side act",
}
"""Every kind of event and what it is."""

ITEMS_OF_KIND: dict[str, tuple[tuple[str, ...], ...]] = {
    "return": (DIVERS, INNER),
    "play": (tuple(COUNT), SIDES),
    "flip": (RING,),
    "swap": (RING, RING),
    "drift": (),
    "swim": (DIVERS, INNER),
    "cage": (DIVERS,),
    "harpoon": (HARPOONS, DIVERS),
    "endure": (),
    "attack": (),
}
"""Kinds with a fixed number of items: what each may be."""
ANY_NUMBER_OF = {"deal": (*COUNT, BLANK), "draw": (*COUNT, BLANK), "hide": DIVERS}
"""Kinds with any number of items of one sort."""

EVENT_OF_ACTION = {
    "flip-shark": "flip",
    "shark-swims-on": "swap",
    "all-sharks-swim-on": "drift",
    "diver-swims-on": "swim",
    "cage-harpoon": "cage",
    "camouflage": "hide",
}
"""Action of a card -> kind of the event that performs it."""

AWAITED = {
    "deal": (said("the hands are being dealt"), "HN-2"),
    "draw": (said("cards are drawn now"), "HN-2"),
    "return": (said("first a diver comes back from camouflage"), "HN-9"),
    "play": (said("a card must be played now"), "HN-2"),
    "act": (said("the action of the card must be performed now"), "HN-4"),
    "attack": (said("a shark attack is on"), "HN-4"),
    "over": (said("the game has ended"), "HN-13"),
}
"""Per phase what an event that does not fit is answered, with the ruling."""
KINDS_IN_PHASE = {
    "deal": ("deal",),
    "draw": ("draw",),
    "return": ("return",),
    "play": ("play",),
    "attack": ("harpoon", "endure", "attack"),
    "over": (),
}
ANY_SEAT_KINDS = ("harpoon", "endure")
"""Kinds that another seat than the one whose turn it is may decide."""


def check_readable(event: Event, seats: int) -> None:
    """Raises BadEvent for what is no event of this game: kind, seat or items that do not exist."""
    if event.kind not in EVENTS:
        raise BadEvent(f"Hai Noon has no event {event.kind!r}; it has {', '.join(EVENTS)}")
    if (event.seat is None) != (event.kind in CHANCE_KINDS):
        wrong = "chance has no seat" if event.kind in CHANCE_KINDS else "whose decision is it?"
        raise BadEvent(f"{event.kind}: {wrong}")
    if event.seat is not None and not 0 <= event.seat < seats:
        raise BadEvent(f"{event.kind}: the seats are 0 to {seats - 1}, not {event.seat}")
    allowed = ITEMS_OF_KIND.get(event.kind)
    if allowed is None:
        allowed = (ANY_NUMBER_OF[event.kind],) * len(event.items)
    if len(event.items) != len(allowed):
        raise BadEvent(f"{event.kind} takes {len(allowed)} items: {EVENTS[event.kind]}; not {' '.join(event.items)!r}")
    for item, known in zip(event.items, allowed, strict=True):
        if item not in known:
            raise BadEvent(f"{event.kind}: {item!r} is none of {', '.join(known)}")


def check_fits(p: Position, event: Event) -> None:
    """Raises IllegalEvent for an event of another phase, of an action not on the card, or of another seat."""
    if event.kind not in (action_kinds(p) if p.phase == "act" else KINDS_IN_PHASE[p.phase]):
        raise IllegalEvent(*AWAITED[p.phase])
    if event.kind not in ANY_SEAT_KINDS and event.seat not in (None, p.seat):
        raise IllegalEvent(
            said("it is the turn of seat {seat}, not of seat {other}", seat=p.seat, other=event.seat),
            AWAITED[p.phase][1],
        )


def action_kinds(p: Position) -> tuple[str, ...]:
    """The kinds of event that perform the action of the card laid last."""
    action = p.action()
    return (EVENT_OF_ACTION[action],) if action in EVENT_OF_ACTION else tuple(EVENT_OF_ACTION.values())


def check_held(p: Position, seat: int, card: str) -> None:
    """Raises IllegalEvent if the seat cannot hold the card."""
    hand = p.cards.hands[seat]
    if p.cards.holds(seat, card):
        return
    if BLANK in hand:
        all_seen = counted(
            "{card}: the only one has been seen elsewhere",
            "{card}: all {count} have been seen elsewhere",
            COUNT[card],
            card=card_in_words(card),
        )
        raise IllegalEvent(all_seen, "HN-2")
    raise IllegalEvent(said("seat {seat} does not hold {card}", seat=seat, card=card_in_words(card)), "HN-2")


def check_placed(p: Position, card: str, side: int) -> None:
    """Raises IllegalEvent if the card may not be laid on the side (HN-3)."""
    if side in p.cards.spots(p.seat, card, p.opening > 0):
        return
    room = p.cards.room(card)
    if side in room:
        raise IllegalEvent(said("in the first round a card goes to an empty side if the hand allows it"), "HN-3")
    if len(room) == 1 and p.cards.colours()[room[0]]:
        raise IllegalEvent(
            said(
                "that colour lies on the {side} side: {card} goes there", side=SIDES[room[0]], card=card_in_words(card)
            ),
            "HN-3",
        )
    raise IllegalEvent(said("another colour lies on the {side} side", side=SIDES[side]), "HN-3")
