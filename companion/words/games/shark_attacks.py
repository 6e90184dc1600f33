"""Shark Attacks! in sentences for people."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.words.pieces import count, die, plural
from engines.core import Event, Match
from engines.names import face_of
from engines.shark_attacks import SharkAttacks

NOBODY_WINS = "Nobody wins"
LABELS: Mapping[str, str] = {}
EVENT_DIE = {"sun": "Sun: one more swimmer die", "rain": "Rain: one wave leaves", "attack": "Shark attack!"}
COUNTED = {
    "bank": "{swimmers} swimmers to bank",
    "party": "{swimmers} swimmers, doubled: no wave shows, a beach party",
    "bite": "{fins} fins eat {eaten}",
    "escape": "{swimmers} swimmers escape",
    "blessing": "{swimmers} swimmers escape, and count three times: nobody was eaten",
}
"""Why dice count what they do, where nobody followed the game."""
THROWS = {"flee": "{0}'s swimmers flee", "first": "{0} throws to begin"}
"""What a throw is called in some phases."""

STEPS: dict[str, Callable[[SharkAttacks, str], str]] = {
    "first": lambda state, name: f"{name} throws 4 red dice to begin",
    "enter": lambda state, name: f"{name} throws {count(state.dice, 'swimmer')}",
    "decide": lambda state, name: f"{name}: bank {state.swimmers}, or throw again?",
    "event": lambda state, name: f"{name} throws the yellow die",
    "flee": lambda state, name: f"{name} throws {count(state.dice, 'swimmer')} and {count(state.red, 'shark')}",
    "take": lambda state, name: f"{name}: a sign, from whom?",
}
"""What must happen next, by phase."""


def next_step(match: Match, state: SharkAttacks) -> str:
    """What must happen next."""
    return STEPS[state.phase](state, match.players[state.seat])


def happened(match: Match, event: Event, before: SharkAttacks) -> str:
    """What an event was."""
    name = match.players[before.seat if event.seat is None else event.seat]
    match event.kind:
        case "event":
            return EVENT_DIE[face_of(event.items[0])]
        case "take":
            return f"{name} takes a sign from {match.players[int(event.items[0])]}"
        case "throw":
            return THROWS.get(before.phase, "{0} throws").format(name)
    return {"bank": f"{name} banks {before.swimmers}", "again": f"{name} goes on"}[event.kind]


def offered(match: Match, event: Event, state: SharkAttacks) -> str:
    """What a decision would do."""
    texts = {"bank": f"Bank {plural(state.swimmers, 'swimmer')}", "again": "Throw the waves again"}
    return texts.get(event.kind) or f"Take a sign from {match.players[int(event.items[0])]}"


def pieces(state: SharkAttacks) -> dict[str, str]:
    """None: the page draws the dice."""
    return {}


def detail(state: SharkAttacks, seat: int) -> str:
    """Nothing: the scores and signs say all."""
    return ""


def where(match: Match, place: str) -> str:
    """Nothing of its own: dice lie in the tray."""
    return ""


def lying(match: Match, item: str) -> str:
    """A die: `a blue 2`."""
    return die(item)
