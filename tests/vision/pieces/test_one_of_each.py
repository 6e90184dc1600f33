"""Names of which there is one each, given to several things at once."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from vision.pieces.one_of_each import P_NONE, one_of_each


def test_what_is_surely_one_of_them_is_none_of_the_others() -> None:
    sure, unsure = one_of_each([{"red": 0.99, "green": 0.005}, {"red": 0.5, "green": 0.45}])
    assert sure["red"] > 0.95
    assert unsure["green"] > 0.85


def test_two_that_are_surely_the_same_are_both_doubted() -> None:
    assert all(each["red"] < 0.6 for each in one_of_each([{"red": 0.99}, {"red": 0.99}]))


def test_something_that_is_probably_none_of_them_takes_no_name_from_another() -> None:
    true, shadow = one_of_each([{"red": 0.98}, {"red": 0.3}])
    assert true["red"] > 0.9
    assert shadow["red"] < 0.05


def test_a_single_thing_keeps_its_chances() -> None:
    assert one_of_each([{"red": 0.6, "green": 0.3}]) == [{"red": 0.6, "green": 0.3}]


@pytest.mark.parametrize("seed", range(5))
def test_the_chances_are_the_sum_over_all_ways_to_give_the_names(seed: int) -> None:
    """Against each way counted by itself."""
    rng = np.random.default_rng(seed)
    names = ("a", "b", "c", "d")
    shares = rng.dirichlet(np.ones(len(names) + 1), 4)
    odds = [dict(zip(names, row[:-1].tolist(), strict=True)) for row in shares]
    chances = [each | {None: max(1 - sum(each.values()), P_NONE)} for each in odds]
    counted = [dict.fromkeys((*names, None), 0.0) for _ in odds]
    for way in product((*names, None), repeat=4):
        given = [name for name in way if name]
        if len(given) == len(set(given)):
            p = float(np.prod([each[name] for each, name in zip(chances, way, strict=True)]))
            for each, name in zip(counted, way, strict=True):
                each[name] += p
    whole = sum(counted[0].values())
    for told, each in zip(one_of_each(odds), counted, strict=True):
        for name in names:
            if odds[0][name] > 1e-2:
                assert told[name] == pytest.approx(each[name] / whole, abs=1e-3)
