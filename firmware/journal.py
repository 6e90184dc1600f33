"""The journal: every confirmed step is on disk before anybody sees it, and survives a pulled plug.

SQLite with a write-ahead log that is flushed at each commit (`synchronous=FULL`). One transaction holds a step, its
photograph and the rest of the table, so what is read back is always one whole table, question and all.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from pydantic import TypeAdapter

from engines.core import Match, RulesError
from engines.games import game_named
from firmware.look import Look
from firmware.table import Mismatch, Question, Step, Table

KEPT_MATCHES = 5
"""Photographs are kept of this many matches; the steps of all."""

SCHEMA = """
CREATE TABLE IF NOT EXISTS matches (id INTEGER PRIMARY KEY, header TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS steps (match INTEGER, number INTEGER, step TEXT NOT NULL, PRIMARY KEY (match, number));
CREATE TABLE IF NOT EXISTS photos (id TEXT PRIMARY KEY, match INTEGER NOT NULL, jpeg BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS present (id INTEGER PRIMARY KEY CHECK (id = 1), match INTEGER NOT NULL, rest TEXT NOT NULL);
"""


class JournalError(Exception):
    """The journal cannot be written or read; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Rest:
    """What a table holds beside its match and steps."""

    pin: str
    look: Look | None
    undone: tuple[Step, ...]
    question: Question | None
    mismatch: Mismatch | None
    page: int
    note: str
    version: int


STEP = TypeAdapter(Step)
REST = TypeAdapter(Rest)


class Journal:
    """One file. Not for use by several threads at once."""

    def __init__(self, path: Path) -> None:
        """Open or create the file at `path`. Raises JournalError if that cannot be."""
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=FULL")
            self._db.executescript(SCHEMA)
        except (sqlite3.Error, OSError) as error:
            raise JournalError(f"cannot open the journal {path} ({error}); move the file away to begin anew") from error
        self._match = self._saved_match()

    def close(self) -> None:
        """Close the file; further calls fail."""
        self._db.close()

    def save(self, before: Table | None, after: Table, photos: Mapping[str, bytes] | None = None) -> None:
        """Make `after` the present table, all or nothing; `photos` are the JPEGs of looks it may refer to.

        Raises JournalError if it cannot be written (a full disk); the journal then still holds `before`.
        """
        match = self._match
        try:
            with self._transaction():
                begun = before is None or _header(before) != _header(after) or match is None
                if begun:
                    match = self._begin(after)
                kept = 0 if begun or before is None else _common(before.steps, after.steps)
                self._write_steps(match, after.steps, kept)
                self._write_photos(match, after, photos or {})
                self._write_rest(match, after)
        except (sqlite3.Error, OSError) as error:
            raise JournalError(f"cannot save to {self.path} ({error}): make room on the disk") from error
        self._match = match

    def load(self) -> Table | None:
        """The present table, or None if nothing was ever saved. Raises JournalError if it cannot be read."""
        try:
            row = self._db.execute(
                "SELECT header, rest FROM present JOIN matches ON matches.id = present.match"
            ).fetchone()
            if row is None:
                return None
            lines = self._db.execute("SELECT step FROM steps WHERE match = ? ORDER BY number", (self._match,))
            steps = tuple(STEP.validate_json(line) for (line,) in lines)
            rest, header = REST.validate_json(row[1]), json.loads(row[0])
            match = Match.begin(game_named(header["game"]), tuple(header["players"]), header["options"])
            return _table(match.play(*(step.event for step in steps)), steps, rest)
        except (sqlite3.Error, ValueError, KeyError, RulesError) as error:
            raise JournalError(f"cannot read the journal {self.path} ({error}); move the file away") from error

    def photo(self, look: str) -> bytes | None:
        """The JPEG of that look, or None."""
        row = self._db.execute("SELECT jpeg FROM photos WHERE id = ?", (look,)).fetchone()
        return row[0] if row else None

    def _transaction(self) -> _Transaction:
        return _Transaction(self._db)

    def _saved_match(self) -> int | None:
        row = self._db.execute("SELECT match FROM present").fetchone()
        return row[0] if row else None

    def _begin(self, table: Table) -> int:
        cursor = self._db.execute("INSERT INTO matches (header) VALUES (?)", (_header(table),))
        self._db.execute("DELETE FROM photos WHERE match <= ?", ((cursor.lastrowid or 0) - KEPT_MATCHES,))
        return cursor.lastrowid or 0

    def _write_steps(self, match: int | None, steps: tuple[Step, ...], kept: int) -> None:
        self._db.execute("DELETE FROM steps WHERE match = ? AND number >= ?", (match, kept))
        rows = [(match, kept + i, STEP.dump_json(step).decode()) for i, step in enumerate(steps[kept:])]
        self._db.executemany("INSERT INTO steps VALUES (?, ?, ?)", rows)

    def _write_photos(self, match: int | None, table: Table, photos: Mapping[str, bytes]) -> None:
        """Keep the new photographs that the table refers to; let go of the one look that it no longer does."""
        needed = referred(table)
        rows = [(look, match, jpeg) for look, jpeg in photos.items() if look in needed]
        self._db.executemany("INSERT OR IGNORE INTO photos VALUES (?, ?, ?)", rows)
        old = {look for (look,) in self._db.execute("SELECT id FROM photos WHERE match = ?", (match,))}
        self._db.executemany("DELETE FROM photos WHERE id = ?", [(look,) for look in old - needed])

    def _write_rest(self, match: int | None, t: Table) -> None:
        rest = Rest(t.pin, t.look, t.undone, t.question, t.mismatch, t.page, t.note, t.version)
        self._db.execute("INSERT OR REPLACE INTO present VALUES (1, ?, ?)", (match, REST.dump_json(rest).decode()))


class _Transaction:
    """BEGIN IMMEDIATE … COMMIT, or ROLLBACK when anything fails, the COMMIT included."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def __enter__(self) -> None:
        self._db.execute("BEGIN IMMEDIATE")

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        try:
            self._db.execute("ROLLBACK" if kind else "COMMIT")
        except sqlite3.Error:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            if not kind:
                raise


def referred(table: Table) -> set[str]:
    """The ids of every look that the table still refers to."""
    looks = [table.look, table.question and table.question.look, table.mismatch and table.mismatch.look]
    steps = {step.look for step in (*table.steps, *table.undone) if step.look}
    return steps | {look.id for look in looks if look}


def _header(table: Table) -> str:
    match = table.match
    return json.dumps({"game": match.game.name, "players": match.players, "options": dict(match.options)})


def _common(before: tuple[Step, ...], after: tuple[Step, ...]) -> int:
    """How many first steps two lists share."""
    alike = [a == b for a, b in zip(before, after, strict=False)]
    return alike.index(False) if False in alike else len(alike)


def _table(match: Match, steps: tuple[Step, ...], rest: Rest) -> Table:
    table = Table(match, rest.pin, steps)
    return replace(table, **{name: getattr(rest, name) for name in Rest.__slots__})
