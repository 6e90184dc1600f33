"""The page speaks if it was asked to, and screen readers hear the same words."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from companion.api import models
from engines.core import Event, Match
from engines.games import game_named
from tests.companion.browsing import CHROMIUM, PHONE
from tests.companion.conftest import TestDesk

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium: apt-get install chromium")
BLUE = ("swimmer-1", "swimmer-3", "swimmer-wave", "swimmer-2", "swimmer-wave", "swimmer-wave", "swimmer-1")
STUB = """window.spoken = [];
Object.defineProperty(window, "speechSynthesis", { value: {
    speak: ({ text, lang }) => window.spoken.push(`${lang}: ${text}`), cancel: () => window.spoken.push("hush") } });"""


@pytest.fixture
def heard(visit):
    """Opens the page with a voice that only writes down; gives it and what it said since it was asked last."""
    page = visit(PHONE, script=STUB)

    def spoken() -> list[str]:
        return page.evaluate("window.spoken.splice(0)")

    return page, spoken


def ask_to_speak(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Speak on this device").click()


def said(page: Page, words: str) -> None:
    expect(page.get_by_role("status")).to_have_text(words)


def test_it_is_silent_until_it_is_asked_but_screen_readers_hear(heard, desk: TestDesk):
    page, spoken = heard
    said(page, "Ben: bank 9, or throw again?")
    desk.match = desk.match.play(Event("bank", 1))
    desk.tell()
    said(page, "Ben banks 9. Ben has 9. Cleo throws 7 blue dice.")
    assert spoken() == []


def test_it_speaks_throws_with_their_dice_scores_and_whose_turn_it_is(heard, desk: TestDesk):
    page, spoken = heard
    ask_to_speak(page)
    assert spoken() == ["en: This device speaks from now on."]
    desk.match = desk.match.play(Event("bank", 1))
    desk.tell()
    said(page, "Ben banks 9. Ben has 9. Cleo throws 7 blue dice.")
    desk.match = desk.match.play(Event("throw", None, BLUE))
    desk.tell()
    said(page, "Cleo throws: 1, 1, 2, 3 and 3 waves. Cleo: bank 7, or throw again?")
    assert spoken() == [
        "en: Ben banks 9. Ben has 9. Cleo throws 7 blue dice.",
        "en: Cleo throws: 1, 1, 2, 3 and 3 waves. Cleo: bank 7, or throw again?",
    ]


def test_a_question_is_spoken_with_its_answers_and_only_once(heard, desk: TestDesk):
    page, spoken = heard
    ask_to_speak(page)
    spoken()
    desk.question = models.QuestionView(text="Is that a 2?", answers=("yes", "no, a 3"))
    desk.tell()
    said(page, "Is that a 2? yes, or no, a 3.")
    desk.tell()
    desk.mismatch = "The table should show 7 blue dice; I see 6."
    desk.tell()
    said(page, "The table should show 7 blue dice; I see 6.")
    assert spoken() == ["en: Is that a 2? yes, or no, a 3.", "en: The table should show 7 blue dice; I see 6."]


def test_after_a_correction_it_says_what_was_corrected_and_the_new_total_at_once(heard, desk: TestDesk, phone):
    page, spoken = heard
    ask_to_speak(page)
    spoken()
    assert phone.post("/api/correct", json={"version": 1, "event": 0, "position": 3, "item": "swimmer-3"}).is_success
    said(page, "Corrected: Ana throws: 1, 1, 2, 2, 3, 3 and 1 wave. Ana has 12.")
    assert phone.post("/api/correct", json={"version": 2, "event": 2, "position": 3, "item": "swimmer-3"}).is_success
    said(page, "Corrected: Ben throws: 1, 1, 2, 2, 3, 3 and 1 wave. Ben: bank 12, or throw again?")
    assert spoken() == [
        "hush",
        "en: Corrected: Ana throws: 1, 1, 2, 2, 3, 3 and 1 wave. Ana has 12.",
        "hush",
        "en: Corrected: Ben throws: 1, 1, 2, 2, 3, 3 and 1 wave. Ben: bank 12, or throw again?",
    ]


def test_what_is_taken_back_is_said(heard, desk: TestDesk, phone):
    page, _ = heard
    assert phone.post("/api/undo", json={"version": 1}).is_success
    said(page, "Taken back: Ben throws: 1, 1, 2, 2, 3 and 2 waves. Ben throws 7 blue dice.")


def test_a_new_game_and_a_fault_are_said(heard, desk: TestDesk):
    page, _ = heard
    desk.match = Match.begin(game_named("dice-tray"), ("Dot", "Emil"))
    desk.tell()
    said(page, "Dice tray. Dot throws.")
    desk.faults = ("The camera does not answer",)
    desk.tell()
    said(page, "The camera does not answer.")


def test_the_device_remembers_that_it_speaks_and_falls_silent_when_told(heard, desk: TestDesk):
    page, spoken = heard
    ask_to_speak(page)
    page.reload()
    expect(page.locator(".lane").first).to_be_visible()
    desk.match = desk.match.play(Event("bank", 1))
    desk.tell()
    said(page, "Ben banks 9. Ben has 9. Cleo throws 7 blue dice.")
    assert spoken()[-1] == "en: Ben banks 9. Ben has 9. Cleo throws 7 blue dice."
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Stop speaking on this device").click()
    desk.match = desk.match.undo()
    desk.tell()
    said(page, "Taken back: Ben banks 9. Ben has 0. Ben: bank 9, or throw again?")
    assert spoken() == ["hush"]


def test_the_log_book_names_the_dice_to_screen_readers(heard):
    page, _ = heard
    expect(page.locator(".entries summary").first).to_contain_text("Ben throws: 1, 1, 2, 2, 3 and 2 waves")
