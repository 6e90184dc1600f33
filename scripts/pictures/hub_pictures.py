"""The pictures of docs/hub.md: simulated tables on the board, on a television and on a phone."""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Literal

from chromium import launched, served
from playwright.sync_api import Browser, Page, sync_playwright

from companion.hub import models
from companion.hub.routes import create_hub
from engines.core import Over
from firmware.hub.desk import HubDesk

sys.path.insert(0, str(Path(__file__).parents[1] / "measuring" / "many_tables"))
from hub_tables import GUESTS, SimulatedTable

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
TELEVISION, PHONE = (1920, 1080), (390, 844)


def evening(desk: HubDesk, count: int, seed: int) -> None:
    """Tables that have played for an evening, two of which need somebody."""
    random, now = Random(seed), datetime.now(UTC)
    for number in range(1, count + 1):
        table = SimulatedTable(f"table-{number}", seed * 1000 + number, now - timedelta(hours=2, minutes=50))
        gone = now - timedelta(minutes=random.randrange(4, 55))
        hear(desk, table)
        for _ in range(5):
            while not isinstance(table.table.match.state.awaits, Over) and len(table.table.steps) < 400:
                table.step()
            table.now += timedelta(minutes=random.randrange(15, 30))
            table.news = table.news[-1:]
            hear(desk, table)
            if table.now > gone:
                break
            table.begin()
        table.now = gone
        if number % 5 != 2:
            table.begin()
            for _ in range(random.randrange(4, 30)):
                if isinstance(table.table.match.state.awaits, Over):
                    break
                table.step()
        table.now = now
        if number == 4:
            table.calls()
        if number in (3, 9):
            table.asks("Is the red die a 2 or a 3?", "2", "3")
        hear(desk, table)
        if number == 11:
            desk.hear(table.topics.table, "availability", b"offline")


def hear(desk: HubDesk, table: SimulatedTable) -> None:
    """The hub hears what a table says."""
    name = table.topics.table
    for topic, payload in table.said():
        kind = topic.removeprefix(f"{table.topics.prefix}/{name}/")
        if kind in ("availability", "camera/availability", "state"):
            desk.hear(name, kind, payload)
    for event in table.news[-1].events:
        desk.hear(name, "event", json.dumps(event).encode())


def cup(desk: HubDesk) -> None:
    """A tournament in its second round."""
    players = tuple(GUESTS[:8])
    desk.wish(models.NewTournament(title="Tonight's cup", kind="swiss", game="shark-attacks", players=players))
    desk.wish(models.NextRound())
    for first, points in zip(players[::2], ((1, 0), (0, 1), (0.5, 0.5), (1, 0)), strict=True):
        desk.wish(models.EnterResult(number=1, first=first, points=points))
    desk.wish(models.NextRound(start=True))


def look(
    browser: Browser,
    address: str,
    size: tuple[int, int],
    name: str,
    folder: Path,
    light: Literal["light", "dark"] = "light",
) -> Page:
    """A page of the hub as a picture."""
    page = browser.new_page(viewport={"width": size[0], "height": size[1]}, color_scheme=light)
    page.goto(address)
    page.wait_for_selector(".tile, .column")
    page.wait_for_timeout(600)
    page.screenshot(path=folder / f"{name}.png")
    return page


def main(folder: Path = PICTURES, count: int = 14) -> None:
    """Writes the pictures."""
    with TemporaryDirectory() as home, sync_playwright() as tool:
        desk = HubDesk(Path(home), lambda table, command: None)
        desk.linked(True)
        evening(desk, count, 3)
        cup(desk)
        desk.start()
        with served(create_hub(desk)) as address:
            browser = launched(tool)
            look(browser, address, TELEVISION, "hub", folder)
            look(browser, address, PHONE, "hub-phone", folder)
            if folder != PICTURES:
                look(browser, address, TELEVISION, "hub-dark", folder, "dark")
                for view in ("evening", "cup", "host", "table/table-4", "table/table-3"):
                    look(browser, f"{address}/#{view}", PHONE, f"hub-{view.replace('/', '-')}", folder)
            browser.close()
        desk.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURES)
