"""Cards that come into a hand and go out of it, and what may be known of cards not seen: counting, never guessing."""

from __future__ import annotations

from itertools import chain, product

from engines.core import BLANK
from engines.once import once
from engines.splash_down.position import SplashPosition
from engines.splash_down.sets import Cards, loose

Faces = tuple[tuple[str, int], ...]
"""(card, weight) pairs, as core.Pool has them."""


def without(cards: Cards, card: str) -> Cards:
    """The cards, one of that name fewer."""
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def put(places: tuple[Cards, ...], seat: int, cards: Cards) -> tuple[Cards, ...]:
    """The places with `cards` at that of `seat`."""
    return (*places[:seat], cards, *places[seat + 1 :])


def gain(state: SplashPosition, seat: int, cards: Cards, public: bool) -> SplashPosition:
    """The hand with more cards; `public` if everybody saw them go there."""
    state = state.replace(hands=put(state.hands, seat, tuple(sorted(state.hands[seat] + cards))))
    return state.replace(shown=put(state.shown, seat, tuple(sorted(state.shown[seat] + cards)))) if public else state


def lose(state: SplashPosition, seat: int, card: str) -> SplashPosition:
    """The hand without a card that everybody sees leave it; a blank leaves where the card was not known."""
    hand, shown = state.hands[seat], state.shown[seat]
    state = state.replace(hands=put(state.hands, seat, without(hand, card if card in hand else BLANK)))
    return state.replace(shown=put(state.shown, seat, without(shown, card))) if card in shown else state


def lose_unseen(state: SplashPosition, seat: int, card: str) -> SplashPosition:
    """The hand without a card that leaves it face down: it may be any, so nothing shown before is certain any more."""
    hand = state.hands[seat]
    hand = (BLANK,) * (len(hand) - 1) if card == BLANK else without(hand, card)
    return state.replace(hands=put(state.hands, seat, hand), shown=put(state.shown, seat, ()))


@once
def unseen(state: SplashPosition) -> dict[str, int]:
    """How many of each card are not known to be anywhere: they are in the draw pile or among the blanks."""
    left = dict(state.rules.counts)
    single = (state.discards, state.played, state.top, state.step.cards, (state.drawn,))
    for card in chain.from_iterable((*state.hands, *state.areas, *state.laid, *single)):
        if card in left:
            left[card] -= 1
    if state.rules.breach_pile == "apart":
        left["breach"] -= state.breaches
    return {card: count for card, count in left.items() if count}


def may_hold(state: SplashPosition, cards: Cards) -> list[str]:
    """Each card that may be among `cards` (a hand, or the card just drawn), sorted."""
    if BLANK not in cards:
        return list(dict.fromkeys(cards))
    known = set(cards) - {BLANK, "breach"}
    return sorted({*known, *_undrawn(state)}) if known else _undrawn(state)


@once
def _undrawn(state: SplashPosition) -> list[str]:
    """Each card that a blank may be, sorted."""
    return sorted(card for card in unseen(state) if card != "breach")


def blind(state: SplashPosition, cards: Cards) -> Faces:
    """What a card taken unseen out of `cards` may be, weighted by its chance as far as counting goes."""
    rest = {card: count for card, count in unseen(state).items() if card != "breach"}
    blanks, out = cards.count(BLANK), sum(rest.values()) or 1
    weights = {card: count * blanks for card, count in rest.items()} if blanks else {}
    for card in cards:
        if card != BLANK:
            weights[card] = weights.get(card, 0) + (out if blanks else 1)
    return tuple(sorted(weights.items()))


def stealable(state: SplashPosition, seat: int) -> Faces:
    """What a Steal may take out of a hand: its loose cards (SD-12). A blank may be any card that it leaves loose."""
    hand = state.hands[seat]
    if BLANK not in hand:
        return blind(state, loose(state.rules, hand))
    known = tuple(card for card in hand if card != BLANK)
    return tuple(
        (card, weight)
        for card, weight in blind(state, hand)
        if card in loose(state.rules, known if card in known else tuple(sorted((*known, card))))
    )


def may_lose(state: SplashPosition, seat: int, species: str) -> list[Cards]:
    """What a Net for `species` may take out of a hand: one answer where it is known, else all that may be (SD-12)."""
    hand, deck = state.hands[seat], state.rules.deck
    own = tuple(card for card in hand if deck.species.get(card) == species)
    blanks = hand.count(BLANK)
    out = [(card, n) for card, n in unseen(state).items() if deck.species.get(card) == species] if blanks else []
    found = set()
    for counts in product(*(range(n + 1) for _, n in out)):
        if sum(counts) <= blanks:
            more = tuple(card for (card, _), n in zip(out, counts, strict=True) for _ in range(n))
            found.add(loose(state.rules, tuple(sorted(own + more))))
    return sorted(found)
