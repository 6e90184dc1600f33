"""Dice of a make that vision is never quite sure of: one answer about a face speaks for the next that looks so."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.core import Match
from engines.games import GAMES
from firmware.state.observation import LEANING, UNCLEAR, Piece
from firmware.state.table import Table
from firmware.state.vouched import NOBODY, Features
from firmware.update.handle import handle
from firmware.update.history import corrected
from firmware.update.inputs import Pressed, Saw
from tests.firmware.looks import die, look


def after(*dice: Piece, table: Table | None = None, answer: int | None = None) -> Table:
    """A game of Pig after a look at these dice, and the answer to what was asked about it."""
    table = handle(table or Table(Match.begin(GAMES["pig"], ("Ana", "Ben")), "0001"), Saw(look(*dice)))
    for button in () if answer is None else ("b",) * answer + ("a",):
        table = handle(table, Pressed(button))
    return table


def three(x: float, sure: float = 0.95, other: str = "die-2", doubt: str = "") -> Piece:
    return replace(die("die-3", x, 60 + x / 10, sure, other, angle=x % 90), doubt=doubt)


ASKED = after(three(80))
TOLD = after(three(80), answer=0)


def kinds(table: Table) -> list[str]:
    return [event.kind for event in table.match.events]


def test_a_die_that_is_not_surely_read_is_asked_about() -> None:
    assert ASKED.question is not None
    assert (TOLD.question, kinds(TOLD)) == (None, ["throw"])


@pytest.mark.parametrize("sure", [0.94, 0.97])
def test_the_next_that_looks_so_is_not(sure: float) -> None:
    then = after(three(150, sure), table=TOLD)
    assert (then.question, kinds(then)) == (None, ["throw", "again", "throw"])
    assert then.match.events[-1].items == ("die-3",)


def test_nor_is_one_whose_candidates_vision_does_not_trust_as_far() -> None:
    unclear = replace(three(150), doubt=UNCLEAR, items=(("die-3", 0.57), ("die-2", 0.03)))
    assert after(unclear, table=TOLD).question is None


@pytest.mark.parametrize(
    "other",
    [
        three(150, 0.8),  # less surely the same
        three(150, 0.6, doubt=LEANING),
        die("die-2", 150, 75, 0.95, "die-3", angle=60),  # another face
    ],
)
def test_one_that_looks_otherwise_is_asked_about(other: Piece) -> None:
    assert after(other, table=TOLD).question is not None


def test_a_name_that_people_denied_is_asked_about_each_time() -> None:
    table = after(three(80), answer=1)
    assert table.match.events[-1].items == ("die-2",)
    table = after(three(150), table=table, answer=0)
    assert kinds(table) == ["throw", "again", "throw"]
    assert after(three(100), table=table).question is not None


def test_a_die_that_was_read_surely_vouches_for_nothing() -> None:
    assert after(three(80, 0.999)).vouched == NOBODY


def test_what_is_corrected_later_vouches_for_nothing_any_more() -> None:
    assert TOLD.vouched.least
    assert corrected(TOLD, 0, 0, "die-2").vouched == NOBODY


def test_a_die_that_seems_to_lean_is_asked_about_each_time() -> None:
    """A two that leaned was believed to be a six, for people had named a leaning six before (Farkle 464904/3)."""
    told = after(three(80, 0.6, doubt=LEANING), answer=0)
    assert (kinds(told), told.vouched) == (["throw"], NOBODY)
    assert after(three(150, 0.6, doubt=LEANING), table=told).question is not None


def told(item: str, x: float, looked_like: str, other: str) -> Piece:
    """A translucent die whose upper pips were told from those below, that together looked like a face."""
    return replace(die(item, x, 60 + x / 10, 0.96, other, angle=x % 90), looked_like=looked_like)


def test_an_ordinary_face_vouches_for_none_that_was_told_from_another() -> None:
    """A plain four says nothing of what looks like a five."""
    table = after(die("die-4", 50, 65, 0.95, "die-5"), answer=0)
    assert table.vouched.least
    assert after(told("die-4", 150, "5", "die-5"), table=table).question is not None


@pytest.mark.parametrize(
    ("first", "answer", "asked"),
    [
        (told("die-2", 50, "5", "die-5"), 0, False),
        (told("die-2", 50, "5", "die-5"), 1, True),  # it was a five after all
        (
            told("die-4", 50, "4", "die-5"),
            0,
            True,
        ),  # what it showed it looked like: nothing says that it is translucent
    ],
)
def test_who_says_that_a_die_shows_the_darker_pips_alone_says_it_of_all_faces_of_its_make(
    first: Piece, answer: int, asked: bool
) -> None:
    table = after(first, answer=answer)
    table = handle(table, Saw(look(told("die-3", 150, "5", "die-5"))))
    assert (table.question is not None) == asked


def worn_five(x: float, sure: float = 0.62, other: str = "die-2") -> Piece:
    """A five of which some pips are a little darker: it may be a two of a translucent make."""
    lying = replace(die("die-5", x, 60 + x / 10, angle=x % 90), doubt=UNCLEAR, looked_like="5")
    return replace(lying, items=(("die-5", 0.6 * sure), (other, 0.6 * (1 - sure))))


@pytest.mark.parametrize(
    ("answer", "then", "asked"),
    [
        (0, worn_five(150, 0.58), False),
        (0, worn_five(150, 0.54), True),  # its pips are less alike
        (0, worn_five(150, other="die-3"), True),  # other pips of it are darker
        (1, worn_five(150, 0.69), True),
    ],
)
def test_who_says_that_a_worn_five_is_one_says_it_of_those_whose_pips_are_as_much_alike(
    answer: int, then: Piece, asked: bool
) -> None:
    table = after(worn_five(50), answer=answer)
    assert table.match.events[-1].items == (("die-5",), ("die-2",))[answer]
    assert (after(then, table=table).question is not None) == asked


def test_a_worn_five_is_asked_about_once_a_make_is_known_to_be_translucent() -> None:
    known = after(told("die-2", 50, "5", "die-5"), table=after(worn_five(80), answer=0), answer=0)
    assert after(worn_five(150), table=known).question is not None


@pytest.mark.parametrize(("sure", "asked"), [(0.97, True), (0.9985, False)])
def test_a_face_that_was_not_told_apart_is_asked_about_anew_once_a_make_is_translucent(
    sure: float, asked: bool
) -> None:
    """It may be a one above a six."""
    six = after(die("die-6", 80, 68, 0.97, "die-1", angle=80), answer=0)
    assert after(die("die-6", 150, 75, sure, "die-1", angle=60), table=six).question is None
    known = after(told("die-2", 50, "5", "die-5"), table=six, answer=0)
    assert (after(die("die-6", 150, 75, sure, "die-1", angle=60), table=known).question is not None) == asked


VEINED, LIKE_IT, UNLIKE_IT = (1.0, 0.0), (0.92, 0.39), (0.8, 0.6)
"""What faces look like: the second is much like the first, the third is not."""


def one_of_a_veined_make(x: float, features: Features, name: str = "die-1", doubt: str = UNCLEAR) -> Piece:
    """A die that is read so badly that its probability vouches for none."""
    lying = replace(die(name, x, 60 + x / 10, angle=x % 90), doubt=doubt, features=features)
    return replace(lying, items=((name, 0.4), ("die-3" if name == "die-1" else "die-1", 0.2)))


@pytest.mark.parametrize(
    ("then", "asked"),
    [
        (one_of_a_veined_make(150, LIKE_IT), False),
        (one_of_a_veined_make(150, UNLIKE_IT), True),
        (one_of_a_veined_make(150, LIKE_IT, "die-3"), True),  # vision takes it for another
        (one_of_a_veined_make(150, LIKE_IT, doubt=LEANING), True),
        (one_of_a_veined_make(150, ()), True),
        (replace(one_of_a_veined_make(150, LIKE_IT), looked_like="1"), True),  # it is translucent: all look alike
    ],
)
def test_a_face_that_looks_like_one_that_people_have_named_is_not_asked_about_again(then: Piece, asked: bool) -> None:
    told = after(one_of_a_veined_make(80, VEINED), answer=0)
    assert [event.items for event in told.match.events] == [("die-1",)]
    assert (after(then, table=told).question is not None) == asked


def test_a_look_says_nothing_once_a_make_is_known_to_be_translucent() -> None:
    """A five in a shadow's edge looked like a four that people had named."""
    known = after(told("die-2", 50, "5", "die-5"), table=after(one_of_a_veined_make(80, VEINED), answer=0), answer=0)
    assert after(one_of_a_veined_make(150, LIKE_IT), table=known).question is not None


