"""The odds of Shark Attacks!: exact where they say so, and checked against games that are really played."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import replace
from itertools import islice, pairwise
from math import sqrt
from random import Random

import pytest

from engines.core import Event, Over
from engines.dealer import deal, outcomes
from engines.odds import chances, choices, rest
from engines.shark_attacks import GAME, SharkAttacks, most_points, rules, turn_value
from engines.shark_attacks.race import ALL_SIGNS, other_turn, own_turn, race
from engines.shark_attacks.rules import SIGNS, SharkAttacksRules
from engines.shark_attacks.turn_value import ends_again, ends_flight, ends_throw, flight, goes_on, sums, throws, worth
from engines.simulate import moves
from tests.engines.shark_attacks.table import AGAIN, ATTACK, BANK, RAIN, SUN, fleeing, table, throw

RULES = SharkAttacksRules()


def mean(spread: dict[tuple[int, int], float]) -> float:
    """Points on average."""
    return sum(points * p for (points, _), p in spread.items())


# throws and flights


@pytest.mark.parametrize("dice", range(12))
def test_the_throws_of_so_many_dice_are_all_there_is(dice: int) -> None:
    assert sum(p for _, p in throws(dice)) == pytest.approx(1)
    assert sum(p for _, _, p in sums(dice)) == pytest.approx(1)
    assert sum(swimmers * p for swimmers, _, p in sums(dice)) == pytest.approx(dice)


def test_the_throws_are_as_likely_as_the_game_says() -> None:
    awaits = fleeing(dice=3, red=0).awaits
    told = Counter({tuple(sorted(event.items)): p for event, p in outcomes(awaits)})  # type: ignore[arg-type]
    names = {0: "swimmer-wave", 1: "swimmer-1", 2: "swimmer-2", 3: "swimmer-3"}
    for faces, p in throws(3):
        assert told[tuple(sorted(names[face] for face in faces))] == pytest.approx(p)


def test_one_die_in_flight_is_eaten_in_half_the_flights_that_meet_a_fin() -> None:
    """A die that shows swimmers is eaten by any fin: one half. Else it escapes at 1, 2 or 3, and counts three times."""
    assert flight(1, 1, "fewest") == pytest.approx({(0, 1): 1 / 2, (1, 0): 1 / 6, (2, 0): 1 / 6, (3, 0): 1 / 6})
    assert ends_flight(RULES, 1, 1, 0, False) == pytest.approx(
        {(0, 1): 1 / 2, (3, 0): 1 / 6, (6, 0): 1 / 6, (9, 0): 1 / 6}
    )


def test_the_blessing_is_lost_once_a_die_was_eaten() -> None:
    assert ends_flight(RULES, 1, 2, 4, True) == pytest.approx(
        {(4, 1): 3 / 4, (5, 0): 1 / 12, (6, 0): 1 / 12, (7, 0): 1 / 12}
    )


@pytest.mark.parametrize(("dice", "red"), [(3, 1), (5, 2), (4, 4)])
def test_flights_end_as_often_as_the_rules_make_them(dice: int, red: int) -> None:
    random, ends, games = Random(dice), Counter[tuple[int, int]](), 3000
    for _ in range(games):
        state = fleeing(dice=dice, red=red, players=2, options={"target": 300}, eaten=(1,))
        while state.phase == "flee":
            state = state.apply(deal(state.awaits, random))  # type: ignore[arg-type]
        ends[state.score[0], state.signs[0]] += 1
    for end, p in ends_flight(RULES, dice, red, 0, True).items():
        assert ends[end] / games == pytest.approx(p, abs=5 * sqrt(p * (1 - p) / games) + 3 / games)


# turns


def test_an_equation_by_hand_one_wave_beside_ten_dice() -> None:
    """With all dice out sun brings nothing: the last wave is thrown; rain makes a party; sharks make a flight."""
    fled = mean(ends_flight(RULES, 10, 1, 0, False))
    bank, again = worth(RULES)[30, 10, 1]
    party = (2 * 31 + 2 * 32 + 2 * 33) / 6
    assert bank == 30
    assert again == pytest.approx((party + again / 2 + 60 + fled) / 3)


def test_going_on_is_worth_what_its_events_are_worth() -> None:
    for swimmers, dice, waves in [(6, 3, 4), (0, 0, 3), (12, 5, 2), (20, 9, 2)]:
        sun = mean(ends_throw(RULES, (swimmers, dice, min(waves + 1, 11 - dice))))
        rain = mean(ends_throw(RULES, (swimmers, dice, waves - 1)))
        flee = mean(ends_flight(RULES, dice, 1, 0, False)) if dice else 0
        assert worth(RULES)[swimmers, dice, waves][1] == pytest.approx((sun + rain + flee) / 3)


def test_points_by_value_iteration_equal_points_by_following_all_probability() -> None:
    for water in list(worth(RULES))[::17]:
        spread = ends_again(RULES, water)
        assert sum(spread.values()) == pytest.approx(1)
        assert mean(spread) == pytest.approx(worth(RULES)[water][1])


@pytest.fixture
def dull(monkeypatch: pytest.MonkeyPatch) -> SharkAttacksRules:
    """Rules of another game, where parties and blessings count once only, so that banking is often worth more."""
    monkeypatch.setitem(rules.DICE_WANTED, "dull", rules.DICE_WANTED["fewest"])
    monkeypatch.setattr(turn_value, "PARTY_FACTOR", 1)
    monkeypatch.setattr(turn_value, "BLESSING_FACTOR", 1)
    return SharkAttacksRules(eating="dull", nobody_signs=1)


def test_by_the_rules_going_on_is_always_worth_more_points_than_banking() -> None:
    assert goes_on(RULES) == set(worth(RULES))


def test_where_banking_is_worth_more_the_policy_banks_and_turns_are_followed_all_the_same(
    dull: SharkAttacksRules,
) -> None:
    banked = {water for water, (bank, again) in worth(dull).items() if bank >= again}
    assert goes_on(dull) == set(worth(dull)) - banked
    assert len(banked) > 50
    for water in list(worth(dull))[::7]:
        assert mean(ends_again(dull, water)) == pytest.approx(worth(dull)[water][1])
    state = replace(table(throw("0333333")), rules=dull)
    assert most_points(state, Random(1)) == BANK
    assert rest(state) == {(18, -1): 1.0}


@pytest.mark.parametrize("signs", [0, 3, 6])
def test_turns_played_for_most_points_end_as_often_as_computed(signs: int) -> None:
    random, games = Random(signs), 3000
    ends = Counter[tuple[int, int]]()
    start = table(players=2, signs=(signs, 0), options={"target": 500})
    for _ in range(games):
        state = next(after for _, after in moves(start, [most_points] * 2, random) if after.seat == 1)  # type: ignore[attr-defined]
        assert isinstance(state, SharkAttacks)
        ends[state.score[0], state.signs[0]] += 1
    expected: Counter[tuple[int, int]] = Counter()
    for (points, gained), p in ends_throw(RULES, (0, 0, 7 - signs)).items():
        expected[points, own_turn((signs, 0), gained)[0]] += p  # type: ignore[assignment]
    assert sum(points * n for (points, _), n in ends.items()) / games == pytest.approx(mean(expected), abs=1)  # type: ignore[arg-type]
    for end, p in expected.items():
        assert ends[end] / games == pytest.approx(p, abs=5 * sqrt(p * (1 - p) / games) + 3 / games)


# signs


def test_signs_come_from_the_middle_then_from_the_others_and_no_more_than_six() -> None:
    assert own_turn((1, 2), 2) == (3, 2)
    assert own_turn((1, 4), 3) == (4, 2)
    assert own_turn((4, 2), 5) == (6, 0)
    assert own_turn((1, 5), -2) == (0, 5)


def test_every_sign_of_an_opponent_is_as_likely_to_be_taken() -> None:
    assert other_turn((1, 3), 0, -1) == {(1, 3): 1.0}
    assert other_turn((1, 3), 2, -1) == {(1, 2): 1.0}
    assert other_turn((1, 3), 3, 2) == {(1, 5): 1.0}
    assert other_turn((2, 4), 1, 1) == {(2, 4): 3 / 5, (1, 5): 2 / 5}
    assert other_turn((3, 3), 3, 9) == {(0, 6): 1.0}


@pytest.mark.parametrize("players", range(2, 7))
def test_the_race_loses_no_probability(players: int) -> None:
    known = race(RULES, players)
    for move in known.moved:
        for ends in move.values():
            assert sum(ends.values()) == pytest.approx(1)
            assert all(own + others <= SIGNS for own, others in ends)
    for signs in ALL_SIGNS:
        for need in (1, 50, 100):
            line = known.next[signs][need]
            assert line[0] == 1
            assert all(later <= sooner + 1e-7 for sooner, later in pairwise(line))
            assert line[-1] < 1e-5
        assert max(known.next[signs][0]) == 0


# the table


def test_points_of_bank_are_the_swimmers_and_of_again_the_exact_value() -> None:
    bank, again = choices(table(throw("0000123")))
    assert (bank.event, bank.points, again.event) == (BANK, 6, AGAIN)
    assert again.points == pytest.approx(worth(RULES)[6, 3, 4][1])


def test_the_signs_expected_after_a_bank_are_one_less() -> None:
    assert choices(table(throw("000123"), signs=(1, 0, 0)))[0].signs == 0
    assert choices(table(throw("00123"), signs=(2, 0, 0)))[0].signs == 1


def test_a_bank_that_reaches_the_target_wins_for_sure() -> None:
    bank, again = choices(table(throw("0000123"), score=(94, 90, 90)))
    assert bank.win == 1
    assert again.win < 0.9


def test_chances_add_up_to_one_at_every_moment_of_a_game() -> None:
    for players in (2, 4, 6):
        start = GAME.start(players, {"first": "throw"})
        for _, state in islice(moves(start, [most_points] * players, Random(players)), 0, 150, 4):
            assert isinstance(state, SharkAttacks)
            assert sum(chances(state)) == pytest.approx(1, abs=2e-5)
            assert all(-1e-9 <= chance <= 1 + 1e-9 for chance in chances(state))


def test_the_chance_of_a_state_is_the_mean_over_what_may_come() -> None:
    """For events that leave the signs alone; where signs move it holds within the error that is told."""
    state = table(throw("0000123"), AGAIN, players=4, score=(20, 50, 40, 30))
    after = [chances(state.apply(event)) for event in (SUN, RAIN, ATTACK)]
    for seat, chance in enumerate(chances(state)):
        assert chance == pytest.approx(sum(row[seat] for row in after) / 3, abs=1e-9)


def test_before_the_first_turn_all_that_may_begin_are_alike() -> None:
    state = table(throw("", "1000"), throw("", "2000"), throw("", "2000"), options={"first": "throw"})
    first, second, third = chances(state)
    assert second == pytest.approx((chances(table())[0] + chances(table())[2]) / 2)
    assert sum((first, second, third)) == pytest.approx(1, abs=1e-5)


def test_who_has_won_has_won() -> None:
    assert chances(table(throw("0000123"), BANK, score=(94, 0, 0))) == (1.0, 0.0, 0.0)
    assert choices(table(throw("0000123"), BANK, score=(94, 0, 0))) == ()


def test_a_sign_is_better_taken_from_a_seat_that_is_far_behind() -> None:
    state = fleeing(throw("01", "1"), dice=2, signs=(0, 3, 3), score=(60, 90, 10))
    from_leader, from_last = choices(state)
    assert from_last.win > from_leader.win
    assert from_last.event == Event("take", 0, ("2",))
    assert from_leader.points == from_last.points
    assert from_leader.signs >= 1


def test_where_nobody_decides_and_in_other_games_there_is_nothing_to_choose() -> None:
    from engines.games import GAMES

    assert choices(table()) == ()
    assert choices(GAMES["dice-tray"].start(2)) == ()


def test_what_was_scored_is_what_rest_expected_in_flight() -> None:
    state = fleeing(throw("0123", "1"), dice=4)
    assert rest(state) == pytest.approx({(5, 1): 3 / 4, (6, 0): 1 / 12, (7, 0): 1 / 12, (8, 0): 1 / 12})


PLAYED = [
    ((70, 60), (0, 4), 1),
    ((50, 30, 50), (1, 0, 2), 1),
    ((50, 60, 70, 80), (0, 1, 2, 3), 2),
    ((50, 40, 60, 70, 30, 80), (0, 3, 0, 1, 2, 0), 1),
]
"""docs/odds.md has more places, with more games each."""


@pytest.mark.parametrize(("score", "signs", "seat"), PLAYED, ids=str)
def test_the_chance_to_win_is_that_of_games_played_for_most_points(
    score: tuple[int, ...], signs: tuple[int, ...], seat: int
) -> None:
    players, games, random = len(score), 800, Random(20)
    start = replace(GAME.start(players), score=score, signs=signs, seat=seat, dice=7 - signs[seat])  # type: ignore[call-arg]
    won = Counter[int]()
    for _ in range(games):
        for _, state in moves(start, [most_points] * players, random):
            over = state.awaits
        assert isinstance(over, Over)
        won[over.winners[0]] += 1
    for who, chance in enumerate(chances(start)):  # type: ignore[arg-type]
        noise = 3 * sqrt(chance * (1 - chance) / games)
        assert won[who] / games == pytest.approx(chance, abs=0.01 + noise)


def test_choices_take_half_a_second_of_work_at_first_and_then_20_ms() -> None:
    """Processor time, which other programs do not lengthen much; the first with room for a slower machine."""
    state = table(throw("0000123"), players=6, options={"target": 99})
    begun = time.process_time()
    choices(state)
    assert time.process_time() - begun < 2
    times = []
    for _, state in islice(moves(GAME.start(6), [most_points] * 6, Random(1)), 100):  # type: ignore[assignment]
        begun = time.process_time()
        choices(state)
        times.append(time.process_time() - begun)
    assert sorted(times)[len(times) // 2] < 0.02
