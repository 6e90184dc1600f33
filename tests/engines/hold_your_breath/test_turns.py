"""The course of a turn, a round and a phase (HB-4, HB-5, HB-11 to HB-14)."""

from __future__ import annotations

import pytest

from engines.core import BadEvent, Chance, IllegalEvent, Over, Turn
from engines.hold_your_breath import HoldYourBreath
from tests.engines.hold_your_breath.table import FULL, at, do, event, lines, table, told
from tests.engines.hold_your_breath.test_plays import refused

# -- want of Air (HB-4)


def test_playing_may_not_end_without_air_played_while_there_is_air_in_the_hand() -> None:
    """HB-4: a Dolphin is Air, too."""
    for card in ("air-5-calm", "air-10-calm", "dolphin"):
        assert refused(table(f"{card} swim-5-draw", ""), "end @0", "HB-4")
    assert "end @0" in lines(do(table("air-5-calm air-5-calm", ""), "play @0: air-5-calm air-5"))


def test_without_air_a_card_of_the_players_choice_goes_face_down_and_is_a_panic() -> None:
    """HB-4"""
    state = do(table("swim-5-draw swim-10-calm", ""), "end @0")
    assert (state.step, told(state)) == ("gasp", ["HB-4*"])
    assert lines(state) == ["panic @0: swim-10-calm", "panic @0: swim-5-draw"]
    assert refused(state, "done @0", "HB-4")
    assert refused(state, "panic @0: dolphin", "HB-3")
    state = do(state, "panic @0: swim-10-calm")
    assert (state.panics[0], state.hands[0]) == ((("swim-10-calm", "down"),), ("swim-5-draw",))
    assert (state.step, state.pile, told(state)) == ("refill", (), ["HB-4"])
    (lie,) = (lie for lie in state.expected_pieces() if lie.place == "seat-0/panic")
    assert (lie.face, lie.fresh) == ("back", True)


def test_who_played_air_loses_no_card() -> None:
    """HB-4"""
    state = do(table("air-5-calm swim-10-calm", ""), "play @0: air-5-calm air-5", "end @0")
    assert (state.step, state.panics[0], state.hands[0]) == ("refill", (), ("swim-10-calm",))


def test_an_air_card_may_be_used_for_its_action_and_then_air_is_wanting() -> None:
    """HB-4"""
    state = do(table("air-5-panic swim-10-calm", ""), "play @0: air-5-panic panic 1", "end @0")
    assert state.step == "gasp"


def test_the_air_is_checked_when_playing_ends_so_a_drawn_air_counts() -> None:
    """HB-4"""
    state = do(table("swim-5-draw", "", pile="dolphin", deck=40), "play @0: swim-5-draw draw", "draw: air-5-calm")
    assert refused(state, "end @0", "HB-4")
    assert do(state, "play @0: air-5-calm air-5", "end @0").step == "draw"


def test_with_an_empty_hand_the_top_of_the_discard_pile_goes_face_down() -> None:
    """HB-4"""
    state = table("swim-5-panic", "", pile="air-10-calm dolphin", deck=30)
    under = state.pile[-2]
    state = do(state, "play @0: swim-5-panic panic 1", "end @0")
    assert (state.panics[0], state.pile[-1]) == ((("dolphin", "known"),), under)
    assert told(state) == ["HB-4"]
    assert [lie.face for lie in state.expected_pieces() if lie.place == "seat-0/panic"] == ["back"]


def test_with_an_empty_hand_and_an_empty_discard_pile_there_is_nothing_to_lay() -> None:
    """HB-4"""
    state = do(table("swim-5-panic", ""), "play @0: swim-5-panic panic 1", "end @0")
    assert (state.panics[0], state.step, told(state)) == ((), "draw", [])


def test_a_player_in_panic_gets_no_second_one_and_loses_no_card() -> None:
    """HB-4"""
    state = do(table("swim-5-draw", "", panics={0: "air-5-panic"}), "end @0")
    assert (state.step, state.panics[0], state.hands[0]) == ("refill", (("air-5-panic", "up"),), ("swim-5-draw",))
    assert told(state) == ["HB-4*"]


