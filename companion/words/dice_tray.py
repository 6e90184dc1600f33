"""The dice tray in sentences for people."""

from __future__ import annotations

from engines.core import Event, Match
from engines.dice_tray import DiceTray

NOBODY_WINS = "Nobody wins"


def next_step(match: Match, state: DiceTray) -> str:
    """Who throws next."""
    return f"{match.players[state.seat]} throws"


def happened(match: Match, event: Event, before: DiceTray) -> str:
    """Who threw."""
    return f"{match.players[before.seat]} throws"


def offered(match: Match, event: Event, state: DiceTray) -> str:
    """A decision by its kind; the dice tray knows none."""
    return event.kind


def pieces(state: DiceTray) -> dict[str, str]:
    """None: the page draws the dice."""
    return {}


def detail(state: DiceTray, seat: int) -> str:
    """Nothing: the scores say all."""
    return ""
