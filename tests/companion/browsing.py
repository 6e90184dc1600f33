"""A real browser for the tests of the page, as a phone and as a laptop."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from fastapi import FastAPI
from playwright.sync_api import Page, expect

sys.path.insert(0, str(Path(__file__).parents[2] / "scripts" / "pictures"))
from chromium import CHROMIUM, FLAGS, PromptServer, served

__all__ = ["CHROMIUM", "FLAGS", "PromptServer"]

PHONE, SMALL, LAPTOP, SCREEN = (390, 844), (320, 568), (1280, 800), (1920, 1080)
PIN = "4711"
PAIRED = "localStorage.setItem('lifeguard-paired', 'yes')"
"""What the page notes of a phone that is paired."""
CONTRAST = (Path(__file__).parent / "contrast.js").read_text()
CUT = """() => [...document.querySelectorAll("main *, header h1, #tools *, dialog *")]
    .filter((e) => e.getClientRects().length && !e.closest("svg, .water, .unseen") && e.scrollWidth > e.clientWidth + 1
        && getComputedStyle(e).display !== "inline").map((e) => e.outerHTML.slice(0, 90))"""
"""Elements whose text does not fit into them."""

PATIENCE_S = 30.0
expect.set_options(timeout=1000 * PATIENCE_S)  # a machine that is busy with other things is slow, not wrong


def flaws(page: Page, by_night: bool = True) -> list[str]:
    """What axe-core finds wrong for people with a disability, on the page as it stands, by day and by night."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs pip install axe-playwright-python")
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe.Axe().axe_script)
    page.emulate_media(reduced_motion="reduce", color_scheme="light")  # what still moves is half transparent
    rules = page.evaluate("axe.run({resultTypes: ['violations']}).then((found) => found.violations)")
    found = [f"{rule['id']}: {one['html'][:160]}: {one['failureSummary']}" for rule in rules for one in rule["nodes"]]
    if not by_night:
        return found
    page.emulate_media(color_scheme="dark")
    return found + [f"by night: {weak}" for weak in page.evaluate(CONTRAST)]  # axe's own takes as long as all else


@contextmanager
def serving(app: FastAPI) -> Iterator[str]:
    """Serves an app on a free port of this machine; gives host and port."""
    with served(app) as address:
        yield address.removeprefix("http://")


def until(page: Page, script: str) -> None:
    """Waits until a script finds something: a page lays itself out a moment after its size or its picture changed.

    Playwright's own `wait_for_function` looks again with `eval` in the page, which the page's own policy forbids.
    """
    end = time.monotonic() + PATIENCE_S
    while not page.evaluate(script):
        assert time.monotonic() < end, f"in {PATIENCE_S:.0f} s it never came true: {script}"
        page.wait_for_timeout(50)


def unlock(page: Page, pin: str = PIN) -> None:
    """Types the PIN."""
    page.get_by_label("PIN", exact=True).fill(pin)
    page.get_by_role("button", name="Unlock", exact=True).click()


def pair(page: Page, pin: str = PIN) -> None:
    """Pairs the phone, as its page does when the PIN was typed; a page that is open learns of it when it is loaded."""
    at = urlsplit(page.url)
    answer = page.request.post(f"{at.scheme}://{at.netloc}/api/pair", headers={"X-Lifeguard-Pin": pin}, data="")
    assert answer.ok, answer.status
    page.evaluate(PAIRED)
