"""The cards of the built-in decks and how many there are of each: what the engines say, for print and scenes."""

from __future__ import annotations

from engines.hai_noon.deck import COUNT
from engines.hold_your_breath import cards as dive_deck
from engines.splash_down import deck as splash_down


def counts(deck: str) -> dict[str, int]:
    """Face -> how many cards, in the order of the deck; with the expansion where there is one.

    Raises ValueError for a deck that is not built in.
    """
    if deck == "hai-noon":
        return dict(COUNT)
    if deck == "splash-down":
        return {card.name: card.count for card in splash_down.built_in().cards}
    if deck == "hold-your-breath":
        return dive_deck.load(deck).counts(expansion=True)
    raise ValueError(f"no built-in deck {deck!r}; there are hai-noon, hold-your-breath, splash-down")
