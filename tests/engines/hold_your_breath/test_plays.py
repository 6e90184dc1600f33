"""What a card may be played for, and what it does (HB-2, HB-3, HB-6 to HB-10, HB-14)."""

from __future__ import annotations

import re

import pytest

from engines.core import Expected, IllegalEvent, Pool
from engines.hold_your_breath import HoldYourBreath
from engines.hold_your_breath.cards import ACTIONS
from tests.engines.hold_your_breath.table import FULL, do, event, lines, table, told


def refused(state: HoldYourBreath, line: str, rule: str) -> bool:
    """Whether the event is refused by that ruling and not listed as legal either."""
    with pytest.raises(IllegalEvent) as caught:
        state.apply(event(line))
    assert caught.value.reason
    return caught.value.rule == rule and event(line) not in state.legal()


# -- Air and Swim (HB-2, HB-3)


def test_air_10_allows_swim_5_or_swim_10_but_not_both() -> None:
    """HB-3, the example of the rulebook: Zack plays Air 10 and holds Swim 5 and Swim 10."""
    zack = do(table("air-10-calm swim-5-calm swim-10-calm", ""), "play @0: air-10-calm air-10")
    five, ten = "play @0: swim-5-calm swim-5", "play @0: swim-10-calm swim-10"
    assert {five, ten} <= set(lines(zack))
    assert do(zack, five).depths == (1, 0)
    assert do(zack, ten).depths == (2, 0)
    assert refused(do(zack, five), ten, "HB-3")
    assert refused(do(zack, ten), five, "HB-3")


def test_several_airs_add_up_and_swims_of_exactly_their_sum_are_allowed() -> None:
    """HB-3"""
    state = table("air-5-calm air-10-calm swim-5-calm swim-10-calm swim-10-draw", "")
    state = do(state, "play @0: air-5-calm air-5", "play @0: air-10-calm air-10", "play @0: swim-10-calm swim-10")
    assert refused(state, "play @0: swim-10-draw swim-10", "HB-3")
    state = do(state, "play @0: swim-5-calm swim-5")
    assert (state.air, state.swum, state.depths) == (3, 3, (3, 0))


def test_a_swim_before_its_air_is_refused() -> None:
    """HB-3: the Swim so far may never exceed the Air so far."""
    assert refused(table("air-10-calm swim-5-calm", ""), "play @0: swim-5-calm swim-5", "HB-3")


def test_air_that_was_not_used_does_not_carry_over_to_the_next_turn() -> None:
    """HB-3"""
    state = table("air-10-calm swim-5-calm", "swim-5-calm")
    state = do(state, "play @0: air-10-calm air-10", "play @0: swim-5-calm swim-5", "end @0")
    state = do(state, "draw: air-5-calm air-5-calm air-5-calm air-5-calm air-5-calm")
    assert (state.seat, state.air, state.swum) == (1, 0, 0)
    assert refused(state, "play @1: swim-5-calm swim-5", "HB-3")


def test_a_card_is_played_once_and_only_for_what_it_shows() -> None:
    """HB-3"""
    state = table("air-5-calm swim-5-draw", FULL)
    assert lines(state, "play") == ["play @0: air-5-calm air-5", "play @0: swim-5-draw draw"]
    assert refused(state, "play @0: air-5-calm air-10", "HB-3")
    assert refused(state, "play @0: air-5-calm swim-5", "HB-3")
    assert refused(state, "play @0: air-5-calm", "HB-3")
    assert refused(state, "play @0: air-5-calm draw", "HB-3")
    assert refused(state, "play @0: air-5-calm air-5 1", "HB-3")
    assert refused(state, "play @0: dolphin air-5", "HB-3")
    state = do(state, "play @0: air-5-calm air-5")
    assert refused(state, "play @0: air-5-calm air-5", "HB-3")
    assert (state.hands[0], state.pile[-1]) == (("swim-5-draw",), "air-5-calm")


