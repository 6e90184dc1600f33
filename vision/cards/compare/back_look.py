"""What the back of a deck looks like, wherever its print lies: real backs are cut a little otherwise each time.

A small patch of a card that lies face down is to be found somewhere on the taught back, in its colours; most of them
are. Faces are compared where they lie exactly, backs are not. Only how print differs from what is about it counts, as
logarithms: so neither glare nor the shadow of a blind is print.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.cards.deck.deck import BACK, Deck
from vision.cards.deck.geometry import Picture
from vision.reading import Doubles, Floats, Image


@dataclass(frozen=True, slots=True)
class BackLookLimits:
    """How a back is compared."""

    widths_px: tuple[int, ...] = (48, 80)
    """Backs are compared at the first of these widths"""
    kept_contrast: float = 0.89
    """that keeps this part of the contrast of their print, or at the last: fine print is gone at a small one;"""
    patch_share: float = 0.31
    """in patches of this part of the width,"""
    steps: tuple[int, int] = (3, 4)
    """so many across and down,"""
    inner_share: float = 0.86
    """within this part of the card."""
    about_share: float = 0.15
    """Print is what differs from the mean within so much (of the width, a deviation) about it. Of 512 backs on drawn
    tables 1.4% are then no more like theirs than the likeliest twentieth of other cards, not 3.1%;"""
    soft_px: float = 0.6
    """both are blurred by so many px."""
    even_log: float = 0.05
    """A patch that varies by no more than this (natural logarithm) looks like any other: it says little."""
    same_turned: float = 0.99
    """A back that is as like itself when it is turned (correlation) is compared one way: most backs are."""
    rest_share: float = 0.002
    """So much of what a back's colours vary by is not compared."""
    rim_share: float = 0.06
    """The outermost part of a card, which tells nothing of the colours of its print."""
    tint_log: float = 0.5
    """Light makes one colour stronger beside the others by this much (natural logarithm) at most;"""
    dark_value: float = 10.0
    """in the dark (this, of 255) less is told by colours."""
    likeness_slope: float = 30.0
    """How fast the chance that it is a back grows with its likeness: a logit's slope,"""
    even_likeness: float = 0.67
    """and where it is even."""


LIMITS = BackLookLimits()
_LOGS = np.log(np.arange(256) + LIMITS.dark_value).astype(np.float32)


class BackLook:
    """How the back of a deck looks. `present` says whether one was taught at all, of cards that are not round."""

    def __init__(self, deck: Deck) -> None:
        numbers = [] if deck.round else [n for n, card in enumerate(deck.cards) if card == BACK]
        quarters = range(4) if deck.symmetry == 4 else (0, 2)
        self._size = _size(deck.images[numbers[0]] if numbers else deck.images[0], deck.aspect)
        self._patch = round(LIMITS.patch_share * self._size[0])
        turned = [_small(np.rot90(deck.images[n], turn), self._size) for n in numbers for turn in quarters]
        printed = [_print(np.asarray(back.round(), np.uint8)) for back in _unlike(turned)]
        self._colours = _print_colours(printed)
        self._turned = [np.asarray(back @ self._colours, np.float32) for back in printed]
        self.faces = tuple(numbers)
        self.present = bool(numbers)
        self.image = deck.images[numbers[0]] if numbers else deck.images[0]
        self.tall = 1 / deck.aspect
        self.colour = _colour(turned[0]) if numbers else np.zeros(3)

    def likeness(self, picture: Picture, quad: Floats, least: float = -1.0) -> float:
        """How like the back (1 just it, 0 or less not at all) what lies in a quad of a picture is.

        What cannot come to `least` any more is not compared to its end: it is some number below that.
        """
        seen = np.asarray(picture.straighten(quad, self._size), np.uint8)
        tint = _colour(seen) - self.colour
        if np.ptp(tint) > LIMITS.tint_log:
            return 0.0
        patches, at_most = self._patches(_print(seen)), 1.0
        weights = np.array([min(float(_spread(patch).max()) / LIMITS.even_log, 2.0) for patch in patches])
        weights = weights.clip(0.05) / weights.clip(0.05).sum()
        for i in np.argsort(-weights):
            at_most -= float(weights[i]) * (1 - self._best(patches[i]))
            if at_most < least:
                break
        return at_most

    def chance(self, picture: Picture, quad: Floats, least: float = 0.0) -> float:
        """How likely what lies in a quad of a picture is the back; 0 if that is less than `least`."""
        enough = LIMITS.even_likeness + np.log(least / (1 - least)) / LIMITS.likeness_slope if least else -1.0
        like = self.likeness(picture, quad, float(enough))
        chance = float(1 / (1 + np.exp(-LIMITS.likeness_slope * (like - LIMITS.even_likeness))))
        return chance if chance > least else 0.0

    def _patches(self, seen: Floats) -> list[Floats]:
        (wide, high), (across, down) = self._size, LIMITS.steps
        rim = (1 - LIMITS.inner_share) / 2
        lefts = np.linspace(rim * wide, (1 - rim) * wide - self._patch, across).round().astype(int).tolist()
        tops = np.linspace(rim * high, (1 - rim) * high - self._patch, down).round().astype(int).tolist()
        return [seen[y : y + self._patch, x : x + self._patch] for y in tops for x in lefts]

    def _best(self, patch: Floats) -> float:
        """How like a patch the place on the back is that is most like it (correlation of all its colours)."""
        printed = np.asarray(patch @ self._colours, np.float32)
        share = np.linalg.norm(_spread(printed)) / max(float(np.linalg.norm(_spread(patch))), 1e-3)
        best = max(float(cv2.matchTemplate(back, printed, cv2.TM_CCOEFF_NORMED).max()) for back in self._turned)
        return best * float(share)


