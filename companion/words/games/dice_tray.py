"""The dice tray in sentences for people."""

from __future__ import annotations

from collections.abc import Mapping

from companion.words.language import t
from companion.words.pieces import die
from engines.core import Event, Match, said
from engines.dice_tray import DiceTray

NOBODY_WINS = said("Nobody wins")
LABELS: Mapping[str, str] = {}


def next_step(match: Match, state: DiceTray) -> str:
    """Who throws next."""
    return t("{name} throws", name=match.players[state.seat])


def happened(match: Match, event: Event, before: DiceTray) -> str:
    """Who threw."""
    return t("{name} throws", name=match.players[before.seat])


def offered(match: Match, event: Event, state: DiceTray) -> str:
    """A decision by its kind; the dice tray knows none."""
    return event.kind


def pieces(state: DiceTray) -> dict[str, str]:
    """None: the page draws the dice."""
    return {}


def detail(state: DiceTray, seat: int) -> str:
    """Nothing: the scores say all."""
    return ""


def where(match: Match, place: str) -> str:
    """Nothing of its own: dice lie in the tray."""
    return ""


def lying(match: Match, item: str) -> str:
    """A die: `a 5`."""
    return die(item)
