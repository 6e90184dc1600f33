#!/usr/bin/env python3
"""Solves Yacht for one player, exactly: what is still to come from every sheet, if each decision is the best.

    python scripts/measuring/odds/solve_yacht.py classic -o engines/yacht/tables/classic.bin
    python scripts/measuring/odds/solve_yacht.py modern -o engines/yacht/tables/modern.bin

A sheet is known by the categories that are filled, the points of its upper half up to 63, and whether a yacht counted.
The sheets with more categories filled come first; of each sheet the turn is solved from its last throw back. All is
float64. The tables hold the values in 1/TABLE_UNIT of a point, see `engines/yacht/table.py`.
"""

from __future__ import annotations

import argparse
import sys
from functools import lru_cache
from itertools import combinations_with_replacement
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engines.pips.dice import FACES
from engines.yacht import rules as yacht
from engines.yacht.table import packed

Values = NDArray[np.float64]
KEEPS = [line for size in range(6) for line in combinations_with_replacement(FACES, size)]
AT = {line: number for number, line in enumerate(KEEPS)}
FIRST_THROW = AT[(1,) * 5]
THROWS = KEEPS[FIRST_THROW:]
MORE = np.array([[AT[tuple(sorted((*line, face)))] for face in FACES] for line in KEEPS[:FIRST_THROW]])
"""For each set of fewer than five dice, the set with one of each face more."""
ENDS = [0, *(AT[(1,) * size] for size in range(1, 6)), len(KEEPS)]
"""Where the sets of each size begin."""


def _without_one(line: tuple[int, ...]) -> list[int]:
    """The sets with one die fewer, as often as there are faces."""
    fewer = [AT[line[:at] + line[at + 1 :]] for at in range(len(line)) if at == 0 or line[at] != line[at - 1]]
    return (fewer * 5)[:5]


FEWER = [
    (slice(ENDS[size], ENDS[size + 1]), np.array([_without_one(line) for line in KEEPS[ENDS[size] : ENDS[size + 1]]]))
    for size in range(1, 6)
]
"""For each number of dice: where such sets are, and for each the sets with one die fewer."""


def before_throw(values: Values) -> Values:
    """What each set of dice that lie is worth before the others are thrown, (462, states); `values` of five dice."""
    worth = np.concatenate([np.zeros((FIRST_THROW, values.shape[1])), values])
    for size in range(4, -1, -1):
        here = slice(ENDS[size], ENDS[size + 1])
        worth[here] = worth[MORE[here]].mean(1)
    return worth


def best_keep(worth: Values) -> Values:
    """What each throw of five is worth if the best of its dice lie on, (252, states)."""
    best = worth.copy()
    for here, fewer in FEWER:
        best[here] = np.maximum(best[here], best[fewer].max(1))
    return best[FIRST_THROW:]


def shape(rules: yacht.YachtRules) -> tuple[int, int]:
    """How many totals of the upper half matter, and how many states of "a yacht counted"."""
    return yacht.FULL_BONUS + 1 if rules.bonus else 1, 2 if rules.jokers else 1


def solve(rules: yacht.YachtRules, progress: bool = False) -> Values:
    """Points still to come: (2 ** categories, upper totals, whether a yacht counted), see `shape`."""
    names = rules.categories
    values = np.zeros((1 << len(names), *shape(rules)))
    masks = sorted(range((1 << len(names)) - 1), key=lambda mask: -mask.bit_count())
    for done, mask in enumerate(masks):
        last = scored(rules, names, mask, values)
        for _ in range(yacht.THROWS - 1):
            last = best_keep(before_throw(last))
        values[mask] = before_throw(last)[0].reshape(shape(rules))
        if progress and done % 256 == 0:
            print(f"{done} of {len(masks)}", file=sys.stderr)
    return values


def scored(rules: yacht.YachtRules, names: tuple[str, ...], mask: int, values: Values) -> Values:
    """What each throw is worth once it must be scored, (252, states)."""
    best = np.full((len(THROWS), *shape(rules)), -np.inf)
    filled = tuple(0 if mask >> number & 1 else yacht.OPEN for number in range(len(names)))
    jokers = tuple(row for row in YACHTS if yacht.is_joker(rules, filled, THROWS[row]))
    for number, name in enumerate(names):
        if filled[number] == yacht.OPEN:
            np.maximum(best, _taken(rules, name, values[mask | 1 << number], jokers), out=best)
    further = [row for row in YACHTS if yacht.is_further_yacht(rules, filled, THROWS[row])]
    if further:
        best[further, :, 1] += yacht.JOKER_BONUS
    return best.reshape(len(THROWS), -1)


YACHTS = [row for row, line in enumerate(THROWS) if len(set(line)) == 1]


@lru_cache(maxsize=1 << 10)
def gains(sheet: str, name: str, jokers: tuple[int, ...]) -> NDArray[np.int64]:
    """What each throw counts in a category; `jokers` are the throws that are such."""
    counted = [yacht.points(sheet, name, line, row in jokers) for row, line in enumerate(THROWS)]
    return np.array(counted, np.int64)


def _taken(rules: yacht.YachtRules, name: str, then: Values, jokers: tuple[int, ...]) -> Values:
    """What each throw is worth if this category takes it, (252, *shape); `then` is what follows."""
    gained = gains(rules.sheet, name, jokers)[:, None, None]
    follows = then[None]
    if name in yacht.UPPER and rules.bonus:
        before = np.arange(yacht.FULL_BONUS + 1)
        now = before[None] + gained[:, :, 0]
        reached = (now >= yacht.FULL_BONUS) & (before < yacht.FULL_BONUS)
        follows = then[np.minimum(now, yacht.FULL_BONUS)] + rules.bonus * reached[:, :, None]
    if name == "yacht" and rules.jokers:
        follows = np.where(gained > 0, then[:, 1:], then)
    taken: Values = gained + follows
    return np.broadcast_to(taken, (len(THROWS), *then.shape)).copy()


def main() -> None:
    """Reads the command line, solves and writes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sheet", choices=tuple(yacht.SHEETS))
    parser.add_argument("-o", "--output", type=Path, required=True)
    args = parser.parse_args()
    rules = yacht.YachtRules(args.sheet)
    values = solve(rules, progress=True)
    print(f"{args.sheet}: {values[0, 0, 0]:.4f} points on average")
    args.output.parent.mkdir(parents=True, exist_ok=True)
    args.output.write_bytes(packed(rules, values.tolist()))


if __name__ == "__main__":
    main()
