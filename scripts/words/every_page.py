"""Every page of a box and of a hub, of a box that has played: to be looked at in all languages and sizes.

    .venv/bin/python -m scripts.words.every_page FOLDER [de ja ...]

Opens each page in each language (all, if none is named) at five widths, by day and by night; prints what is cut off or
wider than the page, and writes a sheet for each language at one width by day and at another by night.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from types import SimpleNamespace
from typing import Any, Literal

import numpy as np
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "pictures"))
from box_pictures import House
from chromium import launched, served
from page_pictures import GAMES_OF_CARDS, OTHERS, cards

from companion.api.app import create_app
from companion.hub import models
from companion.hub.routes import create_hub
from companion.words.language import LANGUAGES
from engines.games import GAMES as GAME_NAMES
from firmware.config import Config, PanelConfig
from firmware.device.loop import Device
from firmware.device.upkeep.sticks import releases
from firmware.doctor.machine import Machine
from firmware.doctor.on_the_page import PageDoctor
from firmware.hub.desk import HubDesk
from firmware.observe.drawn_mat import Drawings
from firmware.run import followed
from firmware.state.household import Household
from firmware.storage.journal import Journal
from firmware.update.inputs import Introduced
from firmware.web.backend import DeviceBackend
from firmware.web.live_camera import LiveCamera
from firmware.web.our_games import OurGames
from firmware.web.upkeep.page_update import PageUpdate
from firmware.web.upkeep.page_welcome import PageWelcome
from hardware.cameras.frame import Frame

Light = Literal["light", "dark"]
PIN = "4711"
WIDTHS = {320: 568, 390: 844, 768: 1024, 1280: 800, 1920: 1080}
"""The widths that are looked at, each with its height, px."""
SEEN: tuple[tuple[tuple[int, Light], tuple[int, Light]], ...] = (
    ((390, "light"), (1280, "dark")), ((320, "dark"), (768, "light")), ((768, "dark"), (390, "light")),
    ((1280, "light"), (320, "dark")), ((1920, "light"), (390, "dark")), ((320, "light"), (1920, "dark")),
)  # fmt: skip
"""The two widths, each in a light, that a language's sheets show, turn by turn; at all others it is only measured."""
GAP = 8
GAMES = ("shark-attacks", "hai-noon", "splash-down", "pig")
SHOWN, ACROSS = (230, 560), 1840
"""How large a page is on a sheet at most, and how wide a sheet, px; large pages are twice as wide."""
CUT = """() => [...document.querySelectorAll("main *, header h1, dialog *")]
    .filter((e) => e.getClientRects().length && !e.closest("svg, .water, .unseen, .wide, .strip, .beam, input, select")
        && e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== "inline")
    .map((e) => `${e.className || e.tagName}: ${e.textContent.trim().slice(0, 60)}`)"""
"""Elements whose text does not fit into them."""
OUTSIDE = """() => [...document.querySelectorAll("a, button, input, select")].filter((e) => {
    const at = e.getBoundingClientRect();
    return at.width && !e.closest(".wide, .strip, .skip, .unseen") && (at.left < -0.5 || at.right > innerWidth + 0.5);
  }).map((e) => e.textContent.trim().slice(0, 40))"""
"""What can be touched and stands across an edge of the window."""
BROKEN = """() => {
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = new Set();
  while (walk.nextNode()) {
    const node = walk.currentNode, at = node.parentElement;
    if (!at.getClientRects().length || at.closest("script, svg, .unseen, .beam, option")) continue;
    if (getComputedStyle(at).hyphens === "auto") continue; // phones break these by the rules of their language
    for (const word of node.data.matchAll(/[\\p{L}\\p{M}]+/gu)) {
      if (/[\\u3040-\\u30ff\\u4e00-\\u9fff]/.test(word[0])) continue;
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const lines = new Set([...range.getClientRects()].map((one) => Math.round(one.top)));
      if (lines.size > 1) found.add(`${word[0]} (${at.className || at.tagName})`);
    }
  }
  return [...found];
}"""
"""Words that stand on two lines."""


