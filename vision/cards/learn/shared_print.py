"""What faces of a set share is made the same in all of them, so that what two differ by is their own print: not how
each photograph was lit, how sharp it was, or what its camera made of dark colours.

Most cards of a game differ from the next by a digit or a sign. Two photographs of the rest differ by little, but over
all of the card, which outweighs the digit. Faces are laid on those they are most like; where their print correlates,
is of one hue and as light, each shows the mean of all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.cards.compare.align import LIMITS as ALIGNMENT
from vision.cards.compare.align import align
from vision.cards.compare.match import LIMITS as MATCH
from vision.cards.deck.deck import Deck
from vision.cards.deck.geometry import Picture, homography_to_quad, inverse
from vision.cards.deck.templates import FacesAtWidth, FaceTemplates
from vision.cards.learn.unlike import LIMITS as UNLIKE
from vision.cards.learn.unlike import (
    glance,
    glance_size,
    hue_off,
    inner_px,
    likest_pairs,
    mean_and_variance,
    mean_over,
    print_off,
    softened,
)
from vision.reading import Doubles, Floats, Image, Mask


@dataclass(frozen=True, slots=True)
class SharedPrintLimits:
    """Which print is the same on two faces."""

    likest_faces: int = 4
    """Each face is laid on so many that are most like it at a glance,"""
    least_likeness: float = 0.5
    """but for those that are less like it than this (correlation)."""
    print_differs: float = 0.012
    """Print is another where it is more unlike than this (1 less the correlation; less than twins are allowed, for two
    digits that become one are lost),"""
    hue_differs: float = 0.1
    """where a colour beside the others (natural logarithm) is,"""
    light_differs: float = 0.25
    """or a colour itself,"""
    usual_light: float = 0.1
    """but for so much all over the face, which is its light;"""
    dark_values: float = 12.0
    """logarithms of picture values are taken, this above nought;"""
    faint_values: float = 3.0
    """and where fine print is off by more than this (of 255)"""
    faint_share: float = 0.3
    """and this share of how much print varies there."""
    fine_px: float = 6.0
    """Fine is what is no broader than about this."""
    grown_px: int = 17
    """What lies so near to other print may be a part of it,"""
    edge_px: float = 2.0
    """and from there on this softly one goes over into the other."""
    rounds: int = 3
    """Means are taken so many times: what many faces share comes to be alike in all."""


LIMITS = SharedPrintLimits()


@dataclass(frozen=True, eq=False)
class _Shared:
    """What the second of two faces shares with the first: how its px lie on those of the first (3, 3), and how far
    print is the same (H, W) in each, 0 to 255: a large set has hundreds of pairs."""

    to_first: Doubles
    in_first: Image
    in_second: Image


def with_shared_print(deck: Deck) -> Deck:
    """The deck, its faces the same where they share print. They must lie alike, and be in one light."""
    close = FaceTemplates(deck).at_width(MATCH.large_width_px)
    shared = {(one, other): _shared(deck, close, one, other) for one, other in _pairs(deck)}
    if not shared:
        return deck
    faces = deck.images.astype(np.float32)
    for _ in range(LIMITS.rounds):
        faces = _means(faces, shared)
    return replace(deck, images=np.asarray(np.clip(faces, 0, 255).round(), np.uint8))


def _pairs(deck: Deck) -> list[tuple[int, int]]:
    """Faces, by their numbers, that are most alike at a glance."""
    inner = inner_px(cv2.resize(deck.images[0], glance_size(deck)), deck.round)
    glances = np.stack([glance(image, deck, inner) for image in deck.images])
    likeness = glances @ glances.T
    np.fill_diagonal(likeness, -1)
    return likest_pairs(likeness, LIMITS.likest_faces, LIMITS.least_likeness)


def _shared(deck: Deck, close: FacesAtWidth, first: int, second: int) -> _Shared:
    """What two faces share, by their numbers; `close` are the deck's."""
    other = Picture(deck.images[second])
    quad = align(other, other.corners, first, close, (), 6, ALIGNMENT.near_share)
    height, width = deck.images.shape[1:3]
    to_second = homography_to_quad(quad, (width, height))
    to_first = inverse(to_second)
    laid = _laid(deck.images[second], to_first)
    same = _same(deck.images[first], laid)
    return _Shared(to_first, same, np.asarray(_laid(same, to_second), np.uint8))


def _laid(face: Image | Floats, way: Doubles) -> Floats:
    """A face (H, W, …) as it comes to lie by a homography."""
    size = face.shape[1::-1]
    laid = cv2.warpPerspective(face, way, size, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(np.clip(laid, 0, 255), np.float32)


def _same(face: Image, other: Floats) -> Image:
    """How far (H, W) print is the same on two faces (H, W, 3) that lie alike, 0 to 255."""
    inner = inner_px(face, is_round=False)
    one, two = softened(face), softened(other)
    differs = mean_over(print_off(one.mean(axis=2), two.mean(axis=2), inner), UNLIKE.print_px) > LIMITS.print_differs
    differs |= mean_over(hue_off(one, two, inner), UNLIKE.print_px) > LIMITS.hue_differs
    differs |= _light_differs(one, two, inner) | _faint_print_differs(one.mean(axis=2), two.mean(axis=2))
    near = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (LIMITS.grown_px, LIMITS.grown_px))
    grown = cv2.dilate(differs.astype(np.float32), near)
    return np.asarray(255 * (1 - cv2.GaussianBlur(grown, (0, 0), LIMITS.edge_px)), np.uint8)


def _light_differs(one: Floats, two: Floats, inner: Mask) -> Mask:
    """Where (H, W) some colour of two faces is not as light, dark ones too: hues tell nothing of these."""
    logs, others = (np.log(mean_over(face, UNLIKE.print_px) + LIMITS.dark_values) for face in (one, two))
    off = logs - others
    off -= np.clip(np.median(off[inner], axis=0), -LIMITS.usual_light, LIMITS.usual_light)
    return np.asarray(np.abs(off).max(axis=2) > LIMITS.light_differs)


def _faint_print_differs(one: Floats, two: Floats) -> Mask:
    """Where (H, W) the light of two faces varies finely, and not alike, though too little to be correlated."""
    fine, other = (light - cv2.GaussianBlur(light, (0, 0), LIMITS.fine_px) for light in (one, two))
    varies = np.sqrt(np.maximum(mean_and_variance(one)[1], mean_and_variance(two)[1]))
    off = mean_over(np.abs(fine - other), UNLIKE.print_px)
    return np.asarray(off > LIMITS.faint_values + LIMITS.faint_share * varies)


def _means(faces: Floats, shared: Mapping[tuple[int, int], _Shared]) -> Floats:
    """Faces (N, H, W, 3), each the mean of itself and of those with which it shares print, where it does."""
    sums, weights = faces.copy(), np.ones(faces.shape[:3], np.float32)
    for (one, other), both in shared.items():
        for face, share, laid in (
            (one, both.in_first, _laid(faces[other], both.to_first)),
            (other, both.in_second, _laid(faces[one], inverse(both.to_first))),
        ):
            weight = share.astype(np.float32) / 255
            sums[face] += weight[..., None] * laid
            weights[face] += weight
    return np.asarray(sums / weights[..., None], np.float32)
