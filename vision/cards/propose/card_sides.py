"""Where a card's sides are to be seen: the picture changes across each of them, whatever is printed on the card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.cards.deck.geometry import inside
from vision.cards.propose.card_plane import CardPlane
from vision.reading import Floats, Image


@dataclass(frozen=True, slots=True)
class CardSideLimits:
    """Which sides are to be seen. Lengths are in card widths."""

    work_px: int = 960
    """Sides are looked at in the picture shrunk to this many px on its long side,"""
    points: int = 24
    """at so many points each,"""
    end_share: float = 0.08
    """but for this part at either end: corners are round."""
    across_widths: float = 0.03
    """From so far within a side to as far beyond it"""
    change_lab: float = 11.0
    """the picture changes by more than this (Lab, 0 to 255)."""
    least_points: int = 6
    """Of a side fewer points in sight say nothing."""


LIMITS = CardSideLimits()


def side_support(image: Image, quads: Sequence[Floats], covers: Sequence[Floats], plane: CardPlane) -> Floats:
    """The part (N, 4) of each side of some quads (in px of a picture, BGR uint8) across which the picture changes.

    As far as `covers` leave it in sight; NaN for a side that is hardly in sight.
    """
    scale = min(1.0, LIMITS.work_px / max(image.shape[:2]))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    lab = cv2.cvtColor(cv2.GaussianBlur(small, (0, 0), 0.8), cv2.COLOR_BGR2LAB).astype(np.float32)
    points, out = _points(np.stack([plane.to_table(quad) for quad in quads]))
    near, far = (plane.to_picture(points + sign * LIMITS.across_widths * out) for sign in (-1, 1))
    change = np.abs(_seen(lab, near, scale) - _seen(lab, far, scale)).max(axis=-1) > LIMITS.change_lab
    within = ((far > 1) & (far < np.array([image.shape[1], image.shape[0]]) - 2)).all(axis=-1)
    sight = within & ~inside(far, covers) if covers else within
    count = sight.sum(axis=2)
    share = (change & sight).sum(axis=2) / np.maximum(count, 1)
    return np.asarray(np.where(count >= LIMITS.least_points, share, np.nan), np.float32)


def _points(flat: Floats) -> tuple[Floats, Floats]:
    """Points on the sides of quads on the table (N, 4, points, 2), and the ways out of the quads there."""
    ways = np.roll(flat, -1, axis=1) - flat
    steps = np.linspace(LIMITS.end_share, 1 - LIMITS.end_share, LIMITS.points)[:, None]
    points = flat[:, :, None] + ways[:, :, None] * steps
    out = np.stack([ways[..., 1], -ways[..., 0]], axis=-1)[:, :, None]
    out = out / np.linalg.norm(out, axis=-1, keepdims=True).clip(1e-6)
    away = (points - flat.mean(axis=1)[:, None, None]) * out
    return np.asarray(points, np.float32), np.asarray(out * np.sign(away.sum(axis=(-1, -2), keepdims=True)), np.float32)


def _seen(lab: Floats, px: Floats, scale: float) -> Floats:
    places = np.asarray((px + 0.5) * scale - 0.5, np.float32).reshape(1, -1, 2)
    rows = [
        cv2.remap(lab, part, None, cv2.INTER_LINEAR) for part in np.array_split(places, places.shape[1] // 30000 + 1, 1)
    ]
    return np.asarray(np.concatenate(rows, axis=1).reshape(*px.shape[:-1], 3), np.float32)