@dataclass(frozen=True, slots=True)
class Stop:
    """A page to look at: where it is, what shows that it is there, and what is done on it first."""

    name: str
    path: str
    sign: str
    act: Callable[[Page], object] = lambda page: None


def _click(selector: str) -> Callable[[Page], None]:
    return lambda page: page.locator(selector).first.click()


def _examined(page: Page) -> None:
    page.locator("[role=status] + button").first.click()
    page.locator(".check").first.wait_for()


BOX = (
    Stop("table", "/", ".lane"),
    Stop("menu", "/", ".lane", _click("button.menu")),
    *(
        Stop(f"our {view}", f"/matches#{view}", f"#what[data-view='#{view}']")
        for view in ("games", "match=1", "players", "player=Ana")
    ),
    Stop("box", "/box", "#release", _examined),
    Stop("join", "/join", ".networks"),
    Stop("tokens", "/tokens", "main .card, main form"),
    Stop("camera", "/camera", "main .card, main section"),
    Stop("welcome", "/welcome", "section.step"),
    *(
        Stop(f"welcome {step}", f"/welcome#{step}", "section.step")
        for step in ("who", "which", "whose", "camera", "panel")
    ),
)
"""The pages of a box, in an order in which each is gone to as people do."""
HUB = tuple(Stop(f"hub {view}", f"/#{view}", "main") for view in ("", "evening", "cup", "host", "table/table-2"))


@contextmanager
def box(home: Path) -> Iterator[str]:
    """A box in whose home a journal lies; gives its address. Its camera sees an empty table."""
    journal = Journal(home / "journal.db")
    table = journal.load()
    assert table is not None
    device = Device(table, journal, [])
    device.table = replace(table, pin=PIN)
    backend, history = DeviceBackend(device), OurGames(device, home)
    device.outputs += [backend, history]
    device.begin()
    running = Thread(target=device.run)
    running.start()
    frame = Frame(np.full((720, 1280, 3), 120, np.uint8), 0.0)
    eye: Any = SimpleNamespace(frame=frame)
    stick = home / "media/STICK"
    stick.mkdir(parents=True)
    (stick / "lifeguard-0.2.0.tar").touch()
    app = create_app(
        backend,
        followed(),
        history=history,
        updates=PageUpdate(home, True, lambda: releases([home / "media"])),
        networks=House(),
        eye=LiveCamera(device, eye, Drawings(home)),
        welcomer=PageWelcome(device, home, PanelConfig(kind="simulated"), lambda _: None),
        doctor=PageDoctor(Config(), home, lambda: device.table, lambda: frame, Machine(Path("/nowhere"))),
    )
    for row in history._past.rows():
        history._index.count(history._past.row(row.number))
    device.put(Introduced(Household(("Ana", "Ben", "Cleo"), GAMES, ("hai-noon",)))).result(10)
    try:
        with served(app) as address:
            yield address
    finally:
        device.stop()
        running.join()
        history.stop()
        journal.close()


@contextmanager
def hall(home: Path) -> Iterator[str]:
    """A hub with three tables, one of which asks, and a tournament; gives its address."""
    desk = HubDesk(home, lambda table, command: None)
    desk.linked(True)
    for number, game in enumerate(GAMES[:3], 1):
        players = [{"name": name, "score": 7 * seat} for seat, name in enumerate(("Annalena", "Ben", "Cleo", "Dan"))]
        state: dict[str, Any] = {"match": 1, "version": 3, "game": game, "players": players, "awaits": "turn"}
        state |= {"title": GAME_NAMES[game].title, "seat": 1, "commands": ["new-match", "lock", "help"]}
        if number == 2:
            state["question"] = {"text": "2 / 3?", "answers": [{"text": "2"}]}
        desk.hear(f"table-{number}", "availability", b"online")
        desk.hear(f"table-{number}", "state", json.dumps(state | {"help": number == 3}).encode())
    desk.start()
    desk.wish(models.NewTournament(title="Cup", kind="swiss", game=GAMES[0], players=("Ana", "Ben", "Cleo", "Dan")))
    desk.wish(models.NextRound())
    try:
        with served(create_hub(desk)) as address:
            yield address
    finally:
        desk.close()


