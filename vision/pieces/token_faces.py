"""Tokens as a camera sees them, turned each way; and those nearly as likely as the best, compared closely."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from vision.frame.mat.colours import as_seen
from vision.pieces.compare import PreparedFaces, misfit, off_by
from vision.pieces.token_board import LIMITS as BOARD
from vision.reading import Floats, Image, Mask


@dataclass(frozen=True, slots=True)
class CloseTokenLimits:
    """Which tokens are compared closely, and how."""

    turns: int = 36
    """In so many ways they may be turned,"""
    blurs: tuple[tuple[float, float], ...] = ((0.6, 1.0), (1.0, 1.4))
    """in so many to be soft, in light and in hue, beside how soft a camera usually is: some sharpen,"""
    shifts_px: tuple[float, ...] = (-0.5, 0.0, 0.5)
    """and so far aside."""
    least_odds: float = 1e-4
    """A token that is less likely than this beside the best is not compared closely,"""
    most: int = 4
    """nor are more than so many."""
    name_px: float = 26.0
    """As many px as tell independently of each other: how much a better fit makes a name more probable."""


LIMITS = CloseTokenLimits()


def turned(face: Image, size: int, radius: float, softness: tuple[float, float], turns: int) -> Floats:
    """A token turned in so many ways, at the scale of the comparison, so soft in light and in hue (px):
    (turns, size, size, 3)."""
    large = cv2.resize(face[..., :3], (128, 128), interpolation=cv2.INTER_AREA).astype(np.float32)
    far = np.hypot(*(np.mgrid[:128, :128] - 63.5)) / 64
    large[far > 0.97] = np.median(large[(far > 0.9) & (far < 0.97)], axis=0)  # what is beside it is none of its
    scale = 2 * radius / 128
    soft = as_seen(large, softness[0] / scale, softness[1] / scale)
    made = []
    for turn in range(turns):
        spin = cv2.getRotationMatrix2D((63.5, 63.5), 360 * turn / turns, scale)
        spin[:, 2] += (size - 1) / 2 - 63.5
        made.append(cv2.warpAffine(soft, spin, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))
    return np.stack(made)


class CloseTokens:
    """Compares tokens closely: `disc` (size, size) is what of a view of them counts, `radius` theirs, px."""

    def __init__(self, pictures: Mapping[str, Image], radius: float, disc: Mask) -> None:
        self._pictures, self._radius, self._disc = pictures, radius, disc
        self._faces: dict[tuple[float, str], PreparedFaces] = {}

    def odds(self, board: Floats, at: tuple[float, float], odds: Mapping[str, float], scale: float) -> dict[str, float]:
        """How probable each name is of what lies about a px (x, y) of a board (H, W, 3; float32), by a close look and
        by the `odds` at first sight; `scale` is how much larger the board is than the picture."""
        least = LIMITS.least_odds * max(odds.values())
        ranked = sorted((name for name, p in odds.items() if p > least), key=lambda name: -odds[name])
        names = ranked[: LIMITS.most]
        if len(names) < 2:
            return dict(odds)
        views = self._views(board, at)
        off = np.array([off_by(misfit(views, self._ready(name, scale))).min() for name in names])
        first_sight = np.array([odds[name] for name in names])
        # the mean of both in nats: what one sight is sure of and the other is not is doubted
        both = np.sqrt(first_sight / first_sight.max() * (off.min() / off) ** (LIMITS.name_px / 2))
        shares = both / both.sum() * sum(odds.values())
        return {**dict.fromkeys(odds, 0.0), **dict(zip(names, shares.tolist(), strict=True))}

    def _views(self, board: Floats, at: tuple[float, float]) -> Floats:
        """What lies about a px, seen from so far aside (N, disc's px, 3)."""
        size, (x, y) = self._disc.shape[::-1], at
        views = [
            cv2.getRectSubPix(board, size, (float(x + dx), float(y + dy)))[self._disc]
            for dx in LIMITS.shifts_px
            for dy in LIMITS.shifts_px
        ]
        return np.stack(views).astype(np.float32)

    def _ready(self, name: str, scale: float) -> PreparedFaces:
        """A token turned in each way and soft in each. Kept by itself: sets of tokens are many."""
        if (scale, name) not in self._faces:
            size, (light, hue) = len(self._disc), (BOARD.camera_blur_px * scale, BOARD.camera_hue_blurs_px[0] * scale)
            made = [
                turned(self._pictures[name], size, self._radius, (light * one, hue * other), LIMITS.turns)
                for one, other in LIMITS.blurs
            ]
            self._faces[scale, name] = PreparedFaces.of(np.concatenate(made)[:, self._disc])
        return self._faces[scale, name]
