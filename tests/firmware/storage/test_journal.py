"""The journal: what is confirmed is on disk, whole, whatever happens to the program."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from companion.api import models
from companion.words.language import again, speaking
from engines.core import Event, Match
from engines.games import GAMES
from firmware.faults.disk_vfs import NoVfs, disk_under_test
from firmware.state.table import Step, Table
from firmware.storage.journal import Journal, JournalError, JournalLimits
from firmware.update.handle import handle
from firmware.update.inputs import Pressed, Requested, Saw
from tests.firmware.looks import die, look, thrown

JOURNALS = Path(__file__).parent / "journals"
FIRST = ["swimmer-wave", "swimmer-wave", "swimmer-wave", "swimmer-wave", "swimmer-1", "swimmer-2", "swimmer-3"]


def new() -> Table:
    return Table(Match.begin(GAMES["shark-attacks"], ("Ana", "Ben"), {"target": 50}), "0042")


def reopened(path: Path) -> Table | None:
    journal = Journal(path)
    try:
        return journal.load()
    finally:
        journal.close()


def settled(table: Table | None) -> Table | None:
    """Without what only the running program knows: the clock, the faults, the last refusal."""
    return table and replace(table, pin="", now=0.0, woken=0.0, faults=(), refusal="", address="")


def test_an_empty_journal_holds_no_table(tmp_path: Path) -> None:
    assert reopened(tmp_path / "new" / "journal.db") is None


def test_the_table_comes_back_as_it_was_with_the_question_on_the_oled(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.db")
    table = new()
    journal.save(None, table)
    doubtful = [*thrown(FIRST[:-1], seed=1), die("swimmer-3", 250, 180, sure=0.7, other="swimmer-2")]
    for given in (Saw(look(*thrown(FIRST, seed=3))), Saw(look()), Saw(look(*doubtful)), Pressed("b")):
        before, table = table, handle(table, given)
        journal.save(before, table)
    assert table.question is not None
    assert table.question.choice == 1
    back = reopened(tmp_path / "journal.db")
    assert settled(back) == settled(table)
    assert back is not None
    assert back.question is not None
    with speaking("de"):
        assert again(back.question.answers[0].text) == again(table.question.answers[0].text) == "eine blaue 3"


def written_before(version: str, path: Path) -> Table:
    """The table in a journal that an earlier version wrote, kept as SQL."""
    with sqlite3.connect(path) as db:
        db.executescript((JOURNALS / f"{version}.sql").read_text())
    db.close()
    table = reopened(path)
    assert table is not None
    return table


def test_a_journal_from_before_identities_had_their_name_comes_back_with_its_question(tmp_path: Path) -> None:
    table = written_before("known-question", tmp_path / "journal.db")
    assert table.question is not None
    assert table.question.look is not None
    assert (table.question.choice, len(table.question.look.pieces), len(table.steps)) == (1, 7, 2)
    assert len(handle(table, Pressed("a")).steps) > 2


def test_a_journal_from_before_identities_had_their_name_knows_what_each_piece_is(tmp_path: Path) -> None:
    table = written_before("known-mismatch", tmp_path / "journal.db")
    assert table.mismatch is not None
    assert table.look is not None
    assert table.look.identities == tuple(FIRST)
    assert [step.event.kind for step in handle(table, Pressed("c", "double")).steps] == ["throw"]
    assert handle(table, Saw(table.look)).look == table.look


def test_undone_steps_are_gone_and_can_still_be_played_again_after_a_restart(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.db")
    table = new()
    journal.save(None, table)
    for given in (Saw(look(*thrown(FIRST, seed=3))), Saw(look()), Pressed("c")):
        before, table = table, handle(table, given)
        journal.save(before, table)
    again = reopened(tmp_path / "journal.db")
    assert again is not None
    assert [step.event.kind for step in again.steps] == ["throw"]
    assert [step.event.kind for step in handle(again, Pressed("c", "double")).steps] == ["throw", "bank"]


def test_the_photograph_of_a_step_is_kept_and_others_are_let_go(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.db")
    table = new()
    journal.save(None, table)
    first, lifted = look(*thrown(FIRST, seed=3)), look()
    for seen in (first, lifted, look(*thrown(FIRST[:5], seed=4))):
        before, table = table, handle(table, Saw(seen))
        journal.save(before, table, {seen.id: f"jpeg of {seen.id}".encode()})
    assert journal.photo(first.id) == f"jpeg of {first.id}".encode()
    table_then = replace(table, mismatch=None, look=None)
    journal.save(table, table_then)
    assert journal.photo(lifted.id) is None
    assert journal.photo(first.id) is not None


def test_a_new_match_leaves_the_old_one_in_the_journal(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.db")
    table = new()
    journal.save(None, table)
    before, table = table, handle(table, Saw(look(*thrown(FIRST, seed=3))))
    journal.save(before, table)
    begin = models.NewGame(version=table.version, game="shark-attacks", players=("Ana", "Ben"), options={"target": 50})
    journal.save(table, handle(table, Requested(begin)))
    with sqlite3.connect(tmp_path / "journal.db") as db:
        assert db.execute("SELECT match, count(*) FROM steps GROUP BY match").fetchall() == [(1, 1)]
    again = reopened(tmp_path / "journal.db")
    assert again is not None
    assert (again.number, again.steps) == (2, ())


def test_however_long_a_match_lasts_only_the_newest_photographs_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("firmware.storage.journal.LIMITS", JournalLimits(photos=3))
    journal = Journal(tmp_path / "journal.db")
    table = Table(Match.begin(GAMES["dice-tray"], ("Ana",)), "0042")
    journal.save(None, table)
    for number in range(6):
        step = Step(Event("throw", None, ("die-1",)), f"look-{number}", (0,))
        before, table = table, replace(table, match=table.match.play(step.event), steps=(*table.steps, step))
        journal.save(before, table, {f"look-{number}": b"jpeg"})
    assert [journal.photo(f"look-{number}") for number in range(6)] == [None, None, None, b"jpeg", b"jpeg", b"jpeg"]
    assert settled(journal.load()) == settled(table)


def test_of_very_many_matches_the_oldest_are_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware.storage.journal.LIMITS", JournalLimits(step_matches=2))
    journal = Journal(tmp_path / "journal.db")
    for number in range(1, 5):
        journal.save(None, handle(replace(new(), number=number), Saw(look(*thrown(FIRST, seed=3)))))
    with sqlite3.connect(tmp_path / "journal.db") as db:
        assert db.execute("SELECT DISTINCT match FROM steps").fetchall() == [(3,), (4,)]
        assert db.execute("SELECT id FROM matches").fetchall() == [(3,), (4,)]


def test_a_folder_that_cannot_be_written_is_said_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "taken").touch()
    with pytest.raises(JournalError, match="set LIFEGUARD_HOME to another"):
        Journal(tmp_path / "taken" / "journal.db")


def test_a_full_disk_is_said_and_the_journal_still_holds_what_was_confirmed(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.db")
    table = new()
    journal.save(None, table)
    before, table = table, handle(table, Saw(look(*thrown(FIRST, seed=3))))
    journal.save(before, table)
    pages = journal._db.execute("PRAGMA page_count").fetchone()[0]
    journal._db.execute(f"PRAGMA max_page_count = {pages}")
    seen = look(*thrown([*FIRST[:6], "swimmer-wave"], seed=5))
    later = handle(table, Saw(seen))
    with pytest.raises(JournalError, match="make room on the disk"):
        journal.save(table, later, {seen.id: bytes(100_000)})
    journal._db.execute("PRAGMA max_page_count = 100000")
    assert settled(journal.load()) == settled(table)
    journal.save(table, later)
    assert settled(journal.load()) == settled(later)


def test_times_are_saved_with_matches_and_steps_and_stay_when_a_step_is_corrected(tmp_path: Path) -> None:
    clock = iter(["2026-11-23T20:00:00", "1970-01-01T00:00:07", "1970-01-01T00:00:09", "2026-11-23T20:05:00"])
    journal = Journal(tmp_path / "journal.db", lambda: next(clock))
    table = new()
    journal.save(None, table)
    for given in (Saw(look(*thrown(FIRST, seed=3))), Saw(look())):
        before, table = table, handle(table, given)
        journal.save(before, table)
    corrected = replace(table, steps=(replace(table.steps[0], was="swimmer-2"), *table.steps[1:]))
    journal.save(table, corrected)
    with sqlite3.connect(tmp_path / "journal.db") as db:
        assert db.execute("SELECT saved, at FROM matches").fetchall() == [(1, "2026-11-23T20:00:00")]
        steps = db.execute("SELECT saved, at FROM steps ORDER BY number").fetchall()
    assert steps == [(2, "1970-01-01T00:00:07"), (3, "1970-01-01T00:00:09")]
    assert settled(reopened(tmp_path / "journal.db")) == settled(corrected)


def test_a_match_that_todays_rules_refuse_stays_in_the_journal_and_is_not_gone_on_with(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.db")
    table = replace(new(), steps=(Step(Event("bank", 0)),))
    journal.save(None, table)
    assert journal.load() is None
    assert "cannot go on" in journal.trouble
    assert journal.next_number() == 2


def test_a_damaged_photograph_is_none_and_a_damaged_wish_was_not_made(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.db")
    seen = look(*thrown(FIRST, seed=3))
    journal.save(None, handle(new(), Saw(seen)), {seen.id: b"jpeg"})
    journal.note_asked(new().match)
    assert journal.photo(seen.id) == b"jpeg"
    assert journal.asked_before(new().match)
    journal._db.execute("UPDATE photos SET jpeg = x'00'")
    journal._db.execute("UPDATE asked SET game = game || ' '")
    assert journal.photo(seen.id) is None
    assert not journal.asked_before(new().match)


def test_a_correction_writes_no_step_that_it_does_not_change(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.db")
    match = Match.begin(GAMES["dice-tray"], ("Ana",)).play(*[Event("throw", None, ("die-1",))] * 50)
    table = Table(match, "0042", steps=tuple(map(Step, match.events)))
    journal.save(None, table)
    written = journal._db.total_changes
    corrected = handle(table, Requested(models.Correct(version=0, event=0, position=0, item="die-2")))
    journal.save(table, corrected)
    assert journal._db.total_changes - written < 10
    journal.close()
    again = Journal(tmp_path / "journal.db")
    assert again.trouble == ""
    assert settled(again.load()) == settled(corrected)


def test_a_step_that_is_as_it_was_before_its_correction_is_told(tmp_path: Path) -> None:
    """Each row is whole by itself then; only the match knows that the disk has lost the correction."""
    journal = Journal(tmp_path / "journal.db")
    match = Match.begin(GAMES["dice-tray"], ("Ana",)).play(*[Event("throw", None, ("die-1",))] * 3)
    table = Table(match, "0042", steps=tuple(map(Step, match.events)))
    journal.save(None, table)
    row = journal._db.execute("SELECT * FROM steps WHERE number = 0").fetchone()
    journal.save(table, handle(table, Requested(models.Correct(version=0, event=0, position=0, item="die-2"))))
    journal._db.execute("INSERT OR REPLACE INTO steps VALUES (?, ?, ?, ?, ?, ?)", row)
    journal.close()
    assert Journal(tmp_path / "journal.db").trouble.startswith("1 change is lost")


def test_the_pin_is_not_on_the_disk(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.db")
    journal.save(None, replace(new(), pin="907351"))
    journal.close()
    assert not any(b"907351" in file.read_bytes() for file in tmp_path.iterdir())


@pytest.mark.parametrize(
    ("refusal", "todo"),
    [
        (sqlite3.SQLITE_FULL, "make room on the disk"),
        (sqlite3.SQLITE_READONLY, "look after the disk"),
        (sqlite3.SQLITE_IOERR_WRITE, "look after the disk"),
    ],
)
def test_a_disk_that_refuses_is_told_with_what_helps(tmp_path: Path, refusal: int, todo: str) -> None:
    try:
        with disk_under_test() as disk:
            journal = Journal(tmp_path / "journal.db")
            disk.refusal = refusal
            with pytest.raises(JournalError, match=todo):
                journal.save(None, new())
            disk.refusal = 0
            journal.close()
    except NoVfs as error:
        pytest.skip(str(error))
