"""Square tiles and round tokens learnt from pictures of one each: cut to it, or whole on a plain ground."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.cards.deck.deck import SIZES, Deck, Keypoints
from vision.cards.deck.geometry import Picture, image_corners
from vision.cards.learn.folder import checked_names
from vision.reading import Floats, Image, Ints
from vision.store import BadTeaching


@dataclass(frozen=True, slots=True)
class PieceLessonLimits:
    """What is a piece in a picture that teaches it."""

    rim_share: float = 0.04
    """The outermost part of a picture, which shows the ground, if there is one."""
    apart_lab: float = 14.0
    """How far (Lab) a piece must differ from its ground."""
    least_share: float = 0.01
    """A piece covers at least this share of its picture."""
    cut_share: float = 0.6
    """A square picture that is filled by so much is cut to its piece."""
    square_share: float = 0.87
    """How square a tile must be,"""
    round_share: float = 0.87
    """and how much of its circle a token."""


LIMITS = PieceLessonLimits()


def learn_pieces(name: str, pictures: Sequence[tuple[str, Image]], is_round: bool) -> Deck:
    """Tiles, or round tokens, learnt from pictures (file name, BGR uint8) of one each; kept as decks are.

    Raises BadTeaching for what no deck could be learnt from either, and for a picture without a piece.
    """
    names = checked_names(name, pictures)
    images = np.stack([_cut(file, image, is_round) for file, image in pictures])
    return Deck(name, names, images, (0,) * len(names), is_round, Keypoints.none())


def _cut(file: str, image: Image, is_round: bool) -> Image:
    """The piece in a picture, edge to edge: (128, 128, 3)."""
    height, width = image.shape[:2]
    outline = _outline(image)
    square = 0.95 < width / height < 1.05
    if square and (outline is None or cv2.contourArea(outline) > LIMITS.cut_share * width * height):
        return Picture(image).straighten(image_corners(width, height), (SIZES.face_width_px, SIZES.face_width_px))
    quad = None if outline is None else _circled(outline) if is_round else _squared(outline)
    if quad is None:
        what = "round token" if is_round else "square tile"
        raise BadTeaching(f"{file}: no {what} found; lay it whole on a plain ground, or cut the picture to it")
    return Picture(image).straighten(quad, (SIZES.face_width_px, SIZES.face_width_px))


def _outline(image: Image) -> Ints | None:
    """The hull (N, 1, 2) of the largest thing that differs from what the picture's rim shows."""
    lab = cv2.cvtColor(cv2.GaussianBlur(image, (0, 0), 1.0), cv2.COLOR_BGR2LAB).astype(np.float32)
    rim = max(round(LIMITS.rim_share * min(image.shape[:2])), 1)
    edge = np.concatenate([lab[:rim].reshape(-1, 3), lab[-rim:].reshape(-1, 3), lab[:, :rim].reshape(-1, 3)])
    differs = (np.linalg.norm(lab - np.median(edge, axis=0), axis=2) > LIMITS.apart_lab).astype(np.uint8)
    differs = cv2.morphologyEx(differs, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    contours, _ = cv2.findContours(differs, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    largest = max(contours, key=cv2.contourArea, default=None)
    if largest is None or cv2.contourArea(largest) < LIMITS.least_share * differs.size:
        return None
    return np.asarray(cv2.convexHull(largest), np.int32)


def _squared(outline: Ints) -> Floats | None:
    """The square about a tile, from the corner that is its top left as the picture shows it; None if it is none."""
    rectangle = cv2.minAreaRect(outline)
    (width, height), quad = rectangle[1], cv2.boxPoints(rectangle)
    if (
        min(width, height) < LIMITS.square_share * max(width, height)
        or cv2.contourArea(outline) < LIMITS.square_share * width * height
    ):
        return None
    first = int(np.argmin(quad.sum(axis=1)))
    return np.asarray(np.roll(quad, -first, axis=0), np.float32)


def _circled(outline: Ints) -> Floats | None:
    """The square about a round token; None if it is none."""
    (x, y), radius = cv2.minEnclosingCircle(outline)
    if cv2.contourArea(outline) < LIMITS.round_share * np.pi * radius**2:
        return None
    square = ((x - radius, y - radius), (x + radius, y - radius), (x + radius, y + radius), (x - radius, y + radius))
    return np.asarray(square, np.float32)
