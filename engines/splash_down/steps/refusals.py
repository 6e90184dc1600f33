"""Why an event is refused: it cannot be read, something else is awaited, or these cards cannot be."""

from __future__ import annotations

import re

from engines.core import BLANK, BadEvent, Chance, Event, IllegalEvent, RulesError, counted, said
from engines.splash_down.hands import may_hold, unseen
from engines.splash_down.position import SplashPosition
from engines.splash_down.sets import Cards
from engines.splash_down.steps.actions import may_block
from engines.splash_down.steps.events import AWAITED, CHANCE, EVENTS
from engines.splash_down.steps.flow import is_endgame

Refused = tuple[str, str]
"""A reason and the id of its ruling."""

_PLACE = re.compile(r"seat-(\d+)/(?:hand|score)")


def refusal(state: SplashPosition, event: Event) -> RulesError:
    """What is wrong with an event that was found not to fit."""
    if wrong := _unreadable(state, event):
        return BadEvent(wrong)
    kinds, text, rule = AWAITED[state.step.name]
    if event.kind not in kinds:
        return IllegalEvent(text, rule)
    if event.kind in CHANCE:
        return IllegalEvent(*_no_chance(state, event, rule))
    seats = {move.seat for move in state.legal()}
    if state.step.name not in ("open", "answer") and len(seats) == 1 and event.seat not in seats:
        return IllegalEvent(
            said("seat {seat} is to decide, not seat {other}", seat=state.legal()[0].seat, other=event.seat), rule
        )
    if event.kind in ("draw", "fluke", "settle", "done"):
        return IllegalEvent(*_no_call(state, event, rule))
    return IllegalEvent(*_no_cards(state, event, rule))


def _unreadable(state: SplashPosition, event: Event) -> str:
    """What makes this no event of the game at all, or ""."""
    if event.kind not in EVENTS:
        return f"{event.kind!r} is no event of Splash Down; there are {', '.join(EVENTS)}"
    if event.kind in CHANCE and event.seat is not None:
        return f"{event.kind} is chance and has no seat"
    if event.kind not in CHANCE and event.seat not in state.seats:
        return f"{event.kind} needs a seat from 0 to {state.seats[-1]}, not {event.seat}"
    unknown = [item for item in event.items if not _is_word(state, item)]
    return f"{unknown[0]!r} is no card or place of Splash Down" if unknown else ""


def _is_word(state: SplashPosition, item: str) -> bool:
    if place := _PLACE.fullmatch(item):
        return int(place[1]) in state.seats
    return item in (BLANK, "nothing") or item in state.rules.words


def _no_chance(state: SplashPosition, event: Event, rule: str) -> Refused:
    """Why chance cannot bring these cards."""
    chance = state.awaits
    pools = chance.pools if isinstance(chance, Chance) else ()
    count, faces = sum(pool.count for pool in pools), {face for pool in pools for face, _ in pool.faces}
    if len(event.items) != count:
        return counted(
            "{event} takes {count} card, not {number}",
            "{event} takes {count} cards, not {number}",
            count,
            event=event.kind,
            number=len(event.items),
        ), rule
    card = next((card for card in event.items if card not in faces), event.items[0])
    if card == BLANK:
        return said("the card must be named here"), rule
    if event.kind == "stolen" and card in may_hold(state, state.hands[state.step.queue[0]]):
        return said("{card} is in a set there", card=state.in_words(card)), rule
    if card in state.rules.deck.facts and state.rules.hidden and unseen(state).get(card) and BLANK in faces:
        return said(
            "{event} is not seen at this table: a blank stands for {card}", event=event.kind, card=state.in_words(card)
        ), rule
    return _absent(state, card, rule)


def _absent(state: SplashPosition, card: str, rule: str) -> Refused:
    """Why a card cannot be here."""
    if card not in state.rules.deck.facts:
        return said("{card} is no card", card=repr(card)), rule
    count, in_words = state.rules.counts.get(card, 0), state.in_words
    if not count:
        return said("{card} is not in this game", card=in_words(card)), "SD-1"
    if unseen(state).get(card):
        return said("{card} cannot come up here", card=in_words(card)), rule
    if count == 1:
        return said("the only {card} has already been seen", card=in_words(card)), "SD-1"
    return said("all {number} {cards} have already been seen", number=count, cards=in_words(card, many=True)), "SD-1"


