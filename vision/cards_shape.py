"""The plane geometry of cards: frames, corners, and how one lies in a picture."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]

SQUARE = 0.93
"""Cards of at least this ratio of short to long side count as square: any quarter turn may be theirs."""


def frame(width: int, height: int) -> Floats:
    """The corners (4, 2) of an image of that size in the px of its own grid, clockwise from the top left."""
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - np.float32(0.5)


def straighten(image: Image, quad: Floats, size: tuple[int, int], outside: int = 0) -> Image:
    """What lies in a quad (4, 2) of a picture, drawn upright in (width, height) px; `outside` where it ends."""
    to_picture = cv2.getPerspectiveTransform(frame(*size), np.asarray(quad, np.float32))
    return warp(image, to_picture, size, outside)


def warp(image: Image, to_picture: NDArray[Any], size: tuple[int, int], outside: int = 0) -> Image:
    """The picture seen through a homography (3, 3) from the px of the result to those of the picture."""
    shrink = _shrink(to_picture, size)
    if shrink > 1.5:
        image, to_picture = shrunk(image, to_picture, size, shrink)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    border = (outside,) * 3
    return np.asarray(cv2.warpPerspective(image, to_picture, size, flags=flags, borderValue=border), np.uint8)


def shrunk(
    image: Image, to_picture: NDArray[Any], size: tuple[int, int], shrink: float
) -> tuple[Image, NDArray[np.float64]]:
    """The part of a picture that a homography looks at, shrunk by averaging, and the homography into it."""
    quad = project(to_picture, frame(*size))
    low = np.floor(np.maximum(quad.min(axis=0) - 2, 0)).astype(int)
    high = np.ceil(np.minimum(quad.max(axis=0) + 2, (image.shape[1], image.shape[0]))).astype(int)
    if (high - low < 2).any():
        return image, np.asarray(to_picture, np.float64)
    part = image[low[1] : high[1], low[0] : high[0]]
    width, height = (max(round(float(side) / shrink), 2) for side in high - low)
    small = np.asarray(cv2.resize(part, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
    fx, fy = width / part.shape[1], height / part.shape[0]
    onto = np.array([[fx, 0, (0.5 - low[0]) * fx - 0.5], [0, fy, (0.5 - low[1]) * fy - 0.5], [0, 0, 1]])
    return small, np.asarray(onto @ to_picture, np.float64)


def _shrink(to_picture: NDArray[Any], size: tuple[int, int]) -> float:
    quad = project(to_picture, frame(*size))
    return float(np.sqrt(max(area(quad), 1.0) / (size[0] * size[1])))


def project(homography: NDArray[Any], points: NDArray[Any]) -> Floats:
    """Points (N, 2) through a homography (3, 3)."""
    flat = np.asarray(points, np.float64) @ np.asarray(homography)[:2, :2].T + homography[:2, 2]
    deep = np.asarray(points, np.float64) @ homography[2, :2] + homography[2, 2]
    return np.asarray(flat / np.where(np.abs(deep) < 1e-9, 1e-9, deep)[:, None], np.float32)


def area(quad: NDArray[Any]) -> float:
    """Of a quad (4, 2) in square px; negative if its corners run anticlockwise in the picture."""
    x, y = np.asarray(quad, np.float64).T
    return float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2


def sides(quad: NDArray[Any]) -> NDArray[np.float64]:
    """The lengths (4,) of a quad's sides; the first from its first corner to its second."""
    corners = np.asarray(quad, np.float64)
    return np.asarray(np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1))


def clockwise(quad: NDArray[Any]) -> Floats:
    """The corners clockwise, beginning with an end of a short side and of the two the nearer to the top left."""
    quad = np.asarray(quad, np.float32)
    if area(quad) < 0:
        quad = quad[::-1]
    length = sides(quad)
    start = 0 if length[0] + length[2] <= length[1] + length[3] else 1
    first = min((start, start + 2), key=lambda i: float(quad[i % 4].sum()))
    return np.roll(quad, -(first % 4), axis=0)


def convex(quad: NDArray[Any]) -> bool:
    """Whether a quad is convex and clockwise."""
    edges = np.roll(quad, -1, axis=0) - np.asarray(quad, np.float64)
    after = np.roll(edges, -1, axis=0)
    return bool((edges[:, 0] * after[:, 1] - edges[:, 1] * after[:, 0] > 0).all())


def overlap(one: NDArray[Any], other: NDArray[Any]) -> float:
    """The area that two convex quads share, as a part of the smaller one's."""
    least = min(abs(area(one)), abs(area(other)))
    if least < 1:
        return 0.0
    low, high = np.maximum(one.min(axis=0), other.min(axis=0)), np.minimum(one.max(axis=0), other.max(axis=0))
    if (low >= high).any():
        return 0.0
    shared, _ = cv2.intersectConvexConvex(np.asarray(one, np.float32), np.asarray(other, np.float32))
    return float(shared) / least
