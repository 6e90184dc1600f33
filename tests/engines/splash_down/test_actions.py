"""The seven actions, at any time, with chains of Blocks: SD-12."""

from __future__ import annotations

import pytest

from engines.core import Expected, IllegalEvent, Over, Turn
from tests.engines.splash_down.table import asked, do, lines, table, told

# -- playing, blocking, settling


def test_sd_11_anybody_may_play_an_action_at_any_time_between_draws() -> None:
    state = table("krill", "study", "net", turn=0)
    assert isinstance(state.awaits, Turn)
    assert state.awaits.seats == (0, 1, 2)
    state = do(state, "play @1: study", "settle @1", "study: krill krill krill", "order @1: krill krill krill")
    assert lines(state, "draw") == ["draw @0"]


def test_sd_11_the_next_card_is_not_drawn_before_all_is_settled() -> None:
    state = do(table("net", "seal study"), "play @0: net seal")
    for line in ("draw @0", "fluke @1"):
        with pytest.raises(IllegalEvent, match=r"an action is to be settled first; only a Block answers it \(SD-12\)"):
            do(state, line)
    with pytest.raises(IllegalEvent, match=r"only a Block answers an action \(SD-12\)"):
        do(state, "play @1: study")


def test_sd_12_who_played_an_action_settles_it() -> None:
    state = do(table("net", "seal block"), "play @0: net seal")
    assert lines(state) == ["settle @0", "play @1: block"]
    with pytest.raises(IllegalEvent, match=r"seat 0 played the action and settles it, not seat 1 \(SD-12\)"):
        do(state, "settle @1")


def test_sd_12_a_block_negates_an_action() -> None:
    state = do(table("net", "seal block"), "play @0: net seal", "play @1: block", "settle @0")
    assert (state.hands, state.discards, told(state)) == (((), ("seal",)), ("net", "block"), [("SD-12", False)])


def test_sd_12_a_block_negates_a_block_and_a_third_one_negates_the_second() -> None:
    state = do(table("net block", "seal block:2"), "play @0: net seal", "play @1: block", "play @0: block")
    twice = do(state, "settle @0")
    assert (twice.step.name, told(twice)) == ("netted", [("SD-12", False), ("SD-12", False)])
    thrice = do(state, "play @1: block", "settle @0")
    assert (thrice.hands[1], thrice.discards) == (("seal",), ("net", "block", "block", "block"))


def test_sd_12_anybody_may_block_also_with_the_card_just_drawn() -> None:
    state = do(table("net", "seal", "block", drawn="block", turn=2), "play @0: net seal")
    assert lines(state) == ["settle @0", "play @2: block", "play-drawn @1: block"]
    state = do(state, "play-drawn @1: block", "settle @0")
    assert (state.drawn, state.hands[1]) == ("", ("seal",))


def test_sd_17_players_may_block_their_own_actions() -> None:
    state = do(table("net block", "seal"), "play @0: net seal", "play @0: block")
    assert told(state) == [("SD-17", True)]
    assert do(state, "settle @0").hands == ((), ("seal",))


def test_sd_17_as_an_option_nobody_blocks_an_action_of_their_own_but_a_block_against_it() -> None:
    state = do(table("net block", "seal block:2", own_block="forbidden"), "play @0: net seal")
    assert lines(state) == ["settle @0", "play @1: block"]
    with pytest.raises(IllegalEvent, match=r"players do not block their own actions in this game \(SD-17\)"):
        do(state, "play @0: block")
    assert lines(do(state, "play @1: block"))[1:] == ["play @0: block", "play @1: block"]


def test_sd_12_a_block_aimed_at_something_is_refused_for_its_aim() -> None:
    state = do(table("net block", "seal block"), "play @0: net seal")
    for seat in (0, 1):
        with pytest.raises(IllegalEvent, match=r"Block cannot be aimed at seal \(SD-12\)"):
            do(state, f"play @{seat}: block seal")


def test_sd_12_a_block_needs_an_action_to_block() -> None:
    with pytest.raises(IllegalEvent, match=r"there is no action to block \(SD-12\)"):
        do(table("block", "seal"), "play @0: block")


