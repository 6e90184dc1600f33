"""A backup is looked at, and takes the place of what a home keeps."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from firmware.config import ConfigError, load
from firmware.storage import lock
from firmware.storage.backup import archive
from firmware.storage.backup.archive import ABOUT, JOURNAL, PEOPLE, SETTINGS, TAUGHT, BackupRefused
from firmware.storage.backup.inventory import BackupContents, inventory
from firmware.storage.backup.save import FORMAT
from firmware.storage.backup.swap import swap
from firmware.storage.contents import UNREADABLE
from firmware.storage.past import PastUnreadable
from firmware.storage.people import household
from firmware.storage.salvage import check
from firmware.storage.schema import VERSION, DamagedJournal, connect, version_of
from vision.cards.deck.store import kind_of
from vision.store import BadTeaching


def contents(file: Path, home: Path) -> BackupContents:
    """What is in a backup; it is unpacked beside `home` for a moment. Raises BackupRefused, OSError."""
    with _unpacked(file, home) as (_, found):
        return found


def restore(file: Path, home: Path) -> Path:
    """Puts what is in a backup in the place of what `home` keeps, and that into a folder beside, which is returned.

    All of it, or nothing is changed. Raises BackupRefused, HomeRefused for a home that is in use, OSError.
    """
    with lock.held(home), _unpacked(file, home) as (folder, _):
        (folder / ABOUT).unlink()
        return swap(home, folder)


@contextmanager
def _unpacked(file: Path, home: Path) -> Iterator[tuple[Path, BackupContents]]:
    """The folder with all parts of a backup, each looked at, and what they are."""
    home.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=home, prefix="restoring-") as place:
        folder = Path(place) / "parts"
        folder.mkdir()
        with archive.opened(file) as parts:
            needed = archive.unpacked_bytes(parts) + archive.LIMITS.spare_bytes
            if shutil.disk_usage(home).free < needed:
                raise BackupRefused(f"{file}: it needs {needed // 1_000_000} MB of free disk: make room first")
            archive.unpack(parts, folder)
        try:
            found = _looked_at(folder)
        except (*UNREADABLE, PastUnreadable, ConfigError, BadTeaching, OSError) as error:
            said = str(error).replace(f"{folder}/", "")
            raise BackupRefused(f"{file}: it cannot be restored ({said})") from error
        yield folder, found


def _looked_at(folder: Path) -> BackupContents:
    """What lies in a folder. Raises for the first part that is not what it should be."""
    about = json.loads((folder / ABOUT).read_text(encoding="utf-8"))
    if about["format"] > FORMAT:
        raise ValueError("it was made by a newer Lifeguard: update this one")
    for kind in TAUGHT:
        for file in sorted((folder / kind).glob("*")):
            kind_of(file)
    if (folder / PEOPLE).exists():
        household.read(folder / PEOPLE)
    if (folder / SETTINGS).exists():
        load(folder / SETTINGS, {})
    if (folder / JOURNAL).exists():
        _check_journal(folder / JOURNAL)
    names = (file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file())
    return inventory((folder / ABOUT).read_bytes(), names, folder)


def _check_journal(journal: Path) -> None:
    """Raises for a journal that no device here could use."""
    if version_of(journal) > VERSION:
        raise ValueError("its journal was made by a newer Lifeguard: update this one")
    _check_schema(journal)
    check(journal)


def _check_schema(journal: Path) -> None:
    """Raises DamagedJournal for a file with anything that runs when it is read: no journal has views or triggers."""
    with closing(connect(journal, "ro")) as db:
        for kind, sql in db.execute("SELECT type, sql FROM sqlite_master"):
            if kind not in ("table", "index") or "VIRTUAL TABLE" in str(sql).upper():
                raise DamagedJournal("it holds more than tables")
