"""The plane geometry of cards: frames, corners, and how one lies in a picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.reading import Array, Doubles, Floats, Image, Mask


@dataclass(frozen=True, slots=True)
class GeometryLimits:
    """How cards count, and pictures are drawn."""

    square_ratio: float = 0.93
    """Cards of at least this ratio of short to long side count as square: any quarter turn may be theirs."""
    dense_ratio: float = 1.5
    """A picture is shrunk until one px of what is drawn from it takes at most so many of its own."""


LIMITS = GeometryLimits()


WARP = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP


class Picture:
    """A picture (BGR uint8) and its halvings, so that parts of any size are drawn fast and without moire."""

    def __init__(self, image: Image) -> None:
        self.levels = [image]
        self._grey: dict[int, Image] = {}
        self.height, self.width = image.shape[:2]

    @property
    def image(self) -> Image:
        return self.levels[0]

    @property
    def corners(self) -> Floats:
        """Its own corners (4, 2)."""
        return image_corners(self.width, self.height)

    def warp(self, to_picture: Array, size: tuple[int, int], border: int = cv2.BORDER_CONSTANT) -> Image:
        """The picture seen through a homography (3, 3) from px of the result to px of the picture."""
        level, onto = self._level(to_picture, size)
        drawn = cv2.warpPerspective(self.levels[level], onto, size, flags=WARP, borderMode=border)
        return np.asarray(drawn, np.uint8)

    def light(self, to_picture: Array, size: tuple[int, int], soft: float) -> Floats:
        """The light (W * H,) seen so, 0..1, blurred by so many px of the result."""
        level, onto = self._level(to_picture, size)
        if level not in self._grey:
            self._grey[level] = darkest_channel(self.levels[level])
        drawn = cv2.warpPerspective(self._grey[level], onto, size, flags=WARP).astype(np.float32)
        return np.asarray(cv2.GaussianBlur(drawn, (0, 0), soft).reshape(-1) / 255, np.float32)

    def _level(self, to_picture: Array, size: tuple[int, int]) -> tuple[int, Doubles]:
        """Which halving to draw a homography from, and the homography to it."""
        level, onto = 0, np.asarray(to_picture, np.float64)
        shrink = _shrink(onto, size)
        while shrink > LIMITS.dense_ratio and min(self.levels[level].shape[:2]) > 32:
            level, shrink = level + 1, shrink / 2
            if level == len(self.levels):
                self.levels.append(_halved(self.levels[-1]))
        if level:
            fx = self.levels[level].shape[1] / self.width
            fy = self.levels[level].shape[0] / self.height
            onto = np.array([[fx, 0, 0.5 * fx - 0.5], [0, fy, 0.5 * fy - 0.5], [0, 0, 1]]) @ onto
        return level, onto

    def straighten(self, quad: Array, size: tuple[int, int], border: int = cv2.BORDER_CONSTANT) -> Image:
        """What lies in a quad (4, 2), drawn upright in (width, height) px; black where the picture ends."""
        return self.warp(homography_to_quad(quad, size), size, border)


def darkest_channel(image: Image) -> Image:
    """The least of the three colours (H, W) of a picture: print of any colour is dark in it, but on black."""
    blue, green, red = cv2.split(image)
    return np.asarray(cv2.min(cv2.min(blue, green), red), np.uint8)


def _halved(image: Image) -> Image:
    size = (max(image.shape[1] // 2, 1), max(image.shape[0] // 2, 1))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


def _shrink(to_picture: Array, size: tuple[int, int]) -> float:
    quad = project(to_picture, image_corners(*size))
    return float(np.sqrt(max(area(quad), 1.0) / (size[0] * size[1])))


@lru_cache(maxsize=64)
def image_corners(width: int, height: int) -> Floats:
    """The corners (4, 2) of an image of that size in the px of its own grid, clockwise from the top left; read-only."""
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - np.float32(0.5)
    corners.setflags(write=False)
    return corners


def homography_to_quad(quad: Array, size: tuple[int, int]) -> Doubles:
    """The homography (3, 3) from px of an image of (width, height) to a quad (4, 2) of a picture."""
    return np.asarray(cv2.getPerspectiveTransform(image_corners(*size), np.asarray(quad, np.float32)), np.float64)


def straighten(image: Image, quad: Array, size: tuple[int, int]) -> Image:
    """What lies in a quad (4, 2) of a picture, drawn upright in (width, height) px, its rim going on where it ends."""
    return Picture(image).straighten(quad, size, cv2.BORDER_REPLICATE)


def project(homography: Array, points: Array) -> Floats:
    """Points (N, 2) through a homography (3, 3)."""
    placed = np.asarray(points, np.float64).reshape(1, -1, 2)
    if not placed.size:
        return np.zeros((0, 2), np.float32)
    through = cv2.perspectiveTransform(placed, np.asarray(homography, np.float64))
    return np.asarray(through[0], np.float32)


def inverse(homography: Array) -> Doubles:
    """The homography (3, 3) the other way; all noughts where there is none."""
    return np.asarray(cv2.invert(np.asarray(homography, np.float64))[1], np.float64)


def area(quad: Array) -> float:
    """Of a quad (4, 2) in square px; negative if its corners run anticlockwise in the picture."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = np.asarray(quad).tolist()
    return float((cx - ax) * (dy - by) - (cy - ay) * (dx - bx)) / 2


