"""Which faces of a deck may be mistaken for each other."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.cards.compare.align import LIMITS as ALIGNMENT
from vision.cards.compare.align import align
from vision.cards.compare.match import LIMITS as MATCH
from vision.cards.compare.match import match_faces, view_of
from vision.cards.deck.deck import Deck
from vision.cards.deck.geometry import Picture, project
from vision.cards.deck.templates import WIDTHS, FaceTemplates
from vision.reading import Floats

UNIT_SQUARE = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)


@dataclass(frozen=True, slots=True)
class LookalikeLimits:
    """Which faces are alike."""

    most_compared: int = 14
    """So many faces are compared with each,"""
    least_explained_share: float = 0.25
    """and those that explain less than this part of it are not alike."""
    rough_width_px: int = 40
    """Working width in px at which faces are aligned with each other."""
    moved_gain: float = 0.02
    """A face explains so much more where it is moved to, or it is taken to lie just there."""


LIMITS = LookalikeLimits()


def lookalikes_of(face: int, faces: FaceTemplates) -> tuple[tuple[int, Floats | None], ...]:
    """The faces that a face may be mistaken for, and where each lies when it lies on a unit square (None: just there).

    Pictures that taught them are never cut quite alike: held just there, thin lines would miss each other.
    """
    if face not in faces.lookalikes:
        close, picture = faces.at_width(LIMITS.rough_width_px), Picture(faces.deck.images[face])
        rough = faces.at_width(WIDTHS.coarse_px)
        likeness = rough.likeness(rough.descriptors[face], rough.mask)
        others = [
            o
            for o in np.argsort(-likeness)[: LIMITS.most_compared].tolist()
            if faces.name_numbers[o] != faces.name_numbers[face]
        ]
        here = view_of(picture, picture.corners, close)
        found: list[tuple[float, int, Floats | None]] = []
        for other in others:
            moved = align(picture, picture.corners, other, close)
            moved = align(picture, moved, other, faces.at_width(MATCH.large_width_px), (), 6, ALIGNMENT.near_share)
            before, after = (
                fit.explained_share for fit in match_faces(here, [(other, None), (other, here.homography_of(moved))])
            )
            unit = np.asarray((moved + 0.5) / (picture.width, picture.height), np.float32)
            if max(before, after) > LIMITS.least_explained_share:
                found.append((max(before, after), other, unit if after > before + LIMITS.moved_gain else None))
        found.sort(key=lambda found: -found[0])
        faces.lookalikes[face] = tuple((other, unit) for _, other, unit in found)
    return faces.lookalikes[face]


def with_lookalikes(deck: Deck) -> Deck:
    """The deck, knowing which of its faces are alike: what is worth the time when it is taught."""
    faces = FaceTemplates(deck)
    return replace(deck, lookalikes={face: lookalikes_of(face, faces) for face in range(len(deck.cards))})


def lookalike_quad(quad: Floats, unit: Floats | None) -> Floats:
    """Where a face lies whose place on a unit square is given, if that square lies in a quad."""
    if unit is None:
        return quad
    to_quad = cv2.getPerspectiveTransform(UNIT_SQUARE, np.asarray(quad, np.float32))
    return project(to_quad, unit)
