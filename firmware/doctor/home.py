"""The folder of all data: room for it, what was taught, and its backups."""

from __future__ import annotations

import errno
import shutil
import sqlite3
import tempfile
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from companion.words.language import t, tn
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
        todo = t("Delete something.") if full else t("Give this user the folder, or set LIFEGUARD_HOME to another.")
        seen = t("{folder} cannot be written ({error}).", folder=str(folder), error=error.strerror or str(error))
        return Check("disk", "fail", seen, todo)
    seen = t("{free} MB are free in {folder}.", free=free, folder=str(folder))
    if free < LIMITS.full_mb:
        return Check("disk", "fail", seen, t("Delete something: nothing could be saved for long."))
    return Check("disk", "warn", seen, t("Make room soon.")) if free < LIMITS.low_mb else Check("disk", "ok", seen)


def kept(folder: Path) -> Check:
    """Whether what was played, taught and drawn can be used, and whether a damaged journal lies about."""
    if trouble := _journal(folder / "journal.db"):
        return trouble
    drawings = Drawings(folder)
    troubles = [*faces.troubles(folder), *filter(None, map(drawings.trouble, mat_names()))]
    if troubles:
        seen = tn(
            "What was taught or drawn cannot be used ({first}).",
            "What was taught or drawn cannot be used in {count} files ({first}).",
            len(troubles),
            first=troubles[0],
        )
        return Check("kept", "fail", seen, t("Teach or draw it anew, or remove the file."))
    aside = sorted(file.name for file in folder.glob("journal.db.damaged-*Z"))
    if aside:
        seen = t("{file} was damaged, and saved as far as it could be.", file=aside[-1])
        return Check("kept", "warn", seen, t("Copy or remove it."))
    return Check("kept", "ok", t("What was played, taught and drawn is whole."))


def _journal(path: Path) -> Check | None:
    """What is amiss with the journal, if there is one; it is only read."""
    try:
        if path.exists():
            check(path)
    except NewerJournal:
        return Check("kept", "fail", t("A newer Lifeguard made {file}.", file=path.name), t("Update this one."))
    except (*UNREADABLE, OSError) as error:
        if isinstance(error, OSError) or (isinstance(error, sqlite3.Error) and not damaged(error)):
            seen = t("{file} cannot be read ({error}).", file=path.name, error=str(error))
            return Check("kept", "fail", seen, t("Give this user the file."))
        seen = t("{file} is damaged ({error}).", file=path.name, error=str(error))
        return Check("kept", "fail", seen, t("Restart the device: it saves what it can."))
    return None


def backed_up(config: BackupConfig, today: date) -> Check:
    """Whether a backup is made each week, and the newest is not too old."""
    if config.folder is None:
        todo = t("Save one now and then, or name a folder in the settings.")
        return Check("backup", "ok", t("None is made by itself."), todo)
    folder = str(config.folder)
    try:
        if not config.folder.is_dir():
            return Check("backup", "warn", t("{folder} is not there.", folder=folder), t("Plug it in."))
        last = newest(config.folder, today)
    except OSError as error:
        seen = t("{folder} cannot be read ({error}).", folder=folder, error=error.strerror or str(error))
        return Check("backup", "fail", seen, t("Plug it in anew, or give this user the folder."))
    if last is None:
        seen = t("There is none in {folder} yet.", folder=folder)
        return Check("backup", "warn", seen, t("Leave the device on for ten minutes."))
    seen = t("The newest is of {day}.", day=last.isoformat())
    if today - last > 2 * EVERY:
        return Check("backup", "warn", seen, t("Leave the device on for ten minutes, with the folder in place."))
    return Check("backup", "ok", seen)
