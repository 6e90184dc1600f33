"""Tiles and tokens: our own art, as polygons in mm, and as pictures of any size; the sister of `hardware.art.deck`.

    draw("hai-noon", "shark-hungry", 200)      a tile, 200 px wide, with its cover as fourth channel
    shapes("hold-your-breath", "pirate-0")     the same polygons for print

Names are the rules' own: kind and face ("diver-pink-injured"), or the kind alone where it has one face only.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.arrays import Image
from hardware.art.pieces import marks, tiles, tokens
from hardware.art.polygons import Art, Points


class PieceArt(Protocol):
    """What the module of each game's pieces offers."""

    @property
    def PIECES(self) -> tuple[str, ...]:
        """The names of its pieces."""

    def size(self, name: str) -> float:
        """Width and height of a piece, mm."""

    def piece(self, name: str) -> Art:
        """The polygons of a piece, mm from its top left."""

    def outline(self, name: str) -> tuple[Points, ...]:
        """Where to cut, mm: the outer edge first, then what is cut out of it."""


MARKS = "marks"
"""The set of the marks, which lie on the mats of several games."""
SETS: dict[str, PieceArt] = {"hai-noon": tiles, "hold-your-breath": tokens, MARKS: marks}
"""Game -> its pieces."""


def pieces(game: str) -> tuple[str, ...]:
    """The names of a game's pieces. Raises ValueError for a game without tiles or tokens."""
    return _set(game).PIECES


def size(game: str, name: str) -> float:
    """Width and height of a piece, mm."""
    return _set(game).size(name)


@lru_cache(maxsize=64)
def shapes(game: str, name: str) -> Art:
    """The polygons of a piece, mm from its top left; they may reach over its edge.

    Raises ValueError for a game without pieces, KeyError for a piece that it has not.
    """
    if name not in pieces(game):
        raise KeyError(f"{game} has no piece {name!r}")
    return _set(game).piece(name)


def outline(game: str, name: str) -> tuple[Points, ...]:
    """Where to cut, mm: the outer edge first, then what is cut out of it."""
    return _set(game).outline(name)


@lru_cache(maxsize=256)
def draw(game: str, name: str, width: int) -> Image:
    """A piece as a picture (width, width, 4) uint8, BGR and its cover: 255 where it is. Raises as `shapes` does."""
    fine, scale = 4, width / size(game, name)
    canvas = np.zeros((fine * width, fine * width, 3), np.uint8)
    for colour, part in shapes(game, name):
        cv2.fillPoly(canvas, [_px(part, fine * scale)], colour, cv2.LINE_AA, 4)
    cover = np.zeros(canvas.shape[:2], np.uint8)
    for number, cut in enumerate(outline(game, name)):
        cv2.fillPoly(cover, [_px(cut, fine * scale)], 0 if number else 255, cv2.LINE_AA, 4)
    made = cv2.resize(np.dstack([canvas, cover]), (width, width), interpolation=cv2.INTER_AREA)
    made.setflags(write=False)
    return np.asarray(made, np.uint8)


def _px(points: Points, scale: float) -> NDArray[np.int32]:
    return np.round((points * scale - 0.5) * 16).astype(np.int32)


def _set(game: str) -> PieceArt:
    if game not in SETS:
        raise ValueError(f"{game!r} has no tiles or tokens; there are those of {', '.join(SETS)}")
    return SETS[game]
