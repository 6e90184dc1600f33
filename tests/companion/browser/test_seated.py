"""People come and go on the page: two taps each, on the smallest phone too."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from companion.api import models
from engines.core import Event, Match
from engines.games import game_named
from tests.companion.browsing import CHROMIUM, CUT, SMALL, flaws
from tests.companion.conftest import TestDesk

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium: apt-get install chromium")


def tap(page: Page, name: str | re.Pattern[str]) -> None:
    page.get_by_role("button", name=name).last.click()


def typed(page: Page, name: str) -> None:
    page.get_by_label("Name", exact=True).fill(name)
    page.keyboard.press("Enter")
    expect(page.locator("dialog")).to_have_count(0)


def test_people_are_renamed_hand_over_join_leave_and_change_their_order(visit, desk: TestDesk):
    desk.match = desk.match.play(Event("bank", 1))  # between two turns
    desk.tell()
    page = visit(SMALL, paired=True)
    names = page.locator(".lane .name")

    page.locator("button.lane").first.click()
    tap(page, "Rename Ana")
    typed(page, "Anna")
    expect(names).to_have_text(["Anna", "Ben", "Cleo"])
    page.locator("button.lane").nth(1).click()
    tap(page, "Somebody else plays on here")
    typed(page, "Tom")
    expect(names).to_have_text(["Anna", "Tom", "Cleo"])
    tap(page, "Menu")
    tap(page, re.compile("Who plays"))
    assert page.evaluate(CUT) == []
    tap(page, "Somebody joins")
    typed(page, "Dan")
    expect(names).to_have_text(["Anna", "Tom", "Cleo", "Dan"])
    tap(page, "Menu")
    tap(page, re.compile("Who plays"))
    tap(page, "Dan plays earlier")
    expect(page.locator(".entries summary").first).to_contain_text("The order of the turns is now Anna, Tom, Dan, Cleo")
    page.locator("button.lane").nth(2).click()
    tap(page, "Cleo leaves")
    expect(page.locator(".lane .detail").nth(2)).to_have_text("has left")
    assert flaws(page) == []
    page.locator("button.lane").nth(2).click()
    tap(page, "Cleo is back")
    expect(page.locator(".lane .detail").nth(2)).to_have_text("")


def test_a_match_is_paused_and_goes_on_with_two_taps(visit, desk: TestDesk):
    page = visit(SMALL, paired=True)
    tap(page, "Menu")
    tap(page, "Pause the match")
    expect(page.locator(".awaits")).to_have_text("The match is paused")
    expect(page.get_by_role("button", name="By hand")).to_be_disabled()
    assert flaws(page) == []
    tap(page, "Go on")
    expect(page.locator(".awaits")).to_have_text("Ben: bank 9, or throw again?")
    assert [change.kind for change in desk.changes if isinstance(change, models.SeatChange)] == ["pause", "resume"]


def test_a_game_of_cards_says_what_to_do_instead(visit, desk: TestDesk):
    desk.match = Match.begin(game_named("hai-noon"), ("Ana", "Ben"), {"hands": "hidden"})
    desk.tell()
    page = visit(SMALL, paired=True)
    tap(page, "Menu")
    tap(page, re.compile("Who plays"))
    expect(page.get_by_role("dialog")).to_contain_text("somebody else can take over a seat with its hand")
    expect(page.get_by_role("button", name="What HN-15 says")).to_be_visible()
    expect(page.get_by_role("button", name="Somebody joins")).to_have_count(0)
