"""The board of many tables in a real browser: a television that nobody scrolls, a phone, a host."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.hub.routes import create_hub
from engines.games import GAMES
from firmware.hub.desk import HubDesk
from tests.companion.browsing import CHROMIUM, CUT, PHONE, SCREEN, flaws, serving, unlock

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium: apt-get install chromium")
NOW = datetime(2026, 11, 24, 20, 0, 30, tzinfo=UTC)
"""Half a minute after the tables spoke: no question waits for long."""
NAMES = ("Annalena", "Benjamin", "Cleo", "Dan", "Ella", "Finn-Ole", "Gina", "Hugo")


def told(desk: HubDesk, number: int, **more: object) -> None:
    """Table `number` says how it stands, with up to eight players and, here and there, a question."""
    game = GAMES[sorted(GAMES)[number % len(GAMES)]]
    players = [{"name": name, "score": 7 * seat} for seat, name in enumerate(NAMES[: 2 + number % 7])]
    state = {"match": 1, "version": 3, "game": game.name, "title": game.title, "players": players, "awaits": "turn"}
    state |= {"seat": 1, "commands": ["new-match", "lock", "help"], "page": f"http://192.168.1.{number}:8080"}
    state |= {"begun": "2026-11-24T18:00:00Z", "time": "2026-11-24T20:00:00Z"}
    if number % 6 == 1:
        state["question"] = {"text": "Is the red die next to the shell a 2 or a 3?", "answers": [{"text": "2"}]}
    desk.hear(f"table-{number}", "availability", b"online")
    desk.hear(f"table-{number}", "state", json.dumps(state | more).encode())


@pytest.fixture
def asked() -> list[tuple[str, bytes]]:
    return []


@pytest.fixture
def desk(tmp_path: Path, asked: list[tuple[str, bytes]]) -> Iterator[HubDesk]:
    desk = HubDesk(tmp_path, lambda table, command: asked.append((table, command)), clock=lambda: NOW)
    desk.linked(True)
    for number in range(1, 16):
        told(desk, number, help=number == 4)
    desk.start()
    yield desk
    desk.close()


@pytest.fixture
def board(desk: HubDesk) -> Iterator[str]:
    with serving(create_hub(desk)) as address:
        yield f"http://{address}"


def opened(browser: Browser, address: str, size: tuple[int, int]) -> Page:
    page = browser.new_page(viewport={"width": size[0], "height": size[1]})
    page.goto(address)
    expect(page.locator(".tile, .column").first).to_be_visible()
    return page


def test_a_television_shows_fifteen_tables_without_scrolling_and_nothing_is_cut_off(
    browser: Browser, board: str
) -> None:
    page = opened(browser, board, SCREEN)
    expect(page.locator(".tile")).to_have_count(15)
    assert page.evaluate("[document.documentElement.scrollHeight, document.documentElement.scrollWidth]") == [
        1080,
        1920,
    ]
    cut = "() => [...document.querySelectorAll('.tile')].filter((e) => e.scrollHeight > e.clientHeight + 1).length"
    assert page.evaluate(cut) == 0
    expect(page.locator(".tile").first).to_contain_text("Calls for help")
    page.close()


def test_a_phone_shows_all_of_it_in_its_width_and_a_host_locks_a_table(
    browser: Browser, board: str, desk: HubDesk, asked: list[tuple[str, bytes]]
) -> None:
    page = opened(browser, board, PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE[0]
    assert page.evaluate(CUT) == []
    page.locator(".tile", has_text="Table 4").first.click()
    page.get_by_role("button", name="Lock changes by phones").click()
    unlock(page, desk.pin())
    expect(page.get_by_text("Asked Table 4.")).to_be_visible()
    assert asked == [("table-4", b'{"do": "lock", "locked": true}')]
    expect(page.get_by_text("This box does not allow: answer, end-match")).to_be_visible()
    told(desk, 4, locked=True)
    expect(page.get_by_role("button", name="Free changes by phones")).to_be_visible()
    page.close()


def test_axe_finds_nothing_wrong_with_board_and_tournament(browser: Browser, board: str) -> None:
    page = opened(browser, board, SCREEN)
    assert flaws(page) == []
    page.goto(f"{board}/#cup")
    expect(page.get_by_text("No tournament is on")).to_be_visible()
    assert flaws(page) == []
    page.close()
