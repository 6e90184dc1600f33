"""What a turn of Pig is worth, exactly: points of bank against throwing on, and how turns and games then end."""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache

from engines.pig.rules import PIG, PigRules
from engines.pips import race
from engines.pips.dice import throws

Ends = dict[int, float]
"""The probability of each number of points of a seat after its turn."""


@lru_cache(maxsize=4)
def gains(dice: int) -> tuple[tuple[int, float], ...]:
    """What a throw without a 1 adds to a turn: (pips, probability), each sum once."""
    sums: Ends = defaultdict(float)
    for faces, p in throws(dice):
        if PIG not in faces:
            sums[sum(faces)] += p
    return tuple(sums.items())


def p_all_lost(rules: PigRules) -> float:
    """The probability that a throw takes all points."""
    return sum(p for faces, p in throws(rules.dice) if rules.takes_all(faces))


@lru_cache(maxsize=1 << 11)
def worth(rules: PigRules, score: int) -> tuple[float, ...]:
    """Points to be expected of throwing on, by the points of the turn, if each later decision is the better one.

    Who reaches the target banks. Losing all points counts as much as they are.
    """
    need = rules.target - score
    lost = p_all_lost(rules) * score
    again = [0.0] * need
    for points in range(need - 1, -1, -1):
        later = ((points + more, p) for more, p in gains(rules.dice))
        again[points] = sum(p * (then if then >= need else max(then, again[then])) for then, p in later) - lost
    return tuple(again)


def goes_on(rules: PigRules, score: int, points: int) -> bool:
    """Whether throwing on is worth more points than banking; what reaches the target is banked."""
    return score + points < rules.target and worth(rules, score)[points] > points


@lru_cache(maxsize=1 << 11)
def ends_throw(rules: PigRules, score: int, points: int) -> Ends:
    """How a turn ends if its seat throws now, and plays for the most points from then on."""
    thrown = {points: 1.0}
    over: Ends = defaultdict(float)
    all_lost, safe = p_all_lost(rules), sum(p for _, p in gains(rules.dice))
    while thrown:
        now = min(thrown)
        chance = thrown.pop(now)
        over[score] += chance * (1 - safe - all_lost)
        over[0] += chance * all_lost
        for more, p in gains(rules.dice):
            if goes_on(rules, score, now + more):
                thrown[now + more] = thrown.get(now + more, 0.0) + chance * p
            else:
                over[score + now + more] += chance * p
    return dict(over)


@lru_cache(maxsize=2)
def short(rules: PigRules) -> race.Short:
    """The chances of a seat to be still short of the target after so many turns of its own."""
    return race.short(rules.target, lambda score: ends_throw(rules, score, 0))
