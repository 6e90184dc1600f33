"""Where cards may lie, from their outlines: quads (or, for round cards, ellipses) round everything that has an edge."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import hypot
from typing import Any

import cv2
import numpy as np

from vision.cards.deck.geometry import area, convex, sides
from vision.reading import Array, Floats, Image


@dataclass(frozen=True, slots=True)
class OutlineLimits:
    """Which outlines may be a card's."""

    work_px: int = 800
    """Outlines are sought in the picture shrunk to this many px on its long side."""
    least_area_share: float = 0.0015
    """The smallest card, as a part of the picture's area."""
    slant_factor: float = 1.45
    """How far a card's ratio of sides may be off its own where the camera looks from aslant."""
    same_share: float = 0.035
    """Corners nearer than this part of the quad's short side belong to one and the same outline."""


LIMITS = OutlineLimits()


OutlinedQuad = tuple[Floats, Array]


def outlines(
    image: Image, aspect: float | None, round_too: bool = False, most: int = 60, least_shrunk: float = 1.0
) -> list[Floats]:
    """Quads (4, 2) in px of the picture (BGR uint8), clockwise from a short side, the best supported first.

    `aspect` is the cards' short side over the long one (None: any). For round cards the squares round ellipses. The
    picture is shrunk to this scale at least.
    """
    scale = min(1.0, least_shrunk, LIMITS.work_px / max(image.shape[:2]))
    size = (max(round(image.shape[1] * scale), 1), max(round(image.shape[0] * scale), 1))
    work = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA) if scale < 1 else image, np.uint8)
    found = [find for contour in _contours(work) for find in _shapes(contour, size[0] * size[1], aspect, round_too)]
    back = np.array([image.shape[1] / size[0], image.shape[0] / size[1]], np.float32)
    return [(quad + np.float32(0.5)) * back - np.float32(0.5) for quad in _distinct(found, round_too, most)]


def _contours(work: Image) -> Iterator[Array]:
    whole = work.shape[0] * work.shape[1]
    least = 2.5 * np.sqrt(LIMITS.least_area_share * whole)
    for mask in _masks(work):
        contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
        for contour in contours:
            if len(contour) > least:
                _, _, width, height = cv2.boundingRect(contour)
                if width * height > LIMITS.least_area_share * whole and min(width, height) > 8:
                    yield contour


def _masks(work: Image) -> Iterator[Image]:
    """Binary pictures whose regions or lines may be cards: edges at three strengths, and levels of light and colour."""
    lab = cv2.cvtColor(cv2.GaussianBlur(work, (0, 0), 1.0), cv2.COLOR_BGR2LAB)
    light = np.ascontiguousarray(lab[:, :, 0])
    colours = [np.ascontiguousarray(lab[:, :, channel]) for channel in (1, 2)]
    kernel = np.ones((3, 3), np.uint8)
    for low, high in ((15, 40), (35, 90), (80, 200)):
        edges = cv2.Canny(light, low, high, L2gradient=True)
        for colour in colours:
            edges |= cv2.Canny(colour, low // 2, high // 2, L2gradient=True)
        yield _framed(edges)
        yield _framed(cv2.dilate(edges, kernel))
    levels = np.unique(np.percentile(light[::4, ::4], (10, 25, 40, 55, 70, 80, 90)).astype(int))
    best, _ = cv2.threshold(light, 0, 255, cv2.THRESH_OTSU)
    for level in (*levels, best):
        yield np.asarray(light > level, np.uint8)
    local = cv2.subtract(cv2.boxFilter(light, -1, (101, 101)), 0.0)
    local = np.asarray(light > cv2.add(local, 4.0), np.uint8)
    yield np.asarray(cv2.morphologyEx(local, cv2.MORPH_OPEN, kernel), np.uint8)
    strong = np.asarray(cv2.max(*(cv2.absdiff(colour, 128.0) for colour in colours)), np.uint8)
    best, _ = cv2.threshold(strong, 0, 255, cv2.THRESH_OTSU)
    yield np.asarray(strong <= best, np.uint8)


def _framed(mask: Any) -> Image:
    """The picture's rim drawn in, so that a card cut off by it has a closed outline."""
    mask[[0, -1]] = 255
    mask[:, [0, -1]] = 255
    return np.asarray(mask, np.uint8)


def _shapes(contour: Array, whole: float, aspect: float | None, round_too: bool) -> Iterator[OutlinedQuad]:
    hull = cv2.convexHull(contour)
    extent = cv2.contourArea(hull)
    if not LIMITS.least_area_share * whole < extent < 0.98 * whole:
        return
    if round_too:
        yield from ((quad, contour) for quad in _ellipse(hull.reshape(-1, 2), extent))
        return
    length = cv2.arcLength(hull, True)
    for tolerance in (0.02, 0.045):
        corners = cv2.approxPolyDP(hull, tolerance * length, True)
        if len(corners) == 4:
            quad = _ordered(corners)
            if _card_like(quad, extent, aspect):
                yield quad, contour
                return
    box = _ordered(cv2.boxPoints(cv2.minAreaRect(hull)))
    if extent > 0.85 * area(box) and _card_like(box, extent, aspect):
        yield box, contour


def _ordered(corners: Array) -> Floats:
    """Four corners clockwise from a short side, in plain Python: this is asked for a thousand times a picture."""
    points = [(float(x), float(y)) for x, y in corners.reshape(4, 2).tolist()]
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = points
    if (cx - ax) * (dy - by) - (cy - ay) * (dx - bx) < 0:
        points = points[::-1]
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = points
    across = hypot(bx - ax, by - ay) + hypot(dx - cx, dy - cy)
    along = hypot(cx - bx, cy - by) + hypot(ax - dx, ay - dy)
    start = 0 if across <= along else 1
    if sum(points[(start + 2) % 4]) < sum(points[start]):
        start += 2
    return np.array([points[(start + i) % 4] for i in range(4)], np.float32)


def _ellipse(hull: Array, extent: float) -> Iterator[Floats]:
    if len(hull) < 8:
        return
    (x, y), (long, short), turn = cv2.fitEllipse(hull)
    if min(long, short) < 0.6 * max(long, short) or not 0.93 < extent / (np.pi / 4 * long * short) < 1.07:
        return
    # the ellipse's own axes mean nothing on a round card: the square is laid upright
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    stretch = np.array([[c, -s], [s, c]]) @ np.diag([long, short]) @ np.array([[c, s], [-s, c]])
    yield np.asarray(np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) @ stretch.T + (x, y), np.float32)


