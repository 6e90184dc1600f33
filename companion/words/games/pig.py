"""Pig in sentences for people."""

from __future__ import annotations

from collections.abc import Mapping

from companion.words.pieces import count, die
from engines.core import Event, Match
from engines.pig import Pig

NOBODY_WINS = "Nobody wins"
LABELS: Mapping[str, str] = {}


def next_step(match: Match, state: Pig) -> str:
    """What must happen next."""
    name = match.players[state.seat]
    if state.phase == "decide":
        return f"{name}: throw on, or lay {LAID[state.rules.dice]} on KEEP to bank {state.points}"
    return f"{name} throws {count(state.rules.dice, 'die')}"


LAID = {1: "the die", 2: "both dice"}
"""What is laid on the strip, by how many dice are thrown."""


def happened(match: Match, event: Event, before: Pig) -> str:
    """What an event was."""
    name = match.players[before.seat if event.seat is None else event.seat]
    return {"throw": f"{name} throws", "bank": f"{name} banks {before.points}", "again": f"{name} goes on"}[event.kind]


def offered(match: Match, event: Event, state: Pig) -> str:
    """What a decision would do."""
    return {"bank": f"Bank {state.points}", "again": "Throw on"}[event.kind]


def pieces(state: Pig) -> dict[str, str]:
    """None: the page draws the dice."""
    return {}


def detail(state: Pig, seat: int) -> str:
    """The points of the turn, of whose turn it is."""
    return f"{state.points} in this turn" if state.points and seat == state.seat else ""


def where(match: Match, place: str) -> str:
    """Nothing of its own: tray and strip are called as in every game."""
    return ""


def lying(match: Match, item: str) -> str:
    """A die: `a 5`."""
    return die(item)
