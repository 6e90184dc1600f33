"""The deal, drawing, Breaches, the hand limit and the endings: SD-2, SD-5, SD-7, SD-11 and SD-13."""

from __future__ import annotations

import pytest

from engines.core import BLANK, Expected, IllegalEvent, Over, Turn
from engines.splash_down import GAME
from engines.splash_down.hands import unseen
from tests.engines.splash_down.table import asked, do, lines, table, told

HIDDEN = {"hands": "hidden"}


# -- SD-2: the deal


def test_sd_2_each_player_gets_four_cards_and_no_breach_is_among_them() -> None:
    state = GAME.start(3)
    kind, faces = asked(state)
    assert (kind, sum(faces.values())) == ("deal", 84)
    assert "breach" not in faces
    state = do(state, "deal: crab crab krill net", "deal: seal seal squid steal", "deal: orca waste block study")
    assert [len(hand) for hand in state.hands] == [4, 4, 4]
    assert state.hands[0] == ("crab", "crab", "krill", "net")


def test_sd_2_the_breaches_come_in_after_the_deal() -> None:
    state = GAME.start(2)
    assert state.deck == 84
    state = do(state, "deal: crab crab krill net", "deal: seal seal squid steal")
    assert state.deck == 81
    assert asked(do(state, "draw @0"))[1]["breach"] == 5


def test_sd_2_a_dealt_breach_is_refused() -> None:
    with pytest.raises(IllegalEvent, match=r"Breach cannot come up here \(SD-2\)"):
        do(GAME.start(2), "deal: crab crab krill breach")


def test_sd_2_no_card_is_dealt_more_often_than_it_exists() -> None:
    with pytest.raises(IllegalEvent, match=r"\(SD-2\)"):
        do(GAME.start(2), "deal: orca orca orca krill")
    state = do(GAME.start(2), "deal: orca orca monster krill")
    with pytest.raises(IllegalEvent, match=r"the only Monster has already been seen \(SD-1\)"):
        do(state, "deal: monster krill krill krill")


def test_sd_2_a_deal_of_three_is_refused() -> None:
    with pytest.raises(IllegalEvent, match=r"deal takes 4 cards, not 3 \(SD-2\)"):
        do(GAME.start(2), "deal: crab crab krill")


def test_sd_2_at_a_table_the_deal_is_four_blanks_a_seat() -> None:
    state = do(GAME.start(2, HIDDEN), "deal: ?? ?? ?? ??", "deal: ?? ?? ?? ??")
    assert state.hands == ((BLANK,) * 4,) * 2
    with pytest.raises(IllegalEvent, match=r"deal is not seen at this table: a blank stands for Crab \(SD-2\)"):
        do(GAME.start(2, HIDDEN), "deal: ?? ?? ?? crab")


# -- SD-5: drawing and calling


def test_the_chosen_seat_draws_first() -> None:
    state = do(GAME.start(3, {"first": 2}), *["deal: crab krill seal squid"] * 3)
    assert lines(state, "draw") == ["draw @2"]
    state = do(state, "draw @2", "card: crab")
    assert lines(state, "draw") == ["draw @0"]


def test_sd_5_players_draw_one_card_each_in_turn() -> None:
    state = do(table("krill", "seal", "squid"), "draw @0", "card: crab")
    assert (state.drawn, state.hands[0]) == ("crab", ("krill",))
    state = do(state, "draw @1", "card: orca")
    assert (state.drawn, state.hands[:2]) == ("orca", (("crab", "krill"), ("seal",)))
    assert lines(state, "draw") == ["draw @2"]
    with pytest.raises(IllegalEvent, match=r"seat 2 draws next, not seat 1 \(SD-5\)"):
        do(state, "draw @1")


def test_sd_5_any_other_player_may_call_until_the_next_card_is_drawn() -> None:
    state = do(table("krill", "seal", "squid", "net"), "draw @0", "card: crab")
    assert lines(state, "fluke") == ["fluke @1", "fluke @2", "fluke @3"]
    assert isinstance(state.awaits, Turn)
    assert (state.awaits.seat, set(state.awaits.seats)) == (1, {1, 2, 3})
    with pytest.raises(IllegalEvent, match=r"who drew the card cannot call it \(SD-5\)"):
        do(state, "fluke @0")
    state = do(state, "draw @1")
    with pytest.raises(IllegalEvent, match=r"the next card is being drawn \(SD-5\)"):
        do(state, "fluke @2")


