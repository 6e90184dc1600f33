"""The dice tray: throws, totals, luck, and an honest word on fairness."""

from __future__ import annotations

from math import sqrt
from random import Random

import pytest

from engines.core import BadEvent, Chance, Event, Expected, IllegalEvent, Over
from engines.dealer import deal
from engines.dice_tray import GAME, LIMITS, DiceTray, Throw
from engines.fairness import LIMITS as FAIRNESS
from engines.fairness import fairness, tail


def thrown(faces: str) -> Event:
    """A throw of these faces."""
    return Event("throw", None, tuple(f"die-{face}" for face in faces))


def tray(*throws: str, players: int = 2, **options: object) -> DiceTray:
    """The tray after these throws."""
    state = GAME.start(players, options)
    for faces in throws:
        state = state.apply(thrown(faces))
    assert isinstance(state, DiceTray)
    return state


def test_seats_throw_in_turn_and_their_totals_are_the_scores() -> None:
    state = tray("16", "25", "3")
    assert state.lately == (Throw(0, (1, 6)), Throw(1, (2, 5)), Throw(0, (3,)))
    assert [throw.total for throw in state.lately] == [7, 7, 3]
    assert (state.scores(), state.seat) == ((10, 7), 1)


def test_of_a_long_session_the_last_throws_are_remembered_and_all_are_counted() -> None:
    state = tray(*["16"] * 500)
    assert (len(state.lately), state.thrown) == (LIMITS.remembered_throws, 500)
    assert (state.scores(), state.counts(0)) == ((1750, 1750), (250, 0, 0, 0, 0, 250))


def test_without_turns_every_throw_counts_for_the_first_seat() -> None:
    state = tray("16", "25", turns=False)
    assert (state.scores(), state.seat) == ((14, 0), 0)


def test_the_throw_lies_fresh_in_the_tray_and_its_sum_is_told() -> None:
    state = tray("61", "5")
    assert state.expected_pieces() == (Expected("tray", "die", "5", fresh=True),)
    assert tray("61").expected_pieces() == (
        Expected("tray", "die", "1", fresh=True),
        Expected("tray", "die", "6", fresh=True),
    )
    (reason,) = tray("613").why()
    assert (reason.text, reason.seat, reason.points) == ("1 + 3 + 6 = 10", 0, 10)
    assert (tray().expected_pieces(), tray().why()) == ((), ())


def test_one_to_twenty_dice_are_thrown_where_the_number_is_free() -> None:
    awaits = tray().awaits
    assert isinstance(awaits, Chance)
    (pool,) = awaits.pools
    assert (pool.count, pool.most, pool.kind) == (1, 20, "die")
    assert pool.faces == tuple((f"die-{face}", 1) for face in range(1, 7))
    assert tray("6" * 20).scores() == (120, 0)
    for faces in ("", "6" * 21):
        with pytest.raises(IllegalEvent, match="1 to 20 dice"):
            tray(faces)


def test_the_number_of_dice_may_be_fixed() -> None:
    awaits = tray(dice=3).awaits
    assert isinstance(awaits, Chance)
    assert (awaits.pools[0].count, awaits.pools[0].most) == (3, None)
    assert tray("123", dice=3).scores() == (6, 0)
    with pytest.raises(IllegalEvent, match="3 dice are thrown, not 2"):
        tray("12", dice=3)


def test_after_the_agreed_throws_the_highest_total_wins_and_ties_share() -> None:
    assert tray("6", "5", "1", throws=2).legal() == ()
    assert tray("6", "5", "1", "1", throws=2).awaits == Over((0,))
    assert tray("6", "6", throws=1).awaits == Over((0, 1))
    assert tray("6", throws=1, turns=False).awaits == Over((0,))
    with pytest.raises(IllegalEvent, match="thrown 1 times"):
        tray("6", "6", "6", throws=1)


@pytest.mark.parametrize(
    "event",
    [Event("bank", 0), Event("throw", 0, ("die-1",)), Event("throw", None, ("die-7",)), Event("throw", None, ("1",))],
    ids=str,
)
def test_what_is_no_throw_cannot_be_read(event: Event) -> None:
    with pytest.raises(BadEvent):
        tray().apply(event)


def test_faces_are_counted_for_all_and_for_each_seat() -> None:
    state = tray("1123", "666", "1")
    assert state.counts() == (3, 1, 1, 0, 0, 3)
    assert state.counts(0) == (3, 1, 1, 0, 0, 0)
    assert state.counts(1) == (0, 0, 0, 0, 0, 3)


def test_luck_is_what_was_thrown_above_the_average_of_fair_dice() -> None:
    state = tray("66", "1")
    assert (state.luck(0), state.luck(1)) == (5.0, -2.5)
    assert tray().luck(0) == 0


# fairness


@pytest.mark.parametrize(("chi_square", "p"), [(0, 1), (4.351, 0.5), (9.236, 0.1), (11.070, 0.05), (15.086, 0.01)])
def test_the_p_value_is_that_of_the_tables_for_five_degrees_of_freedom(chi_square: float, p: float) -> None:
    assert tail(chi_square) == pytest.approx(p, abs=1e-4)


def test_with_too_few_dice_no_verdict_is_given() -> None:
    for counts in [(0,) * 6, (29, 0, 0, 0, 0, 0), (5, 5, 5, 5, 5, 4)]:
        verdict = fairness(counts)
        assert (verdict.p, verdict.suspicious) == (None, False)
        assert verdict.words == f"too few dice to tell: {sum(counts)} of {FAIRNESS.min_dice}"
    assert fairness((5,) * 6).p == 1


def test_uneven_counts_are_suspicious_and_even_ones_are_not() -> None:
    loaded = fairness((5, 5, 5, 5, 5, 25))
    assert loaded.chi_square == pytest.approx(40)
    assert loaded.suspicious
    assert loaded.words.startswith("looks uneven: p = ")
    fair = fairness((10, 9, 11, 8, 12, 10))
    assert not fair.suspicious
    assert fair.words == f"looks fair: fair dice are this uneven in {fair.p:.0%} of such samples"


def test_each_face_is_told_in_standard_deviations_of_fair_dice() -> None:
    verdict = fairness((20, 8, 8, 8, 8, 8))
    spread = sqrt(60 * 5 / 36)
    assert verdict.deviations == pytest.approx((10 / spread, *[-2 / spread] * 5))
    assert fairness((0,) * 6).deviations == (0,) * 6


def test_fair_dice_are_suspected_in_about_one_of_a_hundred_tests() -> None:
    random, suspected, tests = Random(4), 0, 3000
    for _ in range(tests):
        faces = random.choices(range(6), k=60)
        suspected += fairness(tuple(faces.count(face) for face in range(6))).suspicious
    assert suspected / tests == pytest.approx(0.01, abs=0.006)


def test_a_die_that_shows_six_twice_as_often_is_found_out_in_most_long_evenings() -> None:
    random, found = Random(5), 0
    for _ in range(200):
        faces = random.choices(range(6), [1, 1, 1, 1, 1, 2], k=300)
        found += fairness(tuple(faces.count(face) for face in range(6))).suspicious
    assert found / 200 > 0.9


def test_the_tray_passes_a_seats_dice_to_the_test_and_a_long_session_of_fair_dice() -> None:
    state, random = tray(dice=10), Random(6)
    for _ in range(40):
        assert isinstance(state.awaits, Chance)
        state = state.apply(deal(state.awaits, random))
    assert state.fairness().dice == 400
    assert state.fairness(1).dice == 200
    assert not state.fairness().suspicious
