"""Faces of a taught set that nobody could tell apart: two pictures of one face, or print that differs too little.

Each face is laid on those it is most like, in any turn that a piece may lie in, lit as they are. Whatever differs
between them (a digit, a sign, a colour) is a patch that is off; two photographs of one face leave none.
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
    """Both are blurred by this, so that one may be a little softer;"""
    moved_px: int = 1
    """and so far off one may still lie."""
    most_tint: float = 1.33
    """Light of another colour is stronger or weaker by this factor at most."""
    strange_values: float = 12.0
    """What is off by more than this says less about the light."""
    patch_px: int = 5
    """A patch is so large (of 128 px; half a millimetre each on a card),"""
    differs_share: float = 0.15
    """and is off if its mean differs by this part of how much the print stands out. Faces that differ by a digit reach
    0.28 and more, by a colour 0.5; one face, taken twice, seldom more than 0.15."""


LIMITS = TwinLimits()


def twins(deck: Deck) -> list[tuple[int, int]]:
    """Pairs of faces, by their numbers, that have two names and no difference that could be seen."""
    faces = FaceTemplates(deck)
    return [
        (first, second)
        for first, second, degrees in _likest(deck)
        if _difference(deck, faces, first, second, degrees) < LIMITS.differs_share
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


def _difference(deck: Deck, faces: FaceTemplates, first: int, second: int, degrees: int) -> float:
    """How far off the patch is in which two faces differ most, the second laid on the first: a part of how much their
    print stands out."""
    other = Picture(_turned(deck.images[second], degrees))
    quad = align(other, other.corners, first, faces.at_width(MATCH.small_width_px))
    quad = align(other, quad, first, faces.at_width(MATCH.large_width_px), (), 6, ALIGNMENT.near_share)
    height, width = deck.images.shape[1:3]
    inner = _inner(deck.images[0], deck.round)
    face, laid = (_soft(image) for image in (deck.images[first], other.straighten(quad, (width, height))))
    off = _least_off(face, _lit_as(face, laid, inner)) * inner
    most = float(cv2.boxFilter(off, -1, (LIMITS.patch_px, LIMITS.patch_px)).max())
    return most / max(float(np.sqrt(face[inner].var(axis=0).sum())), 1.0)


def _soft(image: Image) -> Floats:
    return np.asarray(cv2.GaussianBlur(image, (0, 0), LIMITS.blur_px), np.float32)


def _lit_as(face: Floats, other: Floats, inner: Mask) -> Floats:
    """The other face (H, W, 3) in the light of the first: stronger or weaker to one side, and of another tint."""
    y, x = np.mgrid[-1 : 1 : face.shape[0] * 1j, -1 : 1 : face.shape[1] * 1j].astype(np.float32)
    terms = np.stack([np.ones_like(x), x, y], axis=2)
    trust = inner.astype(np.float32)
    for _ in range(3):
        light = (terms * (other.sum(axis=2) * trust)[..., None]).reshape(-1, 3)
        gains = np.linalg.lstsq(light, (face.sum(axis=2) * trust).reshape(-1), rcond=None)[0]
        other = other * (terms @ gains)[..., None]
        both, own = ((other * seen * trust[..., None]).sum(axis=(0, 1)) for seen in (face, other))
        other = other * (both / (own + 1)).clip(1 / LIMITS.most_tint, LIMITS.most_tint)
        off = np.abs(other - face).max(axis=2)
        trust = inner * np.minimum(1, LIMITS.strange_values / np.maximum(off, 1e-3))
    return np.asarray(other, np.float32)


def _least_off(face: Floats, other: Floats) -> Floats:
    """How far (H, W) two faces are off each other, wherever nearby each is most like the other."""
    reach = range(-LIMITS.moved_px, LIMITS.moved_px + 1)
    moves = [(down, across) for down in reach for across in reach]
    each = [
        np.abs(np.roll(moved, move, axis=(0, 1)) - still).max(axis=2)
        for moved, still in ((face, other), (other, face))
        for move in moves
    ]
    return np.asarray(np.min(each, axis=0), np.float32)
