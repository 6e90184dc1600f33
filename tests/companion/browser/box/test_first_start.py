"""The first start of a box, from the QR code on its OLED to the first throw, in a real browser."""

from __future__ import annotations

import json
import re
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread
from typing import TypeVar

import pytest
from playwright.sync_api import APIResponse, Browser, Page, expect

from firmware import run as device
from firmware import run_lesson
from firmware.config import Config
from firmware.device.opening import Start
from firmware.storage.people import household
from hardware.panel.board import SimulatedBoard
from tests.companion.browsing import CHROMIUM, CUT, PHONE, SMALL, flaws, until
from tests.qr_code import scanned

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium: apt-get install chromium")
SIMULATED = {"camera": {"source": "simulated"}, "panel": {"kind": "simulated"}}
PATIENCE_S = 30.0
SEED = 1
"""Of the simulated table: its first throw is read without a question."""
Found = TypeVar("Found")


@dataclass
class Running:
    """A device in a thread of its own: its panel, and what stops it."""

    boards: list[SimulatedBoard] = field(default_factory=list)
    stops: list[Callable[[], None]] = field(default_factory=list)

    @property
    def board(self) -> SimulatedBoard:
        return self.boards[-1]

    def scanned(self) -> str:
        """What a phone reads from the OLED's own bytes; "" for nothing."""
        return scanned(self.board.picture)


def soon(found: Callable[[], Found | None]) -> Found:
    """What `found` gives, once it is anything."""
    until = time.monotonic() + PATIENCE_S
    while not (now := found()) and time.monotonic() < until:
        time.sleep(0.05)
    assert now
    return now


