"""The numbers of Pig as data: the options, the kinds of events, and what a throw does to a turn."""

from __future__ import annotations

from dataclasses import dataclass

from engines.core import Option
from engines.pips.dice import Line

SEATS = range(2, 9)
PIG = 1
"""The face that ends a turn with nothing (PG-2)."""
EVENTS = {
    "throw": "the die or the dice were thrown, as they show",
    "bank": "the seat scores the points of its turn and ends it",
    "again": "the seat throws on",
}
OPTIONS = (
    Option("target", 100, range(10, 251), "points that end the game", "PG-4"),
    Option("dice", 1, (1, 2), "dice in each throw", "PG-5"),
    Option("double_one", "all", ("all", "turn"), "what two 1s take: all points, or those of the turn", "PG-5", True),
    Option("first", 0, (0, 1, 2, 3, 4, 5, 6, 7), "the seat that begins", "PG-6"),
)


@dataclass(frozen=True, slots=True)
class PigRules:
    """The options of one game, settled."""

    target: int = 100
    dice: int = 1
    double_one: str = "all"
    first: int = 0

    def takes_all(self, thrown: Line) -> bool:
        """Whether a throw takes even the points of earlier turns (PG-5)."""
        return thrown == (PIG, PIG) and self.double_one == "all"
