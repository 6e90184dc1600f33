"""What each choice of a turn of Yacht is worth for one's own sheet: points still to come, if each decision is the best.

The end of the turn comes from the table of solved sheets; the throws before it are counted here, all of them.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations_with_replacement

from engines.once import for_a_match
from engines.pips.dice import FACES, Line
from engines.yacht.rules import (
    DICE,
    FULL_BONUS,
    OPEN,
    YACHT_POINTS,
    Filled,
    YachtRules,
    extra,
    is_joker,
    open_categories,
    points,
    upper_points,
)
from engines.yacht.table import solved

KEEPS: tuple[Line, ...] = tuple(line for size in range(DICE + 1) for line in combinations_with_replacement(FACES, size))
"""All sets of dice that may lie on, the smaller first."""
FIVE = tuple(line for line in KEEPS if len(line) == DICE)
"""All throws."""
ONE_MORE = tuple((line, tuple(tuple(sorted((*line, face))) for face in FACES)) for line in KEEPS if len(line) < DICE)
"""Each set of fewer than five dice with those of one die more."""
ONE_FEWER = tuple((line, tuple({line[:at] + line[at + 1 :] for at in range(len(line))})) for line in KEEPS)
"""Each set of dice with those of one die fewer."""
Worth = dict[Line, float]
"""Set of dice -> points still to come."""


def has_table(rules: YachtRules) -> bool:
    """Whether the game is solved with these options."""
    return rules.sheet == "classic" or (rules.bonus, rules.jokers) == (35, True)


def after_scoring(rules: YachtRules, filled: Filled, category: str, dice: Line) -> float:
    """What these dice bring in a category, with all that is still to come then."""
    number = rules.categories.index(category)
    gained = points(rules.sheet, category, dice, is_joker(rules, filled, dice))
    then = (*filled[:number], gained, *filled[number + 1 :])
    before, now = upper_points(filled), upper_points(then)
    bonus = rules.bonus if before < FULL_BONUS <= now else 0
    return gained + bonus + extra(rules, filled, dice) + to_come(rules, then)


def to_come(rules: YachtRules, filled: Filled) -> float:
    """The points still to come on a sheet before a turn."""
    mask = sum(1 << number for number, held in enumerate(filled) if held != OPEN)
    counted = filled[rules.categories.index("yacht")] == YACHT_POINTS
    return solved(rules.sheet).to_come(mask, upper_points(filled), counted)


@for_a_match(64)
def thrown_worth(rules: YachtRules, filled: Filled, throws: int) -> Worth:
    """What each throw of five dice is worth with so many throws left; with none it must be scored."""
    if not throws:
        return _best_scores(rules, filled)
    best: Worth = {}
    worth = kept_worth(rules, filled, throws - 1)
    for line, fewer in ONE_FEWER:
        best[line] = max([worth[line], *(best[less] for less in fewer)])
    return {line: best[line] for line in FIVE}


def _best_scores(rules: YachtRules, filled: Filled) -> Worth:
    """What each throw of five dice is worth in its best category; what follows is asked once for so many points."""
    known: dict[tuple[str, int, int], float] = {}
    best: Worth = {}
    names = open_categories(rules, filled)
    for line in FIVE:
        joker, more = is_joker(rules, filled, line), extra(rules, filled, line)
        found = []
        for name in names:
            key = (name, points(rules.sheet, name, line, joker), more)
            if key not in known:
                known[key] = after_scoring(rules, filled, name, line)
            found.append(known[key])
        best[line] = max(found)
    return best


@for_a_match(64)
def kept_worth(rules: YachtRules, filled: Filled, throws: int) -> Worth:
    """What each set of dice that lies on is worth before the others are thrown, with so many throws left after that."""
    worth = dict(thrown_worth(rules, filled, throws))
    for line, more in reversed(ONE_MORE):
        worth[line] = sum([worth[then] for then in more]) / len(FACES)
    return worth


@lru_cache(maxsize=256)
def parts(dice: Line) -> tuple[Line, ...]:
    """The sets of some of these dice, none and all among them, each once."""
    found: set[Line] = {()}
    for face in dice:
        found |= {tuple(sorted((*line, face))) for line in found}
    return tuple(sorted(found, key=lambda line: (len(line), line)))
