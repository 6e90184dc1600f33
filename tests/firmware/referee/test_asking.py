"""Questions that a child can answer: what was seen, what is asked, and answers that can be told apart."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from companion.words import questions as words
from firmware.outputs.screens.common import apart
from firmware.outputs.screens.font import SMALL
from firmware.referee.asking import gaps
from firmware.state.table import Answer, Question
from firmware.update.inputs import Pressed, Saw
from tests.firmware.follow import Follow
from tests.firmware.sketch import Errors

PLAYERS = ("Ana", "Ben", "Mary Jane", "Cleo", "Dan")
LINE = 116
"""Px that an answer has on the OLED."""


def asked(*sentences: str) -> gaps.Asked:
    choices = (gaps.TellableWay(gaps.tokens_of(text, PLAYERS), ()) for text in sentences)
    return gaps.ask(choices, PLAYERS)


def texts(answers: tuple[Answer, ...]) -> list[str]:
    return [answer.text for answer in answers]


def test_what_all_answers_share_is_said_once() -> None:
    found = asked("Ana plays Steal from the hand of Ben", "Ana plays Steal from the hand of Cleo")
    assert (found.text, texts(found.answers)) == ("Ana plays Steal from the hand of …?", ["Ben", "Cleo"])


def test_who_it_was_is_asked_by_name() -> None:
    found = asked(*(f"{name} plays Study" for name in PLAYERS))
    assert (found.text, texts(found.answers)) == ("Who plays Study?", [*PLAYERS])


def test_of_many_first_who_is_asked_then_at_whom() -> None:
    found = asked(
        *(f"{one} plays Steal from the hand of {other}" for one in PLAYERS for other in PLAYERS if one != other)
    )
    assert (found.text, texts(found.answers)) == ("Who plays Steal from the hand of …?", [*PLAYERS])
    mary = found.answers[2]
    assert (mary.text, mary.asks) == ("Mary Jane", "Mary Jane plays Steal from the hand of …?")
    assert texts(mary.then) == ["Ana", "Ben", "Cleo", "Dan"]


def test_whether_more_happened_is_asked_behind_what_did() -> None:
    found = asked("Ana plays Study", "Ana plays Study, then Ben plays Block")
    assert (found.text, texts(found.answers)) == ("Ana plays Study. And then?", ["nothing more", "Ben plays Block"])


def test_what_happened_before_stands_in_a_sentence_of_its_own() -> None:
    found = asked(
        "Ben has no more to score, then Ana plays Net for Crab", "Ben has no more to score, then Ana plays Net for Orca"
    )
    assert found.text == "Ben has no more to score. Ana plays Net for …?"


def test_a_name_that_leads_to_one_thing_only_is_confirmed() -> None:
    """Else a wrong thing would be believed of whoever was named."""
    sentences = [f"Ana plays Net for {animal}" for animal in ("Crab", "Orca", "Krill", "Seal")]
    ben = asked(*sentences, "Ben plays Study").answers[-1]
    assert (ben.text, ben.asks, texts(ben.then)) == ("Ben", "Ben plays Study?", ["yes"])


def test_what_is_told_in_the_same_words_is_offered_once() -> None:
    assert texts(asked("Ana plays Study", "Ana plays Study", "Ben plays Study").answers) == ["Ana", "Ben"]


def test_answers_that_begin_alike_are_cut_where_they_differ() -> None:
    long = ["Maximiliane von Sandburg the first", "Maximiliane von Sandburg the second", "Ben"]
    lines = apart(long, LINE)
    assert len(set(lines)) == 3
    assert lines[2] == "Ben"
    assert all(SMALL.width(line) <= LINE for line in lines)


class Listener(Follow):
    """A game followed look by look; it keeps what is asked."""

    heard: list[Question]

    def _give(self, given: Saw | Pressed) -> None:
        before = self.table.question
        super()._give(given)
        now = self.table.question
        if now and (before is None or before.answers != now.answers):
            self.heard.append(now)


@cache
def heard(game: str, players: int, seed: int) -> tuple[Question, ...]:
    """What is asked in a game whose pieces are misread now and then."""
    follow = Listener(game, players, seed, errors=Errors(misread=0.02))
    follow.heard = []
    follow.play()
    return tuple(follow.heard)


def screens(question: Question) -> Iterator[tuple[str, tuple[Answer, ...]]]:
    """Each question that people may come to, with its answers."""

    def under(text: str, answers: tuple[Answer, ...]) -> Iterator[tuple[str, tuple[Answer, ...]]]:
        yield text, answers
        for answer in answers:
            if answer.then:
                yield from under(answer.asks, answer.then)

    return under(question.text, question.answers)


GAMES = [
    ("splash-down", 8, 0), ("splash-down", 8, 1), ("splash-down", 3, 0), ("splash-down", 5, 2),
    ("hai-noon", 4, 0), ("hai-noon", 2, 1), ("hold-your-breath", 4, 0), ("hold-your-breath", 3, 1),
    ("shark-attacks", 4, 0),
]  # fmt: skip


@pytest.mark.parametrize(("game", "players", "seed"), GAMES)
def test_no_two_answers_of_a_question_look_alike_on_the_oled(game: str, players: int, seed: int) -> None:
    for question in heard(game, players, seed):
        for text, answers in screens(question):
            lines = apart(texts(answers), LINE)
            assert len(set(lines)) == len(lines), (text, lines)


@pytest.mark.parametrize(("game", "players", "seed"), GAMES)
def test_every_question_says_what_is_asked(game: str, players: int, seed: int) -> None:
    for question in heard(game, players, seed):
        for text, answers in screens(question):
            assert text.endswith(("?", ".")) or question.look is None, text
            assert text not in ("Which is it?", words.WHO_WAS_IT, "")
            assert answers
