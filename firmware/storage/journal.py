"""The journal: every confirmed step is on disk before anybody sees it, and survives a pulled plug.

SQLite with a write-ahead log that is flushed at each commit (`synchronous=FULL`). One transaction holds a step, its
photograph and the rest of the table, so what is read back is always one whole table, question and all.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock

from engines.core import IllegalEvent, Match, said
from firmware.state.table import Step, Table
from firmware.storage import sentences
from firmware.storage.contents import (
    REST,
    STEP,
    UNREADABLE,
    Contents,
    MatchRow,
    Rest,
    begun,
    header_of,
    same_beginning,
    write_asked,
    write_match,
    write_photo,
    write_present,
    write_steps,
)
from firmware.storage.lock import unwritable
from firmware.storage.mark import HighWaterMark, Reached
from firmware.storage.past import DeleteMatch, PastChange
from firmware.storage.salvage import NewerJournal, made_ready
from firmware.storage.schema import Transaction, connect, damaged

log = logging.getLogger("lifeguard")


@dataclass(frozen=True, slots=True)
class JournalLimits:
    """How much is kept."""

    photo_matches: int = 50
    """Photographs are kept of this many matches."""
    photos: int = 1000
    """At most so many photographs are kept in all: 60 MB, some hours of play."""
    step_matches: int = 1000
    """The steps are kept of this many matches: some 30 MB."""


LIMITS = JournalLimits()
KEPT = tuple(name for name in Rest.__slots__ if name != "patterns")
"""What a table has of what is written beside its match and steps."""
STEP_TIMES = "SELECT saved, at, sum FROM steps WHERE match = ? AND number = ?"
"""When a step was written, and its checksum."""


NEWER = said("the journal {path} was made by a newer Lifeguard: update this one, or move the file away to begin anew")
UNOPENED = said(
    "cannot open the journal {path} ({error}): look after the disk, or set LIFEGUARD_HOME to another folder"
)
UNREAD = said("cannot read the journal {path} ({error}): try another disk")


class JournalError(Exception):
    """The journal cannot be written or read; the message says what to do, and is a sentence of `engines.core.said`."""


def utc_now() -> str:
    """The time that the clock shows: UTC, ISO 8601."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class Journal:
    """One file. `photo` may be called from any thread, all else from one.

    `trouble` is what people should know of the file since it was opened: what was lost, where the damaged one is.
    """

    def __init__(self, path: Path, clock: Callable[[], str] = utc_now) -> None:
        """Open or create the file at `path`. A damaged one is set aside, and saved as far as it can be.

        Raises JournalError if the disk cannot be used, or a later version of this program wrote the file.
        """
        self.path, self._clock = path, clock
        self._one_at_a_time = Lock()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self.trouble = made_ready(path)
            self._db = connect(path, "rw")
            self._contents = Contents(self._db)
            present = self._contents.present()
        except NewerJournal as error:
            raise JournalError(said(NEWER, path=path)) from error
        except OSError as error:
            raise JournalError(unwritable(path.parent, error)) from error
        except UNREADABLE as error:
            raise JournalError(said(UNOPENED, path=path, error=str(error))) from error
        self._mark = HighWaterMark(path)
        self._saved = max(present.saved if present else 0, self._mark.read().saved)
        if self.trouble:
            log.error("%s", self.trouble)

    def close(self) -> None:
        """Close the file; further calls fail."""
        self._db.close()

    def save(
        self, before: Table | None, after: Table, photos: Mapping[str, bytes] | None = None, drop: bool = False
    ) -> None:
        """Make `after` the present table, all or nothing; `photos` are the JPEGs of looks it may refer to.

        A match that is left for another stays in the journal, unless `drop` lets go of it. Raises JournalError if it
        cannot be written (a full disk); the journal then still holds `before`.
        """
        anew = before is None or before.number != after.number
        saved = () if before is None or anew else before.steps
        left = before.number if before and anew and drop else None
        try:
            with self._one_at_a_time, Transaction(self._db):
                if left is not None:
                    DeleteMatch(left).apply(self._db)
                if anew:
                    self._forget_old(after.number)
                self._write_match(after, saved)
                self._write_photos(after, photos or {})
                kept = {name: getattr(after, name) for name in KEPT}
                rest = Rest(**kept, patterns=sentences.patterns(after.question, after.mismatch))
                write_present(self._db, self._saved + 1, REST.dump_json(rest).decode())
        except (sqlite3.Error, OSError) as error:
            raise self._unsaved(error) from error
        self._saved += 1
        self._mark.write(Reached(self._saved, after.number, len(after.steps)))

    def change_past(self, change: PastChange) -> None:
        """Change what lies here beside the present table, all or nothing. Raises JournalError if it cannot be."""
        try:
            with self._one_at_a_time, Transaction(self._db):
                change.apply(self._db)
                if present := self._contents.present():
                    write_present(self._db, self._saved + 1, present.text)
        except UNREADABLE as error:
            raise (self._unsaved(error) if isinstance(error, sqlite3.Error) else JournalError(str(error))) from error
        except OSError as error:
            raise self._unsaved(error) from error
        self._saved += 1
        self._mark.write(replace(self._mark.read(), saved=self._saved))

    def load(self) -> Table | None:
        """The present table, or None if there is none, or its match cannot go on: `trouble` then says why.

        Raises JournalError if the disk cannot be read.
        """
        try:
            present = self._contents.present()
            if present is None:
                return None
            rows = self._contents.match(present.rest.number)
            steps = tuple(STEP.validate_json(text) for _, _, text in rows.steps)
            match = begun(rows.row.header).play(*(step.event for step in steps))
            rest = {name: getattr(present.rest, name) for name in KEPT}
            rest["question"] = sentences.asked(present.rest.question, present.rest.patterns)
            rest["mismatch"] = sentences.differing(present.rest.mismatch, present.rest.patterns)
            return Table(match, "", steps=steps, highest=self.next_number() - 1, **rest)
        except UNREADABLE as error:
            if isinstance(error, sqlite3.Error) and not damaged(error):
                raise JournalError(said(UNREAD, path=self.path, error=str(error))) from error
            why = error.reason if isinstance(error, IllegalEvent) else str(error)
            self.trouble = said("The last match cannot go on ({why}): it stays in the journal.", why=why)
            log.error("%s", self.trouble)
            return None

    def next_number(self) -> int:
        """The number of the next match."""
        (last,) = self._db.execute("SELECT max(id) FROM matches").fetchone()
        return int(last or 0) + 1

    def asked_before(self, match: Match) -> bool:
        """Whether the device was asked for this very match (its game, players and options) at the last start."""
        try:
            return self._contents.asked() == header_of(match)
        except UNREADABLE:
            return False

    def note_asked(self, match: Match) -> None:
        """Note what the device is asked for, now that it has started. Raises JournalError if that cannot be."""
        try:
            with self._one_at_a_time, Transaction(self._db):
                write_asked(self._db, header_of(match))
        except (sqlite3.Error, OSError) as error:
            raise self._unsaved(error) from error

    def photo(self, look: str) -> bytes | None:
        """The JPEG of that look, or None: there is none, or it is damaged."""
        try:
            with self._one_at_a_time:
                found = self._contents.photo(look)
        except UNREADABLE as error:
            log.warning("cannot show a photograph (%s)", error)
            return None
        return found[1] if found else None

    def _unsaved(self, error: sqlite3.Error | OSError) -> JournalError:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_FULL) & 0xFF
        todo = said("make room on the disk")
        if isinstance(error, sqlite3.Error) and damaged(error):
            todo = said("start the device anew, and what can be saved is saved")
        elif code in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY):
            todo = said("look after the disk, it cannot be written")
        return JournalError(
            said("cannot save to {path} ({error}): {todo}", path=self.path, error=str(error), todo=todo)
        )

    def _forget_old(self, number: int) -> None:
        """Let go of what is too old once match `number` begins."""
        self._db.execute("DELETE FROM photos WHERE match <= ?", (number - LIMITS.photo_matches,))
        self._db.execute("DELETE FROM steps WHERE match <= ?", (number - LIMITS.step_matches,))
        self._db.execute("DELETE FROM matches WHERE id <= ?", (number - LIMITS.step_matches,))

    def _write_match(self, table: Table, before: tuple[Step, ...]) -> None:
        """Write a match and those of its steps that differ from what was saved `before`. What is written anew keeps the
        time it had; a match that was begun anew under the same number gives way."""
        number, header, now = table.number, header_of(table.match), (self._saved + 1, self._clock())
        query = "SELECT saved, at, steps, total, header FROM matches WHERE id = ?"
        began = self._db.execute(query, (number,)).fetchone()
        if began is None or not same_beginning(began[-1], header):
            began = None
            self._db.execute("DELETE FROM steps WHERE match = ?", (number,))
        saved, at, count, total, _ = began or (*now, 0, 0, header)
        changed = _changed(before, table.steps)
        gone = [n for n in changed if n < count] + list(range(len(table.steps), count))
        old = {n: row for n in gone for row in self._db.execute(STEP_TIMES, (number, n))}
        self._db.executemany("DELETE FROM steps WHERE match = ? AND number = ?", [(number, n) for n in gone])
        rows = ((n, (*old.get(n, now)[:2], STEP.dump_json(table.steps[n]).decode())) for n in changed)
        total += write_steps(self._db, number, rows) - sum(checksum for *_, checksum in old.values())
        write_match(self._db, MatchRow(number, saved, at, header, len(table.steps), total))

    def _write_photos(self, table: Table, photos: Mapping[str, bytes]) -> None:
        """Keep the new photographs that the table refers to; let go of those that it no longer does."""
        needed = referred(table)
        for look, jpeg in photos.items():
            if look in needed:
                write_photo(self._db, look, table.number, jpeg)
        old = {look for (look,) in self._db.execute("SELECT id FROM photos WHERE match = ?", (table.number,))}
        self._db.executemany("DELETE FROM photos WHERE id = ?", [(look,) for look in old - needed])
        (count,) = self._db.execute("SELECT count(*) FROM photos").fetchone()
        if count > LIMITS.photos:
            oldest = "SELECT rowid FROM photos ORDER BY rowid LIMIT ?"
            self._db.execute(f"DELETE FROM photos WHERE rowid IN ({oldest})", (count - LIMITS.photos,))


class NoJournal(Journal):
    """What a device has as long as nothing can be kept: it holds nothing, and saves nothing."""

    def __init__(self, path: Path, why: str) -> None:
        """`why`: what keeps the file at `path` from being opened, and what to do."""
        self.path, self.trouble = path, why

    def save(
        self, before: Table | None, after: Table, photos: Mapping[str, bytes] | None = None, drop: bool = False
    ) -> None:
        raise JournalError(self.trouble)

    def change_past(self, change: PastChange) -> None:
        raise JournalError(self.trouble)

    def photo(self, look: str) -> bytes | None:
        return None


def referred(table: Table) -> set[str]:
    """The ids of every look that the table still refers to."""
    looks = [table.look, table.question and table.question.look, table.mismatch and table.mismatch.look]
    steps = {step.look for step in (*table.steps, *table.undone) if step.look}
    return steps | {look.id for look in looks if look}


def _changed(before: tuple[Step, ...], after: tuple[Step, ...]) -> list[int]:
    """The numbers of the steps that were not so before."""
    pairs = enumerate(zip(before, after, strict=False))
    return [n for n, (old, new) in pairs if old is not new and old != new] + list(range(len(before), len(after)))