def test_nor_does_it_cast_doubt_on_what_a_translucent_die_was_told_to_show() -> None:
    """After one answer about a two all dice of the make looked like it, and were asked about (Yacht 464902/9)."""
    known = after(replace(told("die-2", 50, "5", "die-5"), features=VEINED), answer=0)
    read = replace(die("die-3", 150, 75, 0.998, "die-5", angle=60), looked_like="5", features=LIKE_IT)
    assert after(read, table=known).question is None


def test_the_most_alike_of_the_faces_that_people_have_named_counts() -> None:
    told = after(one_of_a_veined_make(80, VEINED), answer=0)
    told = after(one_of_a_veined_make(120, UNLIKE_IT), table=told, answer=1)
    assert [event.items for event in told.match.events if event.kind == "throw"] == [("die-1",), ("die-3",)]
    assert after(one_of_a_veined_make(150, (0.9, 0.436)), table=told).question is not None


def test_one_that_looks_most_like_a_face_that_people_have_named_otherwise_is_asked_about_however_sure_vision_is() -> (
    None
):
    told = after(one_of_a_veined_make(80, VEINED), answer=1)
    assert told.match.events[-1].items == ("die-3",)
    then = replace(die("die-1", 150, 75, 0.998, angle=60), features=LIKE_IT)
    assert after(replace(then, features=UNLIKE_IT), table=told).question is None
    asked = after(then, table=told)
    assert asked.question is not None
    assert [answer.text for answer in asked.question.answers][:2] == ["a 1", "a 3"]
    again = handle(asked, Pressed("a"))
    assert again.match.events[-1].items == ("die-1",)
    assert after(replace(then, x=100), table=again).question is None, "now that look is named"


def test_a_look_that_showed_two_faces_vouches_for_neither() -> None:
    """Of a make whose pips hardly show a three looked like the ones that people had named (Pig 465301/18)."""
    told = after(one_of_a_veined_make(80, VEINED), answer=0)
    assert after(one_of_a_veined_make(150, VEINED), table=told).question is None
    told = after(one_of_a_veined_make(120, LIKE_IT, "die-3"), table=told, answer=0)
    assert [event.items for event in told.match.events if event.kind == "throw"] == [("die-1",), ("die-3",)]
    assert after(one_of_a_veined_make(150, VEINED), table=told).question is not None
