"""Pig by its rulings, and its odds against an independent count."""

from __future__ import annotations

from functools import lru_cache
from random import Random

import pytest

from engines.core import BadEvent, Event, Expected, IllegalEvent, Over
from engines.games import GAMES
from engines.odds import chances, choices
from engines.pig import Pig
from engines.pig.turn_value import ends_throw, worth
from engines.simulate import moves

PIG = GAMES["pig"]


def thrown(*faces: int) -> Event:
    return Event("throw", None, tuple(f"die-{face}" for face in faces))


def bank(seat: int) -> Event:
    return Event("bank", seat)


def again(seat: int) -> Event:
    return Event("again", seat)


def pig(*events: Event, players: int = 2, **options: object) -> Pig:
    """The state after these events."""
    state = PIG.start(players, options)
    for event in events:
        state = state.apply(event)
    assert isinstance(state, Pig)
    return state


def test_pg_1_throws_of_a_turn_are_added_up() -> None:
    state = pig(thrown(4), again(0), thrown(6))
    assert (state.points, state.score, state.phase) == (10, (0, 0), "decide")
    assert [reason.rule for reason in state.why()] == ["PG-1"]


def test_pg_2_a_1_ends_the_turn_with_nothing() -> None:
    state = pig(thrown(4), again(0), thrown(1))
    assert (state.points, state.score, state.seat) == (0, (0, 0), 1)
    assert [(reason.rule, reason.points, reason.seat) for reason in state.why()] == [("PG-2", 0, 0)]


def test_pg_3_a_bank_scores_the_turn_and_passes_it_on() -> None:
    state = pig(thrown(4), again(0), thrown(6), bank(0))
    assert (state.score, state.seat, state.phase) == ((10, 0), 1, "throw")
    with pytest.raises(IllegalEvent) as refused:
        state.apply(again(1))
    assert refused.value.rule == "PG-1"
    with pytest.raises(IllegalEvent, match=r"PG-3"):
        pig(thrown(4)).apply(thrown(4))


def test_pg_4_who_banks_the_target_has_won_at_once_and_nobody_wins_before_banking() -> None:
    state = pig(thrown(6), again(0), thrown(6), target=12)
    assert state.awaits != Over((0,))
    assert state.apply(bank(0)).awaits == Over((0,))
    assert state.apply(bank(0)).why()[-1].rule == "PG-4"


def test_pg_5_with_two_dice_one_1_takes_the_turn_and_two_take_all_points() -> None:
    start = pig(thrown(6, 6), bank(0), thrown(2, 3), bank(1), dice=2)
    assert start.apply(thrown(1, 6)).scores() == (12, 5)
    assert start.apply(thrown(1, 1)).scores() == (0, 5)
    mild = pig(thrown(6, 6), bank(0), thrown(2, 3), bank(1), thrown(1, 1), dice=2, double_one="turn")
    assert mild.scores() == (12, 5)
    with pytest.raises(IllegalEvent, match=r"2 dice are to be thrown, not 1 \(PG-5"):
        start.apply(thrown(6))


def test_pg_6_the_seat_that_was_agreed_on_begins() -> None:
    assert pig(first=1).seat == 1
    with pytest.raises(BadEvent, match="no seat 2 with 2 players"):
        pig(first=2)


def test_banked_dice_lie_on_the_strip_and_thrown_ones_may_be_in_the_hand() -> None:
    assert pig(thrown(4)).expected_pieces() == (Expected("tray", "die", "4", fresh=True, free=True),)
    assert pig(thrown(4), bank(0)).expected_pieces() == (Expected("kept", "die", "4", fresh=True),)
    assert pig(thrown(1)).expected_pieces() == (Expected("tray", "die", "1", fresh=True),)


@lru_cache(maxsize=None)  # noqa: UP033 - a test's own count
def by_hand(score: int, points: int, dice: int) -> float:
    """What throwing on brings, over all 6**n throws one by one: written apart from the engine."""
    sides = range(1, 7)
    total = 0.0
    for faces in [(a,) for a in sides] if dice == 1 else [(a, b) for a in sides for b in sides]:
        if faces == (1, 1):
            total -= score
        elif 1 not in faces:
            then = points + sum(faces)
            total += then if score + then >= 100 else max(then, by_hand(score, then, dice))
    return total / 6**dice


@pytest.mark.parametrize(("dice", "score", "points"), [(1, 0, 0), (1, 0, 19), (1, 85, 3), (2, 40, 10), (2, 0, 25)])
def test_the_points_of_throwing_on_are_those_of_all_throws_counted_one_by_one(
    dice: int, score: int, points: int
) -> None:
    assert worth(pig(dice=dice).rules, score)[points] == pytest.approx(by_hand(score, points, dice))


def test_one_die_is_thrown_up_to_twenty_as_the_books_say() -> None:
    rules = pig().rules
    assert [points for points in range(60) if worth(rules, 0)[points] > points] == list(range(20))


def test_a_turn_ends_in_one_way_or_another() -> None:
    for rules, score in ((pig().rules, 0), (pig().rules, 95), (pig(dice=2).rules, 30)):
        assert sum(ends_throw(rules, score, 0).values()) == pytest.approx(1)


def test_the_chance_to_win_is_what_play_shows() -> None:
    state = pig(thrown(5), again(0), thrown(6), bank(0), players=3, target=40)
    computed, wins, games = chances(state), [0, 0, 0], 2000
    policies = [PIG.policies["sensible"]] * 3
    for number in range(games):
        *_, (_, end) = moves(state, policies, Random(number))
        assert isinstance(end.awaits, Over)
        wins[end.awaits.winners[0]] += 1
    assert sum(computed) == pytest.approx(1)
    assert [won / games for won in wins] == pytest.approx(computed, abs=0.035)


def test_banking_what_wins_is_worth_the_game_and_the_odds_follow_the_legal_decisions() -> None:
    state = pig(thrown(6), again(0), thrown(6), target=12)
    one, two = choices(state)
    assert (one.event, one.points, one.win) == (bank(0), 12.0, 1.0)
    assert two.event == again(0)
    assert 0 < two.win < 1
    assert choices(pig()) == ()
