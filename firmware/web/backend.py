"""What the web asks and tells: pages out of the table, changes into the queue."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as TooSlow
from dataclasses import replace
from io import BytesIO
from time import monotonic

from companion.api import models
from companion.api.backend import BackendBusy, RequestRefused, Stale
from companion.api.match_view import LOGGED
from companion.api.roll_routes import RollAsked
from companion.gate.pin import LIMITS, new_pin
from companion.words import refusals
from companion.words.language import sentence_of, t
from engines import record
from engines.core import said
from firmware.device.loop import Device
from firmware.outputs import screens
from firmware.state.roll import RollRequest
from firmware.state.table import CALL, Table
from firmware.storage.journal import JournalError
from firmware.update.inputs import Fault, Input, NewPin, Requested, RollWanted, RollWithdrawn
from firmware.web.page import log, page

PATIENCE = 5.0
"""Seconds that a phone waits for the device."""
GUESSED = said("PIN guessed at: it is new")
GUESSED_S = 60.0
"""Seconds for which that is said after the last time."""
MASKED = "****"
"""Instead of the PIN in the OLED's picture: only who sits at the table sees that."""


class DeviceBackend:
    """`companion.api.backend.Backend` around a device; also one of the device's outputs."""

    def __init__(self, device: Device, clock: Callable[[], float] = monotonic) -> None:
        self._device = device
        self._clock = clock
        self._guessed: float | None = None
        self._page = page(device.table)
        self._drawn: tuple[Table | None, bytes] = None, b""
        self._told: list[Callable[[models.Page], None]] = []

    def show(self, before: Table, after: Table) -> None:
        """Tell every phone the new page."""
        if after.version == self._page.version and after.faults == before.faults:
            return
        self._page = page(after)
        for tell in tuple(self._told):
            tell(self._page)

    def page(self) -> models.Page:
        """The newest page: who has just been answered sees what he changed, also before the outputs show it."""
        table = self._device.table
        return page(table) if table.version > self._page.version else self._page

    def log(self, before: int) -> tuple[models.Entry, ...]:
        return log(self._device.table, before, LOGGED)

    def submit(self, change: models.Change) -> models.Page:
        try:
            table = answered_by(self._device, Requested(change))
        except (JournalError, TooSlow) as error:
            raise busy(error) from error
        if table.refusal == refusals.STALE:
            raise Stale
        if table.refusal:
            raise RequestRefused(table.refusal, table.rule)
        return page(table)

    def pin(self) -> str:
        return self._device.table.pin

    def locked(self) -> bool:
        return self._device.table.locked

    def guessed(self) -> None:
        self._guessed = self._clock()
        self._device.put(NewPin(new_pin(LIMITS.digits_after_guesses)))
        self._device.put(Fault("pin", GUESSED))

    def call(self, called: bool) -> None:
        if not self._device.table.hosted:
            raise RequestRefused(t("nobody would hear it: this table has no [mqtt]"))
        try:
            answered_by(self._device, Fault(CALL, refusals.CALLED if called else ""))
        except TooSlow as error:
            raise busy(error) from error

    def ask(self, wanted: RollAsked) -> models.Page:
        return self._rolled(RollWanted(RollRequest(wanted.id, wanted.who, tuple(wanted.dice.items()))))

    def withdraw(self, id: str) -> models.Page:
        return self._rolled(RollWithdrawn(id))

    def _rolled(self, given: Input) -> models.Page:
        try:
            table = answered_by(self._device, given)
        except (JournalError, TooSlow) as error:
            raise busy(error) from error
        if table.refusal:
            raise RequestRefused(table.refusal, table.rule)
        return page(table)

    def beat(self) -> None:
        """Called about once a second: what was said about guesses goes away again."""
        if self._guessed is not None and self._clock() - self._guessed > GUESSED_S:
            self._guessed = None
            self._device.put(Fault("pin", ""))

    def photo(self, reading: str) -> bytes | None:
        return self._device.journal.photo(reading)

    def oled(self) -> bytes:
        table = self._device.table
        if table is not self._drawn[0]:  # many phones look at it, each once a second
            png = BytesIO()
            screens.draw(replace(table, pin=MASKED)).save(png, "PNG")
            self._drawn = table, png.getvalue()
        return self._drawn[1]

    def record(self) -> str:
        return record.write(self._device.table.match)

    def subscribe(self, tell: Callable[[models.Page], None]) -> Callable[[], None]:
        self._told.append(tell)
        return lambda: self._told.remove(tell)


def busy(error: JournalError | TooSlow) -> BackendBusy:
    """What a phone is told of a change that was not made."""
    return BackendBusy(sentence_of(error) or t("the device is busy; try again"))


def answered_by(device: Device, given: Input) -> Table:
    """The table after a change. Raises JournalError, or TooSlow if it takes too long: then it is not made any more."""
    answer: Future[Table] = device.put(given)
    try:
        return answer.result(PATIENCE)
    except TooSlow:
        if answer.cancel():
            raise
        return answer.result(PATIENCE)  # it is being made just now
