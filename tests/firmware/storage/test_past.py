"""Past matches in the journal: read beside the device, gone on with, renamed and deleted, whole or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.api import models
from companion.words import refusals
from engines.core import Event, Match
from engines.core.seating import NOBODY
from engines.games import GAMES
from firmware.state.table import Table
from firmware.storage.journal import Journal, JournalError
from firmware.storage.past import DeleteMatch, NoSuchMatch, PastMatches, RenamePerson
from firmware.update.handle import handle
from firmware.update.inputs import Input, PastChanged, Pressed, Requested, Resumed
from firmware.update.setup import untouched
from tests.firmware.history.drawn import drawn


class Evening:
    """A device without its threads: a table, saved at each step."""

    def __init__(self, home: Path, players: tuple[str, ...] = ("Ana", "Ben")) -> None:
        self.times = iter(f"2026-11-{day:02}T20:{minute:02}:00+00:00" for day in range(1, 29) for minute in range(60))
        self.journal = Journal(home / "journal.db", lambda: next(self.times))
        self.table = Table(Match.begin(GAMES["dice-tray"], players), "4711")
        self.journal.save(None, self.table)
        self.past = PastMatches(home / "journal.db")

    def put(self, given: Input) -> Table:
        before, after = self.table, handle(self.table, given)
        if isinstance(given, PastChanged) and not after.refusal:
            self.journal.change_past(given.change)
        self.journal.save(before, after, None, after.number != before.number and untouched(before))
        self.table = after
        return after

    def throw(self, *faces: int) -> Table:
        return self.put(Requested(models.Typed(version=self.table.version, items=tuple(f"die-{f}" for f in faces))))

    def begin(self, *players: str) -> Table:
        game = models.NewGame(version=self.table.version, game="dice-tray", players=players)
        return self.put(Requested(game))

    def go_on(self, number: int) -> Table:
        found = self.past.match(number)
        return self.put(Resumed(self.table.version, number, found.match, found.steps))


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    evening = Evening(tmp_path)
    yield evening
    evening.past.close()
    evening.journal.close()


def test_every_match_is_listed_with_its_times_the_last_played_first(evening: Evening) -> None:
    evening.throw(1)
    evening.begin("Cleo", "Dora")
    evening.throw(2, 3)
    rows = evening.past.rows()
    assert [(row.number, row.players, row.steps) for row in rows] == [(2, ("Cleo", "Dora"), 1), (1, ("Ana", "Ben"), 1)]
    assert rows[1].began == "2026-11-01T20:00:00+00:00"
    assert rows[1].ended == "2026-11-01T20:01:00+00:00"


def test_a_new_game_can_be_undone_and_leaves_no_trace(evening: Evening) -> None:
    before = evening.throw(4, 4)
    evening.begin("Cleo", "Dora")
    after = evening.put(Pressed("c"))
    assert (after.match, after.number, after.steps) == (before.match, 1, before.steps)
    assert [row.number for row in evening.past.rows()] == [1]
    assert evening.begin("Eva").number == 3


def test_the_question_of_a_match_comes_back_with_it(evening: Evening) -> None:
    from firmware.state.table import Answer, Question

    evening.throw(1)
    asked = Question("Is it a 2?", (Answer("Yes", ()),))
    evening.table = replace(evening.table, question=asked)
    evening.begin("Cleo")
    assert evening.table.question is None
    assert evening.put(Pressed("c")).question == asked


def test_undo_goes_over_the_beginning_only_once_all_is_taken_back(evening: Evening) -> None:
    evening.throw(1)
    evening.begin("Cleo")
    evening.throw(2)
    assert evening.put(Pressed("c")).number == 2
    assert evening.put(Pressed("c")).number == 1
    evening.put(Pressed("c"))
    assert evening.put(Pressed("c")).refusal == refusals.NOTHING_TO_UNDO


def test_two_wrong_taps_are_undone_at_once(evening: Evening) -> None:
    evening.throw(1)
    evening.begin("Cleo")
    evening.begin("Dora")
    assert evening.put(Pressed("c")).match.players == ("Ana", "Ben")


def test_a_match_that_was_left_goes_on_and_keeps_the_times_of_its_steps(evening: Evening) -> None:
    evening.throw(1)
    evening.begin("Cleo")
    evening.throw(2)
    evening.go_on(1)
    evening.throw(3)
    found = evening.past.match(1)
    assert [step.event.items for step in found.steps] == [("die-1",), ("die-3",)]
    assert found.times[1] == "2026-11-01T20:01:00+00:00"
    assert found.times[1] < found.times[2]
    assert [row.number for row in evening.past.rows()] == [1, 2]
    assert evening.begin("Dora").number == 3, "an older match that went on gives its number to no other"


def test_after_a_restart_the_match_that_went_on_is_the_present_one(evening: Evening, tmp_path: Path) -> None:
    evening.throw(1)
    evening.begin("Cleo")
    evening.throw(2)
    evening.go_on(1)
    evening.journal.close()
    journal = Journal(tmp_path / "journal.db")
    table = journal.load()
    assert journal.trouble == ""
    assert table is not None
    assert (table.number, table.highest, len(table.steps)) == (1, 2, 1)


def test_the_present_match_and_one_that_is_over_cannot_go_on(evening: Evening) -> None:
    evening.throw(1)
    assert evening.go_on(1).refusal == refusals.PLAYED_NOW
    over = Match.begin(GAMES["dice-tray"], ("Ana",), {"throws": 1}).play(Event("throw", None, ("die-1",)))
    assert evening.put(Resumed(evening.table.version, 9, over, ())).refusal == refusals.MATCH_OVER
    assert evening.put(Resumed(evening.table.version + 1, 9, over, ())).refusal == refusals.STALE


def test_a_deleted_match_is_gone_with_its_photographs_and_the_journal_is_whole(tmp_path: Path) -> None:
    drawn(tmp_path / "journal.db", 4, seed=2, photos=3)
    journal, past = Journal(tmp_path / "journal.db"), PastMatches(tmp_path / "journal.db")
    journal.change_past(DeleteMatch(2))
    assert {row.number for row in past.rows()} == {1, 3, 4}
    assert past.photo_counts() == {1: 3, 3: 3, 4: 3}
    with pytest.raises(NoSuchMatch, match="no match 2"):
        past.match(2)
    journal.close()
    again = Journal(tmp_path / "journal.db")
    assert again.trouble == ""
    assert again.load() is not None


def test_somebody_is_called_otherwise_in_all_matches_the_present_one_too(evening: Evening, tmp_path: Path) -> None:
    evening.throw(1)
    evening.begin("ben", "Dora")
    evening.throw(2)
    evening.put(PastChanged(RenamePerson("Ben", "Benedikt")))
    evening.throw(3)
    assert [row.players for row in evening.past.rows()] == [("Benedikt", "Dora"), ("Ana", "Benedikt")]
    assert evening.table.match.players == ("Benedikt", "Dora")
    assert evening.past.match(2).times[1] == "2026-11-01T20:03:00+00:00", "steps keep their times"
    evening.journal.close()
    assert Journal(tmp_path / "journal.db").trouble == ""


def test_how_players_are_called_makes_no_other_match(evening: Evening) -> None:
    evening.throw(1)
    mark = evening.past.row(1).mark
    evening.put(PastChanged(RenamePerson("Ben", "Benedikt")))
    assert evening.past.row(1).mark == mark
    evening.throw(1)
    assert evening.past.row(1).mark != mark


def test_nobody_gets_a_name_that_sits_at_the_same_table(evening: Evening) -> None:
    evening.throw(1)
    evening.put(PastChanged(RenamePerson("Ben", "ana")))
    assert evening.table.match.players == ("Ana", "Ben")
    assert evening.past.row(1).players == ("Ana", "Ben")


def test_who_is_deleted_is_somebody_in_their_matches_and_who_plays_just_now_stays(evening: Evening) -> None:
    evening.throw(1)
    evening.begin("Cleo", "Dora")
    evening.throw(1)
    assert evening.put(PastChanged(RenamePerson("cleo"))).refusal == refusals.PLAYS_NOW.format(name="cleo")
    evening.put(PastChanged(RenamePerson("Ana")))
    evening.put(PastChanged(RenamePerson("Ben")))
    assert evening.past.row(1).players == (NOBODY, f"{NOBODY} 2")
    assert evening.past.match(1).match.players == ("Someone", "Someone 2")
    assert evening.past.match(1).match.began_with == (NOBODY, f"{NOBODY} 2")


def test_the_present_match_is_not_deleted(evening: Evening) -> None:
    evening.throw(1)
    assert evening.put(PastChanged(DeleteMatch(1))).refusal == refusals.PLAYED_NOW_STAYS
    assert len(evening.past.rows()) == 1


def test_a_change_that_cannot_be_saved_changes_nothing(evening: Evening) -> None:
    class Failing:
        def apply(self, db: object) -> None:
            DeleteMatch(1).apply(evening.journal._db)
            raise OSError("no room")

    evening.throw(1)
    evening.begin("Cleo")
    evening.throw(1)
    with pytest.raises(JournalError, match="make room"):
        evening.journal.change_past(Failing())
    assert len(evening.past.rows()) == 2


def test_without_a_journal_there_is_no_match(tmp_path: Path) -> None:
    past = PastMatches(tmp_path / "journal.db")
    assert past.rows() == ()
    with pytest.raises(NoSuchMatch):
        past.match(1)
