"""What `lifeguard teach deck NAME --camera SOURCE` does: the parts of a lesson, put together and taken apart."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from random import Random
from time import sleep

from companion.api.lessons.lesson_routes import create_lesson
from companion.gate.pin import new_pin
from firmware.config import Config, ConfigError
from firmware.device.open_panel import panel_of
from firmware.device.terminal import say, stopping, take_keys
from firmware.lessons.outputs import LessonPanelOutput, TeacherBackend
from firmware.lessons.store import LessonBook
from firmware.lessons.teacher import LessonWatcher, Teacher
from firmware.observe.open_camera import camera_of
from firmware.state.lesson import Lesson, fits
from firmware.storage.images import Picture
from firmware.storage.phones import phones_of
from firmware.web.server import Web
from hardware.art import deck as deck_art
from hardware.cameras.frame import Camera
from vision.cards.deck.deck import BACK, Deck

DRAWN_WIDTH_PX = 128
"""Width at which built-in faces are drawn, to guess a card's name."""
GRACE_S = 1.5
"""How long phones have to see that the deck is taught, before the page goes."""


def teach(name: str, names: str | None, config: Config, home: Path, anew: bool) -> tuple[Deck | None, int]:
    """Runs a lesson until the deck is kept or it is stopped: the deck that was kept, and how many cards were taken.

    Raises ConfigError, BadTeaching.
    """
    built_in, listed = _list(name, names)
    book = LessonBook(name, home)
    if anew:
        book.forget()
    lesson = book.load(Lesson(name, listed, pin=new_pin()))
    teacher = Teacher(lesson, book, home, _drawn(built_in))
    with ExitStack() as stack:
        stack.enter_context(stopping(teacher.ended.set))
        panel = panel_of(config.panel, lambda name, press: teacher.press(name.lower()))
        stack.callback(panel.close)
        backend = TeacherBackend(teacher)
        web = Web(create_lesson(backend, config.page.names, phones=phones_of(home)), config.page)
        stack.callback(web.close)
        teacher.outputs += [backend, LessonPanelOutput(panel)]
        teacher.open(web.address)
        watcher = LessonWatcher(teacher, _camera(config, teacher, built_in))
        stack.callback(watcher.stop)
        watcher.start()
        take_keys(config.panel, lambda button, press: teacher.press(button))
        say(f"page {web.address}   PIN {lesson.pin}   camera {config.camera.source}   {len(lesson.cards)} cards taken")
        teacher.ended.wait()
        watcher.stop()
        if teacher.kept:
            sleep(GRACE_S)
    return teacher.kept, len(teacher.lesson.cards)


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
        from firmware.simulation.lesson_hand import TeachingHand  # the simulated table is heavy, and only needed here

        seed = Random().randrange(2**31)
        return lambda: TeachingHand(built_in or "hai-noon", teacher, seed)
    return camera_of(settings)
