"""The referee thinks on a thread of its own: presses and phones are answered while a thought lasts."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace

from firmware.state.table import Table
from firmware.update.handle import handle
from firmware.update.inputs import Input

HELD_S = 0.0002
"""So long a thread may hold the interpreter while another waits for it. A press that is saved waits for it some seven
times, each time that SQLite comes back to Python: with Python's own 5 ms it took 26 ms in the median, now 3 ms."""


def share_the_interpreter() -> None:
    """Let other threads have the interpreter soon while one thinks."""
    sys.setswitchinterval(HELD_S)


@dataclass(frozen=True, slots=True)
class Envelope:
    """One thing for the queue: an input, the photograph that came with it, and who waits for the answer."""

    given: Input
    photos: Mapping[str, bytes] = field(default_factory=dict)
    answer: Future[Table] | None = None


@dataclass(frozen=True, slots=True)
class Thought:
    """What was made of an envelope, and the table on which that is founded."""

    envelope: Envelope
    founded_on: Table
    result: Future[Table]

    def holds_for(self, table: Table) -> bool:
        """Whether nothing but time has changed `table` since."""
        return replace(self.founded_on, now=table.now, woken=table.woken) == table

    def taken_in(self, table: Table) -> Table:
        """The table that came of it, at the time of `table`. Raises what the thought raised."""
        result = self.result.result()
        return replace(result, now=table.now, woken=max(result.woken, table.woken))


class Thinker:
    """Thinks about envelopes on one worker thread, one at a time and in their order.

    Its owner calls all methods from one thread; `done` is called on the worker's.
    """

    def __init__(self, done: Callable[[Thought], None]) -> None:
        self.waiting: deque[Envelope] = deque()
        self._done = done
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="referee")
        self._thinking = False

    @property
    def idle(self) -> bool:
        """Whether nothing is thought about, and nothing waits for that."""
        return not self._thinking and not self.waiting

    def begin(self, table: Table) -> None:
        """Think about what has waited longest, founded on `table`; nothing happens while another thought lasts."""
        if self._thinking or not self.waiting:
            return
        self._thinking = True
        envelope = self.waiting.popleft()
        result = self._worker.submit(handle, table, envelope.given)
        result.add_done_callback(lambda result: self._done(Thought(envelope, table, result)))

    def end(self, thought: Thought, again: bool) -> None:
        """The thought is over; `again`: its envelope is the next to be thought about."""
        self._thinking = False
        if again:
            self.waiting.appendleft(thought.envelope)
