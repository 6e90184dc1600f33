"""Luck: the points that dice brought above what they bring on average, from the exact odds.

A throw of Shark Attacks! is worth the points that the whole turn then brings on average if it is played for the most
points. Luck is the worth after the throw less the worth before it; so good decisions are no luck. In the dice tray a
die brings 3.5 on average. Over all that may be thrown luck comes to nought, exactly.
"""

from __future__ import annotations

from itertools import pairwise

from engines.core import SEATING, Chance, Match
from engines.dice_tray import DiceTray
from engines.odds import rest
from engines.pips.dice import ITEMS
from engines.shark_attacks import SharkAttacks

MEAN_FACE = 3.5


def luck(match: Match) -> tuple[tuple[float, ...], ...]:
    """For the beginning and after each event: each seat's luck so far, in points. () for games without exact odds."""
    if not isinstance(match.states[0], SharkAttacks | DiceTray):
        return ()
    total = [0.0] * len(match.players)
    series = [tuple(total)]
    for (before, after), event in zip(pairwise(match.states), match.events, strict=True):
        if event.kind in SEATING:
            pass  # chance had no part in it
        elif isinstance(before, SharkAttacks) and isinstance(after, SharkAttacks):
            total[before.seat] += throw_luck(before, after)
        elif isinstance(before, DiceTray):
            total[before.seat] += sum(ITEMS.get(item, MEAN_FACE) - MEAN_FACE for item in event.items)
        series.append(tuple(round(points, 3) for points in total))
    return tuple(series)


def throw_luck(before: SharkAttacks, after: SharkAttacks) -> float:
    """The points that an event brought above the average; nought for decisions, and in the throw for the first turn."""
    if not isinstance(before.awaits, Chance) or before.phase == "first":
        return 0.0
    seat = before.seat
    ended = after.phase == "over" or after.seat != seat
    gained = after.score[seat] - before.score[seat] if ended else _worth(after)
    return gained - _worth(before)


def _worth(state: SharkAttacks) -> float:
    """The points that this turn brings on average."""
    return sum(points * p for (points, _), p in rest(state).items())
