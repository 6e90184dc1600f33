"""The OLED while a deck is taught: the count, and the name that is asked for."""

from __future__ import annotations

from PIL import Image

from companion.words.language import again, speaking, t
from companion.words.sentences import card
from firmware.outputs.screens.common import buttons
from firmware.outputs.screens.font import BIG, BOLD, SMALL
from firmware.outputs.screens.paper import HEAD, HEIGHT, WIDTH, Paper
from firmware.state.lesson import Lesson, missing


def draw(lesson: Lesson) -> Image.Image:
    """The picture for the OLED in the lesson's language, mode "1", 128x64."""
    with speaking(lesson.language):
        return _drawn(lesson)


def _drawn(lesson: Lesson) -> Image.Image:
    paper = Paper()
    count = f"{len(lesson.cards)}/{len(lesson.names)}" if lesson.names else str(len(lesson.cards))
    paper.head(lesson.deck, count)
    if lesson.done:
        paper.words(WIDTH // 2, 30, t("Deck taught"), WIDTH, "middle")
    elif lesson.doubt:
        _doubt(paper, lesson)
    elif lesson.unnamed and lesson.offered:
        _name(paper, lesson)
    else:
        _next(paper, lesson)
    for _, text in lesson.faults[:1]:
        paper.banner(again(text), 2)
    return paper.at((0, 0))


def _doubt(paper: Paper, lesson: Lesson) -> None:
    assert lesson.doubt
    like = again(card(lesson.card(lesson.doubt.like).name))
    asked = t("Just like {card}. Another card?", card=like) if like else t("Just like a card before. Another card?")
    paper.wrapped(1, HEAD + 3, asked, WIDTH - 1, 3)
    buttons(paper, t("yes"), "", t("no"))


def _name(paper: Paper, lesson: Lesson) -> None:
    pin = paper.text(WIDTH - 2, HEAD + 3, f"PIN {lesson.pin}", side="right")
    paper.text(1, HEAD + 3, SMALL.fit(t("Is this"), WIDTH - pin - 7))
    words = again(card(lesson.offered[lesson.choice]))
    if BOLD.width(words) <= WIDTH - 2:
        paper.text(1, HEAD + 15, words, BOLD)
    else:
        paper.wrapped(1, HEAD + 15, words, WIDTH - 2, 2)
    buttons(paper, t("yes"), t("other"), t("out"))


def _next(paper: Paper, lesson: Lesson) -> None:
    """Lay the next card; or where the page is, on which it gets its name."""
    ask = t("Name it on a phone") if lesson.unnamed else t("Lay the next card")
    if not lesson.left and lesson.names and not missing(lesson):
        ask = t("All there. Keep it: A")
    paper.text(1, HEAD + 3, SMALL.fit(ask, WIDTH - 2))
    address = lesson.address.removeprefix("http://").rstrip("/")
    paper.wrapped(1, HEAD + 14, address.replace(":", " :") if SMALL.width(address) >= WIDTH else address, WIDTH - 1, 1)
    paper.text(1, HEIGHT - 12, "PIN")
    paper.text(WIDTH - 2, HEIGHT - 24, lesson.pin, BIG, "right")
