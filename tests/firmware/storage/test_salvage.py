"""A journal before it is used: old ones are brought up to date, damaged ones saved as far as they can be."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from firmware.faults.phone import new_table, next_event
from firmware.state.table import Step, Table
from firmware.storage.contents import Contents
from firmware.storage.journal import Journal, JournalError
from firmware.storage.schema import STAMP, VERSION
from firmware.update.observed import play

JOURNALS = Path(__file__).parent / "journals"


def tables(table: Table, random: Random) -> Iterator[Table]:
    """The tables after each further step, each with a look of its own."""
    while True:
        step = Step(next_event(table.match.state, random), f"look-{table.number}-{len(table.steps)}")
        table = replace(play(table, (step,)), version=table.version + 1)
        yield table


def played(path: Path, *steps: int) -> list[Table]:
    """Writes matches of so many steps; the tables at their ends."""
    ends = []
    with closing(Journal(path)) as journal:
        for number, count in enumerate(steps, 1):
            table = replace(new_table(), number=number, pin="")
            journal.save(None, table)
            for after in islice(tables(table, Random(number)), count):
                journal.save(table, after, {after.steps[-1].look or "": b"jpeg"})
                table = after
            ends.append(table)
    return ends


def opened(path: Path) -> tuple[Table | None, str, dict[int, int]]:
    """The table that a journal opens with, its trouble, and how many steps each of its matches has."""
    with closing(Journal(path)) as journal:
        contents = Contents(journal._db)
        return journal.load(), journal.trouble, {n: len(contents.match(n).steps) for n in contents.match_ids()}


def changed(path: Path, *statements: str) -> None:
    with sqlite3.connect(path) as db:
        for statement in statements:
            db.execute(statement)
    db.close()


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


def test_a_journal_without_checksums_is_brought_up_to_date_with_all_it_holds(journal: Path) -> None:
    with sqlite3.connect(journal) as db:
        db.executescript((JOURNALS / "version-0.sql").read_text())
    db.close()
    table, trouble, counts = opened(journal)
    assert table is not None
    assert (trouble, counts) == ("", {1: 2, 2: 3})
    assert [step.event.items for step in table.steps] == [("die-4",), ("die-5",), ("die-6",)]
    with closing(Journal(journal)) as again:
        assert again.photo("look-2-3") == b"jpeg"
        assert again._db.execute("PRAGMA user_version").fetchone() == (VERSION,)
        assert again.load() == table


def test_a_journal_whose_events_are_objects_is_brought_up_to_date_with_all_it_holds(journal: Path) -> None:
    with sqlite3.connect(journal) as db:
        db.executescript((JOURNALS / "version-1.sql").read_text())
    db.close()
    changed(journal, "PRAGMA user_version = 1", f"PRAGMA application_id = {STAMP + 1}")
    table, trouble, counts = opened(journal)
    assert table is not None
    assert (trouble, counts) == ("", {1: 2, 2: 3})
    assert [step.event.kind for step in table.steps] == ["throw", "again", "event"]
    with closing(Journal(journal)) as again:
        assert again.photo("look-2-2") == b"jpeg"
        assert again._db.execute("PRAGMA user_version").fetchone() == (VERSION,)
        assert again.load() == table


def test_a_journal_of_a_newer_version_is_refused_and_not_touched(journal: Path) -> None:
    played(journal, 2)
    changed(journal, f"PRAGMA user_version = {VERSION + 1}", f"PRAGMA application_id = {STAMP + VERSION + 1}")
    before = journal.read_bytes()
    with pytest.raises(JournalError, match="made by a newer Lifeguard: update this one, or move the file away"):
        Journal(journal)
    assert journal.read_bytes() == before


def test_a_whole_journal_has_nothing_to_say(journal: Path) -> None:
    *_, table = played(journal, 3, 5)
    assert opened(journal) == (table, "", {1: 3, 2: 5})


def flipped(start: int) -> Callable[[Path], None]:
    def done(path: Path) -> None:
        data = bytearray(path.read_bytes())
        data[start] ^= 1
        path.write_bytes(data)

    return done


@pytest.mark.parametrize("text", [b'"players"', b'"throw"', b'"unsettled"'], ids=["match", "step", "rest"])
def test_one_wrong_bit_in_a_row_costs_nothing(journal: Path, text: bytes) -> None:
    """An ageing card flips one now and then."""
    *_, table = played(journal, 3, 5)
    flipped(journal.read_bytes().rindex(text) + 3)(journal)
    after, trouble, counts = opened(journal)
    assert (after, counts) == (table, {1: 3, 2: 5})
    assert trouble.startswith("No step is lost: the journal was damaged.")


def test_a_damaged_first_page_costs_nothing(journal: Path) -> None:
    *_, table = played(journal, 3, 5)
    for byte in (0, 17, 60, 70, 105, 300, 4000):
        flipped(byte)(journal)
        after, _, counts = opened(journal)
        assert (after, counts) == (table, {1: 3, 2: 5})


@pytest.mark.parametrize(
    ("damage", "counts", "said"),
    [
        ("UPDATE steps SET step = step || ' ' WHERE match = 1 AND number = 1", {1: 1, 2: 5}, "2 steps are lost"),
        ("UPDATE steps SET at = '' WHERE match = 2 AND number = 4", {1: 3, 2: 4}, "1 step is lost"),
        ("UPDATE steps SET number = 9 WHERE match = 2 AND number = 0", {1: 3, 2: 0}, "5 steps are lost"),
        ("DELETE FROM steps WHERE match = 2 AND number = 4", {1: 3, 2: 4}, "1 step is lost"),
        ("DELETE FROM matches WHERE id = 1", {2: 5}, "1 match is lost"),
        ("UPDATE matches SET header = '{}' WHERE id = 1", {2: 5}, "1 match is lost"),
        ("UPDATE present SET rest = '{}'", {1: 3, 2: 5}, "No step is lost"),
        ("DELETE FROM present", {1: 3, 2: 5}, "No step is lost"),
        ("UPDATE asked SET game = x'ff'", {1: 3, 2: 5}, "No step is lost"),
    ],
)
def test_what_is_damaged_is_told_and_the_rest_is_saved(
    journal: Path, damage: str, counts: dict[int, int], said: str
) -> None:
    played(journal, 3, 5)
    with closing(Journal(journal)) as asked:
        asked.note_asked(new_table().match)
    changed(journal, damage)
    shutil.copy(journal, journal.with_name("copy"))
    table, trouble, after = opened(journal)
    (aside,) = journal.parent.glob("journal.db.damaged-*Z")
    assert table is not None
    assert table.number == 2
    assert (after, trouble) == (counts, f"{said}: the journal was damaged. It is kept as {aside.name}.")
    assert aside.read_bytes() == journal.with_name("copy").read_bytes()
    assert opened(journal) == (table, "", counts)


def test_a_match_that_lost_steps_is_asked_nothing(journal: Path) -> None:
    (_, table) = played(journal, 3, 5)
    changed(journal, "DELETE FROM steps WHERE match = 2 AND number = 4")
    after, _, _ = opened(journal)
    assert after is not None
    assert (after.question, after.look, after.undone) == (None, None, ())
    assert after.version > table.version


def test_a_log_that_was_lost_is_noticed_by_the_mark(journal: Path) -> None:
    played(journal, 3)
    shutil.copy(journal, journal.with_name("older"))
    with closing(Journal(journal)) as open_:
        table = open_.load()
        assert table is not None
        for after in islice(tables(table, Random(1)), 4):
            open_.save(table, after)
            table = after
    shutil.copy(journal.with_name("older"), journal)
    _, trouble, counts = opened(journal)
    assert (trouble[:16], counts) == ("4 steps are lost", {1: 3})


def test_a_journal_that_is_gone_is_told_and_its_log_is_not_played_into_the_new_one(journal: Path) -> None:
    open_ = Journal(journal)
    open_.save(None, new_table())
    journal.unlink()
    table, trouble, counts = opened(journal)
    assert (table, counts) == (None, {})
    assert trouble == "The journal journal.db is gone: it had come to match 1."
    open_.close()


def test_a_newer_journal_than_the_mark_says_is_as_good(journal: Path) -> None:
    (table,) = played(journal, 4)
    journal.with_name("journal.db.mark").write_text("1 1 0 damaged")
    assert opened(journal) == (table, "", {1: 4})