def test_sd_12_a_played_action_reaches_the_discard_pile_once_settled() -> None:
    state = do(table("scavenge", "seal", discards="krill"), "play @0: scavenge krill")
    assert (state.discards, state.played) == (("krill",), ("scavenge",))
    assert state.expected_pieces() == (
        Expected("play", "card", "scavenge", fresh=True),
        Expected("discard", "card", "krill"),
    )
    state = do(state, "settle @0")
    assert (state.discards, state.played, state.hands[0]) == (("scavenge",), (), ("krill",))
    fetched = Expected("shown", "card", "krill", fresh=True, free=True)
    assert state.expected_pieces() == (Expected("discard", "card", "scavenge"), fetched)


def test_sd_12_as_an_option_a_played_action_is_discarded_at_once() -> None:
    state = do(table("scavenge", "block", discards="krill", played="at-once"), "play @0: scavenge krill")
    assert (state.discards, state.played) == (("krill", "scavenge"), ())
    state = do(state, "play @1: block", "settle @0")
    assert state.discards == ("krill", "scavenge", "block")


def test_sd_12_where_actions_are_discarded_at_once_a_scavenge_fetches_no_scavenge() -> None:
    """Else a Scavenge that must be used would fetch the one that fetched it, and the game would never go on."""
    state = table("scavenge", "seal", discards="scavenge study krill", played="at-once")
    assert lines(state, "play") == ["play @0: scavenge krill", "play @0: scavenge study"]
    state = do(state, "play @0: scavenge study", "settle @0")
    assert (state.step.name, state.step.card, state.played) == ("forced", "study", ("study",))
    state = do(state, "play @0: study")
    assert (state.played, state.discards) == ((), ("scavenge", "krill", "scavenge", "study"))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("play @0: crab", r"Crab is no action \(SD-12\)"),
        ("play @0: waste", r"Waste cannot be played \(SD-1\)"),
        ("play @0: breach", r"a Breach is never held \(SD-7\)"),
        ("play @0: study", r"seat 0 does not hold Study \(SD-5\)"),
        ("play @0: ??", r"the card must be named here \(SD-5\)"),
        ("play @0", r"play names a card \(SD-5\)"),
        ("play @0: net", r"Net cannot be aimed at nothing \(SD-12\)"),
        ("play @0: steal seat-0/hand", r"Steal cannot be aimed at seat-0/hand \(SD-12\)"),
        ("play-drawn @0: net crab", r"seat 0 does not hold Net \(SD-5\)"),
        ("play @0: minke", r"'minke' is no card \(SD-5\)"),
        ("draw @0: crab", r"draw names no card \(SD-5\)"),
        ("settle @0", r"the game is open: draw, call Fluke or play an action \(SD-5\)"),
    ],
)
def test_sd_12_what_cannot_be_played_is_refused_with_the_reason(line: str, message: str) -> None:
    with pytest.raises(IllegalEvent, match=message):
        do(table("crab waste net steal", "seal"), line)


# -- Steal


def test_sd_12_steal_takes_any_loose_card_of_another_hand_or_scoring_area() -> None:
    state = table("steal", "seal", "krill", areas=("crab", "squid minke-left-1", "orca"))
    assert lines(state, "play") == [
        "play @0: steal seat-1/hand",
        "play @0: steal seat-1/score minke-left-1",
        "play @0: steal seat-1/score squid",
        "play @0: steal seat-2/hand",
        "play @0: steal seat-2/score orca",
    ]


def test_sd_12_steal_takes_no_card_of_a_set() -> None:
    areas = ("", "crab:3 krill:2 minke-left-1 minke-right-0 minke-right-5 bowhead-left bowhead-right")
    state = table("steal", "", areas=areas)
    assert lines(state, "play") == ["play @0: steal seat-1/score krill", "play @0: steal seat-1/score minke-right-0"]
    with pytest.raises(IllegalEvent, match="Steal cannot be aimed at seat-1/score crab"):
        do(state, "play @0: steal seat-1/score crab")


