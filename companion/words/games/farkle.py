"""Farkle in sentences for people."""

from __future__ import annotations

from collections.abc import Mapping

from companion.words.language import t, tn
from companion.words.pieces import count, die, thrown
from engines.core import Event, Match, said
from engines.farkle import Farkle
from engines.farkle.rules import DICE

NOBODY_WINS = said("Nobody wins")
LABELS: Mapping[str, str] = {}
COUNTED = {"all": said("{points} in the dice that count"), "nothing": said("a farkle: nothing counts")}
"""Why a throw counts what it does, where nobody followed the game."""


def next_step(match: Match, state: Farkle) -> str:
    """What must happen next."""
    name = match.players[state.seat]
    match state.phase:
        case "keep":
            return t("{name}: lay on KEEP what you set aside", name=name)
        case "decide" if len(state.kept) == DICE:
            return t("{name}: all six count. Throw them again, or bank {points}?", name=name, points=state.points)
        case "decide":
            return tn(
                "{name}: throw the other die, or lift all dice to bank {points}",
                "{name}: throw the other {count}, or lift all dice to bank {points}",
                state.dice,
                name=name,
                points=state.points,
            )
    return t("{name} throws {count}", name=name, count=count(state.dice, "die"))


def happened(match: Match, event: Event, before: Farkle) -> str:
    """What an event was."""
    name = match.players[before.seat if event.seat is None else event.seat]
    match event.kind:
        case "keep":
            return t("{name} sets aside", name=name)
        case "bank":
            return t("{name} banks {points}", name=name, points=before.points)
    return t("{name} throws", name=name) if event.kind == "throw" else t("{name} goes on", name=name)


def offered(match: Match, event: Event, state: Farkle) -> str:
    """What a decision would do."""
    if event.kind == "keep":
        return t("Set aside {thrown}", thrown=thrown(event.items))
    return {
        "bank": t("Bank {points}", points=state.points),
        "again": t("Throw {count}", count=count(state.dice, "die")),
    }[event.kind]


def pieces(state: Farkle) -> dict[str, str]:
    """None: the page draws the dice."""
    return {}


def detail(state: Farkle, seat: int) -> str:
    """The points of the turn, of whose turn it is; that nothing was banked yet."""
    if state.points and seat == state.seat:
        return t("{points} in this turn", points=state.points)
    return (
        ""
        if state.score[seat] or not state.rules.opening
        else t("{opening} to begin with", opening=state.rules.opening)
    )


def where(match: Match, place: str) -> str:
    """Nothing of its own: tray and strip are called as in every game."""
    return ""


def lying(match: Match, item: str) -> str:
    """A die: `a 5`."""
    return die(item)