def test_sd_5_the_first_voice_counts_and_nobody_calls_twice() -> None:
    state = do(table("krill", "seal", "squid"), "draw @0", "card: minke-left-1", "fluke @2")
    with pytest.raises(IllegalEvent, match=r"the card called is to be turned up first \(SD-6\)"):
        do(state, "fluke @1")
    state = do(state, "expose: minke-left-1")
    with pytest.raises(IllegalEvent, match=r"there is no card to call \(SD-5\)"):
        do(state, "fluke @1")


def test_sd_5_an_action_played_in_between_leaves_the_card_open_to_a_call() -> None:
    state = do(table("krill study", "seal"), "draw @0", "card: crab", "play @0: study", "settle @0")
    state = do(state, "study: krill krill krill", "order @0: krill krill krill")
    assert lines(state, "fluke") == ["fluke @1"]


def test_sd_5_a_drawn_action_that_is_played_at_once_can_be_called_no_more() -> None:
    state = do(table("krill", "seal"), "draw @0", "card: study", "play-drawn @0: study")
    state = do(state, "settle @0", "study: krill krill krill", "order @0: krill krill krill")
    assert (state.drawn, lines(state)) == ("", ["draw @1"])


def test_sd_5_a_breach_is_played_at_once_and_cannot_be_called() -> None:
    state = do(table("krill", "seal"), "draw @0", "card: breach")
    assert (state.step.name, state.breaches) == ("score", 1)
    state = do(state, "done @0", "done @1")
    assert lines(state) == ["draw @1"]


def test_sd_5_the_next_card_is_any_that_is_not_known_to_lie_elsewhere() -> None:
    state = do(table("krill:4 orca", "seal", areas=("orca",), breaches=2), "draw @0")
    kind, faces = asked(state)
    assert (kind, faces["krill"], faces["seal"], faces["breach"]) == ("card", 1, 4, 3)
    assert "orca" not in faces
    assert sum(faces.values()) == state.deck == 89 - 9
    with pytest.raises(IllegalEvent, match=r"all 2 Orcas have already been seen \(SD-1\)"):
        do(state, "card: orca")


def test_sd_5_at_a_table_a_card_is_drawn_unseen_unless_it_is_a_breach() -> None:
    state = do(table("?? ??", "??", breaches=1, hands="hidden"), "draw @0")
    assert asked(state) == ("card", {"??": 81, "breach": 4})
    assert do(state, "card: ??").drawn == "??"
    assert do(state, "card: breach").step.name == "score"
    with pytest.raises(IllegalEvent, match=r"card is not seen at this table: a blank stands for Crab \(SD-5\)"):
        do(state, "card: crab")


def test_sd_5_where_hands_are_open_a_blank_is_refused() -> None:
    with pytest.raises(IllegalEvent, match=r"the card must be named here \(SD-5\)"):
        do(table("krill", "seal"), "draw @0", "card: ??")


# -- SD-7: Breaches


def test_sd_7_a_player_scores_colours_already_in_front_and_one_new_one() -> None:
    state = table("krill minke-left-1 squid crab net", "seal", areas=("krill",))
    state = do(state, "draw @0", "card: breach")
    assert lines(state) == [
        "score @0: crab",
        "score @0: krill",
        "score @0: minke-left-1",
        "score @0: squid",
        "done @0",
    ]
    state = do(state, "score @0: squid")
    assert lines(state) == ["score @0: krill", "score @0: minke-left-1", "done @0"]
    with pytest.raises(IllegalEvent, match=r"yellow would be a second new colour at this Breach \(SD-7\)"):
        do(state, "score @0: crab")
    state = do(state, "score @0: krill", "score @0: minke-left-1", "done @0", "done @1")
    assert state.areas[0] == ("krill", "krill", "minke-left-1", "squid")
    assert state.hands[0] == ("crab", "net")


