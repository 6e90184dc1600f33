"""The seven actions: HN-4, HN-7 to HN-10."""

from __future__ import annotations

import pytest

from engines.core import IllegalEvent
from engines.hai_noon.board import RING
from tests.engines.hai_noon.table import cage, divers, do, lines, rules, sharks, table

NO_RED = "cage-harpoon.red cage-harpoon.red"
"""Discards with which nobody can have a red harpoon."""


def test_hn_4_the_action_must_be_performed_before_anything_else() -> None:
    state = do(table("flip-shark.red"), "play @0: flip-shark.red north")
    assert lines(state) == [f"flip @0: {ring}" for ring in RING]
    for other in ("draw: ??", "play @0: flip-shark.red north", "attack @0", "drift @0", "endure @0"):
        with pytest.raises(IllegalEvent, match=r"the action of the card must be performed now \(HN-4\)"):
            do(state, other)


def test_hn_4_the_action_comes_before_the_attack() -> None:
    """The shark is flipped to hungry first, so it bites."""
    state = table("flip-shark.red", north="wild camouflage.red", discard=NO_RED)
    state = do(state, "play @0: flip-shark.red north", "flip @0: ring-1")
    assert rules(state) == ["HN-8", "HN-4"]
    assert divers(do(state, "attack @0")) == "pink! turquoise green black"


def test_hn_4_only_the_third_card_of_a_side_brings_the_attack() -> None:
    state = do(table("wild", north="wild", south="wild wild"), "play @0: wild north")
    assert state.phase == "draw"


def test_hn_4_the_three_cards_go_to_the_discard_pile() -> None:
    state = table("wild", north="flip-shark.red camouflage.red", south="wild wild", discard=NO_RED)
    state = do(state, "play @0: wild north", "attack @0")
    assert state.cards.sides == ((), (), ("wild", "wild"), ())
    assert state.cards.discard[2:] == ("flip-shark.red", "camouflage.red", "wild")
    assert [lies.face for lies in state.expected_pieces() if lies.place == "discard"] == ["wild"]


def test_hn_7_the_cage_goes_onto_any_diver_of_four() -> None:
    state = do(table("cage-harpoon.red"), "play @0: cage-harpoon.red north")
    assert lines(state) == [f"cage @0: {diver}" for diver in ("pink", "turquoise", "green", "black")]
    assert cage(do(state, "cage @0: green")) == "inner-2"


def test_hn_7_a_cage_that_is_out_must_go_onto_another_diver() -> None:
    state = do(table("cage-harpoon.red", cage="green"), "play @0: cage-harpoon.red north")
    assert lines(state) == [f"cage @0: {diver}" for diver in ("pink", "turquoise", "black")]
    with pytest.raises(IllegalEvent, match="HN-7"):
        do(state, "cage @0: green")


def test_hn_7_of_two_players_each_cages_one_of_their_own_divers() -> None:
    state = do(table("cage-harpoon.red", players=2, cage="black"), "play @0: cage-harpoon.red north")
    assert lines(state) == ["cage @0: pink", "cage @0: green"]


def test_hn_7_a_camouflaged_diver_cannot_be_caged() -> None:
    state = do(table("cage-harpoon.red", square="pink - green -"), "play @0: cage-harpoon.red north")
    assert lines(state) == ["cage @0: pink", "cage @0: green"]


@pytest.mark.parametrize(("option", "lies"), [("stays", "inner-0"), ("off", "beside")])
def test_hn_7_with_no_other_diver_on_the_board_the_cage_stays_or_comes_off_by_house_rule(
    option: str, lies: str
) -> None:
    state = table("cage-harpoon.red", square="pink - - -", cage="pink", options={"cage_alone": option})
    state = do(state, "play @0: cage-harpoon.red north")
    assert cage(state) == lies
    assert state.phase == "draw"
    assert [(reason.rule, reason.house) for reason in state.why()] == [("HN-3", False), ("HN-7", True)]
    assert ("comes off" in state.why()[-1].text) == (option == "off")


def test_hn_7_the_cage_travels_with_its_diver() -> None:
    state = table("diver-swims-on.red", cage="pink")
    assert cage(do(state, "play @0: diver-swims-on.red north", "swim @0: pink inner-1")) == "inner-1"


def test_hn_7_the_cage_travels_off_the_board_and_back_with_its_diver() -> None:
    state = do(table("camouflage.red", players=2, cage="pink"), "play @0: camouflage.red north", "hide @0: pink")
    assert cage(state) == ""
    state = do(state, "draw: ?? ?? ??" if not state.cards.open[0] else "draw: wild wild wild")
    state = do(state, "play @1: wild south", "draw: ??", "return @0: pink inner-0")
    assert cage(state) == "inner-0"


def test_hn_7_by_house_rule_the_cage_stays_behind() -> None:
    state = table("camouflage.red", cage="pink", options={"cage_travels": False})
    state = do(state, "play @0: camouflage.red north", "hide @0: pink")
    assert cage(state) == "beside"
    assert state.why()[-1].house
    other = table("camouflage.red", cage="green", options={"cage_travels": False})
    assert cage(do(other, "play @0: camouflage.red north", "hide @0: pink")) == "inner-2"


