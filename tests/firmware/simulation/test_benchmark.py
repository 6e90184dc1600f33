"""The rows of `lifeguard bench`: what is compared with a budget, and with the reference load."""

from __future__ import annotations

import pytest

from firmware.simulation.answer_times import answer_times, quantile
from firmware.simulation.benchmark import Measure, _per_reference
from firmware.simulation.press_times import PressRounds, press_times


def test_the_budget_of_a_time_is_one_of_cpu_time_where_that_is_known() -> None:
    assert Measure("answer", "ms", found=400.0, budget=100.0, cpu=50.0).ratio == 0.5
    assert Measure("start", "s", found=1.0, budget=2.0).ratio == 0.5


@pytest.mark.parametrize(("unit", "times"), [("ms", 0.5), ("s", 500.0), ("1/s", 0.2), ("MB", None), ("", None)])
def test_times_and_rates_are_told_as_a_multiple_of_the_reference_load(unit: str, times: float | None) -> None:
    assert _per_reference(Measure("row", unit, found=10.0, budget=None), 20.0) == times


def test_the_largest_of_some_times_is_their_quantile_of_one() -> None:
    times = [float(number) for number in range(1, 101)]
    assert [quantile(times, share) for share in (0.5, 0.99, 1.0)] == [50.0, 99.0, 100.0]


def test_each_observation_of_a_film_is_timed_and_so_is_a_press_while_the_longest_thought_lasts() -> None:
    answers = answer_times("hai-noon", players=2)
    assert len(answers) > 10
    assert all(answer.time.wall_ms > 0 and answer.time.cpu_ms >= 0 for answer in answers)
    waited = press_times(answers, PressRounds(looks=2, presses=1))
    assert len(waited) == 2
    assert all(ms > 0 for ms in waited)
