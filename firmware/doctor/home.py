"""The folder of all data: room for it, what was taught, and its backups."""

from __future__ import annotations

import errno
import shutil
import sqlite3
import tempfile
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from firmware.config import BackupConfig
from firmware.device.upkeep.weekly_backup import EVERY, newest
from firmware.doctor.check import Check
from firmware.games import faces
from firmware.games.layouts import mat_names
from firmware.observe.drawn_mat import Drawings
from firmware.storage.contents import UNREADABLE
from firmware.storage.salvage import NewerJournal, check
from firmware.storage.schema import damaged


@dataclass(frozen=True, slots=True)
class RoomLimits:
    """How much of the disk should be free."""

    low_mb: int = 200
    """Below this it is time to tidy up."""
    full_mb: int = 20
    """Too little to go on (a long evening's photographs take some 50 MB)."""


LIMITS = RoomLimits()


def disk(folder: Path) -> Check:
    """Whether the journal can be written, and how much room is left."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as probe:
            probe.write(b"x" * 4096)
            probe.flush()
        free = shutil.disk_usage(folder).free // 1_000_000
    except OSError as error:
        full = error.errno == errno.ENOSPC
        todo = "Delete something." if full else "Give this user the folder, or set LIFEGUARD_HOME to another."
        return Check("disk", "fail", f"{folder} cannot be written ({error.strerror or error}).", todo)
    seen = f"{free} MB are free in {folder}."
    if free < LIMITS.full_mb:
        return Check("disk", "fail", seen, "Delete something: nothing could be saved for long.")
    return Check("disk", "warn", seen, "Make room soon.") if free < LIMITS.low_mb else Check("disk", "ok", seen)


def kept(folder: Path) -> Check:
    """Whether what was played, taught and drawn can be used, and whether a damaged journal lies about."""
    if trouble := _journal(folder / "journal.db"):
        return trouble
    drawings = Drawings(folder)
    troubles = [*faces.troubles(folder), *filter(None, map(drawings.trouble, mat_names()))]
    if troubles:
        more = f" ({len(troubles) - 1} more like it)" if troubles[1:] else ""
        return Check("kept", "fail", f"{troubles[0]}{more}.", "Teach or draw it anew, or remove the file.")
    aside = sorted(file.name for file in folder.glob("journal.db.damaged-*Z"))
    if aside:
        return Check("kept", "warn", f"{aside[-1]} was damaged, and saved as far as it could be.", "Copy or remove it.")
    return Check("kept", "ok", "What was played, taught and drawn is whole.")


def _journal(path: Path) -> Check | None:
    """What is amiss with the journal, if there is one; it is only read."""
    try:
        if path.exists():
            check(path)
    except NewerJournal:
        return Check("kept", "fail", f"A newer Lifeguard made {path.name}.", "Update this one.")
    except (*UNREADABLE, OSError) as error:
        if isinstance(error, OSError) or (isinstance(error, sqlite3.Error) and not damaged(error)):
            return Check("kept", "fail", f"{path.name} cannot be read ({error}).", "Give this user the file.")
        return Check("kept", "fail", f"{path.name} is damaged ({error}).", "Restart the device: it saves what it can.")
    return None


def backed_up(config: BackupConfig, today: date) -> Check:
    """Whether a backup is made each week, and the newest is not too old."""
    if config.folder is None:
        return Check(
            "backup", "ok", "None is made by itself.", "Save one now and then, or name a folder in the settings."
        )
    try:
        if not config.folder.is_dir():
            return Check("backup", "warn", f"{config.folder} is not there.", "Plug it in.")
        last = newest(config.folder, today)
    except OSError as error:
        seen = f"{config.folder} cannot be read ({error.strerror or error})."
        return Check("backup", "fail", seen, "Plug it in anew, or give this user the folder.")
    if last is None:
        return Check("backup", "warn", f"There is none in {config.folder} yet.", "Leave the device on for ten minutes.")
    seen = f"The newest is of {last.isoformat()}."
    if today - last > 2 * EVERY:
        return Check("backup", "warn", seen, "Leave the device on for ten minutes, with the folder in place.")
    return Check("backup", "ok", seen)
