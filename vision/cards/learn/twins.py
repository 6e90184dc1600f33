"""Faces of a taught set that nobody could tell apart: two pictures of one face, or print that differs too little.

Each face is laid on those it is most like, in any turn that a piece may lie in. Two photographs of one face are alike
in every patch (normalised correlation, which no light changes) and in hue; a digit, a sign or a colour is not.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.cards.compare.align import LIMITS as ALIGNMENT
from vision.cards.compare.align import align
from vision.cards.compare.match import LIMITS as MATCH
from vision.cards.deck.deck import Deck
from vision.cards.deck.geometry import LIMITS as GEOMETRY
from vision.cards.deck.geometry import Picture
from vision.cards.deck.templates import FaceTemplates
from vision.cards.learn.unlike import LIMITS as UNLIKE
from vision.cards.learn.unlike import (
    glance,
    glance_size,
    hue_off,
    inner_px,
    likest_pairs,
    mean_over,
    print_off,
    softened,
)
from vision.reading import Floats, Image


@dataclass(frozen=True, slots=True)
class TwinLimits:
    """Which faces are one and the same."""

    likest_faces: int = 2
    """Each is looked at beside so many that are most like it at a glance,"""
    least_likeness: float = 0.6
    """but for those that are less like it than this (correlation)."""
    least_half_likeness: float = 0.7
    """Half a picture that is as much like another face as this shows that one. Of pictures of two cards side by side
    190 of 201 are above 0.7, of two copies set aside 123 of 154; of no single card was a half above 0.56."""
    round_turn_degrees: int = 15
    """Round pieces are turned by steps of this."""
    print_differs: float = 0.03
    """Print differs if it is more unlike than this. Of 847 faces photographed twice 99% stay below 0.05."""
    hue_differs: float = 0.08
    """Hues differ if some colour is off by more than this (natural logarithm) over `print_px`."""


LIMITS = TwinLimits()


def twins(deck: Deck) -> list[tuple[int, int]]:
    """Pairs of faces, by their numbers, that have two names and no difference that could be seen."""
    faces = FaceTemplates(deck)
    return [
        (first, second)
        for first, second, degrees in _likest(deck)
        if not _differ(deck.images[first], _laid_on(deck, faces, first, second, degrees), deck.round)
    ]


def side_by_side(deck: Deck) -> list[int]:
    """Faces, by their numbers, that are two cards side by side: either half is much like another face, turned.

    Two cards have nearly the sides of one that lies across, so their outline tells nothing.
    """
    if deck.round or deck.aspect > GEOMETRY.square_ratio:
        return []
    inner = inner_px(cv2.resize(deck.images[0], glance_size(deck)), is_round=False)
    faces = np.stack([glance(_turned(image, turn), deck, inner) for image in deck.images for turn in (0, 180)])
    owners = np.repeat(np.array(deck.cards), 2)
    width, height = deck.images.shape[2], deck.images.shape[1]
    found = []
    for face, image in enumerate(deck.images):
        halves = [cv2.resize(_turned(half, 90), (width, height)) for half in np.array_split(image, 2)]
        likeness = np.stack([glance(half, deck, inner) for half in halves]) @ faces[owners != deck.cards[face]].T
        if likeness.max(initial=-1.0) > LIMITS.least_half_likeness:
            found.append(face)
    return found


def _likest(deck: Deck) -> list[tuple[int, int, int]]:
    """Pairs of faces of two names that are most alike at a glance, and by how much the second is turned."""
    steps = range(0, 360, LIMITS.round_turn_degrees if deck.round else 360 // deck.symmetry)
    inner = inner_px(cv2.resize(deck.images[0], glance_size(deck)), deck.round)
    upright = np.stack([glance(image, deck, inner) for image in deck.images])
    turned = np.stack([[glance(_turned(image, turn), deck, inner) for turn in steps] for image in deck.images])
    likeness = np.einsum("if,jtf->ijt", upright, turned)
    names = np.array(deck.cards)
    likeness[names[:, None] == names] = -1.0
    best = likeness.max(axis=2)
    pairs = likest_pairs(best, LIMITS.likest_faces, LIMITS.least_likeness)
    return [(one, other, steps[int(likeness[one, other].argmax())]) for one, other in pairs]


def _turned(image: Image, degrees: int) -> Image:
    """A face turned clockwise about its middle: square and long ones by whole quarters and halves."""
    if degrees % 90 == 0:
        return np.ascontiguousarray(np.rot90(image, -degrees // 90))
    height, width = image.shape[:2]
    turn = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), -degrees, 1)
    return np.asarray(cv2.warpAffine(image, turn, (width, height), borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _laid_on(deck: Deck, faces: FaceTemplates, first: int, second: int, degrees: int) -> Image:
    """The second of two faces (H, W, 3) as it comes to lie on the first."""
    other = Picture(_turned(deck.images[second], degrees))
    quad = align(other, other.corners, first, faces.at_width(MATCH.small_width_px))
    quad = align(other, quad, first, faces.at_width(MATCH.large_width_px), (), 6, ALIGNMENT.near_share)
    height, width = deck.images.shape[1:3]
    return other.straighten(quad, (width, height))


def _differ(face: Image, other: Image, is_round: bool) -> bool:
    """Whether two faces (H, W, 3), one laid on the other, differ in print or in hue."""
    inner = inner_px(face, is_round)
    one, two = softened(face), softened(other)
    if _most_over(print_off(one.mean(axis=2), two.mean(axis=2), inner) * inner) > LIMITS.print_differs:
        return True
    return _most_over(hue_off(one, two, inner) * inner) > LIMITS.hue_differs


def _most_over(off: Floats) -> float:
    return float(mean_over(off, UNLIKE.print_px).max())
