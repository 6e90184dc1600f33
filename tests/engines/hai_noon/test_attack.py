"""Attacks, harpoons and the end: HN-5, HN-6, HN-11 to HN-14."""

from __future__ import annotations

from typing import Any

import pytest

from engines.core import BLANK, IllegalEvent, Over, Turn
from engines.hai_noon import HaiNoon
from tests.engines.hai_noon.table import cage, divers, do, lines, pool, rules, sharks, table

NO_RED = "cage-harpoon.red cage-harpoon.red"
"""Discards with which nobody can have a red harpoon."""
TWO_RED = "flip-shark.red camouflage.red"
RED = "cage-harpoon.red"
BLUE = "cage-harpoon.blue"


@pytest.mark.parametrize(
    ("side", "middles", "after"),
    [
        ("north", "ring-1 ring-2", "pink! turquoise! green black"),
        ("east", "ring-4 ring-5", "pink turquoise! green! black"),
        ("south", "ring-7 ring-8", "pink turquoise green! black!"),
        ("west", "ring-10 ring-11", "pink! turquoise green black!"),
    ],
)
def test_hn_5_the_two_middle_sharks_of_the_side_bite_the_divers_next_to_them(
    side: str, middles: str, after: str
) -> None:
    everywhere = " ".join(f"ring-{i}" for i in range(12))
    sides: dict[str, Any] = {side: TWO_RED}
    state = do(table("wild", hungry=everywhere, discard=NO_RED, **sides), f"play @0: wild {side}", "attack @0")
    assert divers(state) == after
    assert set(everywhere.split()) - set(sharks(state).split()) == set(middles.split())


def test_hn_5_the_rulebooks_example_a_full_shark_turns_hungry_and_a_hungry_one_bites() -> None:
    state = table("wild", south=TWO_RED, hungry="ring-7", discard=NO_RED)
    state = do(state, "play @0: wild south", "attack @0")
    assert divers(state) == "pink turquoise green! black"
    assert sharks(state) == "ring-8"


def test_hn_5_both_act_at_once_an_injured_diver_eaten_and_a_healthy_one_hurt() -> None:
    state = table("wild", north=TWO_RED, hungry="ring-1 ring-2", injured="pink", discard=NO_RED)
    state = do(state, "play @0: wild north", "attack @0")
    assert divers(state) == "pink! turquoise! green black"
    assert state.scores() == (0, 1, 2, 2)
    assert state.awaits == Over((1, 2, 3))


def test_hn_5_a_caged_diver_is_not_hurt_the_cage_is_destroyed_and_the_shark_stays_hungry() -> None:
    state = table("wild", north=TWO_RED, hungry="ring-1", cage="pink", discard=NO_RED)
    state = do(state, "play @0: wild north", "attack @0")
    assert divers(state) == "pink turquoise green black"
    assert sharks(state) == "ring-1 ring-2"
    assert cage(state) == "beside"


def test_hn_5_a_full_shark_becomes_hungry_before_an_empty_place_and_a_dummy_too() -> None:
    state = table("wild", players=3, north=TWO_RED, square="- black green pink")
    assert sharks(do(state, "play @0: wild north", "attack @0")) == "ring-1 ring-2"


def test_hn_7_a_bite_destroys_the_cage_which_goes_back_beside_the_board() -> None:
    state = table("wild", north=TWO_RED, hungry="ring-2", cage="turquoise", discard=NO_RED)
    assert cage(do(state, "play @0: wild north", "attack @0")) == "beside"


def test_hn_5_a_full_shark_leaves_the_cage_alone() -> None:
    state = do(table("wild", north=TWO_RED, cage="pink"), "play @0: wild north", "attack @0")
    assert cage(state) == "inner-0"


def attacked(*hands: str, **laid: Any) -> HaiNoon:
    """A third card at the north, two hungry sharks there, two reds before."""
    return do(table(*hands, north=TWO_RED, hungry="ring-1 ring-2", **laid), "play @0: wild north")


def test_hn_6_every_bitten_player_who_may_hold_a_harpoon_is_asked_clockwise_from_the_mover() -> None:
    state = table("??", "?? ??", "??", "??", north=TWO_RED, hungry="ring-1 ring-2", seat=1)
    state = do(state, "play @1: wild north")
    assert state.awaits == Turn((1, 0))


