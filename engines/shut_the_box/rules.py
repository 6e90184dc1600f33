"""The numbers of Shut the Box as data: the options, the kinds of events, and which tiles a throw may turn over."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from engines.core import Option
from engines.pips.dice import Line

SEATS = range(2, 9)
EVENTS = {
    "throw": "the dice were thrown, as they show",
    "shut": "the seat turns these tiles over",
}
OPTIONS = (
    Option("tiles", 9, (9, 10), "tiles, numbered from 1", "SB-1", True),
    Option("one_die", "six", ("six", "high", "never"), "when a single die is thrown", "SB-4", True),
    Option("rounds", 1, range(1, 11), "turns of each player", "SB-6"),
    Option("shut_wins", True, (True, False), "whether who shuts the box has won at once", "SB-6", True),
    Option("first", 0, (0, 1, 2, 3, 4, 5, 6, 7), "the seat that begins", "SB-7"),
)
HIGHEST_ONE_DIE = 6
"""What is left may add up to so much for one die (SB-4)."""
HIGH = 7
"""From this tile on all must be shut for one die, by the option `high` (SB-4)."""


@dataclass(frozen=True, slots=True)
class BoxRules:
    """The options of one game, settled."""

    tiles: int = 9
    one_die: str = "six"
    rounds: int = 1
    shut_wins: bool = True
    first: int = 0

    @property
    def all_tiles(self) -> Line:
        """The tiles of a box that nobody has played in."""
        return tuple(range(1, self.tiles + 1))

    def dice(self, open_: Line) -> int:
        """How many dice are thrown while these tiles are open (SB-2, SB-4)."""
        if self.one_die == "six":
            return 1 if sum(open_) <= HIGHEST_ONE_DIE else 2
        return 1 if self.one_die == "high" and max(open_, default=0) < HIGH else 2


@lru_cache(maxsize=1 << 14)
def shuts(open_: Line, pips: int) -> tuple[Line, ...]:
    """All tiles that may be turned over together for a throw of so many pips, those with the highest tile first."""
    found = (some for number in range(1, len(open_) + 1) for some in combinations(open_, number) if sum(some) == pips)
    return tuple(sorted(found, key=lambda some: some[::-1], reverse=True))


def without(open_: Line, some: Line) -> Line:
    """The tiles that stay open."""
    return tuple(tile for tile in open_ if tile not in some)
