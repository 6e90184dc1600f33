"""Fluke! The card drawn last is exposed, and what follows (SD-6)."""

from __future__ import annotations

from engines.core import BLANK, Chance, Pool, said
from engines.splash_down.hands import Faces, blind, gain, lose, lose_unseen
from engines.splash_down.position import SplashPosition
from engines.splash_down.rules import CONSOLATION_CARDS
from engines.splash_down.sets import Cards
from engines.splash_down.step import Stage
from engines.splash_down.steps.aims import aims, scored_to_take
from engines.splash_down.steps.flow import exposed, is_endgame, must_use, reopen, show


def ask_expose(state: SplashPosition) -> Chance:
    """The card drawn last is turned up."""
    return Chance("expose", (Pool("drawn", 1, blind(state, (state.drawn,)), replace=False),))


def expose(state: SplashPosition, cards: Cards) -> SplashPosition:
    """A whale goes to the caller, an action is used, a creature stays and the caller pays, an endgame card ends all."""
    caller, drawer, card = state.step.seat, state.drawer, cards[0]
    state, kind = state.replace(drawn=""), state.rules.deck.kind[card]
    if kind == "endgame":
        return exposed(state, card)
    if kind == "whale":
        state = show(reopen(gain(state, caller, cards, public=True)), card)
        return state.with_reason(said("{card} goes to the caller", card=state.in_words(card)), "SD-6", caller)
    if kind == "action":
        state = state.with_reason(
            said("{card} is an action: the drawer uses it now", card=state.in_words(card)), "SD-6", drawer
        )
        return must_use(state, drawer, card, bool(aims(state, drawer, card)))
    state = gain(state, drawer, cards, public=True).with_reason(
        said("{card} is no whale: the drawer keeps it", card=state.in_words(card)), "SD-6", drawer
    )
    return show(_penalty(state, caller, drawer), card)


def _penalty(state: SplashPosition, caller: int, drawer: int) -> SplashPosition:
    """What a wrong call costs: a card of the hand, else a scored one, else three cards from the pile."""
    if state.hands[caller]:
        return state.replace(step=Stage("penalty", drawer, queue=(caller,)))
    if scored_to_take(state, caller):
        return state.replace(step=Stage("take", drawer, queue=(caller,)))
    text = said("the caller has nothing to take: three cards from the pile")
    return state.replace(step=Stage("extra"), extra=CONSOLATION_CARDS).with_reason(text, "SD-6", drawer)


def ask_penalty(state: SplashPosition) -> Chance:
    """A card of the caller's hand, unseen. Where hands are not seen, only what must be shown is named."""
    faces = blind(state, state.hands[state.step.queue[0]])
    if not state.rules.hidden:
        return Chance("penalty", (Pool("hand", 1, faces, replace=False),))
    secret = sum(weight for card, weight in faces if not is_shown(state, card))
    named: Faces = tuple((card, weight) for card, weight in faces if is_shown(state, card))
    return Chance("penalty", (Pool("hand", 1, (*(((BLANK, secret),) if secret else ()), *named), replace=False),))


def is_shown(state: SplashPosition, card: str) -> bool:
    """Must a penalty card be shown? Actions are played at once; endgame cards pass unexposed, or end the game."""
    exposes = is_endgame(card) and state.rules.passing_endgame == "exposed"
    return exposes or state.rules.deck.kind[card] == "action"


def penalty(state: SplashPosition, cards: Cards) -> SplashPosition:
    """The drawer has the caller's card; an action is played at once."""
    drawer, caller, card = state.step.seat, state.step.queue[0], cards[0]
    if card == BLANK or not is_shown(state, card):
        state = gain(lose_unseen(state, caller, card), drawer, cards, public=False)
        return reopen(state).with_reason(said("the drawer takes a card of the caller's hand"), "SD-6", drawer)
    state = lose(state, caller, card)
    if is_endgame(card):
        return exposed(state, card)
    state = state.with_reason(
        said("the card taken is {card}: the drawer uses it now", card=state.in_words(card)), "SD-6", drawer
    )
    return must_use(state, drawer, card, bool(aims(state, drawer, card)))
