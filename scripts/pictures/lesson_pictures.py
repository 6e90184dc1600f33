"""Pictures of a lesson, of an exam and of drawn places for docs: `python scripts/pictures/lesson_pictures.py`.

A simulated hand teaches a deck; a bare simulated table has its places drawn over it. Chromium looks at both pages.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from chromium import launched, served
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from companion.api.app import create_app
from companion.api.lessons.exam_routes import create_exam
from companion.api.lessons.lesson_routes import create_lesson
from companion.api.places_routes import Draw
from engines.core import Match
from engines.games import game_named
from firmware.device.loop import Device
from firmware.games.exam_plan import groups, plan
from firmware.games.layouts import mat
from firmware.lessons.exam_outputs import ExaminerBackend
from firmware.lessons.examiner import Examiner, ExamWatcher, look_of
from firmware.lessons.outputs import TeacherBackend
from firmware.lessons.store import LessonBook
from firmware.lessons.teacher import LessonWatcher, Teacher
from firmware.observe.drawn_mat import Drawings
from firmware.observe.observer import Observer, Sight
from firmware.observe.table_setup import TableSetup
from firmware.outputs.screens import exam as screen_of_exam
from firmware.outputs.screens import lesson as screen
from firmware.simulation.lessons.exam_hand import exam_hand
from firmware.simulation.lessons.lesson_hand import TeachingHand
from firmware.simulation.players.card_robot import CardRobot
from firmware.state.exam import Exam
from firmware.state.lesson import Lesson
from firmware.state.table import Table
from firmware.storage.journal import Journal
from firmware.web.backend import DeviceBackend
from firmware.web.draw_places import TableDrawing
from hardware.art import deck as deck_art
from hardware.scene.optics.view import array
from hardware.scene.stage.table_stage import TableStage
from hardware.simulated.table_camera import TableCamera
from vision.cards.deck.deck import BACK

PICTURES = Path(__file__).resolve().parents[2] / "docs" / "pictures"
DECK, SEED, CARDS = "hold-your-breath", 5, 9
GAME, PLAYERS, WOOD = "hai-noon", ("Ana", "Ben", "Cleo"), 4
EXAMINED, WRONG = "hai-noon", (("wild", 0.74),)
PHONE, LAPTOP = (390, 844), (1180, 1010)


@contextmanager
def opened(browser: Browser, address: str, size: tuple[int, int], light: Any) -> Iterator[Page]:
    """The page on a screen of that size."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, color_scheme=light, reduced_motion="reduce"
    )
    page = context.new_page()
    page.goto(address)
    page.wait_for_load_state("networkidle")
    yield page
    context.close()


def lesson(browser: Browser, home: Path) -> None:
    """A deck half taught: the phone, and the OLED beside it."""
    names = (*deck_art.faces(DECK), BACK)
    drawn = {name: deck_art.draw(DECK, name, 128) for name in names}
    teacher = Teacher(Lesson(DECK, names, pin="4711"), LessonBook(DECK, home), home, drawn)
    hand = TeachingHand(DECK, teacher, SEED, paced=False)
    watcher = LessonWatcher(teacher, lambda: hand)
    while len(teacher.lesson.cards) < CARDS:
        watcher.see(hand.frame())
        if len(teacher.lesson.cards) < CARDS - 1 and teacher.lesson.unnamed:
            teacher.press("a")
    while (card := teacher.lesson.unnamed) and card.id != teacher.lesson.cards[-1].id:
        teacher.press("a")
    with served(create_lesson(TeacherBackend(teacher))) as address, opened(browser, address, PHONE, "light") as page:
        page.screenshot(path=str(PICTURES / "page-lesson.png"))
    oled = screen.draw(teacher.lesson).convert("L").resize((512, 256), Image.Resampling.NEAREST)
    oled.save(PICTURES / "lesson-oled.png")


def places(browser: Browser, home: Path) -> None:
    """The places of Hai Noon over a bare table."""
    stage = TableStage(GAME, mat(GAME, len(PLAYERS)), WOOD, brief=True, straight=True)
    stage.scene = replace(stage.scene, table=replace(stage.scene.table, mat=None))
    camera, match = TableCamera(stage, seed=3), Match.begin(game_named(GAME), PLAYERS, {"hands": "hidden"})
    robot = CardRobot(stage, Match.begin(game_named(GAME), PLAYERS, {"hands": "open"}), Random(1))
    for _ in range(8):
        robot.step(Table(match, "0000"))
    device = Device(Table(match, "4711"), Journal(home / "journal.db"), [])
    drawings = Drawings(home)
    observer = Observer(TableSetup(GAME, home))
    drawing = TableDrawing(device, observer, drawings)
    observer.see(camera.look(), settled=True)
    wide, deep = stage.layout["size_mm"]
    seen = stage.scene.view.project(array([[0, 0, 0], [wide, 0, 0], [wide, -deep, 0], [0, -deep, 0]]))
    a, b, c, d = ((float(x) / 1280, float(y) / 720) for x, y in seen)
    drawing.draw(
        Draw(version=0, game=GAME, corners=(a, b, c, d), boxes={p.name: p.box for p in drawing.places().parts})
    )
    with served(create_app(DeviceBackend(device), drawing=drawing)) as address:
        for name, size, light in (("page-places-phone", PHONE, "light"), ("page-places", LAPTOP, "dark")):
            with opened(browser, f"{address}/places", size, light) as page:
                page.get_by_role("button", name="2 The places").click()
                page.get_by_role("button", name="Left side").click()
                page.evaluate("scrollTo(0, 0)")
                page.screenshot(path=str(PICTURES / f"{name}.jpg"), type="jpeg", quality=82)


def exam(browser: Browser) -> None:
    """An exam on a table with one card misread for the picture's sake: the phone, the result, and the OLED."""
    asked = plan(EXAMINED, {}, 10, Random(SEED))
    taken = Examiner(Exam(EXAMINED, 10, groups(EXAMINED, {}), asked, pin="4711"))
    hand, observer = exam_hand(taken, SEED, settled=True), Observer(TableSetup(EXAMINED))
    watcher = ExamWatcher(taken, observer, lambda: hand)
    watcher.see(hand.frame(), settled=True)
    oled = screen_of_exam.draw(taken.session).convert("L").resize((512, 256), Image.Resampling.NEAREST)
    oled.save(PICTURES / "exam-oled.png")
    sight = observer.observe(hand.frame().image)
    assert isinstance(sight, Sight)
    first, *others = look_of(sight.observation, observer).pieces
    taken.saw(sight, replace(look_of(sight.observation, observer), pieces=(*others, replace(first, candidates=WRONG))))
    _photographed(browser, taken, "page-exam")
    while not taken.ended.is_set():
        watcher.see(hand.frame(), settled=True)
    _photographed(browser, taken, "page-exam-result")


def _photographed(browser: Browser, taken: Examiner, name: str) -> None:
    with served(create_exam(ExaminerBackend(taken))) as address, opened(browser, address, PHONE, "light") as page:
        page.screenshot(path=str(PICTURES / f"{name}.png"))


def main() -> None:
    """Writes the pictures."""
    with tempfile.TemporaryDirectory() as home, sync_playwright() as tool:
        browser = launched(tool)
        lesson(browser, Path(home))
        places(browser, Path(home))
        exam(browser)
        browser.close()


if __name__ == "__main__":
    main()
