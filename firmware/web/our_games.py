"""Past matches for the page: out of the journal, the index of their figures, and the device for changes."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import TimeoutError as TooSlow
from dataclasses import replace
from functools import wraps
from io import BytesIO
from pathlib import Path
from threading import Event, Lock, Thread
from time import monotonic
from typing import ParamSpec, TypeVar

from companion.api.backend import BackendBusy, Missing, RequestRefused, Stale
from companion.api.history import models
from companion.api.models import Page
from companion.words import refusals
from companion.words.language import sentence_of, t
from engines import record
from engines.core import said
from engines.core.seating import is_nobody, person_key
from firmware.device.loop import Device
from firmware.history import export
from firmware.history.facts import MatchFacts
from firmware.history.index import MatchIndex
from firmware.history.people import people, person
from firmware.state.table import Table
from firmware.storage.journal import JournalError
from firmware.storage.past import (
    DeleteMatch,
    NoSuchMatch,
    PastMatch,
    PastMatches,
    PastRow,
    PastUnreadable,
    RenamePerson,
)
from firmware.storage.people import household
from firmware.update.inputs import Input, Introduced, PastChanged, Resumed
from firmware.web import past_view as view
from firmware.web.backend import PATIENCE, answered_by, busy
from firmware.web.page import page

log = logging.getLogger("lifeguard")
Asked = ParamSpec("Asked")
Told = TypeVar("Told")

TWO = said("{name} and {other} sat at one table (match {number}): they cannot be one person")
QR_BYTES = 2900
"""A QR code holds so many bytes at most (2,953)."""


def _clear(ask: Callable[Asked, Told]) -> Callable[Asked, Told]:
    """What is not there, or cannot be read, in the words of the web."""

    @wraps(ask)
    def asked(*args: Asked.args, **more: Asked.kwargs) -> Told:
        try:
            return ask(*args, **more)
        except NoSuchMatch as error:
            raise Missing(sentence_of(error)) from error
        except PastUnreadable as error:
            raise RequestRefused(sentence_of(error)) from error

    return asked


class OurGames:
    """`companion.api.history.backend.HistoryBackend` around a device; also one of its outputs.

    Figures that are missing are worked out on a thread of its own, one match after the other, at a quarter of its time:
    the game has the rest.
    """

    def __init__(self, device: Device, home: Path) -> None:
        self._device, self._home = device, home
        self._past = PastMatches(home / "journal.db")
        self._index = MatchIndex(home, self._past)
        self._held: PastMatch | None = None
        self._one_at_a_time = Lock()
        self._wake, self._ended = Event(), Event()
        self._thread = Thread(target=self._count, name="past", daemon=True)

    def start(self) -> None:
        """Begin to work out what is missing."""
        self._wake.set()
        self._thread.start()

    def stop(self) -> None:
        """Let the thread end, and close the file."""
        self._ended.set()
        self._wake.set()
        if self._thread.is_alive():
            self._thread.join(timeout=5)
        self._past.close()

    def show(self, before: Table, after: Table) -> None:
        """A match that is left, or over, is worth working out."""
        if before.number != after.number:
            self._wake.set()

    @_clear
    def matches(self, skip: int, most: int, game: str, player: str) -> models.MatchList:
        rows = [row for row in self._rows() if not game or row.game == game]
        if player:
            rows = [row for row in rows if person_key(player) in map(person_key, row.people)]
        shown = rows[skip : skip + most]
        return models.MatchList(
            matches=self._views(shown), total=len(rows), counting=len(self._index.missing(self._others(rows)))
        )

    @_clear
    def match(self, number: int) -> models.MatchDetail:
        found = self._found(number)
        kept = self._past.photos(number)
        return view.detail(found, self._view(found.row), kept)

    @_clear
    def moment(self, number: int, step: int) -> models.Moment:
        found = self._found(number)
        return view.moment(found, min(step, len(found.steps)), self._past.photos(number))

    @_clear
    def record(self, number: int) -> str:
        return record.write(self._found(number).match)

    @_clear
    def csv(self) -> str:
        return export.write_csv(self._all())

    @_clear
    def jsonl(self) -> str:
        options = {row.number: row.options for row in self._past.rows()}
        objects = (export.as_json(known, options.get(known.number, {})) for known in self._all())
        return "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in objects)

    @_clear
    def share(self, number: int) -> models.Share:
        try:
            link = export.bg_stats_link(view.figures(self._found(number)))
        except export.TooLong as error:
            return models.Share(problem=str(error))
        return models.Share(link=link, qr=len(link) <= QR_BYTES)

    @_clear
    def qr(self, number: int) -> bytes | None:
        import segno  # only here: 3 MB that most evenings do not need

        share = self.share(number)
        if not share.qr:
            return None
        drawn = BytesIO()
        segno.make(share.link, error="l", micro=False).save(drawn, kind="svg", scale=4, border=4, light="#fff")
        return drawn.getvalue()

    @_clear
    def people(self) -> models.People:
        known = self._all()
        counting = len(self._index.missing(self._others(self._rows())))
        return models.People(
            people=tuple(map(view.person_view, people(reversed(known)))), dice=view.dice_views(known), counting=counting
        )

    @_clear
    def person(self, name: str) -> models.PersonDetail:
        found = person(reversed(self._all()), name)
        if found is None:
            raise Missing(t("Nobody called {name} has played here", name=name))
        rows = [row for row in self._rows() if person_key(name) in map(person_key, row.people)]
        return view.person_detail(found, self._views(rows[:10]))

    @_clear
    def go_on(self, change: models.Continue) -> Page:
        found = self._found(change.match)
        return page(self._changed(Resumed(change.version, change.match, found.match, found.steps)))

    @_clear
    def delete(self, number: int) -> None:
        self._past.row(number)
        self._changed(PastChanged(DeleteMatch(number)))

    @_clear
    def rename(self, name: str, to: str) -> None:
        to = " ".join(to.split())
        rows = self._sat(name)
        if not to or is_nobody(to):
            raise RequestRefused(t("Somebody needs a name, and another one than people have who were deleted"))
        both = next((row for row in rows if person_key(to) in map(person_key, row.people)), None)
        if both and person_key(to) != person_key(name):
            raise RequestRefused(t(TWO, name=name, other=to, number=both.number))
        self._changed(PastChanged(RenamePerson(name, to)))
        self._call_at_home(name, to)

    @_clear
    def forget(self, name: str) -> None:
        self._sat(name)
        self._changed(PastChanged(RenamePerson(name)))
        self._call_at_home(name)

    def _call_at_home(self, name: str, to: str = "") -> None:
        """Those who are called otherwise in their matches are so where names are offered; "": not offered any more."""
        known = self._device.table.household
        names = dict.fromkeys(to if person_key(one) == person_key(name) else one for one in known.names)
        changed = replace(known, names=tuple(filter(None, names)))
        if changed != known:
            try:
                household.keep(self._home, changed)
            except OSError as error:
                raise BackendBusy(t("the names that are offered cannot be kept ({why})", why=error.strerror)) from error
            self._device.put(Introduced(changed)).result(PATIENCE)

    def _sat(self, name: str) -> list[PastRow]:
        """The matches of somebody. Raises Missing."""
        rows = [row for row in self._past.rows() if person_key(name) in map(person_key, row.people)]
        if not rows or is_nobody(name):
            raise Missing(t("Nobody called {name} has played here", name=name))
        return rows

    def _rows(self) -> list[PastRow]:
        """All matches in which anything happened; the present one first."""
        now = self._device.table.number
        rows = [row for row in self._past.rows() if row.steps or row.number == now]
        return sorted(rows, key=lambda row: row.number != now)

    def _others(self, rows: Sequence[PastRow]) -> list[PastRow]:
        """Without the present one: that changes with each step, and is at hand."""
        return [row for row in rows if row.number != self._device.table.number]

    def _all(self) -> list[MatchFacts]:
        """The figures of all matches of which they are known, the last played first."""
        rows = self._rows()
        known = self._index.known(self._others(rows))
        found = (self._present() if row.number == self._device.table.number else known.get(row.number) for row in rows)
        return [one for one in found if one]

    def _present(self) -> MatchFacts | None:
        try:
            return view.figures(self._found(self._device.table.number))
        except PastUnreadable:
            return None

    def _views(self, rows: Sequence[PastRow]) -> tuple[models.MatchView, ...]:
        known: dict[int, MatchFacts | None] = self._index.known(self._others(rows))
        if any(row.number == self._device.table.number for row in rows):
            known[self._device.table.number] = self._present()
        photos = self._past.photo_counts()
        return tuple(
            view.match_view(row, known, photos.get(row.number, 0), row.number == self._device.table.number)
            for row in rows
        )

    def _view(self, row: PastRow) -> models.MatchView:
        return self._views([row])[0]

    def _found(self, number: int) -> PastMatch:
        """A match; the last one that was asked for is kept at hand, for a slider asks for one step after the other."""
        row = self._past.row(number)
        with self._one_at_a_time:
            if self._held is None or self._held.row != row:
                self._held = self._past.match(number)
            return self._held

    def _changed(self, given: Input) -> Table:
        """The table after a change. Raises Stale, RequestRefused, BackendBusy."""
        try:
            table = answered_by(self._device, given)
        except (JournalError, TooSlow) as error:
            raise busy(error) from error
        if table.refusal == refusals.STALE:
            raise Stale
        if table.refusal:
            raise RequestRefused(table.refusal, table.rule)
        self._wake.set()
        return table

    def _count(self) -> None:
        while self._wake.wait() and not self._ended.is_set():
            self._wake.clear()
            try:
                for row in self._index.missing(self._others(self._rows())):
                    begun = monotonic()
                    self._index.count(row)
                    if self._ended.wait(3 * (monotonic() - begun)):
                        return
            except PastUnreadable as error:
                log.warning("%s", error)
