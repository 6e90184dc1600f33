"""What the actions do: Steal, Scavenge, Net, Current and Study (SD-12)."""

from __future__ import annotations

from itertools import permutations

from engines.core import BLANK, Chance, Event, Pool, said
from engines.once import decision
from engines.splash_down.hands import (
    Faces,
    gain,
    lose,
    lose_unseen,
    may_hold,
    may_lose,
    put,
    stealable,
    unseen,
    without,
)
from engines.splash_down.position import SplashPosition
from engines.splash_down.rules import CONSOLATION_CARDS, STUDIED_CARDS
from engines.splash_down.sets import Cards, loose
from engines.splash_down.step import Stage
from engines.splash_down.steps.aims import aims, scored_to_take
from engines.splash_down.steps.flow import (
    breach,
    discard,
    exposed,
    is_endgame,
    join_drawn,
    must_use,
    reopen,
    seats_from,
    seats_with_cards,
    show,
)

NOTHING = "nothing"
"""The outcome of a Steal from a hand that turns out to be all sets."""


# -- Steal


def _steal(state: SplashPosition, step: Stage) -> SplashPosition:
    place, *cards = step.aim
    victim = int(place[len("seat-") :].partition("/")[0])
    if cards:
        card = cards[0]
        state = state.replace(areas=put(state.areas, victim, without(state.areas[victim], card)))
        return reopen(gain(state, step.seat, (card,), public=True)).with_reason(
            said("{card} is stolen", card=state.in_words(card)), "SD-12", step.seat
        )
    if not state.hands[victim]:
        return reopen(state).with_reason(said("there is no card left to steal"), "SD-12", step.seat)
    name = "take" if state.rules.steal == "chosen" else "stolen"
    return state.replace(step=Stage(name, step.seat, aim=step.aim, queue=(victim,)))


def _robbed(state: SplashPosition) -> Faces:
    """What the Steal may bring to light, with weights; nothing, where the hand may be all sets."""
    hand = state.hands[state.step.queue[0]]
    faces = stealable(state, state.step.queue[0])
    all_sets = not faces or (BLANK in hand and len(hand) > 1)
    return (*faces, (NOTHING, 1)) if all_sets else faces


def ask_stolen(state: SplashPosition) -> Chance:
    """A card out of the hand, unseen, among those in no set."""
    return Chance("stolen", (Pool("hand", 1, _robbed(state), replace=False),))


def list_take(state: SplashPosition) -> tuple[Event, ...]:
    """A scored card of a wrong caller without a hand, or none (SD-6, SD-16); if Steals choose, a card of the hand."""
    seat = state.step.queue[0]
    if state.step.aim:
        return tuple(decision("take", state.step.seat, card) for card, _ in _robbed(state))
    cards = (decision("take", state.step.seat, card) for card in scored_to_take(state, seat))
    return (*cards, decision("take", state.step.seat))


def decide_take(state: SplashPosition, event: Event) -> SplashPosition:
    """The card goes to the taker's hand, seen by all."""
    if state.step.aim:
        return stolen(state, event.items)
    if not event.items:
        return _take_none(state)
    seat, card, loser = state.step.seat, event.items[0], state.step.queue[0]
    in_set = card not in loose(state.rules, state.areas[loser])
    state = state.replace(areas=put(state.areas, loser, without(state.areas[loser], card)))
    return reopen(gain(state, seat, (card,), public=True)).with_reason(
        said("{card} is taken from the table", card=state.in_words(card)), "SD-6", seat, in_set
    )


def _take_none(state: SplashPosition) -> SplashPosition:
    """The drawer leaves the scored cards where they lie, and gets nothing else, or the three cards (SD-16)."""
    drawer = state.step.seat
    if state.rules.take_none == "nothing":
        text = said("no scored card is taken, and no cards from the pile either")
        return reopen(state).with_reason(text, "SD-16", drawer, house=True)
    text = said("no scored card is taken: three cards from the pile")
    return state.replace(step=Stage("extra"), extra=CONSOLATION_CARDS).with_reason(text, "SD-16", drawer, house=True)


def stolen(state: SplashPosition, cards: Cards) -> SplashPosition:
    """The stolen card is exposed and goes to the thief's hand; an endgame card ends the game."""
    thief, card = state.step.seat, cards[0]
    if card == NOTHING:
        return reopen(state).with_reason(said("every card of that hand is in a set"), "SD-12", thief)
    state = lose(state, state.step.queue[0], card)
    if is_endgame(card):
        return exposed(state, card)
    if state.rules.deck.kind[card] == "action" and state.rules.stolen_action == "forced":
        return must_use(state, thief, card, bool(aims(state, thief, card)))
    state = show(reopen(gain(state, thief, (card,), public=True)), card)
    return state.with_reason(said("{card} is stolen", card=state.in_words(card)), "SD-12", thief, house=True)


# -- Scavenge


