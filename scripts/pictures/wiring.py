"""Draws docs/wiring.svg from the default pins of the panel, so that drawing and program cannot differ:
`python scripts/pictures/wiring.py [docs/wiring.svg]`.
"""

from __future__ import annotations

import sys
from pathlib import Path

from gpiozero.pins.mock import MockFactory

from hardware.panel.board import PanelWiring

_PINS = MockFactory().board_info.headers["J8"].pins.values()
HEADER = [pin.name for pin in sorted(_PINS, key=lambda pin: pin.number)]
"""What each of the 40 pins is, from pin 1, as gpiozero knows it; the same on every Raspberry Pi since 2014."""

RED, BLACK, BLUE, AMBER, GREEN, VIOLET, PINK = "#d33", "#222", "#2b6cb0", "#d69e2e", "#2f855a", "#6b46c1", "#c05299"
LEFT, RIGHT, TOP, PITCH = 430, 670, 110, 27
RAIL = 60


def physical(gpio: int) -> int:
    """The number of the header's pin that carries GPIO `gpio`."""
    return HEADER.index(f"GPIO{gpio}") + 1


def row(pin: int) -> int:
    """The height of a header's pin."""
    return TOP + (pin - 1) // 2 * PITCH


def text(x: float, y: float, words: str, kind: str = "") -> str:
    """Words; `kind` is a class of the style sheet below."""
    return f'<text x="{x}" y="{y}" class="{kind}">{words}</text>'


def box(x: float, y: float, width: float, height: float, fill: str, more: str = "") -> str:
    """A box with round corners."""
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="8" fill="{fill}" {more}/>'


def wire(colour: str, *points: tuple[float, float]) -> str:
    """A wire through these points."""
    path = " ".join(f"{x},{y}" for x, y in points)
    return f'<polyline points="{path}" class="edge"/><polyline points="{path}" class="wire" stroke="{colour}"/>'


def dot(x: float, y: float, colour: str = BLACK) -> str:
    """Where wires meet."""
    return f'<circle cx="{x}" cy="{y}" r="5" fill="{colour}"/>'


def header(used: dict[int, str]) -> list[str]:
    """The 40 pins; the used ones lit in the colour of their wire."""
    parts = [box(LEFT, TOP - 50, RIGHT - LEFT, 20 * PITCH + 55, "#1f5f3f")]
    parts.append(text((LEFT + RIGHT) / 2, TOP - 26, "Raspberry Pi", "board"))
    for pin, name in enumerate(HEADER, start=1):
        left, y = pin % 2 == 1, row(pin)
        x = (LEFT + RIGHT) / 2 + (-18 if left else 18)
        colour = used.get(pin)
        square = f'<rect x="{x - 9}" y="{y - 9}" width="18" height="18" rx="{2 if pin == 1 else 9}"'
        parts.append(f'{square} fill="{colour or "#d9c27a"}" stroke="#f6e7b4" stroke-width="{2.5 if colour else 1}"/>')
        parts.append(text(x, y + 4, str(pin), "number lit" if colour else "number"))
        parts.append(
            text(x - 20 if left else x + 20, y + 5, name, f"{'end' if left else ''} pin {'on' if colour else ''}")
        )
    return parts


def oled() -> list[str]:
    """The OLED at the left, its four wires straight."""
    wires = ((1, "VCC", RED), (physical(2), "SDA", BLUE), (physical(3), "SCL", AMBER), (9, "GND", BLACK))
    parts = [wire(colour, (LEFT, row(pin)), (258, row(pin))) for pin, _, colour in wires]
    parts += [box(70, TOP - 30, 190, 170, "#20314f"), box(86, TOP - 12, 118, 92, "#05070c", 'stroke="#3c5a8c"')]
    parts += [text(145, TOP + 28, "7", "glow"), text(145, TOP + 54, "blue dice", "small glow2")]
    parts += [text(145, TOP + 108, "OLED 128×64", "part"), text(145, TOP + 126, "I2C, 0x3C", "small pale")]
    for pin, name, colour in wires:
        parts += [dot(258, row(pin), colour), text(248, row(pin) + 4, name, "end small pale")]
    return parts


def buttons(pins: dict[str, int]) -> list[str]:
    """Three buttons, each between its pin and ground."""
    parts = []
    meaning = {"A": "yes, next", "B": "choose", "C": "undo"}
    lanes = zip(
        pins.items(), ((370, GREEN), (340, VIOLET), (310, PINK)), (row(27) - 62, row(29) - 14, row(33)), strict=True
    )
    for (name, gpio), (lane, colour), y in lanes:
        start = row(physical(gpio))
        parts.append(wire(colour, (LEFT, start), (lane, start), (lane, y), (222, y)))
        parts.append(wire(BLACK, (138, y), (RAIL, y)))
        parts += [box(140, y - 22, 80, 44, "#e2e8f0", 'stroke="#94a3b8"'), dot(RAIL, y)]
        parts.append(f'<circle cx="180" cy="{y}" r="16" fill="{colour}"/>')
        parts += [text(180, y + 6, name, "key"), text(232, y - 8, meaning[name], "start small")]
    return parts


