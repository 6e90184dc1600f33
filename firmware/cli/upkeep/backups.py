"""What `lifeguard backup` and `lifeguard restore` do.

They raise BackupFailed, BackupRefused, HomeRefused and OSError.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

from firmware.storage import lock
from firmware.storage.backup.inventory import BackupContents
from firmware.storage.backup.restore import contents
from firmware.storage.backup.restore import restore as put_back
from firmware.storage.backup.save import backup
from firmware.storage.journal import Journal


def save(home: Path, file: Path, photographs: bool, settings: Path | None, as_json: bool) -> None:
    """Writes a backup and says what is in it; a journal that no device has in use is made ready first."""
    if (home / "journal.db").exists():
        try:
            with lock.held(home):
                Journal(home / "journal.db").close()
        except lock.HomeRefused:
            pass  # a device plays on it, and has done so
    _tell(file, backup(home, file, photographs, settings), as_json)


def show(home: Path, file: Path, as_json: bool) -> None:
    """Says what is in a backup, and changes nothing."""
    _tell(file, contents(file, home), as_json)


def restore(home: Path, file: Path, as_json: bool) -> None:
    """Says what is in a backup, puts it in place, and says where that is which was there."""
    _tell(file, contents(file, home), as_json)
    aside = put_back(file, home)
    print(json.dumps({"aside": str(aside)}) if as_json else f"restored; what was there is kept in {aside}")


def _tell(file: Path, found: BackupContents, as_json: bool) -> None:
    if as_json:
        print(json.dumps({"file": str(file), **asdict(found)}, ensure_ascii=False))
        return
    days = f" from {found.first} to {found.last}" if found.first else ""
    print(f"{file}, made {found.made} by Lifeguard {found.version}")
    for what, text in (
        ("matches", f"{found.matches}{days}"),
        ("players", ", ".join(found.players) or "none"),
        ("photographs", str(found.photographs)),
        ("taught", ", ".join(found.taught) or "nothing"),
        ("places drawn", ", ".join(found.drawn) or "none"),
        ("settings", "yes" if found.settings else "none"),
    ):
        print(f"  {what:13} {text}")