def test_by_option_want_of_air_costs_a_card_in_panic_too_and_each_panic_leaves_by_itself() -> None:
    """HB-4"""
    state = table("swim-5-draw air-5-calm", "", panics={0: "air-5-panic"}, second_panic=True)
    state = do(state, "play @0: air-5-calm calm panic", "end @0", "panic @0: swim-5-draw")
    assert state.panics[0] == (("swim-5-draw", "down"),)
    state = do(
        table("swim-5-draw", "", panics={0: "air-5-panic"}, second_panic=True), "end @0", "panic @0: swim-5-draw"
    )
    assert state.panics[0] == (("air-5-panic", "up"), ("swim-5-draw", "down"))
    calm = table(
        "air-5-calm air-10-calm swim-5-calm", "", panics={0: "air-5-panic swim-5-draw/down"}, second_panic=True, air=1
    )
    calm = do(calm, "play @0: air-5-calm calm panic", "reveal: swim-5-draw")
    assert calm.panics[0] == (("air-5-panic", "up"),)
    assert refused(calm, "play @0: swim-5-calm swim-5", "HB-6")
    assert do(calm, "play @0: air-10-calm calm panic").panics[0] == ()


def start_checked(hand: str, pile: str = "", **changes: object) -> HoldYourBreath:
    """Seat 0 as its turn starts, the other's just having ended, where Air is checked at the start."""
    options = {"panics": changes.pop("panics", None), "second_panic": changes.pop("second_panic", False)}
    state = table(hand, FULL, seat=1, step="refill", pile=pile, air_check="start", air=1, **options)  # type: ignore[arg-type]
    return do(at(state, **changes), "done @1")


def test_by_option_air_is_checked_as_the_turn_starts() -> None:
    """HB-4"""
    state = start_checked("air-5-calm swim-5-calm")
    assert (state.step, lines(state)) == ("breath", ["breathe @0"])
    assert refused(state, "panic @0: swim-5-calm", "HB-4")
    assert refused(state, "play @0: air-5-calm air-5", "HB-4")
    state = do(state, "breathe @0")
    assert (state.step, told(state)) == ("play", ["HB-4*"])
    assert refused(state, "end @0", "HB-4")
    state = start_checked("swim-5-calm swim-5-draw")
    assert lines(state) == ["panic @0: swim-5-calm", "panic @0: swim-5-draw"]
    assert refused(state, "breathe @0", "HB-4")
    state = do(state, "panic @0: swim-5-draw")
    assert (state.step, state.panics[0]) == ("play", (("swim-5-draw", "down"),))
    state = do(state, "end @0")
    assert (state.step, state.hands[0]) == ("refill", ("swim-5-calm",))


def test_by_option_an_empty_hand_at_the_start_takes_the_top_of_the_discard_pile() -> None:
    """HB-4"""
    state = start_checked("", pile="dolphin air-10-calm")
    assert (state.step, state.panics[0], state.pile) == ("play", (("air-10-calm", "known"),), ("dolphin",))
    assert told(state) == ["HB-4"]
    assert start_checked("").panics[0] == ()


def test_by_option_who_is_in_panic_is_not_asked_for_air_at_the_start() -> None:
    """HB-4"""
    assert start_checked("swim-5-calm", panics={0: "air-5-panic"}).step == "play"
    assert start_checked("swim-5-calm", panics={0: "air-5-panic"}, second_panic=True).step == "breath"


# -- discarding and drawing up (HB-5)


def test_at_the_end_of_the_turn_any_cards_may_be_discarded_and_the_hand_is_drawn_up_to_five() -> None:
    """HB-5"""
    state = do(table("air-5-calm swim-5-calm swim-5-draw", FULL), "play @0: air-5-calm air-5", "end @0")
    assert lines(state) == ["discard @0: swim-5-calm", "discard @0: swim-5-draw", "done @0"]
    state = do(state, "discard @0: swim-5-draw")
    assert (state.pile, state.step, told(state)) == (("air-5-calm", "swim-5-draw"), "refill", ["HB-5"])
    assert refused(state, "discard @0: swim-5-draw", "HB-3")
    state = do(state, "done @0")
    assert isinstance(state.awaits, Chance)
    assert state.awaits.pools[0].count == 4
    state = do(state, "draw: dolphin dolphin air-5-draw air-10-draw")
    assert state.hands[0] == ("air-10-draw", "air-5-draw", "dolphin", "dolphin", "swim-5-calm")
    assert (state.seat, state.step, told(state)) == (1, "play", ["HB-5"])


