"""A backup is made, also beside a device that plays."""

from __future__ import annotations

import errno
import json
import shutil
import sqlite3
import tempfile
from contextlib import closing
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from engines.core import said
from firmware.config import ConfigError, without_secrets
from firmware.storage.backup.archive import ABOUT, DRAWN, JOURNAL, LIMITS, PART, PEOPLE, SETTINGS, TAUGHT, write
from firmware.storage.backup.inventory import BackupContents, inventory
from firmware.storage.backup.leftovers import sweep_beside
from firmware.storage.contents import UNREADABLE
from firmware.storage.past import PastUnreadable
from firmware.storage.people import household
from firmware.storage.salvage import NewerJournal, check
from firmware.storage.schema import connect
from vision.cards.deck.store import kind_of
from vision.store import BadTeaching

FORMAT = 1


UNWRITTEN = said("cannot write {file} ({why}): try another place")
UNCOPIED = said(
    "the journal {file} cannot be copied ({error}): start the device anew, and what can be saved is saved;"
    " then try again"
)


class BackupFailed(Exception):
    """No backup could be made; the message says why and what to do."""


def backup(home: Path, file: Path, photographs: bool = False, settings: Path | None = None) -> BackupContents:
    """Writes all that `home` keeps to a file, whole or not at all, and says what is in it.

    `settings` is the configuration in use. Secrets are left out: paired phones, and settings that are called so.
    Raises BackupFailed.
    """
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        sweep_beside(file)
        _check_room(home / JOURNAL, file.parent)
        with tempfile.TemporaryDirectory(dir=file.parent, prefix=".backup-") as folder:
            about = _about()
            parts: dict[str, Path | bytes] = {ABOUT: about}
            if (home / JOURNAL).exists():
                parts[JOURNAL] = _copy(home / JOURNAL, Path(folder) / JOURNAL, photographs)
            if settings is not None and settings.exists():
                parts[SETTINGS] = without_secrets(settings).encode()
            parts |= kept(home)
            found = inventory(about, parts, Path(folder))
            write(file, parts)
            return found
    except (*UNREADABLE, NewerJournal, PastUnreadable) as error:
        full = getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL
        raise BackupFailed(_no_room(file.parent) if full else _why(home, error)) from error
    except ConfigError as error:
        raise BackupFailed(str(error)) from error
    except OSError as error:
        full = error.errno == errno.ENOSPC
        why = (error.strerror or str(error)).lower()
        raise BackupFailed(_no_room(file.parent) if full else said(UNWRITTEN, file=file, why=why)) from error


def _check_room(journal: Path, folder: Path) -> None:
    """Raises BackupFailed if a folder has no room for the copy of a journal and the file made of it, OSError."""
    size = sum(part.stat().st_size for part in (journal, Path(f"{journal}-wal")) if part.exists())
    needed = 2 * size + LIMITS.spare_bytes
    if shutil.disk_usage(folder).free < needed:
        raise BackupFailed(said("{what} (it needs {size} MB)", what=_no_room(folder), size=needed // 1_000_000))


def _no_room(folder: Path) -> str:
    return said("the disk of {folder} is full: make room there, or try another place", folder=folder)


def kept(home: Path) -> dict[str, Path]:
    """What was taught and drawn in a home, and who plays there: the names and files of a backup's parts.

    A damaged file is left out: a restore would refuse all that came with it. (The doctor names it.)
    """
    files = [file for folder in (*TAUGHT, DRAWN) for file in sorted((home / folder).glob("*"))]
    files.append(home / PEOPLE)
    named = {file.relative_to(home).as_posix(): file for file in files if file.is_file()}
    return {name: file for name, file in named.items() if PART.fullmatch(name) and _whole(file)}


def _whole(file: Path) -> bool:
    """Whether a file can be used; of drawings that is not asked."""
    try:
        if file.suffix == ".npz":
            kind_of(file)
        elif file.name == PEOPLE:
            household.read(file)
    except (BadTeaching, OSError, ValueError):
        return False
    return True


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
    return said(UNCOPIED, file=home / JOURNAL, error=str(error))
