"""The doctor on the page: looks at a device that plays, for those who know the PIN."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import httpx
import numpy as np
import pytest

from companion.api.app import create_app
from firmware.config import load
from firmware.device.loop import Device
from firmware.doctor.on_the_page import PageDoctor
from firmware.storage.journal import Journal
from firmware.web.backend import DeviceBackend
from hardware.cameras.frame import Frame
from tests.companion.browsing import PIN, serving
from tests.firmware.doctor.machines import bare
from tests.firmware.history.drawn import drawn

KNOWS = {"X-Lifeguard-Pin": PIN}


@pytest.fixture
def phone(tmp_path: Path) -> Iterator[Any]:
    """A phone of a device that has played, and the device's table and pictures."""
    drawn(tmp_path / "journal.db", 2, seed=1)
    journal = Journal(tmp_path / "journal.db")
    table = journal.load()
    assert table is not None
    device, frames = Device(replace(table, pin=PIN), journal, []), list[Frame]()
    doctor = PageDoctor(
        load(None, {}), tmp_path, lambda: device.table, lambda: frames[-1] if frames else None, bare()
    )  # fmt: skip
    with (
        serving(create_app(DeviceBackend(device), doctor=doctor)) as address,
        httpx.Client(base_url=f"http://{address}", trust_env=False, headers=KNOWS, timeout=60) as client,
    ):
        yield client, device, frames
    journal.close()


def test_all_parts_are_looked_at_while_the_device_plays(phone: Any) -> None:
    client, device, frames = phone
    before = {check["name"]: check for check in client.get("/api/doctor").json()}
    assert list(before)[:3] == ["disk", "kept", "backup"]
    assert {"network", "clock", "camera", "OLED", "buzzer", "buttons", "LED"} <= before.keys()
    assert (before["camera"]["verdict"], before["OLED"]["verdict"]) == ("warn", "ok")

    frames.append(Frame(np.full((720, 1280, 3), 20, np.uint8), 0.0))
    device.table = replace(device.table, faults=(("display", "It does not answer. Look at its four wires."),))
    after = {check["name"]: check for check in client.get("/api/doctor").json()}
    assert after["camera"]["seen"] == "It gives pictures of 1280x720."
    assert after["light"]["todo"] == "Switch a lamp on: the pictures are dark."
    german = {check["name"]: check for check in client.get("/api/doctor", headers={"accept-language": "de"}).json()}
    assert german["light"]["title"] == "Licht"
    assert german["light"]["todo"] == "Mach eine Lampe an: Die Bilder sind dunkel."
    assert (after["OLED"]["verdict"], after["OLED"]["seen"]) == ("fail", "It does not answer. Look at its four wires.")


def test_a_report_is_saved_from_the_page_and_by_nobody_without_the_pin(phone: Any) -> None:
    client, _, _ = phone
    with ZipFile(io.BytesIO(client.get("/api/report.zip").content)) as archive:
        assert {"checks.txt", "log.txt", "match.jsonl", "looks.jsonl"} <= set(archive.namelist())
    for path in ("/api/doctor", "/api/report.zip"):
        assert client.get(path, headers={"X-Lifeguard-Pin": "0000"}).status_code == 403
