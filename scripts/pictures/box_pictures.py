"""Pictures of a box for docs: its OLED in a hotspot and in an update, and its pages."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path

from chromium import launched, served
from PIL import Image
from playwright.sync_api import sync_playwright

from companion.api.app import create_app
from companion.api.upkeep.network_routes import JoinRequest, NetworksView, NetworkView
from firmware.device.loop import Device
from firmware.outputs import screens
from firmware.state.table import Hotspot, OledPage, Table
from firmware.storage.journal import NoJournal
from firmware.trial import SAID
from firmware.update.setup import begun
from firmware.web.backend import DeviceBackend
from firmware.web.page_update import PageUpdate

PICTURES = Path(__file__).resolve().parents[2] / "docs" / "pictures"
TABLE = Table(begun("shark-attacks", ("Ana", "Ben"), {}), "4711", address="http://10.42.0.1:8080")
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


def oled() -> None:
    """The screens side by side, enlarged."""
    drawn = [
        screens.draw(table).convert("L").resize((128 * ZOOM, 64 * ZOOM), Image.Resampling.NEAREST) for table in OLED
    ]
    sheet = Image.new("L", (len(drawn) * (128 * ZOOM + GAP) + GAP, 64 * ZOOM + 2 * GAP), GREY)
    for number, picture in enumerate(drawn):
        sheet.paste(picture, (GAP + number * (128 * ZOOM + GAP), GAP))
    sheet.save(PICTURES / "box-oled.png", optimize=True)


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
    sheet = Image.new("RGB", (2 * 390 + GAP, 560), "white")
    for number, shot in enumerate(shots):
        sheet.paste(shot, (number * (390 + GAP), 0))
    sheet.quantize(128, dither=Image.Dither.NONE).save(PICTURES / "box-pages.png", optimize=True)


if __name__ == "__main__":
    oled()
    with tempfile.TemporaryDirectory() as folder:
        pages(Path(folder))
