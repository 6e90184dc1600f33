"""The built-in decks: engine, art and print agree."""

from __future__ import annotations

import pytest

from engines.french.cards import JOKER
from firmware.games.decks import counts
from hardware.art import deck as deck_art


@pytest.mark.parametrize(
    ("deck", "cards"), [("hai-noon", 48), ("splash-down", 89), ("hold-your-breath", 88), ("french", 52)]
)
def test_there_is_art_for_every_card_of_the_deck_and_for_no_other(deck: str, cards: int) -> None:
    """And as many cards as the rulebook or our assumption says."""
    assert set(counts(deck)) == set(deck_art.faces(deck)) - {JOKER}
    assert sum(counts(deck).values()) == cards
    assert min(counts(deck).values()) > 0


def test_a_deck_that_is_not_built_in_is_refused() -> None:
    """The message names those that there are."""
    with pytest.raises(ValueError, match="french, hai-noon, hold-your-breath, splash-down"):
        counts("tarot")