def test_hn_6_a_harpoon_saves_the_diver_and_the_shark_stays_hungry() -> None:
    state = attacked("wild", "cage-harpoon.red")
    assert lines(state) == ["endure @1", "harpoon @1: cage-harpoon.red turquoise"]
    state = do(state, "harpoon @1: cage-harpoon.red turquoise", "attack @0")
    assert divers(state) == "pink! turquoise green black"
    assert sharks(state) == "ring-2"


def test_hn_6_without_a_harpoon_in_hand_a_player_can_only_endure() -> None:
    assert lines(attacked("wild", "cage-harpoon.blue flip-shark.red")) == ["endure @1"]


def test_hn_6_only_a_bitten_player_may_harpoon() -> None:
    state = attacked("wild", "??", "cage-harpoon.red", "??")
    assert state.awaits == Turn((1,))
    for line in ("harpoon @2: cage-harpoon.red green", "harpoon @3: cage-harpoon.red turquoise", "endure @2"):
        with pytest.raises(IllegalEvent, match=r"seat \d has no shark to answer \(HN-6\)"):
            do(state, line)
    with pytest.raises(IllegalEvent, match="no shark bites a diver pink of seat 1"):
        do(state, "harpoon @1: cage-harpoon.red pink")


def test_hn_6_the_harpoon_must_have_the_colour_of_the_side() -> None:
    state = attacked("wild", "?? ??")
    assert lines(state) == ["endure @1", "harpoon @1: cage-harpoon.red turquoise"]
    with pytest.raises(IllegalEvent, match=r"Cage harpoon \(blue\) is no harpoon for the north side \(HN-6\)"):
        do(state, "harpoon @1: cage-harpoon.blue turquoise")


def test_hn_6_the_attack_waits_until_all_have_answered() -> None:
    state = attacked("wild ??", "??")
    with pytest.raises(IllegalEvent, match=r"seat 0 may still harpoon \(HN-6\)"):
        do(state, "attack @0")
    state = do(state, "endure @1", "endure @0")
    assert lines(state) == ["attack @0"]


def test_hn_6_nobody_is_asked_when_both_harpoons_of_the_colour_are_seen() -> None:
    assert lines(attacked("wild", "??", discard=NO_RED)) == ["attack @0"]
    state = table("wild", "??", north="cage-harpoon.red flip-shark.red", discard=RED, hungry="ring-2")
    assert lines(do(state, "play @0: wild north")) == ["attack @0"]


def test_hn_6_who_has_no_card_is_not_asked() -> None:
    assert attacked("wild", "").awaits == Turn((0,))


def test_hn_6_being_asked_tells_nothing_about_a_hand() -> None:
    assert attacked("wild", "flip-shark.blue").awaits == attacked("wild", "cage-harpoon.red").awaits


def test_hn_6_the_harpoon_goes_before_the_cage_which_stays() -> None:
    state = do(attacked("wild", RED, cage="turquoise"), f"harpoon @1: {RED} turquoise", "attack @0")
    assert cage(state) == "inner-1"
    assert divers(state) == "pink! turquoise green black"
    assert sharks(state) == "ring-2"


def test_hn_6_the_harpoon_stays_on_the_side_and_counts_there() -> None:
    state = do(attacked("wild", RED), f"harpoon @1: {RED} turquoise", "attack @0")
    assert state.cards.sides[0] == (RED,)
    assert "north cage-harpoon.red" in [f"{lies.place} {lies.face}" for lies in state.expected_pieces()]
    assert ("HN-6", True) in [(reason.rule, reason.house) for reason in state.why()]
    state = do(state, "draw: wild flip-shark.blue flip-shark.blue", "draw: flip-shark.red camouflage.blue wild")
    state = do(state, "play @2: wild north", "draw: ??", "play @3: all-sharks-swim-on.red north", "drift @3")
    assert state.phase == "attack"


