"""SA-8: what a shark eats, line by line, and the one sentence that the lines come from."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement

import pytest

from engines.shark_attacks.rules import EATING, attack, eats
from tests.engines.shark_attacks.table import fleeing, throw

LINES = [
    (3, "3", "12333"),
    (3, "21", "112222"),
    (3, "111", "1111"),
    (3, "22", "222"),
    (3, "2", "2"),
    (3, "11", "11"),
    (3, "1", "1"),
    (2, "2", "1233"),
    (2, "11", "1133"),
    (2, "3", "133"),
    (2, "1", "1"),
    (1, "1", "1233"),
    (1, "2", "2233"),
    (1, "3", "33"),
]
"""Fins, what is eaten, dice that allow that line and none before it."""


@pytest.mark.parametrize(("fins", "eaten", "dice"), LINES, ids=[f"{fins}-fins-eat-{eaten}" for fins, eaten, _ in LINES])
def test_sa_8_a_shark_eats_the_first_line_that_the_dice_allow(fins: int, eaten: str, dice: str) -> None:
    state = fleeing(throw("0" + dice, str(fins)), dice=len(dice) + 1)
    assert state.bites == ((fins, tuple(map(int, eaten))),)
    assert sorted(state.escaped + state.eaten) == sorted(map(int, dice))
    assert (state.why()[0].rule, state.why()[0].house) == ("SA-8", True)


@pytest.mark.parametrize("fins", [1, 2, 3])
def test_sa_8_where_nothing_swims_a_shark_eats_nothing(fins: int) -> None:
    state = fleeing(throw("00", str(fins)), dice=2)
    assert (state.bites, state.eaten, state.red) == (((fins, ()),), (), 1)


def test_sa_8_the_table_has_these_lines_and_no_others() -> None:
    assert EATING["fewest"] == {
        fins: tuple(tuple(map(int, eaten)) for with_fins, eaten, _ in LINES if with_fins == fins) for fins in (3, 2, 1)
    }


def fewest(fins: int, dice: tuple[int, ...]) -> tuple[int, ...]:
    """The sentence: an exact total in the fewest dice; else the smallest total above; else all there is.

    Of equal totals the fewest dice.
    """
    meals = [meal for size in range(1, len(dice) + 1) for meal in combinations(dice, size)]
    exact = [meal for meal in meals if sum(meal) == fins]
    above = [meal for meal in meals if sum(meal) > fins]
    if exact:
        return min(exact, key=len)
    return min(above, key=lambda meal: (sum(meal), len(meal))) if above else dice


@pytest.mark.parametrize("fins", [1, 2, 3])
def test_sa_8_every_line_follows_from_the_one_sentence(fins: int) -> None:
    for number in range(12):
        for dice in combinations_with_replacement((1, 2, 3), number):
            assert sorted(eats(fins, dice)) == sorted(fewest(fins, dice)), dice


def test_sa_8_by_option_sharks_never_eat_more_than_their_fins() -> None:
    options = {"eating": "never-more"}
    for fins in (1, 2, 3):
        for dice in combinations_with_replacement((1, 2, 3), 4):
            meal = eats(fins, dice, "never-more")
            assert sum(meal) <= fins
            assert bool(meal) == (min(dice) <= fins)
            if sum(eats(fins, dice)) <= fins:
                assert meal == eats(fins, dice)
    assert fleeing(throw("03", "2"), dice=2, options=options).eaten == ()
    assert fleeing(throw("03", "2"), dice=2).eaten == (3,)


def test_sa_8_whole_dice_are_eaten_and_the_rest_escapes() -> None:
    for dice in combinations_with_replacement((1, 2, 3), 5):
        for sharks in combinations_with_replacement((0, 1, 2, 3), 3):
            bites, safe = attack(dice, sharks)
            assert sorted([face for _, meal in bites for face in meal] + list(safe)) == list(dice)
            assert [fins for fins, _ in bites] == sorted((fins for fins in sharks if fins), reverse=True)
