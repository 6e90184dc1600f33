"""Where cards may lie, from their outlines: quads (or, for round cards, ellipses) round everything that has an edge."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards_shape import Floats, Image, area, clockwise, convex, sides

WORK = 800
"""Outlines are sought in the picture shrunk to this many px on its long side."""
LEAST = 0.0015
"""The smallest card, as a part of the picture's area."""
SLANT = 1.45
"""How far a card's ratio of sides may be off its own where the camera looks from aslant."""
SAME = 0.03
"""Corners nearer than this part of the quad's short side belong to one and the same outline."""


def outlines(image: Image, aspect: float | None, round_too: bool = False, most: int = 80) -> list[Floats]:
    """Quads (4, 2) in px of the picture (BGR uint8), clockwise from a short side, the best supported first.

    `aspect` is the cards' short side over the long one (None: any). For round cards the squares round ellipses.
    """
    scale = min(1.0, WORK / max(image.shape[:2]))
    size = (max(round(image.shape[1] * scale), 1), max(round(image.shape[0] * scale), 1))
    work = cv2.resize(image, size, interpolation=cv2.INTER_AREA) if scale < 1 else image
    found: list[tuple[float, Floats]] = []
    for contour in _contours(np.asarray(work, np.uint8)):
        for quad in _shapes(contour, size[0] * size[1], aspect, round_too):
            found.append((abs(area(quad)), quad))
    kept = _distinct(found)[:most]
    back = np.array([image.shape[1] / size[0], image.shape[0] / size[1]], np.float32)
    return [(quad + np.float32(0.5)) * back - np.float32(0.5) for quad in kept]


def _contours(work: Image) -> Iterator[NDArray[Any]]:
    for mask in _masks(work):
        contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
        least = 2.5 * np.sqrt(LEAST * work.shape[0] * work.shape[1])
        yield from (c.reshape(-1, 2) for c in contours if len(c) > least)


def _masks(work: Image) -> Iterator[Image]:
    """Binary pictures whose regions or lines may be cards: edges at three strengths, and levels of light and colour."""
    lab = cv2.cvtColor(cv2.GaussianBlur(work, (0, 0), 1.0), cv2.COLOR_BGR2LAB)
    light = np.asarray(lab[:, :, 0])
    kernel = np.ones((3, 3), np.uint8)
    for low, high in ((15, 40), (35, 90), (80, 200)):
        edges = cv2.Canny(light, low, high, L2gradient=True)
        for channel in (1, 2):
            edges |= cv2.Canny(np.asarray(lab[:, :, channel]), low // 2, high // 2, L2gradient=True)
        yield _framed(edges)
        yield _framed(cv2.dilate(edges, kernel))
    levels = np.unique(np.percentile(light, (10, 25, 40, 55, 70, 80, 90)).astype(int))
    best, _ = cv2.threshold(light, 0, 255, cv2.THRESH_OTSU)
    for level in (*levels, best):
        yield np.asarray(light > level, np.uint8)
    local = cv2.adaptiveThreshold(light, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, 101, -4)
    yield cv2.morphologyEx(local, cv2.MORPH_OPEN, kernel)
    colour = np.asarray(np.maximum(np.abs(lab[:, :, 1] - 128.0), np.abs(lab[:, :, 2] - 128.0)), np.uint8)
    best, _ = cv2.threshold(colour, 0, 255, cv2.THRESH_OTSU)
    yield np.asarray(colour <= best, np.uint8)


def _framed(mask: Any) -> Image:
    """The picture's rim drawn in, so that a card cut off by it has a closed outline."""
    mask[[0, -1]] = 255
    mask[:, [0, -1]] = 255
    return np.asarray(mask, np.uint8)


def _shapes(contour: NDArray[Any], whole: float, aspect: float | None, round_too: bool) -> Iterator[Floats]:
    hull = cv2.convexHull(contour).reshape(-1, 2)
    extent = cv2.contourArea(hull)
    if not LEAST * whole < extent < 0.98 * whole:
        return
    if round_too:
        yield from _ellipse(hull, extent)
        return
    length = cv2.arcLength(hull, True)
    for tolerance in (0.02, 0.045):
        corners = cv2.approxPolyDP(hull, tolerance * length, True).reshape(-1, 2)
        if len(corners) == 4:
            quad = _fitted(clockwise(corners), contour)
            if _card_like(quad, extent, aspect):
                yield quad
                return
    box = clockwise(cv2.boxPoints(cv2.minAreaRect(hull)))
    if extent > 0.85 * abs(area(box)):
        quad = _fitted(box, contour)
        if _card_like(quad, extent, aspect):
            yield quad


def _ellipse(hull: NDArray[Any], extent: float) -> Iterator[Floats]:
    if len(hull) < 8:
        return
    (x, y), (long, short), turn = cv2.fitEllipse(hull)
    if min(long, short) < 0.6 * max(long, short) or not 0.93 < extent / (np.pi / 4 * long * short) < 1.07:
        return
    box = cv2.boxPoints(((x, y), (long, short), turn))
    # the ellipse's own axes mean nothing on a round card: the square is laid upright
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    stretch = np.array([[c, -s], [s, c]]) @ np.diag([long, short]) @ np.array([[c, s], [-s, c]])
    del box
    yield np.asarray(np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) @ stretch.T + (x, y), np.float32)