def test_only_the_seat_on_turn_plays() -> None:
    """HB-3"""
    state = table("air-5-calm", "air-5-calm")
    assert refused(state, "play @1: air-5-calm air-5", "HB-3")
    assert refused(state, "end @1", "HB-3")
    assert refused(state, "play: air-5-calm air-5", "HB-3")
    with pytest.raises(IllegalEvent, match="seat 0 decides now, not nobody"):
        do(state, "end")
    with pytest.raises(IllegalEvent, match="seat 0 decides now, not seat 1"):
        do(state, "end @1")


def test_a_swim_past_the_bottom_stops_there() -> None:
    """HB-2"""
    state = do(table("swim-10-calm", "", depths="7 0", air=2, spaces=8), "play @0: swim-10-calm swim-10")
    assert (state.depths, told(state)) == ((8, 0), ["HB-3", "HB-2*"])
    state = do(table("swim-10-calm", "", depths="6 0", air=2, spaces=8), "play @0: swim-10-calm swim-10")
    assert (state.depths, told(state)) == ((8, 0), ["HB-3"])


def test_the_depth_board_has_twenty_spaces_unless_set_up_otherwise() -> None:
    """HB-2"""
    state = do(table("swim-10-calm", "", depths="19 0", air=2), "play @0: swim-10-calm swim-10")
    assert state.depths == (20, 0)
    assert state.scores() == (100, 0)


def test_by_option_a_swim_past_the_bottom_is_forbidden() -> None:
    """HB-2"""
    state = table("swim-10-calm swim-5-calm", "", depths="7 0", air=2, spaces=8, past_bottom="forbidden")
    assert refused(state, "play @0: swim-10-calm swim-10", "HB-2")
    assert do(state, "play @0: swim-5-calm swim-5").depths == (8, 0)


def test_in_the_ascent_a_swim_goes_up_and_past_the_surface_stops_there() -> None:
    """HB-14: no exact count is needed."""
    state = table("swim-10-calm swim-5-draw", "", depths="3 5", anchors="4 5", air=3)
    state = do(state, "play @0: swim-10-calm swim-10")
    assert (state.depths, told(state), state.up) == ((1, 5), ["HB-3"], ())
    state = do(table("swim-10-calm", "", depths="1 5", anchors="4 5", air=2), "play @0: swim-10-calm swim-10")
    assert (state.depths, told(state), state.up) == ((0, 5), ["HB-3", "HB-14*", "HB-14", "HB-15"], (0,))


def test_by_option_the_surface_must_be_reached_exactly() -> None:
    """HB-14"""
    state = table(
        "swim-10-calm swim-5-calm", "", depths="1 5", anchors="4 5", air=2, past_surface="forbidden", spaces=6
    )
    assert refused(state, "play @0: swim-10-calm swim-10", "HB-14")
    assert do(state, "play @0: swim-5-calm swim-5").depths == (0, 5)
    deep = table("swim-10-calm", "", depths="5 5", air=2, past_surface="forbidden", spaces=6)
    assert do(deep, "play @0: swim-10-calm swim-10").depths == (6, 5)


def test_a_pirate_at_the_surface_may_swim_on_the_spot_without_coming_up_again() -> None:
    """HB-14"""
    state = table("swim-5-calm", "", depths="0 5", anchors="4 5", air=1)
    state = do(state, "play @0: swim-5-calm swim-5")
    assert (state.depths, state.up, state.step) == ((0, 5), (), "play")


# -- Panic (HB-6)


def test_a_panic_goes_before_another_player_who_then_cannot_swim() -> None:
    """HB-6"""
    state = do(table("air-5-panic", "swim-5-calm", seat=0), "play @0: air-5-panic panic 1")
    assert state.panics == ((), (("air-5-panic", "up"),))
    assert state.pile == ()
    assert told(state) == ["HB-6"]
    panicked = table("", "swim-5-calm swim-10-calm", seat=1, panics={1: "air-5-panic"}, air=2)
    assert refused(panicked, "play @1: swim-5-calm swim-5", "HB-6")
    assert refused(panicked, "play @1: swim-10-calm swim-10", "HB-6")


