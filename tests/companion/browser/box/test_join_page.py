"""The page on which a network is chosen, in a real browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.api.app import create_app
from companion.api.upkeep.network_routes import JoinRequest, NetworksView, NetworkView
from firmware.device.loop import Device
from firmware.state.table import Table
from firmware.storage.journal import NoJournal
from firmware.update.setup import begun
from firmware.web.backend import DeviceBackend
from tests.companion.browsing import CHROMIUM, CUT, PHONE, PIN, SMALL, flaws, serving, unlock

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium: apt-get install chromium")
HOME = NetworkView(ssid="Seaside Café & Bar <b>", strength=80, secret=True)
OPEN = NetworkView(ssid="Harbour", strength=35, secret=False)


class Air:
    """The networks that there are, and what phones asked for."""

    def __init__(self) -> None:
        self.now = NetworksView(mode="hotspot", trouble="", networks=(HOME, OPEN))
        self.wanted: list[JoinRequest] = []

    def networks(self) -> NetworksView:
        return self.now

    def join(self, wanted: JoinRequest) -> NetworksView:
        self.wanted.append(wanted)
        return self.now


@pytest.fixture
def air() -> Air:
    return Air()


@pytest.fixture
def visit(browser: Browser, air: Air, tmp_path: Path) -> Iterator[Callable[..., Page]]:
    device = Device(Table(begun("dice-tray", ("Ana",), {}), PIN, 0), NoJournal(tmp_path / "journal.db", "no"), [])
    with ExitStack() as stack, serving(create_app(DeviceBackend(device), networks=air)) as address:

        def open_page(size: tuple[int, int] = PHONE) -> Page:
            context = browser.new_context(viewport={"width": size[0], "height": size[1]})
            stack.callback(context.close)
            page = context.new_page()
            page.goto(f"http://{address}/join")
            return page

        yield open_page


def test_a_network_is_chosen_and_joined_with_its_password(visit, air) -> None:
    page = visit()
    page.get_by_role("button", name="Seaside Café").click()
    page.get_by_label("Password of this network").fill("sea-urchins")
    page.get_by_role("button", name="Join").click()
    unlock(page)
    expect(page.get_by_text("Join Seaside Café & Bar <b> with your phone, too")).to_be_visible()
    assert air.wanted == [JoinRequest(ssid=HOME.ssid, password="sea-urchins")]


def test_an_open_network_asks_for_no_password_and_a_hidden_one_for_its_name(visit, air) -> None:
    page = visit()
    page.get_by_role("button", name="Harbour").click()
    expect(page.get_by_label("Password of this network")).to_have_count(0)
    page.get_by_role("button", name="Back").click()
    page.get_by_role("button", name="Another one").click()
    page.get_by_label("Name").fill("Hidden Cove")
    page.get_by_label("Password of this network").fill("sea-urchins")
    page.get_by_role("button", name="Join").click()
    unlock(page)
    expect(page.get_by_text("The box joins Hidden Cove now")).to_be_visible()
    assert air.wanted == [JoinRequest(ssid="Hidden Cove", password="sea-urchins")]


def test_why_the_last_one_could_not_be_joined_is_said(visit, air) -> None:
    air.now = air.now.model_copy(update={"trouble": "Home could not be joined: look at the password"})
    expect(visit().get_by_role("alert")).to_have_text("Home could not be joined: look at the password.")


def test_everybody_can_read_and_use_it(visit) -> None:
    page = visit(SMALL)
    expect(page.get_by_role("button", name="Harbour")).to_be_visible()
    assert page.evaluate(CUT) == []
    assert flaws(page) == []
    page.get_by_role("button", name="Seaside").click()
    assert page.evaluate(CUT) == []
    assert flaws(page) == []
