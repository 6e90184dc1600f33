"""A report for a bug: what helps a maintainer, and nothing that is nobody's business."""

from __future__ import annotations

import json
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from zipfile import ZipFile

import pytest

from engines.record import read
from firmware.cli import main
from firmware.config import load
from firmware.doctor import report
from firmware.doctor.check import Check
from tests.firmware.doctor.machines import bare, machine
from tests.firmware.history.drawn import drawn

CHECKS = (Check("disk", "ok", "900 MB are free."), Check("camera", "fail", "It is gone.", "Plug it in."))
LOG = """2026-11-24T20:00:01 box lifeguard[7]: page http://10.0.0.5:8080   PIN 0042   camera pi
2026-11-24T20:00:09 box lifeguard[7]: Ana: throw swimmer-1   [Ana 14  Ana Lucia 0  Émile 0]
"""
SETTINGS = """
[game]
players = ["Ana Lucia", "Ana"]
[mqtt]
host = "shelf"
user = "box"
password = "hunter2"
[[webhooks]]
url = "https://hooks.example:8443/hunter2?token=hunter2"
"""


def told(file: Path) -> dict[str, str]:
    with ZipFile(file) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


@pytest.fixture
def written(tmp_path: Path) -> dict[str, str]:
    drawn(tmp_path / "home" / "journal.db", 4, seed=1, photos=2)
    (tmp_path / "settings.toml").write_text(SETTINGS)
    config = load(tmp_path / "settings.toml", {})
    told_by = machine(tmp_path / "root", {"proc/device-tree/model": "Raspberry Pi Zero 2 W\0"}, {"journalctl": LOG})
    report.write(tmp_path / "bug.zip", CHECKS, config, tmp_path / "home", told_by)
    return told(tmp_path / "bug.zip")


def test_it_holds_checks_versions_settings_log_and_the_last_match(written: dict[str, str]) -> None:
    assert written["checks.txt"].splitlines()[1] == "fail  camera   It is gone. Plug it in."
    about = json.loads(written["machine.json"])
    assert (about["model"], about["made"]) == ("Raspberry Pi Zero 2 W", "2026-11-24T20:05:00+00:00")
    assert about["packages"]["numpy"]
    assert json.loads(written["settings.json"])["mqtt"]["host"] == "shelf"
    assert json.loads(written["settings.json"])["webhooks"][0]["url"] == "https://hooks.example"
    assert json.loads(written["files.json"])["journal.db"] > 0
    assert "throw swimmer-1" in written["log.txt"]
    assert read(written["match.jsonl"]).players[0] == "Person 1"


def test_it_holds_neither_secrets_nor_names_nor_pictures(written: dict[str, str]) -> None:
    whole = "".join(written.values())
    assert [word for word in ("hunter2", "0042", "Ana", "Lucia", "Émile", "jpeg") if word in whole] == []


def test_without_a_log_or_a_match_it_is_written_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "journal.db").write_bytes(b"no journal")
    report.write(tmp_path / "bug.zip", CHECKS, load(None, {}), tmp_path, bare())
    assert told(tmp_path / "bug.zip")["match.jsonl"] == ""
    assert "no log" in told(tmp_path / "bug.zip")["log.txt"]


def test_a_log_whose_names_cannot_be_known_is_left_out_and_that_is_said(tmp_path: Path) -> None:
    drawn(tmp_path / "home" / "journal.db", 2, seed=1)
    with closing(sqlite3.connect(tmp_path / "home" / "journal.db")) as db:
        db.execute("UPDATE matches SET header = 'no header' WHERE id = 1")
        db.commit()
    report.write(
        tmp_path / "bug.zip", CHECKS, load(None, {}), tmp_path / "home", machine(tmp_path, {}, {"journalctl": LOG})
    )
    log = told(tmp_path / "bug.zip")["log.txt"]
    assert log.startswith("The log is left out: the journal is damaged")
    assert "Ana" not in log


def test_the_command_writes_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIFEGUARD_HOME", str(tmp_path / "home"))
    command = [
        "lifeguard",
        "doctor",
        "--camera",
        "simulated",
        "--panel",
        "simulated",
        "--report",
        str(tmp_path / "bug.zip"),
    ]
    monkeypatch.setattr(sys, "argv", command)
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code in (0, 1)
    assert "ok    LED" in told(tmp_path / "bug.zip")["checks.txt"]
