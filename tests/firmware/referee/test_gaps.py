"""Questions as sentences with a gap."""

from __future__ import annotations

import pytest

from firmware.referee.asking.gaps import Asked, TellableWay, ask, tokens_of

PLAYERS = ("Ann", "Ben")


def asked(*told: str) -> Asked:
    """The question of several ways, given in words."""
    return ask([TellableWay(tokens_of(text, PLAYERS), ()) for text in told], PLAYERS)


@pytest.mark.parametrize(
    ("told", "question"),
    [
        ("the card called is Crab", "The card called is Crab?"),
        ("A Breach!", "A Breach! Is that so?"),
        ("A Breach!, then Ann scores Seabird", "A Breach! Ann scores Seabird. Is that so?"),
    ],
)
def test_a_question_begins_with_a_capital_and_ends_with_one_stop(told, question):
    assert asked(told).text == question


def test_what_came_next_is_asked_behind_what_came_first():
    question = asked("Put back: Net, then Waste, then Krill", "Put back: Net, then Krill, then Waste")
    assert question.text == "Put back: Net. And then?"
    assert [answer.text for answer in question.answers] == ["Waste, then Krill", "Krill, then Waste"]
