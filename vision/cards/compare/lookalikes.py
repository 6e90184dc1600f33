"""Which faces of a deck may be mistaken for each other."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from vision.cards.compare.align import NEAR, align
from vision.cards.compare.match import LEVELS, held, view
from vision.cards.deck.deck import Deck
from vision.cards.deck.geometry import Floats, Picture, project
from vision.cards.deck.templates import COARSE, FaceTemplates

UNIT = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
TWINS, UNLIKE = 14, 0.25
"""So many faces are compared with each, and those that explain less than this part of it are not alike."""
ALIKE = 40
"""Working width in px at which faces are aligned with each other."""


def lookalikes_of(face: int, faces: FaceTemplates) -> tuple[tuple[int, Floats | None], ...]:
    """The faces that a face may be mistaken for, and where each lies when it lies on a unit square (None: just there).

    Pictures that taught them are never cut quite alike: held just there, thin lines would miss each other.
    """
    if face not in faces.alike:
        close, picture = faces.close(ALIKE), Picture(faces.deck.images[face])
        rough = faces.close(COARSE)
        likeness = rough.likeness(rough.looks[face], rough.mask)
        others = [o for o in np.argsort(-likeness)[:TWINS].tolist() if faces.names[o] != faces.names[face]]
        here = view(picture, picture.frame, close)
        found: list[tuple[float, int, Floats | None]] = []
        for other in others:
            moved = align(picture, picture.frame, other, close)
            moved = align(picture, moved, other, faces.close(LEVELS[-1]), (), 6, NEAR)
            before, after = (fit.fit for fit in held(here, [(other, None), (other, here.where(moved))]))
            unit = np.asarray((moved + 0.5) / (picture.width, picture.height), np.float32)
            if max(before, after) > UNLIKE:
                found.append((max(before, after), other, unit if after > before + 0.02 else None))
        found.sort(key=lambda one: -one[0])
        faces.alike[face] = tuple((other, unit) for _, other, unit in found)
    return faces.alike[face]


def with_lookalikes(deck: Deck) -> Deck:
    """The deck, knowing which of its faces are alike: what is worth the time when it is taught."""
    faces = FaceTemplates(deck)
    return replace(deck, lookalikes={face: lookalikes_of(face, faces) for face in range(len(deck.cards))})


def beside(quad: Floats, unit: Floats | None) -> Floats:
    """Where a face lies whose place on a unit square is given, if that square lies in a quad."""
    if unit is None:
        return quad
    to_quad = cv2.getPerspectiveTransform(UNIT, np.asarray(quad, np.float32))
    return project(to_quad, unit)


def indistinguishable(deck: Deck, least: float = 0.01) -> list[tuple[str, str]]:
    """Pairs of cards whose faces are too alike to be told apart surely."""
    size = (48, round(48 / deck.aspect))
    small = np.stack([cv2.resize(image, size, interpolation=cv2.INTER_AREA) for image in deck.images]) / 255.0
    flat = small.reshape(len(small), -1)
    pairs = []
    for i, one in enumerate(flat):
        for j in np.flatnonzero(((flat[i + 1 :] - one) ** 2).mean(axis=1) < least**2) + i + 1:
            if deck.cards[i] != deck.cards[j]:
                pairs.append((deck.cards[i], deck.cards[int(j)]))
    return sorted(set(pairs))
