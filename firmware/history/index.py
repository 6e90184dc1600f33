"""The index of past matches: their figures, worked out once and kept beside the journal.

It can be lost: what is missing is worked out anew from the journal, which alone is to be trusted.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from threading import Lock

from pydantic import TypeAdapter

from firmware.history.facts import MatchFacts, facts
from firmware.storage.past import PastMatches, PastRow, PastUnreadable

log = logging.getLogger("lifeguard")

FILE = "matches.db"
VERSION = 2
"""Of the figures: another one has all of them worked out anew."""
FACTS = TypeAdapter(MatchFacts)
TABLE = "CREATE TABLE IF NOT EXISTS facts (number INTEGER PRIMARY KEY, mark TEXT NOT NULL, facts TEXT NOT NULL)"


class MatchIndex:
    """The figures of the matches of one journal. Any thread may ask."""

    def __init__(self, home: Path, past: PastMatches) -> None:
        self._path = home / FILE
        self._past = past
        self._lock = Lock()

    def known(self, rows: Iterable[PastRow]) -> dict[int, MatchFacts | None]:
        """The figures of those matches of which they are known; None for one that cannot be played again."""
        wanted = {row.number: row for row in rows}
        found: dict[int, MatchFacts | None] = {}
        for number, mark, text in self._read(wanted):
            if number in wanted and mark == _mark(wanted[number]):
                with suppress(ValueError):
                    known = FACTS.validate_json(text) if text else None
                    found[number] = known and replace(
                        known, players=wanted[number].players, people=wanted[number].people
                    )  # as they are called now
        return found

    def missing(self, rows: Iterable[PastRow]) -> list[PastRow]:
        """Those matches of which the figures are not known yet."""
        rows = tuple(rows)
        marks = {number: mark for number, mark, _ in self._read(None, "''")}
        return [row for row in rows if marks.get(row.number) != _mark(row)]

    def count(self, row: PastRow) -> MatchFacts | None:
        """Works the figures of a match out and keeps them; None if it cannot be played again."""
        try:
            found = self._past.match(row.number)
            figures = facts(row.number, found.match, found.times)
            row, text = found.row, FACTS.dump_json(figures).decode()
        except PastUnreadable as error:
            log.warning("%s", error)
            figures, text = None, ""
        self._write(row, text)
        return figures

    def all(self, rows: Iterable[PastRow]) -> Mapping[int, MatchFacts | None]:
        """The figures of all these matches; what is missing is worked out now."""
        rows = tuple(rows)
        found = self.known(rows)
        return found | {row.number: self.count(row) for row in rows if row.number not in found}

    def _read(self, wanted: Mapping[int, PastRow] | None, column: str = "facts") -> list[tuple[int, str, str]]:
        query = f"SELECT number, mark, {column} FROM facts"
        values = tuple(wanted) if wanted is not None and len(wanted) < 100 else ()
        if values:
            query = f"{query} WHERE number IN ({','.join('?' * len(values))})"
        try:
            with self._lock, closing(self._opened()) as db:
                return db.execute(query, values).fetchall()
        except sqlite3.Error as error:
            self._forget(error)
            return []

    def _write(self, row: PastRow, text: str) -> None:
        try:
            with self._lock, closing(self._opened()) as db:
                db.execute("INSERT OR REPLACE INTO facts VALUES (?, ?, ?)", (row.number, _mark(row), text))
        except sqlite3.Error as error:
            self._forget(error)

    def _opened(self) -> sqlite3.Connection:
        db = sqlite3.connect(self._path, isolation_level=None)
        db.execute("PRAGMA synchronous=OFF")
        db.execute(TABLE)
        return db

    def _forget(self, error: sqlite3.Error) -> None:
        """A file that is damaged is begun anew; a disk that is full is left as it is."""
        if isinstance(error, sqlite3.DatabaseError) and not isinstance(error, sqlite3.OperationalError):
            log.warning("the index of matches is begun anew (%s)", error)
            with suppress(OSError):
                self._path.unlink()


def _mark(row: PastRow) -> str:
    return f"{VERSION}:{row.mark}"
