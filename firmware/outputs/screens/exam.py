"""The OLED in an exam: what to lay, what was read, and how right that was."""

from __future__ import annotations

from PIL import Image

from engines.games import game_named
from firmware.outputs import exam_words as words
from firmware.outputs.screens.common import buttons
from firmware.outputs.screens.font import BIG, BOLD, SMALL
from firmware.outputs.screens.paper import HEAD, HEIGHT, WIDTH, Paper
from firmware.state.exam import NOTHING, Exam, ExamPhase
from firmware.state.exam_result import result

LINES = 5
"""So many pieces have room below each other."""


def draw(exam: Exam) -> Image.Image:
    """The picture for the OLED, mode "1", 128x64."""
    paper = Paper()
    if exam.done:
        _result(paper, exam)
    elif exam.phase is ExamPhase.CHECK:
        _check(paper, exam)
    elif exam.phase is ExamPhase.LAY and exam.asked:
        _lay(paper, exam)
    else:
        _next(paper, exam)
    if text := next((text for _, text in exam.faults), exam.note):
        paper.banner(f"{text[:1].upper()}{text[1:]}", 2)
    return paper.at((0, 0))


def _head(paper: Paper, exam: Exam, text: str) -> None:
    paper.head(text, f"{exam.pieces}/{exam.count}")


def _lay(paper: Paper, exam: Exam) -> None:
    _head(paper, exam, f"Lay {len(exam.asked)} {words.kind(exam)}")
    for line, text in enumerate(words.listed(exam.game, exam.asked)[:LINES]):
        paper.text(1, HEAD + 3 + line * 9, SMALL.fit(text, WIDTH - 2))


def _next(paper: Paper, exam: Exam) -> None:
    """What comes next, and where the page is."""
    _head(paper, exam, "Exam")
    paper.text(1, HEAD + 3, SMALL.fit(words.task(exam), WIDTH - 2))
    address = exam.address.removeprefix("http://").rstrip("/")
    paper.wrapped(1, HEAD + 14, address.replace(":", " :") if SMALL.width(address) >= WIDTH else address, WIDTH - 1, 1)
    paper.text(1, HEIGHT - 12, "PIN")
    paper.text(WIDTH - 2, HEIGHT - 24, exam.pin, BIG, "right")


def _check(paper: Paper, exam: Exam) -> None:
    """All at once, or the piece that is looked at."""
    if exam.at is None:
        _head(paper, exam, "Check")
        paper.wrapped(1, HEAD + 3, f"{words.task(exam)}?", WIDTH - 1, 3)
        buttons(paper, "yes", "which?", "again")
        return
    mark = exam.marks[exam.at]
    paper.head("Is this", f"{exam.doubtful.index(exam.at) + 1} of {len(exam.doubtful)}")
    named = words.piece(exam.game, exam.choices(exam.at)[exam.choice])
    y = paper.wrapped(1, HEAD + 3, f"{named}?", WIDTH - 2, 2, BOLD)
    read = words.piece(exam.game, mark.read.name) if mark.read else NOTHING
    if y + 1 < HEIGHT - 18:  # a long name takes its place
        paper.text(1, y + 1, SMALL.fit(f"I read {read}", WIDTH - 2))
    buttons(paper, "yes", "other", "again")


def _result(paper: Paper, exam: Exam) -> None:
    found = result(exam)
    paper.head(game_named(exam.game).title)
    paper.text(WIDTH // 2, HEAD + 4, f"{found.total.right} of {found.total.of} right", BOLD, "middle")
    paper.text(WIDTH // 2, HEAD + 18, f"surely {found.total.low:.0%} to {found.total.high:.0%}", SMALL, "middle")
    wrong = found.total.of - found.total.right
    said = f"{wrong} wrong, {found.silent} without a doubt" if wrong else f"{found.unsure} not quite sure"
    paper.text(WIDTH // 2, HEAD + 31, SMALL.fit(said, WIDTH - 2), SMALL, "middle")