def _no_call(state: SplashPosition, event: Event, rule: str) -> Refused:
    """Why nobody may draw, call, settle or be done like this."""
    if event.items:
        return said("{event} names no card", event=event.kind), rule
    if event.kind == "draw":
        return said("seat {seat} draws next, not seat {other}", seat=state.turn, other=event.seat), rule
    if event.kind == "settle":
        return said(
            "seat {seat} played the action and settles it, not seat {other}", seat=state.step.seat, other=event.seat
        ), rule
    if event.kind == "done":
        return said("there is still an action to show"), rule
    return (said("who drew the card cannot call it") if state.drawn else said("there is no card to call")), "SD-5"


def _no_cards(state: SplashPosition, event: Event, rule: str) -> Refused:
    """Why a seat cannot lay, play, give or take these cards."""
    if not event.items:
        return said("{event} names a card", event=event.kind), rule
    card, kind = event.items[0], state.rules.deck.kind.get(event.items[0], "")
    if event.kind in ("order", "take", "netted"):
        return said(
            "{event} has other cards to choose from: {choices}", event=event.kind, choices=_choices(state)
        ), rule
    if card == BLANK:
        return said("the card must be named here"), rule
    if state.step.name == "forced" and card != state.step.card:
        return said("the action that must be used is {card}", card=state.in_words(state.step.card)), rule
    if not _may_have(state, event.seat or 0, card, event.kind):
        return _not_held(state, event.seat or 0, card, rule)
    if event.kind in ("play", "play-drawn"):
        return _no_play(state, event, kind)
    if event.kind == "score":
        return _no_score(state, card)
    if event.kind == "discard" and is_endgame(card):
        return said("an endgame card is discarded only if nothing else can be"), "SD-12"
    return said(
        "{event} cannot be {cards}; it may be {choices}",
        event=event.kind,
        cards=" ".join(event.items),
        choices=_choices(state),
    ), rule


def _choices(state: SplashPosition) -> str:
    return "; ".join(" ".join(move.items) or "nothing" for move in state.legal()[:6])


def _may_have(state: SplashPosition, seat: int, card: str, kind: str) -> bool:
    if state.step.name == "forced":
        return True
    cards: Cards = state.hands[seat]
    if kind == "play-drawn":
        cards = (state.drawn,) if seat == state.drawer and state.drawn else ()
    return card in may_hold(state, cards)


def _not_held(state: SplashPosition, seat: int, card: str, rule: str) -> Refused:
    """Why a seat cannot have a card: it is no card of a hand, all have been seen, or the hand is known."""
    if state.rules.deck.kind.get(card) == "breach":
        return said("a Breach is never held"), "SD-7"
    if card in state.rules.deck.facts and not unseen(state).get(card) and BLANK in state.hands[seat]:
        return _absent(state, card, rule)
    if card not in state.rules.deck.facts:
        return said("{card} is no card", card=repr(card)), rule
    return said("seat {seat} does not hold {card}", seat=seat, card=state.in_words(card)), rule


def _no_play(state: SplashPosition, event: Event, kind: str) -> Refused:
    card, *aim = event.items
    if kind == "endgame":
        return said("{card} cannot be played", card=state.in_words(card)), "SD-1"
    if kind != "action":
        return said("{card} is no action", card=state.in_words(card)), "SD-12"
    answers = state.step.name == "answer"
    if card == "block" and not answers:
        return said("there is no action to block"), "SD-12"
    if answers and card != "block":
        return said("only a Block answers an action"), "SD-12"
    if answers and not may_block(state, event.seat or 0):
        return said("players do not block their own actions in this game"), "SD-17"
    return said(
        "{card} cannot be aimed at {aim}", card=state.in_words(card), aim=" ".join(aim) or said("nothing")
    ), "SD-12"


def _no_score(state: SplashPosition, card: str) -> Refused:
    if card not in state.rules.deck.colour:
        return said("{card} cannot be scored", card=state.in_words(card)), "SD-7"
    return said(
        "{colour} would be a second new colour at this Breach", colour=said(state.rules.deck.colour[card])
    ), "SD-7"