@pytest.mark.parametrize("allowed", [True, False])
def test_hn_7_a_dummy_may_be_caged_unless_the_house_forbids_it(allowed: bool) -> None:
    state = table("cage-harpoon.red", players=3, options={"cage_on_dummy": allowed})
    state = do(state, "play @0: cage-harpoon.red north")
    assert ("cage @0: black" in lines(state)) == allowed


def test_hn_8_a_diver_swaps_with_an_orthogonal_neighbour() -> None:
    state = do(table("diver-swims-on.red"), "play @0: diver-swims-on.red north")
    assert lines(state) == ["swim @0: pink inner-3", "swim @0: pink inner-1"]
    assert divers(do(state, "swim @0: pink inner-1")) == "turquoise pink green black"
    assert divers(do(state, "swim @0: pink inner-3")) == "black turquoise green pink"
    for line in ("swim @0: pink inner-2", "swim @0: pink inner-0", "swim @0: green inner-1"):
        with pytest.raises(IllegalEvent, match="HN-8"):
            do(state, line)


def test_hn_8_a_diver_swims_to_a_free_place_beside_it() -> None:
    state = do(table("diver-swims-on.red", square="pink - green black"), "play @0: diver-swims-on.red north")
    assert divers(do(state, "swim @0: pink inner-1")) == "- pink green black"


def test_hn_8_any_two_neighbours_of_the_ring_change_places() -> None:
    state = do(table("shark-swims-on.red", hungry="ring-3 ring-11"), "play @0: shark-swims-on.red north")
    assert len(lines(state)) == 12
    assert sharks(do(state, "swap @0: ring-3 ring-4")) == "ring-4 ring-11"
    assert sharks(do(state, "swap @0: ring-2 ring-3")) == "ring-2 ring-11"
    assert sharks(do(state, "swap @0: ring-11 ring-0")) == "ring-0 ring-3"
    assert sharks(do(state, "swap @0: ring-6 ring-7")) == "ring-3 ring-11"
    for line in ("swap @0: ring-4 ring-3", "swap @0: ring-3 ring-5"):
        with pytest.raises(IllegalEvent, match="HN-8"):
            do(state, line)


def test_hn_8_any_shark_is_flipped_either_way() -> None:
    state = do(table("flip-shark.red", hungry="ring-3"), "play @0: flip-shark.red north")
    assert sharks(do(state, "flip @0: ring-3")) == ""
    assert sharks(do(state, "flip @0: ring-11")) == "ring-3 ring-11"


def test_hn_8_all_sharks_swim_one_place_clockwise() -> None:
    state = do(table("all-sharks-swim-on.red", hungry="ring-2 ring-11"), "play @0: all-sharks-swim-on.red north")
    assert lines(state) == ["drift @0"]
    assert sharks(do(state, "drift @0")) == "ring-0 ring-3"


def test_hn_9_a_camouflaged_diver_is_off_the_board_until_its_owners_next_turn() -> None:
    state = do(table("camouflage.red wild wild", players=3), "play @0: camouflage.red north")
    assert lines(state) == ["hide @0: pink"]
    state = do(state, "hide @0: pink")
    assert divers(state) == "- turquoise green black"
    state = do(state, "draw: flip-shark.red", "play @1: wild south", "draw: ??", "play @2: wild south", "draw: ??")
    assert divers(state) == "- turquoise green black"
    assert lines(state) == ["return @0: pink inner-0"]
    state = do(state, "return @0: pink inner-0")
    assert divers(state) == "pink turquoise green black"
    assert state.phase == "play"


def test_hn_9_it_comes_back_to_one_of_the_free_places() -> None:
    state = do(table(players=4, seat=3, square="turquoise - - black"), "play @3: wild north", "draw: ??")
    assert lines(state) == ["return @0: pink inner-1", "return @0: pink inner-2"]
    assert divers(do(state, "return @0: pink inner-2")) == "turquoise - pink black"
    for line in ("return @0: pink inner-0", "return @0: green inner-1", "return @0: black inner-1"):
        with pytest.raises(IllegalEvent, match="HN-9"):
            do(state, line)


def test_hn_9_it_comes_back_also_if_there_is_no_card_to_play() -> None:
    state = do(table("", seat=3, square="- turquoise green black"), "play @3: wild north", "draw: ??")
    assert do(state, "return @0: pink inner-0").phase == "draw"


def test_hn_9_a_shark_before_an_empty_place_stays_hungry() -> None:
    state = table("wild", north="wild wild", square="- turquoise green black", hungry="ring-1")
    state = do(state, "play @0: wild north", "attack @0")
    assert sharks(state) == "ring-1 ring-2"
    assert "HN-9" in rules(state)


def test_hn_10_the_wild_card_has_no_action_and_says_that_this_is_a_house_ruling() -> None:
    state = do(table("wild"), "play @0: wild north")
    assert state.phase == "draw"
    assert [(reason.rule, reason.house) for reason in state.why()] == [("HN-3", False), ("HN-10", True)]


def test_hn_10_by_house_rule_the_wild_card_does_any_action() -> None:
    state = do(table("wild", options={"wild_action": "any"}), "play @0: wild north")
    assert {line.split(" ")[0] for line in lines(state)} == {"flip", "swap", "drift", "swim", "cage", "hide"}
    assert sharks(do(state, "flip @0: ring-5")) == "ring-5"