def test_nobody_puts_a_panic_before_themselves() -> None:
    """HB-6"""
    assert refused(table("air-5-panic", ""), "play @0: air-5-panic panic 0", "HB-3")


def test_a_player_in_panic_gets_no_second_panic_from_others() -> None:
    """HB-6: a face-down Panic counts, too."""
    for panic in ("swim-5-panic", "swim-5-draw/down", "swim-5-draw/known"):
        state = table("air-5-panic dolphin", "", "", panics={1: panic})
        assert refused(state, "play @0: air-5-panic panic 1", "HB-6")
        assert refused(state, "play @0: dolphin panic 1", "HB-6")
        assert "play @0: air-5-panic panic 2" in lines(state)


def test_a_player_with_the_shark_may_still_get_a_panic() -> None:
    """HB-6: the Shark does not count."""
    state = do(table("air-5-panic", "", sharks={1: "swim-10-shark"}), "play @0: air-5-panic panic 1")
    assert state.panics[1] == (("air-5-panic", "up"),)


def test_a_player_in_panic_may_play_air_and_actions() -> None:
    """HB-6: it forbids Swim and nothing else."""
    state = table("air-5-draw swim-5-draw swim-10-kraken", FULL, panics={0: "swim-5-panic"})
    assert lines(state, "play") == [
        "play @0: air-5-draw air-5",
        "play @0: air-5-draw draw",
        "play @0: swim-10-kraken kraken five",
        "play @0: swim-5-draw draw",
    ]


# -- Calm (HB-7)


def test_calm_discards_the_panic_before_oneself() -> None:
    """HB-7"""
    state = table("air-5-calm swim-5-draw", "", panics={0: "swim-5-panic"}, air=1)
    state = do(state, "play @0: air-5-calm calm panic")
    assert (state.panics, state.pile) == (((), ()), ("air-5-calm", "swim-5-panic"))
    assert told(state) == ["HB-7"]
    assert do(state, "play @0: swim-5-draw swim-5").depths == (1, 0)


def test_a_face_down_panic_is_turned_up_as_calm_discards_it() -> None:
    """HB-7"""
    state = do(table("air-5-calm", "", panics={0: "swim-5-draw/down"}), "play @0: air-5-calm calm panic")
    assert state.awaits.event == "reveal"  # type: ignore[union-attr]
    assert state.legal() == ()
    assert refused(state, "reveal: swim-10-draw", "HB-7")
    assert refused(state, "play @0: air-5-calm air-5", "HB-7")
    assert state.awaits.pools[0] == Pool("card", 1, (("swim-5-draw", 1),), replace=False)  # type: ignore[union-attr]
    state = do(state, "reveal: swim-5-draw")
    assert (state.panics, state.pile, state.step) == (((), ()), ("air-5-calm", "swim-5-draw"), "play")
    assert told(state) == ["HB-7"]


def test_a_face_down_panic_from_the_discard_pile_was_seen_by_all_and_needs_no_turning_up() -> None:
    """HB-7"""
    state = do(table("air-5-calm", "", panics={0: "swim-5-draw/known"}), "play @0: air-5-calm calm panic")
    assert (state.panics, state.pile, state.step) == (((), ()), ("air-5-calm", "swim-5-draw"), "play")


def test_calm_moves_the_shark_to_any_other_player() -> None:
    """HB-7, HB-8"""
    state = table("air-5-calm", "", "", sharks={0: "swim-10-shark"}, panics={1: "swim-5-panic"})
    assert lines(state, "play") == [
        "play @0: air-5-calm air-5",
        "play @0: air-5-calm calm swim-10-shark 1",
        "play @0: air-5-calm calm swim-10-shark 2",
    ]
    moved = do(state, "play @0: air-5-calm calm swim-10-shark 1")
    assert (moved.sharks, moved.panics) == (((), ("swim-10-shark",), ()), state.panics)
    assert (moved.pile, told(moved)) == (("air-5-calm",), ["HB-7"])
    assert refused(state, "play @0: air-5-calm calm swim-10-shark 0", "HB-3")
    assert refused(state, "play @0: air-5-calm calm dolphin 1", "HB-8")


