"""French-suited cards in words: `the 7 of hearts`, and short for small screens: `7♥`."""

from __future__ import annotations

from companion.words.language import t
from engines.french.cards import CARDS, JOKER, suit
from engines.names import face_of

SIGNS = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"}


def card(name: str) -> str:
    """A card in words; a joker, and what is no card, as it is."""
    return t("{face} of {suit}", face=t(face_of(name)), suit=t(suit(name))) if name in CARDS else name


def short(name: str) -> str:
    """A card in two or three signs: `K♠`, `10♥`."""
    if name not in CARDS:
        return name.capitalize()
    face = face_of(name)
    return (face if face.isdigit() else face[0].upper()) + SIGNS[suit(name)]


def names() -> dict[str, str]:
    """Every card of the pack in words."""
    return {name: t("the {card}", card=card(name)) for name in (*CARDS, JOKER)}
