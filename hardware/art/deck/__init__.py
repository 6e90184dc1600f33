"""The faces of our decks: our own art, as polygons in mm, and as pictures of any size.

    draw("hai-noon", "wild", 300)      a face as a BGR picture, 300 px wide
    shapes("splash-down", BACK)        the same polygons for print

One source for the printed cards, the cards on the simulated table and what the reader of the built-in decks knows.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Protocol

import cv2
import numpy as np

from hardware.arrays import Image
from hardware.art.deck import french, hai_noon, hold_your_breath, splash_down
from hardware.art.deck.card import CARD, SIZE
from hardware.art.deck.pen import box
from hardware.art.polygons import Art

BACK = "back"
DECKS: tuple[str, ...] = ("hold-your-breath", "splash-down", "hai-noon", "french")


class DeckArt(Protocol):
    """What each deck's module offers."""

    @property
    def FACES(self) -> tuple[str, ...]:
        """The names of its faces, without the back."""

    def face(self, name: str) -> Art:
        """The polygons of a face, mm from the card's top left. Raises KeyError or ValueError for an unknown one."""

    def back(self) -> Art:
        """The polygons of the back, mm from the card's top left."""


_DECKS: dict[str, DeckArt] = dict(zip(DECKS, (hold_your_breath, splash_down, hai_noon, french), strict=True))


def faces(deck: str) -> tuple[str, ...]:
    """The names of a deck's faces, without its back. Raises ValueError for a deck that is not built in."""
    return _deck(deck).FACES


@lru_cache(maxsize=128)
def shapes(deck: str, name: str) -> Art:
    """The polygons of a face or of the BACK, mm from the card's top left; they may reach over its edge.

    Raises ValueError for a deck that is not built in, KeyError for a face that it has not.
    """
    module = _deck(deck)
    if name == BACK:
        return module.back()
    try:
        return module.face(name)
    except (KeyError, ValueError):
        raise KeyError(f"{deck} has no card {name!r}") from None


def draw(deck: str, name: str, width: int) -> Image:
    """A face or the BACK as a picture (h, width, 3) uint8 BGR, corners square. Raises as `shapes` does."""
    height, scale = height_of(width), width / SIZE[0]
    canvas = np.zeros((2 * height, 2 * width, 3), np.uint8)
    for colour, part in shapes(deck, name):
        cv2.fillPoly(canvas, [np.round((part * 2 * scale - 0.5) * 16).astype(np.int32)], colour, cv2.LINE_AA, 4)
    return np.asarray(cv2.resize(canvas, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def height_of(width: int, size_mm: tuple[float, float] = SIZE) -> int:
    """The height in px of a card's picture that is `width` px wide; `size_mm`: the card's width and height."""
    return round(width * size_mm[1] / size_mm[0])


@lru_cache(maxsize=8)
def cover(width: int, size_mm: tuple[float, float] = SIZE) -> Image:
    """Where a card's picture of this width is card: (h, width) uint8, 255, and 0 outside its rounded corners."""
    height, fine = height_of(width, size_mm), 4
    canvas = np.zeros((fine * height, fine * width), np.uint8)
    outline = box(0, 0, *size_mm, CARD.corner_radius_mm) * (fine * width / size_mm[0]) - 0.5
    cv2.fillPoly(canvas, [np.round(outline * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    small = np.asarray(cv2.resize(canvas, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
    small.setflags(write=False)
    return small


def _deck(name: str) -> DeckArt:
    if name not in _DECKS:
        raise ValueError(f"no built-in deck {name!r}; there are {', '.join(DECKS)}")
    return _DECKS[name]


__all__ = ["BACK", "CARD", "DECKS", "SIZE", "Art", "cover", "draw", "faces", "height_of", "shapes"]
