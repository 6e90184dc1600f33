"""How far the journal had come, in a file of its own: a journal that went back in time is noticed.

SQLite passes over the damaged end of a write-ahead log without a word, and an older copy of a file looks as good as
any.
"""

from __future__ import annotations

import logging
import os
from dataclasses import astuple, dataclass
from pathlib import Path

from firmware.storage.schema import seal

log = logging.getLogger("lifeguard")

WIDTH = 64
"""Bytes: the same each time, so that it is written in place, in one sector."""


@dataclass(frozen=True, slots=True)
class Reached:
    """The last save: how many there were (`saved`), in which match, and of how many steps."""

    saved: int = 0
    match: int = 0
    steps: int = 0


class HighWaterMark:
    """The file that says how far a journal had come."""

    def __init__(self, journal: Path) -> None:
        self._path = journal.with_name(journal.name + ".mark")

    def read(self) -> Reached:
        """How far it had come; nothing reached, if the file is not there or is damaged."""
        try:
            *numbers, checksum = map(int, self._path.read_bytes()[:WIDTH].split())
            reached = Reached(*numbers)
        except (OSError, ValueError, TypeError):
            return Reached()
        return reached if checksum == seal(*numbers) else Reached()

    def write(self, reached: Reached) -> None:
        """Note the save that has just been made. One that cannot be noted is saved all the same."""
        numbers = astuple(reached)
        try:
            file = os.open(self._path, os.O_WRONLY | os.O_CREAT, 0o666)
            try:
                os.pwrite(file, " ".join(map(str, (*numbers, seal(*numbers)))).ljust(WIDTH).encode(), 0)
                os.fsync(file)
            finally:
                os.close(file)
        except OSError as error:
            log.warning("cannot note how far the journal has come (%s)", error)