def test_hn_6_by_house_rule_a_harpoon_lies_there_without_counting_until_the_next_attack() -> None:
    state = attacked("wild wild wild", f"{RED} wild wild", players=2, options={"harpoon_counts": False})
    state = do(state, f"harpoon @1: {RED} turquoise", "endure @0", "attack @0", "draw: flip-shark.red")
    state = do(state, "play @1: wild north", "draw: flip-shark.blue flip-shark.blue", "play @0: wild north")
    assert state.phase == "draw"
    state = do(state, "draw: flip-shark.green", "play @1: wild north")
    assert state.phase == "attack"
    state = do(state, "endure @1", "attack @1")
    assert state.cards.sides[0] == ()
    assert state.cards.discard[-4:] == (RED, "wild", "wild", "wild")


def test_hn_6_one_harpoon_a_player_and_attack_and_of_two_divers_one_is_chosen() -> None:
    state = attacked("wild", f"{RED} {RED}", players=2, square="turquoise black pink green")
    assert lines(state) == [
        "endure @1",
        "harpoon @1: cage-harpoon.red turquoise",
        "harpoon @1: cage-harpoon.red black",
    ]
    state = do(state, f"harpoon @1: {RED} black")
    assert lines(state) == ["attack @0"]
    assert divers(do(state, "attack @0")) == "turquoise! black pink green"


def test_hn_6_who_harpooned_refills_in_their_own_turn_only() -> None:
    state = attacked("wild wild wild", f"{RED} wild wild", "?? ?? ??", players=3)
    state = do(state, f"harpoon @1: {RED} turquoise", "endure @0", "attack @0", "draw: flip-shark.blue")
    assert len(state.cards.hands[1]) == 2
    state = do(state, "play @1: wild south")
    assert pool(state).count == 2


def test_hn_6_the_mover_may_harpoon_too() -> None:
    state = attacked(f"wild {RED}", "")
    state = do(state, f"harpoon @0: {RED} pink", "attack @0")
    assert divers(state) == "pink turquoise! green black"
    assert pool(state).count == 3


WILD_SIDE: dict[str, Any] = {"north": "wild wild", "hungry": "ring-1 ring-2", "south": "flip-shark.green"}


def test_hn_6_at_a_side_of_wild_cards_only_a_harpoon_of_any_colour_that_lies_nowhere_else_serves() -> None:
    state = do(table("wild", "?? ??", "", **WILD_SIDE), "play @0: wild north")
    cards = ("cage-harpoon.red", "cage-harpoon.blue", "cage-harpoon.yellow")
    assert lines(state) == ["endure @1", *(f"harpoon @1: {card} turquoise" for card in cards)]


def test_hn_6_the_first_harpoon_on_wild_cards_gives_the_second_its_colour() -> None:
    state = do(table(f"wild {BLUE} {RED}", "?? ??", **WILD_SIDE), "play @0: wild north")
    state = do(state, f"harpoon @1: {BLUE} turquoise")
    assert lines(state) == ["endure @0", f"harpoon @0: {BLUE} pink"]
    state = do(state, f"harpoon @0: {BLUE} pink", "attack @0")
    assert state.cards.sides[0] == (BLUE, BLUE)
    assert state.cards.discard == ("wild",) * 3
    assert sharks(state) == "ring-1 ring-2"


def test_hn_6_by_house_rule_wild_cards_take_no_harpoon() -> None:
    state = table("wild", "?? ??", options={"harpoon_on_wild": False}, **WILD_SIDE)
    assert lines(do(state, "play @0: wild north")) == ["attack @0"]


def test_hn_11_two_players_have_two_diagonal_divers_each() -> None:
    state = table(players=2)
    assert state.rules.owners == (0, 1, 0, 1)
    assert state.scores() == (4, 4)
    swim = do(table("diver-swims-on.red", players=2), "play @0: diver-swims-on.red north")
    assert {line.split()[2] for line in lines(swim)} == {"pink", "green"}


