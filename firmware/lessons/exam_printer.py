"""An exam in the terminal: what is asked and what was read, and the result, for people and for programs."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from firmware.outputs import exam_words as words
from firmware.state.exam import NOTHING, Exam, ExamPhase, ExamRound, Mark
from firmware.state.exam_result import ExamResult, RightShare


class ExamPrinter:
    """Has `say` tell a terminal what is asked and what was read; as JSON one object a round, on standard output."""

    def __init__(self, as_json: bool, say: Callable[[str], object]) -> None:
        self._as_json, self._say = as_json, say

    def __call__(self, before: Exam, after: Exam) -> None:
        if len(after.rounds) > len(before.rounds):
            self._round(after, after.rounds[-1])
        if after.note and after.note != before.note:
            self._say(after.note)
        if not after.done and _asked(before) != _asked(after):
            self._ask(after)

    def _round(self, exam: Exam, one: ExamRound) -> None:
        number = len(exam.rounds)
        if self._as_json:
            print(json.dumps({"round": number, **round_json(one)}, ensure_ascii=False), flush=True)
        right = sum(mark.right for mark in one.marks)
        self._say(f"round {number}: {right} of {sum(mark.truth is not None for mark in one.marks)} right")

    def _ask(self, exam: Exam) -> None:
        if exam.at is not None:
            named = exam.choices(exam.at)[exam.choice]
            self._say(
                f"  {_said(exam, exam.marks[exam.at])}; is it {words.piece(exam.game, named)}? (a yes, b another)"
            )
            return
        if exam.phase is ExamPhase.CHECK:
            for number in exam.doubtful:
                self._say(f"  {_said(exam, exam.marks[number])}")
            self._say(f"{words.task(exam)}? (a yes, b one by one, c read again)")
        elif exam.phase is ExamPhase.LAY and exam.asked:
            self._say(f"{words.task(exam)}: {'; '.join(words.listed(exam.game, exam.asked))}.")
        else:
            self._say(f"{words.task(exam)}.")


def _asked(exam: Exam) -> tuple[object, ...]:
    """What a question is of: it is asked when that is another one, the first time once the page is there."""
    return exam.address, len(exam.rounds), exam.phase, exam.at, exam.choice


def _said(exam: Exam, mark: Mark) -> str:
    read = words.piece(exam.game, mark.read.name) if mark.read else NOTHING
    return f"{words.piece(exam.game, mark.truth)} asked, {read} read" if exam.asked else f"{read} read"


def round_json(one: ExamRound) -> dict[str, Any]:
    """A round as plain data."""
    marks = [
        {
            "truth": mark.truth,
            "read": mark.read.name if mark.read else None,
            "confidence": round(mark.read.candidates[0][1], 4) if mark.read else 0.0,
            "sure": bool(mark.read and mark.read.sure),
            "right": mark.right,
        }
        for mark in one.marks
    ]
    return {"asked": list(one.asked), "pieces": marks, "light": _light(asdict(one.light))}


def result_json(game: str, found: ExamResult) -> dict[str, Any]:
    """The sums as plain data."""
    failed = [
        {
            "face": one.face,
            "of": one.of,
            "read_as": [[name, number] for name, number in one.read_as],
            "light": [_light(asdict(light)) for light in one.lights],
        }
        for one in found.failed
    ]
    return {
        "game": game,
        **_share_json(found.total),
        "kinds": {label: _share_json(of) for label, of in found.groups},
        "unsure": found.unsure,
        "silent": found.silent,
        "made_up": [[name, number] for name, number in found.made_up],
        "unread": found.unread,
        "unasked": list(found.unasked),
        "failed": failed,
        "light": [_light(asdict(light)) for light in found.light],
    }


def _share_json(of: RightShare) -> dict[str, Any]:
    share = round(of.right / of.of, 4) if of.of else None
    return {"right": of.right, "of": of.of, "share": share, "interval": [round(of.low, 4), round(of.high, 4)]}


def _light(light: dict[str, float]) -> dict[str, float]:
    return {"grey": round(light["grey"], 1), "glare": round(light["glare"], 4), "softness": round(light["softness"], 2)}
