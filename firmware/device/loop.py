"""The device: one queue, one table. Each envelope is handled, saved, answered and only then shown.

What the camera tells is thought about on a thread of its own, as the table stands then; all else is handled at once.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import replace
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Protocol

from companion.words.language import sentence_of
from engines.core import said
from firmware.device.garbage import collect_seldom, give_back
from firmware.device.thinker import Envelope, Thinker, Thought, share_the_interpreter
from firmware.state.table import Table
from firmware.storage.journal import Journal, JournalError
from firmware.storage.looks import LookLog
from firmware.update.handle import handle
from firmware.update.inputs import Fault, Forget, Input, PastChanged, Saw, Tick, Wish
from firmware.update.setup import untouched

log = logging.getLogger("lifeguard")

BEAT_S = 1.0
"""Seconds between two ticks."""
PHOTOS_AT_HAND = 20
"""Looks whose photographs are kept at hand for steps that are yet to be confirmed."""
MOST_UNSAVED = 40
"""So many envelopes wait at most while nothing can be saved; the oldest give way."""
NO_ROOM = JournalError(said("nothing can be saved: make room on the disk"))
STUMBLED = said("I could not make sense of what I saw: enter it on the page")


class Output(Protocol):
    """Whoever shows a table to people: the panel, the pages, the log."""

    def show(self, before: Table, after: Table) -> None:
        """Show `after`; `before` is what was shown last. Must not block for long, and raise nothing."""


class Device:
    """Owns the table. Only `run` changes it; `put` may be called from any thread."""

    def __init__(
        self, table: Table, journal: Journal, outputs: list[Output], clock: Callable[[], float] = monotonic
    ) -> None:
        self.table = table
        self.journal = journal
        self.outputs = outputs
        self._clock = clock
        self._inbox: SimpleQueue[Envelope | Thought | None] = SimpleQueue()
        self._thinker = Thinker(self._inbox.put)
        self._unsaved: list[Envelope] = []
        self._unsaved_anew = False
        self._photos: dict[str, bytes] = {}
        self.looks: LookLog | None = None
        """Where looks are kept for a report, if they are."""

    def put(self, given: Input, photos: Mapping[str, bytes] | None = None) -> Future[Table]:
        """Queue an input; the future gives the table after it was handled and saved."""
        answer: Future[Table] = Future()
        self._inbox.put(Envelope(given, photos or {}, answer))
        return answer

    def stop(self) -> None:
        """Let `run` return once all that came before has been handled, and thought through."""
        self._inbox.put(None)

    def begin(self, anew: bool = False) -> None:
        """Show the table as it stands, awake, after saving it if it is a new one; or that it cannot be saved."""
        now = self._clock()
        self.table = replace(self.table, now=now, woken=now)
        if anew:
            self._save_whole()
        self._show(self.table, self.table)

    def run(self, beat: Callable[[], object] = lambda: None) -> None:
        """Handle envelopes until `stop`; `beat` is called about once a second (a watchdog)."""
        collect_seldom()
        share_the_interpreter()
        due, stopping = self._clock() + BEAT_S, False
        while not (stopping and self._thinker.idle and self._inbox.empty()):
            if self._clock() >= due:  # also while envelopes keep coming
                due = self._clock() + BEAT_S
                self._tick()
                beat()
            try:
                letter = self._inbox.get(timeout=max(due - self._clock(), 0.0))
            except Empty:
                continue
            if letter is None:
                stopping = True
            elif isinstance(letter, Thought):
                self._take_in(letter)
            else:
                self._take(letter)
            self._think()

    def _save_whole(self) -> None:
        """Save a table that is new; if that cannot be, it is said, and tried again with each tick."""
        try:
            self.journal.save(None, self.table)
        except JournalError as error:
            self._unsaved_anew = True
            self._tell_unsaved(error)
        else:
            if self._unsaved_anew:
                self._unsaved_anew = False
                self.put(Fault("disk", ""))

    def _tick(self) -> None:
        if self._unsaved_anew:
            self._save_whole()
        waiting, self._unsaved = self._unsaved, []
        for envelope in waiting:
            self._take(envelope)
        before = self.table
        self.table = handle(before, Tick(self._clock()))
        self._show(before, self.table)
        self._think()

    def _take(self, envelope: Envelope) -> None:
        """Handle what is quickly done. What the camera tells needs thought, and keeps its order."""
        if envelope.answer and not envelope.answer.running() and not envelope.answer.set_running_or_notify_cancel():
            return  # who asked has been told that it was not done
        if isinstance(envelope.given, Saw | Forget):
            self._thinker.waiting.append(envelope)
        elif self._unsaved:
            self._put_off(envelope, NO_ROOM)
        else:
            before = replace(self.table, now=self._clock())
            self._finish(envelope, before, handle(before, envelope.given))

    def _think(self) -> None:
        """Think about what comes next, unless a thought lasts; what comes after something unsaved waits with it."""
        while self._unsaved and self._thinker.waiting:
            self._put_off(self._thinker.waiting.popleft(), NO_ROOM)
        self._thinker.begin(replace(self.table, now=self._clock()))

    def _take_in(self, thought: Thought) -> None:
        """Take in what came of a thought; if the table has changed since it began, it is thought anew."""
        before = replace(self.table, now=self._clock())
        holds = thought.holds_for(before)
        self._thinker.end(thought, again=not holds)
        if not holds:
            return
        try:
            after = thought.taken_in(before)
        except Exception as error:  # a mistake of ours: the game goes on without this look
            self._stumbled(thought.envelope, error)
        else:
            self._finish(thought.envelope, before, after)
            if any(part == "referee" for part, _ in after.faults):
                self.put(Fault("referee", ""))

    def _stumbled(self, envelope: Envelope, error: Exception) -> None:
        log.error("a look could not be thought through", exc_info=error)
        if envelope.answer:
            envelope.answer.set_exception(error)
        self.put(Fault("referee", STUMBLED))

    def _finish(self, envelope: Envelope, before: Table, after: Table) -> None:
        """Save, answer, show: in this order. What cannot be saved has not happened: what the parts tell is tried again,
        what people ask for is refused, and not done behind their back."""
        self._keep(envelope)
        try:
            self._save(envelope.given, before, after)
        except JournalError as error:
            self._not_saved(envelope, error)
            return
        self.table = after
        if envelope.answer:
            envelope.answer.set_result(after)
        self._show(before, after)
        if self.looks and isinstance(envelope.given, Saw) and not before.waiting:
            self.looks.note(envelope.given.look, before, after)
        if after.number != before.number:
            give_back()

    def _save(self, given: Input, before: Table, after: Table) -> None:
        if isinstance(given, PastChanged) and not after.refusal:
            self.journal.change_past(given.change)  # first, so that a match is found by the names that it has now
        if after.waiting:
            return  # there is no match yet that could be kept
        if after.version != before.version or after.look is not before.look:
            self.journal.save(before, after, self._photos, after.number != before.number and untouched(before))
            if any(part == "disk" for part, _ in after.faults):
                self.put(Fault("disk", ""))

    def _not_saved(self, envelope: Envelope, error: JournalError) -> None:
        before = self.table
        self._tell_unsaved(error)
        self._put_off(envelope, error)
        self._show(before, self.table)

    def _tell_unsaved(self, error: JournalError) -> None:
        told = ("disk", sentence_of(error))
        if told not in self.table.faults:
            log.error("%s", error)
        faults = tuple(fault for fault in self.table.faults if fault[0] != "disk")
        self.table = replace(self.table, faults=(*faults, told))

    def _put_off(self, envelope: Envelope, error: JournalError) -> None:
        if not isinstance(envelope.given, Wish):
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
