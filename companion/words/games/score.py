"""The scorekeeper in sentences for people."""

from __future__ import annotations

from collections.abc import Mapping

from companion.words import french
from companion.words.pieces import HIDDEN_CARDS, count, die
from engines.core import Event, Match
from engines.score import Score

NOBODY_WINS = "Nobody wins"
LABELS: Mapping[str, str] = {"counted": "Cards that count"}


def next_step(match: Match, state: Score) -> str:
    """What must happen next."""
    name = match.players[state.seat]
    if state.rules.count == "dice":
        return f"{name} throws {count(state.rules.dice, 'die')}" if state.rules.dice else f"{name} throws"
    if state.rules.count == "cards":
        return f"{name} lays cards, then takes them up" if not state.laid else f"{name}: {state.points} so far"
    return f"{name}: how many points?" if not state.entered else f"{name}: {state.points} so far"


def happened(match: Match, event: Event, before: Score) -> str:
    """What an event was."""
    name = match.players[before.seat if event.seat is None else event.seat]
    match event.kind:
        case "lay":
            return f"{name} lays {pieces(before).get(event.items[0], event.items[0])}"
        case "add":
            return f"{name}: {int(event.items[0]):+d}"
        case "done":
            return f"{name} scores {before.points}"
    return f"{name} throws"


def offered(match: Match, event: Event, state: Score) -> str:
    """What a decision would do."""
    match event.kind:
        case "lay":
            return f"Lay {pieces(state).get(event.items[0], event.items[0])}"
        case "add":
            return f"Add {event.items[0]}" if not event.items[0].startswith("-") else f"Take off {event.items[0][1:]}"
    return f"Score {state.points}"


def pieces(state: Score) -> dict[str, str]:
    """The cards, where cards count; else none, for the page draws the dice."""
    return HIDDEN_CARDS | french.names() if state.rules.count == "cards" else {}


def detail(state: Score, seat: int) -> str:
    """The points of the turn, of whose turn it is."""
    return f"{state.points} in this turn" if state.points and seat == state.seat else ""


def where(match: Match, place: str) -> str:
    """Where cards are laid that count."""
    return "among the cards that count" if place == "counted" else ""


def lying(match: Match, item: str) -> str:
    """A die: `a 5`."""
    return die(item)
