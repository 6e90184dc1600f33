"""How pieces are spelt."""

from __future__ import annotations

import pytest

from engines.core import BLANK, Expected
from engines.names import BACK, SEVERAL_WORDS, face_of, item, kind_of, lying_item


@pytest.mark.parametrize(
    ("kind", "face", "name"),
    [
        ("swimmer", "2", "swimmer-2"),
        ("diver-blue", "injured", "diver-blue-injured"),
        ("card", "air-5", "air-5"),
        ("cage", "cage", "cage"),
        ("pirate-0", "pirate-0", "pirate-0"),
    ],
)
def test_a_piece_is_spelt_by_kind_and_face_but_cards_and_single_faces_by_the_face(
    kind: str, face: str, name: str
) -> None:
    assert item(kind, face) == name


@pytest.mark.parametrize(("kind", "face"), [("swimmer", "2"), ("diver-blue", "healthy"), ("die", "6")])
def test_kind_and_face_come_back_out_of_a_name(kind: str, face: str) -> None:
    assert (kind_of(item(kind, face)), face_of(item(kind, face))) == (kind, face)


def test_a_name_of_one_word_is_a_face_without_a_kind() -> None:
    assert (kind_of("cage"), face_of("cage")) == ("", "cage")


def test_a_card_that_nobody_knows_lies_with_its_back_up() -> None:
    assert lying_item(Expected("discard", "card", BLANK)) == BACK
    assert lying_item(Expected("tray", "die", "6")) == "die-6"


def test_names_of_several_words_are_found_in_sentences_but_places_are_not() -> None:
    assert SEVERAL_WORDS.findall("of 4 air-5 only 2; seat-0/panic, U-turn") == ["air-5"]
