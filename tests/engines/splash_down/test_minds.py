"""What players want to know, and players that play by themselves: reach and the policies."""

from __future__ import annotations

from random import Random

import pytest

from engines.simulate import simulate
from engines.splash_down import GAME, SetReach, SplashDown, Wanted, reach
from engines.splash_down.policies import sensible, worth
from tests.engines.splash_down.table import do, table

# -- reach


def wanted(state: SplashDown, seat: int = 0) -> dict[str, tuple[int, int]]:
    """What each card that the seat waits for would add, and how many nobody has seen."""
    return {want.card: (want.adds, want.left) for want in reach(state)[seat].wanted}


def test_a_lone_tail_waits_for_each_of_its_mates() -> None:
    state = table("", "", areas=("sei-left-3", ""))
    assert reach(state)[0] == SetReach(0, (Wanted("sei-right-5", 35, 1), Wanted("sei-right-0", 30, 1)))
    assert wanted(table("", "", areas=("sei-right-5",))) == {"sei-left-3": (35, 2)}


def test_two_of_a_creature_wait_for_the_third_and_one_or_three_do_not() -> None:
    assert wanted(table("", "", areas=("crab:2 krill seal:3",))) == {"crab": (15, 3)}
    assert wanted(table("", "", areas=("orca:2",))) == {}


def test_a_pair_waits_for_nothing() -> None:
    assert wanted(table("", "", areas=("sei-left-3 sei-right-0",))) == {}


def test_a_better_mate_for_a_spare_tail_counts_only_what_it_adds() -> None:
    state = table("", "", areas=("sei-left-3:2 sei-right-0",))
    assert wanted(state) == {"sei-right-5": (35, 1), "sei-right-0": (30, 0)}


def test_a_bowheads_tail_is_worth_what_the_best_tails_make() -> None:
    state = table("", "", areas=("bowhead-left", "blue-left-5 fin-right-5"))
    assert wanted(state) == {"bowhead-right": (55, 2)}


def test_cards_that_were_seen_are_left_no_more_and_those_in_hands_still_are() -> None:
    state = table("sei-right-0", "", areas=("sei-left-3", ""), discards="sei-right-5")
    assert wanted(state) == {"sei-right-5": (35, 0), "sei-right-0": (30, 1)}


def test_reach_tells_nothing_that_a_spectator_does_not_see() -> None:
    first = table("sei-right-0 krill", "crab", areas=("sei-left-3", "crab:2"))
    other = table("squid orca", "sei-right-0", areas=("sei-left-3", "crab:2"))
    assert reach(first) == reach(other)


# -- the policies


def choice(state: SplashDown, seed: int = 1) -> str:
    """What the sensible player does."""
    return str(sensible(state, Random(seed)))


def choices(state: SplashDown) -> set[str]:
    """What it does over many seeds."""
    return {choice(state, seed) for seed in range(60)}


@pytest.mark.parametrize("play", ["quick", "full"])
def test_the_sensible_player_wins_far_more_games_than_the_random_one(play: str) -> None:
    winners = [result.winners for result in simulate(GAME, 2, 100, 7, {"play": play}, ["sensible", "random"])]
    assert winners.count((0,)) > 2 * winners.count((1,))


@pytest.mark.parametrize("hands", ["open", "hidden"])
@pytest.mark.parametrize("players", [2, 5, 8])
def test_each_policy_ends_its_games_on_full_and_on_blank_tables(players: int, hands: str) -> None:
    for policy in GAME.policies:
        for result in simulate(GAME, players, 5, 3, {"hands": hands}, [policy]):
            assert result.winners


def test_it_scores_the_colours_begun_first_then_the_best_new_one() -> None:
    state = do(table("krill squid crab:2", "", areas=("minke-left-1",)), "draw @0", "card: breach")
    assert choice(state) == "score @0: krill"
    state = do(state, "score @0: krill")
    assert choice(state) == "score @0: crab"
    state = do(state, "score @0: crab", "score @0: crab")
    assert choice(state) == "done @0"


def test_it_plays_on_where_no_action_is_worth_it() -> None:
    assert choices(table("steal scavenge", "krill", discards="crab")) == {"draw @0"}


