"""Sizes of cards: as people write them, and as the sides of cards tell."""

from __future__ import annotations

import pytest

from hardware.art.card_sizes import REAL_SIZES, STANDARD, card_size, in_words, sizes_of


@pytest.mark.parametrize("text", ["57x87", "57 x 87", "87×57", "57.0X87"])
def test_a_size_is_written_as_people_write_it(text: str) -> None:
    assert card_size(text) == (57.0, 87.0)
    assert in_words(card_size(text)) == "57 x 87 mm"


@pytest.mark.parametrize(("text", "said"), [("big", "as in 57x87"), ("57", "as in 57x87"), ("10x20", "from 30 to 150")])
def test_what_is_no_size_of_a_card_is_said(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        card_size(text)


def test_the_sides_of_cards_tell_their_size_but_for_two_alike() -> None:
    told = {size: sizes_of(size[0] / size[1] * 1.01) for size in REAL_SIZES}
    assert told[STANDARD] == (STANDARD,)
    assert told[(70.0, 120.0)] == ((70.0, 120.0),)
    assert told[(70.0, 70.0)] == ((70.0, 70.0),)
    assert set(told[(57.0, 87.0)]) == set(told[(44.0, 68.0)]) == {(57.0, 87.0), (44.0, 68.0)}
    assert sizes_of(0.4) == ()
