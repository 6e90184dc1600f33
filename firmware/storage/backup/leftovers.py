"""What a power cut leaves of backups: half-written files and folders of ours, which nobody will ever finish."""

from __future__ import annotations

import re
import shutil
import time
from pathlib import Path

_RANDOM = "[a-z0-9_]{8}"
"""How `tempfile` ends the names of its folders."""
IN_HOME = re.compile(rf"(backup|restoring|salvage|trial)-{_RANDOM}")
"""Folders that only the process with the home's lock makes. (Or a look at a backup: it can be taken again.)"""
BESIDE_BACKUP = re.compile(rf"\.backup-{_RANDOM}")
WEEKLY_PART = re.compile(r"lifeguard-\d{4}-\d\d-\d\d\.zip\.part")
ABANDONED_S = 3600.0
"""Age, seconds, from which on nobody works on it any more: another device may write to the same folder."""


def sweep_home(home: Path) -> None:
    """Removes what lies about in a home that this process has locked, as far as it can be."""
    for folder in _folders(home, IN_HOME):
        shutil.rmtree(folder, ignore_errors=True)


def sweep_beside(file: Path) -> None:
    """Removes what lies about where a backup is to be written. Raises OSError."""
    parts = [part for part in file.parent.iterdir() if WEEKLY_PART.fullmatch(part.name)]
    parts.append(file.with_name(f"{file.name}.part"))
    for part in parts:
        if part.is_file() and _abandoned(part):
            part.unlink(missing_ok=True)
    for folder in filter(_abandoned, _folders(file.parent, BESIDE_BACKUP)):
        shutil.rmtree(folder, ignore_errors=True)


def _folders(place: Path, name: re.Pattern[str]) -> list[Path]:
    return [at for at in place.iterdir() if name.fullmatch(at.name) and at.is_dir() and not at.is_symlink()]


def _abandoned(left: Path) -> bool:
    """Whether it is old, or of days to come: then a clock was set meanwhile."""
    return abs(time.time() - left.stat().st_mtime) > ABANDONED_S
