"""What all mats have in common: the markers in their corners, the bar to check the print by, places for pieces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import cv2
import numpy as np

from hardware.art.polygons import Colour, ColouredPolygon, Points

RULE: Colour = (160, 150, 140)
BLACK: Colour = (0, 0, 0)
WHITE: Colour = (255, 255, 255)
RULER_MM = 100.0
"""Length of the bar that shows whether a mat was printed true to size, mm."""


def ruler_at(layout: Mapping[str, Any]) -> tuple[float, float]:
    """Where the bar starts: (x, y) mm, in the middle of the lower rim."""
    wide, deep = layout["size_mm"]
    return (wide - RULER_MM) / 2 - 20, deep - 6.5


def ruler(x: float, y: float) -> tuple[Points, ...]:
    """A bar of 100 mm with ticks at its ends and every 10 mm."""
    bar = np.array([[x, y - 0.15], [x + RULER_MM, y - 0.15], [x + RULER_MM, y + 0.15], [x, y + 0.15]])
    ticks = [(x + 10 * k, 2.0 if k % 5 == 0 else 1.0) for k in range(11)]
    return bar, *(np.array([[t - 0.1, y - h], [t + 0.1, y - h], [t + 0.1, y + h], [t - 0.1, y + h]]) for t, h in ticks)


def rounded(x: float, y: float, w: float, h: float, r: float) -> Points:
    """A rectangle with round corners, as a polygon."""
    turn = np.linspace(0, np.pi / 2, 9)
    middles = ((x + w - r, y + h - r, 0), (x + r, y + h - r, 1), (x + r, y + r, 2), (x + w - r, y + r, 3))
    arcs = [
        np.stack([cx + r * np.cos(turn + k * np.pi / 2), cy + r * np.sin(turn + k * np.pi / 2)], 1)
        for cx, cy, k in middles
    ]
    return np.concatenate(arcs)


def marker(dictionary: str, marker: Mapping[str, Any]) -> list[ColouredPolygon]:
    """One ArUco marker as squares, with the white rim that finders need."""
    code = getattr(cv2.aruco, dictionary, None)
    if not dictionary.startswith("DICT_") or code is None:
        raise ValueError(f"OpenCV has no marker dictionary {dictionary!r}")
    known = cv2.aruco.getPredefinedDictionary(code)
    cells = int(known.markerSize) + 2
    bits = cv2.aruco.generateImageMarker(known, int(marker["id"]), cells)
    x, y, size = float(marker["x"]), float(marker["y"]), float(marker["size"])
    cell = size / cells
    parts: list[ColouredPolygon] = [(WHITE, _square(x - cell, y - cell, size + 2 * cell)), (BLACK, _square(x, y, size))]
    for row, column in np.argwhere(bits > 127):
        parts.append((WHITE, _square(x + column * cell, y + row * cell, cell)))
    return parts


def _square(x: float, y: float, size: float) -> Points:
    return np.array([[x, y], [x + size, y], [x + size, y + size], [x, y + size]], np.float64)