def test_sd_12_a_hand_of_sets_only_cannot_be_stolen_from() -> None:
    assert lines(table("steal", "crab:3 sei-left-3 sei-right-0"), "play") == []
    assert lines(table("steal", "crab:3 sei-left-3:2 sei-right-0"), "play") == ["play @0: steal seat-1/hand"]


def test_sd_12_from_a_scoring_area_the_card_goes_to_the_thiefs_hand() -> None:
    state = do(table("steal", "seal", areas=("", "squid")), "play @0: steal seat-1/score squid", "settle @0")
    assert (state.hands[0], state.areas[1], state.shown[0]) == (("squid",), (), ("squid",))


def test_sd_12_from_a_hand_it_is_blind_among_the_loose_cards_and_exposed() -> None:
    state = do(table("steal", "crab:3 krill:2 net", ""), "play @0: steal seat-1/hand", "settle @0")
    assert asked(state) == ("stolen", {"krill": 2, "net": 1})
    with pytest.raises(IllegalEvent, match=r"Crab is in a set there \(SD-12\)"):
        do(state, "stolen: crab")
    state = do(state, "stolen: krill")
    assert (state.hands[0], state.view(2).hands[0]) == (("krill",), ("krill",))
    assert told(state) == [("SD-12", True)]


def test_sd_12_a_stolen_action_goes_to_the_hand_unforced() -> None:
    state = do(table("steal", "net"), "play @0: steal seat-1/hand", "settle @0", "stolen: net")
    assert (state.hands[0], state.step.name) == (("net",), "open")


def test_sd_12_as_an_option_a_stolen_action_is_played_at_once() -> None:
    state = do(table("steal", "net", stolen_action="forced"), "play @0: steal seat-1/hand", "settle @0", "stolen: net")
    assert (state.hands[0], state.step.name, state.step.card) == ((), "forced", "net")


def test_sd_12_a_stolen_endgame_card_is_exposed_and_ends_the_game() -> None:
    state = do(table("steal", "monster", areas=("crab",)), "play @0: steal seat-1/hand", "settle @0")
    state = do(state, "stolen: monster")
    assert (state.awaits, state.discards) == (Over((0,)), ("steal", "monster"))


def test_sd_12_as_an_option_the_thief_looks_and_chooses() -> None:
    state = do(table("steal", "crab:3 krill net", steal="chosen"), "play @0: steal seat-1/hand", "settle @0")
    assert lines(state) == ["take @0: krill", "take @0: net"]
    assert do(state, "take @0: net").hands == (("net",), ("crab", "crab", "crab", "krill"))


def test_sd_12_a_steal_finds_nothing_where_the_victims_last_loose_card_was_a_block() -> None:
    state = table("steal block", "block crab:3")
    state = do(state, "play @0: steal seat-1/hand", "play @1: block", "play @0: block", "settle @0")
    assert asked(state) == ("stolen", {"nothing": 1})
    state = do(state, "stolen: nothing")
    assert (state.hands, state.step.name) == (((), ("crab", "crab", "crab")), "open")


def test_sd_12_a_steal_finds_nothing_in_an_emptied_hand() -> None:
    state = do(table("steal block", "block"), "play @0: steal seat-1/hand", "play @1: block", "play @0: block")
    state = do(state, "settle @0")
    assert (state.hands, state.step.name, told(state)[-1]) == (((), ()), "open", ("SD-12", False))


def test_sd_5_the_card_just_drawn_lies_apart_and_is_neither_stolen_nor_given() -> None:
    state = table("steal current", "", "krill", turn=2, drawn="crab")
    assert lines(state, "play") == ["play @0: current", "play @0: steal seat-2/hand"]
    state = do(state, "play @0: current", "settle @0")
    assert lines(state) == ["give @2: krill"]


# -- Scavenge


def test_sd_12_scavenge_takes_any_card_of_the_discard_pile() -> None:
    state = table("scavenge", "seal", discards="crab minke-left-1 crab")
    assert lines(state, "play") == ["play @0: scavenge crab", "play @0: scavenge minke-left-1"]
    state = do(state, "play @0: scavenge crab", "settle @0")
    assert (state.hands[0], state.discards) == (("crab",), ("minke-left-1", "crab", "scavenge"))
    assert state.view(1).hands[0] == ("crab",)


