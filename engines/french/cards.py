"""The French-suited pack: 52 cards called `hearts-7` or `spades-king`, what each counts and its place in the suit."""

from __future__ import annotations

from engines.names import face_of, kind_of

SUITS = ("clubs", "diamonds", "hearts", "spades")
RANKS = ("ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king")
"""From the ace, low, to the king."""
CARDS = tuple(f"{suit}-{rank}" for suit in SUITS for rank in RANKS)
JOKER = "joker"
"""A card that a pack may have beside the 52; most games leave it in the box."""
INDEX = {card: place for place, card in enumerate(CARDS)}
"""The place of a card in the pack."""
ORDER = {card: RANKS.index(face_of(card)) + 1 for card in CARDS}
"""The place of a card in its suit: ace 1, jack 11, king 13."""
PIPS = {card: min(place, 10) for card, place in ORDER.items()}
"""What a card counts: the ace 1, court cards 10."""


def suit(card: str) -> str:
    """The suit of a card."""
    return kind_of(card)


def high(card: str) -> int:
    """The place of a card where the ace is above the king: 2 to 14."""
    return ORDER[card] if ORDER[card] > 1 else len(RANKS) + 1
