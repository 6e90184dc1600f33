"""Dealing and simulating: from a seed, at the odds that the game states."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from math import sqrt
from random import Random

import pytest

from engines.core import BadEvent, Chance, Over, Pool
from engines.dealer import deal, outcomes
from engines.games import GAMES
from engines.simulate import drawn_rules, moves, play, policies_named, simulate

SHARKS = GAMES["shark-attacks"]
FACES = (("a", 3), ("b", 2), ("c", 1))


def often(chance: Chance, times: int, seed: int) -> Counter[tuple[str, ...]]:
    """How often each outcome was dealt, items sorted."""
    random = Random(seed)
    return Counter(tuple(sorted(deal(chance, random).items)) for _ in range(times))


@pytest.mark.parametrize("replace", [True, False])
def test_the_dealer_deals_at_the_odds_that_a_pool_states(replace: bool) -> None:
    chance = Chance("draw", (Pool("x", 2, FACES, replace),))
    dealt = often(chance, 6000, 8)
    told = {tuple(sorted(event.items)): p for event, p in outcomes(chance)}
    assert set(dealt) <= set(told)
    for items, p in told.items():
        assert dealt[items] / 6000 == pytest.approx(p, abs=5 * sqrt(p * (1 - p) / 6000))


def test_cards_are_dealt_without_replacement() -> None:
    chance = Chance("draw", (Pool("x", 6, FACES, replace=False),))
    assert set(often(chance, 50, 1)) == {("a", "a", "a", "b", "b", "c")}


def test_a_pool_of_a_free_number_is_dealt_any_number_between() -> None:
    chance = Chance("draw", (Pool("x", 1, FACES, most=4),))
    assert {len(items) for items in often(chance, 200, 2)} == {1, 2, 3, 4}


def test_pools_are_dealt_one_after_the_other_and_an_empty_one_gives_nothing() -> None:
    chance = Chance("draw", (Pool("x", 2, (("a", 1),)), Pool("y", 0, (("b", 1),)), Pool("z", 1, (("c", 1),))))
    event = deal(chance, Random(1))
    assert (event.kind, event.seat, event.items) == ("draw", None, ("a", "a", "c"))


def test_the_same_seed_deals_the_same() -> None:
    chance = Chance("draw", (Pool("x", 5, FACES),))
    one, two, other = Random(7), Random(7), Random(8)
    dealt = [deal(chance, one) for _ in range(9)]
    assert dealt == [deal(chance, two) for _ in range(9)]
    assert dealt != [deal(chance, other) for _ in range(9)]


def test_a_game_of_a_seed_is_the_same_however_many_are_played() -> None:
    few, many = list(simulate(SHARKS, 3, 2, 5)), list(simulate(SHARKS, 3, 5, 5))
    assert many[:2] == few
    assert [result.game for result in many] == [0, 1, 2, 3, 4]
    assert len({result.scores for result in many}) == 5
    assert list(simulate(SHARKS, 3, 2, 6)) != few


def test_a_result_can_be_played_again_as_a_match() -> None:
    (result,) = simulate(SHARKS, 2, 1, 5, {"target": 30}, ["sensible", "random"])
    match = play(SHARKS, ("Ana", "Ben"), result.seed, {"target": 30}, ["sensible", "random"])
    assert match.state.awaits == Over(result.winners)
    assert (match.state.scores(), len(match.events)) == (result.scores, result.events)


def test_a_game_without_an_end_is_left_unfinished_at_the_limit() -> None:
    (result,) = simulate(GAMES["dice-tray"], 2, 1, 1, max_events=12)
    assert (result.over, result.winners, result.events) == (False, (), 12)
    assert len(play(GAMES["dice-tray"], ("Ana", "Ben"), 1, max_events=12).events) == 12


def test_each_seat_plays_its_own_policy() -> None:
    policies = policies_named(SHARKS, ["random", "points", "sensible"], 3)
    assert policies == tuple(SHARKS.policies[name] for name in ("random", "points", "sensible"))
    assert policies_named(SHARKS, [], 2) == (SHARKS.policies["random"],) * 2
    assert policies_named(SHARKS, ["points"], 2) == (SHARKS.policies["points"],) * 2


def test_the_sensible_policy_beats_the_random_one() -> None:
    results = list(simulate(SHARKS, 2, 200, 1, policies=["sensible", "random"]))
    assert sum(result.winners == (0,) for result in results) > 130


@pytest.mark.parametrize("names", [["clever"], ["random", "clever"], ["random"] * 3])
def test_policies_that_do_not_fit_are_refused(names: list[str]) -> None:
    with pytest.raises(BadEvent, match=r"polic"):
        policies_named(SHARKS, names, 2)


def test_moves_alternate_chance_and_decision_until_the_end() -> None:
    start = SHARKS.start(2, {"target": 20})
    steps = list(moves(start, policies_named(SHARKS, ["random"], 2), Random(3)))
    assert isinstance(steps[-1][1].awaits, Over)
    assert all(not isinstance(state.awaits, Over) for _, state in steps[:-1])
    assert list(islice(moves(steps[-1][1], (), Random(1)), 1)) == []


def test_without_a_number_of_players_all_numbers_play_by_turns_and_by_many_rules() -> None:
    farkle = GAMES["farkle"]
    games = list(simulate(farkle, 0, 14, 5, {"target": 1000}, ["random"]))
    assert [len(game.scores) for game in games] == [*farkle.seats, *farkle.seats]
    assert all(game.over for game in games)
    assert games == list(simulate(farkle, 0, 14, 5, {"target": 1000}, ["random"]))
    drawn = [drawn_rules(farkle, 0, f"5/{number}", {"target": 1000})[1] for number in range(60)]
    assert {rules["target"] for rules in drawn} == {1000}
    assert {rules.get("three_farkles") for rules in drawn} == {None, *farkle.options[7].values}


@pytest.mark.parametrize("game", GAMES)
def test_rules_without_drawn_numbers_are_of_all_players_and_fit(game: str) -> None:
    rules = GAMES[game]
    ranges = {option.name for option in rules.options if isinstance(option.values, range)}
    chosen = [drawn_rules(rules, number, f"7/{number}", {}, numbers=False) for number in range(30)]
    assert {players for players, _ in chosen} == set(rules.seats)
    assert not any(ranges & set(options) for _, options in chosen)
    assert all(rules.start(players, options) for players, options in chosen)
