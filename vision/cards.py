"""Cards of a taught deck read from pictures: found, named, and judged."""

from __future__ import annotations

import time
from dataclasses import dataclass

import cv2
import numpy as np

from vision.cards_deck import Deck, deck_from_faces, learn
from vision.cards_judge import card, trust
from vision.cards_keys import poses, seen
from vision.cards_match import Faces, Fit, align, glimpse, lead, level_of
from vision.cards_outline import outlines
from vision.cards_shape import Floats, Image, area, overlap
from vision.reading import Reading

__all__ = ["CardReader", "Deck", "deck_from_faces", "learn"]

RIVALS = 5
"""So many of the likeliest faces are aligned with a card and compared."""
FAINT = 0.25
"""Places that resemble no face more than this (cosine) are no cards of the deck."""
LOOKED = 40
"""At most so many places are looked at closely."""
HELD = 0.35
"""A face must explain this share of what is seen to be named."""
HIDDEN = 0.82
"""A card of which more than this lies under others is not read."""


@dataclass(frozen=True, eq=False)
class Place:
    """A quad where a card may lie; `likeness` (N,) and `turns` (N,) of the faces there."""

    quad: Floats
    likeness: Floats
    turns: np.ndarray[tuple[int], np.dtype[np.int64]]

    @property
    def best(self) -> float:
        return float(self.likeness.max())


class CardReader:
    """Reads the cards of one deck. Keep it: the deck is made ready once."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self._faces = Faces(deck)

    def read(self, image: Image) -> Reading:
        """All cards in a picture (BGR uint8)."""
        began = time.perf_counter()
        cards = tuple(card(self.deck, fits, score, image.shape) for fits, score in self._found(image))
        sharp = _sharp(image)
        sure = all(not c.doubt for c in cards) and (bool(cards) or sharp)
        ms = 1000 * (time.perf_counter() - began)
        return Reading(image.shape[1], image.shape[0], (), cards, sharp, sure, ms)

    def places(self, image: Image) -> list[Place]:
        """Where cards may lie, those that resemble a face most first."""
        quads = outlines(image, self.deck.aspect, self.deck.round)
        quads += poses(seen(image), self.deck.keys, 1 / self.deck.aspect)
        found = [Place(quad, *glimpse(image, quad, self._faces)) for quad in quads]
        return sorted((p for p in found if p.best > FAINT), key=lambda p: -p.best)[:LOOKED]

    def _found(self, image: Image) -> list[tuple[list[Fit], float]]:
        """The cards' rival faces, likeliest first, and how far each card's first is to be trusted."""
        first = [(place, self._first(image, place)) for place in self.places(image)]
        first.sort(key=lambda pair: -pair[1].fit * (1 + 0.1 * np.log(max(area(pair[1].quad), 1))))
        hidden = np.zeros(image.shape[:2], np.float32)
        found: list[tuple[list[Fit], float]] = []
        for place, fit in first:
            covered = max((overlap(fit.quad, fits[0].quad) for fits, _ in found), default=0.0)
            if fit.fit < HELD / 2 or covered > HIDDEN:
                continue
            fits = self._rivals(image, place, fit, hidden if covered > 0.03 else None)
            if fits[0].fit < HELD or fits[0].seen_part < (1 - HIDDEN) * 0.9:
                continue
            if any(overlap(fits[0].quad, other[0].quad) > HIDDEN for other, _ in found):
                continue
            found.append((fits, trust(self.deck, fits, place.best)))
            cv2.fillConvexPoly(hidden, np.round(fits[0].quad).astype(np.int32), 1.0)
        return found

    def _first(self, image: Image, place: Place) -> Fit:
        face = int(place.likeness.argmax())
        quad = self._faces.turned(place.quad, int(place.turns[face]))
        return align(image, quad, face, self._faces, 40)

    def _rivals(self, image: Image, place: Place, first: Fit, hidden: Floats | None) -> list[Fit]:
        """The likeliest faces, each at its best, the one that explains most first."""
        width = level_of(first.quad)
        best = align(image, first.quad, first.face, self._faces, width, hidden)
        fits = [best]
        own = int(place.turns[first.face])
        for face in np.argsort(-place.likeness)[: 3 * RIVALS].tolist():
            if face == first.face or len(fits) > RIVALS:
                continue
            turn = (int(place.turns[face]) - own) % self._faces.turns
            fits.append(align(image, self._faces.turned(best.quad, turn), face, self._faces, width, hidden, 3))
        top = max(fits, key=lambda fit: fit.fit)
        rest = [fit for fit in fits if fit is not top]
        return [top, *sorted(rest, key=lambda fit: lead(top, fit))]


def _sharp(image: Image) -> bool:
    """Whether anything at all could be read in a picture."""
    light = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    return bool(light.std() > 4 and cv2.Laplacian(light, cv2.CV_32F).std() > 2)