def test_calm_is_of_no_use_without_a_panic_or_shark_before_oneself() -> None:
    """HB-7"""
    state = table("air-5-calm", "", panics={1: "swim-5-panic"}, sharks={1: "swim-10-shark"})
    assert refused(state, "play @0: air-5-calm calm panic", "HB-7")
    assert refused(state, "play @0: air-5-calm calm swim-10-shark 1", "HB-8")


# -- Shark (HB-8)


def test_the_shark_goes_before_any_other_player_also_one_in_panic_and_forbids_swim() -> None:
    """HB-8"""
    state = table("swim-10-shark", "swim-5-calm", panics={1: "swim-5-panic"})
    assert refused(state, "play @0: swim-10-shark shark 0", "HB-3")
    state = do(state, "play @0: swim-10-shark shark 1")
    assert (state.sharks, state.pile, told(state)) == (((), ("swim-10-shark",)), (), ["HB-8"])
    sharked = table("", "swim-5-calm", seat=1, sharks={1: "swim-10-shark"}, air=1)
    assert refused(sharked, "play @1: swim-5-calm swim-5", "HB-8")


def test_with_panic_and_shark_both_must_leave_before_swimming() -> None:
    """HB-6, HB-8"""
    state = table(
        "air-5-calm air-10-calm swim-5-calm", "", panics={0: "swim-5-panic"}, sharks={0: "swim-10-shark"}, air=1
    )
    swim = "play @0: swim-5-calm swim-5"
    calm, move = "play @0: air-5-calm calm panic", "play @0: air-10-calm calm swim-10-shark 1"
    assert refused(do(state, calm), swim, "HB-8")
    assert refused(do(state, move), swim, "HB-6")
    assert do(state, calm, move, swim).depths == (1, 0)


# -- Kraken and Discard (HB-8, HB-9)


def test_the_kraken_discards_the_shark_before_its_own_player() -> None:
    """HB-8"""
    state = do(table("air-10-kraken", "", sharks={0: "swim-10-shark"}), "play @0: air-10-kraken kraken swim-10-shark")
    assert (state.sharks, state.pile) == (((), ()), ("air-10-kraken", "swim-10-shark"))
    assert told(state) == ["HB-8"]


def test_eliza_cannot_drive_off_the_shark_that_lies_before_zack() -> None:
    """HB-8, the example of the rulebook."""
    eliza = table("swim-5-draw", "air-10-kraken", seat=1, sharks={0: "swim-10-shark"})
    assert refused(eliza, "play @1: air-10-kraken kraken swim-10-shark", "HB-8")


def test_the_kraken_makes_every_player_with_exactly_five_cards_discard_one_of_their_choice() -> None:
    """HB-9"""
    four = "air-5-calm air-5-calm air-5-calm air-5-calm"
    state = do(table("air-10-kraken dolphin", FULL, four, FULL), "play @0: air-10-kraken kraken five")
    assert state.awaits.seats == (1, 3)  # type: ignore[union-attr]
    assert set(lines(state)) == {f"discard @{seat}: {card}" for seat in (1, 3) for card in set(FULL.split())}
    assert refused(state, "play @0: dolphin air-5", "HB-9")
    assert refused(state, "discard @2: air-5-calm", "HB-9")
    assert refused(state, "discard @0: dolphin", "HB-9")
    assert refused(state, "discard @1: dolphin", "HB-3")
    state = do(state, "discard @3: swim-5-panic")
    assert state.awaits.seats == (1,)  # type: ignore[union-attr]
    assert refused(state, "discard @3: swim-5-draw", "HB-9")
    state = do(state, "discard @1: swim-5-draw")
    assert (state.step, state.seat) == ("play", 0)
    assert [len(hand) for hand in state.hands] == [1, 4, 4, 4]
    assert state.pile == ("air-10-kraken", "swim-5-panic", "swim-5-draw")


