"""Cards of a taught deck read from pictures: found, named, and judged."""

from __future__ import annotations

import time
from collections.abc import Sequence

import cv2
import numpy as np

from vision.cards_deck import Deck, deck_from_faces, learn
from vision.cards_faces import Faces
from vision.cards_judge import card
from vision.cards_keys import Keys, poses, seen
from vision.cards_outline import outlines
from vision.cards_paper import strange_paper
from vision.cards_plane import Plane, guesses, lines, peeping, plane_of
from vision.cards_search import Search
from vision.cards_shape import Floats, Image, Picture, inside, overlap
from vision.mat import Mat
from vision.reading import Reading

__all__ = ["CardReader", "Deck", "deck_from_faces", "learn"]

SIZES = (0.72, 1.4)
"""Cards on one table are of one size, within these factors."""


LEFT = 0.9, 0.4, 0.7
"""Lines along this part of the sides in sight, so much in sight, and no more than this on one card: here lies a card,
even if no face fits."""


PEEPING = 2
"""So many lines that lead away from under a card alone in the picture speak for one more."""


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
        search, missed = self._looked(image, mat)
        cards = tuple(card(self.deck, found.fits, found.score, image.shape) for found in search.found)
        sharp = _sharp(image)
        sure = (bool(cards) or sharp) and not missed and not any(c.doubt for c in cards)
        ms = 1000 * (time.perf_counter() - began)
        return Reading(image.shape[1], image.shape[0], (), cards, sharp, sure, ms)

    def search(self, image: Image, mat: Mat | None = None) -> Search:
        """What is found in a picture, with the rival faces of each card."""
        return self._looked(image, mat)[0]

    def _looked(self, image: Image, mat: Mat | None) -> tuple[Search, bool]:
        """By outlines, then by lines that those leave over; by keypoints if there is nothing, or more than was named.

        And whether something speaks for a card that was not named.
        """
        search = Search(Picture(image), self._faces)
        plane = None if mat is None else self._plane_of(mat)
        quads = outlines(image, self.deck.aspect, self.deck.round)
        search.consider(quads if plane is None else _sized(quads, plane))
        missed = self._by_lines(search, plane) or _more(search)
        if mat is None and (missed or not search.found):
            known = len(search.found)
            search.consider(poses(self._left(search), self.deck.keys, 1 / self.deck.aspect))
            search.settle()
            if len(search.found) > known:
                missed = self._by_lines(search, None)
            missed = missed or _more(search)
        return search, missed

    def _left(self, search: Search) -> Keys:
        """The keypoints of a picture that no card explains."""
        points = seen(search.picture.image)
        free = ~inside(points.places[:, :2], [found.quad for found in search.found])
        return Keys(points.looks[free], points.places[free])

    def _by_lines(self, search: Search, plane: Plane | None) -> bool:
        """Looks where lines speak for further cards; whether some still do when no more are found."""
        ends: Floats | None = None
        size = (search.picture.width, search.picture.height)
        for _ in range(3):
            trusted = search.clear()
            if self.deck.round or (plane is None and not trusted):
                return False
            table = plane or plane_of(trusted, 1 / self.deck.aspect)
            search.keep(table, SIZES)
            ends = lines(search.picture.image) if ends is None else ends
            named = [found.quad for found in search.found]
            # a plane told from one or two cards may be off: others are sought a little smaller and larger too
            for scale in (1.0,) if plane or len(trusted) > 2 else (1.0, 0.86, 1.16):
                places = guesses(table.scaled(scale), ends, named, size)
                search.consider([place.quad for place in places])
            search.settle()
            if len(search.found) <= len(named):
                break
        assert ends is not None
        named = [found.quad for found in search.found]
        left = [
            place for place in guesses(table, ends, named, size) if place.support > LEFT[0] and place.sight > LEFT[1]
        ]
        if plane is None and len(named) == 1 and peeping(table, ends, named) >= PEEPING:
            return True
        return any(all(overlap(place.quad, quad) < LEFT[2] for quad in named) for place in left)

    def _plane_of(self, mat: Mat) -> Plane:
        return Plane(np.diag([1 / self.width_mm, 1 / self.width_mm, 1]) @ mat.homography, 1 / self.deck.aspect)


def _more(search: Search) -> bool:
    """Whether faces that fit half, or paper that no card explains, speak for another card."""
    quads = [found.quad for found in search.found]
    return search.missed() or (bool(quads) and strange_paper(search.picture.image, quads))


def _sized(quads: Sequence[Floats], plane: Plane) -> list[Floats]:
    return [quad for quad in quads if SIZES[0] < plane.scale_of(quad) < SIZES[1]]


def _sharp(image: Image) -> bool:
    """Whether anything at all could be read in a picture."""
    light = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    spread, edges = cv2.meanStdDev(light)[1], cv2.meanStdDev(cv2.Laplacian(light, cv2.CV_16S))[1]
    return bool(spread[0, 0] > 4 and edges[0, 0] > 2)
