"""A real browser for the tests of the page, as a phone and as a laptop."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import which
from threading import Thread

import uvicorn
from fastapi import FastAPI
from playwright.sync_api import Page, expect

CHROMIUM = which("chromium") or which("chromium-browser") or which("google-chrome")
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update",
    "--disable-sync",
]  # fmt: skip
PHONE, SMALL, LAPTOP, SCREEN = (390, 844), (320, 568), (1280, 800), (1920, 1080)
PIN = "4711"
CONTRAST = (Path(__file__).parent / "contrast.js").read_text()
CUT = """() => [...document.querySelectorAll("main *, header h1, #tools *, dialog *")]
    .filter((e) => e.getClientRects().length && !e.closest("svg, .water") && e.scrollWidth > e.clientWidth + 1
        && getComputedStyle(e).display !== "inline").map((e) => e.outerHTML.slice(0, 90))"""
"""Elements whose text does not fit into them."""

expect.set_options(timeout=30_000)  # a machine that is busy with other things is slow, not wrong


@contextmanager
def serving(app: FastAPI) -> Iterator[str]:
    """Serves an app on a free port of this machine; gives its address."""
    server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=0, log_level="warning"))
    thread = Thread(target=server.run)
    thread.start()
    while not server.started:
        thread.join(0.01)
    yield f"127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    server.should_exit = True
    thread.join()


def unlock(page: Page, pin: str = PIN) -> None:
    """Types the PIN."""
    page.get_by_label("PIN", exact=True).fill(pin)
    page.get_by_role("button", name="Unlock", exact=True).click()


def known(page: Page) -> None:
    """This phone has typed the PIN before."""
    page.evaluate(f"localStorage.setItem('lifeguard-pin', '{PIN}')")
    page.reload()
    expect(page.locator(".lane").first).to_be_visible()
