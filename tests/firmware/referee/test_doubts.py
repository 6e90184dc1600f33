"""What is asked about though one hypothesis explains it: cards that look strange, or that may lie against the rules."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firmware.state.table import Table
from firmware.state.vouched import NOBODY
from firmware.update.handle import handle
from firmware.update.inputs import Pressed, Saw
from tests.firmware.watched import Watched


def laid(watched: Watched, card: str, p: float) -> Table:
    """The table after `card` was laid in the Air row, and vision found it that only with probability `p`."""
    return seen_as(watched, card, "air", ((card, p),))


def seen_as(watched: Watched, card: str, place: str, items: tuple[tuple[str, float], ...]) -> Table:
    """The table after `card` was laid, and vision took it for these `items`."""
    watched.put(card, place)
    look = watched.sketch.look()
    new = next(n for n in reversed(range(len(look.pieces))) if look.pieces[n].items[0][0] == card)
    pieces = tuple(replace(piece, items=items) if n == new else piece for n, piece in enumerate(look.pieces))
    watched.table = handle(watched.table, Saw(replace(look, pieces=pieces)))
    return watched.table


@pytest.fixture
def vouched() -> Watched:
    """A game whose first card looked strange, was asked about and named."""
    watched = Watched("hold-your-breath", 3)
    question = laid(watched, "air-5-calm", 0.35).question
    assert question is not None
    assert question.answers[0].steps
    watched.table = handle(watched.table, Pressed("a"))
    assert watched.last == "play @0: air-5-calm air-5"
    return watched


def test_a_strange_card_that_people_named_is_not_asked_about_again(vouched: Watched) -> None:
    assert laid(vouched, "air-5-calm", 0.33).question is None
    assert len([event for event in vouched.table.match.events if event.kind == "play"]) == 2


@pytest.mark.parametrize(("card", "p"), [("air-5-calm", 0.2), ("air-5-draw", 0.35)])
def test_one_that_looks_stranger_still_or_is_another_is_asked_about(vouched: Watched, card: str, p: float) -> None:
    assert laid(vouched, card, p).question is not None
    assert vouched.last == "play @0: air-5-calm air-5"


def test_what_hardly_looked_like_the_card_that_people_named_is_asked_about_again() -> None:
    watched = Watched("hold-your-breath", 3)
    assert laid(watched, "air-5-calm", 0.05).question is not None
    watched.table = handle(watched.table, Pressed("a"))
    assert laid(watched, "air-5-calm", 0.05).question is not None


def test_a_card_that_vision_knows_vouches_for_nothing() -> None:
    watched = Watched("hold-your-breath", 3)
    assert laid(watched, "air-5-calm", 0.99).question is None
    assert watched.table.vouched == NOBODY


@pytest.mark.parametrize(("p_other", "asked"), [(0.4, True), (0.001, False)])
def test_a_card_that_may_be_one_against_the_rules_is_asked_about(p_other: float, asked: bool) -> None:
    watched = Watched("hai-noon", 2)
    watched.put("flip-shark.green", "north")
    watched.see()
    watched.take("shark-hungry", "ring-0")
    watched.put("shark-full", "ring-0")
    watched.see()
    assert "flip @0: ring-0" in map(str, watched.table.match.events)
    table = seen_as(
        watched, "cage-harpoon.green", "east", (("cage-harpoon.red", 0.998 - p_other), ("cage-harpoon.green", p_other))
    )
    assert (table.question is not None) == asked
