"""A backup a week by itself: made when due, the oldest let go of, and said when it cannot be made."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest

from firmware.config import BackupConfig
from firmware.device.upkeep.weekly_backup import WeeklyBackup
from firmware.storage.backup.restore import contents
from firmware.update.inputs import Fault
from tests.firmware.history.drawn import drawn

START = date(2026, 11, 24)


class Calendar:
    """A device whose days go by as they are told to."""

    def __init__(self, home: Path, config: BackupConfig) -> None:
        self.today, self.told = START, list[Fault]()
        self.weekly = WeeklyBackup(home, config, None, self.told.append, lambda: self.today)

    def after(self, days: int) -> None:
        self.today += timedelta(days=days)
        self.weekly.look()


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    drawn(tmp_path / "home" / "journal.db", 2, seed=1, photos=1)
    (tmp_path / "stick").mkdir()
    return tmp_path / "stick"


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def test_one_is_made_each_week_and_the_oldest_gives_way(stick: Path) -> None:
    calendar = Calendar(stick.parent / "home", BackupConfig(folder=stick, keep=2))
    for days in (0, 1, 5, 1, 7, 3):
        calendar.after(days)
    assert names(stick) == ["lifeguard-2026-12-01.zip", "lifeguard-2026-12-08.zip"]
    assert contents(stick / "lifeguard-2026-12-08.zip", stick.parent).photographs == 0
    assert calendar.told == []


def test_photographs_are_in_it_if_they_are_wanted(stick: Path) -> None:
    Calendar(stick.parent / "home", BackupConfig(folder=stick, photographs=True)).after(0)
    assert contents(stick / "lifeguard-2026-11-24.zip", stick.parent).photographs == 2


def test_what_people_keep_in_that_folder_is_let_be(stick: Path) -> None:
    (stick / "lifeguard-before-the-party.zip").touch()
    (stick / "lifeguard-1999-99-99.zip").touch()
    calendar = Calendar(stick.parent / "home", BackupConfig(folder=stick, keep=1))
    calendar.after(0)
    calendar.after(7)
    assert names(stick) == [
        "lifeguard-1999-99-99.zip", "lifeguard-2026-12-01.zip", "lifeguard-before-the-party.zip",
    ]  # fmt: skip


def test_a_clock_that_was_ahead_keeps_no_backup_from_being_made(stick: Path) -> None:
    (stick / "lifeguard-2031-01-01.zip").touch()
    calendar = Calendar(stick.parent / "home", BackupConfig(folder=stick, keep=1))
    calendar.after(0)
    assert "lifeguard-2026-11-24.zip" in names(stick)


def test_a_stick_that_is_not_there_is_said_once_and_no_more_when_it_is_back(stick: Path) -> None:
    calendar = Calendar(stick.parent / "home", BackupConfig(folder=stick))
    stick.rename(stick.with_name("pulled"))
    calendar.after(0)
    calendar.after(1)
    assert calendar.told == [Fault("backup", f"No backup: {stick} is not there. Plug it in.")]
    stick.with_name("pulled").rename(stick)
    calendar.after(0)
    assert calendar.told[1:] == [Fault("backup", "")]
    assert len(names(stick)) == 1


def test_a_folder_that_cannot_be_looked_at_is_a_fault_and_the_next_look_goes_on(stick: Path) -> None:
    """A pulled stick gives an error when it is asked for; so does a name that is too long for any disk."""
    calendar = Calendar(stick.parent / "home", BackupConfig(folder=stick / ("x" * 300)))
    calendar.after(0)
    calendar.after(1)
    (fault,) = calendar.told
    assert "cannot be used (File name too long). Plug it in anew." in fault.text


def test_a_journal_that_cannot_be_copied_is_said(stick: Path) -> None:
    (stick.parent / "home" / "journal.db").write_bytes(b"no journal")
    calendar = Calendar(stick.parent / "home", BackupConfig(folder=stick))
    calendar.after(0)
    assert "cannot be copied" in calendar.told[0].text
    assert names(stick) == []


def test_without_a_folder_nothing_is_started(tmp_path: Path) -> None:
    weekly = Calendar(tmp_path, BackupConfig()).weekly
    weekly.start()
    weekly.look()
    weekly.stop()
    assert not weekly._thread.is_alive()
