"""Why an event is refused: it cannot be read, something else is awaited, or these cards cannot be."""

from __future__ import annotations

import re

from engines.core import BLANK, BadEvent, Chance, Event, IllegalEvent, RulesError
from engines.splash_down.hands import may_hold, unseen
from engines.splash_down.position import SplashPosition
from engines.splash_down.sets import Cards
from engines.splash_down.steps.actions import may_block
from engines.splash_down.steps.events import AWAITED, CHANCE, EVENTS
from engines.splash_down.steps.flow import is_endgame

Refused = tuple[str, str]
"""A reason and the id of its ruling."""

_PLACE = re.compile(r"seat-(\d+)/(?:hand|score)")
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


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
        return IllegalEvent(f"seat {state.legal()[0].seat} is to decide, not seat {event.seat}", rule)
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
        return f"{event.kind} takes {count} card{'s' * (count > 1)}, not {len(event.items)}", rule
    card = next((card for card in event.items if card not in faces), event.items[0])
    if card == BLANK:
        return "the card must be named here", rule
    if event.kind == "stolen" and card in may_hold(state, state.hands[state.step.queue[0]]):
        return f"{state.in_words(card)} is in a set there", rule
    if card in state.rules.deck.facts and state.rules.hidden and unseen(state).get(card) and BLANK in faces:
        return f"{event.kind} is not seen at this table: a blank stands for {state.in_words(card)}", rule
    return _absent(state, card, rule)


def _absent(state: SplashPosition, card: str, rule: str) -> Refused:
    """Why a card cannot be here."""
    if card not in state.rules.deck.facts:
        return f"{card!r} is no card", rule
    count, in_words = state.rules.counts.get(card, 0), state.in_words
    if not count:
        return f"{in_words(card)} is not in this game", "SD-1"
    if unseen(state).get(card):
        return f"{in_words(card)} cannot come up here", rule
    if count == 1:
        return f"the only {in_words(card)} has already been seen", "SD-1"
    return f"all {_NUMBERS[count]} {in_words(card, many=True)} have already been seen", "SD-1"


def _no_call(state: SplashPosition, event: Event, rule: str) -> Refused:
    """Why nobody may draw, call, settle or be done like this."""
    if event.items:
        return f"{event.kind} names no card", rule
    if event.kind == "draw":
        return f"seat {state.turn} draws next, not seat {event.seat}", rule
    if event.kind == "settle":
        return f"seat {state.step.seat} played the action and settles it, not seat {event.seat}", rule
    if event.kind == "done":
        return "there is still an action to show", rule
    return ("who drew the card cannot call it" if state.drawn else "there is no card to call"), "SD-5"


def _no_cards(state: SplashPosition, event: Event, rule: str) -> Refused:
    """Why a seat cannot lay, play, give or take these cards."""
    if not event.items:
        return f"{event.kind} names a card", rule
    card, kind = event.items[0], state.rules.deck.kind.get(event.items[0], "")
    if event.kind in ("order", "take", "netted"):
        return f"{event.kind} has other cards to choose from: {_choices(state)}", rule
    if card == BLANK:
        return "the card must be named here", rule
    if state.step.name == "forced" and card != state.step.card:
        return f"the action that must be used is {state.in_words(state.step.card)}", rule
    if not _may_have(state, event.seat or 0, card, event.kind):
        return _not_held(state, event.seat or 0, card, rule)
    if event.kind in ("play", "play-drawn"):
        return _no_play(state, event, kind)
    if event.kind == "score":
        return _no_score(state, card)
    if event.kind == "discard" and is_endgame(card):
        return "an endgame card is discarded only if nothing else can be", "SD-12"
    return f"{event.kind} cannot be {' '.join(event.items)}; it may be {_choices(state)}", rule


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
        return "a Breach is never held", "SD-7"
    if card in state.rules.deck.facts and not unseen(state).get(card) and BLANK in state.hands[seat]:
        return _absent(state, card, rule)
    if card not in state.rules.deck.facts:
        return f"{card!r} is no card", rule
    return f"seat {seat} does not hold {state.in_words(card)}", rule


def _no_play(state: SplashPosition, event: Event, kind: str) -> Refused:
    card, *aim = event.items
    if kind == "endgame":
        return f"{state.in_words(card)} cannot be played", "SD-1"
    if kind != "action":
        return f"{state.in_words(card)} is no action", "SD-12"
    answers = state.step.name == "answer"
    if card == "block" and not answers:
        return "there is no action to block", "SD-12"
    if answers and card != "block":
        return "only a Block answers an action", "SD-12"
    if answers and not may_block(state, event.seat or 0):
        return "players do not block their own actions in this game", "SD-17"
    return f"{state.in_words(card)} cannot be aimed at {' '.join(aim) or 'nothing'}", "SD-12"


def _no_score(state: SplashPosition, card: str) -> Refused:
    if card not in state.rules.deck.colour:
        return f"{state.in_words(card)} cannot be scored", "SD-7"
    return f"{state.rules.deck.colour[card]} would be a second new colour at this Breach", "SD-7"
