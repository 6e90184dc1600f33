"""Farkle in sentences for people."""

from __future__ import annotations

from collections.abc import Mapping

from companion.words.pieces import count, die, thrown
from engines.core import Event, Match
from engines.farkle import Farkle
from engines.farkle.rules import DICE

NOBODY_WINS = "Nobody wins"
LABELS: Mapping[str, str] = {}
COUNTED = {"all": "{points} in the dice that count", "nothing": "a farkle: nothing counts"}
"""Why a throw counts what it does, where nobody followed the game."""


def next_step(match: Match, state: Farkle) -> str:
    """What must happen next."""
    name = match.players[state.seat]
    match state.phase:
        case "keep":
            return f"{name}: lay on KEEP what you set aside"
        case "decide" if len(state.kept) == DICE:
            return f"{name}: all six count. Throw them again, or bank {state.points}?"
        case "decide":
            return f"{name}: throw the other {_dice(state)}, or lift all dice to bank {state.points}"
    return f"{name} throws {count(state.dice, 'die')}"


def _dice(state: Farkle) -> str:
    return "die" if state.dice == 1 else f"{state.dice}"


def happened(match: Match, event: Event, before: Farkle) -> str:
    """What an event was."""
    name = match.players[before.seat if event.seat is None else event.seat]
    match event.kind:
        case "keep":
            return f"{name} sets aside"
        case "bank":
            return f"{name} banks {before.points}"
    return f"{name} throws" if event.kind == "throw" else f"{name} goes on"


def offered(match: Match, event: Event, state: Farkle) -> str:
    """What a decision would do."""
    if event.kind == "keep":
        return f"Set aside {thrown(event.items)}"
    return {"bank": f"Bank {state.points}", "again": f"Throw {count(state.dice, 'die')}"}[event.kind]


def pieces(state: Farkle) -> dict[str, str]:
    """None: the page draws the dice."""
    return {}


def detail(state: Farkle, seat: int) -> str:
    """The points of the turn, of whose turn it is; that nothing was banked yet."""
    if state.points and seat == state.seat:
        return f"{state.points} in this turn"
    return "" if state.score[seat] or not state.rules.opening else f"{state.rules.opening} to begin with"


def where(match: Match, place: str) -> str:
    """Nothing of its own: tray and strip are called as in every game."""
    return ""


def lying(match: Match, item: str) -> str:
    """A die: `a 5`."""
    return die(item)