def _scavenge(state: SplashPosition, step: Stage) -> SplashPosition:
    seat, card = step.seat, step.aim[0]
    state = state.replace(discards=without(state.discards, card)).with_reason(
        said("{card} is scavenged", card=state.in_words(card)), "SD-12", seat
    )
    if card == "breach":
        # The card just drawn is in its hand at a Breach, as at one that is drawn.
        return breach(join_drawn(state), seat)
    if state.rules.deck.kind[card] == "action":
        return must_use(state, seat, card, bool(aims(state, seat, card)))
    return show(reopen(gain(state, seat, (card,), public=True)), card)


# -- Net


def _net(state: SplashPosition, step: Stage) -> SplashPosition:
    """Scored cards go at once; then each hand gives up what it has. The card just drawn is searched like the rest."""
    species, state = step.aim[0], join_drawn(state)
    areas, caught = state.areas, []
    for seat, area in enumerate(areas):
        for card in loose(state.rules, area):
            if state.rules.deck.species[card] == species:
                areas = put(areas, seat, without(areas[seat], card))
                caught.append(card)
    state = discard(state.replace(areas=areas), *caught).with_reason(
        said("Net: every {species} in no set goes", species=said(species.capitalize())), "SD-12", step.seat
    )
    queue = seats_with_cards(state, step.seat)
    return state.replace(step=Stage("netted", step.seat, "net", step.aim, queue=queue)) if queue else reopen(state)


def list_netted(state: SplashPosition) -> tuple[Event, ...]:
    """What the next hand gives up: known where the hand is, else all that may be."""
    seat = state.step.queue[0]
    return tuple(decision("netted", seat, *cards) for cards in may_lose(state, seat, state.step.aim[0]))


def decide_netted(state: SplashPosition, event: Event) -> SplashPosition:
    """Those cards are discarded."""
    for card in event.items:
        state = lose(state, event.seat or 0, card)
    state, queue = discard(state, *event.items), state.step.queue[1:]
    return state.replace(step=state.step._replace(queue=queue)) if queue else reopen(state)


# -- Current


def _current(state: SplashPosition, step: Stage) -> SplashPosition:
    givers = tuple(seat for seat in seats_from(state, step.seat)[1:] if state.hands[seat])
    return state.replace(step=Stage("give", step.seat, "current", queue=givers)) if givers else reopen(state)


def list_give(state: SplashPosition) -> tuple[Event, ...]:
    """The card that the next opponent gives: any of the hand, face down."""
    seat = state.step.queue[0]
    cards = may_hold(state, state.hands[seat])
    if state.rules.hidden:
        exposes = state.rules.passing_endgame == "exposed"
        cards = [BLANK, *(card for card in cards if exposes and is_endgame(card))]
    return tuple(decision("give", seat, card) for card in cards)


def decide_give(state: SplashPosition, event: Event) -> SplashPosition:
    """The card waits until all have given, or one ends the game; then all of them go to who asked."""
    seat, card, step = event.seat or 0, event.items[0], state.step
    if is_endgame(card) and state.rules.passing_endgame == "exposed":
        return exposed(gain(lose(state, seat, card), step.seat, step.cards, public=False), card)
    state = lose_unseen(state, seat, card)
    step = step._replace(cards=tuple(sorted((*step.cards, card))), queue=step.queue[1:])
    if step.queue:
        return state.replace(step=step)
    return reopen(gain(state, step.seat, step.cards, public=False))


# -- Study


def _study(state: SplashPosition, step: Stage) -> SplashPosition:
    return state.replace(step=Stage("study", step.seat, "study"))


def ask_study(state: SplashPosition) -> Chance:
    """The top three of the draw pile: those known from a Study before, and cards not seen yet."""
    count = min(STUDIED_CARDS, state.deck)
    if state.rules.hidden:
        return Chance("study", (Pool("deck", count, ((BLANK, state.deck),), replace=False),))
    known = tuple(Pool("deck", 1, ((card, 1),), replace=False) for card in state.top)
    rest = Pool("deck", count - len(known), tuple(sorted(unseen(state).items())), replace=False)
    return Chance("study", (*known, rest) if rest.count else known)


def study(state: SplashPosition, cards: Cards) -> SplashPosition:
    """The seat has looked and puts the cards back in an order of its choice."""
    return state.replace(top=(), studied=None, step=Stage("order", state.step.seat, "study", cards=cards))


def list_order(state: SplashPosition) -> tuple[Event, ...]:
    """Each order of the cards looked at, the next to be drawn first."""
    orders = dict.fromkeys(permutations(state.step.cards))
    return tuple(decision("order", state.step.seat, *order) for order in orders)


def decide_order(state: SplashPosition, event: Event) -> SplashPosition:
    """The draw pile begins with these cards."""
    if BLANK in event.items:
        return reopen(state)
    return reopen(state.replace(top=event.items, studied=event.seat))


EFFECTS = {"steal": _steal, "scavenge": _scavenge, "net": _net, "current": _current, "study": _study}
"""What each action does once it is settled. A Block does nothing by itself."""
