"""What `lifeguard teach deck NAME --camera SOURCE` and `lifeguard exam GAME` do: the parts of a lesson or an exam, put
together and taken apart."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from time import sleep
from typing import Generic

from fastapi import FastAPI

from companion.api.lessons.exam_routes import create_exam
from companion.api.lessons.lesson_routes import create_lesson
from companion.gate.pin import new_pin
from firmware.config import Config, ConfigError
from firmware.device import systemd
from firmware.device.open_camera import camera_of
from firmware.device.open_panel import panel_of
from firmware.device.opening import language_of
from firmware.device.terminal import say, stopping, take_keys
from firmware.lessons.exam_outputs import ExaminerBackend, ExamPanelOutput
from firmware.lessons.exam_printer import ExamPrinter
from firmware.lessons.examiner import Examiner, ExamWatcher
from firmware.lessons.outputs import LessonPanelOutput, TeacherBackend
from firmware.lessons.session_host import SessionHost
from firmware.lessons.store import LessonBook
from firmware.lessons.teacher import LessonWatcher, Teacher
from firmware.observe.camera_thread import CameraThread
from firmware.observe.observer import Observer
from firmware.observe.table_setup import TableSetup
from firmware.state.exam import Exam
from firmware.state.lesson import Lesson, fits
from firmware.state.session import S
from firmware.storage.images import Picture
from firmware.storage.people.phones import phones_of
from firmware.web.server import Web
from hardware.art import deck as deck_art
from hardware.art.card_sizes import CardSize
from hardware.art.folder import ArtFolder
from hardware.cameras.frame import Camera
from hardware.panel.board import PanelBoard
from vision.cards.deck.deck import BACK, Deck
from vision.store import BadTeaching

DRAWN_WIDTH_PX = 128
"""Width at which built-in faces are drawn, to guess a card's name."""
BEAT_S = 0.2
"""So often the main thread is awake, to hear of Ctrl-C."""
GRACE_S = 1.5
"""How long phones have to see how it ended, before the page goes."""


def teach(
    name: str, names: str | None, config: Config, home: Path, anew: bool, card_mm: CardSize | None = None
) -> tuple[Deck | None, int]:
    """Runs a lesson until the deck is kept or it is stopped: the deck that was kept, and how many cards were taken.

    `card_mm`: the size of its cards, if it was said. Raises ConfigError, BadTeaching.
    """
    teacher, _ = _taught(name, names, config, home, anew, card_mm)
    return teacher.kept, len(teacher.lesson.cards)


def on_the_box(deck: str, config: Config, home: Path) -> bool:
    """The lesson of a built-in deck's own cards, until people end it (True) or the device is to stop (False).

    One that was interrupted goes on; one that is damaged begins anew. Raises ConfigError.
    """
    try:
        return _taught(deck, None, config, home, anew=False)[1]
    except BadTeaching as error:
        say(str(error))
        return _taught(deck, None, config, home, anew=True)[1]


def _taught(
    name: str, names: str | None, config: Config, home: Path, anew: bool, card_mm: CardSize | None = None
) -> tuple[Teacher, bool]:
    """A lesson, until it has ended: its teacher, and whether people ended it. Raises ConfigError, BadTeaching."""
    built_in, listed = _list(name, names)
    book = LessonBook(name, home)
    if anew:
        book.forget()
    own = language_of(home, config)
    lesson = replace(book.load(Lesson(name, listed, pin=new_pin())), language=own)
    teacher = Teacher(lesson, book, home, _drawn(built_in), card_mm)
    backend = TeacherBackend(teacher)
    app = create_lesson(backend, config.page.names, phones=phones_of(home), language=lambda: own)
    watcher = LessonWatcher(teacher, _camera(config, teacher, built_in))
    count = f"{len(lesson.cards)} cards taken"
    return teacher, _hold(teacher, SessionParts(app, backend, LessonPanelOutput, teacher.press), watcher, config, count)


