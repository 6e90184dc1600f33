"""Pictures of a box for docs: its OLED at the first start, in a hotspot and in an update, and its pages."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path
from threading import Thread
from types import SimpleNamespace

from chromium import launched, served
from PIL import Image
from playwright.sync_api import Page, sync_playwright

from companion.api.app import create_app
from companion.api.upkeep.network_routes import JoinRequest, NetworksView, NetworkView
from firmware.config import PanelConfig
from firmware.device.loop import Device
from firmware.games.profiles import layout
from firmware.observe.drawn_mat import Drawings
from firmware.outputs import screens
from firmware.run import followed
from firmware.state.household import Household
from firmware.state.table import Hotspot, OledPage, PanelTest, Table
from firmware.storage.journal import NoJournal
from firmware.trial import SAID
from firmware.update.inputs import Pressed
from firmware.update.setup import begun
from firmware.web.backend import DeviceBackend
from firmware.web.live_camera import LiveCamera
from firmware.web.upkeep.page_update import PageUpdate
from firmware.web.upkeep.page_welcome import PageWelcome
from hardware.scene.stage.dice_stage import DiceStage
from hardware.simulated.dice_camera import DiceCamera

PICTURES = Path(__file__).resolve().parents[2] / "docs" / "pictures"
TABLE = Table(begun("shark-attacks", ("Ana", "Ben"), {}), "4711", address="http://10.42.0.1:8080")
NEW = Table(begun("shark-attacks", ("Ana", "Ben"), {}), "4711", 0, household=Household(done=False))
FIRST_OLED = (
    replace(NEW, address="http://192.168.1.20:8080"),
    replace(NEW, panel_test=PanelTest(("a",))),
    replace(NEW, panel_test=PanelTest(("a", "b", "c"))),
)
OLED = (
    replace(TABLE, page=OledPage.CONNECT, hotspot=Hotspot("Lifeguard 4F2A", "m3n4hq7xkp")),
    replace(TABLE, faults=(("trial", SAID.format(version="0.2.0")),)),
    replace(TABLE, faults=(("update", "Updated to 0.2.0."),)),
)
NETWORKS = (("Seaside", 84, True), ("Harbour Café", 61, False), ("Neighbours", 23, True))
ZOOM, GAP, GREY = 3, 18, 90


class House:
    """The networks of a house."""

    def networks(self) -> NetworksView:
        found = tuple(NetworkView(ssid=name, strength=strength, secret=secret) for name, strength, secret in NETWORKS)
        return NetworksView(mode="hotspot", trouble="", networks=found)

    def join(self, wanted: JoinRequest) -> NetworksView:
        return self.networks()


def oled(tables: tuple[Table, ...], name: str) -> None:
    """The screens of some tables side by side, enlarged."""
    drawn = [
        screens.draw(table).convert("L").resize((128 * ZOOM, 64 * ZOOM), Image.Resampling.NEAREST) for table in tables
    ]
    sheet = Image.new("L", (len(drawn) * (128 * ZOOM + GAP) + GAP, 64 * ZOOM + 2 * GAP), GREY)
    for number, picture in enumerate(drawn):
        sheet.paste(picture, (GAP + number * (128 * ZOOM + GAP), GAP))
    sheet.save(PICTURES / name, optimize=True)


def pages(home: Path) -> None:
    """The two pages of a box on a phone, side by side."""
    backend = DeviceBackend(Device(TABLE, NoJournal(home / "journal.db", ""), []))
    app = create_app(backend, updates=PageUpdate(home, taken=True), networks=House())
    shots = []
    with served(app) as address, sync_playwright() as tool:
        page = launched(tool).new_page(viewport={"width": 390, "height": 560})
        for path, sign in (("join", ".networks"), ("box", "#release")):
            page.goto(f"{address}/{path}")
            page.wait_for_selector(sign)
            page.screenshot(path=home / f"{path}.png")
            shots.append(Image.open(home / f"{path}.png").convert("RGB"))
    beside(shots, "box-pages.png")


def first_start(home: Path) -> None:
    """Four steps of the welcome on a phone, side by side."""
    stage = DiceStage(layout("tray"), 21)
    stage.throw(["swimmer-1", "swimmer-2", "swimmer-3", *["swimmer-wave"] * 4])
    camera = DiceCamera(stage, seed=21)
    frame = camera.frame()
    while stage.busy:
        frame = camera.frame()
    device = Device(NEW, NoJournal(home / "journal.db", ""), [])
    device.begin()
    Thread(target=device.run, daemon=True).start()
    eye = LiveCamera(device, SimpleNamespace(frame=frame), Drawings(home))  # type: ignore[arg-type]  # all it asks for
    welcomer = PageWelcome(device, home, PanelConfig(kind="simulated"), lambda _: None)
    app = create_app(DeviceBackend(device), followed(), eye=eye, welcomer=welcomer)
    with served(app) as address, sync_playwright() as tool:
        page = launched(tool).new_page(viewport={"width": 390, "height": 760})
        page.goto(f"{address}/welcome#4711")
        beside(steps(page, device, home), "first-start.png")
    device.stop()


def steps(page: Page, device: Device, home: Path) -> list[Image.Image]:
    """Goes through the welcome, and photographs four of its steps."""
    shots = []

    def shot() -> None:
        page.wait_for_timeout(300)
        page.screenshot(path=home / "step.png")
        shots.append(Image.open(home / "step.png").convert("RGB"))

    page.get_by_role("button", name="Begin").click()
    page.get_by_label("Name 1", exact=True).fill("Mia")
    page.get_by_label("Name 2", exact=True).fill("Tom")
    shot()
    page.get_by_role("button", name="Next").click()
    page.get_by_label("Shark Attacks!").check()
    page.get_by_label("Pig").check()
    shot()
    page.get_by_role("button", name="Next").click()
    page.locator(".verdict.well").wait_for()
    shot()
    page.get_by_role("button", name="Next").click()
    page.get_by_text("Press A, B, C").wait_for()
    page.wait_for_timeout(500)
    device.put(Pressed("a"))
    page.locator(".keys .pressed").wait_for()
    shot()
    return shots


def beside(shots: list[Image.Image], name: str) -> None:
    """Screenshots of one size, side by side."""
    width, height = shots[0].size
    sheet = Image.new("RGB", (len(shots) * (width + GAP) - GAP, height), "white")
    for number, shot in enumerate(shots):
        sheet.paste(shot, (number * (width + GAP), 0))
    sheet.quantize(128, dither=Image.Dither.NONE).save(PICTURES / name, optimize=True)


if __name__ == "__main__":
    oled(OLED, "box-oled.png")
    oled(FIRST_OLED, "first-start-oled.png")
    with tempfile.TemporaryDirectory() as folder:
        pages(Path(folder))
        first_start(Path(folder))
