"""What dice count in Farkle, against a count of all 6**n throws that was written apart; and the odds against play."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, product
from random import Random

import pytest

from engines.core import Event, Over
from engines.farkle import Farkle, chances
from engines.farkle.rules import Counting, keeps
from engines.farkle.turn_value import Course, Flow, ends, offers, reach, value, worth
from engines.games import GAMES
from engines.odds import choices
from engines.simulate import moves

FARKLE = GAMES["farkle"]
TABLES = [Counting(), Counting("double", 2500, 0, 2500), Counting("none", 0, 750, 0)]
tables = pytest.mark.parametrize("table", TABLES, ids=["fixed", "double", "none"])


def combos(table: Counting) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every combination of dice that counts together, as a list by hand."""
    yield (1,), 100
    yield (5,), 50
    for face in range(1, 7):
        three = 1000 if face == 1 else 100 * face
        yield (face,) * 3, three
        if table.of_a_kind == "fixed":
            yield from (((face,) * 4, 1000), ((face,) * 5, 2000), ((face,) * 6, 3000))
        if table.of_a_kind == "double":
            yield from (((face,) * 4, 2 * three), ((face,) * 5, 4 * three), ((face,) * 6, 8 * three))
    if table.straight:
        yield (1, 2, 3, 4, 5, 6), table.straight
    for a, b, c in product(range(1, 7), repeat=3):
        if a <= b <= c and len({a, b, c}) > 1 and table.three_pairs:
            yield tuple(sorted((a, a, b, b, c, c))), table.three_pairs
        if a < b and table.two_triples:
            yield (a,) * 3 + (b,) * 3, table.two_triples


def counted(table: Counting) -> dict[tuple[int, ...], int]:
    """The most that a set of dice counts if each belongs to a combination: sets put together from combinations."""
    best = {(): 0}
    edge = [()]
    known = list(combos(table))
    while edge:
        line = edge.pop()
        for combo, points in known:
            more = tuple(sorted(line + combo))
            if len(more) <= 6 and best[line] + points > best.get(more, -1):
                best[more] = best[line] + points
                edge.append(more)
    return best


@tables
def test_all_throws_of_one_to_six_dice_count_as_a_list_of_combinations_says(table: Counting) -> None:
    best = counted(table)
    sets = lru_cache(maxsize=None)(
        lambda throw: {s: best[s] for n in range(1, len(throw) + 1) for s in set(combinations(throw, n)) if s in best}
    )
    farkles = [0] * 7
    for dice in range(1, 7):
        for throw in product(range(1, 7), repeat=dice):
            line = tuple(sorted(throw))
            assert dict(keeps(table, line)) == sets(line)
            farkles[dice] += not sets(line)
    shares = [sum(p for offer, p in offers(table, dice) if not offer) for dice in range(1, 7)]
    assert shares == pytest.approx([farkles[dice] / 6**dice for dice in range(1, 7)])


def test_the_shares_of_farkles_are_those_that_are_published() -> None:
    """A farkle in 1 of 43.2 throws of six dice, 1 of 12.96 of five, 17 of 108, 5 of 18, 4 of 9, 2 of 3."""
    shares = [sum(p for offer, p in offers(Counting(), dice) if not offer) for dice in range(6, 0, -1)]
    assert shares == pytest.approx([1080 / 46656, 600 / 7776, 204 / 1296, 60 / 216, 16 / 36, 4 / 6])


def test_throwing_on_is_worth_what_all_throws_are_worth_one_by_one() -> None:
    course = Course(Counting())
    for dice, points in ((1, 300), (2, 1000), (3, 50)):
        by_hand = 0.0
        for throw in product(range(1, 7), repeat=dice):
            kept = keeps(Counting(), tuple(sorted(throw)))
            by_hand += max((value(course, points + more, dice - len(k) or 6) for k, more in kept), default=0.0)
        assert worth(course)[dice][points // 50] == pytest.approx(by_hand / 6**dice)


def test_a_turn_is_worth_what_turns_bring_that_are_played_by_it() -> None:
    turn = Flow(Course(Counting()), 0, 6)
    banked = sum(points * p for points, p in turn.banked.items())
    assert banked == pytest.approx(worth(Course(Counting()))[6][0])
    assert sum(turn.banked.values()) + sum(turn.farkled.values()) == pytest.approx(1)
    assert sum(ends(Course(Counting()), 9000, 10_000, 0, 6).values()) == pytest.approx(1)


def test_the_chance_to_win_is_what_play_shows() -> None:
    state = FARKLE.start(3, {"target": 3000, "last_round": False})
    computed, wins, games = chances(state), [0, 0, 0], 1200  # type: ignore[arg-type]
    policies = [FARKLE.policies["sensible"]] * 3
    for number in range(games):
        *_, (_, end) = moves(state, policies, Random(number))
        assert isinstance(end.awaits, Over)
        wins[end.awaits.winners[0]] += 1
    assert sum(computed) == pytest.approx(1)
    assert [won / games for won in wins] == pytest.approx(computed, abs=0.045)


def test_who_must_overtake_throws_on_and_the_chance_is_counted() -> None:
    assert reach(Counting(), 50, 1) == pytest.approx(1 / 3)
    assert reach(Counting(), 100, 1) == pytest.approx(1 / 6 + 1 / 6 * reach(Counting(), 50, 6))


def test_the_best_dice_to_set_aside_come_first() -> None:
    state = FARKLE.start(2, {"opening": 0}).apply(Event("throw", None, tuple(f"die-{f}" for f in (1, 1, 5, 2, 3, 3))))
    assert isinstance(state, Farkle)
    best, *_ = found = choices(state)
    assert best.event.items == ("die-1",)
    assert [choice.points for choice in found] == sorted((choice.points for choice in found), reverse=True)
