"""A report of a bug replayed: its match by today's rules, and its last looks by today's referee."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from zipfile import BadZipFile, ZipFile

from engines import record
from engines.core import Match
from firmware.state.table import Table
from firmware.storage.looks import KEPT, KeptLook, came_of, told
from firmware.update.handle import handle
from firmware.update.inputs import Saw

LOOKS, MATCH = "looks.jsonl", "match.jsonl"
"""The parts of a report that are replayed."""


class ReportRefused(ValueError):
    """The file is no report, or holds nothing to replay; the message says so."""


def replayed(file: Path) -> Iterator[tuple[KeptLook, str]]:
    """Each look of a report, and what comes of it today; a look that the match was corrected before is passed over.

    Raises ReportRefused, OSError.
    """
    try:
        with ZipFile(file) as report:
            match, looks = (report.read(name).decode() for name in (MATCH, LOOKS))
    except (BadZipFile, KeyError, UnicodeDecodeError) as error:
        raise ReportRefused(f"{file}: no report of `lifeguard doctor --report`, or an older one ({error})") from error
    if not match or not looks:
        raise ReportRefused(f"{file}: holds no match or no look to replay")
    try:
        played = record.read(match)
        kept = [KEPT.validate_json(line) for line in looks.splitlines()]
    except record.BadRecord as error:
        raise ReportRefused(f"{file}: today's rules refuse its match ({error})") from error
    except ValueError as error:
        raise ReportRefused(f"{file}: its looks are damaged ({error})") from error
    for look in kept:
        if _fits(look, played):
            yield look, judged(look, played)


def judged(kept: KeptLook, played: Match) -> str:
    """What comes of a look after the first events of a match."""
    match = played.upto(kept.events)
    table = Table(match, "", look=kept.before, unsettled=kept.unsettled, vouched=kept.vouched)
    return came_of(kept.look, table, handle(table, Saw(kept.look)))


def _fits(kept: KeptLook, played: Match) -> bool:
    """Whether a match went as it had when a look came."""
    before = played.events[: kept.events]
    return len(before) == kept.events and kept.last == told(before)