def test_played_cards_go_to_the_discard_pile_as_they_are_resolved() -> None:
    """HB-5"""
    state = do(table("air-10-calm swim-5-draw", ""), "play @0: air-10-calm air-10")
    assert state.pile == ("air-10-calm",)
    assert do(state, "play @0: swim-5-draw swim-5").pile == ("air-10-calm", "swim-5-draw")


def test_with_the_last_card_discarded_drawing_follows_by_itself() -> None:
    """HB-5"""
    state = do(table("air-5-calm swim-5-calm", ""), "play @0: air-5-calm air-5", "end @0", "discard @0: swim-5-calm")
    assert (state.step, state.draws) == ("draw", ((0, 5),))
    assert do(table("air-5-calm", ""), "play @0: air-5-calm air-5", "end @0").step == "draw"


def test_a_full_hand_draws_nothing() -> None:
    """HB-5"""
    state = do(table(FULL, "", panics={0: "air-5-panic"}), "end @0", "done @0")
    assert (state.seat, state.step) == (1, "play")


def test_drawing_is_not_optional_unless_it_was_so_agreed() -> None:
    """HB-5"""
    state = do(table("air-5-calm swim-5-calm", ""), "play @0: air-5-calm air-5", "end @0")
    assert refused(state, "keep @0", "HB-5")
    state = table("air-5-calm swim-5-calm", "", optional_refill=True)
    state = do(state, "play @0: air-5-calm air-5", "end @0")
    assert lines(state) == ["discard @0: swim-5-calm", "done @0", "keep @0"]
    kept = do(state, "keep @0")
    assert (kept.seat, kept.hands[0], told(kept)) == (1, ("swim-5-calm",), ["HB-5*"])
    empty = do(state, "discard @0: swim-5-calm")
    assert (empty.step, lines(empty)) == ("refill", ["done @0", "keep @0"])
    assert do(empty, "done @0").draws == ((0, 5),)
    last = do(
        at(table("air-5-calm swim-5-calm", "", optional_refill=True, deck=0), drawer=0), "play @0: air-5-calm air-5"
    )
    assert refused(do(last, "end @0"), "keep @0", "HB-5")


def test_a_decision_takes_no_more_words_than_it_needs() -> None:
    state = table("swim-5-calm", FULL, panics={0: "air-5-panic"}, optional_refill=True)
    for line in ("end @0: dolphin", "end @0: 1"):
        with pytest.raises(BadEvent, match="end takes no items"):
            do(state, line)
    state = do(state, "end @0")
    for line in ("done @0: dolphin", "keep @0: 1", "discard @0", "discard @0: dolphin dolphin"):
        with pytest.raises(BadEvent, match=r"takes no items|names one card"):
            do(state, line)
    with pytest.raises(BadEvent, match="breathe takes no items"):
        do(start_checked("air-5-calm"), "breathe @0: dolphin")
    with pytest.raises(BadEvent, match="panic names one card"):
        do(start_checked("swim-5-calm"), "panic @0: swim-5-calm swim-5-calm")


# -- the last card and the even number of turns (HB-11)


def turns_after_the_last_card(players: int, drawer: int, first: int = 0, each: bool = False) -> list[int]:
    """Whose turns follow once `drawer` has drawn the last card by filling up, until the Descent ends."""
    hands = ["swim-5-calm"] * players
    hands[drawer] = "air-5-draw"
    state = table(
        *hands, seat=drawer, first=first, deck=2, depths=" ".join("1" * players), air=1, one_last_turn_each=each
    )
    drawn = [card for card, count in state.unseen().items() for _ in range(count)]
    state = do(state, f"end @{drawer}", f"done @{drawer}", f"draw: {' '.join(drawn)}")
    seats = []
    while not state.anchors:
        seats.append(state.seat)
        state = do(at(state, air=1), f"end @{state.seat}", f"done @{state.seat}")
    return seats


