"""A lesson's outputs: the panel and the page."""

from __future__ import annotations

from collections.abc import Callable

from companion.api.backend import BackendBusy
from companion.api.backend import RequestRefused as NotDone
from companion.api.lessons import lesson_routes as wire
from companion.gate.pin import LIMITS, new_pin
from companion.words.sentences import card
from firmware.lessons.teacher import Teacher
from firmware.outputs.screens import lesson as screen
from firmware.outputs.tunes import melodies
from firmware.state import lesson as steps
from firmware.state.lesson import Lesson
from firmware.state.session import SessionRefused, guarded
from hardware.panel.board import PanelBoard
from hardware.panel.buzzer import Tune
from vision.store import BadTeaching


class LessonPanelOutput:
    """Shows the lesson on the OLED, and sounds what happens."""

    def __init__(self, board: PanelBoard) -> None:
        self._board = board

    def __call__(self, before: Lesson, after: Lesson) -> None:
        self._board.mend()
        self._board.show(screen.draw(after))
        if tune := tune_of(before, after):
            self._board.play(tune)
        self._board.light("fast" if after.faults else "blink" if after.doubt or after.unnamed else "on")


def tune_of(before: Lesson, after: Lesson) -> Tune:
    """What is played when `before` has become `after`; () is silence."""
    if after.done:
        return melodies.WIN
    if after.doubt and after.doubt != before.doubt:
        return melodies.QUESTION
    if len(after.cards) != len(before.cards):
        return melodies.READ if len(after.cards) > len(before.cards) else melodies.UNDO
    if after.note and after.note != before.note:
        return melodies.MISMATCH
    return melodies.CARD if after.cards != before.cards else melodies.SILENCE


class TeacherBackend:
    """`companion.api.lessons.lesson_routes.LessonDesk` around a teacher; also one of its outputs."""

    def __init__(self, teacher: Teacher) -> None:
        self._teacher = teacher
        self._told: list[Callable[[wire.LessonView], None]] = []

    def __call__(self, before: Lesson, after: Lesson) -> None:
        page = page_of(after)
        for tell in tuple(self._told):
            tell(page)

    def page(self) -> wire.LessonView:
        return page_of(self._teacher.lesson)

    def submit(self, change: wire.LessonChange) -> wire.LessonView:
        try:
            return page_of(self._carried_out(change))
        except SessionRefused as refused:
            raise NotDone(f"{str(refused)[:1].upper()}{str(refused)[1:]}") from refused
        except (OSError, BadTeaching) as error:
            raise BackendBusy(str(error)) from error

    def _carried_out(self, change: wire.LessonChange) -> Lesson:
        match change:
            case wire.Name(id=id, name=name):
                return self._teacher.do(lambda lesson: steps.named(lesson, id, name))
            case wire.Drop(id=drop):
                return self._teacher.do(lambda lesson: _dropped(lesson, drop or ""))
            case wire.Another():
                return self._teacher.do(steps.another)
            case wire.Finish():
                return self._teacher.finish()

    def pin(self) -> str:
        return self._teacher.lesson.pin

    def guessed(self) -> None:
        self._teacher.do(lambda lesson: guarded(lesson, new_pin(LIMITS.digits_after_guesses)))

    def card(self, id: str) -> bytes | None:
        file = self._teacher.book.picture(id)
        return file.read_bytes() if file.exists() else None

    def subscribe(self, tell: Callable[[wire.LessonView], None]) -> Callable[[], None]:
        self._told.append(tell)
        return lambda: self._told.remove(tell)


def page_of(lesson: Lesson) -> wire.LessonView:
    """The lesson as its page shows it."""
    asked, doubt = lesson.unnamed, lesson.doubt
    return wire.LessonView(
        version=lesson.version,
        deck=lesson.deck,
        cards=tuple(wire.Shown(id=card.id, name=card.name, like=card.like) for card in lesson.cards),
        doubt=wire.Shown(id=doubt.id, like=doubt.like) if doubt else None,
        asks=asked.id if asked else None,
        names=lesson.offered,
        words={name: card(name) for name in (*lesson.names, *(taken.name for taken in lesson.cards))},
        free=not lesson.names,
        listed=len(lesson.names),
        missing=steps.missing(lesson),
        note=lesson.note,
        faults=tuple(text for _, text in lesson.faults),
        done=lesson.done,
    )


def _dropped(lesson: Lesson, id: str) -> Lesson:
    """A phone names the card that it means, unless that is in doubt: what is last may be another by now."""
    if not id and not lesson.doubt:
        raise SessionRefused("no card is in doubt any more")
    return steps.dropped(lesson, id)
