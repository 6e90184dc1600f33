"""Pig in sentences for people."""

from __future__ import annotations

from collections.abc import Mapping

from companion.words.language import t
from companion.words.pieces import count, die
from engines.core import Event, Match, said
from engines.pig import Pig

NOBODY_WINS = said("Nobody wins")
LABELS: Mapping[str, str] = {}


def next_step(match: Match, state: Pig) -> str:
    """What must happen next."""
    name = match.players[state.seat]
    if state.phase == "decide":
        return t(
            "{name}: throw on, or lay {laid} on KEEP to bank {points}",
            name=name,
            laid=LAID[state.rules.dice],
            points=state.points,
        )
    return t("{name} throws {count}", name=name, count=count(state.rules.dice, "die"))


LAID = {1: said("the die"), 2: said("both dice")}
"""What is laid on the strip, by how many dice are thrown."""


def happened(match: Match, event: Event, before: Pig) -> str:
    """What an event was."""
    name = match.players[before.seat if event.seat is None else event.seat]
    return {
        "throw": t("{name} throws", name=name),
        "bank": t("{name} banks {points}", name=name, points=before.points),
        "again": t("{name} goes on", name=name),
    }[event.kind]


def offered(match: Match, event: Event, state: Pig) -> str:
    """What a decision would do."""
    return {"bank": t("Bank {points}", points=state.points), "again": t("Throw on")}[event.kind]


def pieces(state: Pig) -> dict[str, str]:
    """None: the page draws the dice."""
    return {}


def detail(state: Pig, seat: int) -> str:
    """The points of the turn, of whose turn it is."""
    return t("{points} in this turn", points=state.points) if state.points and seat == state.seat else ""


def where(match: Match, place: str) -> str:
    """Nothing of its own: tray and strip are called as in every game."""
    return ""


def lying(match: Match, item: str) -> str:
    """A die: `a 5`."""
    return die(item)
