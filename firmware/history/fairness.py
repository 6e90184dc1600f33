"""Are the dice of many matches fair? Pearson's chi-square test on how often each face came up, for any die."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import erfc, exp, pi, sqrt

from engines.core import said
from engines.fairness import LIMITS
from firmware.history.facts import MatchFacts

LEAST_EXPECTED = 5.0
"""No face may be expected less often than this, else nothing is said: the usual condition of the test."""


RAREST = 1e-6
"""What is rarer than this is told without a figure."""


@dataclass(frozen=True, slots=True)
class DiceFairness:
    """All dice of one kind: (item, how often it came up, how often it should), face by face.

    `p` is the chance that fair dice are at least this uneven; None while there are too few to tell.
    """

    game: str
    kind: str
    dice: int
    faces: tuple[tuple[str, int, float], ...]
    p: float | None
    words: str


def dice_fairness(matches: Iterable[MatchFacts]) -> tuple[DiceFairness, ...]:
    """Each kind of dice of each game, over all these matches."""
    sums: dict[tuple[str, str], dict[str, tuple[int, float]]] = {}
    for match in matches:
        for kind, faces in match.dice.items():
            known = sums.setdefault((match.game, kind), {})
            for item, (seen, due) in faces.items():
                so_far, expected = known.get(item, (0, 0.0))
                known[item] = so_far + seen, expected + due
    return tuple(_verdict(game, kind, faces) for (game, kind), faces in sorted(sums.items()))


def _verdict(game: str, kind: str, faces: dict[str, tuple[int, float]]) -> DiceFairness:
    rows = tuple((item, seen, due) for item, (seen, due) in faces.items())
    dice = sum(seen for _, seen, _ in rows)
    if min(due for _, _, due in rows) < LEAST_EXPECTED:
        return DiceFairness(game, kind, dice, rows, None, said("too few to tell yet: {dice} thrown", dice=dice))
    p = tail(sum((seen - due) ** 2 / due for _, seen, due in rows), len(rows) - 1)
    words = said("looks uneven: fair dice are hardly ever so")
    if p > RAREST:
        words = said("looks uneven: fair dice are so in one of {count} such samples", count=round(1 / p))
    if p >= LIMITS.p_suspicious:
        words = said("looks fair: fair dice are this uneven in {share}% of such samples", share=round(100 * p))
    return DiceFairness(game, kind, dice, rows, p, words)


def tail(chi_square: float, freedom: int) -> float:
    """P(X >= chi_square) of the chi-square distribution (Abramowitz & Stegun 26.4.4 and 26.4.5)."""
    x, total, term = chi_square, 0.0, 1.0
    if freedom % 2:
        for odd in range(1, freedom, 2):
            term *= x / odd if odd > 1 else 1.0
            total += term
        return erfc(sqrt(x / 2)) + sqrt(2 * x / pi) * exp(-x / 2) * total
    for half in range(freedom // 2):
        term *= x / 2 / half if half else 1.0
        total += term
    return exp(-x / 2) * total
