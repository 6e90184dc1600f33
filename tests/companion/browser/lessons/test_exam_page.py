"""The page of an exam in a real browser, with a real examiner behind it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.api.lessons.exam_routes import create_exam
from firmware.games.exam_plan import groups
from firmware.lessons.exam_outputs import ExaminerBackend
from firmware.lessons.examiner import Examiner
from firmware.state import exam as steps
from firmware.state.exam import Exam, ExamLight, ExamLook, ExamPiece
from tests.companion.browsing import CHROMIUM, CUT, LAPTOP, PHONE, PIN, SMALL, flaws, pair, serving, unlock

needs_browser = pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium: apt-get install chromium")
LIGHT = ExamLight(128.0, 0.002, 0.3)
ASKED = ("flip-shark.red", "wild", "camouflage.blue")
JPEG = bytes.fromhex(
    "ffd8ffe000104a46494600010100000100010000ffdb004300030202020202030202020303030304060404040404080606050609080a0a09080909"
    "0a0c0f0c0a0b0e0b09090d110d0e0f101011100a0c12131210130f101010ffc9000b080001000101011100ffcc000600101005ffda0008010100003f"
    "00d2cf20ffd9"
)
"""A picture of one px."""


def look(*items: str) -> ExamLook:
    rng = Random(4)
    pieces = (ExamPiece(((item, rng.uniform(0.7, 1)),), (90.0 * n + 20, 80.0, 63, 88)) for n, item in enumerate(items))
    return ExamLook("a1", 960, 540, tuple(pieces), LIGHT)


@pytest.fixture
def examiner() -> Examiner:
    exam = Exam("hai-noon", 5, groups("hai-noon", {}), (ASKED, ("wild", "wild")), pin=PIN)
    taken = Examiner(exam)
    taken.photo = ("a1", JPEG)
    return taken


@pytest.fixture
def page(browser: Browser, examiner: Examiner) -> Iterator[Page]:
    backend = ExaminerBackend(examiner)
    examiner.outputs.append(backend)
    with serving(create_exam(backend)) as address:
        context = browser.new_context(viewport={"width": PHONE[0], "height": PHONE[1]})
        page, errors = context.new_page(), []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(f"http://{address}/")
        yield page
        context.close()
        assert errors == []


def see(examiner: Examiner, *items: str) -> None:
    examiner.do(lambda exam: steps.looked(exam, look(*items)))


@needs_browser
def test_an_exam_from_the_first_card_to_the_result(examiner: Examiner, page: Page) -> None:
    expect(page.get_by_role("heading", name="Take all pieces off the mat")).to_be_visible()
    see(examiner)
    expect(page.locator(".asked-for li")).to_have_text(["Flip shark (red)", "Wild", "Camouflage (blue)"])
    see(examiner, "flip-shark.red", "wild", "camouflage.red")
    expect(page.locator(".marks .off")).to_have_text("Camouflage (blue)read as Camouflage (red)")
    page.get_by_role("button", name="All lies as asked").click()
    unlock(page)
    expect(page.locator("#count")).to_have_text("3 of 5")
    expect(page.locator(".failed li")).to_have_text("Camouflage (blue) was read as Camouflage (red).")
    see(examiner)
    see(examiner, "wild", "wild")
    expect(page.get_by_role("heading", name="How right your pieces are read")).to_be_visible()
    expect(page.locator(".shares p").first).to_have_text("4 of 5 right: between 28% and 99%")
    expect(page.locator(".unasked")).to_contain_text("and 25 more.")


@needs_browser
def test_what_people_laid_otherwise_or_the_camera_overlooked_is_said_on_the_phone(
    examiner: Examiner, page: Page
) -> None:
    pair(page, PIN)
    page.reload()
    see(examiner)
    see(examiner, "flip-shark.red", "wild", "camouflage.red")
    page.locator(".marks .off").click()
    page.get_by_role("dialog").get_by_role("button", name="Camouflage (red)", exact=True).click()
    expect(page.locator(".marks .off")).to_have_count(0)
    page.get_by_role("button", name="A piece was overlooked").click()
    page.get_by_role("dialog").get_by_role("button", name="Wild", exact=True).click()
    expect(page.locator(".marks .off")).to_have_text("Wildread as nothing")
    page.get_by_role("button", name="Something lay wrong").click()
    expect(page.locator(".asked-for li")).to_have_count(3)
    assert examiner.session.rounds == ()


@needs_browser
def test_nothing_runs_over_the_edge_every_button_fits_a_thumb_and_axe_finds_nothing(
    examiner: Examiner, page: Page
) -> None:
    pair(page, PIN)
    page.reload()
    see(examiner)
    expect(page.locator(".asked-for li")).to_have_count(3)
    assert flaws(page) == []
    see(examiner, "flip-shark.red", "shark-hungry", "all-sharks-swim-on.green")
    expect(page.locator(".marks .off")).to_have_count(2)
    assert flaws(page) == []
    for width, height in (PHONE, SMALL, (844, 390), LAPTOP):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
        assert page.evaluate(CUT) == [], width
        small = page.evaluate("""[...document.querySelectorAll("button, input")].filter((e) => {
            const r = e.getBoundingClientRect(); return r.height && (r.height < 44 || r.width < 44); }).length""")
        assert small == 0, width
    page.get_by_role("button", name="All lies as asked").click()
    expect(page.locator("#count")).to_have_text("3 of 5")
    examiner.do(steps.finished)
    expect(page.get_by_role("heading", name="How right your pieces are read")).to_be_visible()
    assert flaws(page) == []
