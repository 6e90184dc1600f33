"""Sentences for people: what must happen next, what happened, and what a decision would do."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import ModuleType

from companion.words import hai_noon, hold_your_breath, splash_down
from engines import core
from engines.hai_noon import HaiNoon, shown
from engines.hold_your_breath import HoldYourBreath
from engines.shark_attacks.state import SharkAttacks
from engines.splash_down import SplashDown, seen

TELLERS: Mapping[type[core.State], ModuleType] = {
    HoldYourBreath: hold_your_breath,
    HaiNoon: hai_noon,
    SplashDown: splash_down,
}
"""The games with sentences in a module of their own."""
EVENT_DIE = {"sun": "Sun: one more swimmer die", "rain": "Rain: one wave leaves", "attack": "Shark attack!"}


def next_step(match: core.Match) -> str:
    """What must happen next: "Ana throws 7 blue dice"."""
    state, awaited = match.state, match.state.awaits
    if isinstance(awaited, core.Over):
        names = _and([match.players[seat] for seat in awaited.winners])
        if isinstance(state, HaiNoon) and not names:
            return "The sharks have won"
        return f"{names or 'Nobody'} {'win' if len(awaited.winners) > 1 else 'wins'}"
    if isinstance(state, SharkAttacks):
        return AT_THE_BEACH[state.phase](state, match.players[state.seat])
    if teller := TELLERS.get(type(state)):
        return str(teller.next_step(match, state))
    if isinstance(awaited, core.Turn):
        return f"{_and([match.players[seat] for seat in awaited.seats], 'or')} to decide"
    seat = seat_of(state)
    if awaited.event == "throw" and seat is not None:
        return f"{match.players[seat]} throws"
    who = "Waiting for" if seat is None else f"{match.players[seat]}:"
    return f"{who} {awaited.event.replace('-', ' ')}"


def happened(match: core.Match, index: int) -> str:
    """What event number `index` was: "Ben banks"."""
    return _told(match, match.events[index], match.states[index])


def would(match: core.Match, event: core.Event) -> str:
    """What an event that may happen now would be called once it has: "Ben banks 9"."""
    return _told(match, event, match.state)


def public(event: core.Event, before: core.State) -> core.Event:
    """The event as everybody at the table saw it: blanks for cards that went by face down."""
    if core.BLANK in event.items:
        return event
    match before:
        case HoldYourBreath():
            return before.sees(event, None)
        case HaiNoon():
            return shown(before, event, None)
        case SplashDown():
            return seen(before, event)
    return event


def _told(match: core.Match, event: core.Event, before: core.State) -> str:
    if event.kind == core.HOUSE:
        return f"{_told(match, core.inner(event), before)} (the group lets it stand)"
    event = public(event, before)
    seat = seat_of(before) if event.seat is None else event.seat
    name = "" if seat is None else match.players[seat]
    if isinstance(before, SharkAttacks):
        return _beach_event(match, event, before, name)
    if teller := TELLERS.get(type(before)):
        return str(teller.happened(match, event, before))
    said = "throws" if event.kind == "throw" and name else event.kind.replace("-", " ")
    return f"{name} {said}".strip()


def offered(match: core.Match, event: core.Event) -> str:
    """What a decision would do, for its button: "Bank 7 swimmers"."""
    state = match.state
    if isinstance(state, SharkAttacks):
        texts = {"bank": f"Bank {_count(state.swimmers, 'swimmer')}", "again": "Throw the waves again"}
        return texts.get(event.kind) or f"Take a sign from {match.players[int(event.items[0])]}"
    if teller := TELLERS.get(type(state)):
        return str(teller.offered(match, event, state))
    said = event.kind.replace("-", " ")
    return f"{said}: {' '.join(event.items)}" if event.items else said


def named(match: core.Match, text: str) -> str:
    """A sentence of the rules in the words of the table: names for seats, and for the items of its events."""
    if names := pieces(match.state):
        text = RAW.sub(lambda found: names.get(found[0], found[0]), text)
    return re.sub(r"\bseat (\d+)\b", lambda found: _name(match, int(found[1])), text)


RAW = re.compile(r"(?<![\w./-])[a-z]+(?:[-.][a-z0-9]+)+(?![\w/-])")
"""What may be the name of an item in a sentence: words tied by hyphens or dots."""


def pieces(state: core.State) -> dict[str, str]:
    """Every item of the game in words for people; empty for games whose dice the page draws."""
    teller = TELLERS.get(type(state))
    return dict(teller.pieces(state)) if teller else {}


def detail(state: core.State, seat: int) -> str:
    """A player in a few words, in the games that have such."""
    teller = TELLERS.get(type(state))
    return str(teller.detail(state, seat)) if teller else ""


def seat_of(state: core.State) -> int | None:
    """Whose turn it is, in the games that know; chance does not say it by itself."""
    if isinstance(state, SplashDown):
        return splash_down.acting(state)
    if isinstance(state, HoldYourBreath) and state.step == "draw":
        return state.draws[0][0]
    seat = getattr(state, "seat", None)
    return seat if isinstance(seat, int) else None


def _name(match: core.Match, seat: int) -> str:
    return match.players[seat] if seat < len(match.players) else f"seat {seat}"


def _beach_event(match: core.Match, event: core.Event, before: SharkAttacks, name: str) -> str:
    if event.kind == "event":
        return EVENT_DIE[event.items[0].rpartition("-")[2]]
    if event.kind == "take":
        return f"{name} takes a sign from {match.players[int(event.items[0])]}"
    if event.kind == "throw":
        return {"flee": f"{name}'s swimmers flee", "first": f"{name} throws to begin"}.get(
            before.phase, f"{name} throws"
        )
    return {"bank": f"{name} banks {before.swimmers}", "again": f"{name} goes on"}[event.kind]


AT_THE_BEACH: dict[str, Callable[[SharkAttacks, str], str]] = {
    "first": lambda state, name: f"{name} throws 4 red dice to begin",
    "enter": lambda state, name: f"{name} throws {_dice(state.dice, 'blue')}",
    "decide": lambda state, name: f"{name}: bank {state.swimmers}, or throw again?",
    "event": lambda state, name: f"{name} throws the yellow die",
    "flee": lambda state, name: f"{name} throws {_dice(state.dice, 'blue')} and {_dice(state.red, 'red')}",
    "take": lambda state, name: f"{name}: a sign, from whom?",
}


def _dice(number: int, colour: str) -> str:
    return f"{number} {colour} {'die' if number == 1 else 'dice'}"


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _and(names: list[str], word: str = "and") -> str:
    return f" {word} ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
