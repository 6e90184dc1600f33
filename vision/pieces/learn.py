"""Square tiles and round tokens learnt from pictures of one each: cut to it, or whole on a plain ground."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.cards.deck.deck import SIZES, Deck, Keypoints
from vision.cards.deck.geometry import Picture, image_corners, sides, upright
from vision.cards.learn.balance import balanced, lie_on_grounds
from vision.cards.learn.folder import checked_names
from vision.cards.learn.outer_edge import PieceOutline, piece_outline, quad_of, round_quad, sharpened
from vision.cards.learn.unfit import refuse_beside, refuse_cut_off
from vision.reading import Floats, Image
from vision.store import refuse


@dataclass(frozen=True, slots=True)
class PieceLessonLimits:
    """What is a piece in a picture that teaches it."""

    cut_aspect: float = 0.95
    """A picture that is nearly square, to this ratio of its sides, may be cut to its piece,"""
    cut_share: float = 0.6
    """and is, if its piece fills so much of it or is no piece by its shape: then that is what is printed on it."""
    least_aspect: float = 0.85
    """How square a tile must look (phones are held a little aslant),"""
    least_square: float = 0.87
    """and how much of the rectangle about it it must fill."""


LIMITS = PieceLessonLimits()


def learn_pieces(name: str, pictures: Sequence[tuple[str, Image]], is_round: bool) -> Deck:
    """Tiles, or round tokens, learnt from pictures (file name, BGR uint8) of one each; kept as decks are.

    Raises BadTeaching for what no deck could be learnt from either; BadPictures for those without a whole piece.
    """
    names = checked_names(name, pictures)
    found = [_quad(image, is_round) for _, image in pictures]
    what = "round token" if is_round else "square tile"
    none = f"no {what} found; lay it whole on a plain ground, or cut the picture to it"
    refuse({file: none for (file, _), quad in zip(pictures, found, strict=True) if quad is None})
    quads = [quad for quad in found if quad is not None]
    refuse_beside(pictures, quads)
    refuse_cut_off(pictures, quads, what)
    size = (SIZES.face_width_px, SIZES.face_width_px)
    cut = [Picture(image).straighten(quad, size) for quad, (_, image) in zip(quads, pictures, strict=True)]
    images = balanced(np.stack(cut)) if lie_on_grounds(quads, [image for _, image in pictures]) else np.stack(cut)
    return Deck(name, names, images, (0,) * len(names), is_round, Keypoints.none())


def _quad(image: Image, is_round: bool) -> Floats | None:
    """The square (4, 2) about the piece in a picture; None if there is none."""
    height, width = image.shape[:2]
    outline = piece_outline(image)
    quad = None if outline is None else round_quad(image, outline) if is_round else _squared(image, outline)
    may_be_cut = min(height, width) > LIMITS.cut_aspect * max(height, width) and float(image.std(axis=(0, 1)).max()) > 3
    if may_be_cut and (outline is None or quad is None or outline.share > LIMITS.cut_share):
        return image_corners(width, height)
    return quad


def _squared(image: Image, outline: PieceOutline) -> Floats | None:
    """The quad about a tile, from the corner that is its top left as the picture shows it; None if it is none."""
    quad = quad_of(outline) if outline.squareness() > LIMITS.least_square else None
    if quad is None:
        return None
    length = sides(quad)
    across, along = length[0] + length[2], length[1] + length[3]
    return upright(sharpened(image, quad)) if min(across, along) > LIMITS.least_aspect * max(across, along) else None
