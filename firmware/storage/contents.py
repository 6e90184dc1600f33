"""What a journal's file holds, row by row: what is as it was written, and what is not."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import astuple, dataclass, field
from typing import Any, ClassVar

from pydantic import TypeAdapter

from engines.core import Match, RulesError
from engines.games import game_named
from firmware.state.observation import Observation
from firmware.state.table import Mismatch, Question, Step
from firmware.storage.mend import LIMITS as MEND
from firmware.storage.mend import mended
from firmware.storage.schema import DamagedJournal, seal, seal_photo

StepRow = tuple[int, str, str]
"""A step: the save it came with, its time (UTC), its JSON."""


@dataclass(frozen=True, slots=True)
class Rest:
    """What a table holds beside its match and steps. The PIN is not among it: each start makes another one."""

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
    patterns: dict[str, Any] = field(default_factory=dict)
    """Of the sentences of `question` and `mismatch`; missing from journals of before. See `sentences`."""


STEP = TypeAdapter(Step)
REST = TypeAdapter(Rest)
UNREADABLE = (
    sqlite3.Error, DamagedJournal, RulesError, ValueError, TypeError, KeyError, AttributeError, RecursionError,
)  # fmt: skip
"""What comes of reading rows that are not as they were written."""


@dataclass(frozen=True, slots=True)
class MatchRow:
    """The row of a match: the save and the time (UTC) it began with, its count of steps, the sum of their checksums."""

    id: int
    saved: int
    at: str
    header: str
    count: int
    total: int


@dataclass(frozen=True, slots=True)
class MatchRows:
    """A match as it lies in a journal: its row, as it should be for the steps there are up to the first that is
    damaged or missing.

    `whole` says that nothing is missing, `lost` how many steps are not there any more. A row with one
    wrong bit is read as it was.
    """

    row: MatchRow
    steps: tuple[StepRow, ...]
    lost: int
    whole: bool


@dataclass(frozen=True, slots=True)
class PresentRows:
    """The rest of the present table, as JSON and as a value; the saves and the matches up to then."""

    saved: int
    matches: int
    text: str
    rest: Rest


class Contents:
    """What lies in an opened journal. Each method raises one of `UNREADABLE` for what is damaged."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self.db = db
        self._mended = 0
        """Rows in which a wrong bit was looked for."""

    def match_ids(self) -> list[int]:
        """The numbers of all matches that can still be named, in order."""
        found = self._firsts("SELECT id FROM matches", "SELECT id FROM matches ORDER BY id DESC")
        return sorted(id for id in found | self._firsts("SELECT DISTINCT match FROM steps") if isinstance(id, int))

    def match(self, id: int) -> MatchRows:
        """A match and its steps, up to the first that is damaged."""
        query = "SELECT saved, at, header, steps, total, sum FROM matches WHERE id = ?"
        *fields, checksum = self._one(query, id)
        row = MatchRow(*self._right((id, *fields), checksum, f"match {id} is damaged"))
        steps: list[StepRow] = []
        found = 0
        with suppress(sqlite3.Error, DamagedJournal):  # the steps up to there can be read
            for *fields, checksum in self.db.execute(
                "SELECT number, saved, at, step, sum FROM steps WHERE match = ? ORDER BY number", (id,)
            ):
                _, number, *step = self._right((id, *fields), checksum, f"match {id} has a damaged step")
                if number != len(steps):
                    break
                steps.append((step[0], step[1], step[2]))
                found += seal(id, number, *step)
        now = MatchRow(id, row.saved, row.at, row.header, len(steps), found)
        lost, whole = max(row.count - len(steps), 0), (now.count, found) == (row.count, row.total)
        return MatchRows(now, tuple(steps), lost, whole)

    def present(self) -> PresentRows | None:
        """The rest of the present table, None if there never was one."""
        row = self.db.execute("SELECT saved, matches, rest, sum FROM present").fetchone()
        if row is None:
            return None
        *fields, checksum = row
        saved, matches, text = self._right(tuple(fields), checksum, "the present table is damaged")
        return PresentRows(saved, matches, text, REST.validate_json(text))

    def asked(self) -> str:
        """What the device was asked for last; "" if nothing."""
        row = self.db.execute("SELECT game, sum FROM asked").fetchone()
        return str(self._right(row[:1], row[1], "what was asked for is damaged")[0]) if row else ""

    def photo_ids(self) -> list[str]:
        """The looks of all photographs that can still be named, oldest first."""
        query = "SELECT id FROM photos NOT INDEXED ORDER BY rowid"
        return list(dict.fromkeys(map(str, [*self._list(query), *reversed(self._list(f"{query} DESC"))])))

    def photo(self, look: str) -> tuple[int, bytes] | None:
        """The match and the JPEG of a photograph, None if there is none of that look."""
        row = self.db.execute("SELECT match, jpeg, sum FROM photos WHERE id = ?", (look,)).fetchone()
        if row is None:
            return None
        match, jpeg, checksum = row
        if not isinstance(jpeg, bytes) or checksum != seal_photo(look, match, jpeg):
            raise DamagedJournal(f"the photograph {look} is damaged")
        return match, jpeg

    def check(self) -> None:
        """Raises one of `UNREADABLE` if any row is not as it was written; photographs are looked at when asked for."""
        for (said,) in self.db.execute("PRAGMA quick_check(1)"):
            if said != "ok":
                raise DamagedJournal(str(said))
        ids, present = self.match_ids(), self.present()
        for id in ids:
            if not self.match(id).whole:
                raise DamagedJournal(f"match {id} is damaged")
        if len(ids) != (present.matches if present else 0) or (present and present.rest.number not in ids):
            raise DamagedJournal("a match is missing")
        self.asked()
        if self._mended:
            raise DamagedJournal("a bit is wrong")

    def _right(self, fields: tuple[Any, ...], checksum: object, wrong: str) -> tuple[Any, ...]:
        """The fields of a row as they were written. Raises DamagedJournal, saying what is `wrong`."""
        if checksum == seal(*fields):
            return fields
        self._mended += 1
        found = mended(fields, checksum) if self._mended <= MEND.rows else None
        if found is None:
            raise DamagedJournal(wrong)
        return found

    def _one(self, query: str, key: int) -> tuple[Any, ...]:
        row = self.db.execute(query, (key,)).fetchone()
        if row is None:
            raise DamagedJournal(f"match {key} is missing")
        return tuple(row)

    def _firsts(self, *queries: str) -> set[object]:
        return {value for query in queries for value in self._list(query)}

    def _list(self, query: str) -> list[object]:
        """The first column, up to where it cannot be read."""
        found: list[object] = []
        with suppress(sqlite3.Error):
            found.extend(value for (value,) in self.db.execute(query))
        return found


