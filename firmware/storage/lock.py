"""One device a home: two would write over each other's games."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

NAME = "lifeguard.lock"


class HomeInUse(Exception):
    """Another device has this folder of data; the message says which process it is, and what to do."""


@contextmanager
def held(home: Path) -> Iterator[None]:
    """Holds the folder of all data for this process, until the block ends or the process dies.

    Raises HomeInUse, and OSError for a folder that cannot be written.
    """
    home.mkdir(parents=True, exist_ok=True)
    with (home / NAME).open("a+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            file.seek(0)
            who = file.read(20).strip() or "unknown"
            todo = "stop it first, or set LIFEGUARD_HOME to another folder"
            raise HomeInUse(f"another Lifeguard (process {who}) runs on {home}: {todo}") from error
        file.truncate(0)
        file.write(str(os.getpid()))
        file.flush()
        yield
