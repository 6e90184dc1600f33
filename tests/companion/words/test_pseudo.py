"""A language that nobody speaks, in brackets and 140% as long: what stands outside them was never made for translation,
and what does not fit would be cut off in German, too."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from engines.games import GAMES
from tests.companion.browser.test_cards import played
from tests.companion.browsing import CHROMIUM, CUT, PHONE, known
from tests.companion.conftest import TestDesk
from tests.companion.german import german_is
from tests.pseudo import Pseudo

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium: apt-get install chromium")

TITLES = "|".join(game.title for game in GAMES.values())
OURS = re.compile(rf"Ana|Ben|Cleo|{TITLES}|[A-Z]{{2}}-\d+|Lifeguard|PIN|px")
"""What is the same in every language: names, titles, ids."""
SAID = """() => {
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
  while (walk.nextNode()) {
    const at = walk.currentNode.parentElement;
    const apart = at.closest("script, style, noscript, [hidden], .options, select");
    if (apart || !at.getClientRects().length) continue;
    found.push(walk.currentNode.textContent);
  }
  for (const at of document.querySelectorAll("[aria-label]")) found.push(at.getAttribute("aria-label"));
  return found;
}"""


@pytest.fixture
def pseudo(monkeypatch):
    """German is that language here."""
    with german_is(Pseudo(), monkeypatch):
        yield


@pytest.fixture
def desk() -> TestDesk:
    return TestDesk(played("hai-noon", 2, 40, players=3))


def outside(page: Page) -> list[str]:
    """Words on the page that stand in no brackets."""
    found = []
    for text in page.evaluate(SAID):
        while (less := re.sub(r"\[[^\[\]]*\]", "", text)) != text:
            text = less
        if re.search(r"[^\W\d_]{2}", OURS.sub("", text)):
            found.append(text.strip())
    return sorted(set(found))


def fits(page: Page) -> None:
    assert page.evaluate(CUT) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_every_word_of_the_table_can_be_translated_and_none_is_cut_off_when_longer(pseudo, visit):
    page = visit(PHONE, locale="de")
    known(page)
    expect(page.locator("#panel .card")).to_be_visible()
    fits(page)
    assert "\n".join(outside(page)) == ""
    page.locator("button.menu").click()
    expect(page.locator("dialog")).to_be_visible()
    fits(page)
    assert [text for text in outside(page) if text != "Deutsch"] == []


def test_so_can_the_words_of_all_games(pseudo, visit, desk):
    page = visit(PHONE, locale="de")
    for name in (game.name for game in GAMES.values() if "sensible" in game.policies):
        players = 2 if name == "cribbage" else 3
        desk.match = played(name, 2, 18, players=players)
        title = desk.tell().title
        expect(page.locator("#title")).to_have_text(title)
        fits(page)
        assert (name, "\n".join(outside(page))) == (name, "")
