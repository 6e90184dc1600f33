"""Questions that a child can answer: what was seen, what is asked, and answers that can be told apart."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import permutations, starmap

import pytest

from companion.words import questions as words
from companion.words.language import again, speaking, t
from firmware.outputs.screens.asking import apart
from firmware.outputs.screens.font import SMALL
from firmware.referee.asking import gaps
from firmware.state.table import Answer, Question, Step
from firmware.update.inputs import Pressed, Saw
from tests.firmware.follow import Follow
from tests.firmware.looks import leaves
from tests.firmware.sketch import Errors

PLAYERS = ("Ana", "Ben", "Mary Jane", "Cleo", "Dan")
LINE = 116
"""Px that an answer has on the OLED."""


def asked(*ways: tuple[str, ...] | str) -> gaps.Asked:
    choices = (gaps.TellableWay((told,) if isinstance(told, str) else told, ()) for told in ways)
    return gaps.ask(choices, PLAYERS)


def plays(who: str, what: str) -> str:
    return t("{name} plays {play}", name=who, play=what)


def steal(who: str, whom: str) -> str:
    return plays(who, t("Steal {place}", place=t("from the hand of {name}", name=whom)))


def net(who: str, animal: str) -> str:
    return plays(who, t("Net for {what}", what=animal))


def texts(answers: tuple[Answer, ...]) -> list[str]:
    return [answer.text for answer in answers]


def test_what_all_answers_share_is_said_once() -> None:
    found = asked(steal("Ana", "Ben"), steal("Ana", "Cleo"))
    assert (found.text, texts(found.answers)) == ("Ana plays Steal from the hand of …?", ["Ben", "Cleo"])


def test_who_it_was_is_asked_by_name() -> None:
    found = asked(*(plays(name, "Study") for name in PLAYERS))
    assert (found.text, texts(found.answers)) == ("Who plays Study?", [*PLAYERS])


def test_of_many_first_who_is_asked_then_at_whom() -> None:
    found = asked(*(steal(one, other) for one in PLAYERS for other in PLAYERS if one != other))
    assert (found.text, texts(found.answers)) == ("Who plays Steal from the hand of …?", [*PLAYERS])
    mary = found.answers[2]
    assert (mary.text, mary.asks) == ("Mary Jane", "Mary Jane plays Steal from the hand of …?")
    assert texts(mary.then) == ["Ana", "Ben", "Cleo", "Dan"]


def test_whether_more_happened_is_asked_behind_what_did() -> None:
    found = asked((plays("Ana", "Study"),), (plays("Ana", "Study"), plays("Ben", "Block")))
    assert (found.text, texts(found.answers)) == ("Ana plays Study. And then?", ["nothing more", "Ben plays Block"])


def test_whether_more_came_before_what_surely_happened_is_asked_behind_it() -> None:
    found = asked((plays("Ben", "Study"),), (plays("Ana", "Block"), plays("Ben", "Study")))
    assert (found.text, texts(found.answers)) == ("Ben plays Study. And before that?", ["nothing", "Ana plays Block"])


def test_what_came_before_and_what_surely_followed_are_told_apart_from_what_is_asked() -> None:
    before, after = t("{name} has no more to score", name="Ben"), t("{name} draws", name="Ben")
    found = asked((before, net("Ana", "Crab"), after), (before, net("Ana", "Orca"), after))
    assert (found.text, texts(found.answers)) == (
        "Ben has no more to score. Ana plays Net for …?",
        ["Crab", "Orca"],
    )


def test_ways_that_are_different_sentences_are_told_as_sentences() -> None:
    found = asked((plays("Ana", "Study"), t("{name} draws", name="Ben")), (t("{name} draws", name="Ana"),))
    assert (found.text, texts(found.answers)) == ("What happened?", ["Ana plays Study, then: Ben draws", "Ana draws"])


@pytest.mark.parametrize(
    ("told", "question"),
    [
        ((t("{diver} hides", diver="the pink diver"),), "The pink diver hides?"),
        ((t("A Breach!"),), "A Breach! Is that so?"),
        (
            (t("A Breach!"), t("{name} scores {cards}", name="Ana", cards="Seabird")),
            "A Breach! Ana scores Seabird. Is that so?",
        ),
    ],
)
def test_a_question_begins_with_a_capital_and_ends_with_one_stop(told: tuple[str, ...], question: str) -> None:
    found = asked(told)
    assert (found.text, texts(found.answers)) == (question, ["yes"])


def test_a_name_that_leads_to_one_thing_only_is_confirmed() -> None:
    """Else a wrong thing would be believed of whoever was named."""
    ben = asked(*(net("Ana", animal) for animal in ("Crab", "Orca", "Krill", "Seal")), plays("Ben", "Study")).answers[
        -1
    ]
    assert (ben.text, ben.asks, texts(ben.then)) == ("Ben", "Ben plays Study?", ["yes"])


def test_of_many_what_was_done_is_asked_before_who_did_it() -> None:
    """Who laid the card and who called it are two people: "who" alone would be answered with the wrong one."""
    called = (t("{name} calls “Fluke!”", name="Ben"), t("The card called is {cards}", cards="Net"))
    found = asked(called, *(net(name, animal) for name in ("Ana", "Ben") for animal in ("Crab", "Orca", "Krill")))
    assert found.text == "What happened?"
    assert texts(found.answers) == ["Ben calls “Fluke!”, then: The card called is Net", "somebody plays Net for …"]
    assert found.answers[1].asks == "Who plays Net for …?"


def test_a_name_with_a_figure_is_one_answer() -> None:
    tails = (t("{card} ({digit})", card=side, digit=digit) for side in ("left tail", "right tail") for digit in (2, 3))
    assert texts(asked(*(net("Ana", tail) for tail in tails)).answers)[:2] == ["left tail (2)", "left tail (3)"]


def test_of_many_an_answer_that_tells_more_asks_on() -> None:
    more = t("{name} draws", name="Ben")
    found = asked(*(net("Ana", animal) for animal in ("Crab", "Orca", "Krill", "Squid")), (net("Ana", "Seal"), more))
    assert (found.text, texts(found.answers)) == ("Ana plays Net for …?", ["Crab", "Orca", "Krill", "Squid", "Seal …"])
    assert found.answers[-1].asks == "Ana plays Net for Seal. Ben draws. Is that so?"


def test_what_is_told_in_the_same_words_is_offered_once() -> None:
    assert texts(asked(*(plays(name, "Study") for name in ("Ana", "Ana", "Ben"))).answers) == ["Ana", "Ben"]


@pytest.mark.parametrize(
    ("code", "who", "then"),
    [
        ("de", "Wer spielt Klauen aus der Hand von …?", "Ana spielt Klauen aus der Hand von …?"),
        (
            "ja",
            "○○さんがどろぼう（…さんの手札から）を出しました？",
            "Anaさんがどろぼう（…さんの手札から）を出しました？",
        ),
    ],
)
def test_a_question_is_said_again_in_the_language_of_whoever_asks(code: str, who: str, then: str) -> None:
    found = asked(*(steal(one, other) for one in PLAYERS for other in PLAYERS if one != other))
    with speaking(code):
        assert (again(found.text), again(found.answers[0].asks)) == (who, then)


def test_answers_that_begin_alike_are_cut_where_they_differ() -> None:
    long = ["Maximiliane von Sandburg the first", "Maximiliane von Sandburg the second", "Ben"]
    lines = apart(long, LINE)
    assert len(set(lines)) == 3
    assert lines[2] == "Ben"
    assert all(SMALL.width(line) <= LINE for line in lines)
    aims = ["Steal from the hand of Ana", "Steal from the hand of Ben", "Steal Squid from the scored cards of Ana"]
    assert apart(aims, LINE) == ["Steal …Ana", "Steal …Ben", "Steal Squid from the…"]


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


def test_what_goes_without_saying_is_not_told() -> None:
    """That somebody ended a turn, where the next player has played; that nothing changed is an answer of its own."""
    found = {question.text: texts(question.answers) for question in heard("hold-your-breath", 3, 1)}
    assert found["Air 5 or Draw lies in the Air row. Who was it?"] == ["Ben", "Cleo"]
    assert found["Ben discards Swim 10 or Discard?"] == ["nothing changed", "yes"]
    assert found["Ana discards …?"][:2] == ["no more cards", "Swim 10 or Draw"]


def screens(question: Question) -> Iterator[tuple[str, tuple[Answer, ...]]]:
    """Each question that people may come to, with its answers."""

    def under(text: str, answers: tuple[Answer, ...]) -> Iterator[tuple[str, tuple[Answer, ...]]]:
        yield text, answers
        for answer in answers:
            if answer.then:
                yield from under(answer.asks, answer.then)

    return under(question.text, question.answers)


def goes_on_unseen(longer: tuple[Step, ...], shorter: tuple[Step, ...]) -> bool:
    """Whether one answer is another and then what nobody saw."""
    beyond = longer[len(shorter) :]
    return bool(shorter and beyond) and longer[: len(shorter)] == shorter and not any(step.pieces for step in beyond)


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
        assert not any(starmap(goes_on_unseen, permutations(leaves(question.answers), 2))), question.text
        for text, answers in screens(question):
            assert text.endswith(("?", ".")) or question.look is None, text
            assert text not in ("Which is it?", words.WHO_WAS_IT, "")
            assert answers
