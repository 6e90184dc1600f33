"""One device a home: two would write over each other's games."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from engines.core import Said, said
from firmware.storage.backup.leftovers import sweep_home
from firmware.storage.backup.swap import finish

NAME = "lifeguard.lock"


class HomeRefused(Exception):
    """The folder of all data cannot be had, for another device has it, say; the message says why and what to do."""


class HomeUnwritable(HomeRefused):
    """Nothing can be kept in the folder of all data; the message says why and what to do."""


@contextmanager
def held(home: Path) -> Iterator[None]:
    """Holds the folder of all data for this process, until the block ends or the process dies.

    A restore that was cut short is ended first, and what a power cut left of backups is removed.
    Raises HomeRefused if another process has it, HomeUnwritable if nothing can be kept there.
    """
    with _opened(home) as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            file.seek(0)
            who = file.read(20).strip() or "unknown"
            todo = "stop it first, or set LIFEGUARD_HOME to another folder"
            raise HomeRefused(f"another Lifeguard (process {who}) runs on {home}: {todo}") from error
        with suppress(OSError):  # a full disk keeps no number; the lock holds all the same
            file.truncate(0)
            file.write(str(os.getpid()))
            file.flush()
        _tidy(home)
        yield


def _tidy(home: Path) -> None:
    try:
        finish(home)
        sweep_home(home)
    except OSError as error:
        raise HomeUnwritable(unwritable(home, error)) from error


def _opened(home: Path) -> TextIO:
    try:
        home.mkdir(parents=True, exist_ok=True)
        return (home / NAME).open("a+")
    except OSError as error:
        raise HomeUnwritable(unwritable(home, error)) from error


def unwritable(folder: Path, error: OSError) -> Said:
    """That nothing can be kept in a folder, and what to do."""
    why = (error.strerror or "").lower()
    return said(
        "cannot write to {folder} ({why}): give this user the folder, or set LIFEGUARD_HOME to another",
        folder=folder,
        why=why,
    )
