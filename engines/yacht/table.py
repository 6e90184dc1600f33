"""The solved game of one player: the points still to come from every sheet, if each decision is the best.

`scripts/measuring/odds/solve_yacht.py` makes the tables. A value is kept in 1/TABLE_UNIT of a point, for the sheets
that can be: the categories filled, the points of the upper half that those can have brought (up to 63, where they bring
a bonus), and whether a yacht counted (where that matters).
"""

from __future__ import annotations

import sys
import zlib
from array import array
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files

from engines.pips.dice import FACES
from engines.yacht.rules import DICE, FULL_BONUS, UPPER, YachtRules

TABLE_UNIT = 128
"""A point is so many units: the tables are exact to 0.004 points."""


@lru_cache(maxsize=64)
def uppers(upper_mask: int, counted: bool) -> tuple[int, ...]:
    """The points, up to 63, that the upper categories of a mask can have brought; only 0 where they bring no bonus."""
    totals = {0}
    for face in FACES if counted else ():
        if upper_mask >> (face - 1) & 1:
            totals = {min(FULL_BONUS, total + face * number) for total in totals for number in range(DICE + 1)}
    return tuple(sorted(totals))


def flags(rules: YachtRules, mask: int) -> int:
    """2 where it matters whether a yacht counted, else 1."""
    return 2 if rules.jokers and mask >> rules.categories.index("yacht") & 1 else 1


def packed(rules: YachtRules, values: Sequence[Sequence[Sequence[float]]]) -> bytes:
    """The values of a solved game by [mask][upper points][whether a yacht counted], as the file of a table."""
    units = array("H")
    for mask, of_mask in enumerate(values):
        for total in uppers(mask & (1 << len(UPPER)) - 1, bool(rules.bonus)):
            units.extend(round(value * TABLE_UNIT) for value in of_mask[total][: flags(rules, mask)])
    if sys.byteorder == "big":
        units.byteswap()
    return zlib.compress(units.tobytes(), 9)


class SolvedSheet:
    """The points still to come, asked by what is filled."""

    def __init__(self, rules: YachtRules, data: bytes) -> None:
        self._rules, self._units = rules, array("H", zlib.decompress(data))
        if sys.byteorder == "big":
            self._units.byteswap()
        self._starts, start = array("I"), 0
        for mask in range(1 << len(rules.categories)):
            self._starts.append(start)
            start += len(self._uppers(mask)) * flags(rules, mask)

    def _uppers(self, mask: int) -> tuple[int, ...]:
        return uppers(mask & (1 << len(UPPER)) - 1, bool(self._rules.bonus))

    def to_come(self, mask: int, upper: int, yacht_counted: bool) -> float:
        """Points still to come; `upper` are the points of the upper half."""
        width = flags(self._rules, mask)
        row = self._uppers(mask).index(min(upper, FULL_BONUS)) if self._rules.bonus else 0
        return self._units[self._starts[mask] + row * width + (yacht_counted and width > 1)] / TABLE_UNIT


@lru_cache(maxsize=2)
def solved(sheet: str) -> SolvedSheet:
    """The solved game of a sheet with its usual options."""
    return SolvedSheet(YachtRules(sheet), files("engines.yacht").joinpath("tables", f"{sheet}.bin").read_bytes())
