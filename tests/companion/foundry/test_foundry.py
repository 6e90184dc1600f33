"""The Foundry module in a real browser: real dice answer rolls.

The device is the real one, its looks are made by hand. Foundry itself is not free to be shipped: `stand_in/` stands for
what it documents of rolls, resolvers and chat.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from time import sleep
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.api import models
from companion.api.app import create_app
from companion.gate.tokens import ApiTokens
from firmware.device.loop import Device
from firmware.state.table import Table
from firmware.storage.journal import Journal
from firmware.update.inputs import Requested, Saw
from firmware.update.setup import begun
from firmware.web.backend import DeviceBackend
from tests.companion.browsing import CHROMIUM, serving
from tests.firmware.looks import die, look, thrown

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium: apt-get install chromium")
HERE, MODULE = Path(__file__).parent / "stand_in", Path("companion/foundry")
PREFIX = "/modules/lifeguard-tray/"


class StandIn(SimpleHTTPRequestHandler):
    """Serves the stand-in, and the module where Foundry would."""

    def translate_path(self, path: str) -> str:
        path = path.partition("?")[0]
        folder, rest = (MODULE, path.removeprefix(PREFIX)) if path.startswith(PREFIX) else (HERE, path.lstrip("/"))
        return str(folder / (rest or "index.html"))

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture(scope="module")
def foundry() -> Iterator[str]:
    """The address of the stand-in: another site than the box's."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), StandIn)
    running = Thread(target=partial(server.serve_forever, 0.01))
    running.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    running.join()
    server.server_close()


@pytest.fixture
def device(tmp_path: Path) -> Iterator[Device]:
    journal = Journal(tmp_path / "journal.db")
    device = Device(Table(begun("dice-tray", ("All",), {}), "0042", 1), journal, [])
    device.begin(anew=True)
    running = Thread(target=device.run)
    running.start()
    yield device
    device.stop()
    running.join()
    journal.close()


@pytest.fixture
def box(device: Device, foundry: str) -> Iterator[tuple[str, str]]:
    """The box's address, and a token that may answer."""
    backend, tokens = DeviceBackend(device), ApiTokens()
    device.outputs.append(backend)
    with serving(create_app(backend, tokens=tokens, rolls=backend, origins=(foundry,))) as address:
        yield f"http://{address}", tokens.make("Foundry", "answer")[0]


@pytest.fixture
def sit(browser: Browser, foundry: str, box: tuple[str, str]) -> Iterator[Callable[..., Page]]:
    """Somebody sits down at the virtual table, with a browser of their own."""
    contexts, errors = [], []

    def open_table(user: str = "Mia", generation: int = 13, token: str | None = None, **dice: str) -> Page:
        kept = {
            "lifeguard-tray.address": box[0],
            "lifeguard-tray.token": box[1] if token is None else token,
            "core.diceConfiguration": dice or {"d6": "lifeguard"},
        }
        context = browser.new_context()
        contexts.append(context)
        lines = "".join(f"localStorage.setItem({json.dumps(k)}, {json.dumps(json.dumps(v))});" for k, v in kept.items())
        context.add_init_script(lines)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
        page.goto(f"{foundry}/?user={user}&generation={generation}")
        expect(page.locator("body[data-ready]")).to_be_attached()
        return page

    yield open_table
    for context in contexts:
        context.close()
    assert [error for error in errors if not re.search("status of 4(03|09|22)|ERR_CONNECTION", error)] == []


def roll(page: Page, formula: str) -> None:
    page.locator("#formula").fill(formula)
    page.get_by_role("button", name="Roll").click()


def asked(page: Page, text: str) -> None:
    expect(page.locator(".lifeguard-tray")).to_contain_text(text)


def throw(device: Device, *faces: int, seed: int = 1) -> None:
    device.put(Saw(look(*thrown([f"die-{face}" for face in faces], seed)))).result(10)


def correct(device: Device, event: int, item: str, to: str) -> None:
    """Somebody taps the first die that shows `item`, and says that it was `to`."""
    position = device.table.match.events[event].items.index(item)
    change = models.Correct(version=device.table.version, event=event, position=position, item=to)
    assert not device.put(Requested(change)).result(10).refusal


