"""What a match comes to, against a count of its own that knows nothing of ours."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from engines.core import Chance, Event, Match
from engines.dealer import outcomes
from engines.fairness import tail as tail_of_six
from engines.games import GAMES
from engines.shark_attacks import SharkAttacks
from engines.simulate import play
from firmware.history.facts import best_turns, dice, facts, first_seat, played_s
from firmware.history.fairness import dice_fairness, tail
from firmware.history.luck import luck, throw_luck

SHARKS = play(GAMES["shark-attacks"], ("Ana", "Ben", "Cleo"), 5, {}, ("sensible",))


def test_over_all_that_may_be_thrown_luck_comes_to_nought() -> None:
    states = [state for state in SHARKS.states if isinstance(state, SharkAttacks) and isinstance(state.awaits, Chance)]
    small = [state for state in states if state.phase in ("enter", "event", "flee") and state.dice + state.red <= 7]
    chosen = Random(1).sample(small, 12)
    assert {state.phase for state in chosen} == {"enter", "event", "flee"}
    for state in chosen:
        assert isinstance(state.awaits, Chance)
        mean = sum(p * throw_luck(state, state.apply(event)) for event, p in outcomes(state.awaits))
        assert mean == pytest.approx(0.0, abs=1e-9)


def test_a_decision_is_no_luck() -> None:
    before = SHARKS.states
    for number, event in enumerate(SHARKS.events):
        if event.kind in ("bank", "again", "take"):
            state, after = before[number], before[number + 1]
            assert isinstance(state, SharkAttacks)
            assert isinstance(after, SharkAttacks)
            assert throw_luck(state, after) == 0.0


def test_the_luck_of_a_tray_is_in_pips_above_three_and_a_half() -> None:
    match = Match.begin(GAMES["dice-tray"], ("Ana", "Ben"))
    match = match.play(Event("throw", None, ("die-6", "die-6")), Event("throw", None, ("die-1", "die-4", "die-3")))
    assert luck(match) == ((0.0, 0.0), (5.0, 0.0), (5.0, -2.5))


def test_games_without_exact_odds_have_no_luck() -> None:
    match = play(GAMES["hai-noon"], ("Ana", "Ben"), 3, {"hands": "open"}, ("sensible",))
    assert facts(1, match, ()).luck is None


def test_the_best_turn_is_the_most_that_a_seat_scored_between_two_turns_of_others() -> None:
    best, start = [0, 0, 0], (0, 0, 0)
    for before, after in pairwise(SHARKS.states):
        if before.acting_seat != after.acting_seat or after is SHARKS.states[-1]:
            gains = [new - old for new, old in zip(after.scores(), start, strict=True)]
            best, start = [max(pair) for pair in zip(best, gains, strict=True)], after.scores()
    assert best_turns(SHARKS) == tuple(best)


def test_each_throw_of_a_tray_is_a_turn_and_hai_noon_has_none() -> None:
    match = Match.begin(GAMES["dice-tray"], ("Ana",))
    match = match.play(Event("throw", None, ("die-6",)), Event("throw", None, ("die-2", "die-5")))
    assert best_turns(match) == (7,)
    ring = play(GAMES["hai-noon"], ("Ana", "Ben"), 3, {"hands": "open"}, ("sensible",))
    assert best_turns(ring) == (None, None)


def test_breaks_and_a_clock_that_goes_back_are_no_time_of_play() -> None:
    times = ("", "2026-11-23T20:00:00+00:00", "2026-11-23T20:01:00+00:00", "2026-11-23T19:00:00+00:00")
    next_day = ("2026-11-23T19:00:30+00:00", "2026-11-24T18:00:00+00:00", "2026-11-24T18:00:10+00:00")
    assert played_s(times + next_day) == 60 + 30 + 10


def test_who_began_is_whom_the_options_name_or_who_had_the_first_turn() -> None:
    assert first_seat(Match.begin(GAMES["shark-attacks"], ("Ana", "Ben"), {"first": 1})) == 1
    thrown = play(GAMES["shark-attacks"], ("Ana", "Ben"), 8, {"first": "throw"}, ("sensible",))
    start = next(state for state in thrown.states if isinstance(state, SharkAttacks) and state.phase == "enter")
    assert first_seat(thrown) == start.seat


def test_every_die_is_counted_with_how_often_its_faces_should_come_up() -> None:
    counted = dice(SHARKS)
    thrown = [item for event in SHARKS.events if event.kind in ("throw", "event") for item in event.items]
    for kind, faces in counted.items():
        own = [item for item in thrown if item.rpartition("-")[0] == kind]
        assert {item: seen for item, (seen, _) in faces.items()} == {item: own.count(item) for item in faces}
        assert sum(due for _, due in faces.values()) == pytest.approx(len(own), abs=0.1)
    assert counted.keys() == {"swimmer", "shark", "event"}


def test_fair_dice_look_fair_and_a_loaded_one_does_not() -> None:
    match = Match.begin(GAMES["dice-tray"], ("Ana",))
    fair = match.play(*[Event("throw", None, tuple(f"die-{n}" for n in range(1, 7)))] * 10)
    loaded = match.play(*[Event("throw", None, ("die-6",))] * 60)
    (said,), (other,) = (dice_fairness([facts(1, one, ())]) for one in (fair, loaded))
    assert (said.dice, said.p) == (60, pytest.approx(1.0))
    assert other.p is not None
    assert other.p < 1e-6
    assert other.words.startswith("looks uneven")
    few = match.play(Event("throw", None, ("die-6",)))
    assert dice_fairness([facts(1, few, ())])[0].p is None


@pytest.mark.parametrize("x", [0.5, 3.0, 11.07])
def test_the_tail_agrees_with_that_of_six_faces_and_with_tables(x: float) -> None:
    assert tail(x, 5) == pytest.approx(tail_of_six(x))
    tables = {1: 3.841, 2: 5.991, 3: 7.815, 4: 9.488, 5: 11.070}
    assert [tail(limit, freedom) for freedom, limit in tables.items()] == [pytest.approx(0.05, abs=1e-4)] * 5