def test_sd_7_a_colour_scored_at_this_breach_may_be_added_to_but_is_the_only_new_one() -> None:
    state = do(table("krill:2 minke-left-1 squid", "seal"), "draw @0", "card: breach", "score @0: krill")
    assert lines(state) == ["score @0: krill", "score @0: minke-left-1", "done @0"]


def test_sd_7_actions_and_endgame_cards_cannot_be_scored() -> None:
    state = do(table("net waste krill", "seal"), "draw @0", "card: breach")
    for card, said in (("net", "Net"), ("waste", "Waste")):
        with pytest.raises(IllegalEvent, match=rf"{said} cannot be scored \(SD-7\)"):
            do(state, f"score @0: {card}")
    with pytest.raises(IllegalEvent, match=r"seat 0 does not hold Crab \(SD-7\)"):
        do(state, "score @0: crab")


def test_sd_7_a_player_may_score_nothing() -> None:
    state = do(table("krill", "seal"), "draw @0", "card: breach", "done @0", "done @1")
    assert (state.areas, state.hands) == (((), ()), (("krill",), ("seal",)))


def test_sd_7_every_player_with_cards_scores_beginning_with_who_drew() -> None:
    state = do(table("krill", "seal", "", "crab", turn=1), "draw @1", "card: breach")
    assert state.step.queue == (1, 3, 0)
    with pytest.raises(IllegalEvent, match=r"seat 1 is to decide, not seat 3 \(SD-7\)"):
        do(state, "done @3")


def test_sd_7_no_action_comes_in_between() -> None:
    state = do(table("krill net", "seal steal"), "draw @0", "card: breach")
    for line in ("play @0: net seal", "play @1: steal seat-0/hand", "draw @1", "fluke @1"):
        with pytest.raises(IllegalEvent, match=r"everybody scores first; no action comes in between \(SD-7\)"):
            do(state, line)


def test_sd_7_nobody_sees_what_others_score_before_all_are_done() -> None:
    state = do(table("krill crab", "seal"), "draw @0", "card: breach")
    before = state.view(1)
    state = do(state, "score @0: krill")
    assert state.view(1) == before
    assert state.view(0).laid[0] == ("krill",)
    assert state.view(None).expected_pieces() == (Expected("breaches", "card", "breach"),)
    state = do(state, "done @0", "done @1")
    assert state.view(1).areas[0] == ("krill",)


def test_sd_7_as_an_option_everybody_sees_what_others_score() -> None:
    state = table("krill crab", "seal", scoring="open")
    state = do(state, "draw @0", "card: breach", "score @0: krill")
    assert state.view(1).laid[0] == ("krill",)
    assert state.view(1).hands[0] == (BLANK,)


def test_sd_7_the_last_breach_once_scored_ends_the_game() -> None:
    state = do(table("krill", "seal crab", breaches=4), "draw @0", "card: breach")
    state = do(state, "score @0: krill", "done @0", "done @1")
    assert (state.ending, state.scores(), state.awaits) == ("breach", (5, 0), Over((0,)))
    assert state.legal() == ()
    with pytest.raises(IllegalEvent, match=r"the game is over"):
        do(state, "draw @1")


def test_sd_7_the_last_breach_ends_the_game_at_once_if_nobody_holds_a_card() -> None:
    state = do(table("", "", areas=("", "krill"), breaches=4), "draw @0", "card: breach")
    assert (state.ending, state.awaits) == ("breach", Over((1,)))


def test_sd_7_quick_play_ends_with_the_fourth_breach() -> None:
    state = do(table("krill", "seal", breaches=3, play="quick"), "draw @0", "card: breach", "done @0", "done @1")
    assert state.ending == "breach"
    state = do(table("krill", "seal", breaches=3), "draw @0", "card: breach", "done @0", "done @1")
    assert state.ending == ""


def test_sd_7_who_drew_the_breach_draws_no_other_card() -> None:
    state = do(table("krill", "seal"), "draw @0", "card: breach", "done @0", "done @1")
    assert lines(state) == ["draw @1"]


