"""The drawing and the tables of docs/wiring.md agree with the pins that the program uses."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from xml.etree import ElementTree

from hardware.panel.board import PanelWiring
from hardware.panel.display import OledWiring

ROOT = Path(__file__).parents[3]
_spec = importlib.util.spec_from_file_location("wiring", ROOT / "scripts" / "pictures" / "wiring.py")
wiring = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(wiring)

GUIDE = (ROOT / "docs" / "wiring.md").read_text()


def cells(setting: str) -> list[str]:
    """GPIO and pin of the line of the guide that names `setting`."""
    line = next(line for line in GUIDE.splitlines() if f"`{setting}`" in line and line.startswith("|"))
    return re.findall(r"\| (\d+) (?=\|)", line)


def test_the_drawing_in_the_docs_is_the_one_of_the_default_pins():
    assert (ROOT / "docs" / "wiring.svg").read_text() == wiring.drawing(PanelWiring())


def test_the_drawing_is_valid_xml():
    assert ElementTree.fromstring(wiring.drawing(PanelWiring())).tag.endswith("svg")


def test_the_tables_name_the_default_pins():
    panel, oled = PanelWiring(), OledWiring()
    pins = {f"panel.buttons.{name}": pin for name, pin in panel.buttons.items()}
    pins |= {"panel.buzzer": panel.buzzer, "panel.led": panel.led}
    pins |= {"panel.oled.dc": oled.dc, "panel.oled.reset": oled.reset}
    for setting, gpio in pins.items():
        assert cells(setting) == [str(gpio), str(wiring.physical(gpio))], setting
    assert f"(0x{oled.address:02X};" in GUIDE