def test_the_active_player_is_never_hit_by_the_own_kraken() -> None:
    """HB-9: five is counted as the card resolves."""
    five = "air-10-kraken air-5-calm air-5-calm air-5-calm air-5-calm"
    state = do(table(five, FULL), "play @0: air-10-kraken kraken five", "discard @1: swim-5-draw")
    assert (len(state.hands[0]), state.step) == (4, "play")
    assert refused(table(five, "dolphin"), "play @0: air-10-kraken kraken five", "HB-9")


def test_a_discard_hits_one_player_with_exactly_five_cards() -> None:
    """HB-9"""
    state = table("air-5-discard air-5-calm", FULL, FULL, "air-5-calm dolphin dolphin dolphin")
    assert refused(state, "play @0: air-5-discard discard 3", "HB-9")
    assert refused(state, "play @0: air-5-discard discard 0", "HB-3")
    state = do(state, "play @0: air-5-discard discard 2")
    assert (state.awaits.seats, told(state)) == ((2,), ["HB-9"])  # type: ignore[union-attr]
    state = do(state, "discard @2: swim-10-calm")
    assert ([len(hand) for hand in state.hands], state.step, told(state)) == ([1, 5, 4, 4], "play", ["HB-9"])


# -- Draw and Dolphin (HB-10)


def test_draw_takes_the_top_card_of_the_dive_deck() -> None:
    """HB-10"""
    state = do(table("air-5-draw", "", deck=3), "play @0: air-5-draw draw")
    assert state.awaits.pools[0].count == 1  # type: ignore[union-attr]
    assert refused(state, "end @0", "HB-5")
    assert refused(state, "draw: dolphin dolphin", "HB-5")
    state = do(state, "draw: " + state.awaits.pools[0].faces[0][0])  # type: ignore[union-attr]
    assert (len(state.hands[0]), state.deck, state.step, state.seat) == (1, 2, "play", 0)


def test_the_dolphin_may_be_played_as_any_other_card() -> None:
    """HB-10"""
    state = table("dolphin", FULL, panics={0: "air-5-panic"}, sharks={0: "swim-10-shark"})
    assert lines(state, "play") == [
        "play @0: dolphin air-5",
        "play @0: dolphin air-10",
        "play @0: dolphin panic 1",
        "play @0: dolphin calm panic",
        "play @0: dolphin calm swim-10-shark 1",
        "play @0: dolphin shark 1",
        "play @0: dolphin kraken five",
        "play @0: dolphin kraken swim-10-shark",
        "play @0: dolphin discard 1",
        "play @0: dolphin draw",
    ]
    assert {line.split()[3] for line in lines(state, "play")} >= set(ACTIONS)
    swims = lines(table("dolphin", "", air=2), "play")
    assert {"play @0: dolphin swim-5", "play @0: dolphin swim-10"} <= set(swims)


@pytest.mark.parametrize(
    ("use", "rules"),
    [
        ("air-10", ["HB-10", "HB-3"]),
        ("swim-10", ["HB-10", "HB-3"]),
        ("panic 1", ["HB-10", "HB-6"]),
        ("shark 1", ["HB-10", "HB-8"]),
        ("draw", ["HB-10", "HB-10"]),
    ],
)
def test_a_dolphin_does_what_the_other_card_does(use: str, rules: list[str]) -> None:
    """HB-10"""
    dolphin = do(table("dolphin", FULL, air=2), f"play @0: dolphin {use}")
    card = {"a": "air-10-panic", "s": "swim-10-shark", "p": "air-10-panic", "d": "air-5-draw"}[use[0]]
    other = do(table(card, FULL, air=2), f"play @0: {card} {use}")
    assert told(dolphin) == rules
    for name in ("step", "depths", "air", "swum", "draws", "then", "hits"):
        assert getattr(dolphin, name) == getattr(other, name)
    assert [len(cards) for cards in dolphin.panics + dolphin.sharks] == [
        len(cards) for cards in other.panics + other.sharks
    ]


