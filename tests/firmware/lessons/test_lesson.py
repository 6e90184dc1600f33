"""A lesson as a value: what may be asked of it, and which names it offers."""

from __future__ import annotations

import pytest

from firmware.state import lesson as steps
from firmware.state.lesson import Lesson, Taken
from firmware.state.session import SessionRefused

LIST = ("air-5", "air-10", "swim-5", "back")


def taken(*names: str, listed: tuple[str, ...] = LIST) -> Lesson:
    return Lesson("mine", listed, cards=tuple(Taken(f"{n + 1:04}", name) for n, name in enumerate(names)))


def test_the_names_left_are_offered_from_the_last_one_on_and_those_it_looks_like_first() -> None:
    lesson = taken("air-10", "")
    assert lesson.offered == ("swim-5", "back", "air-5")
    looks = steps.took(taken("air-10"), Taken("0002", hints=("back", "air-10")))
    assert looks.offered == ("back", "swim-5", "air-5")


def test_the_oldest_card_without_a_name_is_asked_for_while_further_ones_are_laid() -> None:
    lesson = steps.took(steps.took(taken(), Taken("0001")), Taken("0002"))
    assert lesson.unnamed == Taken("0001")
    lesson = steps.named(lesson, "0001", "air-5")
    assert lesson.unnamed == Taken("0002")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Air 5!", "letters, digits"),
        ("air.5", "letters, digits"),
        ("5.1", "letters, digits"),
        ("swim-10", "not in the deck's list"),
        ("", "letters"),
    ],
)
def test_a_name_that_does_not_fit_is_refused_with_what_would(name: str, said: str) -> None:
    with pytest.raises(SessionRefused, match=said):
        steps.named(taken(""), "0001", name)


def test_a_number_is_a_name_too() -> None:
    assert steps.named(taken("", listed=()), "0001", "5").cards[0].name == "5"


def test_one_name_is_given_once() -> None:
    with pytest.raises(SessionRefused, match="taken already"):
        steps.named(taken("air-5", ""), "0002", "air-5")
    assert steps.named(taken("air-5"), "0001", "air-5").cards[0].name == "air-5"


def test_without_a_list_any_name_will_do() -> None:
    lesson = steps.named(taken("", listed=()), "0001", "Great White")
    assert lesson.cards[0].name == "Great-White"


def test_a_card_just_like_another_waits_until_it_is_called_another_one() -> None:
    doubtful = steps.took(taken("air-5"), Taken("0002", like="0001"))
    assert len(doubtful.cards) == 1
    assert steps.dropped(doubtful).doubt is None
    both = steps.another(doubtful)
    assert [card.like for card in both.cards] == ["", "0001"]
    assert "too alike" in both.note


def test_a_wrong_card_is_taken_out_the_last_one_or_any_other() -> None:
    lesson = taken("air-5", "air-10", "swim-5")
    assert [card.name for card in steps.dropped(lesson).cards] == ["air-5", "air-10"]
    assert [card.name for card in steps.dropped(lesson, "0002").cards] == ["air-5", "swim-5"]
    with pytest.raises(SessionRefused, match="not there any more"):
        steps.dropped(lesson, "0009")
    with pytest.raises(SessionRefused, match="no card"):
        steps.dropped(taken())


def test_a_deck_is_kept_only_when_each_card_has_a_name_and_there_are_two() -> None:
    assert "name" in steps.missing(taken("air-5", ""))
    assert "at least 2" in steps.missing(taken("air-5", "back"))
    assert steps.missing(taken("air-5", "air-10")) == ""
