"""The overlay of a stream in a real browser: what is newest is shown for a while, on no ground."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from io import BytesIO
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from companion.api.app import create_app
from engines.core import Event, Match
from engines.games import game_named
from tests.companion.browsing import CHROMIUM, SCREEN, flaws, serving, until
from tests.companion.conftest import THROW, TestDesk

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium: apt-get install chromium")
NAMES = ("Ana", "Ben", "Cleo")


class FilmedDesk(TestDesk):
    """Each throw has its photograph, as on the device."""

    def _entries(self, *asked: Any) -> tuple[Any, ...]:
        shot = {"throw": lambda entry: entry.model_copy(update={"photo": f"look-{entry.index}"})}
        return tuple(shot.get(entry.kind, lambda other: other)(entry) for entry in super()._entries(*asked))


@pytest.fixture
def desk() -> TestDesk:
    return FilmedDesk(Match.begin(game_named("shark-attacks"), NAMES).play(Event("throw", None, THROW)))


@pytest.fixture
def overlay(desk: TestDesk, browser: Browser) -> Iterator[Callable[[str], Page]]:
    """Opens the overlay with these options; nothing may be wrong in its console."""
    errors: list[str] = []
    with (
        serving(create_app(desk)) as address,
        browser.new_context(viewport={"width": SCREEN[0], "height": SCREEN[1]}, reduced_motion="reduce") as context,
    ):

        def look(options: str = "") -> Page:
            page = context.new_page()
            page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
            page.on("pageerror", lambda error: errors.append(str(error)))
            page.clock.install()
            page.goto(f"http://{address}/overlay{options}")
            until(page, "() => document.querySelectorAll('main section[hidden], main section *').length")
            return page

        yield look
    assert errors == []


def play(desk: TestDesk, *events: Event) -> None:
    """These happen at the table."""
    for event in events:
        desk.match = desk.match.play(event)
    desk.tell()


def test_a_throw_is_shown_for_eight_seconds_with_its_photograph(desk: TestDesk, overlay: Callable[..., Page]) -> None:
    page = overlay()
    expect(page.locator(".player")).to_have_text(["Ana0", "Ben0", "Cleo0"])
    expect(page.locator(".told")).to_have_count(0)  # what was there before is no news
    play(desk, Event("bank", 0), Event("throw", None, THROW))
    expect(page.locator(".told .happened")).to_contain_text("Ben throws")
    expect(page.locator(".told .die")).to_have_count(len(THROW))
    expect(page.locator(".told image")).to_have_attribute("href", "/api/photo/look-2.jpg")
    expect(page.locator(".player.acts")).to_contain_text("Ben")
    page.clock.run_for(7_000)
    expect(page.locator(".told")).to_have_count(1)
    page.clock.run_for(2_000)
    expect(page.locator(".told")).to_have_count(0)


def test_nothing_lies_behind_it(overlay: Callable[..., Page]) -> None:
    picture = Image.open(BytesIO(overlay().screenshot(omit_background=True)))
    assert picture.size == SCREEN
    assert [picture.getpixel(at)[3] for at in ((960, 540), (2, 2), (1900, 1000))] == [0, 0, 0]
    assert picture.getchannel("A").getextrema()[1] == 255


def test_what_is_corrected_or_taken_back_meanwhile_is_so_at_once(desk: TestDesk, overlay: Callable[..., Page]) -> None:
    page = overlay("?seconds=60")
    play(desk, Event("bank", 0), Event("throw", None, THROW))
    expect(page.locator(".told .die-swimmer")).to_have_count(7)
    desk.match, _ = desk.match.correct(2, Event("throw", None, ("swimmer-wave",) * 7))
    desk.tell()
    expect(page.locator(".told .happened")).to_contain_text("Ben")
    expect(page.locator(".told .pieces")).to_have_count(1)
    desk.match = desk.match.undo()
    desk.tell()
    expect(page.locator(".told")).to_have_count(0)


def test_an_overlay_of_one_seat_tells_of_that_seat_alone(desk: TestDesk, overlay: Callable[..., Page]) -> None:
    ana, ben = overlay("?seat=1"), overlay("?seat=2&corner=top-right&photo=no")
    play(desk, Event("bank", 0), Event("throw", None, THROW))
    expect(ben.locator(".told .happened")).to_contain_text("Ben throws")
    expect(ben.locator(".told image")).to_have_count(0)
    expect(ben.locator(".player")).to_have_text(["Ben0"])
    box = ben.locator(".told").bounding_box()
    assert (box["x"] > SCREEN[0] / 2, box["y"] < SCREEN[1] / 2) == (True, True)
    expect(ana.locator(".player")).to_have_text(["Ana9"])
    expect(ana.locator(".told")).to_have_count(0)


def test_an_overlay_of_one_game_is_empty_in_any_other(desk: TestDesk, overlay: Callable[..., Page]) -> None:
    sharks, pigs = overlay("?game=shark-attacks&parts=last"), overlay("?game=pig")
    play(desk, Event("bank", 0), Event("throw", None, THROW))
    expect(sharks.locator(".told")).to_have_count(1)
    expect(sharks.locator(".player, .turn")).to_have_count(0)
    expect(pigs.locator("main section:visible")).to_have_count(0)
    desk.match = Match.begin(game_named("pig"), NAMES)
    desk.tell()
    expect(pigs.locator(".player")).to_have_count(3)
    expect(sharks.locator("main section:visible")).to_have_count(0)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ("?seats=3", "There is no option seats"),
        ("?corner=left", "corner is bottom-left"),
        ("?seat=0", "seat is 1 to 8"),
    ],
)
def test_an_option_that_does_not_fit_is_said_on_the_overlay(
    overlay: Callable[..., Page], options: str, says: str
) -> None:
    expect(overlay(options).locator(".turn")).to_contain_text(says)


def test_eight_long_names_fit_beside_each_other(desk: TestDesk, overlay: Callable[..., Page]) -> None:
    names = tuple(f"{n} of the long name here"[:24] for n in range(1, 9))
    desk.match = Match.begin(game_named("pig"), names)
    desk.tell()
    page = overlay()
    expect(page.locator(".player")).to_have_count(8)
    assert page.evaluate("document.documentElement.scrollWidth") <= SCREEN[0]
    assert all(
        box.bounding_box()["x"] + box.bounding_box()["width"] <= SCREEN[0] for box in page.locator(".player").all()
    )


def test_axe_finds_nothing_in_it(desk: TestDesk, browser: Browser) -> None:
    with serving(create_app(desk)) as address, browser.new_context(reduced_motion="reduce") as context:
        page = context.new_page()
        page.goto(f"http://{address}/overlay")
        expect(page.get_by_text("Ana").first).to_be_visible()
        assert flaws(page, by_night=False) == []  # it has one light, whatever the browser's
