"""The OLED in an exam: what to lay, what was read, and how right that was."""

from __future__ import annotations

from PIL import Image

from companion.words.language import again, speaking, t
from engines.core import said
from engines.games import game_named
from firmware.outputs import exam_words as words
from firmware.outputs.screens.common import buttons
from firmware.outputs.screens.font import BIG, BOLD, SMALL
from firmware.outputs.screens.paper import HEAD, HEIGHT, WIDTH, Paper
from firmware.state.exam import NOTHING, Exam, ExamPhase
from firmware.state.exam_result import result

LAY = {"cards": said("Lay {count} cards"), "tiles": said("Lay {count} tiles"), "tokens": said("Lay {count} tokens")}
LINES = 5
"""So many pieces have room below each other."""


def draw(exam: Exam) -> Image.Image:
    """The picture for the OLED in the exam's language, mode "1", 128x64."""
    with speaking(exam.language):
        return _drawn(exam)


def _drawn(exam: Exam) -> Image.Image:
    paper = Paper()
    if exam.done:
        _result(paper, exam)
    elif exam.phase is ExamPhase.CHECK:
        _check(paper, exam)
    elif exam.phase is ExamPhase.LAY and exam.asked:
        _lay(paper, exam)
    else:
        _next(paper, exam)
    if text := again(next((text for _, text in exam.faults), exam.note)):
        paper.banner(f"{text[:1].upper()}{text[1:]}", 2)
    return paper.at((0, 0))


def _head(paper: Paper, exam: Exam, text: str) -> None:
    paper.head(text, f"{exam.pieces}/{exam.count}")


def _lay(paper: Paper, exam: Exam) -> None:
    _head(paper, exam, t(LAY[words.kind(exam)], count=len(exam.asked)))
    for line, text in enumerate(words.listed(exam.game, exam.asked)[:LINES]):
        paper.text(1, HEAD + 3 + line * 9, SMALL.fit(text, WIDTH - 2))


def _next(paper: Paper, exam: Exam) -> None:
    """What comes next, and where the page is."""
    _head(paper, exam, t("Exam"))
    task = words.task(exam)
    y = paper.wrapped(1, HEAD + 2, task, WIDTH - 1, 2)
    address = exam.address.removeprefix("http://").rstrip("/")
    paper.wrapped(1, y + 1, address.replace(":", " :") if SMALL.width(address) >= WIDTH else address, WIDTH - 1, 1)
    paper.text(1, HEIGHT - 12, "PIN")
    if SMALL.width(task) < WIDTH:
        paper.text(WIDTH - 2, HEIGHT - 24, exam.pin, BIG, "right")
    else:  # its second line takes the room
        paper.text(WIDTH - 2, HEIGHT - 14, exam.pin, BOLD, "right")


def _check(paper: Paper, exam: Exam) -> None:
    """All at once, or the piece that is looked at."""
    if exam.at is None:
        _head(paper, exam, t("Check"))
        paper.wrapped(1, HEAD + 3, t("{task}?", task=words.task(exam)), WIDTH - 1, 3)
        buttons(paper, t("yes"), t("which?"), t("again"))
        return
    mark = exam.marks[exam.at]
    paper.head(t("Is this"), f"{exam.doubtful.index(exam.at) + 1}/{len(exam.doubtful)}")
    named = words.piece(exam.game, exam.choices(exam.at)[exam.choice])
    y = paper.wrapped(1, HEAD + 3, t("{piece}?", piece=named), WIDTH - 2, 2, BOLD)
    read = words.piece(exam.game, mark.read.name if mark.read else NOTHING)
    if y + 1 < HEIGHT - 18:  # a long name takes its place
        paper.text(1, y + 1, SMALL.fit(t("I read {piece}", piece=read), WIDTH - 2))
    buttons(paper, t("yes"), t("other"), t("again"))


def _result(paper: Paper, exam: Exam) -> None:
    found = result(exam)
    paper.head(t(game_named(exam.game).title))
    total, wrong = found.total, found.total.of - found.total.right
    low, high = round(100 * total.low), round(100 * total.high)
    paper.words(WIDTH // 2, HEAD + 4, t("{right} of {all} right", right=total.right, all=total.of), WIDTH, "middle")
    paper.words(WIDTH // 2, HEAD + 18, t("surely {low}% to {high}%", low=low, high=high), WIDTH, "middle")
    doubts = t("{wrong} wrong, {silent} without a doubt", wrong=wrong, silent=found.silent)
    if not wrong:
        doubts = t("{count} not quite sure", count=found.unsure)
    paper.wrapped(1, HEAD + 31, doubts, WIDTH - 2, 2)
