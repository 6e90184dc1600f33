"""A journal of another version: an older one is kept before it is written anew, a newer one is never opened."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from firmware.storage.journal import Journal, JournalError
from firmware.storage.salvage import before_update
from firmware.storage.schema import STAMP, VERSION, connect, version_of
from tests.firmware.history.drawn import drawn


def of_a_newer_version(journal: Path) -> bytes:
    """Makes it look as if a newer version had brought it to its own form."""
    db = connect(journal, "rw")
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()
    page = bytearray(journal.read_bytes())
    page[60:64] = (VERSION + 1).to_bytes(4, "big")
    page[68:72] = (STAMP + VERSION + 1).to_bytes(4, "big")
    journal.write_bytes(page)
    return bytes(page)


@pytest.fixture
def updated(tmp_path: Path) -> Path:
    """A journal that a newer version has brought to its own form, after keeping it as it was, and written to since."""
    journal = tmp_path / "journal.db"
    drawn(journal, 2, seed=1)
    db = connect(journal, "rw")
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()
    before_update(journal, VERSION).write_bytes(journal.read_bytes())
    of_a_newer_version(journal)
    Path(f"{journal}-wal").write_bytes(b"what the newer version wrote last")
    return journal


def last(journal: Path) -> int:
    opened = Journal(journal)
    try:
        table = opened.load()
        return table.number if table else 0
    finally:
        opened.close()


def test_an_older_version_goes_on_from_before_the_update_and_keeps_the_newer_journal(updated: Path) -> None:
    newer = updated.read_bytes()
    journal = Journal(updated)
    table = journal.load()
    journal.close()
    assert table is not None
    assert table.number == 2
    (aside,) = updated.parent.glob("journal.db.newer-*Z")
    assert journal.trouble == (
        f"The newer Lifeguard's journal is kept as {aside.name}. This version goes on from before the update."
    )
    assert aside.read_bytes() == newer
    assert Path(f"{aside}-wal").read_bytes() == b"what the newer version wrote last"
    assert last(updated) == 2


@pytest.mark.parametrize("steps", range(3))
def test_power_cut_while_it_is_changed_loses_nothing(
    updated: Path, steps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    newer, done = updated.read_bytes(), []

    def cut(step: Callable[..., None]) -> Callable[..., None]:
        def stepping(*given: object) -> None:
            if len(done) == steps:
                raise KeyboardInterrupt
            done.append(step(*given))

        return stepping

    with monkeypatch.context() as power:
        power.setattr(os, "link", cut(os.link))
        power.setattr(os, "replace", cut(os.replace))
        with pytest.raises(KeyboardInterrupt):
            Journal(updated)
    assert last(updated) == 2
    (aside,) = updated.parent.glob("journal.db.newer-*Z")
    assert aside.read_bytes() == newer
    assert Path(f"{aside}-wal").read_bytes() == b"what the newer version wrote last"


def test_a_newer_journal_that_no_update_kept_a_copy_of_is_refused_as_ever(tmp_path: Path) -> None:
    journal = tmp_path / "journal.db"
    drawn(journal, 1, seed=1)
    newer = of_a_newer_version(journal)
    with pytest.raises(JournalError, match="made by a newer Lifeguard"):
        Journal(journal)
    assert journal.read_bytes() == newer


def test_a_journal_is_kept_as_it_was_before_it_is_brought_to_a_newer_form(tmp_path: Path) -> None:
    journal = tmp_path / "journal.db"
    with closing(sqlite3.connect(journal)) as db:
        db.executescript((Path(__file__).parent / "journals/version-0.sql").read_text())
    before = journal.read_bytes()
    Journal(journal).close()
    assert before_update(journal, 0).read_bytes()[100:] == before[100:]  # a count in the head is another
    assert version_of(before_update(journal, 0)) == 0
    assert version_of(journal) == VERSION
