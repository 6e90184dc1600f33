"""What bank and throwing on are worth in Pig: points of this turn, and the chance to win.

Both are exact if all play for the most points of each turn from then on: no turn changes what another seat has.
"""

from __future__ import annotations

from dataclasses import replace

from engines.core import Event
from engines.pig.rules import PigRules
from engines.pig.state import Pig
from engines.pig.turn_value import Ends, ends_throw, goes_on, short, worth
from engines.pips import race


def choices(state: Pig) -> tuple[tuple[Event, float, float], ...]:
    """Each legal decision with its points and its seat's chance to win."""
    return tuple((event, _points(state, event), chances(state.apply(event))[state.seat]) for event in state.legal())


def chances(state: Pig) -> tuple[float, ...]:
    """Each seat's chance to win from here, at any moment of the game."""
    if state.phase == "over":
        return tuple(float(seat == state.seat) for seat in range(len(state.score)))
    rules = _plain(state.rules)
    return race.wins(rules.target, state.score, state.seat, _ends(state), short(rules))


def _points(state: Pig, event: Event) -> float:
    if event.kind == "bank":
        return float(state.points)
    own = state.score[state.seat]
    return worth(_plain(state.rules), own)[state.points] if own + state.points < state.rules.target else _mean(state)


def _mean(state: Pig) -> float:
    """The points that this turn brings on average if its seat throws on though it has the target."""
    own = state.score[state.seat]
    return sum((points - own) * p for points, p in ends_throw(_plain(state.rules), own, state.points).items())


def _ends(state: Pig) -> Ends:
    own = state.score[state.seat]
    if state.phase == "decide" and not goes_on(_plain(state.rules), own, state.points):
        return {own + state.points: 1.0}
    return ends_throw(_plain(state.rules), own, state.points)


def _plain(rules: PigRules) -> PigRules:
    """The rules without what does not matter once a game has begun, so that games share what was computed."""
    return replace(rules, first=0)
