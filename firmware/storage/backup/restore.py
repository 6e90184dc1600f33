"""A backup is looked at, and takes the place of what a home keeps."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from firmware.config import ConfigError, load
from firmware.storage import lock
from firmware.storage.backup import archive
from firmware.storage.backup.archive import ABOUT, DRAWN, JOURNAL, SETTINGS, TAUGHT, BackupRefused
from firmware.storage.backup.save import FORMAT
from firmware.storage.backup.swap import swap
from firmware.storage.contents import UNREADABLE
from firmware.storage.past import PastMatches, PastUnreadable
from firmware.storage.salvage import check
from firmware.storage.schema import VERSION, DamagedJournal, connect, version_of
from vision.cards.deck.store import kind_of
from vision.store import BadTeaching


@dataclass(frozen=True, slots=True)
class BackupContents:
    """What is in a backup: when it was `made` (UTC) and by which version, the matches and the days (UTC, ISO 8601; "")
    of the first and the last, who played, what was taught ("decks/hai-noon") and the games whose places were drawn."""

    made: str
    version: str
    matches: int
    first: str
    last: str
    players: tuple[str, ...]
    photographs: int
    taught: tuple[str, ...]
    drawn: tuple[str, ...]
    settings: bool


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
    taught = [file for kind in TAUGHT for file in sorted((folder / kind).glob("*"))]
    for file in taught:
        kind_of(file)
    settings = folder / SETTINGS
    if settings.exists():
        load(settings, {})
    named = tuple(file.relative_to(folder).with_suffix("").as_posix() for file in taught)
    drawn = tuple(file.stem for file in sorted((folder / DRAWN).glob("*.json")))
    made, version = str(about["made"]), str(about["lifeguard"])
    return BackupContents(made, version, *_played(folder / JOURNAL), named, drawn, settings.exists())


def _played(journal: Path) -> tuple[int, str, str, tuple[str, ...], int]:
    """How many matches a journal holds, the days of the first and the last, who played, how many photographs."""
    if not journal.exists():
        return 0, "", "", (), 0
    if version_of(journal) > VERSION:
        raise ValueError("its journal was made by a newer Lifeguard: update this one")
    _check_schema(journal)
    check(journal)
    with closing(PastMatches(journal)) as past:
        rows = past.rows()
        days = sorted(row.began[:10] for row in rows if row.began)
        players = tuple(sorted({name for row in rows for name in row.players}))
        photographs = sum(past.photo_counts().values())
    return len(rows), days[0] if days else "", days[-1] if days else "", players, photographs


def _check_schema(journal: Path) -> None:
    """Raises DamagedJournal for a file with anything that runs when it is read: no journal has views or triggers."""
    with closing(connect(journal, "ro")) as db:
        for kind, sql in db.execute("SELECT type, sql FROM sqlite_master"):
            if kind not in ("table", "index") or "VIRTUAL TABLE" in str(sql).upper():
                raise DamagedJournal("it holds more than tables")