def test_sd_12_a_scavenged_action_is_played_at_once() -> None:
    state = do(table("scavenge", "seal", discards="study"), "play @0: scavenge study", "settle @0")
    assert lines(state) == ["play @0: study"]
    state = do(state, "play @0: study", "settle @0", "study: crab crab crab", "order @0: crab crab crab")
    assert state.discards == ("scavenge", "study")


def test_sd_12_a_scavenge_that_fetches_a_scavenge_cannot_be_fetched_itself() -> None:
    state = do(table("scavenge", "seal", discards="scavenge krill"), "play @0: scavenge scavenge", "settle @0")
    assert lines(state) == ["play @0: scavenge krill"]


def test_sd_6_a_scavenged_action_without_a_target_is_discarded_without_effect() -> None:
    state = do(table("scavenge", "seal", discards="block"), "play @0: scavenge block", "settle @0")
    assert (state.discards, state.step.name) == (("block", "scavenge"), "open")


def test_sd_12_an_empty_discard_pile_gives_nothing_to_scavenge() -> None:
    assert lines(table("scavenge", "seal"), "play") == []


# -- Net


def test_sd_12_net_discards_the_named_species_from_all_hands_and_scoring_areas_own_included() -> None:
    state = table("net crab", "crab:2 krill", "seal", areas=("crab", "crab"))
    state = do(state, "play @0: net crab", "settle @0")
    assert (state.areas, state.discards) == (((), (), ()), ("crab", "crab"))
    assert lines(state) == ["netted @0: crab"]
    state = do(state, "netted @0: crab")
    assert lines(state) == ["netted @1: crab crab"]
    with pytest.raises(IllegalEvent, match=r"netted has other cards to choose from: crab crab \(SD-12\)"):
        do(state, "netted @1: crab")
    state = do(state, "netted @1: crab crab", "netted @2")
    assert (state.hands, state.discards) == (((), ("krill",), ("seal",)), ("crab",) * 5 + ("net",))


def test_sd_12_net_spares_sets_in_hands_and_in_scoring_areas() -> None:
    state = do(table("net", "crab:3", areas=("crab:2",)), "play @0: net crab", "settle @0")
    assert (state.areas[0], lines(state)) == ((), ["netted @1"])
    state = table("net", "minke-left-1 minke-right-5 krill", areas=("minke-left-1", "minke-right-0"))
    state = do(state, "play @0: net minke", "settle @0", "netted @1")
    assert (state.hands[1], state.areas) == (("krill", "minke-left-1", "minke-right-5"), ((), ()))
    state = do(table("net", "", areas=("crab:2", "crab:3")), "play @0: net crab", "settle @0")
    assert state.areas == ((), ("crab", "crab", "crab"))
    state = do(table("net", "", areas=("", "sei-left-3:2 sei-right-0")), "play @0: net sei", "settle @0")
    assert state.areas[1] == ("sei-left-3", "sei-right-0")


def test_sd_8_a_set_lies_in_one_hand_or_one_scoring_area_not_in_both_together() -> None:
    state = do(table("net", "crab", areas=("", "crab:2")), "play @0: net crab", "settle @0", "netted @1: crab")
    assert (state.hands[1], state.areas[1]) == ((), ())


def test_sd_8_a_spare_tail_is_in_no_set() -> None:
    state = do(table("net", "sei-left-3:2 sei-right-0"), "play @0: net sei", "settle @0")
    assert lines(state) == ["netted @1: sei-left-3"]


def test_sd_8_four_tails_are_two_sets_unless_only_one_pair_scores() -> None:
    four = "sei-left-3:2 sei-right-0 sei-right-5"
    assert lines(do(table("net", four), "play @0: net sei", "settle @0")) == ["netted @1"]
    state = do(table("net", four, pairs="one"), "play @0: net sei", "settle @0")
    assert lines(state) == ["netted @1: sei-left-3 sei-right-0"]


