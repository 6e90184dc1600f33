"""Farkle by its rulings."""

from __future__ import annotations

import pytest

from engines.core import BadEvent, Event, Expected, IllegalEvent, Over
from engines.farkle import Farkle
from engines.games import GAMES

FARKLE = GAMES["farkle"]


def dice(*faces: int) -> tuple[str, ...]:
    return tuple(f"die-{face}" for face in faces)


def thrown(*faces: int) -> Event:
    return Event("throw", None, dice(*faces))


def keep(seat: int, *faces: int) -> Event:
    return Event("keep", seat, dice(*faces))


def bank(seat: int) -> Event:
    return Event("bank", seat)


def again(seat: int) -> Event:
    return Event("again", seat)


def farkle(*events: Event, players: int = 2, **options: object) -> Farkle:
    """The state after these events; without a least first bank, if none is given."""
    state = FARKLE.start(players, {"opening": 0} | options)
    for event in events:
        state = state.apply(event)
    assert isinstance(state, Farkle)
    return state


def refused(state: Farkle, event: Event) -> str:
    with pytest.raises(IllegalEvent) as error:
        state.apply(event)
    return error.value.rule


def test_fa_1_six_dice_are_thrown() -> None:
    assert refused(farkle(), thrown(1, 2, 3, 4, 5)) == "FA-1"


def test_fa_2_at_least_one_die_is_set_aside_and_each_of_them_counts() -> None:
    state = farkle(thrown(1, 1, 5, 2, 3, 3))
    assert refused(state, bank(0)) == "FA-2"
    assert refused(state, keep(0, 1, 2)) == "FA-2"
    assert refused(state, keep(0, 5, 5)) == "FA-2"
    assert [event.items for event in state.legal()] == [dice(1, 1, 5), dice(1, 1), dice(1, 5), dice(1), dice(5)]


def test_fa_3_ones_fives_and_triples_count_within_one_throw() -> None:
    state = farkle(thrown(2, 2, 2, 1, 5, 3), keep(0, 2, 2, 2))
    assert (state.points, state.dice) == (200, 3)
    then = state.apply(again(0)).apply(thrown(2, 1, 6))
    assert refused(then, keep(0, 2)) == "FA-2"  # type: ignore[arg-type]
    assert then.apply(keep(0, 1)).scores() == (0, 0)


@pytest.mark.parametrize(
    ("how", "four", "five", "six"), [("fixed", 1000, 2000, 3000), ("double", 600, 1200, 2400), ("none", 0, 0, 600)]
)
def test_fa_4_more_of_a_kind_count_as_was_agreed(how: str, four: int, five: int, six: int) -> None:
    for number, points in ((4, four), (5, five), (6, six)):
        state = farkle(thrown(*[3] * number, *[6] * (6 - number)), of_a_kind=how)
        threes = keep(0, *[3] * number)
        if points:
            assert state.apply(threes).points == points  # type: ignore[attr-defined]
        else:
            assert refused(state, threes) == "FA-2"


def test_fa_5_straight_pairs_and_triples_count_as_was_agreed() -> None:
    straight, pairs, triples = (1, 2, 3, 4, 5, 6), (2, 2, 3, 3, 6, 6), (2, 2, 2, 4, 4, 4)
    assert farkle(thrown(*straight), keep(0, *straight)).points == 1500
    assert farkle(thrown(*pairs), keep(0, *pairs)).points == 1500
    assert farkle(thrown(2, 2, 2, 2, 6, 6), keep(0, 2, 2, 2, 2, 6, 6)).points == 1500
    assert farkle(thrown(*triples), keep(0, *triples)).points == 600
    assert farkle(thrown(*triples), keep(0, *triples), two_triples=2500).points == 2500
    assert farkle(thrown(*pairs), three_pairs=0).seat == 1


