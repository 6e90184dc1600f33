"""Past matches: what the journal holds of them, read beside the device that writes it, and the few changes to them."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Lock
from typing import Any, Protocol

from engines.core import Match, Seating, said
from engines.core.seating import NOBODY, person_key, renamed
from firmware.state.table import Step
from firmware.storage.contents import STEP, UNREADABLE, Contents, MatchRow, begun, write_match, write_steps
from firmware.storage.schema import DamagedJournal, connect, seal

ROWS = """
SELECT id, at, header, steps, total,
    (SELECT at FROM steps WHERE match = id ORDER BY number DESC LIMIT 1),
    coalesce((SELECT saved FROM steps WHERE match = id ORDER BY number DESC LIMIT 1), saved) AS latest
FROM matches ORDER BY latest DESC, id DESC
"""
NAMED = """SELECT match, step FROM steps WHERE step LIKE '%"named":[[%' ORDER BY match DESC, number DESC"""


UNREADABLE_PAST = said("The matches cannot be read ({error})")


class PastUnreadable(Exception):
    """Past matches cannot be read; the message is a sentence for people."""


class NoSuchMatch(PastUnreadable):
    """There is no match of that number (any more)."""


@dataclass(frozen=True, slots=True)
class PastRow:
    """What a journal's rows tell of a match without its steps.

    `players` are those at the seats, now or as they were left; `people` all who ever sat there; both as they are kept.
    `began` and `ended` are times of the device's clock (UTC, ISO 8601; "" where none was kept). `mark` is another one
    whenever the match is, however its players are called.
    """

    number: int
    began: str
    ended: str
    game: str
    players: tuple[str, ...]
    people: tuple[str, ...]
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
            raise NoSuchMatch(said("There is no match {number} (any more)", number=number))
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
            raise PastUnreadable(
                said("Match {number} cannot be played again ({error})", number=number, error=str(error))
            ) from error
        return PastMatch(row, match, steps, (rows.row.at, *(at for _, at, _ in rows.steps)))

    def photos(self, number: int) -> frozenset[str]:
        """The looks of a match of which photographs are kept. Raises PastUnreadable."""
        return frozenset(look for (look,) in self._all("SELECT id FROM photos WHERE match = ?", number))

    def photo(self, look: str) -> bytes | None:
        """The JPEG of a look, None if there is none (any more) or it is damaged. Raises PastUnreadable."""
        if not self._path.exists():
            return None
        try:
            with self._lock:
                found = Contents(self._opened()).photo(look)
        except sqlite3.Error as error:
            raise PastUnreadable(said(UNREADABLE_PAST, error=str(error))) from error
        except DamagedJournal:
            return None
        return found[1] if found else None

    def steps_with_named_pieces(self) -> tuple[tuple[PastRow, Step], ...]:
        """The steps of which a person named pieces, each with its match; the newest first. Raises PastUnreadable."""
        found = self._all(NAMED)
        rows = {row.number: row for row in self.rows()} if found else {}
        steps = ((rows[number], _step(text)) for number, text in found if number in rows)
        return tuple((row, step) for row, step in steps if step)

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
            raise PastUnreadable(said(UNREADABLE_PAST, error=str(error))) from error

    def _opened(self) -> sqlite3.Connection:
        if self._db is None:
            self._db = connect(self._path, "ro")
        return self._db


def _step(text: str) -> Step | None:
    try:
        return STEP.validate_json(text)
    except ValueError:
        return None  # damaged: the next start sets it aside


def _row(fields: tuple[Any, ...]) -> PastRow | None:
    number, began, header, steps, total, ended, _ = fields
    try:
        said = json.loads(header)
        people = tuple(map(str, said.get("people", said["players"])))
        players = tuple(people[person] for person in said.get("seats", range(len(people))))
        mark = f"{steps}:{total}:{seal(said['game'], len(players), json.dumps(said['options'], sort_keys=True))}"
        return PastRow(
            number, began, ended or began, str(said["game"]), players, people, dict(said["options"]), steps, mark
        )
    except (ValueError, TypeError, KeyError, IndexError):
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
        query = "SELECT id, saved, at, header, steps, total FROM matches"
        for row in [MatchRow(*fields) for fields in db.execute(query).fetchall()]:
            try:
                changed = self._changed(db, row)
            except (ValueError, TypeError, KeyError, IndexError) as error:
                raise DamagedJournal(f"match {row.id} is damaged") from error
            if changed != row:
                write_match(db, changed)

    def of_match(self, match: Match) -> Match:
        """A match after it."""
        person = self._person(match.seating.people)
        return match if person is None else match.renamed(person, self._free_name(match.seating.people))

    def _changed(self, db: sqlite3.Connection, row: MatchRow) -> MatchRow:
        """The row of a match after it; its steps are written, where they tell names."""
        said = json.loads(row.header)
        people = tuple(said.get("people", said["players"]))
        person = self._person(people)
        if person is None:
            return row
        start, name, total = Seating.of(said["players"]), self._free_name(people), row.total
        if "people" in said:
            said["people"] = Seating.of(people).called(person, name).people
            total += _steps_renamed(db, row.id, start, person, name)
        said["players"] = start.called(person, name).people if person < len(start.people) else start.people
        return replace(row, header=json.dumps(said), total=total)

    def _person(self, people: Sequence[str]) -> int | None:
        """Which of the people of a match is meant; None if nobody is, or the new name is another one's."""
        keys = [person_key(one) for one in people]
        meant = person_key(self.name)
        if meant not in keys or (self.to and person_key(self.to) in {key for key in keys if key != meant}):
            return None
        return keys.index(meant)

    def _free_name(self, people: Sequence[str]) -> str:
        """What they are called in a match from now on."""
        taken = {person_key(one) for one in people} - {person_key(self.name)}
        names = (NOBODY, *(f"{NOBODY} {number}" for number in range(2, 100)))
        return self.to or next(name for name in names if person_key(name) not in taken)


def _steps_renamed(db: sqlite3.Connection, match: int, start: Seating, person: int, name: str) -> int:
    """Writes those steps anew that tell the name of that person; by how much the sum of all checksums grew."""
    query = "SELECT number, saved, at, step, sum FROM steps WHERE match = ? ORDER BY number"
    rows = [(*fields, STEP.validate_json(fields[3])) for fields in db.execute(query, (match,)).fetchall()]
    _, events = renamed(start, [step.event for *_, step in rows], person, name)
    grown = 0
    for (number, saved, at, _, checksum, step), event in zip(rows, events, strict=True):
        if event != step.event:
            text = STEP.dump_json(replace(step, event=event)).decode()
            db.execute("DELETE FROM steps WHERE match = ? AND number = ?", (match, number))
            grown += write_steps(db, match, [(number, (saved, at, text))]) - checksum
    return grown