def test_sd_12_a_net_may_name_every_species_of_the_game_and_no_card() -> None:
    assert lines(table("net", "seal"), "play") == [
        f"play @0: net {species}"
        for species in (
            *("blue", "bowhead", "crab", "fin", "humpback", "krill", "minke", "orca"),
            *("penguin", "right", "seabird", "seal", "sei", "sperm", "squid"),
        )
    ]


def test_sd_12_a_net_searches_the_card_just_drawn_too_which_then_joins_its_hand() -> None:
    state = do(table("net", "seal", drawn="crab"), "play @0: net crab", "settle @0")
    assert (state.drawn, lines(state)) == ("", ["netted @1: crab"])
    state = do(table("net", "", drawn="crab"), "play @0: net seal", "settle @0", "netted @1")
    assert (state.drawn, state.hands[1], lines(state)) == ("", ("crab",), ["draw @0"])


def test_sd_12_a_net_where_nobody_holds_a_card_is_done_at_once() -> None:
    state = do(table("net", "", areas=("crab",)), "play @0: net crab", "settle @0")
    assert (state.step.name, state.discards) == ("open", ("crab", "net"))


# -- Current


def test_sd_12_each_opponent_gives_one_card_of_their_choice_in_secret() -> None:
    state = do(table("krill", "crab seal", "current", "squid orca"), "play @2: current", "settle @2")
    assert lines(state) == ["give @3: orca", "give @3: squid"]
    state = do(state, "give @3: orca", "give @0: krill")
    assert state.hands[2] == ()
    assert [state.view(seat).step.cards for seat in (0, 1, 2, None)] == [("??", "??")] * 4
    state = do(state, "give @1: seal")
    assert state.hands == ((), ("crab",), ("krill", "orca", "seal"), ("squid",))
    assert state.view(1).hands == ((), ("crab",), ("??",) * 3, ("??",))


def test_sd_12_an_opponent_without_cards_gives_none() -> None:
    state = do(table("current", "", "krill"), "play @0: current", "settle @0", "give @2: krill")
    assert (state.hands[0], state.step.name) == (("krill",), "open")
    assert lines(table("current", ""), "play") == []


def test_sd_12_current_brings_nothing_where_the_last_card_went_to_a_block() -> None:
    state = do(table("current block", "block"), "play @0: current", "play @1: block", "play @0: block", "settle @0")
    assert (state.hands, state.step.name) == (((), ()), "open")


def test_sd_12_a_card_given_face_down_makes_all_that_was_known_of_that_hand_uncertain() -> None:
    state = do(table("scavenge", "current", discards="krill"), "play @0: scavenge krill", "settle @0")
    assert state.view(None).hands[0] == ("krill",)
    state = do(state, "play @1: current", "settle @1", "give @0: krill")
    assert state.view(None).hands == ((), ("??",))
    assert state.view(1).hands[1] == ("krill",)


def test_sd_12_an_endgame_card_passes_unexposed_by_current() -> None:
    state = do(table("current", "waste krill"), "play @0: current", "settle @0", "give @1: waste")
    assert (state.hands[0], state.ending) == (("waste",), "")


def test_sd_12_as_an_option_an_endgame_card_given_is_exposed() -> None:
    state = table("current", "monster krill", passing_endgame="exposed")
    state = do(state, "play @0: current", "settle @0", "give @1: monster")
    assert (state.hands, state.ending) == (((), ("krill",)), "monster")
    state = table("current", "?? ??", passing_endgame="exposed", hands="hidden")
    state = do(state, "play @0: current", "settle @0")
    assert lines(state) == [f"give @1: {card}" for card in ("??", "monster", "spill", "warming", "waste")]


def test_sd_13_what_was_given_before_an_endgame_card_ended_the_game_counts_in_the_hand_it_was_given_to() -> None:
    """Waste costs 10 for each action in a hand, and a Block is one: whoever was given it last."""
    options = {"areas": ("crab", "crab"), "passing_endgame": "exposed"}
    state = do(table("current", "block", "waste", "krill", **options), "play @0: current", "settle @0")
    state = do(state, "give @1: block", "give @2: waste", "reveal @0: block", "done @0", "done @3")
    assert (state.scores(), state.awaits) == ((-5, 5, 0, 0), Over((1,)))
    state = do(table("current", "??", "??", hands="hidden", **options), "play @0: current", "settle @0")
    state = do(state, "give @1: ??", "give @2: waste", "reveal @0: block", "done @0")
    assert (state.scores(), state.awaits) == ((-5, 5, 0), Over((1,)))


