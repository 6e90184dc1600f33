"""Each ruling of Shark Attacks! as sentences, by its id."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engines.core import BadEvent, Chance, Event, IllegalEvent, Over, Turn
from engines.shark_attacks import GAME, SharkAttacks, most_points
from engines.shark_attacks.state import sensible
from tests.engines.shark_attacks.table import AGAIN, ATTACK, BANK, RAIN, SUN, fleeing, table, throw


def rules_cited(state: SharkAttacks) -> set[str]:
    """The ids behind the last event."""
    return {reason.rule for reason in state.why()}


def house_cited(state: SharkAttacks) -> set[str]:
    """Those of them that are house rulings."""
    return {reason.rule for reason in state.why() if reason.house}


def pools(state: SharkAttacks) -> dict[str, int]:
    """How many dice of each kind are awaited."""
    assert isinstance(state.awaits, Chance)
    return {pool.kind: pool.count for pool in state.awaits.pools}


# SA-1


def test_sa_1_swimmer_and_shark_dice_show_a_wave_on_three_sides_and_one_two_three_on_the_others() -> None:
    awaits = fleeing(dice=2, red=1).awaits
    assert isinstance(awaits, Chance)
    assert [pool.faces for pool in awaits.pools] == [
        (("swimmer-wave", 3), ("swimmer-1", 1), ("swimmer-2", 1), ("swimmer-3", 1)),
        (("shark-wave", 3), ("shark-1", 1), ("shark-2", 1), ("shark-3", 1)),
    ]


def test_sa_1_the_event_die_shows_sun_rain_and_sharks_on_two_sides_each() -> None:
    awaits = table(throw("0000001"), AGAIN).awaits
    assert isinstance(awaits, Chance)
    assert awaits.event == "event"
    assert [pool.faces for pool in awaits.pools] == [(("event-sun", 2), ("event-rain", 2), ("event-attack", 2))]


def test_sa_1_there_are_six_signs() -> None:
    assert table().pool == 6
    assert table(signs=(1, 2, 0)).pool == 3


# SA-2


@pytest.mark.parametrize(("signs", "dice"), [(0, 7), (1, 6), (3, 4), (6, 1)])
def test_sa_2_a_turn_starts_with_seven_dice_less_one_for_each_sign(signs: int, dice: int) -> None:
    state = table(throw("0000123"), BANK, signs=(0, signs, 0))
    assert state.seat == 1
    assert pools(state) == {"swimmer": dice}


@pytest.mark.parametrize("event", [throw("000000"), throw("00000001"), throw("0000000", "1"), throw("", "1")])
def test_sa_2_a_first_throw_of_another_number_of_dice_is_refused(event: Event) -> None:
    with pytest.raises(IllegalEvent) as refusal:
        table(event)
    assert refusal.value.rule == "SA-2"


def test_sa_2_the_reason_names_the_dice_to_be_thrown() -> None:
    with pytest.raises(IllegalEvent, match=r"7 swimmer dice to be thrown, not 6"):
        table(throw("000000"))
    with pytest.raises(IllegalEvent, match=r"1 swimmer die to be thrown, not 0"):
        table(throw(""), signs=(6, 0, 0))


# SA-3


def test_sa_3_after_a_throw_the_seat_banks_or_goes_on() -> None:
    state = table(throw("0000123"))
    assert state.awaits == Turn((0,))
    assert state.legal() == (BANK, AGAIN)


def test_sa_3_a_bank_scores_the_swimmers_shown_and_the_next_seat_follows() -> None:
    state = table(throw("0000123"), BANK, score=(10, 20, 30))
    assert (state.score, state.seat, state.phase) == ((16, 20, 30), 1, "enter")
    assert [(r.seat, r.points, r.rule, r.house) for r in state.why()] == [(0, 6, "SA-3", False)]


@pytest.mark.parametrize(("before", "after"), [(0, 0), (1, 0), (4, 3)])
def test_sa_3_a_bank_gives_one_sign_back(before: int, after: int) -> None:
    state = table(throw("0" * (6 - before) + "1"), BANK, signs=(before, 0, 0))
    assert state.signs == (after, 0, 0)
    assert ("1 sign back to the middle" in [reason.text for reason in state.why()]) == (before > 0)


def test_sa_3_nothing_may_be_banked_which_is_a_house_ruling() -> None:
    state = table(throw("0000000"), BANK)
    assert (state.score, state.seat) == ((0, 0, 0), 1)
    assert house_cited(state) == {"SA-3"}


def test_sa_3_by_option_nothing_may_not_be_banked() -> None:
    state = table(throw("0000000"), options={"bank_zero": False})
    assert state.legal() == (AGAIN,)
    with pytest.raises(IllegalEvent) as refusal:
        state.apply(BANK)
    assert refusal.value.rule == "SA-3"
    assert table(throw("0000001"), BANK, options={"bank_zero": False}).score == (1, 0, 0)


def test_sa_3_kept_swimmers_count_with_the_new_ones() -> None:
    assert table(throw("0000123"), AGAIN, SUN, throw("00022"), BANK).score == (10, 0, 0)


def test_sa_3_only_the_seat_on_turn_decides() -> None:
    for kind in ("bank", "again"):
        with pytest.raises(IllegalEvent, match="turn of seat 0, not of seat 1") as refusal:
            table(throw("0000123"), Event(kind, 1))
        assert refusal.value.rule == "SA-3"


@pytest.mark.parametrize("event", [throw("0000"), SUN, Event("take", 0, ("1",))])
def test_sa_3_nothing_else_comes_before_the_decision(event: Event) -> None:
    with pytest.raises(IllegalEvent) as refusal:
        table(throw("0000123"), event)
    assert refusal.value.rule == "SA-3"


# SA-4


def test_sa_4_no_wave_is_a_beach_party_that_counts_double_and_ends_the_turn() -> None:
    state = table(throw("1122333"))
    assert (state.score, state.seat, state.phase) == ((30, 0, 0), 1, "enter")
    assert [(r.points, r.rule, r.house) for r in state.why()] == [(30, "SA-4", False)]


def test_sa_4_a_party_also_comes_of_a_later_throw() -> None:
    assert table(throw("0000123"), AGAIN, SUN, throw("11111")).score == (22, 0, 0)


@pytest.mark.parametrize(("before", "after"), [(0, 0), (1, 0), (2, 0), (5, 3)])
def test_sa_4_up_to_two_signs_go_back_after_a_party(before: int, after: int) -> None:
    assert table(throw("1" * (7 - before)), signs=(before, 0, 0)).signs == (after, 0, 0)


def test_sa_4_one_wave_is_no_party() -> None:
    assert table(throw("0122333")).phase == "decide"


# SA-5


def test_sa_5_the_event_die_is_rolled_before_every_throw_of_waves() -> None:
    once = table(throw("0000123"), AGAIN)
    assert pools(once) == {"event": 1}
    again = table(throw("0000123"), AGAIN, SUN, throw("00001"), AGAIN)
    assert pools(again) == {"event": 1}
    for event in (throw("0000"), BANK, AGAIN):
        with pytest.raises(IllegalEvent) as refusal:
            once.apply(event)
        assert refusal.value.rule == "SA-5"


def test_sa_5_sun_brings_one_more_swimmer_die() -> None:
    state = table(throw("0000123"), AGAIN, SUN)
    assert pools(state) == {"swimmer": 5}
    assert (state.kept, rules_cited(state), house_cited(state)) == ((1, 2, 3), {"SA-5"}, set())


def test_sa_5_with_all_eleven_dice_out_sun_brings_none_which_is_a_house_ruling() -> None:
    ten = table(throw("0000123"), AGAIN, SUN, throw("00000"), AGAIN, SUN, throw("000000"), AGAIN, SUN, throw("0000000"))
    eleven = table_on(ten, AGAIN, SUN)
    assert pools(eleven) == {"swimmer": 8}
    assert house_cited(eleven) == set()
    still = table_on(eleven, throw("00000000"), AGAIN, SUN)
    assert pools(still) == {"swimmer": 8}
    assert house_cited(still) == {"SA-5"}


def table_on(state: SharkAttacks, *events: Event) -> SharkAttacks:
    """The state after more events."""
    for event in events:
        state = state.apply(event)
    return state


def test_sa_5_the_number_of_swimmer_dice_is_an_option() -> None:
    state = table(throw("0000123"), AGAIN, SUN, options={"swimmer_dice": 7})
    assert pools(state) == {"swimmer": 4}
    assert house_cited(state) == {"SA-5"}


def test_sa_5_rain_takes_one_wave() -> None:
    state = table(throw("0000123"), AGAIN, RAIN)
    assert (pools(state), state.kept) == ({"swimmer": 3}, (1, 2, 3))
    assert rules_cited(state) == {"SA-5"}


def test_sa_5_only_the_waves_are_thrown_again() -> None:
    state = table(throw("0000123"), AGAIN, RAIN, throw("002"))
    assert (state.kept, state.dice, state.swimmers) == ((1, 2, 2, 3), 2, 8)
    with pytest.raises(IllegalEvent) as refusal:
        table(throw("0000123"), AGAIN, RAIN, throw("0000123"))
    assert refusal.value.rule == "SA-5"


def test_sa_5_rain_that_leaves_no_wave_is_a_beach_party() -> None:
    state = table(throw("0112233"), AGAIN, RAIN, signs=(0, 0, 0))
    assert (state.score, state.seat) == ((24, 0, 0), 1)
    assert rules_cited(state) == {"SA-5", "SA-4"}


def test_sa_5_rain_on_the_only_die_is_a_party_of_nobody_and_two_signs_go_back_which_is_a_house_ruling() -> None:
    state = table(throw("0"), AGAIN, RAIN, signs=(6, 0, 0))
    assert (state.score, state.signs, state.seat) == ((0, 0, 0), (4, 0, 0), 1)
    assert [(reason.rule, reason.house) for reason in state.why()] == [("SA-5", False), ("SA-5", True), ("SA-5", True)]


@pytest.mark.parametrize("back", [0, 1, 2])
def test_sa_5_how_many_signs_go_back_after_a_party_of_nobody_is_an_option(back: int) -> None:
    state = table(throw("0"), AGAIN, RAIN, signs=(6, 0, 0), options={"empty_party_signs": back})
    assert state.signs == (6 - back, 0, 0)


# SA-6


def test_sa_6_in_an_attack_the_waves_leave_and_swimmers_flee_from_one_shark() -> None:
    state = table(throw("0000123"), AGAIN, ATTACK)
    assert pools(state) == {"swimmer": 3, "shark": 1}
    assert rules_cited(state) == {"SA-6"}
    assert state.score == (0, 0, 0)


def test_sa_6_an_attack_on_nobody_ends_the_turn_without_points_and_moves_no_sign() -> None:
    state = table(throw("00000"), AGAIN, ATTACK, signs=(2, 0, 0))
    assert (state.score, state.signs, state.seat, state.phase) == ((0, 0, 0), (2, 0, 0), 1, "enter")
    assert house_cited(state) == {"SA-6"}


@pytest.mark.parametrize(("back", "left"), [(0, 2), (1, 1), (2, 0)])
def test_sa_6_how_many_signs_go_back_when_nobody_swims_is_an_option(back: int, left: int) -> None:
    state = table(throw("00000"), AGAIN, ATTACK, signs=(2, 0, 0), options={"nobody_signs": back})
    assert state.signs == (left, 0, 0)


# SA-7


def test_sa_7_most_fins_bite_first_each_from_what_is_left() -> None:
    state = fleeing(throw("01233", "123"), dice=5, red=3)
    assert state.bites == ((3, (3,)), (2, (2,)), (1, (1,)))
    assert state.escaped == (3,)
    assert fleeing(throw("0012", "023"), dice=4, red=3).bites == ((3, (2, 1)), (2, ()))


def test_sa_7_what_is_not_eaten_escapes_at_the_face_shown_and_is_set_aside() -> None:
    state = fleeing(throw("0023", "2"), dice=4)
    assert (state.escaped, state.eaten, state.dice) == ((3,), (2,), 2)


def test_sa_7_blue_waves_are_neither_eaten_nor_safe_and_are_thrown_again_with_all_sharks() -> None:
    state = fleeing(throw("0002", "2"), dice=4)
    assert pools(state) == {"swimmer": 3, "shark": 2}
    assert (state.escaped, state.eaten, state.phase) == ((), (2,), "flee")
    with pytest.raises(IllegalEvent) as refusal:
        state.apply(throw("00", "00"))
    assert refusal.value.rule == "SA-7"


def test_sa_7_red_waves_do_nothing() -> None:
    state = fleeing(throw("012", "00"), dice=3, red=2)
    assert (state.bites, state.eaten, state.escaped, state.red) == ((), (), (1, 2), 2)


def test_sa_7_the_flight_goes_on_until_no_blue_die_is_left() -> None:
    state = fleeing(throw("00", "0"), throw("00", "3"), throw("01", "0"), dice=2)
    assert (state.phase, state.dice, state.seat) == ("flee", 1, 0)
    assert state.apply(throw("2", "0")).seat == 1


@pytest.mark.parametrize("event", [BANK, AGAIN, SUN])
def test_sa_7_nobody_banks_or_goes_on_in_a_flight(event: Event) -> None:
    with pytest.raises(IllegalEvent) as refusal:
        fleeing(event, dice=2)
    assert refusal.value.rule == "SA-7"


# SA-8 is in test_shark_attacks_eating.py; SA-9


def test_sa_9_one_more_shark_joins_after_a_throw_with_a_casualty() -> None:
    assert fleeing(throw("0002", "2"), dice=4).red == 2
    assert fleeing(throw("0000", "2"), dice=4).red == 1
    assert "SA-9" in rules_cited(fleeing(throw("0002", "2"), dice=4))


def test_sa_9_it_is_exactly_one_however_many_were_eaten() -> None:
    assert fleeing(throw("011111", "123"), dice=6, red=3).red == 4
    assert fleeing(throw("01111", "3"), dice=5).red == 2


def test_sa_9_there_are_never_more_than_four() -> None:
    state = fleeing(throw("0011", "1000"), dice=4, red=4)
    assert (state.red, len(state.eaten)) == (4, 1)
    assert "SA-9" not in rules_cited(state)


def test_sa_9_a_throw_with_another_number_of_sharks_is_refused() -> None:
    for sharks in ("1", "111"):
        with pytest.raises(IllegalEvent) as refusal:
            fleeing(throw("00", sharks), dice=2, red=2)
        assert refusal.value.rule == "SA-9"


# SA-10


def test_sa_10_each_die_eaten_costs_a_sign_from_the_middle() -> None:
    state = fleeing(throw("001113", "3"), dice=6, signs=(1, 1, 0))
    assert state.eaten == (3,)
    assert state.signs == (2, 1, 0)
    assert fleeing(throw("00111", "3"), dice=5).signs == (3, 0, 0)


def test_sa_10_with_none_in_the_middle_the_player_chooses_an_opponent() -> None:
    state = fleeing(throw("01", "1"), dice=2, signs=(1, 2, 3))
    assert (state.awaits, state.phase) == (Turn((0,)), "take")
    assert state.legal() == (Event("take", 0, ("1",)), Event("take", 0, ("2",)))
    after = state.apply(Event("take", 0, ("2",)))
    assert (after.signs, after.phase, after.owed) == ((2, 2, 2), "flee", 0)
    assert [(reason.text, reason.rule) for reason in after.why()] == [("a sign from seat 2 for a die eaten", "SA-10")]


def test_sa_10_each_further_sign_is_chosen_anew() -> None:
    state = fleeing(throw("0111", "3"), Event("take", 0, ("1",)), dice=4, signs=(2, 2, 2))
    assert (state.phase, state.owed, state.signs) == ("take", 2, (3, 1, 2))
    done = table_on(state, Event("take", 0, ("2",)), Event("take", 0, ("2",)))
    assert (done.signs, done.phase) == ((5, 1, 0), "flee")


def test_sa_10_where_only_one_opponent_has_signs_nobody_needs_to_choose() -> None:
    state = fleeing(throw("01", "1"), dice=2, signs=(3, 3, 0))
    assert (state.signs, state.phase) == ((4, 2, 0), "flee")


def test_sa_10_the_middle_comes_first() -> None:
    state = fleeing(throw("0111", "3"), dice=4, signs=(1, 2, 2))
    assert (state.phase, state.owed, state.signs) == ("take", 2, (2, 2, 2))


def test_sa_10_never_more_than_six_and_the_rest_is_forgone() -> None:
    state = fleeing(throw("0111", "3"), dice=4, signs=(5, 1, 0))
    assert (state.signs, state.owed, state.phase) == ((6, 0, 0), 0, "flee")
    assert any("forgone" in reason.text and reason.rule == "SA-10" for reason in state.why())


def test_sa_10_an_opponent_without_signs_gives_none() -> None:
    state = fleeing(throw("01", "1"), dice=2, players=4, signs=(1, 2, 3, 0))
    for giver in ("3", "0"):
        with pytest.raises(IllegalEvent) as refusal:
            state.apply(Event("take", 0, (giver,)))
        assert refusal.value.rule == "SA-10"
    with pytest.raises(IllegalEvent) as refusal:
        state.apply(throw("0", "00"))
    assert refusal.value.rule == "SA-10"


def test_sa_10_after_the_last_die_the_choice_comes_before_the_next_seat() -> None:
    state = fleeing(throw("12", "1"), dice=2, signs=(1, 2, 3))
    assert (state.seat, state.phase, state.score) == (0, "take", (2, 0, 0))
    after = state.apply(Event("take", 0, ("1",)))
    assert (after.seat, after.phase, after.dice, after.score) == (1, "enter", 6, (2, 0, 0))


# SA-11


def test_sa_11_escaped_swimmers_score_one_each_once_a_die_was_eaten() -> None:
    state = fleeing(throw("0123", "1"), throw("2", "00"), dice=4)
    assert (state.score, state.seat) == ((7, 0, 0), 1)
    assert [(r.points, r.house) for r in state.why() if r.rule == "SA-11"] == [(7, False)]


def test_sa_11_they_count_three_times_if_no_die_was_eaten_in_the_whole_episode() -> None:
    state = fleeing(throw("0123", "0"), throw("2", "0"), dice=4)
    assert state.score == (24, 0, 0)


def test_sa_11_a_die_eaten_early_spoils_the_blessing_for_the_rest() -> None:
    assert fleeing(throw("02", "2"), throw("3", "00"), dice=2).score == (3, 0, 0)


# SA-12


def test_sa_12_a_shark_episode_gives_back_no_sign() -> None:
    blessed = fleeing(throw("13", "0"), dice=2, signs=(3, 0, 0))
    assert (blessed.signs, blessed.score, blessed.seat) == ((3, 0, 0), (12, 0, 0), 1)


# SA-13


def test_sa_13_the_game_ends_the_moment_a_player_reaches_the_target() -> None:
    state = table(throw("0000123"), BANK, score=(94, 99, 98))
    assert (state.awaits, state.score, state.legal()) == (Over((0,)), (100, 99, 98), ())
    assert "SA-13" in rules_cited(state)
    with pytest.raises(IllegalEvent) as refusal:
        state.apply(throw("0000000"))
    assert refusal.value.rule == "SA-13"


def test_sa_13_one_point_less_is_not_enough() -> None:
    assert table(throw("0000123"), BANK, score=(93, 99, 98)).awaits != Over((0,))


def test_sa_13_the_round_is_not_finished_and_only_that_player_wins() -> None:
    state = table(throw("0000123"), Event("bank", 2), score=(99, 99, 95), seat=2)
    assert state.awaits == Over((2,))
    assert table(throw("0000123"), Event("bank", 1), score=(90, 95, 90), seat=1).awaits == Over((1,))


def test_sa_13_a_party_or_an_escape_may_end_it_too() -> None:
    assert table(throw("1111111"), score=(86, 0, 0)).awaits == Over((0,))
    assert fleeing(throw("3", "0"), dice=1, score=(91, 0, 0)).awaits == Over((0,))


def test_sa_13_who_has_won_takes_no_more_signs_from_opponents() -> None:
    state = fleeing(throw("12", "1"), dice=2, signs=(1, 2, 3), score=(98, 0, 0))
    assert state.awaits == Over((0,))


def test_sa_13_the_target_is_an_option() -> None:
    assert table(throw("0000123"), BANK, score=(24, 0, 0), options={"target": 30}).awaits == Over((0,))
    assert table(throw("0000123"), BANK, score=(94, 0, 0), options={"target": 101}).phase == "enter"


# SA-14


def test_sa_14_seat_0_begins_unless_told_otherwise() -> None:
    assert table().seat == 0
    assert table(options={"first": 2}).seat == 2
    assert table(options={"first": "1"}).seat == 1


def test_sa_14_a_seat_that_does_not_play_cannot_begin() -> None:
    with pytest.raises(BadEvent, match=r"first.*no seat 3 with 3 players"):
        table(options={"first": 3})


def test_sa_14_everybody_throws_four_sharks_and_most_fins_begins() -> None:
    state = table(options={"first": "throw"})
    assert (state.seat, pools(state)) == (0, {"shark": 4})
    state = table_on(state, throw("", "0012"), throw("", "0033"))
    assert (state.phase, state.seat) == ("first", 2)
    state = state.apply(throw("", "0111"))
    assert (state.phase, state.seat, pools(state)) == ("enter", 1, {"swimmer": 7})
    assert [(r.rule, r.house, r.seat) for r in state.why()] == [("SA-14", False, 1)]


def test_sa_14_fins_count_not_dice_that_show_some() -> None:
    state = table(throw("", "1111"), throw("", "0033"), throw("", "0000"), options={"first": "throw"})
    assert state.seat == 1


def test_sa_14_equal_fins_throw_again_which_is_a_house_ruling() -> None:
    tied = [throw("", "0012"), throw("", "0003"), throw("", "0001")]
    state = table(*tied, options={"first": "throw"})
    assert (state.phase, state.seat, house_cited(state)) == ("first", 0, {"SA-14"})
    state = table_on(state, throw("", "0001"))
    assert state.seat == 1
    state = state.apply(throw("", "0002"))
    assert (state.phase, state.seat) == ("enter", 1)


def test_sa_14_only_the_tied_throw_again_as_often_as_it_takes() -> None:
    state = table(throw("", "1000"), throw("", "2000"), throw("", "2000"), options={"first": "throw"})
    state = table_on(state, throw("", "3000"), throw("", "3000"))
    assert (state.phase, state.seat) == ("first", 1)
    assert table_on(state, throw("", "0000"), throw("", "1000")).seat == 2


def test_sa_14_by_option_the_earlier_of_the_tied_begins() -> None:
    options = {"first": "throw", "tie": "earliest"}
    state = table(throw("", "1000"), throw("", "2000"), throw("", "2000"), options=options)
    assert (state.phase, state.seat, house_cited(state)) == ("enter", 1, {"SA-14"})


@pytest.mark.parametrize("event", [throw("", "000"), throw("", "00000"), throw("1", "0000"), SUN, BANK])
def test_sa_14_nothing_but_four_sharks_is_thrown_for_the_first_turn(event: Event) -> None:
    with pytest.raises(IllegalEvent) as refusal:
        table(event, options={"first": "throw"})
    assert refusal.value.rule == "SA-14"


# events that cannot be read


@pytest.mark.parametrize(
    "event",
    [
        Event("throw", 0, ("swimmer-1",)),
        Event("throw", None, ("swimmer-4",)),
        Event("throw", None, ("shark-0",)),
        Event("throw", None, ("die-1",)),
        Event("event"),
        Event("event", None, ("event-snow",)),
        Event("event", None, ("event-sun", "event-sun")),
        Event("event", 0, ("event-sun",)),
        Event("bank"),
        Event("again"),
        Event("bank", 0, ("swimmer-1",)),
        Event("bank", 3),
        Event("bank", -1),
        Event("take", 0),
        Event("take", 0, ("3",)),
        Event("take", 0, ("one",)),
        Event("take", 0, ("1", "2")),
        Event("take", None, ("1",)),
    ],
    ids=str,
)
def test_an_event_with_pieces_or_seats_that_do_not_belong_to_it_cannot_be_read(event: Event) -> None:
    for state in (table(), table(throw("0000123")), fleeing(throw("01", "1"), dice=2, signs=(1, 2, 3))):
        with pytest.raises(BadEvent):
            state.apply(event)


# policies


def test_the_sensible_policy_banks_what_wins_or_fifteen_swimmers_and_else_goes_on() -> None:
    random = Random(1)
    assert sensible(table(throw("0000001"), score=(99, 0, 0)), random) == BANK
    assert sensible(table(throw("0033333")), random) == BANK
    assert sensible(table(throw("0033332")), random) == AGAIN


def test_the_sensible_policy_takes_a_sign_from_who_is_furthest_behind() -> None:
    state = fleeing(throw("01", "1"), dice=2, signs=(1, 2, 3), score=(0, 50, 40))
    assert sensible(state, Random(1)) == Event("take", 0, ("2",))


def test_the_policy_of_most_points_goes_on_where_that_is_worth_more_and_takes_any_sign_alike() -> None:
    assert most_points(table(throw("0000123")), Random(1)) == AGAIN
    only_bank = table(throw("0333333"), options={"swimmer_dice": 7, "nobody_signs": 0})
    assert most_points(only_bank, Random(1)) in only_bank.legal()
    state = fleeing(throw("01", "1"), dice=2, signs=(2, 1, 3))
    random = Random(7)
    taken = Counter(most_points(state, random).items[0] for _ in range(4000))
    assert taken["1"] / 4000 == pytest.approx(1 / 4, abs=0.03)


def test_the_list_of_options_offers_every_house_ruling() -> None:
    assert {option.rule for option in GAME.options if option.house} == {"SA-3", "SA-5", "SA-6", "SA-8", "SA-14"}
