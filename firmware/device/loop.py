"""The device: one queue, one table. Each envelope is handled, saved, answered and only then shown."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Protocol

from firmware.state.table import Table
from firmware.storage.journal import Journal, JournalError
from firmware.update.handle import handle
from firmware.update.inputs import Fault, Input, Pressed, Requested, Tick

log = logging.getLogger("lifeguard")

BEAT_S = 1.0
"""Seconds between two ticks."""
PHOTOS_AT_HAND = 20
"""Looks whose photographs are kept at hand for steps that are yet to be confirmed."""
MOST_UNSAVED = 40
"""So many envelopes wait at most while nothing can be saved; the oldest give way."""


class Output(Protocol):
    """Whoever shows a table to people: the panel, the pages, the log."""

    def show(self, before: Table, after: Table) -> None:
        """Show `after`; `before` is what was shown last. Must not block for long, and raise nothing."""


@dataclass(frozen=True, slots=True)
class Envelope:
    """One thing for the queue: an input, the photograph that came with it, and who waits for the answer."""

    given: Input
    photos: Mapping[str, bytes] = field(default_factory=dict)
    answer: Future[Table] | None = None


class Device:
    """Owns the table. Only `run` changes it; `put` may be called from any thread."""

    def __init__(
        self, table: Table, journal: Journal, outputs: list[Output], clock: Callable[[], float] = monotonic
    ) -> None:
        self.table = table
        self.journal = journal
        self.outputs = outputs
        self._clock = clock
        self._inbox: SimpleQueue[Envelope | None] = SimpleQueue()
        self._unsaved: list[Envelope] = []
        self._photos: dict[str, bytes] = {}

    def put(self, given: Input, photos: Mapping[str, bytes] | None = None) -> Future[Table]:
        """Queue an input; the future gives the table after it was handled and saved."""
        answer: Future[Table] = Future()
        self._inbox.put(Envelope(given, photos or {}, answer))
        return answer

    def stop(self) -> None:
        """Let `run` return once all that came before has been handled."""
        self._inbox.put(None)

    def begin(self, anew: bool = False) -> None:
        """Show the table as it stands, awake, after saving it if it is a new one."""
        now = self._clock()
        self.table = replace(self.table, now=now, woken=now)
        if anew:
            self.journal.save(None, self.table)
        self._show(self.table, self.table)

    def run(self, beat: Callable[[], object] = lambda: None) -> None:
        """Handle envelopes until `stop`; `beat` is called about once a second (a watchdog)."""
        due = self._clock() + BEAT_S
        while True:
            if self._clock() >= due:  # also while envelopes keep coming
                due = self._clock() + BEAT_S
                self._tick()
                beat()
            try:
                envelope = self._inbox.get(timeout=max(due - self._clock(), 0.0))
            except Empty:
                continue
            if envelope is None:
                return
            self._take(envelope)

    def _tick(self) -> None:
        waiting, self._unsaved = self._unsaved, []
        for envelope in waiting:
            self._take(envelope)
        before = self.table
        self.table = handle(before, Tick(self._clock()))
        self._show(before, self.table)

    def _take(self, envelope: Envelope) -> None:
        """Handle, save, answer, show: in this order. What cannot be saved has not happened: what the parts tell is
        tried again, what people ask for is refused, and not done behind their back."""
        if envelope.answer and not envelope.answer.running() and not envelope.answer.set_running_or_notify_cancel():
            return  # who asked has been told that it was not done
        if self._unsaved:
            self._put_off(envelope, JournalError("nothing can be saved: make room on the disk"))
            return
        before = replace(self.table, now=self._clock())
        after = handle(before, envelope.given)
        self._keep(envelope)
        try:
            self._save(before, after)
        except JournalError as error:
            self._not_saved(envelope, error)
            return
        self.table = after
        if envelope.answer:
            envelope.answer.set_result(after)
        self._show(before, after)

    def _save(self, before: Table, after: Table) -> None:
        if after.version != before.version or after.look is not before.look:
            self.journal.save(before, after, self._photos)
        if any(part == "disk" for part, _ in after.faults):
            self.put(Fault("disk", ""))

    def _not_saved(self, envelope: Envelope, error: JournalError) -> None:
        log.error("%s", error)
        faults = tuple(fault for fault in self.table.faults if fault[0] != "disk")
        before, self.table = self.table, replace(self.table, faults=(*faults, ("disk", str(error))))
        self._put_off(envelope, error)
        self._show(before, self.table)

    def _put_off(self, envelope: Envelope, error: JournalError) -> None:
        if not isinstance(envelope.given, Pressed | Requested):
            self._unsaved = [*self._unsaved, envelope][-MOST_UNSAVED:]
        elif envelope.answer:
            envelope.answer.set_exception(error)

    def _keep(self, envelope: Envelope) -> None:
        """Remember the newest photographs: a question may be answered some looks later."""
        self._photos |= envelope.photos
        for old in list(self._photos)[:-PHOTOS_AT_HAND]:
            del self._photos[old]

    def _show(self, before: Table, after: Table) -> None:
        for output in self.outputs:
            output.show(before, after)