@pytest.mark.parametrize(
    ("players", "drawer", "first", "expected"),
    [
        (4, 0, 0, [1, 2, 3]),
        (4, 1, 0, [2, 3]),
        (4, 3, 0, []),
        (4, 2, 2, [3, 0, 1]),
        (4, 0, 2, [1]),
        (3, 1, 2, []),
        (2, 0, 0, [1]),
        (2, 1, 0, []),
        (6, 2, 0, [3, 4, 5]),
    ],
)
def test_after_the_last_card_the_round_is_completed_so_that_all_had_the_same_number_of_turns(
    players: int, drawer: int, first: int, expected: list[int]
) -> None:
    """HB-11: rounds count from the phase's first player."""
    assert turns_after_the_last_card(players, drawer, first) == expected


@pytest.mark.parametrize(
    ("players", "drawer", "first", "expected"),
    [(4, 0, 0, [1, 2, 3]), (4, 1, 0, [2, 3, 0]), (4, 3, 0, [0, 1, 2]), (2, 1, 0, [0])],
)
def test_by_option_every_other_player_has_one_last_turn(
    players: int, drawer: int, first: int, expected: list[int]
) -> None:
    """HB-11"""
    assert turns_after_the_last_card(players, drawer, first, each=True) == expected


def test_the_last_card_may_be_drawn_by_a_draw_card_and_the_drawer_finishes_the_turn() -> None:
    """HB-11"""
    state = table("air-5-draw swim-5-draw air-10-calm swim-5-calm", FULL, deck=1, depths="3 3")
    card = next(card for card, count in state.unseen().items() if count)
    state = do(state, "play @0: air-5-draw draw", f"draw: {card}")
    assert (state.deck, state.drawer, state.step, told(state)) == (0, 0, "play", ["HB-5", "HB-11"])
    pile = len(state.pile)
    state = do(state, "play @0: swim-5-draw draw")
    assert (state.step, told(state), len(state.pile), len(state.hands[0])) == ("play", ["HB-11"], pile + 1, 3)
    state = do(state, "play @0: air-10-calm air-10", "play @0: swim-5-calm swim-5", "end @0")
    assert (state.step, state.depths[0]) == ("refill", 4)
    state = do(state, "done @0")
    assert (state.seat, state.step, state.anchors) == (1, "play", ())


def test_if_fewer_cards_are_left_than_wanted_the_rest_is_drawn_and_nothing_is_reshuffled() -> None:
    """HB-11"""
    state = do(table("air-5-calm", FULL, deck=2), "play @0: air-5-calm air-5", "end @0")
    assert (state.draws, state.step) == (((0, 2),), "draw")
    cards = [card for card, count in state.unseen().items() for _ in range(count)]
    state = do(state, "draw: " + " ".join(cards))
    assert (state.deck, len(state.hands[0]), state.seat) == (0, 2, 1)
    state = do(state, *["play @1: swim-5-panic panic 0"], "end @1")
    state = do(state, "panic @1: swim-5-draw", "done @1")
    assert state.anchors == (0, 0)


def test_in_the_last_turns_nobody_refills() -> None:
    """HB-11"""
    state = do(table("air-5-calm", "air-5-calm", deck=0, drawer=1), "play @0: air-5-calm air-5", "end @0")
    assert (state.seat, state.hands[0]) == (1, ())


# -- between the phases (HB-12)


def end_of_descent(depths: str, **options: object) -> HoldYourBreath:
    """The state after the last turn of the Descent: three players, seat 2's turn was the last."""
    state = table(
        "air-5-calm",
        "air-5-draw swim-5-panic",
        "air-10-calm air-10-calm dolphin swim-5-draw",
        seat=2,
        depths=depths,
        deck=0,
        drawer=0,
        panics={0: "air-5-panic", 1: "swim-10-draw/down"},
        sharks={1: "swim-10-shark"},
        air=1,
        **options,  # type: ignore[arg-type]
    )
    return do(state, "end @2", "done @2")