def undo(device: Device, again: bool = False) -> None:
    change = (models.Redo if again else models.Undo)(version=device.table.version)
    assert not device.put(Requested(change)).result(10).refusal


@pytest.mark.parametrize("generation", [12, 13, 14])
def test_real_dice_answer_a_roll_and_a_correction_amends_the_chat(
    sit: Callable[..., Page], device: Device, generation: int
) -> None:
    page = sit(generation=generation)
    roll(page, "2d6 + 3")
    asked(page, "Mia: 2d6, please")
    throw(device, 3, 5)
    expect(page.locator(".roll-resolver")).to_have_count(0)
    line = page.locator("#chat li")
    expect(line).to_contain_text(re.compile(r"2d6 \+ 3: \[(3,5|5,3)\] \+ 3 = 11"))
    correct(device, 0, "die-5", "die-6")
    expect(line).to_contain_text("= 12")
    expect(line.locator(".lifeguard-note")).to_contain_text("Corrected at the table")
    correct(device, 0, "die-6", "die-5")
    expect(line).to_contain_text("= 11")
    expect(line.locator(".lifeguard-note")).to_have_count(0)


def test_what_the_camera_cannot_read_is_asked_for_and_typed(sit: Callable[..., Page], device: Device) -> None:
    page = sit(d6="lifeguard", d20="lifeguard")
    roll(page, "2d6 + 1d20")
    asked(page, "Mia: 2d6 and a d20, please")
    asked(page, "Type the others here.")
    expect(page.get_by_role("button", name="Submit")).to_be_disabled()  # the computer would throw what is not there
    page.get_by_label("d20").fill("17")
    throw(device, 1, 2)
    page.get_by_role("button", name="Submit").click()
    expect(page.locator("#chat li")).to_contain_text("= 20")


def test_a_doubtful_die_is_asked_about_at_the_virtual_table_too(sit: Callable[..., Page], device: Device) -> None:
    page = sit()
    roll(page, "1d6")
    asked(page, "Mia: a d6, please")
    device.put(Saw(look(die("die-6", 100, 80, 0.6, "die-1"))))
    asked(page, "What does the marked die show?")
    page.locator(".lifeguard-tray button").first.click()
    expect(page.locator("#chat li")).to_have_count(1)
    expect(page.locator("#chat li")).to_contain_text(f"= {device.table.match.state.lately[-1].total}")
    assert device.table.question is None


def test_a_roll_that_is_closed_is_not_waited_for_and_takes_no_throw(sit: Callable[..., Page], device: Device) -> None:
    page = sit()
    roll(page, "2d6")
    asked(page, "Mia: 2d6, please")
    page.get_by_role("button", name="Close").click()
    expect(page.locator("#chat li")).to_have_count(1)  # Foundry threw it by itself
    settle(device, 0)
    said = page.locator("#chat li").inner_text()
    throw(device, 1, 1)
    assert page.locator("#chat li").inner_text() == said
    assert "lifeguard" not in page.evaluate("JSON.stringify(game.messages.contents[0].rolls[0].options)")


def test_all_can_be_typed_by_hand(sit: Callable[..., Page], device: Device) -> None:
    page = sit()
    roll(page, "2d6")
    asked(page, "Mia: 2d6, please")
    page.get_by_role("button", name="Type all by hand").click()
    page.get_by_label("d6").first.fill("6")
    page.get_by_label("d6").last.fill("5")
    page.get_by_role("button", name="Submit").click()
    expect(page.locator("#chat li")).to_contain_text("= 11")
    settle(device, 0)


def test_two_players_at_once_each_get_a_throw_of_their_own_and_no_die_is_left_over_for_the_other(
    sit: Callable[..., Page], device: Device
) -> None:
    mia, tom = sit("Mia"), sit("Tom")
    roll(mia, "2d6")
    asked(mia, "Mia: 2d6, please")
    roll(tom, "1d6")
    asked(tom, "Mia throws first.")
    throw(device, 4, 4, 6)  # one too many: it is nobody's
    asked(mia, "3 dice, not 2: throw again")
    asked(tom, "Mia throws first.")
    throw(device, 2, 2, seed=2)
    expect(mia.locator("#chat li")).to_contain_text("= 4")
    expect(tom.locator(".lifeguard-tray")).not_to_contain_text("throws first")
    expect(tom.locator("#chat li")).to_have_count(0)
    throw(device, 6, seed=3)
    expect(tom.locator("#chat li")).to_contain_text("= 6")
    correct(device, 2, "die-6", "die-1")
    expect(tom.locator("#chat li")).to_contain_text("= 1")
    expect(mia.locator("#chat li")).to_contain_text("= 4")


