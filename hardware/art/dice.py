"""The faces of our dice: our own art, as polygons in a unit square.

One source for the printed stickers, the simulated dice and the pictures of the docs. Shapes are drawn in order, `True`
in the die's ink, `False` in its body colour (to cut a part out again). x runs right, y down, both 0 to 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

import cv2
import numpy as np

from hardware.arrays import Floats, Image
from hardware.art.polygons import InkedPolygon, Points

KINDS: dict[str, tuple[str, ...]] = {
    "swimmer": ("1", "wave", "2", "wave", "3", "wave"),
    "shark": ("1", "wave", "2", "wave", "3", "wave"),
    "event": ("sun", "sun", "rain", "rain", "attack", "attack"),
}
"""The six sides of each die of Shark Attacks! (ruling SA-1), opposite sides next to each other."""

COLOURS: dict[str, tuple[tuple[int, int, int], tuple[int, int, int]]] = {
    "swimmer": ((176, 82, 16), (255, 255, 255)),
    "shark": ((34, 30, 190), (255, 255, 255)),
    "event": ((30, 200, 250), (28, 26, 34)),
}
"""Kind -> (body, ink), each B, G, R."""


def shapes(item: str) -> tuple[InkedPolygon, ...]:
    """The polygons of a face such as "swimmer-2". Raises KeyError for a face that no built-in die has."""
    kind, face = item.rsplit("-", 1)
    if face not in KINDS[kind]:
        raise KeyError(item)
    return _drawn(kind, face)


@lru_cache(maxsize=64)
def _drawn(kind: str, face: str) -> tuple[InkedPolygon, ...]:
    if face == "wave":
        return _waves()
    if face in _SIGNS:
        return _SIGNS[face]()
    one = _fin if kind == "shark" else _swimmer
    return tuple(shape for place in _PLACES[face] for shape in one(*place))


_PLACES = {
    "1": ((0.5, 0.5, 0.76),),
    "2": ((0.37, 0.28, 0.52), (0.63, 0.72, 0.52)),
    "3": ((0.5, 0.25, 0.40), (0.285, 0.70, 0.39), (0.715, 0.70, 0.39)),
}
"""Number of figures -> centre x, y and width of each."""


def disc(x: float, y: float, radius: float, tall: float = 1.0) -> Points:
    """A circle, or with `tall` an ellipse, as a polygon."""
    turn = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    return np.stack([x + radius * np.cos(turn), y + radius * tall * np.sin(turn)], 1)


def stroke(line: Sequence[tuple[float, float]] | Points, width: float) -> tuple[Points, ...]:
    """A thick line with round ends: one polygon for each piece and each joint."""
    points = np.asarray(line, float)
    parts = [disc(x, y, width / 2) for x, y in points]
    for a, b in pairwise(points):
        along = b - a
        across = np.array([-along[1], along[0]]) / max(float(np.hypot(*along)), 1e-9) * width / 2
        parts.append(np.stack([a + across, b + across, b - across, a - across]))
    return tuple(parts)


_END_TURN = np.linspace(0, np.pi, 13)[1:-1, None]
_END_COS, _END_SIN = np.cos(_END_TURN), np.sin(_END_TURN)


def ribbon(line: Points, width: float) -> Points:
    """A thick smooth curve with round ends, as one polygon."""
    along = np.empty(line.shape)  # as numpy's gradient has it, which takes twice as long as all the rest
    along[0], along[-1], along[1:-1] = line[1] - line[0], line[-1] - line[-2], line[2:] - line[:-2]
    along *= width / 2 / np.hypot(along[:, 0], along[:, 1])[:, None]
    across = along[:, ::-1] * (-1, 1)
    end = line[-1] + _END_COS * across[-1] + _END_SIN * along[-1]
    start = line[0] - _END_COS * across[0] - _END_SIN * along[0]
    return np.concatenate([line + across, end, (line - across)[::-1], start])


def _ink(*parts: Points) -> tuple[InkedPolygon, ...]:
    return tuple((True, part) for part in parts)


def _place(shapes: tuple[InkedPolygon, ...], x: float, y: float, width: float) -> tuple[InkedPolygon, ...]:
    """Shapes drawn about (0, 0) with width 1, moved and scaled."""
    return tuple((ink, part * width + (x, y)) for ink, part in shapes)


def _waves() -> tuple[InkedPolygon, ...]:
    """Two rolling waves, one above the other."""
    x = np.linspace(0.12, 0.88, 40)
    roll = 0.085 * np.cos((x - 0.12) / 0.76 * 4 * np.pi)
    return _ink(*(ribbon(np.stack([x, level - roll], 1), 0.115) for level in (0.34, 0.66)))


def _swimmer(x: float, y: float, width: float) -> tuple[InkedPolygon, ...]:
    """A head, a bent arm out of the water, and the water under it: reads as one blob and one bar."""
    arm = stroke([(-0.42, 0.02), (-0.13, -0.36), (0.08, -0.02)], 0.17)
    wave = np.linspace(-0.46, 0.46, 24)
    water = ribbon(np.stack([wave, 0.33 - 0.04 * np.cos((wave + 0.46) / 0.92 * 4 * np.pi)], 1), 0.13)
    return _place(_ink(disc(0.34, -0.14, 0.165), *arm, water), x, y, width)


def _fin(x: float, y: float, width: float) -> tuple[InkedPolygon, ...]:
    """A shark's fin: a long curved front edge, a hollow back edge."""
    t = np.linspace(0, 1, 16)[:, None]
    foot, tip, heel = np.array([-0.5, 0.44]), np.array([0.30, -0.46]), np.array([0.46, 0.44])
    front = (1 - t) ** 2 * foot + 2 * t * (1 - t) * np.array([-0.18, -0.28]) + t**2 * tip
    back = (1 - t) ** 2 * tip + 2 * t * (1 - t) * np.array([0.02, 0.10]) + t**2 * heel
    return _place(_ink(np.concatenate([front, back])), x, y, width)