def test_panic_shark_and_hands_stay_and_each_anchor_is_laid_at_its_pirates_depth() -> None:
    """HB-12"""
    state = end_of_descent("3 5 2")
    assert (state.anchors, state.depths) == ((3, 5, 2), (3, 5, 2))
    assert state.panics == ((("air-5-panic", "up"),), (("swim-10-draw", "down"),), ())
    assert state.sharks == ((), ("swim-10-shark",), ())
    assert [len(hand) for hand in state.hands] == [1, 2, 4]
    assert "HB-12" in told(state)
    assert [lie.fresh for lie in state.expected_pieces() if lie.kind.startswith("anchor")] == [True] * 3


def test_the_discard_pile_becomes_the_new_dive_deck_and_all_are_dealt_up_to_five() -> None:
    """HB-12"""
    state = end_of_descent("3 5 2")
    assert (state.pile, state.deck, state.drawer) == ((), 68 - 7 - 3, -1)
    assert state.draws == ((2, 1), (0, 4), (1, 3))
    state = do(state, "draw: dolphin", "draw: dolphin swim-5-draw air-5-calm air-5-calm")
    state = do(state, "draw: air-5-draw air-5-draw air-5-draw")
    assert ([len(hand) for hand in state.hands], state.deck) == ([5, 5, 5], 50)
    assert (state.seat, state.first, state.step) == (2, 2, "play")


def test_the_shallowest_pirate_begins_the_ascent() -> None:
    """HB-12, the example of the rulebook: the shallowest plays first."""
    for depths, first in (("3 5 2", 2), ("1 5 2", 0), ("3 1 2", 1)):
        state = end_of_descent(depths)
        assert (state.first, state.draws[0][0]) == (first, first)
        assert told(state)[-1] == "HB-12"


def test_of_equally_shallow_pirates_the_one_who_would_come_next_begins() -> None:
    """HB-12"""
    for depths, first in (("2 5 2", 0), ("3 2 2", 1), ("2 2 2", 0)):
        state = end_of_descent(depths)
        assert (state.first, told(state)[-1]) == (first, "HB-12*")


def test_by_option_lots_decide_who_of_the_shallowest_begins() -> None:
    """HB-12"""
    state = end_of_descent("2 5 2", ascent_tie="lot")
    assert isinstance(state.awaits, Chance)
    assert state.awaits.pools[0].faces == (("0", 1), ("2", 1))
    assert refused(state, "lot: 1", "HB-12")
    assert refused(state, "lot: 0 2", "HB-12")
    assert refused(state, "draw: dolphin", "HB-12")
    assert do(state, "lot: 2").first == 2
    assert (do(state, "lot: 0").first, told(do(state, "lot: 0"))) == (0, ["HB-12*"])
    assert end_of_descent("1 5 2", ascent_tie="lot").step == "draw"


def test_a_deal_that_uses_up_the_deck_leaves_one_round() -> None:
    """HB-11, HB-12"""
    for each in (False, True):
        state = table("dolphin", "", "", seat=2, depths="2 1 3", deck=0, drawer=0, air=1, one_last_turn_each=each)
        state = at(state, hands=(state.pile[:5], state.pile[5:10], state.pile[10:15]), pile=state.pile[15:16])
        state = at(state, hands=(state.hands[0], state.hands[1][:4], state.hands[2][:3]))
        state = do(state, "end @2", "done @2")
        assert (state.first, state.draws, state.deck) == (1, ((1, 1),), 1)
        state = do(state, f"draw: {next(c for c, n in state.unseen().items() if n)}")
        assert (state.deck, state.seat, state.drawer) == (0, 1, 1)
        seats = []
        while state.step != "over":
            seats.append(state.seat)
            state = do(at(state, air=1), f"end @{state.seat}", f"done @{state.seat}")
        assert seats == [1, 2, 0]


def test_an_ascent_without_any_card_to_deal_still_gives_each_player_a_turn() -> None:
    """HB-12"""
    for each in (False, True):
        state = table(FULL, FULL, seat=1, depths="2 1", deck=0, drawer=0, air=1, one_last_turn_each=each)
        state = do(at(state, pile=()), "end @1", "done @1")
        assert (state.anchors, state.deck, state.seat, state.step) == ((2, 1), 0, 1, "play")
        state = do(at(state, air=1), "end @1", "done @1")
        assert (state.seat, state.step) == (0, "play")
        assert do(at(state, air=1), "end @0", "done @0").step == "over"


