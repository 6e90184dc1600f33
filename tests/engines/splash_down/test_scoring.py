"""What scored cards are worth: SD-3, SD-8 to SD-10, SD-13 to SD-15, and every example of the rulebook."""

from __future__ import annotations

import pytest

from engines.core import BadEvent, IllegalEvent, Reason
from engines.splash_down import ScoreSheet, score_table
from engines.splash_down.rules import settled
from engines.splash_down.scoring import LyingCards, score_changes
from tests.engines.splash_down.table import cards

BLUE = "blue-left-5 blue-right-0"
BOWHEAD = "bowhead-left bowhead-right"
HUMPBACK = "humpback-left-2 humpback-right-0"
MINKE = "minke-left-1 minke-right-0"
SEI = "sei-left-3 sei-right-0"


def score(*areas: str, ending: str = "", actions: tuple[int, ...] = (), **options: str) -> ScoreSheet:
    """The scores of these areas."""
    return score_table([cards(area) for area in areas], ending, actions, options)


def points(*areas: str, ending: str = "", actions: tuple[int, ...] = (), **options: str) -> tuple[int, ...]:
    """The points of these areas."""
    return score(*areas, ending=ending, actions=actions, **options).points


# -- the rulebook's examples


def test_example_player_1_wins_with_90_and_player_2_has_60() -> None:
    first = f"{BLUE} seal:2 penguin sei-left-3 seabird:3"
    second = f"{HUMPBACK} {MINKE} krill:2 seal orca"
    tally = score(first, second)
    assert tally.points == (90, 60)
    assert tally.winners == (0,)
    assert [r.points for r in tally.reasons if r.seat == 0] == [50, 5, 25, 10, 0]
    assert [r.points for r in tally.reasons if r.seat == 1] == [20, 10, 10, 15, 5]


def test_example_the_bowhead_takes_30_where_the_best_tails_are_3_and_0() -> None:
    assert points("penguin sei-left-3", f"{BOWHEAD} minke-right-0", "crab:2") == (5, 30, 10)


def test_example_the_bowhead_takes_35_from_a_sei_left_and_a_fin_right_tail() -> None:
    assert points("penguin sei-left-3", BOWHEAD, "crab:2 fin-right-5") == (5, 35, 10)


def test_example_a_third_crab_makes_25() -> None:
    assert points("crab:2", "")[0] == 10
    assert points("crab:3", "")[0] == 25


def test_example_the_sei_whale_scores_30() -> None:
    assert points(SEI, "")[0] == 30


def test_example_seven_animals_in_no_set_make_the_orca_worth_35() -> None:
    assert points("orca", "krill:2 crab:2 seal:2 squid", "penguin:3")[0] == 35


# -- SD-3 and SD-8: pairs and sets


def test_sd_3_a_pair_scores_the_left_digit_as_tens_and_the_right_one_as_units() -> None:
    assert points("fin-left-4 fin-right-5", "minke-left-1 minke-right-5") == (45, 15)


def test_sd_3_a_whale_with_an_assumed_digit_says_so() -> None:
    known, assumed = score(MINKE, "minke-left-1 minke-right-5").reasons[:2]
    assert known == Reason("Minke whale: tails 1 and 0 make 10", "SD-3", seat=0, points=10)
    assert assumed == Reason("Minke whale: tails 1 and 5 make 15", "SD-3", house=True, seat=1, points=15)


def test_sd_8_the_highest_left_tail_goes_with_the_highest_right_one() -> None:
    tally = score("minke-left-1 minke-right-0 minke-right-5", "")
    assert tally.points == (15, 0)
    assert [(r.text, r.points) for r in tally.reasons if r.seat == 0] == [
        ("Minke whale: tails 1 and 5 make 15", 15),
        ("1 Minke tail without a mate", 0),
    ]


def test_sd_8_tails_without_a_mate_score_nothing() -> None:
    assert points("sei-left-3:2 blue-right-0", "fin-right-5") == (0, 0)


def test_sd_8_two_pairs_from_four_tails_both_score() -> None:
    four = "minke-left-1:2 minke-right-0 minke-right-5"
    assert points(four, "") == (25, 0)
    assert [r.house for r in score(four, "").reasons if r.seat == 0] == [True, True]


