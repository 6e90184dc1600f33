"""Past matches: what the journal holds of them, read beside the device that writes it, and the few changes to them."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any, Protocol

from engines.core import Match
from firmware.state.table import Step
from firmware.storage.contents import STEP, UNREADABLE, Contents, MatchRow, begun, write_match
from firmware.storage.schema import DamagedJournal, connect, seal

NOBODY = "Someone"
"""What a person is called who was deleted; a second one in the same match is `Someone 2`."""
ROWS = """
SELECT id, at, header, steps, total,
    (SELECT at FROM steps WHERE match = id ORDER BY number DESC LIMIT 1),
    coalesce((SELECT saved FROM steps WHERE match = id ORDER BY number DESC LIMIT 1), saved) AS latest
FROM matches ORDER BY latest DESC, id DESC
"""


class PastUnreadable(Exception):
    """Past matches cannot be read; the message is a sentence for people."""


class NoSuchMatch(PastUnreadable):
    """There is no match of that number (any more)."""


@dataclass(frozen=True, slots=True)
class PastRow:
    """What a journal's rows tell of a match without its steps.

    `began` and `ended` are times of the device's clock (UTC, ISO 8601; "" where none was kept). `mark` is another one
    whenever the match is, however its players are called.
    """

    number: int
    began: str
    ended: str
    game: str
    players: tuple[str, ...]
    options: dict[str, Any]
    steps: int
    mark: str


@dataclass(frozen=True, slots=True)
class PastMatch:
    """A match played again from its steps; `times` are those of its beginning and of each step."""

    row: PastRow
    match: Match
    steps: tuple[Step, ...]
    times: tuple[str, ...]


def person_key(name: str) -> str:
    """What makes two names one person: neither capitals nor spaces."""
    return " ".join(name.split()).casefold()


def is_nobody(name: str) -> bool:
    """Whether this is the name of somebody who was deleted."""
    first, _, rest = name.partition(" ")
    return first == NOBODY and (not rest or rest.isdecimal())


class PastMatches:
    """The matches of a journal, the one that was played last first. Any thread may ask."""

    def __init__(self, journal: Path) -> None:
        self._path = journal
        self._db: sqlite3.Connection | None = None
        self._lock = Lock()

    def close(self) -> None:
        """Close the file; it is opened again when something is asked."""
        with self._lock:
            if self._db is not None:
                self._db.close()
            self._db = None

    def rows(self) -> tuple[PastRow, ...]:
        """All matches. Raises PastUnreadable."""
        return tuple(filter(None, map(_row, self._all(ROWS))))

    def row(self, number: int) -> PastRow:
        """One match. Raises NoSuchMatch, PastUnreadable."""
        found = self._all(f"SELECT * FROM ({ROWS}) WHERE id = ?", number)
        row = _row(found[0]) if found else None
        if row is None:
            raise NoSuchMatch(f"There is no match {number} (any more)")
        return row

    def match(self, number: int) -> PastMatch:
        """A match with its steps, up to the first that is damaged.

        Raises NoSuchMatch, and PastUnreadable if today's rules refuse what was played.
        """
        row = self.row(number)
        try:
            with self._lock:
                rows = Contents(self._opened()).match(number)
            steps = tuple(STEP.validate_json(text) for _, _, text in rows.steps)
            match = begun(rows.row.header).play(*(step.event for step in steps))
        except UNREADABLE as error:
            raise PastUnreadable(f"Match {number} cannot be played again ({error})") from error
        return PastMatch(row, match, steps, (rows.row.at, *(at for _, at, _ in rows.steps)))

    def photos(self, number: int) -> frozenset[str]:
        """The looks of a match of which photographs are kept. Raises PastUnreadable."""
        return frozenset(look for (look,) in self._all("SELECT id FROM photos WHERE match = ?", number))

    def photo_counts(self) -> dict[int, int]:
        """How many photographs are kept of each match that has any. Raises PastUnreadable."""
        return dict(self._all("SELECT match, count(*) FROM photos GROUP BY match"))

    def _all(self, query: str, *values: object) -> list[Any]:
        if not self._path.exists():
            return []
        try:
            with self._lock:
                return self._opened().execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise PastUnreadable(f"The matches cannot be read ({error})") from error

    def _opened(self) -> sqlite3.Connection:
        if self._db is None:
            self._db = connect(self._path, "ro")
        return self._db


def _row(fields: tuple[Any, ...]) -> PastRow | None:
    number, began, header, steps, total, ended, _ = fields
    try:
        said = json.loads(header)
        players = tuple(map(str, said["players"]))
        mark = f"{steps}:{total}:{seal(said['game'], len(players), json.dumps(said['options'], sort_keys=True))}"
        return PastRow(number, began, ended or began, str(said["game"]), players, dict(said["options"]), steps, mark)
    except (ValueError, TypeError, KeyError):
        return None  # a damaged row: the next start sets it aside


class PastChange(Protocol):
    """A change to matches that lie in a journal."""

    def apply(self, db: sqlite3.Connection) -> None:
        """Make it, within a transaction. Raises sqlite3.Error."""
        ...


@dataclass(frozen=True, slots=True)
class DeleteMatch:
    """A match goes, with its steps and photographs."""

    number: int

    def apply(self, db: sqlite3.Connection) -> None:
        for table, column in (("photos", "match"), ("steps", "match"), ("matches", "id")):
            db.execute(f"DELETE FROM {table} WHERE {column} = ?", (self.number,))


@dataclass(frozen=True, slots=True)
class RenamePerson:
    """Somebody is called otherwise in all matches; nobody any more where `to` is empty.

    A match in which the new name sits already stays as it is: who asks should have looked.
    """

    name: str
    to: str = ""

    def apply(self, db: sqlite3.Connection) -> None:
        for number, saved, at, header, steps, total in db.execute(
            "SELECT id, saved, at, header, steps, total FROM matches"
        ).fetchall():
            try:
                said = json.loads(header)
                players = self.players(tuple(said["players"]))
            except (ValueError, TypeError, KeyError) as error:
                raise DamagedJournal(f"match {number} is damaged") from error
            if players != tuple(said["players"]):
                changed = json.dumps({**said, "players": players})
                write_match(db, MatchRow(number, saved, at, changed, steps, total))

    def players(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """The names of a match's players after it."""
        others = {person_key(name) for name in names if person_key(name) != person_key(self.name)}
        to = self.to or _free_name(others)
        if person_key(to) in others:
            return names
        return tuple(to if person_key(name) == person_key(self.name) else name for name in names)


def _free_name(taken: set[str]) -> str:
    names = (NOBODY, *(f"{NOBODY} {number}" for number in range(2, 100)))
    return next(name for name in names if person_key(name) not in taken)
