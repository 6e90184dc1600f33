"""The page of the box in a real browser: an update is sent, and what becomes of it is said."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from threading import Thread

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.api.app import create_app
from companion.api.upkeep.doctor_routes import BoxDoctor, CheckView
from companion.api.upkeep.name_routes import Namer, NameView
from firmware.device.loop import Device
from firmware.device.upkeep.sticks import releases
from firmware.state.table import Table
from firmware.storage.journal import NoJournal
from firmware.update.inputs import Fault
from firmware.update.setup import begun
from firmware.web.backend import DeviceBackend
from firmware.web.upkeep.page_update import PageUpdate
from tests.companion.browsing import CHROMIUM, CUT, PHONE, PIN, SMALL, flaws, serving, unlock

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium: apt-get install chromium")
RELEASE = Random(1).randbytes(120_000)


@pytest.fixture
def device(tmp_path: Path) -> Iterator[Device]:
    device = Device(Table(begun("dice-tray", ("Ana",), {}), PIN, 0), NoJournal(tmp_path / "journal.db", "no"), [])
    running = Thread(target=device.run)
    running.start()
    yield device
    device.stop()
    running.join()


@pytest.fixture
def visit(browser: Browser, device: Device, tmp_path: Path) -> Iterator[Callable[..., Page]]:
    backend, contexts = DeviceBackend(device), []
    device.outputs.append(backend)

    def open_page(
        taken: bool = True, size: tuple[int, int] = PHONE, namer: Namer | None = None, doctor: BoxDoctor | None = None
    ) -> Page:
        updates = PageUpdate(tmp_path, taken, lambda: releases([tmp_path / "media"]))
        app = create_app(backend, updates=updates, namer=namer, doctor=doctor)
        address = served.enter_context(serving(app))
        contexts.append(browser.new_context(viewport={"width": size[0], "height": size[1]}))
        page = contexts[-1].new_page()
        page.goto(f"http://{address}/box")
        return page

    with ExitStack() as served:
        yield open_page
        for context in contexts:
            context.close()


def say(device: Device, text: str) -> None:
    device.put(Fault("update", text)).result(10)


def test_an_update_is_sent_and_followed_to_its_end(visit, device, tmp_path) -> None:
    say(device, "Updated to 0.1.0.")  # of the last one
    page = visit()
    release = tmp_path / "lifeguard-0.2.0.tar"
    release.write_bytes(RELEASE)
    page.get_by_label("Release").set_input_files(release)
    page.get_by_role("button", name="Update", exact=True).click()
    unlock(page)
    status = page.get_by_role("status").filter(has_text="It is in the box")
    expect(status).to_be_visible()
    assert (tmp_path / "update/wanted.tar").read_bytes() == RELEASE
    say(device, "An update is unpacked. Play on.")
    expect(page.get_by_text("An update is unpacked. Play on.")).to_be_visible()
    say(device, "Back on 0.1.0: 0.2.0 is not well (the OLED failed for 90 s).")
    expect(page.get_by_text("Back on 0.1.0")).to_be_visible()
    expect(page.get_by_role("button", name="Update", exact=True)).to_be_enabled()


def test_a_release_on_a_stick_is_offered_and_copied_only_when_somebody_asks(visit, tmp_path) -> None:
    stick = tmp_path / "media/STICK"
    stick.mkdir(parents=True)
    (stick / "lifeguard-0.2.0.tar").write_bytes(RELEASE)
    page = visit(size=SMALL)
    expect(page.get_by_text("lifeguard-0.2.0.tar lies on a stick in the box.")).to_be_visible()
    assert page.evaluate(CUT) == []
    assert flaws(page) == []
    assert not (tmp_path / "update").exists()
    page.get_by_role("button", name="Update from the stick").click()
    unlock(page)
    expect(page.get_by_role("status").filter(has_text="It is in the box")).to_be_visible()
    assert (tmp_path / "update/wanted.tar").read_bytes() == RELEASE


class Named:
    """A box with a name."""

    name = "raspberrypi"

    def named(self) -> NameView:
        return NameView(name=self.name)

    def rename(self, name: str) -> NameView:
        self.name = name
        return NameView(name=name, note="phones find it by that name after the next start")


def test_the_box_gets_another_name_and_what_is_still_to_be_known_is_said(visit) -> None:
    box = Named()
    page = visit(namer=box)
    expect(page.get_by_text("at raspberrypi.local:")).to_be_visible()
    page.get_by_label("Another name").fill("See Side")
    page.get_by_role("button", name="Call it so").click()
    assert box.name == "raspberrypi"
    page.get_by_label("Another name").fill("seaside")
    page.get_by_role("button", name="Call it so").click()
    unlock(page)
    expect(page.get_by_text("It is called seaside; phones find it by that name after the next start.")).to_be_visible()
    expect(page.get_by_text("at seaside.local:")).to_be_visible()
    assert box.name == "seaside"
    assert page.evaluate(CUT) == []
    assert flaws(page) == []


def test_without_a_file_nothing_is_sent(visit, tmp_path) -> None:
    page = visit()
    page.get_by_role("button", name="Update", exact=True).click()
    expect(page.get_by_text("Choose a file first.")).to_be_visible()
    assert not (tmp_path / "update").exists()


def test_a_device_that_is_no_box_says_so(visit) -> None:
    page = visit(taken=False)
    expect(page.get_by_text("was not set up as a box")).to_be_visible()
    expect(page.get_by_role("button", name="Update", exact=True)).to_have_count(0)


class Doctor:
    """A doctor of one part."""

    def examined(self) -> tuple[CheckView, ...]:
        return (
            CheckView(name="camera", title="camera", verdict="fail", seen="No camera was found.", todo="Plug it in."),
        )

    def report(self) -> bytes:
        return b"a report"


def test_everybody_can_read_and_use_it_and_see_what_is_wrong(visit) -> None:
    page = visit(size=SMALL, doctor=Doctor())
    expect(page.get_by_role("button", name="Update", exact=True)).to_be_visible()
    page.get_by_role("button", name="Look at all parts").click()
    unlock(page)
    expect(page.get_by_text("camera No camera was found. Plug it in.")).to_be_visible()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save a file for a bug").click()
    assert saved.value.path().read_bytes() == b"a report"
    assert page.evaluate(CUT) == []
    assert flaws(page) == []
