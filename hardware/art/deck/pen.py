"""Shapes to draw cards with: closed curves, lines with round ends, and moving what was drawn.

An `Art` is polygons in the order in which they are painted, each with its colour (B, G, R, 0 to 255). x runs right,
y down. Figures are drawn about (0, 0) in a box of 100 units; `placed` brings them to their place on the card in mm.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

import numpy as np

from hardware.art.dice import disc, ribbon
from hardware.art.polygons import Art, Colour, ColouredPolygon, Points

_STEPS = 10
_TOKEN = re.compile(r"[MLQCZ]|-?\d*\.?\d+")


def ink(code: str) -> Colour:
    """The colour of a web code such as "#1b4965", as B, G, R."""
    return int(code[5:7], 16), int(code[3:5], 16), int(code[1:3], 16)


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """A colour between two: `share` of the other, 0 to 1."""
    b, g, r = (round(a + (c - a) * share) for a, c in zip(one, other, strict=True))
    return b, g, r


def path(code: str) -> Points:
    """The points of one curve written as SVG does: M, L, Q and C with absolute coordinates, Z to close it."""
    points: list[Points] = []
    command, numbers = "", [0.0]
    for token in _TOKEN.findall(code):
        if token in "MLQCZ":
            command, numbers = token, []
            if token == "Z":
                points.append(points[0])
            continue
        numbers.append(float(token))
        if len(numbers) == {"M": 2, "L": 2, "Q": 4, "C": 6}[command]:
            knots = np.array(numbers).reshape(-1, 2)
            points.extend(_curve(points[-1], knots) if points else knots)
            command, numbers = "L" if command == "M" else command, []
    return np.array(points)


def _curve(start: Points, knots: Points) -> Points:
    """Points of a line or a Bezier curve, without its start."""
    if len(knots) == 1:
        return knots
    rungs = np.concatenate([start[None], knots])[None].repeat(_STEPS, 0)
    t = np.linspace(0, 1, _STEPS + 1)[1:, None, None]
    while rungs.shape[1] > 1:
        rungs = rungs[:, :-1] * (1 - t) + rungs[:, 1:] * t
    return np.asarray(rungs[:, 0], np.float64)


def blob(*knots: tuple[float, float]) -> Points:
    """A closed smooth curve through the knots; a knot named twice in a row is a corner."""
    p = np.array(knots, float)
    before, after, beyond = np.roll(p, 1, 0), np.roll(p, -1, 0), np.roll(p, -2, 0)
    t = np.linspace(0, 1, 8, endpoint=False)[:, None, None]
    bent = (2 * before - 5 * p + 4 * after - beyond) * t**2 + (3 * p - before - 3 * after + beyond) * t**3
    curve = (p + 0.5 * ((after - before) * t + bent)).transpose(1, 0, 2)
    return np.asarray(curve[(p != after).any(1)].reshape(-1, 2), np.float64)


def filled(colour: Colour, *outlines: Points) -> Art:
    """Polygons of one colour."""
    return tuple((colour, np.asarray(outline, np.float64)) for outline in outlines)


def line(colour: Colour, along: str | Points, width: float) -> Art:
    """A line with round ends and joints, along an SVG path or points (N, 2)."""
    points = path(along) if isinstance(along, str) else np.asarray(along, np.float64)
    moved = np.abs(points[1:] - points[:-1]).sum(1) > 1e-9
    if not moved.all():
        points = points[np.concatenate([[True], moved])]
    return filled(colour, *(ribbon(piece, width) for piece in _pieces(points)))


def _pieces(points: Points) -> Iterable[Points]:
    """The line cut at its corners, since a ribbon is for smooth curves, and before it could close upon itself."""
    ways = points[1:] - points[:-1]
    turns = np.arctan2(_cross(ways[:-1], ways[1:]), (ways[:-1] * ways[1:]).sum(1))
    cuts, turned = [0], 0.0
    for k, turn in enumerate(turns.tolist(), 1):
        turned += turn
        if abs(turn) > 0.65 or abs(turned) > 1.9:
            cuts.append(k)
            turned = 0.0
    for start, end in pairwise([*cuts, len(points) - 1]):
        yield points[start : end + 1]


def _cross(one: Points, other: Points) -> Points:
    return np.asarray(one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0], np.float64)


def box(x: float, y: float, wide: float, deep: float, corner: float = 0.0) -> Points:
    """A rectangle from its top left, with rounded corners."""
    if corner <= 0:
        return np.array([[x, y], [x + wide, y], [x + wide, y + deep], [x, y + deep]], float)
    turn = np.linspace(np.pi, 1.5 * np.pi, 9)
    arcs = []
    for k, (cx, cy) in enumerate(((0, 0), (1, 0), (1, 1), (0, 1))):
        way = turn + k * np.pi / 2
        middle = np.array([x + corner + cx * (wide - 2 * corner), y + corner + cy * (deep - 2 * corner)])
        arcs.append(middle + corner * np.stack([np.cos(way), np.sin(way)], 1))
    return np.concatenate(arcs)


def ring(colour: Colour, x: float, y: float, radius: float, width: float, share: float = 1.0, start: float = 0) -> Art:
    """A ring, or the share of one from `start` degrees (0 is right) clockwise."""
    way = np.radians(start) + np.linspace(0, 2 * np.pi * share, max(round(56 * share), 8))
    return line(colour, np.stack([x + radius * np.cos(way), y + radius * np.sin(way)], 1), width)


def spiked(x: float, y: float, outer: float, inner: float, count: int, turn: float = -90.0) -> Points:
    """A star of `count` points, the first at `turn` degrees."""
    way = np.radians(turn) + np.arange(2 * count) * np.pi / count
    far = np.where(np.arange(2 * count) % 2, inner, outer)
    return np.stack([x + far * np.cos(way), y + far * np.sin(way)], 1)


def arrow(colour: Colour, along: str | Points, width: float, head: float) -> Art:
    """A line that ends in a point, `head` long and wide, beyond its last point."""
    points = path(along) if isinstance(along, str) else along
    way = points[-1] - points[-2]
    way = way / np.hypot(*way)
    side = np.array([-way[1], way[0]]) * head * 0.62
    end = points[-1]
    tip = np.stack([end + side, end + way * head, end - side])
    return line(colour, points, width) + filled(colour, tip)


def placed(art: Art, x: float, y: float, size: float = 100.0, turn: float = 0.0, mirror: bool = False) -> Art:
    """Art moved to (x, y), 100 units `size` wide; mirrored left to right, then turned clockwise by degrees."""
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    scale = np.diag([-1.0 if mirror else 1.0, 1.0]) * size / 100
    move = scale @ np.array([[c, s], [-s, c]])
    return tuple((colour, points @ move + (x, y)) for colour, points in art)


def recoloured(art: Art, colour: Colour) -> Art:
    """The silhouette: everything in one colour."""
    return tuple((colour, points) for _, points in art)


def outlined(art: Art, colour: Colour, width: float) -> Art:
    """Art with a rim of another colour round each of its parts, painted under all of them."""
    rim = [part for _, points in art for part in line(colour, np.concatenate([points, points[:1]]), width)]
    return (*rim, *art)


__all__ = [
    "Art",
    "Colour",
    "ColouredPolygon",
    "Points",
    "arrow",
    "blob",
    "box",
    "disc",
    "filled",
    "ink",
    "line",
    "mixed",
    "outlined",
    "path",
    "placed",
    "recoloured",
    "ring",
    "spiked",
]
