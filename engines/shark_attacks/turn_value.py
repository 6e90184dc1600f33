"""What a turn of Shark Attacks! is worth, exactly: points of bank against again, by dynamic programming.

In the water only three numbers matter: the swimmers shown, the dice that show them, and the dice that show waves.
(Which faces the dice show does not: who flees is thrown anew.) Sun and rain lead round in circles, so all waves of one
(swimmers, dice) are solved together, by rounds that each leave at most a third of the error; the rest has no circles.

All probabilities are exact up to rounding: nothing is sampled or left out.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial, prod

from engines.once import for_a_match
from engines.shark_attacks.rules import (
    BLESSING_FACTOR,
    FACES,
    PARTY_FACTOR,
    PARTY_SIGNS,
    SHARK_DICE,
    WEIGHTS,
    Line,
    SharkAttacksRules,
    attack,
)

Spread = dict[tuple[int, int], float]
"""The probability of each (points, signs): of an end of a turn, signs gained or (negative) to be given back."""
Water = tuple[int, int, int]
"""Swimmers shown, dice that show them, dice that show waves: where a seat decides."""


@dataclass(frozen=True, slots=True)
class TurnValuePrecision:
    """How exactly a turn is solved."""

    circle_rounds: int = 35
    """Rounds for the circles of sun and rain: an error below 3**-35, the precision of a float."""


PRECISION = TurnValuePrecision()


@lru_cache(maxsize=32)
def throws(dice: int) -> tuple[tuple[Line, float], ...]:
    """Every throw of so many dice (faces ascending), with its probability."""
    return tuple((faces, _probability(faces)) for faces in combinations_with_replacement(FACES, dice))


def _probability(faces: Line) -> float:
    counts = [faces.count(face) for face in FACES]
    ways = factorial(len(faces)) // prod(map(factorial, counts))
    sides: int = prod(weight**number for weight, number in zip(WEIGHTS, counts, strict=True))
    return ways * sides / float(sum(WEIGHTS)) ** len(faces)


@lru_cache(maxsize=32)
def sums(dice: int) -> tuple[tuple[int, int, float], ...]:
    """What a throw adds to the water: (swimmers, dice that show them, probability), each pair once, none included."""
    together: dict[tuple[int, int], float] = defaultdict(float)
    for faces, probability in throws(dice):
        together[sum(faces), dice - faces.count(0)] += probability
    return tuple((swimmers, showing, p) for (swimmers, showing), p in together.items())


@lru_cache(maxsize=256)
def flight(dice: int, red: int, eating: str) -> Spread:
    """How a flight of `dice` swimmer dice from `red` sharks ends: the chance of each (swimmers escaped, dice eaten)."""
    ends: Spread = defaultdict(float)
    if not dice:
        return {(0, 0): 1.0}
    stay = sum(WEIGHTS[:1]) / sum(WEIGHTS)
    for (waves, more, safe, eaten), p in _bitten(dice, red, eating).items():
        for (escaped, lost), q in flight(waves, more, eating).items():
            ends[safe + escaped, eaten + lost] += p * q
    # A throw of waves only changes nothing: it is as if it had not been made.
    return {end: p / (1 - stay**dice) for end, p in ends.items()}


def _bitten(dice: int, red: int, eating: str) -> dict[tuple[int, int, int, int], float]:
    """One flee throw that is not all waves: probability of (waves left, sharks next, swimmers escaped, dice eaten)."""
    ends: dict[tuple[int, int, int, int], float] = defaultdict(float)
    for faces, p in throws(dice):
        waves = faces.count(0)
        for fins, q in throws(red) if waves < dice else ():
            _, safe = attack(faces[waves:], fins, eating)
            eaten = dice - waves - len(safe)
            ends[waves, min(SHARK_DICE, red + 1) if eaten else red, sum(safe), eaten] += p * q
    return ends


@lru_cache(maxsize=8)
def worth(rules: SharkAttacksRules) -> dict[Water, tuple[float, float]]:
    """Points to be expected from bank and from again, at every water, if each later decision is the better one."""
    values: dict[Water, tuple[float, float]] = {}
    for dice in range(rules.swimmer_dice, -1, -1):
        fled = sum(points * p for (points, _), p in _escape(rules, dice).items())
        for swimmers in range(3 * dice, dice - 1, -1):
            values |= _circle(rules, swimmers, dice, fled, values)
    return values


def _circle(
    rules: SharkAttacksRules, swimmers: int, dice: int, fled: float, known: dict[Water, tuple[float, float]]
) -> dict[Water, tuple[float, float]]:
    """`worth` of all waves beside the same swimmers."""
    most = rules.swimmer_dice - dice
    bank = swimmers if swimmers or rules.bank_zero else float("-inf")
    fresh = [_gain(swimmers, dice, waves, known) for waves in range(most + 1)]
    again = [0.0] * (most + 1)
    for _ in range(PRECISION.circle_rounds):
        thrown = [float(PARTY_FACTOR * swimmers)] + [fresh[w] + max(bank, again[w]) / 2**w for w in range(1, most + 1)]
        again = [(thrown[min(w + 1, most)] + thrown[w - 1] + fled) / 3 for w in range(most + 1)]
    return {(swimmers, dice, w): (bank, again[w]) for w in range(1, most + 1)}


def _gain(swimmers: int, dice: int, waves: int, known: dict[Water, tuple[float, float]]) -> float:
    """Points to be expected from a throw of `waves` dice, over the outcomes that show a swimmer."""
    total = 0.0
    for more, showing, p in sums(waves):
        if showing:
            left, now = waves - showing, swimmers + more
            total += p * (max(known[now, dice + showing, left]) if left else PARTY_FACTOR * now)
    return total


@lru_cache(maxsize=64)
def _escape(rules: SharkAttacksRules, dice: int) -> Spread:
    """How a turn ends that is attacked with so many dice in the water."""
    return ends_flight(rules, dice, 1, 0, False) if dice else {(0, -rules.nobody_signs): 1.0}


@lru_cache(maxsize=8)
def goes_on(rules: SharkAttacksRules) -> frozenset[Water]:
    """The waters where again is worth more points than bank: the points-optimal policy."""
    return frozenset(water for water, (bank, again) in worth(rules).items() if again > bank)


@for_a_match(1 << 10)
def ends_throw(rules: SharkAttacksRules, water: Water) -> Spread:
    """How a turn ends under the points-optimal policy if the waves of this water are about to be thrown."""
    swimmers, dice, waves = water
    flow = _Flow(rules)
    flow.throw(swimmers, dice, waves, 1.0)
    return flow.run()


@for_a_match(1 << 10)
def ends_again(rules: SharkAttacksRules, water: Water) -> Spread:
    """How a turn ends if its seat goes on from this water, and plays the points-optimal policy from then on."""
    swimmers, dice, waves = water
    flow = _Flow(rules)
    flow.attack(dice, 1 / 3)
    for thrown in (min(waves + 1, rules.swimmer_dice - dice), waves - 1):
        flow.throw(swimmers, dice, thrown, 1 / 3)
    return flow.run()


def ends_flight(rules: SharkAttacksRules, dice: int, red: int, escaped: int, eaten: bool) -> Spread:
    """How a turn ends whose swimmers are in flight, after so many escaped; the signs are those still to be gained."""
    over: Spread = defaultdict(float)
    for (safe, lost), p in flight(dice, red, rules.eating).items():
        total = escaped + safe
        over[total if eaten or lost else BLESSING_FACTOR * total, lost] += p
    return dict(over)


class _Flow:
    """Probability on its way through a turn: at the waters where it arrived, until all of it has come to an end."""

    def __init__(self, rules: SharkAttacksRules) -> None:
        self.rules = rules
        self.on = goes_on(rules)
        self.ended: Spread = defaultdict(float)
        self.arrived: dict[tuple[int, int], dict[int, float]] = defaultdict(lambda: defaultdict(float))
        """By (dice that show swimmers, swimmers), then by waves."""

    def run(self) -> Spread:
        """Lets all of it run to the end."""
        for dice in range(self.rules.swimmer_dice + 1):
            for swimmers in range(dice, 3 * dice + 1):
                self._circle(swimmers, dice)
        return dict(self.ended)

    def throw(self, swimmers: int, dice: int, waves: int, p: float) -> None:
        """So many waves are thrown beside what lies in the water."""
        for more, showing, q in sums(waves):
            self.arrived[dice + showing, swimmers + more][waves - showing] += p * q

    def attack(self, dice: int, p: float) -> None:
        """The sharks come, and the turn runs to its end."""
        for end, q in _escape(self.rules, dice).items():
            self.ended[end] += p * q

    def _circle(self, swimmers: int, dice: int) -> None:
        """One (swimmers, dice): sun and rain lead round until each has ended or has thrown more swimmers."""
        on = tuple((swimmers, dice, waves) in self.on for waves in range(self.rules.swimmer_dice - dice + 1))
        arrived = self.arrived.pop((dice, swimmers), {})
        tours = _tours(on)
        thrown = [sum(p * tours[waves][fresh] for waves, p in arrived.items()) for fresh in range(len(on))]
        self.attack(dice, sum(thrown) / 2)
        self.ended[PARTY_FACTOR * swimmers, -(PARTY_SIGNS if dice else self.rules.empty_party_signs)] += thrown[
            0
        ] + arrived.get(0, 0)
        for waves in range(1, len(on)):
            if not on[waves]:
                self.ended[swimmers, -1] += arrived.get(waves, 0) + thrown[waves] / 2**waves
            for more, showing, p in sums(waves):
                if showing:
                    self.arrived[dice + showing, swimmers + more][waves - showing] += thrown[waves] * p


@lru_cache(maxsize=64)
def _tours(on: tuple[bool, ...]) -> tuple[tuple[float, ...], ...]:
    """How often a seat throws so many waves before swimmers show or its turn ends: [waves it decides at][waves thrown].

    `on` says at which waves it goes on. Each event die leads to sun, rain or the attack; a throw of w waves shows
    waves only in one of 2**w cases.
    """
    most = len(on) - 1
    tours = [[0.0] * (most + 1) for _ in on]
    for _ in range(PRECISION.circle_rounds):
        last = tours
        tours = [[0.0] * (most + 1) for _ in on]
        for waves in range(1, most + 1):
            for fresh in (min(waves + 1, most), waves - 1) if on[waves] else ():
                tours[waves][fresh] += 1 / 3
                for then in range(most + 1):
                    tours[waves][then] += last[fresh][then] / 2**fresh / 3 if fresh else 0.0
    return tuple(map(tuple, tours))
