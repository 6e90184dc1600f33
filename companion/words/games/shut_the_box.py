"""Shut the Box in sentences for people."""

from __future__ import annotations

from collections.abc import Mapping

from companion.words.language import t
from companion.words.pieces import count, die
from engines.core import Event, Match, said
from engines.shut_the_box import ShutTheBox

NOBODY_WINS = said("Nobody wins")
LABELS: Mapping[str, str] = {}


def tiles(event: Event) -> str:
    """The tiles that an event names: "2+6"."""
    return "+".join(item.removeprefix("tile-") for item in event.items)


def next_step(match: Match, state: ShutTheBox) -> str:
    """What must happen next."""
    name = match.players[state.seat]
    if state.phase == "shut":
        return t("{name} shuts tiles that make {pips}", name=name, pips=sum(state.thrown))
    return t("{name} throws {count}", name=name, count=count(state.rules.dice(state.open), "die"))


def happened(match: Match, event: Event, before: ShutTheBox) -> str:
    """What an event was."""
    name = match.players[before.seat if event.seat is None else event.seat]
    if event.kind == "throw":
        return t("{name} throws", name=name)
    return t("{name} shuts {tiles}", name=name, tiles=tiles(event))


def offered(match: Match, event: Event, state: ShutTheBox) -> str:
    """What a decision would do."""
    return t("Shut {tiles}", tiles=tiles(event))


def pieces(state: ShutTheBox) -> dict[str, str]:
    """None: the page draws dice and tiles."""
    return {}


def detail(state: ShutTheBox, seat: int) -> str:
    """What is open, of whose turn it is."""
    if seat != state.seat or state.phase == "over":
        return ""
    return t("{points} open", points=sum(state.open))


def where(match: Match, place: str) -> str:
    """Nothing of its own: the tray is called as in every game."""
    return ""


def lying(match: Match, item: str) -> str:
    """A die: `a 5`."""
    return die(item)
