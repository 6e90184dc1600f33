"""Who reaches a target first, where no seat's turn changes what another seat has.

Then the seats are independent of each other, and the chances are exact for the given way of playing: nothing is
sampled. A race is followed until it is still open with a chance below `RaceLimits.negligible`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import prod

Turn = Callable[[int], Mapping[int, float]]
"""Points before a turn -> the probability of each number of points after it."""
Short = tuple[tuple[float, ...], ...]
"""By n, then by points: the chance to be still short of the target after n turns."""


@dataclass(frozen=True, slots=True)
class IndependentRaceLimits:
    """How far a race is followed."""

    negligible: float = 2e-7
    """Until it is open with a smaller chance than this."""
    most_turns: int = 400
    """And no further than this; what is left is nobody's."""


LIMITS = IndependentRaceLimits()


def short(target: int, turn: Turn) -> Short:
    """The chances to be still short of the target, from any number of points below it."""
    ends = [tuple((points, p) for points, p in turn(start).items() if points < target) for start in range(target)]
    rows: list[tuple[float, ...]] = [(1.0,) * target]
    while max(rows[-1]) > LIMITS.negligible and len(rows) <= LIMITS.most_turns:
        last = rows[-1]
        rows.append(tuple(sum(p * last[points] for points, p in row) for row in ends))
    return tuple(rows)


def wins(target: int, scores: Sequence[int], seat: int, ends: Mapping[int, float], known: Short) -> tuple[float, ...]:
    """Each seat's chance to win, where the turn of `seat` ends with so many points, and the others follow in order."""
    players = len(scores)
    others = [(seat + step) % players for step in range(1, players)]
    below = [(points, p) for points, p in ends.items() if points < target]
    own = [sum(p * row[points] for points, p in below) for row in known]
    chances = [0.0] * players
    chances[seat] = sum(ends.values()) - own[0]
    lines = [*([row[scores[other]] for row in known] for other in others), own]
    for who, share in zip([*others, seat], first_home(lines), strict=True):
        chances[who] += share
    return tuple(chances)


def first_home(lines: Sequence[Sequence[float]]) -> list[float]:
    """Who reaches the target first: lines[k][n] is the chance that the k-th to move is short after n turns.

    All of them start short; the last line may start below 1, and all shares together are then as much.
    """
    shares = [0.0] * len(lines)
    for before, after in pairwise(zip(*lines, strict=True)):
        for mover in range(len(lines)):
            shares[mover] += prod(after[:mover]) * (before[mover] - after[mover]) * prod(before[mover + 1 :])
    return shares
