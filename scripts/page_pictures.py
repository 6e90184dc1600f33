"""Pictures of the page for README and docs: a game on the simulated table, looked at in Chromium.

    .venv/bin/python scripts/page_pictures.py

Starts `lifeguard run` with simulated parts in a home of its own, waits for a decision worth looking at, and writes
docs/pictures/page-*.png. The dice in the photograph are rendered, and the play is the robot's.
"""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import which
from time import monotonic, sleep
from typing import Any, Literal

import httpx
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
PICTURES = ROOT / "docs" / "pictures"
PORT = 8765
ADDRESS = f"http://127.0.0.1:{PORT}"
COMMAND = f"run shark-attacks --players Ana,Ben,Cleo,Dot --camera simulated --panel simulated --new --port {PORT}"
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update",
    "--disable-sync",
]  # fmt: skip
PHONE, LAPTOP, SCREEN = (390, 1180), (1280, 980), (1920, 1080)
Light = Literal["light", "dark"]
PATIENCE = 900.0
"""Seconds to wait for a moment worth a picture: the robot plays at a pace that people can watch."""


def main() -> None:
    """Writes the pictures."""
    chromium = which("chromium") or which("chromium-browser")
    if chromium is None:
        sys.exit("needs Chromium: apt-get install chromium")
    PICTURES.mkdir(parents=True, exist_ok=True)
    with playing() as pin, sync_playwright() as tool:
        browser = tool.chromium.launch(executable_path=chromium, args=FLAGS)
        lights: tuple[Light, ...] = ("light", "dark")
        for light in lights:
            save(look(browser, PHONE, light), f"page-phone-{light}")
            save(look(browser, LAPTOP, light), f"page-laptop-{light}")
        save(look(browser, SCREEN, "light", at="/#big"), "page-big")
        save(correcting(browser, pin), "page-correct")
        browser.close()


@contextmanager
def playing() -> Iterator[str]:
    """A device that plays by itself; gives its PIN."""
    with tempfile.TemporaryDirectory() as home:
        command = [str(Path(sys.executable).with_name("lifeguard")), *COMMAND.split()]
        device = subprocess.Popen(
            command,
            env=os.environ | {"LIFEGUARD_HOME": home},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            assert device.stderr is not None
            for line in device.stderr:
                if found := re.search(r"PIN (\d+)", line):
                    yield found[1]
                    return
            sys.exit("the device did not start")
        finally:
            device.terminate()
            device.wait(20)


def wait_for_moment() -> dict[str, Any]:
    """Waits until some rounds are played, a throw was just read, and its player has to decide; gives that page."""
    end = monotonic() + PATIENCE
    while monotonic() < end:
        page: dict[str, Any] = httpx.get(f"{ADDRESS}/api/page", trust_env=False).json()
        if len(page["log"]) >= 16 and page["odds"] and page["throw"] and decided_about(page):
            return page
        sleep(0.1)
    sys.exit("no moment worth a picture came in time")


def decided_about(page: dict[str, Any]) -> list[int]:
    """The dice of the last event, by their numbers in the photograph."""
    last = len(page["log"]) - 1
    return [die["index"] for die in page["throw"]["dice"] if die["event"] == last]


def opened(browser: Browser, size: tuple[int, int], light: Light, at: str = "/") -> Page:
    """The page as a visitor with that screen and that taste sees it."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme=light,
        device_scale_factor=1 if size[0] > 500 else 1.5,
    )
    page = context.new_page()
    page.goto(ADDRESS + at)
    page.locator(".lane").first.wait_for()
    return page


def look(browser: Browser, size: tuple[int, int], light: Light, at: str = "/") -> bytes:
    """A picture of what is in view at the next good moment."""
    page = opened(browser, size, light, at)
    wait_for_moment()
    page.wait_for_timeout(900)  # the lanes fill up, the OLED is looked at once a second
    picture = page.screenshot()
    page.context.close()
    return picture


def correcting(browser: Browser, pin: str) -> bytes:
    """The sheet that a tap on a die opens."""
    page = opened(browser, (390, 844), "light")
    page.evaluate("pin => localStorage.setItem('lifeguard-pin', pin)", pin)
    die = decided_about(wait_for_moment())[0]
    page.locator(f"button.chip[data-die='{die}']").click()
    page.wait_for_timeout(700)
    picture = page.screenshot()
    page.context.close()
    return picture


def save(png: bytes, name: str) -> None:
    """Writes a picture as small as it gets without loss."""
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    picture.save(PICTURES / f"{name}.png", optimize=True)
    print(PICTURES.relative_to(ROOT) / f"{name}.png", picture.size)


if __name__ == "__main__":
    main()