def test_sd_7_as_an_option_who_drew_the_breach_draws_again() -> None:
    state = do(table("krill", "seal", after_breach="again"), "draw @0", "card: breach", "done @0", "done @1")
    assert lines(state) == ["draw @0"]


def test_sd_7_a_breach_lies_apart_and_can_be_neither_scavenged_nor_blocked() -> None:
    state = table("scavenge block", "seal", discards="krill")
    state = do(state, "draw @0", "card: breach")
    assert lines(state) == ["done @0"]
    state = do(state, "done @0", "done @1")
    assert state.discards == ("krill",)
    assert lines(state, "play") == ["play @0: scavenge krill"]
    assert state.expected_pieces() == (Expected("breaches", "card", "breach"), Expected("discard", "card", "krill"))


def test_sd_7_as_an_option_a_breach_can_be_scavenged_and_is_scored_again() -> None:
    state = table("scavenge krill crab", "seal", breach_pile="discards")
    state = do(state, "draw @0", "card: breach")
    assert Expected("play", "card", "breach", fresh=True) in state.expected_pieces()
    state = do(state, "score @0: krill", "done @0", "done @1")
    assert state.discards == ("breach",)
    state = do(state, "play @0: scavenge breach", "settle @0", "score @0: crab", "done @0", "done @1")
    assert (state.areas[0], state.breaches, state.discards) == (("crab", "krill"), 1, ("scavenge", "breach"))
    assert asked(do(state, "draw @1"))[1]["breach"] == 4


@pytest.mark.parametrize("hand", ["seal", ""])
def test_sd_7_at_a_breach_that_is_scavenged_the_card_just_drawn_may_be_scored(hand: str) -> None:
    """As at one that is drawn: all that a player holds may be, and the card just drawn is held."""
    state = do(table("scavenge", hand, discards="krill", breach_pile="discards"), "draw @0", "card: breach", "done @0")
    state = do(state, *(["done @1"] if hand else []), "draw @1", "card: crab", "play @0: scavenge breach", "settle @0")
    assert do(state, "score @1: crab", "done @1").areas[1] == ("crab",)


def test_sd_7_a_table_whose_breaches_lie_among_the_discards_has_each_card_once() -> None:
    state = table("scavenge", "seal", discards="breach", breaches=1, breach_pile="discards")
    assert state.deck == sum(unseen(state).values()) == state.rules.size - 3


# -- SD-11: the hand limit

TEN = "krill:4 crab:3 seal squid penguin"


def test_sd_11_ten_cards_may_be_held_when_a_card_is_drawn() -> None:
    assert do(table(TEN, "seal"), "draw @0").step.name == "card"


def test_sd_11_nobody_holds_more_than_ten_when_a_card_is_about_to_be_drawn() -> None:
    state = do(table(TEN, "seal"), "draw @0", "card: orca", "draw @1")
    assert (state.step.name, state.step.queue, len(state.hands[0])) == ("limit", (0,), 11)
    assert lines(state) == [f"discard @0: {card}" for card in ("crab", "krill", "orca", "penguin", "seal", "squid")]
    with pytest.raises(IllegalEvent, match=r"whoever holds more than ten cards discards first \(SD-11\)"):
        do(state, "card: krill")
    state = do(state, "discard @0: penguin")
    assert (state.step.name, len(state.hands[0]), state.discards) == ("card", 10, ("penguin",))


def test_sd_11_every_player_over_the_limit_discards_down_to_ten() -> None:
    state = do(table("seal", f"{TEN} steal:2", "net block:3 study:4 current:3"), "draw @0")
    state = do(state, "discard @1: seal", "discard @1: steal")
    assert state.step.queue == (2,)
    state = do(state, "discard @2: net")
    assert [len(hand) for hand in state.hands] == [1, 10, 10]
    assert state.step.name == "card"


def test_sd_11_cards_of_which_none_is_held_cannot_be_discarded() -> None:
    state = do(table(f"{TEN} steal", "seal"), "draw @0")
    with pytest.raises(IllegalEvent, match=r"seat 0 does not hold Orca \(SD-11\)"):
        do(state, "discard @0: orca")