def _card_like(quad: Floats, extent: float, aspect: float | None) -> bool:
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad.tolist()
    whole = ((cx - ax) * (dy - by) - (cy - ay) * (dx - bx)) / 2
    if not 0.8 < extent / max(whole, 1) < 1.1 or not convex(quad):
        return False
    top, bottom = hypot(bx - ax, by - ay), hypot(dx - cx, dy - cy)
    right, left = hypot(cx - bx, cy - by), hypot(ax - dx, ay - dy)
    across, along = top + bottom, right + left
    ratio = min(across, along) / max(across, along, 1e-6)
    if aspect is not None and not aspect / LIMITS.slant_factor < ratio < min(aspect * LIMITS.slant_factor, 1.001):
        return False
    unequal = max(max(top, bottom) / max(min(top, bottom), 1e-6), max(right, left) / max(min(right, left), 1e-6))
    return bool(ratio > 0.3 and unequal < 1.6)


def _distinct(found: list[OutlinedQuad], round_too: bool, most: int) -> list[Floats]:
    """One quad for each outline, those found in more of the binary pictures first: at most so many."""
    if not found:
        return []
    quads = np.stack([quad for quad, _ in found])
    least = np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1).clip(1)
    turned = np.stack([np.roll(quads, turn, axis=1) for turn in range(4)])
    numbers = np.ascontiguousarray(turned.reshape(4, -1, 8).transpose(0, 2, 1))
    free = np.ones(len(quads), bool)
    groups: list[tuple[Floats, list[Array]]] = []
    for i in np.argsort(-least):
        if not free[i]:
            continue
        rows = np.flatnonzero(free)
        gaps = np.abs(numbers[:, :, rows] - quads[i].reshape(8, 1)).max(axis=1)
        near = gaps.min(axis=0) < 1.7 * LIMITS.same_share * least[i] + 1.5
        members = rows[near]
        free[members] = False
        lying = turned[gaps[:, near].argmin(axis=0), members]
        groups.append((lying, [found[m][1] for m in members]))
    groups.sort(key=lambda group: -len(group[1]))
    return [_settled(lying, contours, round_too) for lying, contours in groups[:most]]


def _settled(quads: Floats, contours: list[Array], round_too: bool) -> Floats:
    """What a group of quads of one outline agrees on, with lines fitted to the contour of the one that is nearest."""
    middle = np.asarray(np.median(quads, axis=0), np.float32)
    if round_too:
        return middle
    nearest = int(np.abs(quads - middle).max(axis=(1, 2)).argmin())
    return _fitted(quads[nearest], contours[nearest].reshape(-1, 2))


def _fitted(quad: Floats, contour: Array) -> Floats:
    """The quad with a line fitted to each side, so that round corners and single kinks do not count."""
    lines = np.empty((4, 3))
    step = max(1, len(contour) // 400)
    points = np.asarray(contour[::step], np.float32)
    ways = np.asarray(quad[[1, 2, 3, 0]] - quad, np.float32)
    lengths = np.sqrt((ways * ways).sum(axis=1, keepdims=True))
    if lengths.min() < 4:
        return quad
    x, y = (points[:, i] - quad[:, i : i + 1] for i in (0, 1))
    u, v = np.split(ways / lengths, 2, axis=1)
    within = (np.abs((x * u + y * v) / lengths - 0.5) < 0.38) & (np.abs(y * u - x * v) < 0.04 * lengths + 1.5)
    for i, ((ax, ay), (dx, dy)) in enumerate(zip(quad.tolist(), ways.tolist(), strict=True)):
        near = points[within[i]]
        if len(near) < 5:
            lines[i] = -dy, dx, dy * ax - dx * ay
            continue
        dx, dy, px, py = np.asarray(cv2.fitLine(near, cv2.DIST_HUBER, 0, 0.01, 0.01), np.float64).reshape(-1).tolist()
        lines[i] = -dy, dx, dy * px - dx * py
    (a, b, c), (d, e, f) = np.roll(lines, 1, axis=0).T, lines.T
    meet = np.stack([b * f - c * e, c * d - a * f, a * e - b * d], axis=1)
    if (np.abs(meet[:, 2]) < 1e-9).any():
        return quad
    fitted = np.asarray(meet[:, :2] / meet[:, 2:], np.float32)
    moved = np.abs(fitted - quad).max()
    return fitted if moved < 0.15 * float(sides(quad).min()) else quad
