"""The page of a lesson in a real browser, with a real teacher behind it and drawn faces before the camera."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

from companion.api.lessons.lesson_routes import create_lesson
from companion.words.sentences import card
from firmware.lessons.outputs import TeacherBackend
from firmware.lessons.store import LessonBook
from firmware.lessons.teacher import Teacher
from firmware.state.lesson import Lesson
from hardware.art import deck as deck_art
from tests.companion.browsing import CHROMIUM, CUT, LAPTOP, PHONE, PIN, SMALL, flaws, pair, serving, unlock
from vision.cards.deck.store import load

needs_browser = pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium: apt-get install chromium")
NAMES = deck_art.faces("hai-noon")[:6]
WORDS = [card(name) for name in NAMES]


@pytest.fixture
def teacher(tmp_path: Path) -> Teacher:
    drawn = {name: deck_art.draw("hai-noon", name, 128) for name in NAMES}
    return Teacher(Lesson("mine", NAMES, pin=PIN), LessonBook("mine", tmp_path), tmp_path, drawn)


@pytest.fixture
def address(teacher: Teacher) -> Iterator[str]:
    backend = TeacherBackend(teacher)
    teacher.outputs.append(backend)
    with serving(create_lesson(backend)) as address:
        yield address


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": PHONE[0], "height": PHONE[1]})
    page, errors = context.new_page(), []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"http://{address}/")
    yield page
    context.close()
    assert errors == []


def lay(teacher: Teacher, number: int) -> None:
    teacher.take(np.asarray(deck_art.draw("hai-noon", NAMES[number], 128)))


@needs_browser
def test_a_deck_is_taught_from_the_first_card_to_the_last_tap(teacher: Teacher, page: Page, tmp_path: Path) -> None:
    expect(page.get_by_role("heading", name="Lay the next card")).to_be_visible()
    lay(teacher, 0)
    page.get_by_role("button", name=WORDS[0]).click()
    unlock(page)
    expect(page.locator(".taken small")).to_have_text([WORDS[0]])
    lay(teacher, 3)
    expect(page.locator(".likely button").first).to_have_text(WORDS[3])
    page.locator(".likely button").first.click()
    expect(page.locator("#count")).to_have_text("2 of 6")
    page.get_by_role("button", name="Keep the deck").click()
    expect(page.get_by_role("heading", name="The deck is taught")).to_be_visible()
    deck = load("mine", tmp_path)
    assert deck is not None
    assert set(deck.cards) == {NAMES[0], NAMES[3]}


@needs_browser
def test_a_wrong_card_and_a_wrong_name_are_mended_on_the_phone(teacher: Teacher, page: Page) -> None:
    pair(page, PIN)
    page.reload()
    lay(teacher, 0)
    lay(teacher, 1)
    labels = page.locator(".taken small")
    expect(labels).to_have_count(2)  # a tap on a page that has not heard of the second card is refused as stale
    page.get_by_role("button", name=WORDS[2]).click()
    expect(labels.filter(has_text="name?")).to_have_count(1)
    page.get_by_role("button", name=WORDS[1]).click()
    expect(labels.filter(has_text="name?")).to_have_count(0)
    page.get_by_role("button", name=WORDS[2], exact=True).last.click()
    page.get_by_role("dialog").get_by_role("button", name=WORDS[0]).click()
    expect(page.locator(".taken small")).to_have_text([WORDS[1], WORDS[0]])
    page.get_by_role("button", name="Last one out").click()
    expect(page.locator(".taken small")).to_have_text([WORDS[0]])
    assert [taken.name for taken in teacher.lesson.cards] == [NAMES[0]]


@needs_browser
def test_two_faces_too_alike_are_said_at_once(teacher: Teacher, page: Page) -> None:
    pair(page, PIN)
    page.reload()
    lay(teacher, 0)
    lay(teacher, 0)
    expect(page.get_by_role("heading", name="Just like a card taken before")).to_be_visible()
    page.get_by_role("button", name="Another card").click()
    expect(page.locator("#banners")).to_contain_text("too alike to be told apart")
    expect(page.locator(".taken button.alike")).to_have_count(1)


@needs_browser
def test_nothing_runs_over_the_edge_and_every_button_fits_a_thumb(teacher: Teacher, page: Page) -> None:
    pair(page, PIN)
    page.reload()
    lay(teacher, 0)
    lay(teacher, 4)
    page.get_by_role("button", name=WORDS[0]).click()
    expect(page.locator(".taken small").last).to_have_text(WORDS[0])
    for width, height in (PHONE, SMALL, (844, 390), LAPTOP):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
        assert page.evaluate(CUT) == [], width
        small = page.evaluate("""[...document.querySelectorAll("button, input")].filter((e) => {
            const r = e.getBoundingClientRect(); return r.height && (r.height < 44 || r.width < 44); }).length""")
        assert small == 0, width


def test_changing_needs_the_pin_and_looking_does_not(teacher: Teacher, address: str) -> None:
    lay(teacher, 0)
    with httpx.Client(base_url=f"http://{address}", trust_env=False) as phone:
        assert phone.get("/api/lesson").json()["asks"] == "0001"
        assert phone.get("/api/card/0001.png").headers["content-type"] == "image/png"
        assert phone.get("/api/card/0009.png").status_code == 404
        body = {"version": 0, "id": "0001", "name": NAMES[0]}
        assert phone.post("/api/name", json=body).status_code == 403
        phone.headers["X-Lifeguard-Pin"] = PIN
        assert phone.post("/api/name", json=body).json()["asks"] is None
        refused = phone.post("/api/name", json=body | {"name": "kraken"})
        assert (refused.status_code, refused.json()["error"]) == (422, "Kraken is not in the deck's list")


@needs_browser
def test_a_lesson_that_is_up_is_not_said_to_be_lost_while_nothing_happens(browser: Browser, address: str) -> None:
    page = browser.new_page()
    page.clock.install()
    page.goto(f"http://{address}/")
    expect(page.get_by_role("button", name="Keep the deck")).to_be_visible()
    with page.expect_response(f"http://{address}/"):
        page.clock.fast_forward(11_000)
    expect(page.locator(".banner.lost")).to_have_count(0)
    page.close()


@needs_browser
def test_axe_finds_nothing(teacher: Teacher, page: Page) -> None:
    pair(page, PIN)
    page.reload()
    expect(page.get_by_role("heading", name="Lay the next card")).to_be_visible()
    assert flaws(page) == []
    lay(teacher, 0)
    lay(teacher, 0)
    expect(page.get_by_role("heading", name="Just like a card taken before")).to_be_visible()
    assert flaws(page) == []
    page.get_by_role("button", name="Another card").click()
    page.locator(".taken button").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert flaws(page) == []