def led(gpio: int) -> list[str]:
    """LED and resistor to ground."""
    y = row(physical(gpio))
    parts = [wire("#e11d48", (LEFT, y), (180, y)), wire(BLACK, (180, y), (RAIL, y)), dot(RAIL, y)]
    parts += [box(285, y - 9, 62, 18, "#e8d3a2", 'stroke="#a78b4f"'), text(316, y + 4, "330 Ω", "small")]
    parts.append(f'<path d="M 200 {y - 15} L 200 {y + 15} L 172 {y} Z" fill="#e11d48"/>')
    parts.append(f'<path d="M 170 {y - 15} L 170 {y + 15}" stroke="#e11d48" stroke-width="4"/>')
    parts.append(text(232, y - 8, "LED", "start small"))
    return parts


def buzzer(gpio: int) -> list[str]:
    """The passive buzzer at the right."""
    plus, minus = physical(gpio), 14
    middle = (row(plus) + row(minus)) / 2
    parts = [wire("#0891b2", (RIGHT, row(plus)), (790, row(plus))), wire(BLACK, (RIGHT, row(minus)), (790, row(minus)))]
    parts.append(f'<circle cx="836" cy="{middle}" r="48" fill="#1f2937"/>')
    parts.append(f'<circle cx="836" cy="{middle}" r="9" fill="#6b7280"/>')
    parts += [text(802, row(plus) + 1, "+", "pale part"), text(802, row(minus) + 9, "–", "pale part")]
    parts += [
        text(836, middle + 72, "passive buzzer", "part dark"),
        text(836, middle + 90, "without a driver of its own", "small"),
    ]
    return parts


STYLE = """
text { font-family: "DejaVu Sans", Verdana, sans-serif; font-size: 14px; text-anchor: middle; fill: #1e293b }
.end { text-anchor: end } .start { text-anchor: start } .small { font-size: 12.5px }
.title { font-size: 22px; font-weight: bold; text-anchor: start }
.board { fill: #fff; font-weight: bold; font-size: 16px }
.part { fill: #fff; font-weight: bold } .dark { fill: #1e293b } .pale { fill: #e2e8f0 }
.number { font-size: 10px; fill: #4a3c0c } .lit { fill: #fff; font-weight: bold }
.pin { font-size: 11px; fill: #a7cbb5 } .pin:not(.end) { text-anchor: start } .on { fill: #fff; font-weight: bold }
.glow { fill: #d6f0ff; font-size: 34px; font-weight: bold } .glow2 { fill: #d6f0ff }
.key { fill: #fff; font-weight: bold; font-size: 17px }
polyline { fill: none; stroke-linejoin: round; stroke-linecap: round }
.wire { stroke-width: 4 } .edge { stroke: #fff; stroke-width: 8 }
"""


def drawing(panel: PanelWiring) -> str:
    """The whole drawing as SVG."""
    assert panel.buzzer is not None
    assert panel.led is not None
    used = {1: RED, physical(2): BLUE, physical(3): AMBER, 9: BLACK, 14: BLACK, 39: BLACK}
    used |= dict(zip(map(physical, panel.buttons.values()), (GREEN, VIOLET, PINK), strict=True))
    used |= {physical(panel.buzzer): "#0891b2", physical(panel.led): "#e11d48"}
    bottom = row(39)
    ground = wire(BLACK, (LEFT, bottom), (RAIL, bottom), (RAIL, row(27) - 62))
    parts = [ground, *oled(), *buttons(dict(panel.buttons)), *led(panel.led), *buzzer(panel.buzzer), *header(used)]
    parts += [text(40, 40, "Lifeguard: the panel", "title")]
    parts += [text(355, bottom + 20, "ground", "start small")]
    notes = (
        "Pin 1 is the square one, at the end",
        "of the header next to the SD card.",
        "Seen from above, header at the right.",
        "",
        "Feed the OLED from 3V3, never 5V:",
        "its data wires must not carry more",
        "than the Pi's 3.3 volts.",
    )
    parts += [text(700, 440 + 20 * number, line, "start small") for number, line in enumerate(notes)]
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 690" role="img" aria-label="Wiring of the panel">\n'
        f"<style>{STYLE}</style>\n<rect width='960' height='690' fill='#f8fafc'/>\n{body}\n</svg>\n"
    )


if __name__ == "__main__":
    target = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/wiring.svg")
    target.write_text(drawing(PanelWiring()), encoding="utf-8")
    print(target)
