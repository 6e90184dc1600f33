"""Shut the Box by its rulings, and its odds against a program that shares nothing with them."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

from engines.core import Event, IllegalEvent, Over, Turn
from engines.games import GAMES
from engines.shut_the_box import ShutTheBox, chances, choices
from engines.shut_the_box.odds import fewest
from engines.shut_the_box.rules import BoxRules
from engines.shut_the_box.turn_value import ends, expected
from engines.simulate import play

GAME = GAMES["shut-the-box"]


def throw(*faces: int) -> Event:
    return Event("throw", None, tuple(f"die-{face}" for face in faces))


def shut(seat: int, *tiles: int) -> Event:
    return Event("shut", seat, tuple(f"tile-{tile}" for tile in tiles))


def after(*events: Event, players: int = 2, **options: object) -> ShutTheBox:
    state = GAME.start(players, options)
    for event in events:
        state = state.apply(event)
    assert isinstance(state, ShutTheBox)
    return state


LEFT_1 = (throw(5, 6), shut(0, 5, 6), throw(4, 5), shut(0, 2, 3, 4), throw(4, 5), shut(0, 9), throw(4, 4), shut(0, 8))
LEFT_1 += (throw(3, 4), shut(0, 7))
"""Events after which the first seat has only the 1 open."""


def test_sb_1_a_turn_begins_with_all_tiles_open() -> None:
    assert after().open == tuple(range(1, 10))
    assert after(tiles=10).open == tuple(range(1, 11))


def test_sb_3_tiles_that_make_the_throw_are_shut_together() -> None:
    state = after(throw(3, 5))
    assert state.awaits == Turn((0,))
    assert {event.items for event in state.legal()} == {
        shut(0, *tiles).items for tiles in ((8,), (1, 7), (2, 6), (3, 5), (1, 2, 5), (1, 3, 4))
    }
    assert state.apply(shut(0, 2, 6)).open == (1, 3, 4, 5, 7, 8, 9)  # type: ignore[attr-defined]
    with pytest.raises(IllegalEvent, match=r"2 \+ 5 is not 8, or not all of these are open \(SB-3\)"):
        state.apply(shut(0, 2, 5))
    with pytest.raises(IllegalEvent, match=r"the player first turns tiles over \(SB-3\)"):
        state.apply(throw(1, 2))


@pytest.mark.parametrize(("one_die", "dice"), [("six", 1), ("high", 1), ("never", 2)])
def test_sb_4_one_die_is_thrown_once_little_is_left(one_die: str, dice: int) -> None:
    state = after(*LEFT_1, one_die=one_die)
    assert state.awaits.pools[0].count == dice  # type: ignore[union-attr]
    assert after(one_die=one_die).awaits.pools[0].count == 2  # type: ignore[union-attr]


def test_sb_5_what_is_open_counts_once_no_tiles_make_the_throw() -> None:
    state = after(throw(4, 5), shut(0, 9), throw(4, 5), shut(0, 4, 5), throw(4, 5), shut(0, 3, 6), throw(6, 6))
    assert (state.score, state.seat, state.open) == ((18, 0), 1, tuple(range(1, 10))), "1, 2, 7 and 8 make no 12"
    assert state.reasons[0].rule == "SB-5"


def test_sb_6_who_shuts_the_box_has_won_at_once_or_has_no_points() -> None:
    won = after(*LEFT_1, throw(1), shut(0, 1))
    assert won.awaits == Over((0,))
    assert chances(won) == (1.0, 0.0)
    counted = after(*LEFT_1, throw(1), shut(0, 1), shut_wins=False)
    assert (counted.score, counted.seat) == ((0, 0), 1)


@pytest.mark.parametrize(("players", "rounds"), [(2, 1), (8, 3)])
def test_sb_6_the_fewest_points_win_after_as_many_turns_for_all(players: int, rounds: int) -> None:
    state = play(GAME, tuple("ABCDEFGH"[:players]), 3, {"rounds": rounds, "shut_wins": False}, ["sensible"]).state
    assert isinstance(state, ShutTheBox)
    assert state.turns == (rounds,) * players
    assert isinstance(state.awaits, Over)
    assert {state.score[seat] for seat in state.awaits.winners} == {min(state.score)}


def test_sb_7_the_first_seat_is_the_one_that_was_agreed() -> None:
    assert after(first=1).seat == 1


@cache
def left(box: int, tiles: int) -> Fraction:
    """The points left on average from a box, bit n for tile n + 1: two dice, one where six or less are open."""
    total = sum(tile + 1 for tile in range(tiles) if box >> tile & 1)
    if not box:
        return Fraction(0)
    faces = [(one,) for one in range(1, 7)] if total <= 6 else [(a, b) for a in range(1, 7) for b in range(1, 7)]
    found = Fraction(0)
    for pips in map(sum, faces):
        fits = [some for some in range(1, box + 1) if some & ~box == 0 and worth(some) == pips]
        found += min((left(box & ~some, tiles) for some in fits), default=Fraction(total))
    return found / len(faces)


@cache
def worth(box: int) -> int:
    return sum(tile + 1 for tile in range(box.bit_length()) if box >> tile & 1)


def test_the_best_play_leaves_as_much_as_a_program_of_its_own_says() -> None:
    rules = BoxRules()
    for box in (1, 0b101, 0b111000, 0b1111111):
        open_ = tuple(tile + 1 for tile in range(9) if box >> tile & 1)
        assert expected(rules, open_) == pytest.approx(float(left(box, 9)), abs=1e-9)
        mean = sum(points * p for points, p in ends(rules, open_).items())
        assert mean == pytest.approx(float(left(box, 9)), abs=1e-9)


def test_the_chances_of_all_seats_are_one_and_the_best_tiles_come_first() -> None:
    state = after(throw(3, 5), players=4, rounds=2)
    assert sum(chances(state)) == pytest.approx(1)
    losses = [points for _, points, _ in choices(state)]
    assert losses == sorted(losses, reverse=True)


def test_equal_points_share_the_title() -> None:
    assert fewest([{3: 1.0}, {3: 0.5, 4: 0.5}]) == pytest.approx((0.75, 0.25))