def test_hn_11_the_diver_to_camouflage_is_chosen_or_by_house_rule_both_vanish() -> None:
    state = do(table("camouflage.red", players=2), "play @0: camouflage.red north")
    assert lines(state) == ["hide @0: pink", "hide @0: green"]
    for line, says in (
        ("hide @0: turquoise", "turquoise is no diver that seat 0 can move"),
        ("hide @0: pink green", r"hides one own diver \(HN-11\)"),
        ("hide @0", r"hides one own diver \(HN-11\)"),
    ):
        with pytest.raises(IllegalEvent, match=says):
            do(state, line)
    both = table("camouflage.red", players=2, options={"camouflage": "both"})
    both = do(both, "play @0: camouflage.red north")
    assert lines(both) == ["hide @0: pink green"]
    with pytest.raises(IllegalEvent, match=r"hides both own divers \(HN-11\)"):
        do(both, "hide @0: pink")
    both = do(both, "hide @0: pink green", "draw: wild wild wild", "play @1: wild south", "draw: ??")
    assert len(lines(both)) == 4
    both = do(both, "return @0: green inner-0")
    assert lines(both) == ["return @0: pink inner-2"]
    assert do(both, "return @0: pink inner-2").phase == "play"


def test_hn_11_the_first_prey_ends_the_game_of_two_and_the_other_player_wins() -> None:
    state = do(attacked("wild", players=2, injured="pink", discard=NO_RED), "attack @0")
    assert state.awaits == Over((1,))
    assert rules(state)[-1] == "HN-11"


@pytest.mark.parametrize(("option", "winners"), [("draw", (0, 1)), ("mover-wins", (1,)), ("mover-loses", (0,))])
def test_hn_11_one_diver_of_each_eaten_at_once_is_a_draw_or_as_the_house_rules(
    option: str, winners: tuple[int, ...]
) -> None:
    state = table(
        "??",
        "wild",
        players=2,
        seat=1,
        north=TWO_RED,
        hungry="ring-1 ring-2",
        injured="pink turquoise",
        discard=NO_RED,
        options={"both_eaten": option},
    )
    state = do(state, "play @1: wild north", "attack @1")
    assert state.awaits == Over(winners)
    assert rules(state)[-1] == "HN-11"


def test_hn_12_the_black_diver_of_three_players_is_a_dummy_that_is_never_hurt_and_feeds_no_shark() -> None:
    state = table("wild", players=3, south=TWO_RED, hungry="ring-8", cage="black", discard=NO_RED)
    state = do(state, "play @0: wild south", "attack @0")
    assert divers(state) == "pink turquoise green black"
    assert sharks(state) == "ring-7 ring-8"
    assert cage(state) == "inner-3"
    assert "HN-12" in rules(state)
    assert state.scores() == (2, 2, 2)


def test_hn_12_the_dummy_takes_up_space_and_can_be_swapped_but_swims_for_nobody() -> None:
    state = do(table("diver-swims-on.red", players=3), "play @0: diver-swims-on.red north")
    assert divers(do(state, "swim @0: pink inner-3")) == "black turquoise green pink"
    assert not any("black" in line for line in lines(state))


def test_hn_13_the_eaten_divers_player_loses_and_all_others_win() -> None:
    state = do(attacked("wild", injured="turquoise", discard=NO_RED), "attack @0")
    assert state.awaits == Over((0, 2, 3))
    assert ("HN-13", 1) in [(reason.rule, reason.seat) for reason in state.why()]
    assert state.legal() == ()
    with pytest.raises(IllegalEvent, match=r"the game has ended \(HN-13\)"):
        do(state, "draw: wild")


def test_hn_13_two_injured_divers_bitten_at_once_are_two_losers() -> None:
    state = do(attacked("wild", injured="pink turquoise", discard=NO_RED), "attack @0")
    assert state.awaits == Over((2, 3))


def last(*hands: str, **laid: Any) -> HaiNoon:
    options = {"last_diver": True, **laid.pop("options", {})}
    return do(attacked(*hands, discard=NO_RED, options=options, **laid), "attack @0")


def test_hn_14_the_second_bite_eliminates_the_tile_stays_as_a_dummy_and_the_shark_is_full() -> None:
    state = last("wild", "?? ??", injured="turquoise")
    assert divers(state) == "pink! turquoise! green black"
    assert sharks(state) == ""
    assert state.scores() == (1, 0, 2, 2)
    assert state.phase == "draw"
    north = table(
        "wild", gone="turquoise", north=TWO_RED, hungry="ring-2", discard=NO_RED, options={"last_diver": True}
    )
    north = do(north, "play @0: wild north", "attack @0")
    assert sharks(north) == "ring-1 ring-2"
    assert divers(north) == "pink turquoise! green black"


