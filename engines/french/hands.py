"""Hands of cards that may be hidden: what a seat may hold, as far as those know who see what lies open.

A hand is a tuple of cards, blanks where nobody shows it. `shown` are the cards that lay open in this deal.
"""

from __future__ import annotations

from collections.abc import Collection

from engines.core import BLANK, BadEvent, Chance, Event, IllegalEvent, Pool, counted, said
from engines.french.cards import CARDS, INDEX

Hand = tuple[str, ...]
Hands = tuple[Hand, ...]


def dealt(event: str, count: int, open_: bool) -> Chance:
    """So many cards dealt off the whole pack, face down: blanks where nobody shows them."""
    faces = tuple((card, 1) for card in CARDS) if open_ else ((BLANK, len(CARDS)),)
    return Chance(event, (Pool("card", count, faces, replace=False),))


def turned(event: str, hands: Hands, shown: frozenset[str]) -> Chance:
    """The next card off the pack, turned up: any that is in no hand that is known, and has not been seen."""
    held = {card for hand in hands for card in hand}
    return Chance(event, (Pool("card", 1, tuple((c, 1) for c in CARDS if c not in held | shown), replace=False),))


def holds(hand: Hand, shown: Collection[str]) -> Hand:
    """The cards that may be in a hand, each once, in the order of the pack."""
    if BLANK in hand:
        return tuple(card for card in CARDS if card not in shown)
    return tuple(sorted(hand, key=INDEX.__getitem__))


def without(hand: Hand, card: str) -> Hand:
    """The hand once a card was played out of it; one of blanks has one blank less."""
    left = list(hand)
    left.remove(card if card in hand else BLANK)
    return tuple(left)


def replaced(hands: Hands, seat: int, hand: Hand) -> Hands:
    """The hands with another one at a seat."""
    return (*hands[:seat], hand, *hands[seat + 1 :])


def check_cards(event: Event, known: frozenset[str]) -> None:
    """Raises BadEvent for what is no card of the pack, and none of the other words that are `known`."""
    for item in event.items:
        if item not in known and item not in CARDS:
            raise BadEvent(f"{item!r:.40} is no card of the pack")


def check_chance(pool: Pool, event: Event, rule: str) -> None:
    """Raises IllegalEvent for cards that the pool cannot give."""
    if len(event.items) != pool.count:
        raise IllegalEvent(
            counted(
                "{count} card must come, not {number}",
                "{count} cards must come, not {number}",
                pool.count,
                number=len(event.items),
            ),
            rule,
        )
    left = dict(pool.faces)
    for item in event.items:
        if left.get(item, 0) <= 0:
            raise IllegalEvent(
                said("{card} cannot come now", card=said("a hidden card") if item == BLANK else item), rule
            )
        left[item] -= 1
