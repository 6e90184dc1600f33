"""How long a seat of Shark Attacks! still needs to the target, if all play for the most points of each turn.

Followed for one seat: the points it needs, the signs on its beach, and the signs on all others' beaches together. Its
own turns are exact (turn_value). Turns of the others move signs only; who of them holds how many is not followed but
taken as evenly spread, and a sign that must come from an opponent comes from any sign alike. With two players nothing
is left out. What remains is that seats are then taken as independent of each other; tests measure the error of both
against play: about 0.01 of the chance to win (docs/odds.md).

The arithmetic: a row over all needs is one long integer, 64 bits for each need, in units of 2**-28. A product of two
such integers convolves the rows in one go, ten times faster than loops would.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from math import comb

from engines.shark_attacks.rules import SIGNS, SWIMMER_DICE, SharkAttacksRules
from engines.shark_attacks.turn_value import ends_throw

Signs = tuple[int, int]
"""Signs on the own beach, and on all others' together."""
ALL_SIGNS: tuple[Signs, ...] = tuple((own, others) for own in range(SIGNS + 1) for others in range(SIGNS + 1 - own))
Move = dict[Signs, float]
"""Where signs may be after something happened, with the probability."""
Rows = dict[Signs, int]
"""By signs: a row over all needs."""
OpenChances = dict[Signs, "tuple[array[float], ...]"]
"""By signs, then by the points needed, then by n: the chance that the target is not reached after n turns."""


@dataclass(frozen=True, slots=True)
class RacePrecision:
    """How exactly the race is followed."""

    probability_bits: int = 28
    """Bits of a probability in a row: a unit is 2**-28."""
    negligible_units: int = 50
    """The race is not followed further once it is still open with less than this (2e-7)."""


PRECISION = RacePrecision()


@dataclass(frozen=True, slots=True)
class Race:
    """The chances of a seat to be still short of the target after n turns of its own."""

    next: OpenChances
    """If it plays next."""
    last: OpenChances
    """If it has just played, and all others come first."""
    moved: tuple[dict[Signs, Move], ...]
    """What n turns of others do to the signs."""
    rounds: int
    """How far n goes."""


@lru_cache(maxsize=1)  # 2 MB each; one match lies on the table
def race(rules: SharkAttacksRules, players: int) -> Race:
    """The race of one seat among so many players."""
    moved = _moved(rules, players)
    gains = {own: _gains(rules, own) for own in range(SIGNS + 1)}
    rounds: list[tuple[Rows, Rows]] = []
    following: Rows = dict.fromkeys(ALL_SIGNS, _row([0] + [1 << PRECISION.probability_bits] * rules.target))
    while max(_values(row, rules.target)[-1] for row in following.values()) > PRECISION.negligible_units or not rounds:
        waiting = {signs: _mix(moved[-1][signs], following, rules.target) for signs in ALL_SIGNS}
        rounds.append((following, waiting))
        following = {signs: _turn(signs, gains[signs[0]], waiting, rules.target) for signs in ALL_SIGNS}
    first, second = zip(*rounds, strict=True)
    return Race(_open(first, rules.target), _open(second, rules.target), moved, len(rounds))


def own_turn(signs: Signs, gained: int) -> Signs:
    """Signs after an own turn that gained so many, from the middle, then from others (SA-10); or gave back."""
    own, others = signs
    if gained <= 0:
        return max(0, own + gained), others
    middle = min(gained, SIGNS - own - others)
    taken = min(gained - middle, others)
    return own + middle + taken, others - taken


def other_turn(signs: Signs, held: int, gained: int) -> Move:
    """Signs after a turn of an opponent who held so many of the others' and gained so many, or gave back."""
    own, others = signs
    if gained <= 0:
        return {(own, others + max(-held, gained)): 1.0}
    middle = min(gained, SIGNS - own - others)
    taken = min(gained - middle, own + others - held)
    split = {mine: comb(own, mine) * comb(others - held, taken - mine) for mine in range(min(own, taken) + 1)}
    ways = sum(split.values())
    return {(own - mine, others + middle + mine): n / ways for mine, n in split.items() if n}


def _gains(rules: SharkAttacksRules, own: int) -> dict[int, int]:
    """By signs gained in a turn that begins with `own` signs: the row of chances of each number of points."""
    rows: dict[int, list[int]] = defaultdict(lambda: [0] * (rules.target + 1))
    for (points, gained), p in ends_throw(rules, (0, 0, SWIMMER_DICE - own)).items():
        if points < rules.target:
            rows[gained][points] += round(p * (1 << PRECISION.probability_bits))
    return {gained: _row(row) for gained, row in rows.items()}


def _moved(rules: SharkAttacksRules, players: int) -> tuple[dict[Signs, Move], ...]:
    """What 0, 1, ... turns of others do to the signs."""
    gained: dict[int, dict[int, float]] = defaultdict(lambda: defaultdict(float))
    for held in range(SIGNS + 1):
        for (_, more), p in ends_throw(rules, (0, 0, SWIMMER_DICE - held)).items():
            gained[held][more] += p
    once = {signs: _after_one_other(signs, players - 1, gained) for signs in ALL_SIGNS}
    moved: list[dict[Signs, Move]] = [{signs: {signs: 1.0} for signs in ALL_SIGNS}]
    for _ in range(players - 1):
        moved.append({signs: _after_another(move, once) for signs, move in moved[-1].items()})
    return tuple(moved)


def _after_one_other(signs: Signs, opponents: int, gained: dict[int, dict[int, float]]) -> Move:
    """The turn of any one of so many opponents; each way to spread their signs over them is as likely as the other."""
    others, move = signs[1], dict[Signs, float]()
    rest = opponents - 2
    ways = {held: comb(others - held + rest, rest) for held in range(others + 1)} if rest >= 0 else {others: 1}
    for held, n in ways.items():
        for more, p in gained[held].items():
            for after, q in other_turn(signs, held, more).items():
                move[after] = move.get(after, 0.0) + p * q * n / sum(ways.values())
    return move


def _after_another(move: Move, once: dict[Signs, Move]) -> Move:
    then: Move = defaultdict(float)
    for signs, p in move.items():
        for after, q in once[signs].items():
            then[after] += p * q
    return dict(then)


# -- rows


def _row(values: list[int]) -> int:
    return int.from_bytes(array("Q", values).tobytes(), "little")


def _values(row: int, target: int) -> array[int]:
    size = 8 * (target + 1)
    return array("Q", (row & ((1 << 8 * size) - 1)).to_bytes(size, "little"))


def _scaled(row: int, target: int) -> int:
    """A row of products, back in units."""
    return _row([value >> PRECISION.probability_bits for value in _values(row, target)])


def _mix(move: Move, rows: Rows, target: int) -> int:
    return _scaled(sum(round(p * (1 << PRECISION.probability_bits)) * rows[signs] for signs, p in move.items()), target)


def _turn(signs: Signs, gains: dict[int, int], rows: Rows, target: int) -> int:
    return _scaled(sum(gain * rows[own_turn(signs, gained)] for gained, gain in gains.items()), target)


def _open(rounds: tuple[Rows, ...], target: int) -> OpenChances:
    """The rows of all rounds, turned: need by need, the chances after 0, 1, 2, ... turns."""
    chances = {signs: [_values(rows[signs], target) for rows in rounds] for signs in ALL_SIGNS}
    unit = float(1 << PRECISION.probability_bits)
    return {
        signs: tuple(array("d", (turn[need] / unit for turn in turns)) for need in range(target + 1))
        for signs, turns in chances.items()
    }
