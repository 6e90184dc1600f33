"""An exam's outputs: the panel and the page."""

from __future__ import annotations

from typing import Literal

from PIL import Image

from companion.api.lessons import exam_routes as wire
from companion.words.language import t
from companion.words.pieces import commas
from engines.core import said
from engines.games import game_named
from firmware.lessons.examiner import Examiner
from firmware.lessons.session_outputs import SessionBackend, SessionPanelOutput
from firmware.outputs import exam_words as words
from firmware.outputs.screens import exam as screen
from firmware.outputs.tunes import melodies
from firmware.state import exam as steps
from firmware.state.exam import Exam, ExamPhase
from firmware.state.exam_result import RightShare, result
from firmware.state.session import SessionRefused
from hardware.panel.buzzer import Tune


class ExamPanelOutput(SessionPanelOutput[Exam]):
    """The exam on the panel."""

    def picture(self, session: Exam) -> Image.Image:
        return screen.draw(session)

    def tune(self, before: Exam, after: Exam) -> Tune:
        if after.done:
            return melodies.WIN
        if len(after.rounds) != len(before.rounds):
            return melodies.READ
        if after.phase is ExamPhase.CHECK and before.phase is not ExamPhase.CHECK:
            return melodies.QUESTION
        return melodies.MISMATCH if after.note and after.note != before.note else melodies.SILENCE

    def lamp(self, session: Exam) -> Literal["blink", "on"]:
        return "blink" if session.phase is ExamPhase.CHECK else "on"


class ExaminerBackend(SessionBackend[Exam, wire.ExamView, wire.ExamChange]):
    """`companion.api.lessons.exam_routes.ExamBackend` around an examiner."""

    def __init__(self, examiner: Examiner) -> None:
        super().__init__(examiner)
        self._examiner = examiner

    def view(self, session: Exam) -> wire.ExamView:
        return page_of(session)

    def carry_out(self, change: wire.ExamChange) -> Exam:
        return self._examiner.do(lambda exam: _step(exam, change))

    def photo(self, id: str) -> bytes | None:
        """The photograph of this round as JPEG, or None."""
        name, jpeg = self._examiner.photo
        return jpeg if name == id else None


def _step(exam: Exam, change: wire.ExamChange) -> Exam:
    if isinstance(change, wire.RoundRequest) and change.round != len(exam.rounds):
        raise SessionRefused(said("that was of an earlier round"))
    match change:
        case wire.Confirm():
            return steps.pressed_on(exam)
        case wire.Mend(mark=number, name=name):
            return steps.mended(exam, number, None if name == steps.NOTHING else name)
        case wire.Overlooked(name=name):
            return steps.added(exam, name)
        case wire.ReadAgain():
            return steps.again(exam)
        case wire.EndExam():
            return steps.finished(exam)


def page_of(exam: Exam) -> wire.ExamView:
    """The exam as its page shows it."""
    look = exam.look if exam.phase is ExamPhase.CHECK else None
    return wire.ExamView(
        version=exam.version,
        title=game_named(exam.game).title,
        round=len(exam.rounds),
        pieces=exam.pieces,
        count=exam.count,
        phase=exam.phase.value,
        task=words.task(exam),
        asked=words.listed(exam.game, exam.asked),
        planned=bool(exam.plan),
        photo=wire.ShownPhoto(id=look.id, width=look.width, height=look.height) if look else None,
        marks=tuple(_mark(exam, number) for number in range(len(exam.marks))),
        names=exam.names,
        words={name: words.piece(exam.game, name) for name in (*exam.names, steps.NOTHING)},
        result=_result(exam) if exam.rounds else None,
        note=exam.note,
        faults=tuple(text for _, text in exam.faults),
        done=exam.done,
    )


def _mark(exam: Exam, number: int) -> wire.ShownMark:
    mark = exam.marks[number]
    if mark.read is None:
        return wire.ShownMark(truth=mark.truth, read=None, choices=exam.choices(number))
    p, box = mark.read.candidates[0][1], mark.read.box
    return wire.ShownMark(
        truth=mark.truth, read=mark.read.name, p=p, sure=mark.read.sure, box=box, choices=exam.choices(number)
    )


def _result(exam: Exam) -> wire.ShownResult:
    game, found = exam.game, result(exam)
    failed = (
        t(
            "{piece} was read as {others}",
            piece=words.piece(game, one.face),
            others=commas([words.piece(game, name) for name, _ in one.read_as]),
        )
        for one in found.failed
    )
    return wire.ShownResult(
        shares=(_share("all", found.total), *(_share(t(words.KINDS[label]), of) for label, of in found.groups)),
        unsure=found.unsure,
        silent=found.silent,
        failed=tuple(failed),
        unasked=words.unasked(game, found.unasked) if exam.done else "",
        light=words.light(found.light),
    )


def _share(label: str, of: RightShare) -> wire.ShownShare:
    return wire.ShownShare(label=label, right=of.right, of=of.of, low=of.low, high=of.high)