def test_it_steals_and_scavenges_what_closes_a_pair() -> None:
    areas = ("sei-left-3", "sei-right-5 krill")
    assert choice(table("steal", "", areas=areas)) == "play @0: steal seat-1/score sei-right-5"
    assert choice(table("scavenge", "", areas=areas, discards="crab sei-right-0")) == "play @0: scavenge sei-right-0"


def test_it_nets_what_hurts_the_others_more_than_itself() -> None:
    assert choice(table("net", "", areas=("", "krill:2 squid"))) == "play @0: net krill"
    assert choice(table("net krill:2", "", areas=("", "krill:2 squid"))) == "draw @0"


def test_it_plays_current_and_study_when_it_can() -> None:
    assert choice(table("current", "krill")) == "play @0: current"
    assert choice(table("study", "krill")) == "play @0: study"


def test_it_calls_now_and_then_while_many_whales_are_out() -> None:
    assert choices(table("", "", turn=1, drawn="crab", play="quick")) == {"draw @1", "fluke @1"}
    whales = "sei-left-3:2 sei-right-0 sei-right-5 minke-left-1:2 minke-right-0 minke-right-5 fin-left-4:2 fin-right-0"
    assert choices(table("", "", turn=1, drawn="crab", areas=(whales,))) == {"draw @1"}


def test_it_gives_and_discards_what_it_needs_least() -> None:
    state = do(table("current", "krill:2 waste sei-left-3 sei-right-0"), "play @0: current", "settle @0")
    assert choice(state) == "give @1: waste"
    assert choice(do(table("krill:4 crab:4 seal:2 net", ""), "draw @0")) == "discard @0: net"


def test_it_takes_what_it_wants_most() -> None:
    state = do(table("", "", areas=("", "krill sei-left-3"), turn=1, drawn="crab"), "fluke @1", "expose: crab")
    assert choice(state) == "take @0: sei-left-3"


def test_it_aims_an_action_that_it_must_use_where_it_brings_most() -> None:
    state = do(table("", "", areas=("", "krill:2 squid"), turn=1, drawn="net"), "fluke @1", "expose: net")
    assert choice(state) == "play @0: net krill"


def test_it_wants_a_breach_soon_while_it_holds_much_to_score() -> None:
    rich = do(table("krill:5 study", ""), "play @0: study", "settle @0", "study: crab breach orca")
    poor = do(table("study", ""), "play @0: study", "settle @0", "study: crab breach orca")
    dull = do(table("study", ""), "play @0: study", "settle @0", "study: crab krill orca")
    assert choice(rich).startswith("order @0: breach")
    assert choice(poor).endswith("breach")
    assert choice(dull) == "order @0: crab krill orca"


def test_it_blocks_what_hits_it_and_what_blocks_it() -> None:
    assert choices(do(table("net", "block krill:2"), "play @0: net krill")) == {"settle @0", "play @1: block"}
    assert choices(do(table("net", "block krill:2"), "play @0: net crab")) == {"settle @0"}
    assert choices(do(table("steal", "block", "block"), "play @0: steal seat-2/hand")) == {
        "settle @0",
        "play @2: block",
    }
    assert choices(do(table("current", "block"), "play @0: current")) == {"settle @0", "play @1: block"}
    assert choices(do(table("study", "block"), "play @0: study")) == {"settle @0"}
    state = do(table("net block", "block krill:2"), "play @0: net krill", "play @1: block")
    assert choices(state) == {"settle @0", "play @0: block"}


@pytest.mark.parametrize(
    ("card", "worth_about"),
    [
        ("??", 4),
        ("net", 4),
        ("waste", 0),
        ("krill", 15),
        ("crab", 5),
        ("sei-right-5", 35),
        ("blue-left-5", 12),
        ("fin-right-5", 4),
        ("bowhead-left", 10),
    ],
)
def test_what_a_card_is_worth_to_a_beginner(card: str, worth_about: float) -> None:
    state = table("krill net", "waste", areas=("krill sei-left-3 krill",))
    assert worth(state, 0, card) == worth_about


def test_a_bowheads_tail_is_worth_half_of_what_it_may_take() -> None:
    assert worth(table("", "", areas=("sei-left-3", "fin-right-5")), 0, "bowhead-left") == 17.5