def test_sd_8_as_an_option_only_the_better_of_two_pairs_scores() -> None:
    tally = score("sei-left-3:2 sei-right-0 sei-right-5", "", pairs="one")
    assert tally.points == (35, 0)
    assert Reason("a second pair of Sei tails scores nothing", "SD-8", True, 0, 0) in tally.reasons


@pytest.mark.parametrize(("count", "worth"), [(1, 5), (2, 10), (3, 25), (4, 30), (5, 35)])
def test_sd_8_animals_score_5_each_and_10_more_once_for_three_or_more(count: int, worth: int) -> None:
    assert points(f"krill:{count}", "") == (worth, 0)


def test_sd_8_each_kind_of_animal_has_its_own_set() -> None:
    assert points("krill:3 crab:3 seal:2", "") == (60, 0)


# -- SD-9: the Bowhead


def test_sd_9_the_bowhead_needs_its_own_two_tails() -> None:
    assert points("bowhead-left:2", f"{SEI} bowhead-right") == (0, 30)


def test_sd_9_the_bowhead_counts_the_tails_in_front_of_its_owner_too() -> None:
    assert points(f"{BOWHEAD} blue-left-5", "fin-right-5") == (55, 0)


def test_sd_9_the_bowhead_scores_nothing_where_a_side_is_missing() -> None:
    for others in ("blue-left-5 sei-left-3", "fin-right-5", "", "bowhead-left bowhead-right krill"):
        assert points(BOWHEAD, others)[0] == 0


def test_sd_9_two_bowheads_score_twice() -> None:
    assert points("bowhead-left:2 bowhead-right:2", SEI) == (60, 30)


# -- SD-10: the Orca


def test_sd_10_the_orca_counts_cards_not_kinds_and_no_card_of_a_set() -> None:
    assert points("orca", "seal:2 penguin seabird:3") == (15, 40)


def test_sd_10_the_orca_does_not_count_its_owners_animals_or_any_whale() -> None:
    assert points("orca krill crab:2", "minke-left-1 blue-left-5") == (15, 0)


def test_sd_10_each_orca_counts() -> None:
    assert points("orca:2", "seal", "crab:2") == (30, 5, 10)


def test_sd_10_an_opponents_orca_is_worth_5_and_ones_own_nothing() -> None:
    tally = score("orca krill", "orca")
    assert tally.points == (10, 10)
    assert [r.house for r in tally.reasons if r.rule == "SD-10"] == [True, True]


def test_sd_10_as_an_option_opponents_orcas_are_not_counted() -> None:
    assert points("orca krill", "orca", orcas="ignored") == (5, 5)


def test_sd_10_where_no_other_orca_lies_the_reason_is_no_house_ruling() -> None:
    assert [r for r in score("orca", "seal").reasons if r.rule == "SD-10"] == [
        Reason("1 x Orca: 1 creature in no set before the others, 5 each", "SD-10", False, 0, 5)
    ]


# -- SD-13: the endings


def test_sd_13_monster_scores_as_usual() -> None:
    assert (score(SEI, "krill", ending="monster").points, score(SEI, "krill", ending="monster").winners) == (
        (30, 5),
        (0,),
    )


def test_sd_13_warming_makes_the_lowest_score_win() -> None:
    assert score(SEI, "krill", "crab:2", ending="warming").winners == (1,)


def test_sd_13_spill_leaves_each_player_the_best_colour() -> None:
    tally = score("minke-left-1 minke-right-0 krill sei-left-3 squid:3", "crab", "", ending="spill")
    assert tally.points == (25, 5, 0)
    assert [r.text for r in tally.reasons if r.seat == 0] == [
        "Spill: only the purple cards count",
        "3 x Squid, 5 each, and 10 for the set",
    ]


def test_sd_13_spill_counts_the_whale_and_the_animals_of_a_colour_together() -> None:
    assert points(f"{MINKE} krill:3 {SEI}", "", ending="spill") == (35, 0)


def test_sd_15_under_spill_bowhead_and_orca_still_look_at_all_that_lies_there() -> None:
    tally = score(f"{BOWHEAD} krill", f"{SEI} crab:4", "orca", ending="spill")
    assert tally.points == (30, 30, 5)
    assert [(r.seat, r.house) for r in tally.reasons if r.rule == "SD-15"] == [(0, True), (2, True)]