def test_after_a_reload_nothing_is_waited_for_and_corrections_still_reach_the_chat(
    sit: Callable[..., Page], device: Device
) -> None:
    page = sit()
    roll(page, "2d6kh")
    asked(page, "Mia: 2d6, please")
    throw(device, 3, 5)
    expect(page.locator("#chat li")).to_contain_text("= 5")
    roll(page, "1d6")
    asked(page, "Mia: a d6, please")
    page.reload()
    expect(page.locator("body[data-ready]")).to_be_attached()
    settle(device, 0)
    throw(device, 6, seed=2)  # what was asked for before the reload is not asked for any more
    expect(page.locator("#chat li")).to_have_count(1)
    correct(device, 0, "die-5", "die-2")
    expect(page.locator("#chat li")).to_contain_text("= 3")


def test_a_throw_that_is_taken_back_is_said_and_another_in_its_place_changes_nothing(
    sit: Callable[..., Page], device: Device
) -> None:
    page = sit()
    roll(page, "1d6")
    asked(page, "Mia: a d6, please")
    throw(device, 3)
    line, note = page.locator("#chat li"), page.locator(".lifeguard-note")
    expect(line).to_contain_text("= 3")
    undo(device)
    expect(note).to_have_text("This throw was taken back at the table.")
    undo(device, again=True)
    expect(note).to_have_count(0)
    undo(device)
    expect(note).to_have_count(1)
    throw(device, 6, seed=2)
    expect(note).to_have_text("This throw was taken back at the table.")
    expect(line).to_contain_text("= 3")


def test_a_die_that_explodes_is_thrown_again_and_its_correction_is_said_not_made(
    sit: Callable[..., Page], device: Device
) -> None:
    page = sit()
    roll(page, "1d6x")
    asked(page, "Mia: a d6, please")
    throw(device, 6)
    page.locator(".extra").wait_for()
    asked(page, "Mia: a d6, please")
    throw(device, 2, seed=2)
    expect(page.locator("#chat li")).to_contain_text("= 8")
    correct(device, 0, "die-6", "die-1")
    expect(page.locator(".lifeguard-note")).to_contain_text("At the table it was really 1, 2.")
    expect(page.locator("#chat li")).to_contain_text("= 8")


def test_a_token_that_is_not_known_is_said_and_the_roll_can_be_typed(sit: Callable[..., Page]) -> None:
    page = sit(token="lg_wrong")
    roll(page, "1d6")
    asked(page, "This token is not known here")
    page.get_by_role("button", name="Type all by hand").click()
    page.get_by_label("d6").fill("4")
    page.get_by_role("button", name="Submit").click()
    expect(page.locator("#chat li")).to_contain_text("= 4")


def test_the_page_of_the_box_says_what_is_asked_for(
    sit: Callable[..., Page], device: Device, box: tuple[str, str]
) -> None:
    page = sit()
    roll(page, "2d6")
    asked(page, "Mia: 2d6, please")
    phone = page.context.new_page()
    phone.goto(box[0])
    expect(phone.locator(".asked")).to_have_text("Mia: 2d6, please")
    throw(device, 1, 2, 3)
    expect(phone.locator("#now .quiet")).to_have_text("3 dice, not 2: throw again")
    throw(device, 4, 4, seed=2)
    expect(phone.locator(".asked")).to_have_count(0)


def settle(device: Device, waiting: int) -> None:
    """Waits until so many rolls are waited for."""
    for _ in range(500):
        if sum(one.event is None for one in device.table.rolls) == waiting:
            return
        sleep(0.02)
    raise AssertionError(device.table.rolls)
