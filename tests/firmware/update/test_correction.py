"""A card corrected: what it was used for follows, as far as it must."""

from __future__ import annotations

from random import Random

import pytest

from engines.core import Chance, Event, Match
from engines.dealer import deal
from engines.games import game_named
from firmware.update.correction import amended


def dealt(game):
    """A match of three with hidden hands, after the deal."""
    match = Match.begin(game_named(game), ("Ana", "Ben", "Cleo"), {"hands": "hidden"})
    while isinstance(match.state.awaits, Chance):
        match = match.play(deal(match.state.awaits, Random(1)))
    return match.state


@pytest.mark.parametrize(
    ("items", "card", "meant"),
    [
        (("air-5-panic", "air-5"), "air-5-calm", ("air-5-calm", "air-5")),
        (("air-5-panic", "air-5"), "air-10-calm", ("air-10-calm", "air-10")),
        (("air-5-panic", "panic", "2"), "air-10-panic", ("air-10-panic", "panic", "2")),
        (("air-5-panic", "panic", "2"), "swim-10-shark", ("swim-10-shark", "shark", "2")),
        (("air-5-panic", "air-5"), "dolphin", ("dolphin", "air-5")),
    ],
)
def test_a_card_that_was_another_is_used_for_what_it_can_be(items, card, meant):
    state = dealt("hold-your-breath")
    assert amended(state, Event("play", 0, items), 0, card) == Event("play", 0, meant)


def test_a_correction_that_the_rules_allow_is_taken_as_it_is():
    state = dealt("hai-noon")
    card = Event("play", 0, ("flip-shark.red", "north"))
    assert amended(state, card, 1, "west").items == ("flip-shark.red", "west")
    assert amended(state, card, 0, "wild").items == ("wild", "north")


def test_a_correction_that_nothing_comes_near_is_left_for_the_rules_to_refuse():
    state = dealt("hold-your-breath")
    played = Event("play", 0, ("air-5-panic", "air-5"))
    assert amended(state, played, 0, "sardine") == Event("play", 0, ("sardine", "air-5"))
