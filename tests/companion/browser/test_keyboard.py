"""The keyboard alone: a whole match is played by hand, and the next one begun, without a pointer."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from engines.core import Match
from engines.games import game_named
from tests.companion.browsing import CHROMIUM, LAPTOP
from tests.companion.conftest import TestDesk

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium: apt-get install chromium")

FOCUSED = "(document.activeElement.ariaLabel ?? document.activeElement.textContent).trim()"
MOST_TABS = 60


def reach(page: Page, name: str) -> None:
    """Tab after Tab until something of that name has the focus, which is seen."""
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if page.evaluate(FOCUSED) == name:
            assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"
            return
    raise AssertionError(f"no Tab leads to {name!r}; the last one led to {page.evaluate(FOCUSED)!r}")


def press(page: Page, name: str, times: int = 1) -> None:
    reach(page, name)
    for _ in range(times):
        page.keyboard.press("Enter")


def throw(page: Page, waves: int, ones: int, twos: int) -> None:
    press(page, "By hand")
    for face, times in (("blue wave", waves), ("1 swimmer", ones), ("2 swimmers", twos)):
        if times:
            press(page, f"One more: {face}", times)
    press(page, "That is the throw")


def test_a_whole_match_is_played_by_hand_and_another_begun(visit, desk: TestDesk):
    desk.match = Match.begin(game_named("shark-attacks"), ("Ana", "Ben"), {"target": 10})
    desk.tell()
    page = visit(LAPTOP, paired=True)
    throw(page, waves=1, ones=6, twos=0)
    expect(page.locator(".awaits")).to_have_text("Ana: bank 6, or throw again?")
    press(page, "By hand")
    press(page, "Bank 6 swimmers")
    expect(page.locator(".awaits")).to_have_text("Ben throws 7 blue dice")
    throw(page, waves=0, ones=6, twos=1)  # no wave: a beach party, 16 points
    expect(page.locator(".awaits")).to_have_text("Ben wins")
    press(page, "Rematch")
    expect(page.locator(".lane .score")).to_have_text(["0", "0"])
    press(page, "Menu")
    press(page, "Pause the match")
    expect(page.locator(".awaits")).to_have_text("The match is paused")
    press(page, "Go on")
    expect(page.locator(".awaits")).to_have_text("Ana throws 7 blue dice")
