"""`lifeguard backup` and `lifeguard restore`."""

from __future__ import annotations

import errno
import json
import sys
import tempfile
from pathlib import Path

import pytest

from firmware.cli import main
from firmware.storage import lock
from firmware.storage.past import PastMatches
from tests.firmware.history.drawn import drawn


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LIFEGUARD_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    drawn(tmp_path / "home" / "journal.db", 3, seed=1, photos=1)
    return tmp_path / "home"


def call(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr(sys, "argv", ["lifeguard", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    return int(ended.value.code or 0)


def test_a_backup_is_shown_and_restored_on_another_box(monkeypatch, capsys, home, tmp_path) -> None:
    (home / "lifeguard.toml").write_text("[page]\nport = 8081\n")
    assert call(monkeypatch, "backup", "all.zip", "--photographs") == 0
    said = capsys.readouterr().out
    assert [word in said for word in ("matches       3 from 2024-01-0", "photographs   3", "settings      yes")] == [
        True
    ] * 3
    monkeypatch.setenv("LIFEGUARD_HOME", str(tmp_path / "other"))
    assert call(monkeypatch, "restore", "all.zip", "--show", "--json") == 0
    assert json.loads(capsys.readouterr().out)["matches"] == 3
    assert list((tmp_path / "other").iterdir()) == []
    assert call(monkeypatch, "restore", "all.zip") == 0
    assert "what was there is kept in" in capsys.readouterr().out
    assert len(PastMatches(tmp_path / "other" / "journal.db").rows()) == 3
    assert (tmp_path / "other" / "lifeguard.toml").exists()


def test_a_backup_takes_no_room_of_the_home(monkeypatch, capsys, home, tmp_path) -> None:
    """As if its disk were full or could only be read: nothing can be unpacked there."""
    really = tempfile.TemporaryDirectory

    def elsewhere(dir: Path, prefix: str) -> tempfile.TemporaryDirectory[str]:
        if Path(dir) == home:
            raise OSError(errno.EROFS, "Read-only file system")
        return really(dir=dir, prefix=prefix)

    monkeypatch.setattr("tempfile.TemporaryDirectory", elsewhere)
    assert call(monkeypatch, "backup", "all.zip") == 0
    assert "matches       3" in capsys.readouterr().out


def test_a_backup_is_made_beside_a_running_device_and_restored_only_without_one(monkeypatch, capsys, home) -> None:
    with lock.held(home):
        assert call(monkeypatch, "backup", "all.zip") == 0
        assert call(monkeypatch, "restore", "all.zip", "--show") == 0
        assert call(monkeypatch, "restore", "all.zip") == 1
    assert "stop it first" in capsys.readouterr().err


def test_what_is_no_backup_is_refused_in_one_line(monkeypatch, capsys, home, tmp_path) -> None:
    (tmp_path / "photo.jpg").write_bytes(b"\xff\xd8" * 500)
    for file in ("photo.jpg", "nothing.zip"):
        assert call(monkeypatch, "restore", file) == 1
        assert capsys.readouterr().err.count("\n") == 1
    assert len(PastMatches(home / "journal.db").rows()) == 3


def test_a_place_that_cannot_be_written_is_said(monkeypatch, capsys, home, tmp_path) -> None:
    (tmp_path / "taken").touch()
    assert call(monkeypatch, "backup", "taken/all.zip") == 1
    assert "try another place" in capsys.readouterr().err
