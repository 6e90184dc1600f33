"""axe-core finds nothing wrong on the page of the table, in whatever state, and in none of its dialogs."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page, expect

from companion.api import models
from engines.core import Chance, Event, Match, Over
from engines.dealer import deal
from engines.games import GAMES, game_named
from tests.companion.browsing import CHROMIUM, LAPTOP, PHONE, SCREEN, flaws
from tests.companion.conftest import TestDesk

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium: apt-get install chromium")
NAMES = ("Ana", "Ben", "Cleo")


def played(name: str, seed: int, most: int) -> Match:
    game, random = game_named(name), Random(seed)
    hidden = {"hands": "hidden"} if any(option.name == "hands" for option in game.options) else {}
    match = Match.begin(game, NAMES[: game.seats[-1]], hidden)
    while len(match.events) < most and not isinstance(match.state.awaits, Over):
        awaits = match.state.awaits
        match = match.play(deal(awaits, random) if isinstance(awaits, Chance) else random.choice(match.state.legal()))
    return match


@pytest.mark.parametrize("game", GAMES)
def test_the_table_of_each_game(visit, desk: TestDesk, game: str):
    desk.match = played(game, 3, 30)
    desk.tell()
    page = visit(PHONE)
    page.locator(".entries summary").first.click()
    assert flaws(page) == []


def test_the_table_with_a_question_a_mismatch_a_fault_and_odds(visit, desk: TestDesk):
    desk.question = models.QuestionView(text="Is that a 2?", answers=("yes", "no, a 3"))
    desk.mismatch, desk.extra = "The table should show 7 blue dice; I see 6.", True
    desk.faults = ("The camera does not answer",)
    desk.tell()
    assert flaws(visit(LAPTOP)) == []


@pytest.mark.parametrize("size", [PHONE, SCREEN])
def test_the_end_of_a_game_also_on_the_big_screen(visit, desk: TestDesk, size: tuple[int, int]):
    desk.match = played("hai-noon", 4, 500)
    desk.tell()
    page = visit(size, at="/#big" if size == SCREEN else "/")
    expect(page.locator(".now.over")).to_be_visible()
    assert flaws(page) == []


def menu(name: str) -> Callable[[Page], None]:
    def act(page: Page) -> None:
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("button", name=name).click()

    return act


def tap(selector: str) -> Callable[[Page], None]:
    return lambda page: page.locator(selector).first.click()


def photograph(page: Page) -> None:
    page.locator(".entries summary").nth(1).click()
    page.get_by_role("button", name="Whole photograph").click()


def ruling(page: Page) -> None:
    page.locator("button.lane").first.click()
    page.locator("dialog .tag.rule").first.click()
    expect(page.get_by_role("dialog", name="Ruling")).to_be_visible()


DIALOGS: dict[str, Callable[[Page], None]] = {
    "menu": tap("button.menu"),
    "new game": menu("New game"),
    "how to play": menu("How to play"),
    "who plays": menu("Who plays"),
    "paired phones": menu("Paired phones"),
    "back up": menu("Back up everything"),
    "why": tap("button.lane"),
    "a die": tap("button.chip:visible"),
    "whole photograph": photograph,
    "the decision by hand": tap("[data-key='hand']"),
    "a ruling": ruling,
}


def test_the_dialogs_of_the_table(visit):
    page = visit(paired=True)
    for dialog, opened in DIALOGS.items():
        opened(page)
        expect(page.get_by_role("dialog").last).to_be_visible()
        assert flaws(page) == [], dialog
        while page.locator("dialog").count():
            page.keyboard.press("Escape")


def test_the_dialog_for_the_pin(visit):
    page = visit()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("dialog", name="Unlock changes")).to_be_visible()
    assert flaws(page) == []


def test_a_throw_and_cards_typed_by_hand(visit, desk: TestDesk):
    desk.match = desk.match.play(Event("bank", 1))
    desk.tell()
    page = visit(paired=True)
    page.get_by_role("button", name="By hand").click()
    assert flaws(page) == []
    desk.match = played("splash-down", 3, 30)
    desk.tell()
    page.reload()
    page.get_by_role("button", name="By hand").click()
    assert flaws(page) == []
