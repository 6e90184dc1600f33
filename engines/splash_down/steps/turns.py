"""The deal, the open game, drawing, the hand limit, scoring at a Breach, and showing actions at Waste."""

from __future__ import annotations

from engines.core import BLANK, Chance, Event, Pool, said
from engines.once import decision
from engines.splash_down.hands import Faces, gain, lose, may_hold, put, unseen, without
from engines.splash_down.position import SplashPosition
from engines.splash_down.rules import DEALT_CARDS, HAND_LIMIT
from engines.splash_down.sets import Cards
from engines.splash_down.step import OPEN, Stage
from engines.splash_down.steps.actions import play
from engines.splash_down.steps.aims import all_plays
from engines.splash_down.steps.flow import (
    breach,
    discard,
    exposed,
    is_endgame,
    join_drawn,
    marked,
    reopen,
    scored,
    seats_from,
)

# -- the deal (SD-2)


def ask_deal(state: SplashPosition) -> Chance:
    """Four cards for the next seat; the Breaches are not among them."""
    faces: Faces = ((BLANK, state.deck),)
    if not state.rules.hidden:
        faces = tuple((card, count) for card, count in sorted(unseen(state).items()) if card != "breach")
    return Chance("deal", (Pool("deck", DEALT_CARDS, faces, replace=False),))


def deal(state: SplashPosition, cards: Cards) -> SplashPosition:
    """The next seat has its cards; after the last one the Breaches are shuffled in."""
    seat, *rest = state.step.queue
    state = gain(state, seat, cards, public=False).replace(deck=state.deck - DEALT_CARDS)
    if rest:
        return state.replace(step=Stage("deal", queue=tuple(rest)))
    return state.replace(step=OPEN, deck=state.deck + state.rules.counts["breach"])


# -- the open game: anybody may act, the next card may be drawn


def list_open(state: SplashPosition) -> tuple[Event, ...]:
    """The draw, a call of the card drawn last, and actions out of any hand (SD-5, SD-11)."""
    moves = [decision("draw", state.turn)]
    if state.drawn:
        moves += [decision("fluke", seat) for seat in seats_from(state, state.turn) if seat != state.drawer]
    return (*moves, *all_plays(state))


def decide_open(state: SplashPosition, event: Event) -> SplashPosition:
    """What somebody did first."""
    seat = event.seat or 0
    if event.kind == "fluke":
        return marked(state, seat).replace(step=Stage("expose", seat))
    if event.kind == "draw":
        return limit(join_drawn(state))
    return play(state, event)


# -- the hand limit (SD-11)


def limit(state: SplashPosition) -> SplashPosition:
    """Whoever holds more than ten cards discards; then the card is drawn."""
    queue = tuple(seat for seat in seats_from(state, state.turn) if len(state.hands[seat]) > HAND_LIMIT)
    return state.replace(step=Stage("limit", queue=queue) if queue else Stage("card"))


def list_limit(state: SplashPosition) -> tuple[Event, ...]:
    """The cards that the seat may discard: an endgame card only if nothing else can go (SD-12)."""
    seat = state.step.queue[0]
    cards = may_hold(state, state.hands[seat])
    if state.rules.limit_endgame == "last":
        cards = [card for card in cards if not is_endgame(card)] or cards
    return tuple(decision("discard", seat, card) for card in cards)


def decide_limit(state: SplashPosition, event: Event) -> SplashPosition:
    """One card fewer; an endgame card is exposed by it."""
    card = event.items[0]
    state = lose(state, event.seat or 0, card)
    return exposed(state, card) if is_endgame(card) else limit(discard(state, card))


# -- a card from the draw pile (SD-5)


def ask_card(state: SplashPosition) -> Chance:
    """The next card: any not seen yet, or the one that Study left on top; a blank where hands are not seen."""
    return Chance("card", (Pool("deck", 1, _next_card(state), replace=False),))


def _next_card(state: SplashPosition) -> Faces:
    if not state.rules.hidden:
        return ((state.top[0], 1),) if state.top else tuple(sorted(unseen(state).items()))
    breaches = state.rules.counts["breach"] - state.breaches
    return tuple((card, count) for card, count in ((BLANK, state.deck - breaches), ("breach", breaches)) if count)