# -- Study


def test_sd_12_study_orders_the_top_three() -> None:
    state = do(table("study krill", "seal"), "play @0: study", "settle @0")
    kind, faces = asked(state)
    assert (kind, faces["krill"], faces["breach"], sum(faces.values())) == ("study", 4, 5, 86)
    state = do(state, "study: crab breach orca")
    assert len(lines(state)) == 6
    with pytest.raises(IllegalEvent, match=r"order has other cards to choose from: crab breach orca; .* \(SD-12\)"):
        do(state, "order @0: crab crab orca")
    state = do(state, "order @0: orca crab breach", "draw @0")
    assert asked(state) == ("card", {"orca": 1})
    state = do(state, "card: orca", "draw @1", "card: crab", "draw @0")
    assert asked(state) == ("card", {"breach": 1})


def test_sd_12_only_who_studied_knows_the_order() -> None:
    state = do(table("study", "seal"), "play @0: study", "settle @0", "study: crab breach orca")
    assert [state.view(seat).step.cards for seat in (0, 1, None)] == [("crab", "breach", "orca"), *[("??",) * 3] * 2]
    state = do(state, "order @0: orca crab breach")
    assert [state.view(seat).top for seat in (0, 1, None)] == [("orca", "crab", "breach"), (), ()]


def test_sd_12_a_second_study_sees_what_the_first_one_left() -> None:
    state = do(table("study", "study"), "play @0: study", "settle @0", "study: crab krill orca")
    state = do(state, "order @0: orca crab krill", "draw @0", "card: orca", "play @1: study", "settle @1")
    kind, faces = asked(state)
    assert (kind, faces["crab"]) == ("study", 4)
    with pytest.raises(IllegalEvent, match=r"\(SD-12\)"):
        do(state, "study: seal seal seal")
    state = do(state, "study: crab krill seal", "order @1: seal krill crab")
    assert (state.top, state.studied) == (("seal", "krill", "crab"), 1)
    with pytest.raises(IllegalEvent, match=r"study takes 3 cards, not 2 \(SD-12\)"):
        do(table("study", "seal"), "play @0: study", "settle @0", "study: krill crab")


def test_sd_12_a_short_pile_is_studied_as_far_as_it_goes() -> None:
    discards = "crab:5 seal:5 seabird:4 squid:4 penguin:4 minke-left-1:2 humpback-left-2:2 sperm-left-2:2"
    discards += " right-left-3:2 sei-left-3:2 fin-left-4:2 minke-right-0 humpback-right-0 sperm-right-0 right-right-0"
    discards += " sei-right-0 fin-right-0 minke-right-5 humpback-right-5 sperm-right-5 right-right-5 sei-right-5"
    discards += " fin-right-5 bowhead-left:2 bowhead-right:2 blue-left-5 blue-right-0 orca:2 block:4 study:3 scavenge:4"
    discards += " net:3 steal:3 current:3 monster warming spill waste"
    pile = " ".join(
        word.partition(":")[0] for word in discards.split() for _ in range(int(word.partition(":")[2] or 1))
    )
    state = do(table("study", "krill:5", discards=pile, breaches=3), "play @0: study", "settle @0")
    assert (state.deck, asked(state)) == (2, ("study", {"breach": 2}))
    assert do(state, "study: breach breach", "order @0: breach breach").top == ("breach", "breach")


def test_sd_12_at_a_table_a_study_is_blanks() -> None:
    state = do(table("?? ??", "??", hands="hidden"), "play @0: study", "settle @0")
    assert asked(state) == ("study", {"??": 86})
    state = do(state, "study: ?? ?? ??")
    assert lines(state) == ["order @0: ?? ?? ??"]
    assert do(state, "order @0: ?? ?? ??").top == ()
