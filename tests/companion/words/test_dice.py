"""Dice in words, for ears."""

from __future__ import annotations

import pytest

from companion.words.pieces import thrown


@pytest.mark.parametrize(
    ("items", "words"),
    [
        (("swimmer-3", "swimmer-1", "swimmer-wave", "swimmer-wave"), "1, 3 and 2 waves"),
        (("swimmer-wave", "shark-2", "shark-wave"), "blue 1 wave; red 2 and 1 wave"),
        (("die-6", "die-6"), "6 and 6"),
        (("event-sun",), ""),
        (("0",), ""),
        ((), ""),
    ],
)
def test_the_faces_of_a_throw_are_named_by_colour_where_there_are_two(items, words):
    assert thrown(items) == words
