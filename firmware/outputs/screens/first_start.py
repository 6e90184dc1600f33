"""The OLED at the first start: where phones find the welcome, and the panel as it is tried out."""

from __future__ import annotations

from companion.words.language import t
from firmware.outputs.screens.common import hotspot
from firmware.outputs.screens.font import BOLD, LARGE, SMALL
from firmware.outputs.screens.paper import HEAD, HEIGHT, WIDTH, Paper
from firmware.state.table import PanelTest, Table

PATH = "/welcome"
"""Where the welcome lies on the page."""
BUTTONS = ("a", "b", "c")
KEY_PX, PITCH_PX = 32, 41
"""Side of the drawing of a button, and from one to the next."""


def welcome(table: Table) -> Paper:
    """A QR code of the welcome's address, with the PIN in it; beside it both to read."""
    if table.hotspot:
        return hotspot(table, table.hotspot)
    paper = Paper()
    if not table.address:
        paper.head(t("Welcome"))
        paper.wrapped(1, HEAD + 4, t("I look for a network. Plug a cable in, or wait a minute."), WIDTH - 1, 5)
        return paper
    paper.code(0, 0, f"{table.address}{PATH}#{table.pin}", HEIGHT)
    x = HEIGHT + 3
    paper.words(x, 1, t("Scan me"), WIDTH - x)
    paper.line(x, 15, WIDTH - 1, 15)
    address = table.address.removeprefix("http://")
    lines = [address] if SMALL.width(address) < WIDTH - x else address.replace(":", " :").split()
    for number, line in enumerate(lines):
        paper.text(x, 19 + SMALL.line * number, line)
    paper.text(x, HEIGHT - 23, "PIN")
    paper.text(x, HEIGHT - 12, table.pin, BOLD)
    return paper


def panel_test(test: PanelTest) -> Paper:
    """The three buttons: those that were pressed are lit."""
    paper = Paper()
    left = set(BUTTONS) - set(test.pressed)
    paper.head(t("Press A, B and C") if left else t("All three work"))
    for number, button in enumerate(BUTTONS):
        x, y = 6 + PITCH_PX * number, HEAD + 8
        lit = button in test.pressed
        paper.box(x, y, KEY_PX, KEY_PX, fill=1 if lit else None, outline=1)
        paper.text(
            x + KEY_PX // 2, y + (KEY_PX - LARGE.height) // 2, button.upper(), LARGE, "middle", ink=0 if lit else 1
        )
    return paper
