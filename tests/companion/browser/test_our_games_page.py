"""An evening in a real browser, on a phone, a laptop and a television at once: matches, people, their figures."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from contextlib import ExitStack
from io import StringIO
from pathlib import Path
from threading import Thread

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from companion.api.app import create_app
from engines.core import Match
from engines.games import GAMES
from firmware.device.loop import Device
from firmware.state.table import Table
from firmware.storage.journal import Journal
from firmware.web.backend import DeviceBackend
from firmware.web.our_games import OurGames
from tests.companion.browsing import CHROMIUM, CONTRAST, CUT, LAPTOP, PHONE, PIN, SCREEN, flaws, pair, serving

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium: apt-get install chromium")

SCROLLED = (".strip", ".wide", ".unseen")
"""What may be wider than it shows: a row of photographs, a table of figures, words for screen readers."""


class Day:
    """A device that is started on a day of November 2026, without a camera, and phones around it."""

    def __init__(self, home: Path, browser: Browser, number: int) -> None:
        self.open = ExitStack()
        minutes = iter(range(24 * 60))
        clock = lambda: f"2026-11-{number:02}T{18 + (m := next(minutes)) // 60:02}:{m % 60:02}:00.000+00:00"  # noqa: E731
        journal = Journal(home / "journal.db", clock)
        self.open.callback(journal.close)
        saved = journal.load()
        begun = Match.begin(GAMES["dice-tray"], ("Ana", "Ben"), {"throws": 2})
        self.device = Device(saved or Table(begun, ""), journal, [])
        self.device.table = Table(**{name: getattr(self.device.table, name) for name in Table.__slots__} | {"pin": PIN})
        backend, games = DeviceBackend(self.device), OurGames(self.device, home)
        self.device.outputs += [backend, games]
        self.device.begin(saved is None)
        thread = Thread(target=self.device.run)
        thread.start()
        self.open.callback(games.stop)
        self.open.callback(thread.join)
        self.open.callback(self.device.stop)
        self.address = self.open.enter_context(serving(create_app(backend, history=games)))
        games.start()
        self.errors: list[str] = []
        self.browser = browser
        self.page = self.visit(PHONE)
        pair(self.page)
        self.page.reload()

    def visit(self, size: tuple[int, int], at: str = "/") -> Page:
        """One more screen in the room."""
        context = self.browser.new_context(viewport={"width": size[0], "height": size[1]})
        self.open.callback(context.close)
        page = context.new_page()
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.goto(f"http://{self.address}{at}")
        return page

    def go(self, where: str) -> Page:
        self.page.goto(f"http://{self.address}{where}")
        return self.page

    def throw(self, *faces: int) -> None:
        """Throws typed by hand, one die each."""
        with httpx.Client(
            base_url=f"http://{self.address}", headers={"X-Lifeguard-Pin": PIN}, trust_env=False
        ) as phone:
            for face in faces:
                version = phone.get("/api/page").json()["version"]
                thrown = phone.post("/api/throw", json={"version": version, "items": [f"die-{face}"]})
                assert thrown.status_code == 200, thrown.text

    def button(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def close(self) -> None:
        self.open.close()
        assert self.errors == []


@pytest.fixture
def evening(tmp_path: Path, browser: Browser) -> Iterator[list[Day]]:
    """The days so far; each is begun when the one before has ended."""
    days = [Day(tmp_path, browser, 23)]
    yield days
    days[-1].close()


@pytest.fixture(scope="module")
def day_over(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Day]:
    """A day with one match that is over (Ana 11, Ben 3), for tests that only look."""
    day = Day(tmp_path_factory.mktemp("day"), browser, 23)
    day.throw(6, 1, 5, 2)
    yield day
    day.close()


@pytest.fixture
def day(day_over: Day) -> Day:
    """That day, on a phone by day that has no page of it open."""
    day_over.page.goto("about:blank")
    day_over.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    day_over.page.emulate_media(color_scheme="light")
    return day_over


def test_three_matches_one_continued_the_next_day_one_deleted_a_player_renamed(
    evening: list[Day], tmp_path: Path, browser: Browser
) -> None:
    today = evening[0]
    screens = (today.page, today.visit(LAPTOP), today.visit(SCREEN, "/#big"))
    today.throw(6, 1, 5, 2)  # Ana 11, Ben 3: over
    for screen in screens:
        expect(screen.locator(".awaits")).to_have_text("Ana wins")
    today.button("Rematch")
    for screen in screens:
        expect(screen.locator(".lane .score")).to_have_text(["0", "0"])
    today.throw(2, 6)
    for screen in screens:
        expect(screen.locator(".lane .score")).to_have_text(["2", "6"])
        expect(screen.locator(".awaits")).to_have_text("Ana throws")
        assert screen.evaluate("document.documentElement.scrollWidth <= innerWidth")
    today.button("Menu")
    today.button("New game")
    today.page.get_by_role("radio", name="Dice tray").check()
    today.button("Begin")
    expect(today.page.locator(".lane .score")).to_have_text(["0", "0"])
    today.throw(4)
    today.close()

    day = Day(tmp_path, browser, 24)
    evening.append(day)
    laptop, tv = day.visit(LAPTOP, "/matches"), day.visit(SCREEN, "/#big")
    expect(laptop.locator(".match")).to_have_count(3)
    page = day.go("/matches")
    expect(page.locator(".match")).to_have_count(3)
    expect(page.locator(".match .tag")).to_have_text(["now", "unfinished"])
    page.get_by_role("link", name=re.compile("unfinished")).click()
    expect(page.locator(".what")).to_have_text("Ben throws")
    expect(page.locator(".standing b")).to_have_text(["2", "6"])
    day.button("Continue this match")
    for screen in (page, tv):
        expect(screen.locator(".lane .score")).to_have_text(["2", "6"])
    day.throw(1, 5)  # Ana 3, Ben 11: over
    for screen in (page, tv):
        expect(screen.locator(".awaits")).to_have_text("Ben wins")

    day.go("/matches#match=3")
    day.button("Delete this match")
    day.button("Delete for good")
    expect(page.locator(".match")).to_have_count(2)
    day.go("/matches#player=Ben")
    day.button("Rename Ben")
    page.get_by_label("Name", exact=True).fill("Benedikt")
    day.button("Rename")
    expect(page.get_by_role("heading", name="Benedikt", exact=True)).to_be_visible()
    expect(page.locator(".figures dd")).to_have_text(["1 of 2", "1", "0"])
    expect(page.locator(".games-of tbody td")).to_have_text(["2", "1 of 2", "1.0", "7.0", "11", "6", "0"])
    page.get_by_role("link", name="Players", exact=True).click()
    expect(page.locator(".person strong")).to_have_text(["Ana", "Benedikt"])
    laptop.goto(f"http://{day.address}/matches#player=Benedikt")
    expect(laptop.locator(".figures dd")).to_have_text(["1 of 2", "1", "0"])
    expect(tv.locator(".lane .name")).to_have_text(["Ana", "Benedikt"])

    table = httpx.get(f"http://{day.address}/api/matches.csv", trust_env=False).content.decode("utf-8-sig")
    rows = {(row["match"], row["name"]): row for row in csv.DictReader(StringIO(table))}
    assert {key: (row["score"], row["winner"], row["luck"]) for key, row in rows.items()} == {
        ("1", "Ana"): ("11", "1", "4.0"),
        ("1", "Benedikt"): ("3", "0", "-4.0"),
        ("2", "Ana"): ("3", "0", "-4.0"),
        ("2", "Benedikt"): ("11", "1", "4.0"),
    }
    assert rows["2", "Ana"]["began"].startswith("2026-11-23")
    assert rows["2", "Ana"]["ended"].startswith("2026-11-24")
    assert int(rows["2", "Ana"]["minutes"]) < 10, "the night is no time of play"


def test_a_new_game_is_undone_by_one_tap(evening: list[Day]) -> None:
    (day,) = evening
    day.throw(3)
    day.button("Menu")
    day.button("New game")
    day.button("Begin")
    expect(day.page.locator(".lane .score")).to_have_text(["0", "0"])
    day.button("Undo")
    expect(day.page.locator(".lane .score")).to_have_text(["3", "0"])


def test_a_match_is_replayed_by_keyboard_alone(day: Day) -> None:
    page = day.go("/matches#match=1")
    expect(page.locator(".standing b")).to_have_text(["11", "3"])
    slider = page.get_by_role("slider", name="Step of the match")
    slider.focus()
    for _ in range(2):
        page.keyboard.press("ArrowLeft")
    expect(page.locator(".standing b")).to_have_text(["6", "1"])
    expect(page.locator(".what .die")).to_have_count(1)
    assert slider.get_attribute("aria-valuetext") == "2 of 4"
    page.keyboard.press("Home")
    expect(page.locator(".what")).to_have_text("The match begins")
    expect(page.get_by_role("img", name="Points: Ana 11, Ben 3")).to_be_visible()


@pytest.mark.parametrize("view", ["", "#match=1", "#players", "#player=Ana", "#match=77", "#player=Nobody", "#%"])
def test_every_view_fits_and_can_be_read_and_touched_by_day_and_by_night(day: Day, view: str) -> None:
    page = day.go(f"/matches{view}")
    expect(page.locator("main h2").first).to_be_visible()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert page.evaluate(CONTRAST) == []
    for width, height in (PHONE, (320, 568), (768, 1024), LAPTOP):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
        cut = page.evaluate(CUT.replace("!e.closest(", f"!e.matches('{', '.join(SCROLLED)}') && !e.closest("))
        assert cut == [], width
        unnamed = page.evaluate("""[...document.querySelectorAll("main :is(a, button, input, select)")]
            .filter((e) => !(e.ariaLabel || e.textContent.trim() || e.labels?.length)).map((e) => e.outerHTML)""")
        assert unnamed == []
        small = page.evaluate("""[...document.querySelectorAll("button, summary, a:not(.name, .skip), select")]
            .filter((e) => { const r = e.getBoundingClientRect(); return r.height && (r.height < 44 || r.width < 44); })
            .map((e) => e.outerHTML.slice(0, 90))""")
        assert small == []


def test_axe_finds_nothing_in_any_view_or_dialog(day: Day) -> None:
    for view in ("", "#match=1", "#players", "#player=Ana", "#match=77"):
        page = day.go(f"/matches{view}")
        expect(page.locator("main h2").first).to_be_visible()
        assert flaws(page) == [], view
    dialogs = dict.fromkeys(("Delete this match", "Share to BG Stats"), "match=1")
    dialogs |= dict.fromkeys(("Rename Ana", "Delete Ana"), "player=Ana")
    for name, view in dialogs.items():
        page = day.go(f"/matches#{view}")
        day.button(name)
        expect(page.get_by_role("dialog")).to_be_visible()
        assert flaws(page) == [], name
        page.keyboard.press("Escape")
