"""What a turn of Farkle is worth, exactly: points of bank against throwing on, by dynamic programming.

Where a seat decides only two numbers matter: the points of its turn, and the dice that it would throw. Of all ways to
set so many dice of a throw aside the one with the most points is the best, so a throw is what each number of dice
brings at most; throws that bring the same are one.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache

from engines.farkle.rules import DICE, Counting, FarkleRules, keeps
from engines.pips import race
from engines.pips.dice import Line, throws

STEP = 50
"""All points are multiples of this."""
MOST_OF_A_THROW = 8000
"""No throw counts more, by whichever options."""
Offer = tuple[tuple[int, int], ...]
"""A throw: for each number of dice that may be set aside, (dice to throw then, the most points); () for a farkle."""


@dataclass(frozen=True, slots=True)
class FarkleLimits:
    """How far a turn is followed."""

    most_points: int = 20_000
    """Who has so many in one turn banks. Less than one turn in a million comes so far."""


LIMITS = FarkleLimits()


@dataclass(frozen=True, slots=True)
class Course:
    """By what a turn is played: the counting, the least to bank, and what a farkle takes beside the turn."""

    counting: Counting
    least: int = 0
    penalty: int = 0


@lru_cache(maxsize=64)
def offers(counting: Counting, dice: int) -> tuple[tuple[Offer, float], ...]:
    """Every throw of so many dice, as what it offers, with its probability."""
    found: dict[Offer, float] = defaultdict(float)
    for faces, p in throws(dice):
        found[offer(counting, faces)] += p
    return tuple(found.items())


def offer(counting: Counting, thrown: Line) -> Offer:
    """What a throw offers."""
    best: dict[int, int] = {}
    for line, more in keeps(counting, thrown):
        then = len(thrown) - len(line) or DICE
        best[then] = max(best.get(then, 0), more)
    return tuple(sorted(best.items()))


@lru_cache(maxsize=8)
def worth(course: Course) -> tuple[tuple[float, ...], ...]:
    """Points to be expected of throwing on: by dice to throw (1 to 6; the first row is idle), then by points / STEP.

    Each later decision is the better one. What a farkle takes beside the turn counts as lost.
    """
    most = LIMITS.most_points // STEP
    again = [[0.0] * most for _ in range(DICE + 1)]
    best = [[float(at * STEP) for at in range(most + MOST_OF_A_THROW // STEP + 1)] for _ in range(DICE + 1)]
    for at in range(most - 1, -1, -1):
        held = float(at * STEP)
        for dice in range(1, DICE + 1):
            throwing = 0.0
            for offered, p in offers(course.counting, dice):
                if len(offered) == 1:
                    ((then, more),) = offered
                    throwing += p * best[then][at + more // STEP]
                elif offered:
                    throwing += p * max([best[then][at + more // STEP] for then, more in offered])
                else:
                    throwing -= p * course.penalty
            again[dice][at] = throwing
            best[dice][at] = throwing if held < course.least else max(throwing, held)
    return tuple(map(tuple, again))


def value(course: Course, points: int, dice: int) -> float:
    """What a turn is worth where its seat decides: the better of bank and throwing on."""
    if points >= LIMITS.most_points:
        return float(points)
    again = worth(course)[dice][points // STEP]
    return max(again, float(points)) if points >= course.least else again


def goes_on(course: Course, points: int, dice: int) -> bool:
    """Whether throwing on is worth more points than banking, or banking is not allowed."""
    if points < course.least:
        return True
    return points < LIMITS.most_points and worth(course)[dice][points // STEP] > points


def best_offer(course: Course, points: int, offered: Offer) -> tuple[int, int]:
    """What is best set aside of a throw: (dice to throw then, points)."""
    return max(offered, key=lambda kept: value(course, points + kept[1], kept[0]))


Ways = tuple[tuple[int, int, float], ...]
"""What a throw leads to: (points, dice to throw then, probability); a farkle throws none."""


@lru_cache(maxsize=1 << 12)
def ways(course: Course, points: int, dice: int) -> Ways:
    """What a throw leads to if the best is set aside."""
    found: dict[tuple[int, int], float] = defaultdict(float)
    for offered, p in offers(course.counting, dice):
        then, more = best_offer(course, points, offered) if offered else (0, 0)
        found[points + more, then] += p
    return tuple((held, then, p) for (held, then), p in found.items())


class Flow:
    """Where turns go that are played for the most points: what is banked, and how many points a farkle takes."""

    def __init__(self, course: Course, points: int, dice: int) -> None:
        """The turn has `points` and throws so many dice next."""
        self.banked: dict[int, float] = defaultdict(float)
        self.farkled: dict[int, float] = defaultdict(float)
        arrived: dict[int, dict[int, float]] = defaultdict(lambda: defaultdict(float))
        arrived[points][dice] = 1.0
        while arrived:
            at = min(arrived)
            for number, p in arrived.pop(at).items():
                for held, then, q in ways(course, at, number):
                    if not then:
                        self.farkled[at] += p * q
                    elif goes_on(course, held, then):
                        arrived[held][then] += p * q
                    else:
                        self.banked[held] += p * q


@lru_cache(maxsize=512)
def flow(course: Course, points: int, dice: int) -> Flow:
    """The flow of a turn from there."""
    return Flow(course, points, dice)


def ends(course: Course, score: int, target: int, points: int, dice: int) -> dict[int, float]:
    """The probability of each number of points of a seat after its turn; who can reach the target banks it."""
    going = flow(course, points, dice)
    need = target - score
    over = {score + held: p for held, p in going.banked.items() if held < need}
    over[score] = over.get(score, 0.0) + sum(p for held, p in going.farkled.items() if held < need)
    over[target] = max(0.0, 1.0 - sum(over.values()))
    return over


def courses(rules: FarkleRules) -> tuple[Course, Course]:
    """How a turn is played by who has banked nothing yet, and by all others."""
    return Course(rules.counting, rules.opening), Course(rules.counting)


@lru_cache(maxsize=2)
def short(rules: FarkleRules) -> race.Short:
    """The chances of a seat to be still short of the target after so many turns; by points / STEP."""
    first, later = courses(rules)
    target = -(-rules.target // STEP)

    def turn(at: int) -> dict[int, float]:
        course = first if at == 0 else later
        return {points // STEP: p for points, p in ends(course, at * STEP, target * STEP, 0, DICE).items()}

    return race.short(target, turn)


@lru_cache(maxsize=1 << 13)
def reach(counting: Counting, need: int, dice: int) -> float:
    """The best chance to make `need` points more before a farkle, throwing so many dice next."""
    if need <= 0:
        return 1.0
    return sum(
        p * max(reach(counting, need - more, then) for then, more in offered)
        for offered, p in offers(counting, dice)
        if offered
    )
