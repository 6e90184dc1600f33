"""The numbers of Farkle as data: the options, the kinds of events, and what dice of one throw count."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from engines.core import Option
from engines.once import for_a_match
from engines.pips.dice import FACES, Line

SEATS = range(2, 9)
DICE = 6
SINGLES = {1: 100, 5: 50}
"""The faces of which each die counts by itself (FA-3)."""
TRIPLE_ONES, TRIPLE = 1000, 100
"""What three 1s count, and three of another face for each of its pips (FA-3)."""
FIXED = {4: 1000, 5: 2000, 6: 3000}
"""What more of a kind count, whatever their face, by the option `of_a_kind` (FA-4)."""
EVENTS = {
    "throw": "dice were thrown, as they show",
    "keep": "the seat sets these dice aside; all of them count",
    "bank": "the seat scores the points of its turn and ends it",
    "again": "the seat throws on",
}
OPTIONS = (
    Option("target", 10_000, range(1000, 20_001), "points that end the game", "FA-9"),
    Option("opening", 500, (0, 250, 300, 350, 400, 500, 600, 750, 1000), "points of a first bank", "FA-8", True),
    Option("of_a_kind", "fixed", ("fixed", "double", "none"), "four, five and six of a kind", "FA-4", True),
    Option("straight", 1500, (0, 1000, 1200, 1500, 2000, 2500), "what 1 to 6 count in one throw", "FA-5", True),
    Option("three_pairs", 1500, (0, 500, 600, 750, 1000, 1500), "what three pairs of one throw count", "FA-5", True),
    Option("two_triples", 0, (0, 1500, 2000, 2500), "what two triples of one throw count; 0: as triples", "FA-5", True),
    Option("last_round", True, (True, False), "whether all others have one turn more", "FA-9", True),
    Option("three_farkles", 0, (0, 500, 1000), "points lost by three farkles one after the other", "FA-10", True),
    Option("first", 0, (0, 1, 2, 3, 4, 5, 6, 7), "the seat that begins", "FA-11"),
)


@dataclass(frozen=True, slots=True)
class FarkleRules:
    """The options of one game, settled."""

    target: int = 10_000
    opening: int = 500
    of_a_kind: str = "fixed"
    straight: int = 1500
    three_pairs: int = 1500
    two_triples: int = 0
    last_round: bool = True
    three_farkles: int = 0
    first: int = 0

    @property
    def counting(self) -> Counting:
        """The options that say what dice count."""
        return Counting(self.of_a_kind, self.straight, self.three_pairs, self.two_triples)


@dataclass(frozen=True, slots=True)
class Counting:
    """What dice count, by the options."""

    of_a_kind: str = "fixed"
    straight: int = 1500
    three_pairs: int = 1500
    two_triples: int = 0


@for_a_match(1 << 12)
def points(counting: Counting, dice: Line) -> int:
    """What these dice of one throw count if all of them are set aside; 0 if one of them counts nothing (FA-2)."""
    counts = Counter(dice)
    plain = [_of_one_face(counting, face, number) for face, number in counts.items()]
    return max(sum(plain) if all(plain) else 0, _of_all(counting, tuple(sorted(counts.values()))))


def _of_one_face(counting: Counting, face: int, number: int) -> int:
    """What so many dice of one face count: of a kind, singly, or both; 0 if one is left over."""
    ways = [(0, 0), *((kind, _of_a_kind(counting, face, kind)) for kind in range(3, number + 1))]
    single = SINGLES.get(face, 0)
    fitting = (together + single * (number - kind) for kind, together in ways if kind == number or single)
    return max(fitting, default=0)


@lru_cache(maxsize=256)
def _of_a_kind(counting: Counting, face: int, number: int) -> int:
    triple = TRIPLE_ONES if face == 1 else TRIPLE * face
    if number == 3 or counting.of_a_kind == "none":
        return triple * (number // 3) if number % 3 == 0 else 0
    return FIXED[number] if counting.of_a_kind == "fixed" else int(triple * 2 ** (number - 3))


def _of_all(counting: Counting, counts: Line) -> int:
    """What six dice count together, by how many of each face there are; four and two are three pairs, too."""
    pairs = counts in ((2, 2, 2), (2, 4))
    return {
        (1,) * DICE: counting.straight,
        (3, 3): counting.two_triples,
    }.get(counts, counting.three_pairs if pairs else 0)


@for_a_match(1 << 12)
def keeps(counting: Counting, thrown: Line) -> tuple[tuple[Line, int], ...]:
    """All dice of a throw that may be set aside, with what they count: the most points first, of alike the fewest."""
    counts = Counter(thrown)
    counting_numbers = (
        [0, *(number for number in range(1, counts[face] + 1) if _of_one_face(counting, face, number))]
        for face in FACES
    )
    lines = {tuple(sorted(thrown))} | {  # all together may count more than each face
        tuple(face for face, number in zip(FACES, numbers, strict=True) for _ in range(number))
        for numbers in product(*counting_numbers)
    }
    found = [(line, points(counting, line)) for line in lines if line]
    return tuple(sorted((kept for kept in found if kept[1]), key=lambda kept: (-kept[1], len(kept[0]), kept[0])))
