"""The screen of a question: what is asked, and the answers, no two of which look alike."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from companion.words.language import again, t
from firmware.outputs.screens.common import buttons
from firmware.outputs.screens.font import BOLD, SMALL, TALL_LINE, Font
from firmware.outputs.screens.paper import HEIGHT, WIDTH, Paper
from firmware.outputs.screens.scripts import ELLIPSIS
from firmware.state.table import Question

ANSWER_HEIGHT_PX = 11
ANSWER_PX = WIDTH - 12
"""An answer has so much room, beside the arrow."""
QUESTION_LINES = 3
"""A long question has so many lines, and its answers the rest."""
LETTERS_BEFORE = 8
"""Of answers that begin alike so many letters at most stand before those that differ."""


@dataclass(frozen=True, slots=True)
class QuestionWords:
    """What is to be read of a question: its lines, and each answer in the one line that it has unless it is marked."""

    lines: tuple[str, ...]
    answers: tuple[str, ...]


def readable(asked: Question) -> QuestionWords:
    """The words of a question as its screen shows them."""
    text, count, font = _head(asked)
    lines = (line for _, line in font.rows(text, WIDTH - 1, count))
    return QuestionWords(tuple(lines), tuple(apart([again(answer.text) for answer in asked.answers], ANSWER_PX)))


def question(asked: Question, no: str = "") -> Paper:
    """What is asked, the answers with the marked one lit, and what the buttons do; `no`: button C, if not as ever.

    Of more answers than there is room for, those around the marked one are in view, and button B's label counts them.
    """
    paper = Paper()
    text, count, font = _head(asked)
    y = paper.wrapped(1, 2, text, WIDTH - 1, count, font) + (1 if font is BOLD else 2)
    answers = [again(answer.text) for answer in asked.answers]
    high = any(map(SMALL.tall, answers))
    lines = apart(answers, ANSWER_PX)
    pitch = TALL_LINE if high else ANSWER_HEIGHT_PX
    marked = SMALL.wrap(answers[asked.choice], ANSWER_PX, 1 if high else 2)
    tall = SMALL.line * (len(marked) - 1)
    room = min((HEIGHT - 9 - y - tall) // pitch, len(answers))
    y += pitch - ANSWER_HEIGHT_PX
    first = min(max(asked.choice - room + 1, 0), len(answers) - room)
    for number in range(first, first + room):
        if number == asked.choice:
            _marked(paper, y, marked, pitch)
            y += tall
        else:
            paper.text(10, y, lines[number])
        y += pitch
    total = len(answers)
    counted = t("{number} of {total}", number=asked.choice + 1, total=total)
    more = t("other") if total <= room else counted if total < 10 else f"{asked.choice + 1}/{total}"
    buttons(paper, t("yes"), more if total > 1 else "", no or (t("not now") if asked.look else t("undo")))
    return paper


def _head(asked: Question) -> tuple[str, int, Font]:
    """What is asked, in how many lines of which letters: large ones if one line will do."""
    text = again(asked.text)
    return (text, 1, BOLD) if BOLD.width(text) < WIDTH else (latest(text, QUESTION_LINES), QUESTION_LINES, SMALL)


def latest(text: str, lines: int) -> str:
    """As many of the last sentences as there is room for: what is asked stands at the end."""
    begins = [0, *(found.end() for found in re.finditer(r"[.!?”»] (?=\S)|[。！？](?=[^」])", text))]
    texts = [text[begin:] for begin in begins]
    fitting = (part for part in texts if SMALL.wrap(part, WIDTH - 1, lines) == SMALL.wrap(part, WIDTH - 1, 2 * lines))
    return next(fitting, texts[-1])


def apart(texts: Sequence[str], width: int) -> list[str]:
    """Each text in a line of that width, no two the same: of those that begin alike what differs is kept in view, with
    the first word if there is room."""
    cut = [SMALL.fit(text, width) for text in texts]
    lines = list(cut)
    for place, text in enumerate(texts):
        alike = [other for other, line in zip(texts, cut, strict=True) if line == cut[place] and other != text]
        if alike:
            begin = max(_alike_letters(text, other) for other in alike)
            rest = max(text.rfind(" ", 0, begin) + 1, begin - LETTERS_BEFORE)
            first = text[: text.find(" ", 0, rest) + 1]
            whole = f"{first}{ELLIPSIS}{text[rest:]}"
            lines[place] = whole if SMALL.width(whole) <= width else SMALL.fit(ELLIPSIS + text[rest:], width)
    return lines


def _alike_letters(one: str, other: str) -> int:
    """How many letters both begin with."""
    differ = (n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b)
    return next(differ, min(len(one), len(other)))


def _marked(paper: Paper, y: int, lines: list[str], pitch: int) -> None:
    """The answer that button A gives: lit, in full; `pitch` px to the next answer."""
    paper.bar(0, y - 2 - (pitch - ANSWER_HEIGHT_PX), WIDTH, pitch + SMALL.line * (len(lines) - 1))
    paper.icon(3, y, "next", ink=0)
    for number, line in enumerate(lines):
        paper.text(10, y + SMALL.line * number, line, ink=0)