def examine(
    exam: Exam, setup: TableSetup, config: Config, seed: int, as_json: bool = False, art: ArtFolder | None = None
) -> tuple[Exam, str]:
    """Runs an exam until it is over, the pictures end or it is stopped: the exam, and why the last picture could not be
    read, if it could not. Raises ConfigError, CameraLost if the camera is not there."""
    source = config.camera.source
    own = language_of(setup.home, config)
    examiner = Examiner(replace(exam, pin=new_pin(), language=own))
    backend = ExaminerBackend(examiner)
    examiner.outputs.append(ExamPrinter(as_json, say))
    opener = camera_of(config.camera) if source != "simulated" else _hand(examiner, seed, art)
    opener().close()  # a camera that is not there is said now; one that is lost later is waited for
    app = create_exam(backend, config.page.names, phones=phones_of(setup.home), language=lambda: own)
    watcher = ExamWatcher(examiner, Observer(setup), opener, waits=not lives(source))
    what = f"{exam.count} pieces" + (f" in {len(exam.plan)} rounds" if len(exam.plan) > 1 else "")
    _hold(examiner, SessionParts(app, backend, ExamPanelOutput, examiner.press), watcher, config, what)
    return examiner.session, watcher.trouble


def lives(source: str) -> bool:
    """Whether a hand lays pieces under that camera: not in a folder of pictures, nor in a film."""
    return source in ("pi", "simulated") or source.startswith("usb:")


@dataclass(frozen=True)
class SessionParts(Generic[S]):
    """How people see a session and change it: the page's app and its desk, the panel's output, and the buttons."""

    app: FastAPI
    page: Callable[[S, S], object]
    panel: Callable[[PanelBoard], Callable[[S, S], object]]
    press: Callable[[str], None]


def _hold(host: SessionHost[S], shown: SessionParts[S], watcher: CameraThread, config: Config, what: str) -> bool:
    """A session from its first picture until it has ended, with its panel and its page; `what` is said of it.

    Whether people ended it: else the process is to stop.
    """
    with ExitStack() as stack:
        stack.enter_context(stopping(host.ended.set))
        panel = panel_of(config.panel, lambda name, press: shown.press(name.lower()))
        stack.callback(panel.close)
        web = Web(config.page)
        stack.callback(web.close)
        web.serve(shown.app)
        host.outputs += [shown.page, shown.panel(panel)]
        host.open(web.address)
        stack.callback(watcher.stop)
        watcher.start()
        take_keys(config.panel, lambda button, press: shown.press(button))
        say(f"page {web.address}   PIN {host.session.pin}   camera {config.camera.source}   {what}")
        while not host.ended.wait(BEAT_S):
            systemd.alive()  # a signal that another thread was given is carried out by this one as soon as it is awake
        watcher.stop()
        by_people = host.session.done or host.left
        if by_people:
            sleep(GRACE_S)
    return by_people


def _list(name: str, names: str | None) -> tuple[str, tuple[str, ...]]:
    """The built-in deck that the list is of ("" for none), and the names a card may get. Raises ConfigError."""
    if names is None or names in deck_art.DECKS:
        built_in = names or (name if name in deck_art.DECKS else "")
        return built_in, (*deck_art.faces(built_in), BACK) if built_in else ()
    try:
        lines = Path(names).read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        given = ", ".join(deck_art.DECKS)
        raise ConfigError(f"--names takes a file with a name a line, or one of {given}; {names!r}: {error}") from error
    listed = tuple(line.strip() for line in lines if line.strip() and not line.startswith("#"))
    for one in listed:
        if not fits(one) or listed.count(one) > 1:
            raise ConfigError(f"{names}: {one!r} is no card's name, or is there twice")
    return "", (*listed, *({BACK} - set(listed)))


def _drawn(built_in: str) -> dict[str, Picture]:
    """What a card may look like, by name: a printed copy of a built-in deck names itself."""
    names = (*deck_art.faces(built_in), BACK) if built_in else ()
    return {face: deck_art.draw(built_in, face, DRAWN_WIDTH_PX) for face in names}


def _camera(config: Config, teacher: Teacher, built_in: str) -> Callable[[], Camera]:
    settings = config.camera
    if settings.source == "simulated":
        from firmware.simulation.lessons.lesson_hand import (
            TeachingHand,  # the simulated table is heavy, and only needed here
        )

        seed = Random().randrange(2**31)
        return lambda: TeachingHand(built_in or "hai-noon", teacher, seed)
    return camera_of(settings)


def _hand(examiner: Examiner, seed: int, art: ArtFolder | None) -> Callable[[], Camera]:
    from firmware.simulation.lessons.exam_hand import exam_hand  # the simulated table is heavy, and only needed here

    return lambda: exam_hand(examiner, seed, art)
