"""The page of places in a real browser, over a simulated table without a printed mat."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import httpx
import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

from companion.api.app import create_app
from firmware.simulation.card_film import true_eyes
from firmware.web.backend import DeviceBackend
from tests.companion.browsing import CHROMIUM, CUT, LAPTOP, PHONE, PIN, SMALL, flaws, pair, serving, unlock, until
from tests.firmware.bare_table import BareTable
from tests.firmware.observe.test_observer import pieces

needs_browser = pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium: apt-get install chromium")


@pytest.fixture
def table(tmp_path: Path) -> BareTable:
    return BareTable("hai-noon", tmp_path)


@pytest.fixture
def address(table: BareTable) -> Iterator[str]:
    app = create_app(DeviceBackend(table.device), drawing=table.drawing)
    with serving(app) as address:
        yield address


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Callable[..., Page]]:
    contexts, errors = [], []

    def open_page(size: tuple[int, int] = LAPTOP, at: str = "/places") -> Page:
        context = browser.new_context(viewport={"width": size[0], "height": size[1]})
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(f"http://{address}{at}")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert [text for text in errors if not re.search("status of (403|422)|WebSocket", text)] == []


THIN = """() => [...document.querySelectorAll("button, a.back, .grip .touch")].filter((e) => {
    const r = e.getBoundingClientRect(); return r.height && (r.height < 43 || r.width < 43); })
    .map((e) => e.outerHTML.slice(0, 90))"""
"""What is smaller than a thumb."""


def pull(page: Page, grip: int, to: tuple[float, float]) -> None:
    """Drags a corner to a point of the picture, given as shares of it."""
    handle = page.locator(f"[data-grip='{grip}'] .dot").bounding_box()
    board = page.locator("svg.over > image").bounding_box()
    assert handle
    assert board
    page.mouse.move(handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2)
    page.mouse.down()
    page.mouse.move(board["x"] + 0.5 * board["width"], board["y"] + 0.5 * board["height"], steps=3)
    page.mouse.move(board["x"] + to[0] * board["width"], board["y"] + to[1] * board["height"], steps=3)
    page.mouse.up()


@needs_browser
@pytest.mark.parametrize("size", [PHONE, LAPTOP])
def test_a_mat_is_drawn_with_the_finger_and_the_game_is_read_by_it(
    table: BareTable, visit: Callable[..., Page], size: tuple[int, int]
) -> None:
    page = visit(size)
    for grip, corner in enumerate(table.corners.tolist()):
        pull(page, grip, (corner[0], corner[1]))
    page.get_by_role("button", name="Save").click()
    unlock(page)
    expect(page.locator("#toast")).to_contain_text("Saved")
    drawn = table.drawings.of("hai-noon")
    assert drawn is not None
    assert np.abs(np.array(drawn.corners) - table.corners).max() < 0.006
    table.play(3)
    sight = table.see(table.camera.look())
    assert sight is not None
    assert pieces(sight.observation) == pieces(true_eyes(table.camera))


@needs_browser
def test_a_place_is_moved_by_its_middle_and_made_larger_by_its_corner(
    table: BareTable, visit: Callable[..., Page]
) -> None:
    page = visit()
    pair(page, PIN)
    page.reload()
    page.get_by_role("button", name="2 The places").click()
    page.get_by_role("button", name="Cage").click()
    before = page.locator("[data-place='beside'] .place").bounding_box()
    board = page.locator("svg.over > image").bounding_box()
    assert before
    assert board
    scale = board["width"] / 1280
    page.mouse.move(before["x"] + before["width"] / 2, before["y"] + before["height"] / 2)
    page.mouse.down()
    page.mouse.move(before["x"] + before["width"] / 2, before["y"] + before["height"] / 2 - 40 * scale, steps=4)
    page.mouse.up()
    after = page.locator("[data-place='beside'] .place").bounding_box()
    assert after
    assert after["y"] == pytest.approx(before["y"] - 40 * scale, abs=2)
    page.locator("[data-grip='2']").focus()
    for _ in range(3):
        page.keyboard.press("Shift+ArrowRight")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#toast")).to_contain_text("Saved")
    drawn = table.drawings.of("hai-noon")
    assert drawn is not None
    printed = next(part for part in table.drawing.places().parts if part.name == "discard")
    assert drawn.zones["discard"] == pytest.approx(printed.box)
    assert drawn.zones["beside"][1] < 44
    assert drawn.zones["beside"][2] > 60
    page.get_by_role("button", name="Printed mat").click()
    expect(page.locator("#toast")).to_contain_text("looks for the printed mat")
    assert table.drawings.of("hai-noon") is None


@needs_browser
def test_places_that_overlap_are_said_and_not_kept(table: BareTable, visit: Callable[..., Page]) -> None:
    page = visit()
    pair(page, PIN)
    page.reload()
    page.get_by_role("button", name="2 The places").click()
    page.get_by_role("button", name="Draw pile").click()
    page.locator("[data-grip='2']").focus()
    for _ in range(12):
        page.keyboard.press("Shift+ArrowRight")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#toast")).to_contain_text("overlap")
    assert table.drawings.of("hai-noon") is None


@needs_browser
def test_nothing_runs_over_the_edge_and_every_button_fits_a_thumb(visit: Callable[..., Page]) -> None:
    page = visit(PHONE)
    page.get_by_role("button", name="2 The places").click()
    page.get_by_role("button", name="The square").click()
    for width, height in (PHONE, SMALL, (844, 390), LAPTOP):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
        assert page.evaluate(CUT) == [], width
        until(page, f"() => !({THIN})().length")


@needs_browser
def test_the_menu_leads_there(visit: Callable[..., Page]) -> None:
    page = visit(PHONE, "/")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Draw the places").click()
    expect(page.locator("#title")).to_have_text("Places of Hai Noon")


def test_without_a_picture_the_page_says_so_and_changing_needs_the_pin(table: BareTable, address: str) -> None:
    with httpx.Client(base_url=f"http://{address}", trust_env=False) as phone:
        assert phone.get("/api/still.jpg").headers["content-type"] == "image/jpeg"
        assert phone.post("/api/places", content=table.true().model_dump_json()).status_code == 403
        table.observer.still = None
        assert phone.get("/api/still.jpg").status_code == 404
        assert phone.get("/api/places").json()["picture"] is None


@needs_browser
def test_axe_finds_nothing_with_or_without_a_picture(table: BareTable, visit: Callable[..., Page]) -> None:
    page = visit(PHONE)
    assert flaws(page) == []
    page.get_by_role("button", name="2 The places").click()
    page.get_by_role("button", name="The square").click()
    assert flaws(page) == []
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert flaws(page) == []
    table.observer.still = None
    assert flaws(visit(LAPTOP)) == []


@needs_browser
def test_without_a_camera_it_says_so_and_looks_again(table: BareTable, visit: Callable[..., Page]) -> None:
    still, table.observer.still = table.observer.still, None
    lost = "USB camera 0 gives no more pictures. Plug the USB camera in."
    table.device.table = replace(table.device.table, faults=(("camera", lost),))
    page = visit(PHONE)
    expect(page.locator("#sheet")).to_contain_text(f"There is no picture of the table to draw on. {lost}")
    table.device.table = replace(table.device.table, faults=())
    table.observer.still = still
    page.get_by_role("button", name="Look again").click()
    expect(page.locator("svg.over > image")).to_be_visible()