@pytest.fixture
def running(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    made, open_panel = Running(), device.panel_of

    def panel_of(*given):
        made.boards.append(open_panel(*given))
        return made.board

    @contextmanager
    def stopping(stop: Callable[[], None]) -> Iterator[None]:
        made.stops.append(stop)
        yield

    monkeypatch.setattr(device, "randbits", lambda _: SEED)
    for module in (device, run_lesson):
        monkeypatch.setattr(module, "panel_of", panel_of)
        monkeypatch.setattr(module, "stopping", stopping)
    with socket.create_server(("127.0.0.1", 0)) as free:  # the lesson has the page's own port, as on a box
        page = {"host": "127.0.0.1", "port": free.getsockname()[1]}
    config = Config.model_validate(SIMULATED | {"page": page})
    thread = Thread(target=device.run, args=(Start(config, tmp_path, welcome=True),))
    thread.start()
    soon(lambda: made.boards)
    yield made
    made.stops[-1]()
    thread.join(60)
    assert not thread.is_alive()


@pytest.fixture
def phone(browser: Browser, running: Running) -> Iterator[Page]:
    """A phone that has scanned the code."""
    context = browser.new_context(viewport={"width": PHONE[0], "height": PHONE[1]})
    page, errors = context.new_page(), []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(str(soon(running.scanned)))
    yield page
    context.close()
    assert errors == []


def go(page: Page, name: str = "Next") -> None:
    page.get_by_role("button", name=name, exact=True).click()


def heading(page: Page, text: str) -> None:
    expect(page.get_by_role("heading", level=2)).to_have_text(text)


def to_panel(page: Page) -> None:
    """From the greeting to the test of the panel, as people who have two games."""
    go(page, "Begin")
    heading(page, "Who plays here?")
    page.get_by_label("Name 1", exact=True).fill("Mia")
    page.get_by_label("Name 2", exact=True).fill("Tom")
    go(page)
    heading(page, "Which games do you have?")
    page.get_by_label("Shark Attacks!").check()
    page.get_by_label("Hai Noon").check()
    go(page)
    heading(page, "Whose cards are they?")
    page.get_by_label("Our own").check()
    go(page)
    heading(page, "What the camera sees")
    expect(page.locator(".verdict.well")).to_be_visible()
    until(page, "() => document.querySelector('img.live').naturalWidth > 600")  # it is fetched again and again
    go(page)
    heading(page, "Press A, B, C")


def test_from_the_code_on_the_oled_to_the_first_throw(running, phone, tmp_path) -> None:
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/welcome#\d{4}", running.scanned())
    assert not re.search(r"#\d", phone.url), "nobody need see the PIN in the address"
    assert json.loads(phone.request.get(phone.url.replace("/welcome", "/api/page")).body())["welcome"]
    to_panel(phone)
    expect(phone.get_by_role("button", name="Press all three first")).to_be_disabled()
    for name in "ABC":
        running.board.press(name)
        expect(phone.get_by_label(f"Button {name}")).to_have_class("pressed")
    go(phone, "All is well")
    heading(phone, "Your own cards")
    go(phone, "Later")
    heading(phone, "What shall it be first?")
    assert not household.load(tmp_path).done
    go(phone, "Shark Attacks!")
    expect(phone.get_by_role("heading", name="It is read")).to_be_visible(timeout=4000 * PATIENCE_S)
    expect(phone.locator(".verdict.well")).to_contain_text("Mia")
    go(phone, "To the table")
    expect(phone.locator(".lane .name")).to_have_text(["Mia", "Tom"])
    kept = household.load(tmp_path)
    assert (kept.names, kept.games, kept.own, kept.done) == (
        ("Mia", "Tom"), ("shark-attacks", "hai-noon"), ("hai-noon",), True,
    )  # fmt: skip


def test_until_it_is_done_the_table_leads_to_it_and_no_game_can_be_begun(phone) -> None:
    table = phone.url.split("/welcome")[0]
    go(phone, "Begin")
    now = phone.request.get(f"{table}/api/page").json()
    assert now["awaits"]["text"] == "This box is not set up yet: nothing is played until its welcome is done."
    wish = {"game": "pig", "players": ["Mia", "Tom"], "options": {}}

    def begin() -> APIResponse | None:
        """The answer, unless the page had changed meanwhile."""
        version = phone.request.get(f"{table}/api/page").json()["version"]
        answer = phone.request.post(f"{table}/api/game", data=wish | {"version": version})
        return answer if answer.status != 409 else None

    refused = soon(begin)
    assert (refused.status, "not set up yet" in refused.json()["error"]) == (422, True)
    phone.goto(f"{table}/")
    heading(phone, "Your box is awake")


def test_what_does_not_work_has_a_sentence_and_the_way_on_stays_open(running, phone) -> None:
    to_panel(phone)
    running.board.press("B")
    expect(phone.get_by_label("Button B")).to_have_class("pressed")
    go(phone, "Something does not work")
    expect(phone.locator(".wrong li")).to_have_count(4)
    go(phone, "Go on all the same")
    heading(phone, "Your own cards")


def test_own_cards_are_learnt_on_the_box_and_then_the_first_start_goes_on(running, phone, tmp_path) -> None:
    to_panel(phone)
    go(phone, "Something does not work")
    go(phone, "Go on all the same")
    heading(phone, "Your own cards")
    go(phone, "Learn the cards of Hai Noon")
    expect(phone.locator("#title")).to_have_text("hai-noon")
    assert phone.request.post(f"{phone.url}api/finish", data={"version": 0}).status == 422, "there is no card yet"
    expect(phone.locator(".taken button")).to_have_count(1)  # the simulated table has laid one
    go(phone, "Let it rest")
    expect(phone).to_have_url(re.compile("/welcome#lessons$"), timeout=4000 * PATIENCE_S)  # two devices went and came
    heading(phone, "Your own cards")
    assert (tmp_path / "lessons" / "hai-noon" / "lesson.json").exists()
    wrong = phone.request.post(phone.url.split("/welcome")[0] + "/api/lesson", data={"game": "pig"})
    assert (wrong.status, wrong.json()["error"]) == (422, "pig is no game with cards")
    go(phone, "Later")
    heading(phone, "What shall it be first?")


def test_the_way_back_keeps_what_was_said_and_mistakes_are_told(phone, tmp_path) -> None:
    phone.get_by_label("Language of the box").select_option("de")
    heading(phone, "Deine Box ist wach")
    phone.get_by_label("Sprache der Box").select_option("en")
    heading(phone, "Your box is awake")
    go(phone, "Begin")
    heading(phone, "Who plays here?")
    assert household.load(tmp_path).language == "en"
    go(phone)
    expect(phone.get_by_text("One name at least, please")).to_be_visible()
    phone.get_by_label("Name 1", exact=True).fill("Mia")
    phone.get_by_label("Name 2", exact=True).fill("mia")
    go(phone)
    expect(phone.get_by_text("A name is there twice")).to_be_visible()
    phone.get_by_label("Name 2", exact=True).fill("")
    go(phone)
    go(phone)
    expect(phone.get_by_text("One game at least, please")).to_be_visible()
    go(phone, "Back")
    expect(phone.get_by_label("Name 1", exact=True)).to_have_value("Mia")


def test_every_step_fits_a_phone_and_is_open_to_everybody(phone) -> None:
    go(phone, "Begin")
    phone.get_by_label("Name 1", exact=True).fill("Bartholomäus-Konstantin")
    go(phone)
    phone.get_by_label("Hold Your Breath!").check()
    for text in ("Which games do you have?", "Whose cards are they?", "What the camera sees", "Press A, B, C"):
        heading(phone, text)
        for width, height in (SMALL, PHONE):
            phone.set_viewport_size({"width": width, "height": height})
            assert phone.evaluate(CUT) == [], width
            assert flaws(phone) == [], width
        if not text.startswith("Press"):
            phone.locator(".ways .big").click()
