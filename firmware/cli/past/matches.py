"""What `lifeguard matches` does. While a device runs, it reads beside it; changes are then made on the page."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from companion.words import sentences
from engines import record
from engines.core import IllegalEvent
from engines.core.seating import in_words
from engines.games import GAMES
from firmware.history.export import as_json as plain
from firmware.history.export import with_events, write_csv
from firmware.history.facts import MatchFacts, facts
from firmware.history.index import MatchIndex
from firmware.state.table import Table
from firmware.storage import files, lock
from firmware.storage.journal import Journal
from firmware.storage.lock import HomeRefused
from firmware.storage.past import DeleteMatch, NoSuchMatch, PastMatch, PastMatches, PastRow
from firmware.update.setup import resumed

JOURNAL = "journal.db"


def tell_all(home: Path, as_json: bool) -> None:
    """Prints a line a match."""
    with _past(home) as past:
        rows = past.rows()
        figures = MatchIndex(home, past).all(rows)
    for row in rows:
        known = figures[row.number]
        if as_json:
            print(json.dumps(_object(row, known), ensure_ascii=False))
        else:
            print(_line(row, known))


def show(home: Path, number: int, as_json: bool) -> None:
    """Prints a match, and each of its steps. Raises NoSuchMatch, PastUnreadable."""
    with _past(home) as past:
        found = past.match(number)
    known = facts(number, found.match, found.times)
    if as_json:
        print(json.dumps(with_events(known, found), ensure_ascii=False))
        return
    print(_line(found.row, known))
    for name, score in zip(found.match.players, known.scores, strict=True):
        print(f"  {score:>5}  {name}")
    for index, (at, state) in enumerate(zip(found.times[1:], found.match.states[1:], strict=True)):
        scores = " ".join(map(str, state.scores()))
        print(f"{index + 1:>5}  {_day(at)[11:]:5}  {scores:12}  {sentences.happened(found.match, index)}")


def export(home: Path, number: int | None, output: Path | None, as_json: bool) -> None:
    """Writes all matches as CSV or JSON lines, or one as a record. Raises NoSuchMatch, PastUnreadable, OSError."""
    with _past(home) as past:
        text = _all_text(home, past, as_json) if number is None else _one_text(past.match(number), as_json)
    if output is None:
        print(text, end="")
    else:
        files.write(output, text.encode())
        print(output)


def go_on(home: Path, number: int, as_json: bool) -> None:
    """Makes a match the present one. Raises IllegalEvent for one that is over or is the present one already."""
    with lock.held(home), _journal(home) as journal, _past(home) as past:
        found, before = past.match(number), journal.load()
        table = before or Table(found.match, "", number=0)
        after = resumed(table, number, found.match, found.steps)
        journal.save(before, after)
    _done(as_json, "continued", found, "start the device as before, and it goes on with")


def delete(home: Path, number: int, as_json: bool) -> None:
    """Deletes a match. Raises IllegalEvent for the present one, NoSuchMatch."""
    with lock.held(home), _journal(home) as journal, _past(home) as past:
        row, present = past.row(number), journal.load()
        if present and present.number == number:
            raise IllegalEvent(f"match {number} is the present one: begin another first")
        journal.change_past(DeleteMatch(number))
    print(json.dumps({"deleted": number}) if as_json else f"deleted: {_line(row, None)}")


@contextmanager
def _journal(home: Path) -> Iterator[Journal]:
    if not (home / JOURNAL).exists():
        raise NoSuchMatch("no match has been played yet")
    journal = Journal(home / JOURNAL)
    try:
        yield journal
    finally:
        journal.close()


@contextmanager
def _past(home: Path) -> Iterator[PastMatches]:
    """The matches of a home; its journal is made ready first, unless a device runs on it and has done so."""
    if (home / JOURNAL).exists():
        try:
            with lock.held(home):
                Journal(home / JOURNAL).close()
        except HomeRefused:
            pass  # it is in use, by a device or by us
    past = PastMatches(home / JOURNAL)
    try:
        yield past
    finally:
        past.close()


def _all_text(home: Path, past: PastMatches, as_json: bool) -> str:
    rows = past.rows()
    figures = MatchIndex(home, past).all(rows)
    if as_json:
        return "".join(json.dumps(_object(row, figures[row.number]), ensure_ascii=False) + "\n" for row in rows)
    return write_csv(known for row in rows if (known := figures[row.number]))


def _one_text(found: PastMatch, as_json: bool) -> str:
    if not as_json:
        return record.write(found.match)
    known = facts(found.row.number, found.match, found.times)
    return json.dumps(with_events(known, found), ensure_ascii=False) + "\n"


def _object(row: PastRow, known: MatchFacts | None) -> dict[str, object]:
    if known:
        return plain(known, row.options)
    bare = {"number": row.number, "game": row.game, "players": list(map(in_words, row.players)), "began": row.began}
    return {**bare, "ended": row.ended, "steps": row.steps, "options": row.options, "error": "cannot be played again"}


def _line(row: PastRow, known: MatchFacts | None) -> str:
    """A match in a line: `12  2026-11-23 20:05  Shark Attacks!  Ana 104, Ben 88  Ana wins`."""
    title = GAMES[row.game].title if row.game in GAMES else row.game
    head = f"{row.number:>4}  {_day(row.ended):16}  {title:18}"
    if known is None:
        return f"{head}  {', '.join(map(in_words, row.players))}"
    table = ", ".join(f"{name} {score}" for name, score in zip(map(in_words, known.players), known.scores, strict=True))
    winners = " and ".join(in_words(known.players[seat]) for seat in known.winners)
    end = f"won by {winners or 'nobody'}" if known.over else "unfinished"
    return f"{head}  {table}  {end}, {round(known.played_s / 60)} min"


def _day(at: str) -> str:
    """A time of the journal as the clock on the wall shows it."""
    return f"{datetime.fromisoformat(at).astimezone():%Y-%m-%d %H:%M}" if at else "unknown"


def _done(as_json: bool, did: str, found: PastMatch, words: str) -> None:
    number, title = found.row.number, found.match.game.title
    names = ", ".join(found.match.players)
    print(json.dumps({did: number}) if as_json else f"{words} match {number}: {title}, {names}")
