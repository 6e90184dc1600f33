"""What `lifeguard teach deck NAME --camera SOURCE` does: the parts of a lesson, put together and taken apart."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from random import Random
from secrets import randbelow
from threading import Thread
from time import sleep

from companion.api.lesson_routes import create_lesson
from firmware.config import Config, ConfigError, home
from firmware.lessons.outputs import LessonPanel, TeachingBackend
from firmware.lessons.store import LessonBook
from firmware.lessons.teacher import Looker, Teacher
from firmware.run import KEYS, camera_of, stopping
from firmware.state.lesson import Lesson, fits
from firmware.storage.images import Picture
from firmware.web.server import Web
from hardware.art import deck as deck_art
from hardware.cameras.frame import Camera
from hardware.panel import board
from vision.cards.deck.deck import BACK, Deck

DRAWN = 128
"""Width in px at which built-in faces are drawn, to guess a card's name."""
GRACE = 1.5
"""Seconds that phones have to see that the deck is taught, before the page goes."""


def teach(name: str, names: str | None, config: Config, anew: bool) -> tuple[Deck | None, int]:
    """Runs a lesson until the deck is kept or it is stopped: the deck that was kept, and how many cards were taken.

    Raises ConfigError, BadTeaching.
    """
    built_in, listed = _list(name, names)
    book = LessonBook(name, home())
    if anew:
        book.forget()
    lesson = book.load(Lesson(name, listed, f"{randbelow(10_000):04}"))
    teacher = Teacher(lesson, book, home(), _drawn(built_in))
    with ExitStack() as stack:
        stack.enter_context(stopping(teacher.ended.set))
        panel = _panel(config, teacher)
        stack.callback(panel.close)
        desk = TeachingBackend(teacher)
        web = Web(create_lesson(desk, config.page.names), config.page)
        stack.callback(web.close)
        teacher.faces += [desk, LessonPanel(panel)]
        teacher.open(web.address)
        looker = Looker(teacher, _camera(config, teacher, built_in))
        stack.callback(looker.stop)
        looker.start()
        if config.panel.kind == "simulated" and sys.stdin.isatty():
            Thread(target=_type, args=(teacher,), name="keys", daemon=True).start()
        _say(f"page {web.address}   PIN {lesson.pin}   camera {config.camera.source}   {len(lesson.cards)} cards taken")
        teacher.ended.wait()
        looker.stop()
        if teacher.kept:
            sleep(GRACE)
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
    return {face: deck_art.draw(built_in, face, DRAWN) for face in names}


def _panel(config: Config, teacher: Teacher) -> board.PanelBoard:
    opened = board.real if config.panel.kind == "real" else board.simulated
    return opened(config.panel.wired(), lambda name, press: teacher.press(name.lower()))


def _camera(config: Config, teacher: Teacher, built_in: str) -> Callable[[], Camera]:
    settings = config.camera
    if settings.source == "simulated":
        from firmware.simulation.lesson_hand import TeachingHand  # the simulated table is heavy, and only needed here

        seed = Random().randrange(2**31)
        return lambda: TeachingHand(built_in or "hai-noon", teacher, seed)
    return camera_of(settings)


def _type(teacher: Teacher) -> None:
    for typed in sys.stdin:
        if button := KEYS.get(typed.strip().lower()):
            teacher.press(button[0])


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