class ContentsOfVersion0(Contents):
    """What lies in a journal from before there were checksums: a row is right if it can be read."""

    RENAMED: ClassVar = {"known": "identities"}
    """What fields were called, and what they are called today."""

    def match(self, id: int) -> MatchRows:
        (header,) = map(str, self._one("SELECT header FROM matches WHERE id = ?", id))
        json.loads(header)["game"]
        rows = self.db.execute("SELECT number, step FROM steps WHERE match = ? ORDER BY number", (id,)).fetchall()
        steps: list[StepRow] = []
        total = 0
        for number, text in rows:
            try:
                STEP.validate_json(text)
            except ValueError:
                break
            if number != len(steps):
                break
            steps.append((0, "", text))
            total += seal(id, number, 0, "", text)
        lost = len(rows) - len(steps)
        return MatchRows(MatchRow(id, 0, "", header, len(steps), total), tuple(steps), lost, not lost)

    def present(self) -> PresentRows | None:
        row = self.db.execute("SELECT rest FROM present").fetchone()
        if row is None:
            return None
        rest = REST.validate_python(json.loads(row[0], object_pairs_hook=self._renamed))
        return PresentRows(0, len(self.match_ids()), REST.dump_json(rest).decode(), rest)

    def asked(self) -> str:
        row = self.db.execute("SELECT game FROM asked").fetchone()
        return str(row[0]) if row else ""

    def photo(self, look: str) -> tuple[int, bytes] | None:
        row = self.db.execute("SELECT match, jpeg FROM photos WHERE id = ?", (look,)).fetchone()
        return (int(row[0]), bytes(row[1])) if row else None

    def _renamed(self, pairs: list[tuple[str, object]]) -> dict[str, object]:
        return {self.RENAMED.get(key, key): value for key, value in pairs}


def header_of(match: Match) -> str:
    """What a match begins with, as JSON; and all people of it with their seats, where those are others by now."""
    said: dict[str, object] = {"game": match.game.name, "players": match.began_with, "options": dict(match.options)}
    now = match.seating
    if now.people != match.began_with or len(now.at) != len(now.people) or now.at != match.seatings[0].at:
        said |= {"people": now.people, "seats": now.at}
    return json.dumps(said)


def same_beginning(one: str, other: str) -> bool:
    """Whether two headers are those of one match. Raises one of `UNREADABLE`."""
    first, second = json.loads(one), json.loads(other)
    return all(first[name] == second[name] for name in ("game", "players", "options"))


def begun(header: str) -> Match:
    """The match of a header, without its steps. Raises one of `UNREADABLE`."""
    said = json.loads(header)
    return Match.begin(game_named(said["game"]), tuple(said["players"]), said["options"])


def write_match(db: sqlite3.Connection, match: MatchRow) -> None:
    """Writes the row of a match; its steps have rows of their own."""
    fields = astuple(match)
    db.execute("INSERT OR REPLACE INTO matches VALUES (?, ?, ?, ?, ?, ?, ?)", (*fields, seal(*fields)))


def write_present(db: sqlite3.Connection, saved: int, text: str) -> None:
    """Writes the rest of the present table, given as JSON."""
    (matches,) = db.execute("SELECT count(*) FROM matches").fetchone()
    fields = (saved, matches, text)
    db.execute("INSERT OR REPLACE INTO present VALUES (1, ?, ?, ?, ?)", (*fields, seal(*fields)))


def write_steps(db: sqlite3.Connection, match: int, steps: Iterable[tuple[int, StepRow]]) -> int:
    """Writes steps, each with its number. The sum of their checksums."""
    rows = [(match, number, *step, seal(match, number, *step)) for number, step in steps]
    db.executemany("INSERT INTO steps VALUES (?, ?, ?, ?, ?, ?)", rows)
    return sum(checksum for *_, checksum in rows)


def write_photo(db: sqlite3.Connection, look: str, match: int, jpeg: bytes) -> None:
    """Writes a photograph, if there is none of that look yet."""
    row = (look, match, jpeg, seal_photo(look, match, jpeg))
    db.execute("INSERT OR IGNORE INTO photos VALUES (?, ?, ?, ?)", row)


def write_asked(db: sqlite3.Connection, header: str) -> None:
    """Writes what the device is asked for."""
    db.execute("INSERT OR REPLACE INTO asked VALUES (1, ?, ?)", (header, seal(header)))
