"""A server for an app, and a Chromium to look at it: for the scripts that take pictures of pages, and for tests."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from shutil import which
from threading import Thread
from typing import Any

import uvicorn
from playwright.sync_api import Browser, Playwright

FLAGS = [
    "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update",
    "--disable-sync",
]  # fmt: skip


CHROMIUM = next(
    filter(None, map(which, ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"))), None
)
"""Debian's Chromium; the same without what only a desktop needs opens a page in a third of the time."""


def launched(tool: Playwright) -> Browser:
    """The system's Chromium; ends the script where there is none."""
    if CHROMIUM is None:
        sys.exit("needs Chromium: apt-get install chromium")
    return tool.chromium.launch(executable_path=CHROMIUM, args=FLAGS)


class PromptServer(uvicorn.Server):
    """Ends as soon as it should: uvicorn itself looks but ten times a second, and tests start hundreds."""

    async def main_loop(self) -> None:
        """Until it should end."""
        await self.on_tick(0)
        while not self.should_exit:
            await asyncio.sleep(0.01)


@contextmanager
def served(app: Any) -> Iterator[str]:
    """An app on a free port; gives its address."""
    server = PromptServer(uvicorn.Config(app, host="127.0.0.1", port=0, log_level="warning"))
    thread = Thread(target=server.run)
    thread.start()
    while not server.started:
        thread.join(0.01)
        assert thread.is_alive()
    try:
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:  # a thread that went on would keep the program from ending
        server.should_exit = True
        thread.join()
