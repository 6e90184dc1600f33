"""Pairing and standings of a tournament: what holds for any results."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.hub.board import MatchResult
from companion.hub.tournament.pairing import paired
from companion.hub.tournament.played import entered
from companion.hub.tournament.rounds import RESULTS, BadTournament, Kind, Tournament, begun, with_result
from companion.hub.tournament.standings import standings

NOW = datetime(2026, 11, 24, 20, tzinfo=UTC)


def names(count: int) -> tuple[str, ...]:
    return tuple(f"P{number}" for number in range(1, count + 1))


def played(tournament: Tournament, data: st.DataObject) -> Tournament:
    """One more round, with any results."""
    tournament = paired(tournament)
    number = len(tournament.rounds)
    for pairing in tournament.rounds[-1]:
        if pairing.second is not None:
            tournament = with_result(tournament, number, pairing.first, data.draw(st.sampled_from(RESULTS)))
    return tournament


def whole(kind: Kind, count: int, length: int | None, data: st.DataObject) -> Tournament:
    tournament = begun("Cup", kind, "dice-tray", names(count), length)
    while not tournament.over:
        tournament = played(tournament, data)
    return tournament


def meetings(tournament: Tournament) -> list[frozenset[str | None]]:
    return [frozenset((one.first, one.second)) for rounds in tournament.rounds for one in rounds]


@settings(max_examples=30, deadline=None, derandomize=True)
@given(st.data(), st.integers(2, 13))
def test_in_a_round_robin_everybody_meets_everybody_once(data: st.DataObject, count: int) -> None:
    tournament = whole("round-robin", count, None, data)
    met = [pair for pair in meetings(tournament) if None not in pair]
    assert sorted(map(sorted, met)) == sorted(map(sorted, combinations(names(count), 2)))
    byes = [one.first for rounds in tournament.rounds for one in rounds if one.second is None]
    assert sorted(byes) == (sorted(names(count)) if count % 2 else [])


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.data(), st.integers(2, 24))
def test_in_a_swiss_of_up_to_half_as_many_rounds_as_players_nobody_meets_or_has_a_bye_twice(
    data: st.DataObject, count: int
) -> None:
    length = data.draw(st.integers(1, (count + count % 2) // 2))
    tournament = whole("swiss", count, length, data)
    assert len(set(meetings(tournament))) == len(meetings(tournament))
    for rounds in tournament.rounds:
        assert sorted(name for one in rounds for name in (one.first, one.second) if name) == sorted(names(count))


@settings(max_examples=30, deadline=None, derandomize=True)
@given(st.data(), st.integers(2, 12), st.sampled_from(("swiss", "round-robin")))
def test_all_points_that_were_won_stand_in_the_standings_and_places_follow_them(
    data: st.DataObject, count: int, kind: Kind
) -> None:
    tournament = whole(kind, count, None, data)
    rows = standings(tournament)
    everything = sum(sum(one.points or ()) for one_round in tournament.rounds for one in one_round)
    assert everything == sum(len(one_round) for one_round in tournament.rounds)
    byes = sum(one.second is None for one_round in tournament.rounds for one in one_round)
    assert (sum(row.points for row in rows), sum(row.met for row in rows)) == (everything, 2 * (everything - byes))
    keys = [(row.points, row.buchholz, row.sonneborn, row.wins) for row in rows]
    assert keys == sorted(keys, reverse=True)
    assert all((a.place == b.place) == (x == y) for a, b, x, y in zip(rows, rows[1:], keys, keys[1:], strict=False))


def test_tie_breaks_are_counted_as_they_are_documented() -> None:
    tournament = begun("Cup", "swiss", "dice-tray", ("Ana", "Ben", "Cleo", "Dan"), 2)
    tournament = paired(tournament)
    assert [(one.first, one.second) for one in tournament.rounds[0]] == [("Ana", "Ben"), ("Cleo", "Dan")]
    tournament = with_result(with_result(tournament, 1, "Ana", (1.0, 0.0)), 1, "Cleo", (0.5, 0.5))
    tournament = paired(tournament)
    assert [(one.first, one.second) for one in tournament.rounds[1]] == [("Ana", "Cleo"), ("Dan", "Ben")]
    tournament = with_result(with_result(tournament, 2, "Ana", (0.5, 0.5)), 2, "Dan", (1.0, 0.0))
    rows = {row.name: (row.place, row.points, row.buchholz, row.sonneborn, row.wins) for row in standings(tournament)}
    assert rows == {
        "Ana": (1, 1.5, 1.0, 0.5, 1),
        "Dan": (1, 1.5, 1.0, 0.5, 1),
        "Cleo": (3, 1.0, 3.0, 1.5, 0),
        "Ben": (4, 0.0, 3.0, 0.0, 0),
    }


def test_a_bye_brings_its_point_and_nothing_to_the_tie_breaks() -> None:
    tournament = paired(begun("Cup", "swiss", "dice-tray", ("Ana", "Ben", "Cleo")))
    tournament = with_result(tournament, 1, "Ana", (1.0, 0.0))
    rows = {row.name: (row.points, row.buchholz, row.wins, row.met) for row in standings(tournament)}
    assert rows["Cleo"] == (1.0, 0.0, 0, 0)
    assert rows["Ana"] == (1.0, 0.0, 1, 1)


@pytest.mark.parametrize(
    ("players", "length", "says"),
    [
        (("Ana", "ana"), None, "twice"),
        (("Ana",), None, "2 to 128"),
        (("Ana", "Ben", "Cleo"), 4, "1 to 3 rounds"),
    ],
)
def test_what_is_no_tournament_is_refused(players: tuple[str, ...], length: int | None, says: str) -> None:
    with pytest.raises(BadTournament, match=says):
        begun("Cup", "swiss", "dice-tray", players, length)


def test_a_round_is_paired_only_when_the_one_before_is_played_and_then_stays() -> None:
    tournament = paired(begun("Cup", "swiss", "dice-tray", names(4)))
    with pytest.raises(BadTournament, match="not played yet"):
        paired(tournament)
    for first in ("P1", "P3"):
        tournament = with_result(tournament, 1, first, (1.0, 0.0))
    tournament = paired(tournament)
    with pytest.raises(BadTournament, match="settled"):
        with_result(tournament, 1, "P1", (0.0, 1.0))
    with pytest.raises(BadTournament, match="P2 is first in no pairing"):
        with_result(paired(begun("Cup", "swiss", "dice-tray", names(4))), 1, "P2", (1.0, 0.0))


def result(*players: str, winners: tuple[str, ...], game: str = "dice-tray", minutes: int = 5) -> MatchResult:
    return MatchResult("1", 7, game, "Dice", players, (1, 2), winners, NOW + timedelta(minutes=minutes))


def test_a_match_that_two_of_a_pairing_play_to_its_end_is_its_result() -> None:
    tournament = paired(begun("Cup", "swiss", "dice-tray", names(4)))
    others = (
        result("P1", "P2", winners=("P1",), game="hai-noon"),
        result("P1", "P2", winners=("P1",), minutes=-5),
        result("P1", "P3", winners=("P1",)),
    )
    assert entered(tournament, others, NOW) == tournament
    after = entered(tournament, (*others, result("P2", "P1", winners=("P2",)), result("P3", "P4", winners=())), NOW)
    assert [one.points for one in after.rounds[0]] == [(0.0, 1.0), (0.5, 0.5)]
    again = entered(after, (result("P1", "P2", winners=("P1",)),), NOW)
    assert again == after, "what was entered stays"
