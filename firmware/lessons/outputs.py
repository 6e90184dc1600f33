"""A lesson's outputs: the panel and the page."""

from __future__ import annotations

from typing import Literal

from PIL import Image

from companion.api.lessons import lesson_routes as wire
from companion.words.sentences import card
from engines.core import said
from firmware.lessons.session_outputs import SessionBackend, SessionPanelOutput
from firmware.lessons.teacher import Teacher
from firmware.outputs.screens import lesson as screen
from firmware.outputs.tunes import melodies
from firmware.state import lesson as steps
from firmware.state.lesson import Lesson
from firmware.state.session import SessionRefused
from hardware.panel.buzzer import Tune


class LessonPanelOutput(SessionPanelOutput[Lesson]):
    """The lesson on the panel."""

    def picture(self, session: Lesson) -> Image.Image:
        return screen.draw(session)

    def tune(self, before: Lesson, after: Lesson) -> Tune:
        if after.done:
            return melodies.WIN
        if after.doubt and after.doubt != before.doubt:
            return melodies.QUESTION
        if len(after.cards) != len(before.cards):
            return melodies.READ if len(after.cards) > len(before.cards) else melodies.UNDO
        if after.note and after.note != before.note:
            return melodies.MISMATCH
        return melodies.CARD if after.cards != before.cards else melodies.SILENCE

    def lamp(self, session: Lesson) -> Literal["blink", "on"]:
        return "blink" if session.doubt or session.unnamed else "on"


class TeacherBackend(SessionBackend[Lesson, wire.LessonView, wire.LessonChange]):
    """`companion.api.lessons.lesson_routes.LessonBackend` around a teacher."""

    def __init__(self, teacher: Teacher) -> None:
        super().__init__(teacher)
        self._teacher = teacher

    def view(self, session: Lesson) -> wire.LessonView:
        return page_of(session)

    def carry_out(self, change: wire.LessonChange) -> Lesson:
        match change:
            case wire.Name(id=id, name=name):
                return self._teacher.do(lambda lesson: steps.named(lesson, id, name))
            case wire.Drop(id=drop):
                return self._teacher.do(lambda lesson: _dropped(lesson, drop or ""))
            case wire.Another():
                return self._teacher.do(steps.another)
            case wire.LeaveLesson():
                return self._teacher.leave()
            case wire.Finish():
                return self._teacher.finish()

    def card(self, id: str) -> bytes | None:
        """The picture of a card as PNG, or None."""
        file = self._teacher.book.picture(id)
        return file.read_bytes() if file.exists() else None


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
        raise SessionRefused(said("no card is in doubt any more"))
    return steps.dropped(lesson, id)