def _card_like(quad: Floats, extent: float, aspect: float | None) -> bool:
    if not convex(quad) or not 0.8 < extent / max(area(quad), 1) < 1.1:
        return False
    length = sides(quad)
    across, along = length[0] + length[2], length[1] + length[3]
    ratio = min(across, along) / max(across, along, 1e-6)
    if aspect is not None and not aspect / SLANT < ratio < min(aspect * SLANT, 1.001):
        return False
    unequal = max(max(length[0], length[2]) / max(min(length[0], length[2]), 1e-6),
                  max(length[1], length[3]) / max(min(length[1], length[3]), 1e-6))  # fmt: skip
    return bool(ratio > 0.3 and unequal < 1.6)


def _fitted(quad: Floats, contour: NDArray[Any]) -> Floats:
    """The quad with a line fitted to each side, so that round corners and single kinks do not count."""
    lines = []
    points = np.asarray(contour, np.float32)
    for i in range(4):
        start, end = quad[i], quad[(i + 1) % 4]
        along = end - start
        length = float(np.linalg.norm(along))
        if length < 4:
            return quad
        t = (points - start) @ along / length**2
        off = ((points - start) @ np.array([-along[1], along[0]], np.float32)) / length
        near = points[(t > 0.12) & (t < 0.88) & (np.abs(off) < 0.04 * length + 1.5)]
        if len(near) < 5:
            lines.append(np.cross((*start, 1.0), (*end, 1.0)))
            continue
        dx, dy, x, y = np.asarray(cv2.fitLine(near, cv2.DIST_HUBER, 0, 0.01, 0.01), np.float64).reshape(-1)
        lines.append(np.cross((x, y, 1.0), (x + dx, y + dy, 1.0)))
    fitted = np.empty((4, 2), np.float32)
    for i in range(4):
        meet = np.cross(lines[i - 1], lines[i])
        if abs(meet[2]) < 1e-9:
            return quad
        fitted[i] = meet[:2] / meet[2]
    moved = np.linalg.norm(fitted - quad, axis=1).max()
    return fitted if moved < 0.15 * float(sides(quad).min()) else quad


def _distinct(found: list[tuple[float, Floats]]) -> list[Floats]:
    """One quad for each outline, the mean of its finds; those found in more of the binary pictures first."""
    groups: list[list[Floats]] = []
    for _, quad in sorted(found, key=lambda f: -f[0]):
        near = SAME * float(sides(quad).min()) + 1.0
        for group in groups:
            gap = min(float(np.abs(np.roll(quad, turn, axis=0) - group[0]).max()) for turn in range(4))
            if gap < near:
                turn = min(range(4), key=lambda t: float(np.abs(np.roll(quad, t, axis=0) - group[0]).max()))
                group.append(np.roll(quad, turn, axis=0))
                break
        else:
            groups.append([quad])
    groups.sort(key=lambda group: -len(group))
    return [np.asarray(np.median(group, axis=0), np.float32) for group in groups]
