"""The solved game of one player, against sums that were written apart and against what is published."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from engines.core import Event
from engines.games import GAMES
from engines.simulate import simulate
from engines.yacht import Yacht, worth
from engines.yacht.rules import OPEN, SHEETS, YachtRules, points
from engines.yacht.turn_value import kept_worth, thrown_worth, to_come

YACHT = GAMES["yacht"]
PUBLISHED = 254.5896
"""What the best play of the modern sheet brings on average: Verhoeff and Scheffers, 1999, and others after them."""


def filled(sheet: str, *open_names: str) -> tuple[int, ...]:
    """A sheet on which only these categories are open, the others with noughts."""
    return tuple(OPEN if name in open_names else 0 for name in SHEETS[sheet])


def last_turn(sheet: str, name: str) -> float:
    """What a turn brings whose dice count in one category only: all choices tried by brute force, throw by throw."""
    throws = list(product(range(1, 7), repeat=5))
    worth_of = {line: float(points(sheet, name, line)) for line in {tuple(sorted(throw)) for throw in throws}}
    for _ in range(2):
        worth_of = best_of_all(worth_of)
    return sum(worth_of[tuple(sorted(throw))] for throw in throws) / len(throws)


def best_of_all(worth_of: dict[tuple[int, ...], float]) -> dict[tuple[int, ...], float]:
    """What each throw is worth if any of its dice may lie on, the others thrown once more."""
    known: dict[tuple[int, ...], float] = {}

    def kept(line: tuple[int, ...], lie: tuple[int, ...]) -> float:
        stay = tuple(face for face, stays in zip(line, lie, strict=True) if stays)
        if stay not in known:
            more = [worth_of[tuple(sorted(stay + rest))] for rest in product(range(1, 7), repeat=5 - len(stay))]
            known[stay] = sum(more) / len(more)
        return known[stay]

    return {line: max(kept(line, lie) for lie in product((0, 1), repeat=5)) for line in worth_of}


@pytest.mark.parametrize(
    ("sheet", "name"), [("classic", "yacht"), ("classic", "choice"), ("modern", "three-of-a-kind")]
)
def test_the_last_turn_is_worth_what_brute_force_says(sheet: str, name: str) -> None:
    assert to_come(YachtRules(sheet), filled(sheet, name)) == pytest.approx(last_turn(sheet, name), abs=0.01)


def test_a_yacht_in_three_throws_is_as_likely_as_is_published() -> None:
    assert to_come(YachtRules(), filled("classic", "yacht")) / 50 == pytest.approx(0.0460, abs=0.0001)


def test_the_best_play_of_the_modern_sheet_brings_what_is_published() -> None:
    assert to_come(YachtRules("modern"), (OPEN,) * 13) == pytest.approx(PUBLISHED, abs=0.005)


def test_a_sheet_is_worth_what_its_turn_and_the_sheets_after_it_are_worth() -> None:
    """The table fits together: the turn solved here from what comes after it gives the table's own value."""
    random = Random(4)
    for sheet in SHEETS:
        rules = YachtRules(sheet)
        for _ in range(2):
            some = tuple(OPEN if random.random() < 0.5 else 0 for _ in SHEETS[sheet])
            if OPEN in some:
                assert kept_worth(rules, some, 2)[()] == pytest.approx(to_come(rules, some), abs=0.02)


def test_play_by_the_table_brings_what_the_table_says() -> None:
    scores = [result.scores[0] for result in simulate(YACHT, 1, 25, 5, policies=["sensible"])]
    assert sum(scores) / len(scores) == pytest.approx(to_come(YachtRules(), (OPEN,) * 12), abs=20)


def test_the_choices_are_told_the_best_first() -> None:
    state = YACHT.start(1).apply(Event("throw", None, tuple(f"die-{face}" for face in (6, 6, 6, 2, 3))))
    assert isinstance(state, Yacht)
    (best, value), *others = worth(state)
    assert best == Event("keep", 0, ("die-6", "die-6", "die-6"))
    assert value >= max(other for _, other in others)
    assert value == pytest.approx(thrown_worth(state.rules, state.sheets[0], 2)[2, 3, 6, 6, 6])


def test_rules_that_are_not_solved_are_played_without_a_table() -> None:
    state = YACHT.start(1, {"sheet": "modern", "joker": False})
    assert isinstance(state, Yacht)
    assert worth(state.apply(Event("throw", None, ("die-1",) * 5))) == ()  # type: ignore[arg-type]
    (result,) = simulate(YACHT, 1, 1, 1, {"sheet": "modern", "joker": False}, ["sensible"])
    assert result.over