def test_sd_12_endgame_cards_are_not_discarded_for_the_limit_while_anything_else_can_be() -> None:
    state = do(table(f"{TEN} waste", "seal"), "draw @0")
    assert "discard @0: waste" not in lines(state)
    with pytest.raises(IllegalEvent, match=r"an endgame card is discarded only if nothing else can be \(SD-12\)"):
        do(state, "discard @0: waste")


def test_sd_12_as_an_option_an_endgame_card_may_be_discarded_and_ends_the_game() -> None:
    state = do(table(f"{TEN} monster", "seal", limit_endgame="free"), "draw @0", "discard @0: monster")
    assert (state.ending, state.discards) == ("monster", ("monster",))


# -- SD-13: the endings in a game


def test_sd_13_an_exposed_endgame_card_ends_the_game() -> None:
    state = do(table("krill", "seal", areas=("crab",), drawn="monster", turn=1), "fluke @1", "expose: monster")
    assert (state.ending, state.awaits, state.discards) == ("monster", Over((0,)), ("monster",))
    assert told(state)[0] == ("SD-13", False)


def test_sd_13_a_drawn_endgame_card_that_nobody_calls_stays_hidden() -> None:
    state = do(table("krill", "seal"), "draw @0", "card: monster", "draw @1", "card: crab")
    assert (state.ending, state.hands[0]) == ("", ("krill", "monster"))
    with pytest.raises(IllegalEvent, match=r"Monster cannot be played \(SD-1\)"):
        do(state, "play @0: monster")


def test_sd_13_warming_is_won_by_the_lowest_score() -> None:
    state = do(table("krill", "seal", areas=("crab",), drawn="warming", turn=1), "fluke @1", "expose: warming")
    assert state.awaits == Over((1,))


def test_sd_13_spill_leaves_one_colour() -> None:
    state = table("krill", "seal", areas=("crab:2 krill squid", "seal:3"), drawn="spill", turn=1)
    assert state.scores() == (20, 25)
    assert do(state, "fluke @1", "expose: spill").scores() == (10, 25)


def test_sd_13_at_waste_every_unused_action_in_a_hand_is_shown_and_costs_10() -> None:
    state = table("block:2 krill", "net", "", areas=("crab:3", "seal"), drawn="waste", turn=1)
    state = do(state, "fluke @1", "expose: waste")
    assert lines(state) == ["reveal @0: block"]
    with pytest.raises(IllegalEvent, match=r"there is still an action to show \(SD-13\)"):
        do(state, "done @0")
    state = do(state, "reveal @0: block", "reveal @0: block")
    assert (lines(state), state.scores()) == (["done @0"], (5, 5, 0))
    state = do(state, "done @0", "reveal @1: net", "done @1")
    assert (state.scores(), state.awaits) == ((5, -5, 0), Over((0,)))


def test_sd_13_at_waste_where_nobody_holds_a_card_the_game_is_over_at_once() -> None:
    state = do(table("", "", drawn="waste", turn=1), "fluke @1", "expose: waste")
    assert state.awaits == Over((0, 1))


def test_sd_13_at_a_table_hands_show_their_actions_at_waste() -> None:
    state = table("?? block", "??", drawn="??", turn=1, hands="hidden")
    state = do(state, "fluke @1", "expose: waste")
    assert lines(state)[-1] == "done @0"
    assert "reveal @0: net" in lines(state)
    state = do(state, "reveal @0: block", "done @0", "done @1")
    assert state.scores() == (-20, 0)


def test_sd_13_the_reasons_at_the_end_are_those_of_every_card() -> None:
    state = do(table("", "", areas=("krill", "crab:3"), breaches=4), "draw @0", "card: breach")
    assert [(r.rule, r.points) for r in state.why()] == [
        ("SD-7", None),
        ("SD-7", None),
        ("SD-8", 5),
        ("SD-8", 25),
        ("SD-7", None),
    ]


def test_sd_14_winners_with_equal_scores_share_the_title() -> None:
    state = do(table("", "", areas=("krill", "crab"), breaches=4), "draw @0", "card: breach")
    assert state.awaits == Over((0, 1))
