"""The numbers of Yacht as data: the two sheets with their categories, the options, and what five dice count where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from engines.core import Option, said
from engines.once import for_a_match
from engines.pips.dice import FACES, Line

SEATS = range(1, 9)
DICE = 5
THROWS = 3
"""Throws of a turn (YA-1)."""
UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")
"""The categories of single faces, in the order of the faces."""
FULL_BONUS = 63
"""Points in the upper half that bring the bonus (YA-6)."""
YACHT_POINTS = 50
JOKER_BONUS = 100
"""What each further yacht brings (YA-7)."""
EVENTS = {
    "throw": "dice were thrown, as they show",
    "keep": "the seat lets these dice lie and throws the others",
    "stop": "the seat throws no more, and scores",
    "score": "the seat scores the dice in this category",
}
OPTIONS = (
    Option("sheet", "classic", ("classic", "modern"), "the old sheet of twelve categories, or thirteen", "YA-4"),
    Option("upper_bonus", 35, (35, 0, 50), "points for 63 in the upper half of the modern sheet", "YA-6", True),
    Option("joker", True, (True, False), "whether further yachts count more on the modern sheet", "YA-7", True),
    Option("first", 0, (0, 1, 2, 3, 4, 5, 6, 7), "the seat that begins", "YA-8"),
)


@dataclass(frozen=True, slots=True)
class YachtRules:
    """The options of one game, settled."""

    sheet: str = "classic"
    upper_bonus: int = 35
    joker: bool = True
    first: int = 0

    @property
    def categories(self) -> tuple[str, ...]:
        """The categories of the sheet, in its order."""
        return SHEETS[self.sheet]

    @property
    def bonus(self) -> int:
        """Points for a full upper half."""
        return self.upper_bonus if self.sheet == "modern" else 0

    @property
    def jokers(self) -> bool:
        """Whether a further yacht is a joker."""
        return self.joker and self.sheet == "modern"


def _single(face: int) -> Callable[[Line], int]:
    return lambda dice: face * dice.count(face)


def _alike(dice: Line) -> int:
    return max(Counter(dice).values())


def _run(dice: Line) -> int:
    """How many faces in a row are among the dice."""
    longest = row = 0
    for face in FACES:
        row = row + 1 if face in dice else 0
        longest = max(longest, row)
    return longest


def _four_of_a_kind(dice: Line) -> int:
    """The old sheet counts the four dice alone (YA-4)."""
    return sum(4 * face for face, number in Counter(dice).items() if number >= 4)


def _is_full_house(dice: Line) -> bool:
    return sorted(Counter(dice).values()) == [2, 3]


CLASSIC: dict[str, Callable[[Line], int]] = {
    **{name: _single(face) for name, face in zip(UPPER, FACES, strict=True)},
    "full-house": lambda dice: sum(dice) if _is_full_house(dice) else 0,
    "four-of-a-kind": _four_of_a_kind,
    "little-straight": lambda dice: 30 if dice == (1, 2, 3, 4, 5) else 0,
    "big-straight": lambda dice: 30 if dice == (2, 3, 4, 5, 6) else 0,
    "choice": sum,
    "yacht": lambda dice: YACHT_POINTS if _alike(dice) == DICE else 0,
}
MODERN: dict[str, Callable[[Line], int]] = {
    **{name: _single(face) for name, face in zip(UPPER, FACES, strict=True)},
    "three-of-a-kind": lambda dice: sum(dice) if _alike(dice) >= 3 else 0,
    "four-of-a-kind": lambda dice: sum(dice) if _alike(dice) >= 4 else 0,
    "full-house": lambda dice: 25 if _is_full_house(dice) else 0,
    "small-straight": lambda dice: 30 if _run(dice) >= 4 else 0,
    "large-straight": lambda dice: 40 if _run(dice) >= 5 else 0,
    "yacht": lambda dice: YACHT_POINTS if _alike(dice) == DICE else 0,
    "choice": sum,
}
COUNTS = {"classic": CLASSIC, "modern": MODERN}
SHEETS = {sheet: tuple(counts) for sheet, counts in COUNTS.items()}
IN_WORDS = {
    "ones": said("ones"),
    "twos": said("twos"),
    "threes": said("threes"),
    "fours": said("fours"),
    "fives": said("fives"),
    "sixes": said("sixes"),
    "full-house": said("full house"),
    "three-of-a-kind": said("three of a kind"),
    "four-of-a-kind": said("four of a kind"),
    "little-straight": said("little straight"),
    "big-straight": said("big straight"),
    "small-straight": said("small straight"),
    "large-straight": said("large straight"),
    "choice": said("choice"),
    "yacht": said("yacht"),
}
"""The categories, as a sentence calls them."""
AS_JOKER = {"full-house": 25, "small-straight": 30, "large-straight": 40}
"""What a joker counts in these, though its dice are all alike (YA-7)."""

Filled = tuple[int, ...]
"""What a seat has in each category of its sheet; OPEN where nothing yet."""
OPEN = -1


@for_a_match(1 << 13)
def points(sheet: str, category: str, dice: Line, joker: bool = False) -> int:
    """What five dice count in a category; `joker`: they are a further yacht."""
    return AS_JOKER[category] if joker and category in AS_JOKER else COUNTS[sheet][category](dice)


def is_further_yacht(rules: YachtRules, filled: Filled, dice: Line) -> bool:
    """Whether the dice are a yacht and that category is taken already (YA-7)."""
    if not rules.jokers or _alike(dice) < DICE:
        return False
    return filled[rules.categories.index("yacht")] != OPEN


def is_joker(rules: YachtRules, filled: Filled, dice: Line) -> bool:
    """Whether the dice are a further yacht whose own face is taken, too: then they count as a straight as well."""
    return is_further_yacht(rules, filled, dice) and filled[dice[0] - 1] != OPEN


def extra(rules: YachtRules, filled: Filled, dice: Line) -> int:
    """What the dice bring beside their category: a further yacht after one that counted."""
    counted = filled[rules.categories.index("yacht")] == YACHT_POINTS
    return JOKER_BONUS if counted and is_further_yacht(rules, filled, dice) else 0


def open_categories(rules: YachtRules, filled: Filled) -> tuple[str, ...]:
    """The categories that may still take dice."""
    return tuple(name for name, held in zip(rules.categories, filled, strict=True) if held == OPEN)


def upper_points(filled: Filled) -> int:
    """Points of the upper half."""
    return sum(held for held in filled[: len(UPPER)] if held != OPEN)


def total(rules: YachtRules, filled: Filled, extras: int = 0) -> int:
    """All points of a sheet, with its bonus and what further yachts brought."""
    bonus = rules.bonus if upper_points(filled) >= FULL_BONUS else 0
    return sum(held for held in filled if held != OPEN) + bonus + extras