def test_a_dolphin_played_as_panic_or_shark_stays_on_the_table_as_that_card() -> None:
    """HB-10"""
    state = do(table("dolphin dolphin", ""), "play @0: dolphin panic 1", "play @0: dolphin shark 1")
    assert (state.panics[1], state.sharks[1], state.pile) == ((("dolphin", "up"),), ("dolphin",), ())
    assert Expected("seat-1/shark", "card", "dolphin", fresh=True) in state.expected_pieces()


def test_two_sharks_may_lie_before_one_player_and_each_leaves_by_itself() -> None:
    """HB-10"""
    state = do(table("dolphin", "", sharks={1: "swim-10-shark"}), "play @0: dolphin shark 1")
    assert (state.sharks[1], told(state)) == (("swim-10-shark", "dolphin"), ["HB-10", "HB-8", "HB-10*"])
    victim = table("air-10-kraken air-5-calm swim-5-calm", "", sharks={0: "swim-10-shark dolphin"}, air=1)
    one = do(victim, "play @0: air-10-kraken kraken dolphin")
    assert (one.sharks[0], one.pile[-1]) == (("swim-10-shark",), "dolphin")
    assert refused(one, "play @0: swim-5-calm swim-5", "HB-8")
    none = do(one, "play @0: air-5-calm calm swim-10-shark 1")
    assert none.sharks == ((), ("swim-10-shark",))
    assert do(none, "play @0: swim-5-calm swim-5").depths == (1, 0)


def test_moving_a_second_shark_to_a_player_is_told_as_a_house_ruling() -> None:
    """HB-10"""
    state = table("air-5-calm", "", sharks={0: "dolphin", 1: "swim-10-shark"})
    state = do(state, "play @0: air-5-calm calm dolphin 1")
    assert (state.sharks, told(state)) == (((), ("swim-10-shark", "dolphin")), ["HB-7", "HB-10*"])


def test_by_option_a_second_shark_before_one_player_is_refused() -> None:
    """HB-10"""
    state = table("dolphin", "", "", sharks={1: "swim-10-shark"}, second_shark=False)
    assert refused(state, "play @0: dolphin shark 1", "HB-10")
    assert do(state, "play @0: dolphin shark 2").sharks[2] == ("dolphin",)
    state = table("air-5-calm", "", "", sharks={0: "dolphin", 1: "swim-10-shark"}, second_shark=False)
    assert refused(state, "play @0: air-5-calm calm dolphin 1", "HB-10")
    assert do(state, "play @0: air-5-calm calm dolphin 2").sharks[2] == ("dolphin",)


# -- what is told and shown


def test_every_reason_is_a_sentence_with_its_ruling() -> None:
    state = do(table("air-5-calm", "", sharks={0: "swim-10-shark"}), "play @0: air-5-calm calm swim-10-shark 1")
    (reason,) = state.why()
    assert (reason.text, reason.rule, reason.seat) == ("Calm: the Shark moves on to seat 1", "HB-7", 0)
    state = do(table("swim-10-calm", "", depths="1 5", anchors="4 5", air=2), "play @0: swim-10-calm swim-10")
    assert state.why()[0].text == "Swim 10: from depth 5 to depth 0"
    assert not re.search(r"[{}]", " ".join(reason.text for reason in state.why()))


def test_the_table_shows_cards_before_players_the_top_discard_pirates_and_anchors() -> None:
    state = table(
        "swim-5-calm",
        "dolphin",
        depths="2 7",
        anchors="5 7",
        pile="air-5-calm air-10-calm",
        panics={0: "swim-5-panic", 1: "swim-5-draw/down"},
        sharks={1: "swim-10-shark dolphin"},
        deck=5,
        air=1,
    )
    assert state.expected_pieces() == (
        Expected("discard", "card", "air-10-calm"),
        Expected("seat-0/panic", "card", "swim-5-panic"),
        Expected("seat-1/panic", "card", "back"),
        Expected("seat-1/shark", "card", "swim-10-shark"),
        Expected("seat-1/shark", "card", "dolphin"),
        Expected("depth-2", "pirate-0", "pirate-0"),
        Expected("depth-7", "pirate-1", "pirate-1"),
        Expected("depth-5", "anchor-0", "anchor-0"),
        Expected("depth-7", "anchor-1", "anchor-1"),
    )


