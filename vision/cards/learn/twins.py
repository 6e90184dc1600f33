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
from vision.reading import Floats, Image, Mask


@dataclass(frozen=True, slots=True)
class TwinLimits:
    """Which faces are one and the same."""

    glance_px: int = 32
    """At a glance faces are compared at this width:"""
    likest_faces: int = 2
    """each is then looked at beside so many that are most like it,"""
    least_likeness: float = 0.6
    """but for those that are less like it than this (correlation)."""
    least_half_likeness: float = 0.7
    """Half a picture that is as much like another face as this shows that one. Of pictures of two cards side by side
    190 of 201 are above 0.7, of two copies set aside 123 of 154; of no single card was a half above 0.56."""
    round_turn_degrees: int = 15
    """Round pieces are turned by steps of this."""
    inner_share: float = 0.9
    """Beyond this part of a face's half sides lies its rim, which is cut a little otherwise each time."""
    blur_px: float = 1.2
    """Both are blurred by this, so that one may be a little softer."""
    patch_px: int = 9
    """Print is compared in patches of this (of 128 px; half a millimetre each on a card): as a digit is large,"""
    moved_px: float = 0.5
    """each wherever it is most alike within this,"""
    least_contrast: float = 8.0
    """if its light varies by so much (standard deviation, of 255),"""
    contrast_share: float = 0.2
    """and by this part of how much all the face does."""
    print_px: int = 5
    """What is unlike (1 less the correlation) counts as its mean over so many px,"""
    print_differs: float = 0.03
    """and print differs if that is more. Of 847 faces photographed twice 99% stay below 0.05."""
    hue_blur_px: float = 1.5
    """Hues are compared this softly,"""
    dark_values: float = 10.0
    """as logarithms of picture values, this above nought,"""
    hue_from_values: float = 30.0
    """where there is more light than this:"""
    hue_sure_values: float = 90.0
    """the more so up to this."""
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
    inner = _inner(cv2.resize(deck.images[0], _glance_size(deck)), is_round=False)
    faces = np.stack([_glance(_turned(image, turn), deck, inner) for image in deck.images for turn in (0, 180)])
    owners = np.repeat(np.array(deck.cards), 2)
    width, height = deck.images.shape[2], deck.images.shape[1]
    found = []
    for face, image in enumerate(deck.images):
        halves = [cv2.resize(_turned(half, 90), (width, height)) for half in np.array_split(image, 2)]
        likeness = np.stack([_glance(half, deck, inner) for half in halves]) @ faces[owners != deck.cards[face]].T
        if likeness.max(initial=-1.0) > LIMITS.least_half_likeness:
            found.append(face)
    return found


