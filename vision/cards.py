"""Cards of a taught deck read from pictures: found, named, and judged."""

from __future__ import annotations

import time
from collections.abc import Sequence

import cv2
import numpy as np

from vision.cards_deck import Deck, deck_from_faces, learn
from vision.cards_faces import Faces
from vision.cards_judge import card
from vision.cards_keys import poses, seen
from vision.cards_outline import outlines
from vision.cards_plane import Plane, guesses, lines, plane_of
from vision.cards_search import Search
from vision.cards_shape import Floats, Image, Picture
from vision.mat import Mat
from vision.reading import Reading

__all__ = ["CardReader", "Deck", "deck_from_faces", "learn"]

SIZES = (0.72, 1.4)
"""Cards on one table are of one size, within these factors."""


class CardReader:
    """Reads the cards of one deck. Keep it: the deck is made ready once.

    `width_mm` is the width of a card in mm (of its shorter sides), for pictures in which the mat is found.
    """

    def __init__(self, deck: Deck, width_mm: float = 63.0) -> None:
        self.deck = deck
        self.width_mm = width_mm
        self._faces = Faces(deck)

    def read(self, image: Image, mat: Mat | None = None) -> Reading:
        """All cards in a picture (BGR uint8). With a mat the cards' size is known beforehand."""
        began = time.perf_counter()
        search = self.search(image, mat)
        cards = tuple(card(self.deck, found.fits, found.score, image.shape) for found in search.found)
        sharp = _sharp(image)
        sure = all(not c.doubt for c in cards) and (bool(cards) or sharp)
        ms = 1000 * (time.perf_counter() - began)
        return Reading(image.shape[1], image.shape[0], (), cards, sharp, sure, ms)

    def search(self, image: Image, mat: Mat | None = None) -> Search:
        """What is found: by outlines, then by lines that those leave over, then by keypoints if there is nothing."""
        search = Search(Picture(image), self._faces)
        plane = None if mat is None else self._plane_of(mat)
        quads = outlines(image, self.deck.aspect, self.deck.round)
        search.consider(quads if plane is None else _sized(quads, plane))
        if not self.deck.round:
            self._by_lines(search, plane)
        if not search.found and mat is None:
            search.consider(poses(seen(image), self.deck.keys, 1 / self.deck.aspect))
            if not self.deck.round:
                self._by_lines(search, None)
        return search

    def _by_lines(self, search: Search, plane: Plane | None) -> None:
        image, ends = search.picture.image, None
        for _ in range(3):
            trusted = search.clear()
            if plane is None and not trusted:
                return
            table = plane or plane_of(trusted, 1 / self.deck.aspect)
            search.keep(table, SIZES)
            ends = lines(image) if ends is None else ends
            named = [found.quad for found in search.found]
            size = search.picture.width, search.picture.height
            # a plane told from one or two cards may be off: others are sought a little smaller and larger too
            for scale in (1.0,) if plane or len(trusted) > 2 else (1.0, 0.86, 1.16):
                places = guesses(table.scaled(scale), ends, named, size)
                search.consider([place.quad for place in places])
            search.settle()
            if len(search.found) <= len(named):
                return

    def _plane_of(self, mat: Mat) -> Plane:
        return Plane(np.diag([1 / self.width_mm, 1 / self.width_mm, 1]) @ mat.homography, 1 / self.deck.aspect)


def _sized(quads: Sequence[Floats], plane: Plane) -> list[Floats]:
    return [quad for quad in quads if SIZES[0] < plane.scale_of(quad) < SIZES[1]]


def _sharp(image: Image) -> bool:
    """Whether anything at all could be read in a picture."""
    light = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    return bool(light.std() > 4 and cv2.Laplacian(light, cv2.CV_32F).std() > 2)
