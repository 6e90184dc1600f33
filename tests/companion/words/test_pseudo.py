"""A language that nobody speaks, in brackets and 140% as long: what stands outside them was never made for translation,
and what does not fit would be cut off in German, too."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from engines.games import GAMES
from scripts.words.every_page import BOX, HUB, box, hall, visited
from scripts.words.every_page import CUT as EVERY_CUT
from tests.companion.browser.test_cards import played
from tests.companion.browsing import CHROMIUM, CUT, PHONE
from tests.companion.conftest import TestDesk
from tests.companion.german import german_is
from tests.firmware.history.drawn import drawn
from tests.pseudo import Pseudo

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium: apt-get install chromium")

TITLES = "|".join(game.title for game in GAMES.values())
OURS = re.compile(rf"Ana|Ben|Cleo|{TITLES}|[A-Z]{{2}}-\d+|Lifeguard|PIN|px")
"""What is the same in every language: names, titles, ids."""
OF_OTHERS = re.compile(
    r"Annalena|Cleo|Dan|Dora|Guðrún|Hana|Harbour Café|Neighbours|Seaside|Cup|Table \d|Sonneborn-B\."
    r"|(\w+\.?, )?\d*\.? ?Jan(\.|uar)( 2024)?( um)?"
)
"""What others call so: people, networks, tables, and days as the browser has them."""
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
    page = visit(PHONE, locale="de", paired=True)
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


@pytest.fixture
def stops(browser: Browser, tmp_path: Path) -> Iterator[Iterator[tuple[str, Page]]]:
    """Every page of a box and a hub, one after the other."""
    for name in ("box", "hub"):
        (tmp_path / name).mkdir()
    drawn(tmp_path / "box/journal.db", 3, seed=25, photos=1, games=("dice-tray",))
    context = browser.new_context(viewport={"width": PHONE[0], "height": PHONE[1]}, locale="de")
    page = context.new_page()
    with box(tmp_path / "box") as at, hall(tmp_path / "hub") as hub:
        yield ((stop.name, page) for address, some in ((at, BOX), (hub, HUB)) for stop in visited(page, address, some))
    context.close()


def test_so_can_the_words_of_a_box_and_a_hub(pseudo, stops) -> None:
    for name, page in stops:
        words = [OF_OTHERS.sub("", text) for text in outside(page)]
        assert (name, [text for text in words if re.search(r"[^\W\d_]{2}", text)]) == (name, [])
        assert (name, page.evaluate(EVERY_CUT)) == (name, [])
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
