"""How large the cards of a deck are: as somebody said, as their sides tell, or as all cards are taken for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from firmware.games.faces import FaceKind, played_with, taught
from hardware.art.card_sizes import STANDARD, CardSize, in_words, sizes_of
from vision.cards.deck.deck import Deck
from vision.cards.learn.crop_to_card import measured_aspect
from vision.reading import Image
from vision.store import BadTeaching


def size_of_pictures(name: str, pictures: Sequence[tuple[str, Image]]) -> CardSize | None:
    """The size of the cards in pictures (file name, BGR uint8) that teach a deck of that name; None for one that no
    game is played with. Raises BadTeaching where somebody must say it."""
    return size_of_aspect(name, measured_aspect(pictures)) if name in played_with(FaceKind.CARDS) else None


def size_of_aspect(name: str, aspect: float | None) -> CardSize | None:
    """The same of cards whose short side over the long one was measured."""
    if name not in played_with(FaceKind.CARDS):
        return None  # wherever they lie, they are as large as they look
    fitting = () if aspect is None else sizes_of(aspect)
    if STANDARD in fitting or not fitting:
        return STANDARD
    if len(fitting) > 1:
        said = " or ".join(in_words(size) for size in fitting)
        wide, high = fitting[0]
        raise BadTeaching(
            f"{name}: cards with such sides are {said}, which no picture tells: say it with --size {wide:g}x{high:g}"
        )
    return fitting[0]


def with_size(deck: Deck, size: CardSize | None) -> Deck:
    """The deck whose cards have that size; None: as its faces' sides tell. Raises BadTeaching as above."""
    return replace(deck, card_mm=size or size_of_aspect(deck.name, deck.aspect))


def cards_of(deck: str, home: Path) -> CardSize:
    """The size of the cards that a game's table has: those of the taught deck, if there is one that can be used."""
    if not deck:
        return STANDARD
    try:
        known = taught(FaceKind.CARDS, deck, home)
    except BadTeaching:
        return STANDARD  # whoever reads the table says what is wrong with it
    return (known and known.card_mm) or STANDARD