# -- the end of the Ascent (HB-13, HB-14)


def test_the_game_ends_at_once_when_a_pirate_with_the_deepest_anchor_is_up() -> None:
    """HB-13"""
    state = table("swim-5-calm dolphin", FULL, FULL, depths="1 2 3", anchors="6 4 5", air=1)
    state = do(state, "play @0: swim-5-calm swim-5")
    assert state.awaits == Over((0,))
    assert (state.step, state.legal()) == ("over", ())
    assert told(state)[:3] == ["HB-3", "HB-14", "HB-13"]
    assert set(told(state)[3:]) == {"HB-15"}
    with pytest.raises(IllegalEvent, match=r"the game has ended \(HB-13\)"):
        state.apply(event("end @0"))


def test_of_several_deepest_anchors_the_first_pirate_up_ends_the_game() -> None:
    """HB-13"""
    state = table("swim-5-calm dolphin", FULL, FULL, depths="1 2 3", anchors="6 4 6", air=1)
    assert do(state, "play @0: swim-5-calm swim-5").awaits == Over((0,))


def test_a_shallower_pirate_that_comes_up_does_not_end_the_game_and_keeps_taking_turns() -> None:
    """HB-13, HB-14"""
    state = table("swim-5-calm dolphin air-5-panic", FULL, depths="1 2", anchors="5 6", air=1)
    state = do(state, "play @0: swim-5-calm swim-5")
    assert (state.step, told(state)) == ("play", ["HB-3", "HB-14", "HB-15"])
    assert state.awaits == Turn((0,))
    state = do(state, "play @0: air-5-panic panic 1")
    assert state.panics[1] == (("air-5-panic", "up"),)
    state = do(at(state, panics=((), ())), "end @0", "done @0", "draw: air-5-calm air-5-calm air-5-calm air-5-calm")
    state = do(at(state, air=1), "end @1", "done @1")
    assert state.seat == 0


def test_by_option_a_pirate_that_is_up_takes_no_more_turns() -> None:
    """HB-14"""
    state = table(FULL, FULL, FULL, seat=2, depths="0 2 3", anchors="3 5 6", air=1, surfaced_turns=False)
    assert do(state, "end @2", "done @2").seat == 1
    assert do(at(state, seat=0), "end @0", "done @0").seat == 1
    assert do(at(state, rules=table("", "", "").rules), "end @2", "done @2").seat == 0


def test_by_option_a_pirate_that_never_dived_does_not_begin_the_ascent() -> None:
    """HB-12, HB-14"""
    assert end_of_descent("0 5 2").first == 0
    assert end_of_descent("0 5 2", surfaced_turns=False).first == 2


def test_the_ascent_ends_like_the_descent_once_its_deck_is_used_up() -> None:
    """HB-13"""
    state = table(FULL, FULL, depths="4 3", anchors="5 6", deck=0, drawer=0, air=1)
    state = do(state, "end @0", "done @0")
    assert (state.seat, state.step) == (1, "play")
    state = do(at(state, air=1), "end @1", "done @1")
    assert isinstance(state.awaits, Over)
    assert told(state)[0] == "HB-13"


def test_a_pirate_that_is_up_in_the_descent_ends_nothing() -> None:
    """HB-13"""
    state = do(table("swim-5-calm", "", depths="0 4", air=1), "play @0: swim-5-calm swim-5")
    assert (state.step, state.up) == ("play", ())


@pytest.mark.parametrize(
    ("step", "line", "rule"),
    [
        ("draw", "end @0", "HB-5"),
        ("reveal", "end @0", "HB-7"),
        ("lot", "end @0", "HB-12"),
        ("breath", "end @0", "HB-4"),
        ("play", "done @0", "HB-3"),
        ("hit", "end @0", "HB-9"),
        ("gasp", "end @0", "HB-4"),
        ("refill", "end @0", "HB-5"),
        ("over", "end @0", "HB-13"),
    ],
)
def test_an_event_of_another_step_is_refused_with_what_comes_first(step: str, line: str, rule: str) -> None:
    state = at(table(FULL, FULL, panics={0: "air-5-panic"}), step=step, draws=((0, 1),), hits=(0,))
    assert refused(state, line, rule)
