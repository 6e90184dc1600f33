"""The backup over HTTP: whole, for those who know the PIN, one at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from threading import Event, Thread

import httpx
import pytest

from companion.api.app import create_app
from firmware.device.loop import Device
from firmware.storage.backup.restore import contents
from firmware.storage.journal import Journal
from firmware.web.backend import DeviceBackend
from firmware.web.upkeep.page_backup import PageBackup
from tests.companion.browsing import PIN, serving
from tests.firmware.history.drawn import drawn

KNOWS = {"X-Lifeguard-Pin": PIN}


@pytest.fixture
def phone(tmp_path: Path) -> Iterator[httpx.Client]:
    """A phone of a device with three matches."""
    drawn(tmp_path / "home" / "journal.db", 3, seed=1, photos=2)
    journal = Journal(tmp_path / "home" / "journal.db")
    table = journal.load()
    assert table is not None
    backend = DeviceBackend(Device(replace(table, pin=PIN), journal, []))
    with (
        serving(create_app(backend, backups=PageBackup(tmp_path / "home", None))) as address,
        httpx.Client(base_url=f"http://{address}", trust_env=False) as client,
    ):
        yield client
    journal.close()


def test_a_phone_that_knows_the_pin_saves_everything_and_nothing_stays_behind(phone, tmp_path) -> None:
    before = sorted(file.name for file in (tmp_path / "home").iterdir())
    for photographs, count in (("false", 0), ("true", 6)):
        answer = phone.get(f"/api/backup.zip?photographs={photographs}", headers=KNOWS)
        assert answer.status_code == 200
        assert answer.headers["content-disposition"] == 'attachment; filename="lifeguard-backup.zip"'
        (tmp_path / "saved.zip").write_bytes(answer.content)
        found = contents(tmp_path / "saved.zip", tmp_path)
        assert (found.matches, found.photographs) == (3, count)
    assert sorted(file.name for file in (tmp_path / "home").iterdir()) == before


def test_a_stranger_gets_nothing(phone) -> None:
    assert phone.get("/api/backup.zip").status_code == 403


def test_a_second_one_meanwhile_is_told_to_wait(phone, monkeypatch) -> None:
    begun, go_on = Event(), Event()

    def slow(*_: object) -> None:
        begun.set()
        go_on.wait(10)
        raise OSError("no room")

    monkeypatch.setattr("firmware.web.upkeep.page_backup.backup", slow)
    answers = []
    first = Thread(target=lambda: answers.append(phone.get("/api/backup.zip", headers=KNOWS)))
    first.start()
    assert begun.wait(10)
    second = httpx.get(phone.base_url.join("/api/backup.zip"), headers=KNOWS, trust_env=False)
    go_on.set()
    first.join()
    assert [(answer.status_code, answer.json()["error"]) for answer in (second, *answers)] == [
        (503, "a backup is being made already; try again in a minute"),
        (503, "no room"),
    ]
