"""What a turn of Shut the Box comes to, exactly: the points left open, if all play for the fewest on average."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from functools import lru_cache

from engines.pips.dice import Line, throws
from engines.shut_the_box.rules import BoxRules, shuts, without

Ends = dict[int, float]
"""The probability of each number of points of a turn."""


def plain(rules: BoxRules) -> BoxRules:
    """The rules without what does not matter within a turn, so that games share what was computed."""
    return replace(rules, rounds=1, shut_wins=True, first=0)


@lru_cache(maxsize=4)
def sums(dice: int) -> tuple[tuple[int, float], ...]:
    """The pips of a throw of so many dice, each with its probability."""
    found: Ends = defaultdict(float)
    for faces, p in throws(dice):
        found[sum(faces)] += p
    return tuple(found.items())


@lru_cache(maxsize=1 << 14)
def expected(rules: BoxRules, open_: Line) -> float:
    """The points to be expected at the end of a turn in which these tiles are open and dice are to be thrown."""
    if not open_:
        return 0.0
    return sum(p * thrown(rules, open_, pips) for pips, p in sums(rules.dice(open_)))


def thrown(rules: BoxRules, open_: Line, pips: int) -> float:
    """The same once so many pips were thrown."""
    best = best_shut(rules, open_, pips)
    return float(sum(open_)) if best is None else expected(rules, without(open_, best))


def best_shut(rules: BoxRules, open_: Line, pips: int) -> Line | None:
    """The tiles to turn over for the fewest points; of alike those with the highest tile; None if there are none."""
    return min(shuts(open_, pips), key=lambda some: expected(rules, without(open_, some)), default=None)


@lru_cache(maxsize=1 << 14)
def _ends(rules: BoxRules, open_: Line) -> tuple[tuple[int, float], ...]:
    if not open_:
        return ((0, 1.0),)
    found: Ends = defaultdict(float)
    for pips, p in sums(rules.dice(open_)):
        for points, share in ends_thrown(rules, open_, pips).items():
            found[points] += p * share
    return tuple(found.items())


def ends(rules: BoxRules, open_: Line) -> Ends:
    """How a turn ends in which these tiles are open and dice are to be thrown."""
    return dict(_ends(plain(rules), open_))


def ends_thrown(rules: BoxRules, open_: Line, pips: int) -> Ends:
    """The same once so many pips were thrown."""
    rules = plain(rules)
    best = best_shut(rules, open_, pips)
    return {sum(open_): 1.0} if best is None else dict(_ends(rules, without(open_, best)))