def _print(card: Image) -> Floats:
    """What is printed on a card (H, W, 3) uint8 BGR: how its logarithms differ from those about them."""
    logs = cv2.LUT(cv2.GaussianBlur(card, (0, 0), LIMITS.soft_px), _LOGS)
    about = cv2.GaussianBlur(logs, (0, 0), LIMITS.about_share * card.shape[1])
    return np.asarray(logs - about, np.float32)


def _spread(patch: Floats) -> Doubles:
    """How much each colour of a patch varies: its standard deviations (N,)."""
    return np.asarray(cv2.meanStdDev(patch)[1], np.float64).ravel()


def _print_colours(backs: Sequence[Floats]) -> Floats:
    """The directions of colour (3, N) along which backs vary, but for `rest_share` of it; of no backs all. Most have
    one, from their ground to their ink, and one picture is compared much faster than three."""
    if not backs:
        return np.eye(3, dtype=np.float32)
    variances, directions = np.linalg.eigh(np.cov(backs[0].reshape(-1, 3).T))
    left_out = int((np.cumsum(variances) < LIMITS.rest_share * variances.sum()).sum())
    return np.asarray(directions[:, left_out:], np.float32)


def _unlike(backs: Sequence[Floats]) -> list[Floats]:
    """The backs, of one size, without those that are the same as an earlier one."""
    kept: list[Floats] = []
    for back in backs:
        if all(np.corrcoef(back.ravel(), other.ravel())[0, 1] < LIMITS.same_turned for other in kept):
            kept.append(back)
    return kept


def _size(back: Image, aspect: float) -> tuple[int, int]:
    """The size (width, height) at which a back's print is still to be seen."""
    whole = float(_small(back, (back.shape[1], back.shape[0])).std())
    for width in LIMITS.widths_px:
        size = (width, round(width / aspect))
        if _small(back, size).std() > LIMITS.kept_contrast * whole:
            break
    return size


def _small(image: Image, size: tuple[int, int]) -> Floats:
    small = cv2.resize(np.ascontiguousarray(image), size, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.float32)


def _colour(image: Floats | Image) -> Doubles:
    """The mean colour (3,) of a card within its rim, as logarithms."""
    rim = max(round(LIMITS.rim_share * image.shape[1]), 1)
    mean = image[rim:-rim, rim:-rim].reshape(-1, 3).mean(axis=0).astype(np.float64)
    return np.asarray(np.log(mean + LIMITS.dark_value), np.float64)
