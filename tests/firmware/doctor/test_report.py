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
from firmware.cli.upkeep import reports
from firmware.config import load
from firmware.device.loop import Device
from firmware.doctor import report
from firmware.doctor.check import Check
from firmware.doctor.replay import ReportRefused
from firmware.state.table import Table
from firmware.storage import looks
from firmware.storage.journal import Journal
from firmware.storage.looks import FILE, LookLog, kept_looks
from firmware.update.inputs import Saw
from firmware.update.setup import begun
from tests.firmware.doctor.machines import bare, machine
from tests.firmware.history.drawn import drawn
from tests.firmware.looks import die, look, thrown

CHECKS = (Check("disk", "ok", "900 MB are free."), Check("camera", "fail", "It is gone.", "Plug it in."))
FIRST = ["swimmer-wave", "swimmer-wave", "swimmer-wave", "swimmer-wave", "swimmer-1", "swimmer-2", "swimmer-3"]
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


def test_its_last_looks_are_judged_anew(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal, table = Journal(tmp_path / "journal.db"), Table(begun("shark-attacks", ("Ana", "Ben"), {}), "4711")
    device = Device(table, journal, [])
    device.looks = LookLog(tmp_path / FILE)
    device.begin(anew=True)
    device.put(Saw(look(*thrown(FIRST, seed=1))))
    device.put(Saw(look(*thrown(FIRST[:-1], seed=2), die("swimmer-3", 250, 60, 0.6, "swimmer-2"))))
    device.stop()
    device.run()
    journal.close()
    report.write(tmp_path / "bug.zip", CHECKS, load(None, {}), tmp_path, bare())
    assert "Ana" not in told(tmp_path / "bug.zip")["looks.jsonl"]
    assert reports.replay(tmp_path / "bug.zip", as_json=True) == 0
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert first["now"].startswith("throw: ")
    assert second["now"].startswith("asked: ")

    wrong = told(tmp_path / "bug.zip") | {
        "looks.jsonl": told(tmp_path / "bug.zip")["looks.jsonl"].replace("throw", "x")
    }
    with ZipFile(tmp_path / "bug.zip", "w") as archive:
        for name, text in wrong.items():
            archive.writestr(name, text)
    assert reports.replay(tmp_path / "bug.zip", as_json=False) == 1
    assert capsys.readouterr().out.startswith("DIFFERS")


def test_no_more_than_the_last_looks_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looks, "MOST_KEPT", 2)
    table, log = Table(begun("shark-attacks", ("Ana", "Ben"), {}), "4711"), LookLog(tmp_path / FILE)
    seen = [look() for _ in range(7)]
    (tmp_path / FILE).write_bytes(b"eJyF")  # cut off by a pulled plug
    for each in seen:
        log.note(each, table, table)
    assert [kept.look for kept in kept_looks(tmp_path / FILE)] == seen[-3:]


def test_a_file_that_is_no_report_is_refused(tmp_path: Path) -> None:
    (tmp_path / "bug.zip").write_text("no zip")
    with pytest.raises(ReportRefused, match="no report"):
        reports.replay(tmp_path / "bug.zip", as_json=True)


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


def test_the_command_speaks_the_language_of_the_device_and_writes_it_in_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LIFEGUARD_HOME", str(tmp_path / "home"))
    (tmp_path / "lifeguard.toml").write_text('[device]\nlanguage = "de"\n')
    command = [
        "lifeguard",
        "doctor",
        "--config",
        str(tmp_path / "lifeguard.toml"),
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
    assert "ok    Sicherung Von selbst wird keine gemacht." in capsys.readouterr().out
    assert "ok    backup   None is made by itself." in told(tmp_path / "bug.zip")["checks.txt"]
