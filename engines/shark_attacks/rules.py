"""The numbers of Shark Attacks! as data: dice, table of eating, and the options with their house rulings.

Nothing in here knows a game state; the state and the odds of a turn stand on it.
"""

from __future__ import annotations

from dataclasses import dataclass

from engines.core import ComingAndGoing, Option
from engines.once import for_a_match

SEATS = range(2, 7)
SWIMMER_DICE = 7
"""Swimmer dice of a turn that begins without signs (SA-2)."""
SIGNS = 6
"""Signs there are in all (SA-1)."""
SHARK_DICE = 4
"""Shark dice there are in all (SA-1)."""
PARTY_FACTOR = 2
"""What swimmers count at a beach party (SA-4)."""
PARTY_SIGNS = 2
"""Signs that may go back after a beach party (SA-4); a bank gives one back (SA-3)."""
BLESSING_FACTOR = 3
"""What escaped swimmers count if no die was eaten (SA-11)."""

YET_TO_THROW = -1
"""Instead of fins, for a seat that has yet to throw for the first turn (SA-14)."""
OUT_OF_THROW = -2
"""Instead of fins, for a seat that is out of the throw for the first turn (SA-14)."""

PEOPLE = ComingAndGoing(frozenset({"join", "leave", "turns"}), "SA-15")
"""Who comes or goes does so between two turns (SA-15, house)."""
JOINS_WITH = 0
"""Points of who joins later (SA-15, house)."""

FACES = (0, 1, 2, 3)
WEIGHTS = (3, 1, 1, 1)
"""Sides that show a wave (0), one, two, three swimmers or fins: the same on blue and red dice (SA-1)."""
EVENT_FACES = ("sun", "rain", "attack")
"""Faces of the event die, two sides each (SA-1)."""

Line = tuple[int, ...]
EATING: dict[str, dict[int, tuple[Line, ...]]] = {
    "fewest": {
        3: ((3,), (2, 1), (1, 1, 1), (2, 2), (2,), (1, 1), (1,)),
        2: ((2,), (1, 1), (3,), (1,)),
        1: ((1,), (2,), (3,)),
    },
    "never-more": {
        3: ((3,), (2, 1), (1, 1, 1), (2,), (1, 1), (1,)),
        2: ((2,), (1, 1), (1,)),
        1: ((1,),),
    },
}
"""What a shark of so many fins eats: the first line that the dice allow (SA-8, house). By the option `eating`."""


@dataclass(frozen=True, slots=True)
class SharkAttacksRules:
    """The options of one game, settled."""

    target: int = 100
    first: int | str = 0
    tie: str = "again"
    bank_zero: bool = True
    swimmer_dice: int = 11
    empty_party_signs: int = 2
    nobody_signs: int = 0
    eating: str = "fewest"


OPTIONS = (
    Option("target", 100, range(10, 1001), "points that end the game", "SA-13"),
    Option("first", 0, (0, 1, 2, 3, 4, 5, "throw"), "the seat that begins, or throw: most fins on four dice", "SA-14"),
    Option("tie", "again", ("again", "earliest"), "equal fins: throw again, or the earlier seat begins", "SA-14", True),
    Option("bank_zero", True, (True, False), "whether a throw without swimmers may be banked", "SA-3", True),
    Option("swimmer_dice", 11, range(7, 17), "blue dice in all; with all of them out sun brings none", "SA-5", True),
    Option("empty_party_signs", 2, (0, 1, 2), "signs that go back if rain takes the only die", "SA-5", True),
    Option("nobody_signs", 0, (0, 1, 2), "signs that go back if sharks come and nobody swims", "SA-6", True),
    Option("eating", "fewest", tuple(EATING), "the table of what sharks eat", "SA-8", True),
)


DICE_WANTED = {
    name: {
        fins: [(line, [(face, line.count(face)) for face in set(line)]) for line in lines] for fins, lines in of.items()
    }
    for name, of in EATING.items()
}
"""EATING with, for each line, how many dice of each face it takes."""


def eats(fins: int, dice: Line, table: str = "fewest") -> Line:
    """The dice that a shark of `fins` fins eats out of `dice` (faces 1..3): () if no line of the table fits (SA-8)."""
    for line, wanted in DICE_WANTED[table][fins]:
        if all(dice.count(face) >= number for face, number in wanted):
            return line
    return ()


@for_a_match(1 << 14)
def attack(dice: Line, fins: Line, table: str = "fewest") -> tuple[tuple[tuple[int, Line], ...], Line]:
    """One flee throw: who bites what, most fins first, each from what is left; and the dice left over (SA-7).

    `dice` are the faces of the blue dice that show swimmers, `fins` those of all red dice (0 is a wave). Gives the
    bites as (fins, dice eaten), those that eat nothing included, and the faces that escape, ascending.
    """
    bites = []
    left = sorted(dice)
    for shark in sorted((f for f in fins if f), reverse=True):
        line = eats(shark, tuple(left), table)
        for face in line:
            left.remove(face)
        bites.append((shark, line))
    return tuple(bites), tuple(left)
