"""The OLED in every language: no words cut off or upon each other, and what cannot fit shortened behind a word."""

from __future__ import annotations

import re
import sys
from dataclasses import replace

import pytest
from PIL import Image, ImageChops

from companion.words import language
from companion.words.language import LANGUAGES, again, speaking
from engines.core import Event
from firmware.outputs import screens
from firmware.outputs.screens import common, exam, first_start, lesson, paper
from firmware.outputs.screens.paper import HEIGHT, WIDTH, Paper
from firmware.state import exam as steps
from firmware.state.exam import Exam, ExamLight, ExamLook, ExamPhase, ExamPiece
from firmware.state.household import Household
from firmware.state.lesson import Lesson, Taken
from firmware.state.part_words import trouble
from firmware.state.table import Hotspot, PanelTest
from hardware.errors import CameraLost
from tests.firmware.outputs.test_screens import EXAMPLES, few_games, sheet  # noqa: F401  # a fixture
from tests.pseudo import Pseudo

PSEUDO = "pseudo"
NEW = replace(EXAMPLES["connect"], household=Household(done=False))
WORLDWIDE = re.compile(rf" in (german|japanese)| ({'|'.join(sheet.WORLD)})")
TABLES = {name: shown for name, shown in EXAMPLES.items() if not WORLDWIDE.search(f" {name}")} | {
    "welcome": NEW,
    "no network": replace(NEW, address=""),
    "hotspot": replace(NEW, hotspot=Hotspot("Lifeguard 4F2A", "m3n4hq7xkp")),
    "panel": replace(NEW, panel_test=PanelTest(("a",))),
    "paused": replace(EXAMPLES["a turn begins"], match=EXAMPLES["a turn begins"].match.play(Event("pause"))),
}
LESSON = Lesson("hai-noon", ("flip-shark", "wild", "back"), (Taken("1", "wild"), Taken("2")), pin="4711")
LESSONS = {
    "name": LESSON,
    "next": replace(LESSON, cards=LESSON.cards[:1], address="http://192.168.178.42:8080"),
    "doubt": replace(LESSON, doubt=Taken("3", like="1")),
    "taught": replace(LESSON, done=True),
}
DICE = steps.begun(
    Exam("dice-tray", 4, (("dice", ("die-1", "die-2")),), pin="4711", address="http://192.168.178.42:8080")
)
ASKED = Exam(
    "hold-your-breath", 4, (("cards", ("air-5", "swim-10")),), (("air-5", "swim-10"), ("swim-10",)), pin="4711"
)
SEEN = ExamPiece((("air-5", 0.95), ("swim-10", 0.04)), (0.0, 0.0, 40.0, 60.0))
LOOK = ExamLook("1", 960, 540, (SEEN, SEEN), ExamLight(120.0, 0.01, 0.4))
CHECKED = replace(ASKED, phase=ExamPhase.CHECK, look=LOOK, marks=steps.compared(("air-5", "swim-10"), LOOK.pieces))
EXAMS = {
    "exam of dice": DICE,
    "exam begins": replace(ASKED, address=DICE.address),
    "exam lays": replace(ASKED, phase=ExamPhase.LAY),
    "exam checks": CHECKED,
    "exam asks which": replace(CHECKED, at=1),
    "exam is done": replace(steps.confirmed(CHECKED), done=True),
}
MAIN = [pages[0] for pages in screens.GAMES.values() if 0 in pages]
QUOTED = re.compile("question|answer|mismatch|piece too much|camera|disk|refusal|areas")
"""Tables with long sentences that are none of the OLED's own, and lists of what somebody has."""
NAMES = "|".join(name[:2] for name in (*sheet.NAMES, *sheet.WORLD["cyrillic"]))
LISTED = re.compile(rf"^({NAMES})|^\d: |[:：]|!, |!、")
"""Names, and lists of them, are cut short where they are too long."""


class Watched(Paper):
    """A sheet that looks on: no words may leave it, or be written upon or below others."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[tuple[str, Image.Image]] = []
        self.wrong: list[str] = []
        SHEETS.append(self)

    def text(self, x, y, text, font=paper.SMALL, side="left", ink=1):
        ground = Image.new("1", (3 * WIDTH, 3 * HEIGHT))
        left = x - {"left": 0, "middle": font.width(text) // 2, "right": font.width(text)}[side]
        font.draw(ground, WIDTH + left, HEIGHT + y, text, 1)
        inside = ground.crop((WIDTH, HEIGHT, 2 * WIDTH, 2 * HEIGHT))
        if sum(ground.histogram()[1:]) != sum(inside.histogram()[1:]):
            self.wrong.append(f"leaves the sheet: {text}")
        self.wrong += [f"{text} upon {other}" for other, there in self.written if _meet(inside, there)]
        self.written.append((text, inside))
        return super().text(x, y, text, font, side, ink)

    def bar(self, x, y, width, height):
        covered = Image.new("1", (WIDTH, HEIGHT))
        covered.paste(1, (x, y, x + max(width, 0), y + max(height, 0)))
        self.wrong += [f"a bar upon {other}" for other, there in self.written if _meet(covered, there)]
        super().bar(x, y, width, height)

    def box(self, x, y, width, height, fill=None, outline=None):
        if fill == 0:  # a card upon others: what it covers is meant to be covered
            self._clear(x, y, width, height)
        super().box(x, y, width, height, fill, outline)

    def banner(self, text, lines):
        self._clear(0, HEIGHT - lines * 9 - 16, WIDTH, HEIGHT)
        super().banner(text, lines)

    def _clear(self, x, y, width, height):
        covered = Image.new("1", (WIDTH, HEIGHT))
        covered.paste(1, (x, y, x + width, y + height))
        self.written = [(text, there) for text, there in self.written if not _meet(covered, there)]


SHEETS: list[Watched] = []


def _meet(one: Image.Image, other: Image.Image) -> bool:
    return ImageChops.logical_and(one, other).getbbox() is not None


def drawings():
    """Everything that the OLED may show, by name, to be drawn in a language."""
    yield from ((name, lambda code, it=it: screens.draw(replace(it, language=code))) for name, it in TABLES.items())
    yield from ((name, lambda code, it=it: lesson.draw(replace(it, language=code))) for name, it in LESSONS.items())
    yield from ((name, lambda code, it=it: exam.draw(replace(it, language=code))) for name, it in EXAMS.items())


def test_what_is_wrong_with_a_part_is_said_again_in_any_language():
    lost = trouble(CameraLost("There is no USB camera {number}.", "Check the pin number.", number=2))
    assert lost == "There is no USB camera 2. Check the pin number."
    with speaking("de"):
        assert again(lost) == "Es gibt keine USB-Kamera 2. Prüf die Nummer des Pins."


@pytest.mark.parametrize("code", [*LANGUAGES, PSEUDO])
def test_no_words_are_cut_off_or_lie_upon_others(code, monkeypatch):
    if code == PSEUDO:
        monkeypatch.setattr(language, "catalogue", lambda code: Pseudo())
    for module in (common, first_start, lesson, exam, *(sys.modules[page.__module__] for page in MAIN)):
        monkeypatch.setattr(module, "Paper", Watched)
    wrong = []
    for name, draw in drawings():
        SHEETS.clear()
        draw(code)
        wrong += [f"{name}: {what}" for sheet in SHEETS for what in sheet.wrong]
        short = [
            text for sheet in SHEETS for text, _ in sheet.written if text.endswith("…") and not LISTED.search(text)
        ]
        wrong += [f"{name}: cut short: {text}" for text in short if code != PSEUDO and not QUOTED.search(name)]
    assert "\n".join(wrong) == ""
