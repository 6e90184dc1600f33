"""The faces of a deck laid alike: what most of them have in common is brought to the same place in all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.cards.compare.align import LIMITS as ALIGNMENT
from vision.cards.compare.align import align
from vision.cards.deck.deck import Deck
from vision.cards.deck.geometry import Picture, homography_to_quad, sides
from vision.cards.deck.templates import FacesAtWidth, FaceTemplates
from vision.reading import Floats, Image, Mask


@dataclass(frozen=True, slots=True)
class JointAlignmentLimits:
    """What faces have in common, and how far they are moved by it."""

    least_faces: int = 6
    """Of fewer faces nobody can say what they have in common."""
    rough_width_px: int = 40
    """Working width at which faces are moved first,"""
    fine_width_px: int = 96
    """and then."""
    same_white: float = 0.06
    """Faces that differ by so much of white in a px do not have it in common."""
    marked_white: float = 0.02
    """So much light must vary over what is common (standard deviation, part of white): a blank card says nothing."""
    better_ratio: float = 0.9
    """What is off must shrink to this part, less the share of the card's edge that the outline leaves by it, or the
    outline is believed: faces of one rank or layout fit the rest better where they lie worse."""
    edge_width_share: float = 0.006
    """How far inside and outside an outline is compared, in parts of the short side;"""
    clear_values: float = 40.0
    """where both differ by so many picture values or more, it runs along a clear edge."""
    cut_clearness: float = 0.4
    """The rim of a picture that was cut to its card counts as an edge of this clearness, for cuts are made by eye."""
    bent_share: float = 0.025
    """Outlines are not bent by more than this part of the short side."""


LIMITS = JointAlignmentLimits()


def aligned_jointly(pictures: Sequence[Image], quads: Sequence[Floats], deck: Deck) -> list[Floats]:
    """The quads (4, 2) moved so that what the faces of a deck have in common lies alike in all.

    The card's own edge speaks first: a quad leaves it only for a much better fit. `deck` is what the pictures give as
    the quads lie now, one image for each.
    """
    if len(pictures) < LIMITS.least_faces or deck.round:
        return list(quads)
    drawn = [Picture(picture) for picture in pictures]
    found = list(quads)
    for width in (LIMITS.rough_width_px, LIMITS.fine_width_px):
        close = _common(drawn, found, FaceTemplates(deck), width)
        if close is None:
            return found
        found = [_better(picture, quad, close) for picture, quad in zip(drawn, found, strict=True)]
    return found


def _common(
    pictures: Sequence[Picture], quads: Sequence[Floats], faces: FaceTemplates, width: int
) -> FacesAtWidth | None:
    """What most faces share, as a face of its own; its mask is 1 where they agree. None if that is nothing."""
    close = faces.at_width(width)
    seen = np.stack([_shown(picture, quad, close) for picture, quad in zip(pictures, quads, strict=True)])
    middle = np.median(seen, axis=0).astype(np.float32)
    spread = 1.5 * np.median(np.abs(seen - middle), axis=0)
    mask = np.asarray(close.mask / (1 + (spread / LIMITS.same_white) ** 2), np.float32)
    whole = float(mask.sum())
    if whole < 100:
        return None
    varies = float(mask @ (middle - float(mask @ middle) / whole) ** 2) / whole
    return replace(close, light=middle[None], kept_terms={}, mask=mask) if varies > LIMITS.marked_white**2 else None


def _shown(picture: Picture, quad: Floats, close: FacesAtWidth) -> Floats:
    """The light (P,) of a card as a part of its own brightest."""
    light = picture.light(homography_to_quad(quad, close.size), close.size, close.blur_px)
    return np.asarray(light / max(float(np.percentile(light, 95)), 0.05), np.float32)


def _better(picture: Picture, quad: Floats, close: FacesAtWidth) -> Floats:
    moved = align(picture, quad, 0, close, (), 8, ALIGNMENT.near_share)
    if _bent(quad, moved) > LIMITS.bent_share:
        return quad
    before, after = (_off(picture, place, close) for place in (quad, moved))
    left = max(_on_edge(picture.image, quad) - _on_edge(picture.image, moved), 0.0)
    return moved if after < (LIMITS.better_ratio - left) * before else quad


def _on_edge(image: Image, quad: Floats) -> float:
    """How much of a clockwise quad (4, 2) runs along clear edges in a picture (BGR uint8), 0 to 1."""
    starts, ends = quad[:, None], np.roll(quad, -1, axis=0)[:, None]
    along = (ends - starts) / np.linalg.norm(ends - starts, axis=2, keepdims=True).clip(1e-6)
    out = np.stack([along[..., 1], -along[..., 0]], axis=2) * max(LIMITS.edge_width_share * float(sides(quad).min()), 1)
    line = starts + np.linspace(0.06, 0.94, 160)[:, None] * (ends - starts)
    within, beyond = (np.asarray(line + step, np.float32) for step in (-out, out))
    seen, ground = (
        cv2.remap(image, points, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
        for points in (within, beyond)
    )
    clear = np.minimum(np.linalg.norm(seen - ground, axis=2) / LIMITS.clear_values, 1)
    cut = _shown_at(image, within) & ~_shown_at(image, beyond)
    return float(np.where(cut, LIMITS.cut_clearness, clear).mean())


def _shown_at(image: Image, points: Floats) -> Mask:
    """Which points (..., 2) lie in a picture."""
    return np.asarray(((points > -0.5) & (points < np.array(image.shape[1::-1]) - 0.5)).all(axis=-1))


def _bent(quad: Floats, moved: Floats) -> float:
    """How far the corners move but for what shifts, turns and stretches a quad evenly, in parts of its short side."""
    x, y = (quad - quad.mean(axis=0)).T
    ones, zeros = np.ones(4), np.zeros(4)
    terms = np.concatenate([np.stack([x, -y, ones, zeros], 1), np.stack([y, x, zeros, ones], 1)])
    step = (moved - quad).T.reshape(-1)
    left = step - terms @ np.linalg.lstsq(terms, step, rcond=None)[0]
    return float(np.abs(left).max() / sides(quad).min())


def _off(picture: Picture, quad: Floats, close: FacesAtWidth) -> float:
    """How far what is common is off in a picture: the robust mean of the differences, lit as it is lit there."""
    seen, lit = _shown(picture, quad, close), close.alignment_terms(0)[8:]
    weighed = lit * close.mask
    gains = np.linalg.solve(weighed @ lit.T + 1e-4 * np.eye(4), weighed @ seen)
    return float(close.mask @ np.minimum(np.abs(gains @ lit - seen), 0.2))
