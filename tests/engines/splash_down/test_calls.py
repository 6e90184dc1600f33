"""Fluke! in all its outcomes: SD-6."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.core import IllegalEvent, Over
from engines.splash_down import SplashDown
from tests.engines.splash_down.table import asked, cards, do, lines, table, told


def called(drawn: str, *hands: str, areas: tuple[str, ...] = (), **more: object) -> SplashDown:
    """The game after seat 0 drew this card, seat 1 called it and it was turned up."""
    state = table(*hands, areas=areas, turn=1, drawn=drawn, **more)  # type: ignore[arg-type]
    return do(state, "fluke @1", f"expose: {drawn}")


def test_sd_6_only_the_card_that_was_drawn_can_be_turned_up() -> None:
    state = do(table("krill", "seal", turn=1, drawn="minke-left-1"), "fluke @1")
    assert asked(state) == ("expose", {"minke-left-1": 1})
    with pytest.raises(IllegalEvent, match=r"Krill cannot come up here \(SD-6\)|Krill"):
        do(state, "expose: krill")


def test_sd_6_a_whale_goes_to_the_callers_hand() -> None:
    state = called("minke-left-1", "krill", "seal", "crab")
    assert state.hands == (("krill",), ("minke-left-1", "seal"), ("crab",))
    assert (state.drawn, lines(state), told(state)) == ("", ["draw @1"], [("SD-6", False)])
    assert state.view(0).hands[1] == ("??", "minke-left-1")


def test_a_mark_lies_at_who_from_a_call_or_an_action_until_somebody_acts_again() -> None:
    """The drawer who must use a called action lays none; the same position does not depend on a mark left lying."""
    state = called("study", "krill", "block", "crab", marks=True)
    assert marks(state) == [("who", "1", True)]
    state = do(state, "play @0: study")
    assert marks(state) == [("who", "1", True)]
    state = do(state, "play @1: block", "settle @0")
    assert marks(state) == [("who", "1", True)]
    assert state.position_key == replace(state, mark=None).position_key
    assert marks(do(state, "draw @1")) == []
    assert marks(called("krill", "seal", "crab")) == []


def marks(state: SplashDown) -> list[tuple[str, str, bool]]:
    """The marks that lie there: where, whose, and whether they may be gone."""
    return [(lie.place, lie.face, lie.free) for lie in state.expected_pieces() if lie.kind == "mark"]


def test_sd_6_an_action_must_be_used_by_the_drawer_now() -> None:
    state = called("net", "krill", "seal", "crab")
    assert {line.split(":")[0] for line in lines(state)} == {"play @0"}
    assert len(lines(state)) == len(state.rules.species) == 15
    for line in ("draw @1", "fluke @2"):
        with pytest.raises(IllegalEvent, match=r"the action that came up must be used first \(SD-6\)"):
            do(state, line)
    with pytest.raises(IllegalEvent, match=r"the action that must be used is Net \(SD-6\)"):
        do(state, "play @0: study")
    with pytest.raises(IllegalEvent, match=r"Net cannot be aimed at nothing \(SD-12\)"):
        do(state, "play @0: net")
    state = do(state, "play @0: net seal", "settle @0", "netted @0", "netted @1: seal", "netted @2")
    assert state.discards == ("seal", "net")


def test_sd_6_an_action_that_must_be_used_can_be_blocked() -> None:
    state = do(called("net", "krill", "block seal"), "play @0: net seal", "play @1: block", "settle @0")
    assert (state.hands[1], state.discards) == (("seal",), ("net", "block"))


def test_sd_6_an_action_without_a_possible_target_is_discarded_without_effect() -> None:
    state = called("block", "krill", "seal")
    assert (state.discards, state.hands, lines(state)) == (("block",), (("krill",), ("seal",)), ["draw @1"])
    assert ("SD-6", True) in told(state)
    assert called("current", "krill", "").discards == ("current",)
    assert called("scavenge", "krill", "seal").discards == ("scavenge",)
    assert called("steal", "krill", "", areas=("crab", "seal:3")).discards == ("steal",)


def test_sd_6_as_an_option_an_action_without_a_possible_target_is_kept() -> None:
    state = called("block", "krill", "seal", no_target="keep")
    assert (state.discards, state.hands[0], state.shown[0]) == ((), ("block", "krill"), ("block",))
    assert [(lie.place, lie.face) for lie in state.expected_pieces()] == [("shown", "block")]
    assert ("SD-6", True) in told(state)


def test_sd_6_a_creature_stays_with_the_drawer_who_takes_a_blind_card_of_the_caller() -> None:
    state = called("crab", "krill", "seal:2 squid")
    assert state.hands[0] == ("crab", "krill")
    assert asked(state) == ("penalty", {"seal": 2, "squid": 1})
    state = do(state, "penalty: squid")
    assert state.hands == (("crab", "krill", "squid"), ("seal", "seal"))
    assert lines(state) == ["draw @1"]


def test_sd_6_an_orca_is_no_whale() -> None:
    assert called("orca", "krill", "seal").hands[0] == ("krill", "orca")


def test_sd_6_the_penalty_card_stays_hidden_from_all_but_the_two() -> None:
    state = do(called("crab", "", "seal:2 squid", ""), "penalty: squid")
    assert state.view(2).hands == (("??", "crab"), ("??", "??"), ())
    assert state.view(0).hands[0] == ("crab", "squid")


def test_sd_6_a_penalty_card_that_is_an_action_is_played_at_once_by_the_drawer() -> None:
    state = do(called("crab", "krill", "study seal"), "penalty: study")
    assert lines(state) == ["play @0: study"]
    assert state.hands[1] == ("seal",)
    state = do(called("crab", "krill", "block seal"), "penalty: block")
    assert (state.discards, lines(state)) == (("block",), ["draw @1"])


def test_sd_6_a_caller_without_a_hand_loses_a_scored_card_of_the_drawers_choice_sets_included() -> None:
    state = called("crab", "krill", "", areas=("", "seal:3 squid"))
    assert lines(state) == ["take @0: seal", "take @0: squid", "take @0"]
    with pytest.raises(IllegalEvent, match=r"take has other cards to choose from: seal; squid; nothing \(SD-6\)"):
        do(state, "take @0: krill")
    state = do(state, "take @0: seal")
    assert (state.hands[0], state.areas[1]) == (("crab", "krill", "seal"), ("seal", "seal", "squid"))
    assert told(state) == [("SD-6", True), ("SD-8", False)]
    assert state.view(1).hands[0] == ("??", "crab", "seal")


def test_sd_6_as_an_option_only_a_scored_card_in_no_set_is_lost() -> None:
    state = called("crab", "krill", "", areas=("", "seal:3 squid"), penalty_area="loose")
    assert lines(state) == ["take @0: squid", "take @0"]
    assert told(do(state, "take @0: squid"))[0] == ("SD-6", False)
    state = called("crab", "krill", "", areas=("", "seal:3"), penalty_area="loose")
    assert (state.step.name, state.extra) == ("extra", 3)


def test_sd_16_the_drawer_may_leave_the_scored_cards_and_then_gets_nothing() -> None:
    state = do(called("crab", "krill", "", areas=("", "seal:3 squid")), "take @0")
    assert (state.hands[0], state.areas[1], state.extra) == (("crab", "krill"), cards("seal:3 squid"), 0)
    assert (told(state), lines(state, "draw")) == ([("SD-16", True)], ["draw @1"])


def test_sd_16_as_an_option_a_drawer_who_takes_no_scored_card_gets_three_from_the_pile() -> None:
    state = do(called("crab", "krill", "", areas=("", "seal"), take_none="cards"), "take @0")
    assert (state.step.name, state.extra, told(state)) == ("extra", 3, [("SD-16", True)])


def test_sd_16_what_a_steal_looks_at_and_chooses_must_be_taken() -> None:
    state = do(table("steal", "krill", steal="chosen"), "play @0: steal seat-1/hand", "settle @0")
    assert lines(state) == ["take @0: krill"]


def test_sd_6_a_caller_with_nothing_costs_three_cards_from_the_pile() -> None:
    state = called("crab", "krill", "", "seal")
    with pytest.raises(IllegalEvent, match=r"the drawer gets cards from the pile first \(SD-6\)"):
        do(state, "draw @1")
    state = do(state, "card: squid", "card: net", "card: monster")
    assert state.hands == (("crab", "krill", "monster", "net", "squid"), (), ("seal",))
    assert (lines(state, "draw"), lines(state, "fluke")) == (["draw @1"], [])


def test_sd_6_a_breach_among_the_three_cards_is_played_at_once_and_is_one_of_them() -> None:
    state = do(called("crab", "krill", "", "seal"), "card: squid", "card: breach")
    assert (state.step.queue, told(state)) == ((0, 2), [("SD-6", True), ("SD-7", False)])
    state = do(state, "score @0: squid", "done @0", "done @2")
    assert (state.step.name, state.extra, state.areas[0]) == ("extra", 1, ("squid",))
    state = do(state, "card: orca")
    assert (state.hands[0], lines(state)) == (("crab", "krill", "orca"), ["draw @1"])


def test_sd_6_as_an_option_a_breach_among_the_three_cards_comes_on_top() -> None:
    state = do(called("crab", "krill", "", "seal", penalty_breach="extra"), "card: squid", "card: breach")
    state = do(state, "done @0", "done @2", "card: orca", "card: orca")
    assert (state.hands[0], lines(state)) == (("crab", "krill", "orca", "orca", "squid"), ["draw @1"])


def test_sd_6_the_last_breach_among_the_three_cards_ends_the_game() -> None:
    state = do(called("crab", "krill", "", breaches=4), "card: breach", "done @0")
    assert (state.ending, state.step.name) == ("breach", "over")


def test_sd_6_a_called_endgame_card_is_exposed() -> None:
    assert called("monster", "krill", "seal", areas=("crab",)).awaits == Over((0,))


def test_sd_12_an_endgame_card_passes_unexposed_as_a_penalty() -> None:
    state = do(called("crab", "krill", "monster"), "penalty: monster")
    assert (state.ending, state.hands[0]) == ("", ("crab", "krill", "monster"))


def test_sd_12_as_an_option_an_endgame_card_that_passes_as_a_penalty_ends_the_game() -> None:
    state = do(called("crab", "krill", "monster", passing_endgame="exposed"), "penalty: monster")
    assert (state.ending, state.hands[0]) == ("monster", ("crab", "krill"))


# -- at a table


def test_sd_6_at_a_table_the_card_turned_up_is_any_that_has_not_been_seen() -> None:
    state = table("??", "??", areas=("crab:2", "crab:3"), turn=1, drawn="??", hands="hidden")
    state = do(state, "fluke @1")
    assert asked(state)[1]["krill"] == 5
    assert not {"crab", "breach"} & set(asked(state)[1])
    with pytest.raises(IllegalEvent, match=r"all 5 Crabs have already been seen \(SD-1\)"):
        do(state, "expose: crab")
    assert do(state, "expose: minke-left-1").hands[1] == ("??", "minke-left-1")


def test_sd_6_at_a_table_a_penalty_card_is_a_blank_unless_it_is_an_action() -> None:
    state = table("??", "?? ?? net", turn=1, drawn="??", hands="hidden")
    state = do(state, "fluke @1", "expose: crab")
    kind, faces = asked(state)
    assert kind == "penalty"
    assert set(faces) == {"??", "block", "study", "scavenge", "net", "steal", "current"}
    with pytest.raises(IllegalEvent, match=r"penalty is not seen at this table: a blank stands for Krill \(SD-6\)"):
        do(state, "penalty: krill")
    assert do(state, "penalty: ??").hands == (("??", "??", "crab"), ("??", "??"))
    assert do(state, "penalty: net").hands == (("??", "crab"), ("??", "??"))
    assert do(state, "penalty: study").hands == (("??", "crab"), ("??", "net"))


def test_sd_6_at_a_table_the_odds_of_a_penalty_follow_from_counting() -> None:
    """Two blanks and a Net: 84 cards are unseen, 5 of them Breaches and 2 Nets; a third of the time it is the Net."""
    state = do(table("??", "?? ?? net", turn=1, drawn="??", hands="hidden"), "fluke @1", "expose: crab")
    faces = asked(state)[1]
    out = 89 - 5 - 1 - 1
    share = {face: weight / sum(faces.values()) for face, weight in faces.items()}
    assert share["net"] == pytest.approx(1 / 3 + 2 / 3 * 2 / out)
    assert share["study"] == pytest.approx(2 / 3 * 4 / out)
    assert sum(share.values()) == pytest.approx(1)


def test_sd_6_at_a_table_a_known_hand_of_actions_gives_one_of_them() -> None:
    state = do(table("??", "net study", turn=1, drawn="??", hands="hidden"), "fluke @1", "expose: crab")
    assert asked(state) == ("penalty", {"net": 1, "study": 1})
