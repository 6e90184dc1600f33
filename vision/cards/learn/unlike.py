"""How unlike two faces are, the one laid on the other, whatever the light on each: in print, and in hue."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.cards.deck.deck import Deck
from vision.reading import Floats, Image, Mask


@dataclass(frozen=True, slots=True)
class UnlikeLimits:
    """How print and hue are compared."""

    glance_px: int = 32
    """At a glance faces are compared at this width."""
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
    hue_blur_px: float = 1.5
    """Hues are compared this softly,"""
    dark_values: float = 10.0
    """as logarithms of picture values, this above nought,"""
    hue_from_values: float = 30.0
    """where there is more light than this:"""
    hue_sure_values: float = 90.0
    """the more so up to this,"""
    usual_tint: float = 0.3
    """but for so much all over a face: what two photographs of one sitting were lit by. Of 312 pairs of 54 photographs
    by one telephone none was tinted by more than 0.06; a blue and a green piece of one drawing are 0.8 apart."""


LIMITS = UnlikeLimits()


def inner_px(image: Image, is_round: bool) -> Mask:
    """Which px (H, W) of a face lie within its rim."""
    y, x = np.mgrid[-1 : 1 : image.shape[0] * 1j, -1 : 1 : image.shape[1] * 1j]
    return np.asarray((np.hypot(x, y) if is_round else np.maximum(abs(x), abs(y))) < LIMITS.inner_share)


def glance_size(deck: Deck) -> tuple[int, int]:
    """Width and height of a deck's faces at a glance, px."""
    return LIMITS.glance_px, round(LIMITS.glance_px / deck.aspect)


def glance(image: Image, deck: Deck, inner: Mask) -> Floats:
    """A face at a glance (F,), of unit length and without its mean colour; `inner`: see `inner_px`, at that size."""
    small = cv2.resize(image, glance_size(deck), interpolation=cv2.INTER_AREA).astype(np.float32)[inner]
    flat = (small - small.mean(axis=0)).reshape(-1)
    return np.asarray(flat / (np.linalg.norm(flat) + 1e-6), np.float32)


def likest_pairs(likeness: Floats, most: int, least: float) -> list[tuple[int, int]]:
    """Each face with so many that are most like it (N, N), if they are more so than the least; each pair once."""
    pairs = {
        (min(face, other), max(face, other))
        for face in range(len(likeness))
        for other in np.argsort(-likeness[face])[:most].tolist()
        if likeness[face, other] > least
    }
    return sorted(pairs)


def softened(face: Image | Floats) -> Floats:
    """A face (H, W, 3) as soft as faces are compared."""
    return np.asarray(cv2.GaussianBlur(face, (0, 0), LIMITS.blur_px), np.float32)


def mean_over(values: Floats, side: int) -> Floats:
    """The mean of what lies about each px."""
    return np.asarray(cv2.boxFilter(values, -1, (side, side)), np.float32)


def print_off(face: Floats, other: Floats, inner: Mask) -> Floats:
    """How unlike (H, W) the light of two faces is about each px that shows print; 0 where there is none."""
    height, width = face.shape
    mean, variance = mean_and_variance(face)
    likest = np.full(face.shape, -1.0, np.float32)
    most = variance
    for across in (-LIMITS.moved_px, 0.0, LIMITS.moved_px):
        for down in (-LIMITS.moved_px, 0.0, LIMITS.moved_px):
            way = np.array([[1, 0, across], [0, 1, down]], np.float64)
            moved = np.asarray(cv2.warpAffine(other, way, (width, height), borderMode=cv2.BORDER_REPLICATE), np.float32)
            its_mean, its_variance = mean_and_variance(moved)
            together = mean_over(face * moved, LIMITS.patch_px) - mean * its_mean
            likest = np.maximum(likest, together / np.sqrt(variance * its_variance + 1))
            most = np.maximum(most, its_variance)
    least = max(LIMITS.least_contrast, LIMITS.contrast_share * float(face[inner].std()))
    return np.asarray(np.where(most > least**2, 1 - likest, 0), np.float32)


def mean_and_variance(light: Floats) -> tuple[Floats, Floats]:
    """The mean and the variance (H, W) of the light about each px."""
    mean = mean_over(light, LIMITS.patch_px)
    return mean, np.maximum(mean_over(light * light, LIMITS.patch_px) - mean * mean, 0)


def hue_off(face: Floats, other: Floats, inner: Mask) -> Floats:
    """How far off (H, W) the hues of two faces are where both are light, a usual tint of one on the other undone."""
    one, two = (_hue(image) for image in (face, other))
    off = one - two
    off -= np.clip(np.median(off[inner], axis=0), -LIMITS.usual_tint, LIMITS.usual_tint)
    light = np.minimum(face.mean(axis=2), other.mean(axis=2))
    span = LIMITS.hue_sure_values - LIMITS.hue_from_values
    return np.asarray(np.abs(off).max(axis=2) * np.clip((light - LIMITS.hue_from_values) / span, 0, 1), np.float32)


def _hue(face: Floats) -> Floats:
    """By how much each colour (H, W, 3) is lighter than their mean, logarithms."""
    logs = np.log(cv2.GaussianBlur(face, (0, 0), LIMITS.hue_blur_px) + LIMITS.dark_values)
    return np.asarray(logs - logs.mean(axis=2, keepdims=True), np.float32)
