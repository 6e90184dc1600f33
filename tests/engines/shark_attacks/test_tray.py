"""What the camera should see: the dice in the tray, which of them moved, and which may as well be gone."""

from __future__ import annotations

from engines.core import Event
from engines.shark_attacks import SharkAttacks
from tests.engines.shark_attacks.table import AGAIN, ATTACK, BANK, RAIN, SUN, fleeing, table, throw


def seen(state: SharkAttacks) -> str:
    """The tray in short: swimmers, sharks `s`, the event die by name; `*` for fresh, `~` for free."""
    short = {"swimmer": "", "shark": "s", "event": ""}
    words = [
        f"{short[lie.kind]}{'0' if lie.face == 'wave' else lie.face}{'*' * lie.fresh}{'~' * lie.free}"
        for lie in state.expected_pieces()
    ]
    assert all(lie.place == "tray" for lie in state.expected_pieces())
    return " ".join(words)


def test_before_the_first_throw_the_tray_is_empty() -> None:
    assert seen(table()) == ""


def test_thrown_dice_are_fresh() -> None:
    assert seen(table(throw("1000203"))) == "0* 0* 0* 0* 1* 2* 3*"


def test_who_goes_on_leaves_the_swimmers_and_may_take_the_waves() -> None:
    assert seen(table(throw("0001123"), AGAIN)) == "1 1 2 3 0~ 0~ 0~"


def test_the_event_die_is_fresh_once_rolled_and_the_swimmers_stay() -> None:
    assert seen(table(throw("0001123"), AGAIN, SUN)) == "1 1 2 3 0~ 0~ 0~ sun*"
    assert seen(table(throw("0001123"), AGAIN, RAIN)) == "1 1 2 3 0~ 0~ 0~ rain*"


def test_after_the_next_throw_kept_swimmers_lie_still_and_the_event_die_is_free() -> None:
    state = table(throw("0001123"), AGAIN, SUN, throw("0012"))
    assert seen(state) == "1 1 2 3 0* 0* 1* 2* sun~"


def test_in_an_attack_all_swimmer_dice_are_about_to_be_lifted() -> None:
    assert seen(table(throw("0001123"), AGAIN, ATTACK)) == "1~ 1~ 2~ 3~ 0~ 0~ 0~ attack*"


def test_a_flee_throw_shows_swimmers_and_sharks_fresh() -> None:
    state = table(throw("0001123"), AGAIN, ATTACK, throw("0012", "3"))
    assert seen(state) == "0* 0* 1* 2* s3* attack~"


def test_dice_that_escaped_or_were_eaten_may_still_lie_there_in_the_next_flee_throw() -> None:
    state = fleeing(throw("0233", "2"), throw("1", "00"), dice=4)
    assert seen(state) == "1* s0* s0* 3~ 3~ 2~"


def test_old_sharks_and_event_dice_may_lie_on_in_the_next_turn_but_old_swimmers_are_thrown() -> None:
    state = table(throw("0001123"), AGAIN, ATTACK, throw("1112", "0"), throw("0000001"))
    assert seen(state) == "0* 0* 0* 0* 0* 0* 1* s0~ attack~"


def test_after_a_bank_everything_may_be_gone() -> None:
    assert seen(table(throw("0001123"), AGAIN, SUN, throw("0012"), BANK)) == "1~ 1~ 2~ 3~ 0~ 0~ 1~ 2~ sun~"


def test_the_throw_of_a_party_is_still_to_be_seen_although_the_turn_is_over() -> None:
    assert seen(table(throw("1111223"))) == "1* 1* 1* 1* 2* 2* 3*"
    assert seen(table(throw("0001123"), AGAIN, SUN, throw("1111"))) == "1~ 1~ 2~ 3~ 1* 1* 1* 1* sun~"


def test_a_party_by_rain_leaves_the_event_die_to_be_seen() -> None:
    assert seen(table(throw("0111123"), AGAIN, RAIN)) == "1~ 1~ 1~ 1~ 2~ 3~ 0~ rain*"


def test_an_attack_on_nobody_leaves_the_event_die_to_be_seen() -> None:
    assert seen(table(throw("0000000"), AGAIN, ATTACK)) == "0~ 0~ 0~ 0~ 0~ 0~ 0~ attack*"


def test_nothing_in_the_tray_moves_while_a_sign_is_taken() -> None:
    state = fleeing(throw("01", "1"), Event("take", 0, ("2",)), dice=2, signs=(1, 2, 3))
    assert seen(state) == "0~ 1~ s1~"


def test_the_throws_for_the_first_turn_are_shown_one_by_one() -> None:
    state = table(throw("", "0012"), options={"first": "throw"})
    assert seen(state) == "s0* s0* s1* s2*"
    state = state.apply(throw("", "0001")).apply(throw("", "0000"))
    assert (state.seat, seen(state)) == (0, "s0* s0* s0* s0*")
    assert seen(state.apply(throw("0000001"))) == "0* 0* 0* 0* 0* 0* 1* s0~ s0~ s0~ s0~"


def test_old_sharks_may_lie_on_through_the_next_turn_until_sharks_are_thrown() -> None:
    state = table(throw("0001123"), AGAIN, ATTACK, throw("1112", "0"), throw("0000001"), Event("again", 1), SUN)
    assert seen(state) == "1 0~ 0~ 0~ 0~ 0~ 0~ s0~ sun*"
    state = state.apply(throw("0000011")).apply(Event("again", 1)).apply(ATTACK).apply(throw("001", "2"))
    assert seen(state) == "0* 0* 1* s2* attack~"