def test_sd_15_as_an_option_bowhead_and_orca_count_nothing_under_spill() -> None:
    areas = (f"{BOWHEAD} krill", f"{SEI} crab:4", "orca")
    tally = score(*areas, ending="spill", spill_reach="none")
    assert tally.points == (5, 30, 0)
    assert [r.text for r in tally.reasons if r.seat == 2] == [
        "Spill: only the orca cards count",
        "Spill: Orca counts nothing, for the other colours are gone",
    ]
    assert points(*areas, spill_reach="none") == points(*areas)


def test_sd_13_waste_costs_10_for_each_action_in_the_hand() -> None:
    tally = score(SEI, "krill", ending="waste", actions=(3, 0))
    assert (tally.points, tally.winners) == ((0, 5), (1,))
    assert Reason("Waste: 3 unused actions in the hand", "SD-13", seat=0, points=-30) in tally.reasons


def test_sd_13_unused_actions_cost_nothing_without_waste() -> None:
    assert points(SEI, "", actions=(3, 1)) == (30, 0)


# -- why a score changes


def changes(before: tuple[str, ...], after: tuple[str, ...]) -> list[tuple[int | None, str, int | None]]:
    """What is said of the scores from one table to the next: of which seat, why, and the points."""
    was, now = (LyingCards(tuple(cards(area) for area in areas), "", (0,) * len(areas)) for areas in (before, after))
    return [(reason.seat, reason.text, reason.points) for reason in score_changes(settled({}), was, now)]


def test_a_changed_score_is_told_by_the_cards_that_changed_it() -> None:
    assert changes(("krill crab", ""), ("krill crab:3", "")) == [
        (0, "3 x Crab, 5 each, and 10 for the set", 20),
    ]
    assert changes((SEI, "krill"), (SEI, "krill")) == []


def test_a_card_that_is_gone_is_told_with_what_it_costs() -> None:
    assert changes(("krill", SEI), ("", "sei-left-3")) == [
        (0, "no Krill counts any more", -5),
        (1, "1 Sei tail without a mate", -30),
    ]


def test_a_score_that_another_players_cards_change_is_told_too() -> None:
    assert changes(("orca", "crab"), ("orca", "crab krill")) == [
        (0, "1 x Orca: 2 creatures in no set before the others, 5 each", 5),
        (1, "1 x Krill, 5 each", 5),
    ]


# -- SD-14: ties


def test_sd_14_equal_scores_share_the_title() -> None:
    tally = score("krill", "crab", "")
    assert tally.winners == (0, 1)
    assert tally.reasons[-1] == Reason("the best score wins; equal scores share the title", "SD-14", house=True)


def test_sd_14_as_an_option_most_scored_cards_decide() -> None:
    tally = score("krill", "crab minke-left-1", "seal", ties="most-cards")
    assert tally.winners == (1,)
    assert tally.reasons[-1] == Reason("the best score wins; of equal scores, most scored cards", "SD-14", house=True)


def test_a_single_winner_needs_no_house_ruling() -> None:
    assert score("krill", "").reasons[-1] == Reason("the best score wins", "SD-7")
    assert score("krill", "", ending="warming").reasons[-1] == Reason("Warming: the lowest score wins", "SD-13")


# -- what cannot lie there


@pytest.mark.parametrize(
    ("areas", "message"),
    [
        (("krill:3", "krill:3"), r"6 x Krill on the table, but the deck has 5 \(SD-1\)"),
        (("block", ""), r"Block cannot be scored \(SD-7\)"),
        (("monster", ""), r"Monster cannot be scored \(SD-7\)"),
    ],
)
def test_cards_that_cannot_lie_there_are_refused_with_the_ruling(areas: tuple[str, ...], message: str) -> None:
    with pytest.raises(IllegalEvent, match=message):
        score(*areas)


def test_cards_that_quick_play_leaves_out_are_refused() -> None:
    with pytest.raises(IllegalEvent, match=r"1 x Orca on the table, but the deck has 0 \(SD-1\)"):
        score("orca", "", play="quick")


def test_cards_and_endings_that_do_not_exist_are_refused() -> None:
    with pytest.raises(BadEvent, match="'cod' is no card of Splash Down"):
        score("cod", "")
    with pytest.raises(BadEvent, match="'flood' is no endgame card; there are monster, warming, spill, waste"):
        score("", "", ending="flood")
