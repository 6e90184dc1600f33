"""The table's plane, told from cards that were found: cards of a deck are of one size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.cards.deck.geometry import area, inverse, project
from vision.reading import Doubles, Floats


@dataclass(frozen=True, slots=True)
class CardPlaneLimits:
    """What is usual of a table."""

    corner_off_px: float = 1.5
    """Corners are off by so much."""
    usual_slant: tuple[float, ...] = (0.1, 0.1, 0.15, 0.15)
    """Tables are seen stretched and slanting by so much, in card widths."""


LIMITS = CardPlaneLimits()


@dataclass(frozen=True, eq=False)
class CardPlane:
    """`homography` (3, 3) takes px of the picture to card widths on the table."""

    homography: Doubles
    tall: float
    """The height of a card in widths."""

    def to_table(self, points: Floats) -> Floats:
        """Points (..., 2) in px as card widths."""
        return project(self.homography, points.reshape(-1, 2)).reshape(points.shape)

    def to_picture(self, points: Floats) -> Floats:
        """Points (..., 2) in card widths as px."""
        return project(inverse(self.homography), points.reshape(-1, 2)).reshape(points.shape)

    def scaled(self, by: float) -> CardPlane:
        """The same plane for cards larger by a factor."""
        return CardPlane(np.diag([1 / by, 1 / by, 1]) @ self.homography, self.tall)

    def snapped(self, quad: Floats) -> Floats:
        """A quad in px made that of a card, in its middle and lying as it does."""
        flat = self.to_table(quad)
        along = flat[1] - flat[0] + flat[2] - flat[3]
        along = along / max(float(np.linalg.norm(along)), 1e-6)
        down = np.array([-along[1], along[0]]) * self.tall
        corners = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) @ np.stack([along, down])
        return self.to_picture(np.asarray(corners + flat.mean(axis=0), np.float32))

    def is_card(self, quad: Floats, most_off: float) -> bool:
        """Whether no corner of a quad in px is further than this, in card widths, off those of a card there."""
        off = self.to_table(quad) - self.to_table(self.snapped(quad))
        return bool(np.abs(off).max() < most_off)

    def cornered(self, quad: Floats) -> list[Floats]:
        """A quad in px, from a short side, made that of a card that keeps one of its corners, and how it lies: four."""
        flat = self.to_table(quad)
        after, before = np.roll(flat, -1, axis=0) - flat, np.roll(flat, 1, axis=0) - flat
        long, wide, high = np.arange(4) % 2 == 1, np.array([1.0, self.tall] * 2), np.array([self.tall, 1.0] * 2)
        after, before = (way / np.linalg.norm(way, axis=1, keepdims=True).clip(1e-6) for way in (after, before))
        after = after + np.stack([before[:, 1], -before[:, 0]], axis=1)
        after = after / np.linalg.norm(after, axis=1, keepdims=True).clip(1e-6)
        before = np.stack([-after[:, 1], after[:, 0]], axis=1)
        cards = np.stack([flat, flat + after * wide[:, None], flat, flat + before * high[:, None]], axis=1)
        cards[:, 2] = cards[:, 1] + cards[:, 3] - cards[:, 0]
        cards[long] = np.roll(cards[long], 1, axis=1)
        return list(self.to_picture(np.asarray(cards, np.float32)))

    def turned(self, quad: Floats, degrees: float) -> Floats:
        """A quad in px turned about its middle on the table."""
        return self.moved(quad, 0.0, 0.0, degrees)

    def moved(self, quad: Floats, across: float, down: float, degrees: float) -> Floats:
        """A quad in px moved on the table by so many card widths, and turned about its middle."""
        flat = self.to_table(quad)
        c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
        middle = flat.mean(axis=0)
        turned = (flat - middle) @ np.array([[c, s], [-s, c]]) + middle + (across, down)
        return self.to_picture(np.asarray(turned, np.float32))

    def width_px(self, point: tuple[float, float]) -> float:
        """How wide a card is in the picture at a point in px."""
        middle = self.to_table(np.array([point], np.float32))
        ways = np.array([[-0.5, 0], [0.5, 0], [0, -0.5], [0, 0.5]], np.float32)
        left, right, up, down = self.to_picture(middle + ways)
        return float(np.sqrt(np.linalg.norm(right - left) * np.linalg.norm(down - up)))

    def size_ratio(self, quad: Floats) -> float:
        """The size of a quad that was found over that of a card, as a ratio of lengths."""
        return float(np.sqrt(max(area(self.to_table(quad)), 1e-9) / self.tall))


def plane_of(quads: Sequence[Floats], tall: float) -> CardPlane:
    """The plane in which all the quads (4, 2), each from a short side, come nearest to being cards of one size.

    Four numbers make the plane flat and square (where its horizon lies, how it is stretched), found by Gauss and
    Newton from no slant at all; a slight pull to that keeps a single small card from tilting the table.
    """
    corners = np.stack(quads).astype(np.float64)
    middle, span = corners.mean(axis=(0, 1)), float(np.sqrt(np.mean([abs(area(q)) for q in quads]) / tall))
    corners = (corners - middle) / span
    numbers, pull = np.zeros(5), LIMITS.corner_off_px / span / np.array(LIMITS.usual_slant)
    for _ in range(12):
        off = _off(numbers, corners, tall, pull)
        steps = np.eye(5) * 1e-5
        slopes = np.stack([(_off(numbers + step, corners, tall, pull) - off) / 1e-5 for step in steps], axis=1)
        move = np.linalg.solve(slopes.T @ slopes + np.eye(5) * 1e-9, -slopes.T @ off)
        numbers = numbers + np.clip(move, -0.2, 0.2)
        if np.abs(move).max() < 1e-5:
            break
    to_unit = np.array([[1 / span, 0, -middle[0] / span], [0, 1 / span, -middle[1] / span], [0, 0, 1]])
    return CardPlane(_flat(numbers) @ to_unit, tall)


def _flat(numbers: Doubles) -> Doubles:
    a, b, left, up, size = numbers
    size = np.exp(size)
    return np.array([[size * np.exp(a), size * b, 0], [size * b, size * np.exp(-a), 0], [left, up, 1]])


def _off(numbers: Doubles, corners: Doubles, tall: float, pull: Doubles) -> Doubles:
    """How far sides and diagonals are from those of a card, in widths; and the pull to no slant."""
    homography = _flat(numbers)
    flat = corners @ homography[:2, :2].T
    flat = flat / (1 + corners @ homography[2, :2])[..., None].clip(0.05)
    pairs = np.array([[0, 1, 1], [2, 3, 1], [1, 2, tall], [3, 0, tall], [0, 2, 0], [1, 3, 0]])
    first, second = pairs[:, 0].astype(int), pairs[:, 1].astype(int)
    length = np.linalg.norm(flat[:, first] - flat[:, second], axis=2)
    wanted = np.where(pairs[:, 2] > 0, pairs[:, 2], np.hypot(1, tall))
    return np.concatenate([(length - wanted).reshape(-1), pull * numbers[:4]])
