#!/usr/bin/env python3
"""Checks the chances to win at Shark Attacks! against games that are played: the figures in docs/odds.md.

python scripts/measuring/odds/check_odds.py --games 20000
"""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import replace
from math import sqrt
from random import Random

from engines.odds import chances
from engines.shark_attacks import GAME, SharkAttacks, most_points
from engines.simulate import moves

PLACES = (
    ((0, 0), (0, 0), 0),
    ((40, 60), (3, 0), 0),
    ((70, 60), (0, 4), 1),
    ((0, 0, 0), (0, 0, 0), 0),
    ((30, 0, 50), (1, 0, 2), 1),
    ((0, 0, 0, 0), (0, 0, 0, 0), 0),
    ((50, 60, 70, 80), (0, 1, 2, 3), 2),
    ((20, 90, 30, 40, 85), (1, 1, 2, 0, 2), 4),
    ((0, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 0), 0),
    ((50, 40, 60, 70, 30, 80), (0, 3, 0, 1, 2, 0), 1),
)
"""Scores, signs, the seat whose turn begins."""


def main() -> None:
    """Prints, for each place, the chances computed and played, the largest difference and its standard error."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    print("scores | signs | turn of seat | computed | played | largest difference (its standard error)")
    for score, signs, seat in PLACES:
        start = GAME.start(len(score))
        assert isinstance(start, SharkAttacks)
        start = replace(start, score=score, signs=signs, seat=seat, dice=7 - signs[seat])
        computed, played = chances(start), share(start, given.games, given.seed)
        off, chance = max((abs(a - b), a) for a, b in zip(computed, played, strict=True))
        cells = [
            score,
            signs,
            seat,
            words(computed),
            words(played),
            f"{off:.3f} ({sqrt(chance * (1 - chance) / given.games):.3f})",
        ]
        print(" | ".join(map(str, cells)), flush=True)


def share(start: SharkAttacks, games: int, seed: int) -> list[float]:
    """Each seat's share of the games that are won, played for most points from `start`."""
    won, random = Counter[int](), Random(seed)
    for _ in range(games):
        state = start
        for _, after in moves(start, [most_points] * len(start.score), random):
            assert isinstance(after, SharkAttacks)
            state = after
        won[state.seat] += 1
    return [won[seat] / games for seat in range(len(start.score))]


def words(chances: list[float] | tuple[float, ...]) -> str:
    """Chances to three places."""
    return " ".join(f"{chance:.3f}" for chance in chances)


if __name__ == "__main__":
    main()
