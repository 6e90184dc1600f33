"""What a power cut left of backups is removed, and nothing else."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from firmware.storage.backup.leftovers import ABANDONED_S
from firmware.storage.backup.save import backup
from firmware.storage.lock import held


def folder(path: Path) -> Path:
    path.mkdir()
    (path / "journal.db").touch()
    return path


def aged(path: Path, seconds: float) -> Path:
    at = time.time() - seconds
    os.utime(path, (at, at))
    return path


def names(place: Path) -> set[str]:
    return {path.name for path in place.iterdir()}


def test_a_home_is_tidied_when_its_lock_is_taken(tmp_path: Path) -> None:
    ours = ("backup-ab_1cd2e", "restoring-k3_9xyz0", "salvage-00000000")
    others = ("backup-2026", "backup-of-mine", "backup-ab_1cd2e-2", "restore-2", "before-restore-20261124T120000Z")
    for name in (*ours, *others):
        folder(tmp_path / name)
    (tmp_path / "backup-12345678").touch()  # a file: ours are folders
    with held(tmp_path):
        assert names(tmp_path) == {*others, "backup-12345678", "lifeguard.lock"}


@pytest.mark.parametrize("age_s", [2 * ABANDONED_S, -2 * ABANDONED_S])  # a clock may have been ahead
def test_the_place_of_a_backup_is_tidied_of_what_nobody_works_on_any_more(tmp_path: Path, age_s: float) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    ours = ("lifeguard-2026-11-17.zip.part", "mine.zip.part")
    others = ("lifeguard-2026-11-17.zip", "party.zip.part", ".backup-of-mine-too", "lifeguard-party.zip.part")
    for name in (*ours, *others):
        (stick / name).touch()
        aged(stick / name, age_s)
    aged(folder(stick / ".backup-ab_1cd2e"), age_s)
    aged(folder(stick / ".backup-at-work_"), age_s)
    folder(stick / ".backup-yyyyyyyy")  # another device is at work just now
    backup(tmp_path / "home", stick / "mine.zip")
    assert names(stick) == {*others, ".backup-at-work_", ".backup-yyyyyyyy", "mine.zip"}