def card_drawn(state: SplashPosition, cards: Cards) -> SplashPosition:
    """A Breach is played at once; any other card can be called until the next draw."""
    drawer, state = state.turn, _off_the_pile(state, cards[0])
    if cards[0] != "breach":
        return state.replace(drawn=cards[0], turn=_after(state, drawer), step=OPEN)
    if state.rules.after_breach == "next":
        state = state.replace(turn=_after(state, drawer))
    return breach(state, drawer)


def extra_card(state: SplashPosition, cards: Cards) -> SplashPosition:
    """One of the three cards that a drawer gets when the caller has nothing to take (SD-6)."""
    state = _off_the_pile(state, cards[0])
    if cards[0] != "breach":
        return reopen(gain(state, state.drawer, cards, public=False).replace(extra=state.extra - 1))
    counts = state.rules.penalty_breach == "counts"
    text = (
        said("a Breach among the three cards is one of them")
        if counts
        else said("a Breach among the three cards comes on top of them")
    )
    return breach(
        state.replace(extra=state.extra - counts).with_reason(text, "SD-6", state.drawer, house=True), state.drawer
    )


def _off_the_pile(state: SplashPosition, card: str) -> SplashPosition:
    drawn = card == "breach"
    return state.replace(deck=state.deck - 1, top=state.top[1:], breaches=state.breaches + drawn)


def _after(state: SplashPosition, seat: int) -> int:
    return (seat + 1) % len(state.hands)


# -- scoring at a Breach (SD-7)


def list_score(state: SplashPosition) -> tuple[Event, ...]:
    """The cards that the seat may lay: colours it has scored before and one new one; and that it is done."""
    seat, colour = state.step.queue[0], state.rules.deck.colour
    before = {colour[card] for card in state.areas[seat]}
    new = {colour[card] for card in state.laid[seat]} - before
    cards = [card for card in may_hold(state, state.hands[seat]) if card in colour]
    if new:
        cards = [card for card in cards if colour[card] in before | new]
    return (*(decision("score", seat, card) for card in cards), decision("done", seat))


def list_mistakes(state: SplashPosition) -> tuple[Event, ...]:
    """Cards that the seat may not score at this Breach: of more than one new colour (SD-7)."""
    seat, colour = state.step.queue[0], state.rules.deck.colour
    allowed = set(list_score(state))
    every = (decision("score", seat, card) for card in may_hold(state, state.hands[seat]) if card in colour)
    return tuple(event for event in every if event not in allowed)


def decide_score(state: SplashPosition, event: Event) -> SplashPosition:
    """A card is laid, or the seat is done and the next one scores."""
    seat = event.seat or 0
    if event.kind == "done":
        state = state.replace(step=state.step._replace(queue=state.step.queue[1:]))
        return state if state.step.queue else scored(state)
    card, hand = event.items[0], state.hands[seat]
    hands = put(state.hands, seat, without(hand, card if card in hand else BLANK))
    laid = put(state.laid, seat, tuple(sorted((*state.laid[seat], card))))
    return state.replace(hands=hands, laid=laid, fresh=(f"seat-{seat}/score", card))


# -- unused actions are shown when Waste ends the game (SD-13)


def list_reveal(state: SplashPosition) -> tuple[Event, ...]:
    """The next action of the hand, or that there is none left."""
    seat, kind = state.step.queue[0], state.rules.deck.kind
    rest = list(state.hands[seat])
    for card in state.shown[seat]:
        rest.remove(card)
    if known := [card for card in rest if kind.get(card) == "action"]:
        return (decision("reveal", seat, known[0]),)
    actions = [card for card in may_hold(state, tuple(rest)) if kind.get(card) == "action"]
    return (*(decision("reveal", seat, card) for card in actions), decision("done", seat))


def decide_reveal(state: SplashPosition, event: Event) -> SplashPosition:
    """An action is shown, or the seat has none left and the next one shows its own."""
    seat = event.seat or 0
    if event.kind == "done":
        queue = state.step.queue[1:]
        return state.replace(step=Stage("reveal", queue=queue) if queue else Stage("over"))
    card, hand = event.items[0], state.hands[seat]
    gone = card if hand.count(card) > state.shown[seat].count(card) else BLANK
    return gain(state.replace(hands=put(state.hands, seat, without(hand, gone))), seat, event.items, public=True)
