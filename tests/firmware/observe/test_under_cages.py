"""A tile under a cage that hides it wholly: told by those that are seen elsewhere."""

from __future__ import annotations

import pytest

from firmware.observe.pieces import under_cages
from firmware.observe.table_setup import TableSetup
from firmware.state.observation import HIDDEN
from vision.pieces.reading import PlacedPiece

SETUP = TableSetup("hai-noon")


def lying(name: str, place: str) -> PlacedPiece:
    return PlacedPiece(place, (0.0, 0.0), 40.0, (0.0, 0.0, 50.0, 50.0), ((name, 0.99),))


OTHERS = (
    lying("diver-pink-healthy", "inner-0"),
    lying("diver-green-injured", "inner-1"),
    lying("diver-black-healthy", "inner-3"),
)


def test_the_diver_that_is_seen_nowhere_else_lies_under_the_cage() -> None:
    (hidden,) = under_cages(SETUP, (*OTHERS, lying("cage", "inner-2")))
    assert (hidden.place, hidden.doubt) == ("inner-2", HIDDEN)
    assert dict(hidden.candidates).keys() == {"diver-turquoise-healthy", "diver-turquoise-injured"}
    assert sum(p for _, p in hidden.candidates) == pytest.approx(1)
    assert hidden.name == "diver-turquoise-healthy"
    assert hidden.confidence < 0.9, "nobody sees how well it is"


def test_where_another_diver_is_away_either_may_be_caged() -> None:
    (hidden,) = under_cages(SETUP, (*OTHERS[:2], lying("cage", "inner-2")))
    assert {name.rpartition("-")[0] for name, _ in hidden.candidates} == {"diver-turquoise", "diver-black"}


def test_nothing_is_guessed_where_the_diver_shows_or_the_cage_lies_beside_the_board() -> None:
    shown = lying("diver-turquoise-injured", "inner-2")
    assert not list(under_cages(SETUP, (*OTHERS, shown, lying("cage", "inner-2"))))
    assert not list(under_cages(SETUP, (*OTHERS, lying("cage", "beside"))))
    assert not list(under_cages(TableSetup("hold-your-breath"), ()))