def _sun() -> tuple[InkedPolygon, ...]:
    rays = []
    for way in np.arange(8) * np.pi / 4:
        out, side = np.array([np.cos(way), np.sin(way)]), np.array([-np.sin(way), np.cos(way)])
        rays.append(np.stack([0.30 * out + 0.075 * side, 0.44 * out, 0.30 * out - 0.075 * side]) + 0.5)
    return _ink(disc(0.5, 0.5, 0.235), *rays)


def _rain() -> tuple[InkedPolygon, ...]:
    cloud = [disc(0.30, 0.37, 0.155), disc(0.50, 0.28, 0.20), disc(0.71, 0.37, 0.155)]
    base = np.array([[0.30, 0.34], [0.71, 0.34], [0.71, 0.525], [0.30, 0.525]])
    drops = [stroke([(x, y), (x - 0.07, y + 0.17)], 0.09) for x, y in ((0.36, 0.66), (0.56, 0.72), (0.76, 0.66))]
    return _ink(*cloud, base, *(part for drop in drops for part in drop))


def _attack() -> tuple[InkedPolygon, ...]:
    """A shark's head from the front, jaws open: teeth cut back into the body colour."""
    head = np.array([[0.5, 0.05], [0.68, 0.22], [0.86, 0.50], [0.90, 0.76], [0.74, 0.93]])
    head = np.concatenate([head, (1.0, 0.0) + head[::-1] * (-1.0, 1.0)])
    eyes = tuple((False, disc(x, 0.36, 0.055)) for x in (0.36, 0.64))
    top = [(0.20, 0.60), (0.29, 0.74), (0.38, 0.57), (0.5, 0.73), (0.62, 0.57), (0.71, 0.74), (0.80, 0.60)]
    low = [(0.76, 0.83), (0.66, 0.76), (0.58, 0.87), (0.5, 0.78), (0.42, 0.87), (0.34, 0.76), (0.24, 0.83)]
    return ((True, head), *eyes, (False, np.array(top + low)))


_SIGNS = {"sun": _sun, "rain": _rain, "attack": _attack}


def mask(item: str, px: int) -> Floats:
    """The ink of a face: (px, px) float32, 1 where there is ink, smooth at the edges."""
    fine = 4 * px
    canvas = np.zeros((fine, fine), np.uint8)
    for ink, part in shapes(item):
        cv2.fillPoly(canvas, [np.round(part * fine * 16).astype(np.int32)], 255 if ink else 0, cv2.LINE_AA, 4)
    return np.asarray(cv2.resize(canvas, (px, px), interpolation=cv2.INTER_AREA).astype(np.float32) / 255, np.float32)


def draw(item: str, px: int) -> Image:
    """A face as a picture: (px, px, 3) uint8 BGR, edge to edge in the die's body colour."""
    body, ink = COLOURS[item.rsplit("-", 1)[0]]
    cover = mask(item, px)[..., None]
    return np.round(np.array(body) * (1 - cover) + np.array(ink) * cover).astype(np.uint8)