def test_hn_14_by_house_rule_a_second_bite_fills_no_shark() -> None:
    assert sharks(last("wild", injured="turquoise", options={"prey_fills": False})) == "ring-2"


def test_hn_14_the_hand_is_discarded_unseen_and_the_turns_are_skipped() -> None:
    state = last("wild", "camouflage.blue wild", "wild", "", injured="turquoise")
    assert state.cards.hands[1] == ()
    assert state.cards.buried == ("camouflage.blue", "wild")
    assert [lies.face for lies in state.expected_pieces() if lies.place == "discard"] == [BLANK]
    assert state.view(None).cards.buried == (BLANK, BLANK)
    assert ("HN-14", True, 1) in [(reason.rule, reason.house, reason.seat) for reason in state.why()]
    state = do(state, "draw: wild flip-shark.blue flip-shark.blue")
    assert state.awaits == Turn((2,))


def test_hn_14_a_discarded_hand_is_shuffled_in_again_or_out_of_the_game_by_house_rule() -> None:
    for option, kept, top in (("discard", (), BLANK), ("out", ("camouflage.blue",), "wild")):
        state = last("wild", "camouflage.blue", "", "", injured="turquoise", options={"lost_hand": option})
        assert state.cards.top == top
        assert state.cards.shuffled(option == "discard").buried == kept


def test_hn_14_who_is_eliminated_by_their_own_card_draws_no_more() -> None:
    state = last("wild wild", injured="pink")
    assert state.cards.hands[0] == ()
    assert state.awaits == Turn((1,))


def test_hn_14_an_eliminated_player_is_asked_nothing_and_moves_nothing() -> None:
    state = table("diver-swims-on.red", seat=0, gone="turquoise", options={"last_diver": True})
    state = do(state, "play @0: diver-swims-on.red north", "swim @0: pink inner-1", "draw: wild wild wild")
    assert divers(state) == "turquoise! pink green black"
    assert state.awaits == Turn((2,))


def test_hn_14_the_last_diver_wins() -> None:
    state = last("wild", players=3, gone="green", injured="turquoise")
    assert state.awaits == Over((0,))
    assert rules(state)[-1] == "HN-14"


@pytest.mark.parametrize(("option", "winners"), [("sharks", ()), ("shared", (0, 1))])
def test_hn_14_if_the_last_two_go_together_the_sharks_win_or_they_share_by_house_rule(
    option: str, winners: tuple[int, ...]
) -> None:
    state = last("wild", gone="green black", injured="pink turquoise", options={"last_two": option})
    assert state.awaits == Over(winners)


def test_hn_14_with_two_players_the_game_ends_when_one_has_no_diver_left() -> None:
    state = last("wild", players=2, injured="turquoise")
    assert state.phase == "draw"
    assert state.scores() == (3, 2)
    assert len(state.cards.hands[1]) == 3
    assert last("wild", players=2, injured="turquoise", gone="black").awaits == Over((0,))


def test_hn_14_by_house_rule_two_players_are_out_with_their_first_diver() -> None:
    assert last("wild", players=2, injured="turquoise", options={"two_out": "first"}).awaits == Over((0,))


def test_hn_14_of_two_players_a_lost_diver_swims_and_hides_no_more() -> None:
    options = {"last_diver": True}
    state = table("diver-swims-on.red camouflage.red", players=2, gone="green", options=options)
    swim, hide = "play @0: diver-swims-on.red north", "play @0: camouflage.red north"
    assert lines(do(state, swim)) == ["swim @0: pink inner-3", "swim @0: pink inner-1"]
    assert lines(do(state, hide)) == ["hide @0: pink"]


def test_hn_14_of_two_players_a_lost_diver_is_a_dummy_that_may_be_caged() -> None:
    state = table("cage-harpoon.red", players=2, gone="green black", options={"last_diver": True})
    state = do(state, "play @0: cage-harpoon.red north")
    assert lines(state) == ["cage @0: pink", "cage @0: green", "cage @0: black"]
