"""What each choice is worth in Farkle: points of this turn, exact; and the chance to win, close.

The chance supposes that all play for the most points of each turn, bank what reaches the target, and that who reaches
it first wins. In the last round each seat throws on until it leads. Three farkles in a row are not in the chance.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engines.core import Event
from engines.farkle.rules import DICE, FarkleRules
from engines.farkle.state import Farkle, throws_on
from engines.farkle.turn_value import LIMITS, STEP, best_offer, courses, ends, offer, reach, short, value, worth
from engines.pips import race

SHOWN = 4
"""So many ways to set dice aside are compared: there may be thirty."""


def choices(state: Farkle) -> tuple[tuple[Event, float, float], ...]:
    """Each legal decision with its points and its seat's chance to win; of dice to set aside the best few, in order."""
    found = [(event, _points(state, event)) for event in state.legal()]
    if state.phase == "keep":
        found = sorted(found, key=lambda choice: -choice[1])[:SHOWN]
    return tuple((event, points, chances(state.apply(event))[state.seat]) for event, points in found)


def chances(state: Farkle) -> tuple[float, ...]:
    """Each seat's chance to win from here, at any moment of the game."""
    seats = range(len(state.score))
    if state.phase == "over":
        best = [held == max(state.score) for held in state.score]
        return tuple(leads / sum(best) for leads in best)
    if state.closing is not None:
        return _last_round(state)
    rules = _plain(state.rules)
    target = -(-rules.target // STEP)
    scores = [min(held // STEP, target - 1) for held in (max(0, state.score[seat]) for seat in seats)]
    return race.wins(target, scores, state.seat, _ends(state), short(rules))


def _points(state: Farkle, event: Event) -> float:
    if event.kind == "bank":
        return float(state.points)
    after = state.apply(event)
    if event.kind == "keep":
        return value(state.course, after.points, after.dice)
    return worth(state.course)[after.dice][min(after.points, LIMITS.most_points - STEP) // STEP]


def _ends(state: Farkle) -> Mapping[int, float]:
    """The probability of each number of points / STEP of this seat after its turn."""
    own, points, dice = max(0, state.score[state.seat]), state.points, state.dice
    if state.phase == "keep":
        dice, more = best_offer(state.course, points, offer(state.rules.counting, state.thrown))
        points += more
        state = state.replace(phase="decide", points=points, kept=(1,) * (DICE - dice))
    if state.phase == "decide" and not throws_on(state) and points >= state.least:
        return {(own + points) // STEP: 1.0}
    first, later = courses(state.rules)
    found = ends(later if state.score[state.seat] else first, own, state.rules.target, points, dice)
    return {held // STEP: p for held, p in found.items()}


def _last_round(state: Farkle) -> tuple[float, ...]:
    """Each seat that has its last turn still throws on until it leads, the seat to move first."""
    players = len(state.score)
    order = [(state.seat + step) % players for step in range((state.closing - state.seat) % players)]  # type: ignore[operator]
    return _overtaking(state, list(state.score), order, own=True)


def _overtaking(state: Farkle, scores: list[int], order: list[int], own: bool) -> tuple[float, ...]:
    if not order:
        best = [held == max(scores) for held in scores]
        return tuple(leads / sum(best) for leads in best)
    seat, *rest = order
    need = max(scores) + STEP - scores[seat]
    points, dice = (state.points, state.dice) if own else (0, DICE)
    if own and state.phase == "keep":
        dice, more = best_offer(state.course, points, offer(state.rules.counting, state.thrown))
        points += more
    p = reach(state.rules.counting, need - points, dice)
    led = [*scores[:seat], scores[seat] + max(need, points), *scores[seat + 1 :]]
    won, lost = _overtaking(state, led, rest, False), _overtaking(state, scores, rest, False)
    return tuple(p * a + (1 - p) * b for a, b in zip(won, lost, strict=True))


def _plain(rules: FarkleRules) -> FarkleRules:
    """The rules without what does not matter for the race, so that games share what was computed."""
    return replace(rules, first=0, last_round=False, three_farkles=0)
