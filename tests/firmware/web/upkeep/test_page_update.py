"""An update over HTTP: in pieces, whole, by those who know the PIN; a box alone takes it."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from random import Random

import httpx
import pytest

from companion.api.app import create_app
from firmware.device.loop import Device
from firmware.device.upkeep.sticks import releases
from firmware.state.table import Table
from firmware.storage.journal import NoJournal
from firmware.update.setup import begun
from firmware.web.backend import DeviceBackend
from firmware.web.upkeep.page_update import PageUpdate
from tests.companion.browsing import PIN, serving

KNOWS = {"X-Lifeguard-Pin": PIN}
RELEASE = Random(1).randbytes(150_000)
PIECE = 48 * 1024


@pytest.fixture
def taken() -> bool:
    return True


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    stick = tmp_path / "media/pi/STICK"
    stick.mkdir(parents=True)
    return stick


@pytest.fixture
def phone(tmp_path: Path, taken: bool) -> Iterator[httpx.Client]:
    table = Table(begun("dice-tray", ("Ana",), {}), PIN, 0)
    backend = DeviceBackend(Device(table, NoJournal(tmp_path / "journal.db", "no"), []))
    with (
        serving(
            create_app(backend, updates=PageUpdate(tmp_path, taken, lambda: releases([tmp_path / "media"])))
        ) as address,
        httpx.Client(base_url=f"http://{address}", trust_env=False, headers=KNOWS) as client,
    ):
        yield client


def sent(phone: httpx.Client, begin: int = 0) -> None:
    for at in range(begin, len(RELEASE), PIECE):
        piece = RELEASE[at : at + PIECE]
        answer = phone.post(f"/api/update/piece?at={at}", content=piece)
        assert (answer.status_code, answer.json()) == (200, {"bytes": at + len(piece)})


def test_a_release_arrives_in_pieces_and_is_left_for_the_box_once_it_is_whole(phone, tmp_path) -> None:
    wanted = tmp_path / "update/wanted.tar"
    sent(phone)
    assert not wanted.exists()
    assert phone.post(f"/api/update/take?size={len(RELEASE)}").status_code == 200
    assert wanted.read_bytes() == RELEASE
    assert [file.name for file in wanted.parent.iterdir()] == ["wanted.tar"]


def test_a_piece_that_came_twice_or_a_release_begun_anew_does_no_harm(phone, tmp_path) -> None:
    phone.post("/api/update/piece?at=0", content=b"of another release, that was never sent to its end" * 900)
    sent(phone)
    sent(phone, 2 * PIECE)
    phone.post(f"/api/update/take?size={len(RELEASE)}")
    assert (tmp_path / "update/wanted.tar").read_bytes() == RELEASE


def test_a_gap_is_refused(phone) -> None:
    phone.post("/api/update/piece?at=0", content=b"1234")
    answer = phone.post("/api/update/piece?at=8", content=b"90")
    assert (answer.status_code, answer.json()["error"]) == (422, "only 4 bytes have arrived: begin anew")


def test_a_release_that_is_not_all_here_is_not_taken(phone, tmp_path) -> None:
    phone.post("/api/update/piece?at=0", content=RELEASE[:PIECE])
    answer = phone.post(f"/api/update/take?size={len(RELEASE)}")
    assert (answer.status_code, answer.json()["error"]) == (422, "49152 of 150000 bytes have arrived: send it anew")
    assert phone.post("/api/update/take?size=0").status_code == 422
    assert not (tmp_path / "update/wanted.tar").exists()


def test_while_one_is_under_way_no_other_is_taken(phone) -> None:
    sent(phone)
    phone.post(f"/api/update/take?size={len(RELEASE)}")
    answer = phone.post("/api/update/piece?at=0", content=b"more")
    assert (answer.status_code, answer.json()["error"]) == (422, "an update is under way already: wait for it")


def test_a_release_on_a_stick_is_offered_and_taken_only_when_somebody_asks(phone, tmp_path, stick) -> None:
    (stick / "lifeguard-9.0.0.tar").write_bytes(RELEASE)
    (stick / "holiday.tar").write_bytes(b"of no interest")
    (tmp_path / "secret").write_bytes(b"of the box")
    (stick / "lifeguard-secret.tar").symlink_to(tmp_path / "secret")
    assert phone.get("/api/box").json()["found"] == ["lifeguard-9.0.0.tar"]
    assert not (tmp_path / "update").exists()
    assert phone.post("/api/update/stick?name=lifeguard-9.0.0.tar").json() == {"bytes": len(RELEASE)}
    assert (tmp_path / "update/wanted.tar").read_bytes() == RELEASE


def test_what_lies_on_no_stick_is_refused(phone, tmp_path, stick) -> None:
    (tmp_path / "lifeguard-9.0.0.tar").write_bytes(RELEASE)
    for name in ("lifeguard-9.0.0.tar", "../../../lifeguard-9.0.0.tar", str(tmp_path / "lifeguard-9.0.0.tar")):
        answer = phone.post("/api/update/stick", params={"name": name})
        error = f"{name} is not there any more: plug the stick in again"
        assert (answer.status_code, answer.json()["error"]) == (422, error)
    assert not (tmp_path / "update/wanted.tar").exists()


def test_a_stranger_changes_nothing(phone, tmp_path) -> None:
    for path in ("piece?at=0", "take?size=1", "stick?name=lifeguard-9.0.0.tar"):
        answer = httpx.post(phone.base_url.join(f"/api/update/{path}"), content=b"x", trust_env=False)
        assert answer.status_code == 403
    assert not (tmp_path / "update").exists()


def test_more_than_any_release_has_is_refused(phone) -> None:
    assert phone.post(f"/api/update/piece?at={2**30}", content=b"x").status_code == 422
    assert phone.post(f"/api/update/piece?at={2**40}", content=b"x").status_code == 422


def test_a_full_disk_is_said(phone, monkeypatch) -> None:
    monkeypatch.setattr("firmware.web.upkeep.page_update.SPARE_BYTES", 2**62)
    answer = phone.post("/api/update/piece?at=0", content=b"x")
    assert (answer.status_code, answer.json()["error"]) == (503, "the disk is full: make room on it, then try again")


def test_the_page_knows_the_version_and_that_it_is_a_box(phone) -> None:
    assert phone.get("/api/box").json() == {"version": version("lifeguard"), "updates": True, "found": []}
    assert "The box" in phone.get("/box").text


@pytest.mark.parametrize("taken", [False])
def test_a_device_that_is_no_box_takes_nothing(phone, tmp_path) -> None:
    assert phone.get("/api/box").json()["updates"] is False
    answer = phone.post("/api/update/piece?at=0", content=b"x")
    assert answer.json()["error"] == "this device was not set up as a box: update it the way it was installed"
    assert not (tmp_path / "update").exists()