def sides(quad: Array) -> Doubles:
    """The lengths (4,) of a quad's sides; the first from its first corner to its second."""
    corners = np.asarray(quad, np.float64)
    return np.asarray(np.linalg.norm(corners[[1, 2, 3, 0]] - corners, axis=1))


def convex(quad: Array) -> bool:
    """Whether a quad is convex and clockwise."""
    edges = np.asarray(quad, np.float64)[[1, 2, 3, 0]] - quad
    after = edges[[1, 2, 3, 0]]
    return bool((edges[:, 0] * after[:, 1] - edges[:, 1] * after[:, 0] > 0).all())


def upright(quad: Floats) -> Floats:
    """The quad from the corner that is its top left as the picture shows it, however it lies."""
    edges = np.roll(quad, -1, axis=0) - quad
    first = int(np.argmax(edges[:, 0] / np.maximum(np.linalg.norm(edges, axis=1), 1e-6)))
    return np.roll(quad, -first, axis=0)


def overlap(first: Array, second: Array) -> float:
    """The area that two convex quads share, as a part of the smaller one's."""
    # in plain Python, as it is asked for often
    (x, y), (u, v) = (zip(*quad.tolist(), strict=True) for quad in (first, second))
    if min(x) >= max(u) or min(u) >= max(x) or min(y) >= max(v) or min(v) >= max(y):
        return 0.0
    least = min(abs(area(first)), abs(area(second)))
    if least < 1e-9:
        return 0.0
    shared, _ = cv2.intersectConvexConvex(np.asarray(first, np.float32), np.asarray(second, np.float32))
    return float(shared) / least


def grown(quad: Array, part: float) -> Floats:
    """A quad that reaches further from its middle by this part."""
    middle = np.asarray(quad, np.float32).mean(axis=0)
    return np.asarray((quad - middle) * (1 + part) + middle, np.float32)


def inside(points: Array, quads: Sequence[Array]) -> Mask:
    """Which of the points (..., 2) lie in one of some convex clockwise quads."""
    found = np.zeros(points.shape[:-1], bool)
    for quad in quads:
        within = np.ones(points.shape[:-1], bool)
        for start, end in zip(quad, np.roll(quad, -1, axis=0), strict=True):
            along, away = end - start, points - start
            within &= along[0] * away[..., 1] - along[1] * away[..., 0] >= 0
        found |= within
    return found
