"""The page of the camera in a real browser: what it is worth, and the one thing to do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import pytest
from playwright.sync_api import Browser, expect

from companion.api.app import create_app
from firmware.web.backend import DeviceBackend
from hardware.cameras.frame import Frame
from tests.companion.browsing import CHROMIUM, CUT, LAPTOP, PHONE, SMALL, flaws, serving
from tests.firmware.web.test_live_camera import Eye

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium: apt-get install chromium")


@pytest.fixture
def eye(tmp_path: Path) -> Eye:
    return Eye(tmp_path)


@pytest.fixture
def address(eye: Eye) -> Iterator[str]:
    with serving(create_app(DeviceBackend(eye.device), eye=eye.view)) as address:
        yield address


def test_the_camera_is_set_up_by_its_live_picture_and_one_sentence(eye: Eye, address: str, browser: Browser) -> None:
    context = browser.new_context(viewport={"width": PHONE[0], "height": PHONE[1]})
    page = context.new_page()
    page.goto(f"http://{address}/camera")
    todo = page.locator("#todo")
    expect(todo).to_have_text("The camera has given no picture yet")
    eye.watcher.frame = Frame(cv2.GaussianBlur(eye.mat(), (0, 0), 4.0), 0.0)
    expect(todo).to_contain_text("turn the lens until the number of the focus is highest")
    soft = int(page.locator(".meter .figure").first.inner_text())
    eye.watcher.frame = Frame(eye.mat(), 1.0)  # before the clock: the page may look in between
    eye.clock.now += 60
    expect(todo).to_have_text("All is well: you can play.")
    sharp = int(page.locator(".meter .figure").first.inner_text())
    assert sharp > soft
    eye.watcher.frame = Frame(eye.mat(0.2), 2.0)
    eye.clock.now += 60
    expect(todo).to_contain_text("too dark to tell the cards apart")
    expect(page.locator(".meter").first).to_contain_text(f"best so far {sharp}")
    expect(page.locator(".live")).to_have_js_property("naturalWidth", 960)
    for width, height in (PHONE, SMALL, LAPTOP):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
        assert page.evaluate(CUT) == [], width
    assert flaws(page) == []
    context.close()