def test_what_the_last_event_moved_or_laid_is_fresh() -> None:
    def fresh(state: HoldYourBreath) -> list[str]:
        return [f"{lie.place} {lie.kind}" for lie in state.expected_pieces() if lie.fresh]

    state = table("air-5-calm swim-5-calm dolphin", FULL, panics={0: "swim-5-panic"}, sharks={1: "swim-10-shark"})
    assert fresh(state) == []
    state = do(state, "play @0: dolphin shark 1")
    assert fresh(state) == ["seat-1/shark card"]
    assert [lie.fresh for lie in state.expected_pieces() if lie.place == "seat-1/shark"] == [False, True]
    state = do(state, "play @0: swim-5-calm calm panic")
    assert fresh(state) == ["discard card"]
    state = do(table("air-5-panic swim-5-calm", "", air=1), "play @0: swim-5-calm swim-5")
    assert fresh(state) == ["swim card", "depth-1 pirate-0"]
    assert fresh(do(state, "play @0: air-5-panic panic 1")) == ["seat-1/panic card"]


def test_the_cards_of_a_turn_lie_in_rows_until_it_ends_and_any_of_them_is_then_on_top() -> None:
    def cards(state: HoldYourBreath) -> list[tuple[str, str, bool]]:
        return [(lie.place, lie.face, lie.free) for lie in state.expected_pieces() if lie.kind == "card"]

    state = table("air-5-panic swim-5-calm air-5-draw", FULL, pile="air-10-calm", deck=5)
    state = do(state, "play @0: air-5-panic air-5")
    state = do(state, "play @0: swim-5-calm swim-5")
    rows = [("air", "air-5-panic", False), ("swim", "swim-5-calm", False)]
    assert cards(state) == [("discard", "air-10-calm", False), *rows]
    state = do(do(state, "end @0"), "discard @0: air-5-draw")
    assert cards(state) == [("discard", "air-5-draw", False), *rows]
    state = do(state, "draw: " + "air-10-calm " * 3 + "air-10-discard " * 2)
    tops = {("discard", card, True) for card in ("air-5-draw", "air-5-panic", "swim-5-calm")}
    assert set(cards(state)) == tops


def test_a_discard_lies_on_the_pile_though_its_like_lies_in_a_row() -> None:
    state = table("swim-5-calm swim-5-calm", FULL, panics={0: "air-5-draw"}, pile="air-10-calm", deck=5, air=1)
    state = do(do(state, "play @0: swim-5-calm calm panic"), "end @0")
    assert [lie.face for lie in state.expected_pieces() if lie.place == "discard"] == ["air-5-draw"]
    state = do(state, "discard @0: swim-5-calm")
    assert [lie.face for lie in state.expected_pieces() if lie.place == "discard"] == ["swim-5-calm"]


def test_the_order_in_which_cards_were_laid_in_rows_tells_nothing_once_they_are_swept() -> None:
    begun = table("swim-5-calm air-5-draw", FULL, panics={0: "swim-5-panic"}, deck=5)
    air, calm = "play @0: air-5-draw air-5", "play @0: swim-5-calm calm panic"
    ends = [
        do(do(do(do(begun, one), two), "end @0"), "draw: " + "air-10-calm " * 4 + "air-10-discard")
        for one, two in ((air, calm), (calm, air))
    ]
    assert ends[0].position_key == ends[1].position_key
    assert {lie.face for lie in ends[0].expected_pieces() if lie.place == "discard"} == {
        "swim-5-panic",
        "air-5-draw",
        "swim-5-calm",
    }
