"""Sentences for people in any game: what must happen next, what happened, and what a decision would do."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib import import_module
from typing import Any, cast

from companion.words.language import t, tn
from companion.words.pieces import HIDDEN_CARDS, commas, die, join, thrown
from companion.words.teller import Teller
from engines import core
from engines.core import Said, said
from engines.core.seating import in_words
from engines.games import GAMES
from engines.names import BACK, SEVERAL_WORDS, module_of

TELLERS: Mapping[str, Teller[Any]] = {
    game: cast(Teller[Any], import_module(f"companion.words.games.{module_of(game)}")) for game in GAMES
}
"""Game -> its sentences."""
NOT_SET_UP = said("This box is not set up yet: nothing is played until its welcome is done.")
NO_GAME_YET = said("No game yet. Begin one here, or on the box with its three buttons.")

PAUSED = said("The match is paused")
AWAY = said("has left")
PEOPLE: Mapping[str, str] = {
    "rename": said("{before} is called {now} from now on"),
    "hand-over": said("{now} plays on for {before}"),
    "join": said("{now} joins"),
    "leave": said("{now} leaves"),
    "turns": said("The order of the turns is now {order}"),
    "pause": said("Paused"),
    "resume": said("The match goes on"),
}
"""What happened where people came and went, by the kind of the event."""
CAME_BACK = said("{now} is back")


def next_step(match: core.Match) -> str:
    """What must happen next: "Ana throws 7 blue dice"."""
    game, awaited = teller(match), match.state.awaits
    if match.paused:
        return PAUSED
    if not isinstance(awaited, core.Over):
        return game.next_step(match, match.state)
    names = [match.players[seat] for seat in awaited.winners]
    if not names:
        return game.NOBODY_WINS
    return tn("{names} wins", "{names} win", len(names), names=join(names))


def happened(match: core.Match, index: int) -> str:
    """What event number `index` was: "Ben banks"."""
    if match.events[index].kind in core.SEATING:
        return _of_people(match, index)
    return _told(match.as_seated(index), match.events[index], match.states[index])


def heard(match: core.Match, index: int) -> str:
    """What it was for ears, "Ben throws: 1, 3 and 2 waves"; "" where `happened` says as much."""
    event = match.events[index]
    dice = "" if event.kind in core.SEATING else thrown(event.items)
    return t("{told}: {dice}", told=happened(match, index), dice=dice) if dice else ""


def would(match: core.Match, event: core.Event) -> str:
    """What an event that may happen now would be called once it has: "Ben banks 9"."""
    return _told(match, event, match.state)


def offered(match: core.Match, event: core.Event) -> str:
    """What a decision would do, for its button: "Bank 7 swimmers"."""
    return teller(match).offered(match, event, match.state)


def pieces(match: core.Match) -> dict[str, str]:
    """Every item of the game in words for people; empty for games whose dice the page draws."""
    return teller(match).pieces(match.state)


@lru_cache(maxsize=1)
def _cards() -> Mapping[str, str]:
    """Every item of every game, by the name that a deck gives it."""
    begun = [core.Match.begin(game, tuple(map(str, range(game.seats[0])))) for game in GAMES.values()]
    return {item: words for match in begun for item, words in pieces(match).items()} | {BACK: t("the back")}


def card(name: str) -> str:
    """A card of a deck in words: "Camouflage (yellow)"; a name that people made up stays as it is."""
    return _cards().get(name, name)


def listed(items: Sequence[str]) -> str:
    """Pieces of any game in words: `1, 4 and 6`, `the 7 of hearts and a card face down`; "" for none."""
    return thrown(items) or join([HIDDEN_CARDS.get(item) or _cards().get(item) or die(item) or item for item in items])


def detail(match: core.Match, seat: int) -> str:
    """A player in a few words, in the games that have such."""
    return AWAY if seat in match.seating.away else teller(match).detail(match.state, seat)


def named(match: core.Match, text: str) -> str:
    """A sentence of the rules in the words of the table: names for seats, and for the items of its events."""
    if isinstance(text, Said) and text.values:
        return _refilled(match, text)
    told = str(text)
    if SEVERAL_WORDS.search(told) and (names := pieces(match)):
        told = SEVERAL_WORDS.sub(lambda found: names.get(found[0], found[0]), told)
    told = re.sub(r"\bseat (\d+)\b", lambda found: _name(match, int(found[1])), told)
    return text if told == text else told


def _refilled(match: core.Match, text: Said) -> Said:
    """A sentence with its values in the words of the table: "{seat} holds {card}" for "seat {seat} holds {card}"."""
    message, many = without_seats(text.message), without_seats(text.many)
    seats = set(SEAT.findall(text.message)) if message != text.message else set()
    values = {
        name: _name(match, value)
        if name in seats and isinstance(value, int)
        else _value(match, value)
        if isinstance(value, str)
        else value
        for name, value in text.values.items()
    }
    pattern = many if many and text.number != 1 else message
    return Said(pattern.format(**values), message, values, many, text.number)


def _value(match: core.Match, value: str) -> str:
    """What fills a sentence: an item or a place by its name, any other word so that it can be said again."""
    if SEVERAL_WORDS.fullmatch(value):
        return pieces(match).get(value, value)
    return named(match, value if isinstance(value, Said) else said(value))


SEAT = re.compile(r"\bseat \{(\w+)\}")


def without_seats(pattern: str) -> str:
    """A pattern of the rules as it is once names stand for seats: "{seat} holds {card}"."""
    return SEAT.sub(r"{\1}", pattern)


def because(match: core.Match, index: int) -> tuple[str, ...]:
    """Why event number `index` did what it did, a sentence for each reason; it says who is meant, if not the actor."""
    event, before, reasons = match.events[index], match.states[index], match.why(index)
    match = match.as_seated(index + 1)
    actor = before.acting_seat if event.seat is None else event.seat
    plain = {reason.seat for reason in reasons} <= {None, actor}
    return tuple(named(match, reason.text) if plain else _of_whom(match, reason) for reason in reasons)


def _of_whom(match: core.Match, reason: core.Reason) -> str:
    text = named(match, reason.text)
    if reason.seat is None:
        return text
    who = match.players[reason.seat]
    return text if re.search(rf"(?<!\w){re.escape(who)}(?!\w)", text) else t("{who}: {text}", who=who, text=text)


def teller(match: core.Match) -> Teller[Any]:
    """The sentences of the match's game."""
    return TELLERS[match.game.name]


def _told(match: core.Match, event: core.Event, before: core.State) -> str:
    if event.kind == core.HOUSE:
        return t("{told} (the group lets it stand)", told=_told(match, core.inner(event), before))
    return teller(match).happened(match, before.public(event), before)


def _of_people(match: core.Match, index: int) -> str:
    """What event number `index` was, which is one of people: "Tom plays on for Ana"."""
    event, before = match.events[index], match.seatings[index]
    seat = event.seat if event.seat is not None else -1
    text = CAME_BACK if event.kind == "join" and seat in before.away else PEOPLE[event.kind]
    names = match.as_seated(index + 1).players
    was = before.names[seat] if 0 <= seat < len(before.at) else ""
    if event.kind == "hand-over":
        was = match.as_seated(index).players[seat]
    now = in_words(event.items[0]) if event.kind == "rename" else names[seat] if seat >= 0 else ""
    order = commas([names[int(item)] for item in event.items]) if event.kind == "turns" else ""
    return t(text, before=was, now=now, order=order)


def _name(match: core.Match, seat: int) -> str:
    return match.players[seat] if seat < len(match.players) else t("seat {seat}", seat=seat)
