"""The last looks, each with what the referee knew before it: a report of a bug takes them along, to be judged anew."""

from __future__ import annotations

import logging
from base64 import b64decode, b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from zlib import compress, decompress
from zlib import error as zlib_error

from pydantic import TypeAdapter

from engines.core import Event
from engines.core.seating import NAMING
from firmware.state.observation import Observation
from firmware.state.table import Table
from firmware.state.vouched import Vouched

log = logging.getLogger("lifeguard")

FILE = "looks.dat"
MOST_KEPT = 50
"""So many looks are kept at least, some 4 kB each; the oldest go when there are twice as many."""


@dataclass(frozen=True, slots=True)
class KeptLook:
    """A `look` that came after so many `events` of match number `match`, of which the last was `last` (see `told`), and
    what `came` of it; `before`, `unsettled` and `vouched` are the table's as it was then."""

    match: int
    events: int
    last: str
    before: Observation | None
    unsettled: tuple[str, ...] | None
    vouched: Vouched
    look: Observation
    came: str


KEPT = TypeAdapter(KeptLook)


def told(events: Sequence[Event]) -> str:
    """The last of some events as a line without people's names; "" if there is none."""
    if not events:
        return ""
    return str(events[-1]._replace(items=()) if events[-1].kind in NAMING else events[-1])


def came_of(look: Observation, before: Table, after: Table) -> str:
    """What a look did to a table, in words that no name is part of: events, what is asked, or that it differs."""
    steps, question = after.steps[len(before.steps) :], after.question
    if steps:
        return "; ".join(str(step.event) for step in steps)
    if question and not question.amiss and question.look and question.look.id == look.id:
        answers = ("; ".join(str(step.event) for step in answer.steps) or "nothing" for answer in question.answers)
        return f"asked: {' / '.join(answers)}"
    differs = after.mismatch and after.mismatch.look and after.mismatch.look.id == look.id
    return "differs" if differs else "nothing"


class LookLog:
    """Keeps the last looks in a file. Losing one to a power cut is no harm, so nothing waits for the disk."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._lines: int | None = None
        """How many there are; None before the first is added, when one may be there that was cut off."""

    def note(self, look: Observation, before: Table, after: Table) -> None:
        """Keeps a look; where the disk takes none, the game goes on without."""
        events, came = before.match.events, came_of(look, before, after)
        known = (before.look, before.unsettled, before.vouched)
        kept = KeptLook(before.number, len(events), told(events), *known, look, came)
        try:
            self._append(b64encode(compress(KEPT.dump_json(kept))) + b"\n")
        except OSError as error:
            log.warning("a look is not kept for reports (%s)", error)

    def _append(self, line: bytes) -> None:
        if self._lines is None or self._lines >= 2 * MOST_KEPT:
            last = _lines(self._file)[-MOST_KEPT:]
            self._file.write_bytes(b"".join(last))
            self._lines = len(last)
        with self._file.open("ab") as stream:
            stream.write(line)
        self._lines += 1


def kept_looks(file: Path) -> list[KeptLook]:
    """The looks of a file, the oldest first; none of one that is damaged. Raises OSError."""
    try:
        return [KEPT.validate_json(decompress(b64decode(line.strip(), validate=True))) for line in _lines(file)]
    except (ValueError, zlib_error):
        return []


def _lines(file: Path) -> list[bytes]:
    """The lines of a file, each a look; one that was not written to its end is left out. Raises OSError."""
    if not file.exists():
        return []
    return [line for line in file.read_bytes().splitlines(keepends=True) if line.endswith(b"\n")]