def test_fa_6_the_others_are_thrown_again_and_all_six_once_all_count() -> None:
    state = farkle(thrown(1, 1, 1, 2, 3, 4), keep(0, 1, 1, 1), again(0))
    assert refused(state, thrown(1, 2, 3, 4, 5, 6)) == "FA-6"
    hot = state.apply(thrown(5, 5, 5)).apply(keep(0, 5, 5, 5))
    assert (hot.points, hot.dice) == (1500, 6)  # type: ignore[attr-defined]
    assert hot.apply(again(0)).apply(thrown(1, 2, 3, 4, 6, 6)).apply(keep(0, 1)).points == 1600  # type: ignore[attr-defined]
    assert hot.apply(bank(0)).scores() == (1500, 0)


def test_fa_7_a_throw_without_a_die_that_counts_takes_the_turn() -> None:
    state = farkle(thrown(1, 1, 1, 2, 3, 4), keep(0, 1, 1, 1), again(0), thrown(2, 3, 6))
    assert (state.scores(), state.seat, state.farkles) == ((0, 0), 1, (1, 0))
    assert [(reason.rule, reason.points) for reason in state.why()] == [("FA-7", 0)]


def test_fa_8_a_first_bank_has_the_opening_score() -> None:
    state = farkle(thrown(1, 5, 2, 3, 4, 4), keep(0, 1, 5), opening=500)
    assert state.legal() == (again(0),)
    assert refused(state, bank(0)) == "FA-8"
    opened = farkle(thrown(1, 1, 1, 2, 3, 4), keep(0, 1, 1, 1), bank(0), thrown(2, 2, 3, 3, 4, 6), opening=500)
    later = opened.apply(thrown(5, 2, 2, 3, 4, 6)).apply(keep(0, 5))
    assert bank(0) in later.legal()


def test_fa_9_all_others_have_one_turn_more_and_most_points_win() -> None:
    reached = farkle(thrown(1, 1, 1, 2, 3, 4), keep(0, 1, 1, 1), bank(0), players=3, target=1000)
    assert (reached.closing, reached.phase) == (0, "throw")
    over = reached.apply(thrown(1, 1, 1, 5, 2, 3)).apply(keep(1, 1, 1, 1, 5)).apply(bank(1))
    over = over.apply(thrown(2, 2, 3, 3, 4, 6))
    assert (over.scores(), over.awaits) == ((1000, 1050, 0), Over((1,)))
    tied = (
        reached.apply(thrown(1, 1, 1, 2, 3, 4)).apply(keep(1, 1, 1, 1)).apply(bank(1)).apply(thrown(2, 2, 3, 3, 4, 6))
    )
    assert tied.awaits == Over((0, 1))
    at_once = farkle(thrown(1, 1, 1, 2, 3, 4), keep(0, 1, 1, 1), bank(0), target=1000, last_round=False)
    assert at_once.awaits == Over((0,))


def test_fa_10_three_farkles_one_after_the_other_cost_points_where_that_was_agreed() -> None:
    nothing = thrown(2, 2, 3, 3, 4, 6)
    mild, hard = farkle(*[nothing] * 5), farkle(*[nothing] * 5, three_farkles=500)
    assert (mild.scores(), hard.scores()) == ((0, 0), (-500, 0))
    assert (hard.farkles, hard.why()[-1].rule) == ((0, 2), "FA-10")
    assert farkle(*[nothing] * 2, thrown(1, 2, 2, 3, 4, 6), keep(0, 1), bank(0)).farkles == (0, 1)


def test_fa_11_the_seat_that_was_agreed_on_begins() -> None:
    assert farkle(first=1).seat == 1
    with pytest.raises(BadEvent, match="no seat 4 with 2 players"):
        farkle(first=4)


def test_dice_set_aside_lie_on_the_strip_and_the_others_may_be_taken_up() -> None:
    state = farkle(thrown(1, 2, 2, 3, 4, 6), keep(0, 1))
    rest = tuple(Expected("tray", "die", face, free=True) for face in "22346")
    assert state.expected_pieces() == (Expected("kept", "die", "1", fresh=True), *rest)
    assert state.apply(again(0)).expected_pieces() == (Expected("kept", "die", "1"), *rest)
    assert all(piece.free for piece in state.apply(bank(0)).expected_pieces())