def _likest(deck: Deck) -> list[tuple[int, int, int]]:
    """Pairs of faces of two names that are most alike at a glance, and by how much the second is turned."""
    steps = range(0, 360, LIMITS.round_turn_degrees if deck.round else 360 // deck.symmetry)
    inner = _inner(cv2.resize(deck.images[0], _glance_size(deck)), deck.round)
    upright = np.stack([_glance(image, deck, inner) for image in deck.images])
    turned = np.stack([[_glance(_turned(image, turn), deck, inner) for turn in steps] for image in deck.images])
    likeness = np.einsum("if,jtf->ijt", upright, turned)
    names = np.array(deck.cards)
    likeness[names[:, None] == names] = -1.0
    best = likeness.max(axis=2)
    pairs = {
        (min(face, other), max(face, other))
        for face in range(len(names))
        for other in np.argsort(-best[face])[: LIMITS.likest_faces].tolist()
        if best[face, other] > LIMITS.least_likeness
    }
    return [(one, other, steps[int(likeness[one, other].argmax())]) for one, other in sorted(pairs)]


def _glance_size(deck: Deck) -> tuple[int, int]:
    return LIMITS.glance_px, round(LIMITS.glance_px / deck.aspect)


def _glance(image: Image, deck: Deck, inner: Mask) -> Floats:
    """A face at a glance (F,), of unit length and without its mean colour."""
    small = cv2.resize(image, _glance_size(deck), interpolation=cv2.INTER_AREA).astype(np.float32)[inner]
    flat = (small - small.mean(axis=0)).reshape(-1)
    return np.asarray(flat / (np.linalg.norm(flat) + 1e-6), np.float32)


def _inner(image: Image, is_round: bool) -> Mask:
    """Which px (H, W) of a face lie within its rim."""
    y, x = np.mgrid[-1 : 1 : image.shape[0] * 1j, -1 : 1 : image.shape[1] * 1j]
    return np.asarray((np.hypot(x, y) if is_round else np.maximum(abs(x), abs(y))) < LIMITS.inner_share)


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
    inner = _inner(face, is_round)
    one, two = (np.asarray(cv2.GaussianBlur(image, (0, 0), LIMITS.blur_px), np.float32) for image in (face, other))
    if _most_over(_print_off(one.mean(axis=2), two.mean(axis=2), inner) * inner) > LIMITS.print_differs:
        return True
    return _most_over(_hue_off(one, two, inner) * inner) > LIMITS.hue_differs


def _most_over(off: Floats) -> float:
    return float(_mean_over(np.asarray(off, np.float32), LIMITS.print_px).max())


def _mean_over(values: Floats, side: int) -> Floats:
    """The mean of what lies about each px."""
    return np.asarray(cv2.boxFilter(values, -1, (side, side)), np.float32)


def _print_off(face: Floats, other: Floats, inner: Mask) -> Floats:
    """How unlike (H, W) the light of two faces is about each px that shows print; 0 where there is none."""
    height, width = face.shape
    mean, varies = _varies(face)
    likest = np.full(face.shape, -1.0, np.float32)
    most = varies
    for across in (-LIMITS.moved_px, 0.0, LIMITS.moved_px):
        for down in (-LIMITS.moved_px, 0.0, LIMITS.moved_px):
            way = np.array([[1, 0, across], [0, 1, down]], np.float64)
            moved = np.asarray(cv2.warpAffine(other, way, (width, height), borderMode=cv2.BORDER_REPLICATE), np.float32)
            its_mean, its_varies = _varies(moved)
            together = _mean_over(face * moved, LIMITS.patch_px) - mean * its_mean
            likest = np.maximum(likest, together / np.sqrt(varies * its_varies + 1))
            most = np.maximum(most, its_varies)
    least = max(LIMITS.least_contrast, LIMITS.contrast_share * float(face[inner].std()))
    return np.asarray(np.where(most > least**2, 1 - likest, 0), np.float32)


def _varies(light: Floats) -> tuple[Floats, Floats]:
    """The mean and the variance (H, W) of the light about each px."""
    mean = _mean_over(light, LIMITS.patch_px)
    return mean, np.maximum(_mean_over(light * light, LIMITS.patch_px) - mean * mean, 0)


def _hue_off(face: Floats, other: Floats, inner: Mask) -> Floats:
    """How far off (H, W) the hues of two faces are where both are light, the usual tint of one on the other undone."""
    one, two = (_hue(image) for image in (face, other))
    off = one - two
    off -= np.median(off[inner], axis=0)
    light = np.minimum(face.mean(axis=2), other.mean(axis=2))
    span = LIMITS.hue_sure_values - LIMITS.hue_from_values
    return np.asarray(np.abs(off).max(axis=2) * np.clip((light - LIMITS.hue_from_values) / span, 0, 1), np.float32)


def _hue(face: Floats) -> Floats:
    """By how much each colour (H, W, 3) is lighter than their mean, logarithms."""
    logs = np.log(cv2.GaussianBlur(face, (0, 0), LIMITS.hue_blur_px) + LIMITS.dark_values)
    return np.asarray(logs - logs.mean(axis=2, keepdims=True), np.float32)
