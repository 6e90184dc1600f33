"""A backup is made, also beside a device that plays."""

from __future__ import annotations

import json
import sqlite3
import tempfile
from contextlib import closing
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from firmware.config import ConfigError, without_secrets
from firmware.storage.backup.archive import ABOUT, DRAWN, JOURNAL, PART, SETTINGS, TAUGHT, write
from firmware.storage.contents import UNREADABLE
from firmware.storage.salvage import NewerJournal, check
from firmware.storage.schema import connect

FORMAT = 1


class BackupFailed(Exception):
    """No backup could be made; the message says why and what to do."""


def backup(home: Path, file: Path, photographs: bool = False, settings: Path | None = None) -> None:
    """Writes all that `home` keeps to a file, whole or not at all; `settings` is the configuration in use.

    Secrets are left out: paired phones, and settings that are called so. Raises BackupFailed.
    """
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=file.parent, prefix=".backup-") as folder:
            parts: dict[str, Path | bytes] = {ABOUT: _about()}
            if (home / JOURNAL).exists():
                parts[JOURNAL] = _copy(home / JOURNAL, Path(folder) / JOURNAL, photographs)
            if settings is not None and settings.exists():
                parts[SETTINGS] = without_secrets(settings).encode()
            write(file, parts | kept(home))
    except (*UNREADABLE, NewerJournal) as error:
        raise BackupFailed(_why(home, error)) from error
    except ConfigError as error:
        raise BackupFailed(str(error)) from error
    except OSError as error:
        raise BackupFailed(
            f"cannot write {file} ({(error.strerror or str(error)).lower()}): try another place"
        ) from error


def kept(home: Path) -> dict[str, Path]:
    """What was taught and drawn in a home: the names and files of a backup's parts."""
    files = (file for folder in (*TAUGHT, DRAWN) for file in sorted((home / folder).glob("*")))
    named = {file.relative_to(home).as_posix(): file for file in files if file.is_file()}
    return {name: file for name, file in named.items() if PART.fullmatch(name)}


def _about() -> bytes:
    made = datetime.now(UTC).isoformat(timespec="seconds")
    return json.dumps({"format": FORMAT, "made": made, "lifeguard": version("lifeguard")}).encode()


def _copy(journal: Path, copy: Path, photographs: bool) -> Path:
    """Copies a journal as it stands at this moment, whoever writes to it. Raises one of `UNREADABLE`."""
    with closing(connect(journal, "ro")) as source, closing(sqlite3.connect(copy, isolation_level=None)) as target:
        source.backup(target)
        target.execute("PRAGMA journal_mode=DELETE")  # one file, without a log beside it
        if not photographs:
            target.execute("DELETE FROM photos")
            target.execute("VACUUM")
    check(copy)
    return copy


def _why(home: Path, error: Exception) -> str:
    todo = "start the device anew, and what can be saved is saved; then try again"
    return f"the journal {home / JOURNAL} cannot be copied ({error}): {todo}"