def visited(page: Page, address: str, stops: tuple[Stop, ...]) -> Iterator[Stop]:
    """Goes to each stop; the phone is paired."""
    page.goto(address)
    paired = page.request.post(f"{address}/api/pair", headers={"X-Lifeguard-Pin": PIN}, data="")
    if paired.ok:
        page.evaluate("localStorage.setItem('lifeguard-paired', 'yes')")
    for stop in stops:
        page.goto(f"{address}{stop.path}")
        page.locator(stop.sign).first.wait_for()
        stop.act(page)
        page.wait_for_timeout(50)
        yield stop


def main(folder: Path, codes: list[str]) -> None:
    """Measures all pages, and writes the sheets."""
    drawn = import_module("tests.firmware.history.drawn").drawn
    with TemporaryDirectory() as home, ExitStack() as open_:
        for name in ("box", "hub"):
            (Path(home) / name).mkdir()
        drawn(Path(home) / "box/journal.db", 6, seed=25, photos=2)
        tool = open_.enter_context(sync_playwright())
        places = [
            (open_.enter_context(box(Path(home) / "box")), BOX),
            (open_.enter_context(hall(Path(home) / "hub")), HUB),
        ]
        for game, (players, seed, worth_seeing, *_) in (GAMES_OF_CARDS | OTHERS).items():
            app = create_app(cards(game, players, seed, worth_seeing))
            places.append((open_.enter_context(served(app)), (Stop(game, "/", ".lane"),)))
        browser = launched(tool)
        for number, code in enumerate(codes):
            seen = SEEN[number % len(SEEN)]
            shots = [shot for place in places for shot in looked_at(browser, code, *place, seen)]
            for width, light in seen:
                shown = [image for at, image in shots if at == width]
                sheet(shown).save(folder / f"pages-{code}-{width}-{light}.png")
        browser.close()


def looked_at(
    browser: Browser, code: str, address: str, stops: tuple[Stop, ...], seen: tuple[tuple[int, Light], ...]
) -> Iterator[tuple[int, Image.Image]]:
    """The stops as they are at these widths and in their lights; what is amiss at any width is printed."""
    context = browser.new_context(locale=code, reduced_motion="reduce", viewport={"width": 390, "height": WIDTHS[390]})
    page, lights = context.new_page(), dict(seen)
    for stop in visited(page, address, stops):
        for width, height in WIDTHS.items():
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(60)
            for one in amiss(page):
                print(f"{code} {width} {stop.name}: {one}", flush=True)
            if light := lights.get(width):
                page.emulate_media(color_scheme=light)
                yield width, Image.open(io.BytesIO(page.screenshot(full_page=True))).convert("RGB")
    context.close()


def amiss(page: Page) -> list[str]:
    """What is cut off, broken in two or wider than the window, as the page stands."""
    found: list[str] = page.evaluate(CUT)
    if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
        found.append("the page is wider than its window")
    found += [f"outside: {words}" for words in page.evaluate(OUTSIDE)]
    return found + [f"broken: {word}" for word in page.evaluate(BROKEN)]


def sheet(shots: list[Image.Image]) -> Image.Image:
    """Pictures in rows, each as wide as the others and no longer than a sheet shows."""
    wide = SHOWN[0] if shots[0].width < 1000 else 2 * SHOWN[0]
    fitted = [shot.resize((wide, round(wide * shot.height / shot.width))) for shot in shots]
    fitted = [one.crop((0, 0, wide, min(one.height, SHOWN[1]))) for one in fitted]
    across = ACROSS // wide
    rows = [fitted[at : at + across] for at in range(0, len(fitted), across)]
    highs = [max(one.height for one in row) + GAP for row in rows]
    whole = Image.new("RGB", (across * (wide + GAP), sum(highs)), "#888")
    for number, row in enumerate(rows):
        for column, one in enumerate(row):
            whole.paste(one, (column * (wide + GAP), sum(highs[:number])))
    return whole


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    Path(sys.argv[1]).mkdir(parents=True, exist_ok=True)
    main(Path(sys.argv[1]), sys.argv[2:] or list(LANGUAGES))
