"""The journal: every confirmed step is on disk before anybody sees it, and survives a pulled plug.

SQLite with a write-ahead log that is flushed at each commit (`synchronous=FULL`). One transaction holds a step, its
photograph and the rest of the table, so what is read back is always one whole table, question and all.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from pydantic import TypeAdapter

from engines.core import Match, RulesError
from engines.games import game_named
from firmware.state.observation import Observation
from firmware.state.table import Mismatch, Question, Step, Table


@dataclass(frozen=True, slots=True)
class JournalLimits:
    """How much is kept."""

    photo_matches: int = 5
    """Photographs are kept of this many matches."""
    photos: int = 1000
    """At most so many photographs are kept in all: 60 MB, some hours of play."""
    step_matches: int = 1000
    """The steps are kept of this many matches: some 30 MB."""


LIMITS = JournalLimits()


SCHEMA = """
CREATE TABLE IF NOT EXISTS matches (id INTEGER PRIMARY KEY, header TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS steps (match INTEGER, number INTEGER, step TEXT NOT NULL, PRIMARY KEY (match, number));
CREATE TABLE IF NOT EXISTS photos (id TEXT PRIMARY KEY, match INTEGER NOT NULL, jpeg BLOB NOT NULL);
CREATE INDEX IF NOT EXISTS photos_of_match ON photos (match, id);
CREATE TABLE IF NOT EXISTS asked (id INTEGER PRIMARY KEY CHECK (id = 1), game TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS present (id INTEGER PRIMARY KEY CHECK (id = 1), rest TEXT NOT NULL);
"""


class JournalError(Exception):
    """The journal cannot be written or read; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Rest:
    """What a table holds beside its match and steps."""

    pin: str
    number: int
    look: Observation | None
    undone: tuple[Step, ...]
    question: Question | None
    mismatch: Mismatch | None
    page: int
    note: str
    version: int
    unsettled: tuple[str, ...] | None = None
    """Missing from journals of before there was any."""


STEP = TypeAdapter(Step)
REST = TypeAdapter(Rest)

RENAMED = {"known": "identities"}
"""What fields were called in the journals of earlier versions, and what they are called now. No old name may come back
for anything else."""


class Journal:
    """One file. `photo` may be called from any thread, all else from one."""

    def __init__(self, path: Path) -> None:
        """Open or create the file at `path`. Raises JournalError if that cannot be."""
        self.path = path
        self._one_at_a_time = Lock()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            todo = "give this user the folder, or set LIFEGUARD_HOME to another"
            raise JournalError(f"cannot write to {path.parent} ({(error.strerror or '').lower()}): {todo}") from error
        try:
            self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=FULL")
            self._db.executescript(SCHEMA)
        except (sqlite3.Error, OSError) as error:
            raise JournalError(f"cannot open the journal {path} ({error}); move the file away to begin anew") from error

    def close(self) -> None:
        """Close the file; further calls fail."""
        self._db.close()

    def save(self, before: Table | None, after: Table, photos: Mapping[str, bytes] | None = None) -> None:
        """Make `after` the present table, all or nothing; `photos` are the JPEGs of looks it may refer to.

        Raises JournalError if it cannot be written (a full disk); the journal then still holds `before`.
        """
        begun = before is None or before.number != after.number
        try:
            with self._one_at_a_time, _Transaction(self._db):
                if begun:
                    self._begin(after)
                self._write_steps(after, 0 if before is None or begun else _common(before.steps, after.steps))
                self._write_photos(after, photos or {})
                self._write_rest(after)
        except (sqlite3.Error, OSError) as error:
            raise JournalError(f"cannot save to {self.path} ({error}): make room on the disk") from error

    def load(self) -> Table | None:
        """The present table, or None if nothing was ever saved. Raises JournalError if it cannot be read."""
        try:
            row = self._db.execute("SELECT rest FROM present").fetchone()
            if row is None:
                return None
            rest = REST.validate_python(_in_todays_names(row[0]))
            header = json.loads(self._one("SELECT header FROM matches WHERE id = ?", rest.number))
            lines = self._db.execute("SELECT step FROM steps WHERE match = ? ORDER BY number", (rest.number,))
            steps = tuple(STEP.validate_python(_in_todays_names(line)) for (line,) in lines)
            match = Match.begin(game_named(header["game"]), tuple(header["players"]), header["options"])
            saved = {name: getattr(rest, name) for name in Rest.__slots__}
            return Table(match.play(*(step.event for step in steps)), steps=steps, **saved)
        except (sqlite3.Error, ValueError, KeyError, RulesError) as error:
            raise JournalError(f"cannot read the journal {self.path} ({error}); move the file away") from error

    def asked_before(self, match: Match) -> bool:
        """Whether the device was asked for this very match (its game, players and options) at the last start."""
        row = self._db.execute("SELECT game FROM asked").fetchone()
        return row is not None and row[0] == _header(match)

    def note_asked(self, match: Match) -> None:
        """Note what the device is asked for, now that it has started. Raises JournalError if that cannot be."""
        try:
            with self._one_at_a_time, _Transaction(self._db):
                self._db.execute("INSERT OR REPLACE INTO asked VALUES (1, ?)", (_header(match),))
        except (sqlite3.Error, OSError) as error:
            raise JournalError(f"cannot save to {self.path} ({error}): make room on the disk") from error

    def photo(self, look: str) -> bytes | None:
        """The JPEG of that look, or None."""
        with self._one_at_a_time:
            row = self._db.execute("SELECT jpeg FROM photos WHERE id = ?", (look,)).fetchone()
        return row[0] if row else None

    def _one(self, query: str, key: int) -> str:
        row = self._db.execute(query, (key,)).fetchone()
        return str(row[0]) if row else ""

    def _begin(self, table: Table) -> None:
        """Open the match's entry; a journal that was begun anew under the same number gives way."""
        self._db.execute("INSERT OR REPLACE INTO matches VALUES (?, ?)", (table.number, _header(table.match)))
        self._db.execute("DELETE FROM photos WHERE match <= ?", (table.number - LIMITS.photo_matches,))
        self._db.execute("DELETE FROM steps WHERE match <= ?", (table.number - LIMITS.step_matches,))
        self._db.execute("DELETE FROM matches WHERE id <= ?", (table.number - LIMITS.step_matches,))

    def _write_steps(self, table: Table, kept: int) -> None:
        self._db.execute("DELETE FROM steps WHERE match = ? AND number >= ?", (table.number, kept))
        rows = [(table.number, kept + i, STEP.dump_json(step).decode()) for i, step in enumerate(table.steps[kept:])]
        self._db.executemany("INSERT INTO steps VALUES (?, ?, ?)", rows)

    def _write_photos(self, table: Table, photos: Mapping[str, bytes]) -> None:
        """Keep the new photographs that the table refers to; let go of those that it no longer does."""
        needed = referred(table)
        rows = [(look, table.number, jpeg) for look, jpeg in photos.items() if look in needed]
        self._db.executemany("INSERT OR IGNORE INTO photos VALUES (?, ?, ?)", rows)
        old = {look for (look,) in self._db.execute("SELECT id FROM photos WHERE match = ?", (table.number,))}
        self._db.executemany("DELETE FROM photos WHERE id = ?", [(look,) for look in old - needed])
        (count,) = self._db.execute("SELECT count(*) FROM photos").fetchone()
        if count > LIMITS.photos:
            oldest = "SELECT rowid FROM photos ORDER BY rowid LIMIT ?"
            self._db.execute(f"DELETE FROM photos WHERE rowid IN ({oldest})", (count - LIMITS.photos,))

    def _write_rest(self, table: Table) -> None:
        rest = Rest(**{name: getattr(table, name) for name in Rest.__slots__})
        self._db.execute("INSERT OR REPLACE INTO present VALUES (1, ?)", (REST.dump_json(rest).decode(),))


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


def _in_todays_names(text: str) -> object:
    """The JSON of a journal, its fields named as they are today. Raises ValueError for what is no JSON."""
    return json.loads(text, object_pairs_hook=lambda pairs: {RENAMED.get(key, key): value for key, value in pairs})


def _header(match: Match) -> str:
    return json.dumps({"game": match.game.name, "players": match.players, "options": dict(match.options)})


def _common(before: tuple[Step, ...], after: tuple[Step, ...]) -> int:
    """How many first steps two lists share."""
    alike = [a == b for a, b in zip(before, after, strict=False)]
    return alike.index(False) if False in alike else len(alike)
