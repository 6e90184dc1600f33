"""The mat's drawing, from its layout: markers, tray, waves; for the printer and for the simulated table alike.

Shapes are (colour B, G, R, outline (N, 2) in mm from the mat's top left), painted in order.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Colour = tuple[int, int, int]
Shape = tuple[Colour, NDArray[np.float64]]

SEA: Colour = (214, 190, 120)
SHALLOWS: Colour = (240, 232, 206)
CREST: Colour = (228, 214, 172)
RULE: Colour = (160, 150, 140)
BLACK: Colour = (0, 0, 0)
WHITE: Colour = (255, 255, 255)


def shapes(layout: Mapping[str, Any]) -> tuple[Shape, ...]:
    """All that is printed on a mat. Raises ValueError for a marker dictionary that OpenCV does not have."""
    zones = [shape for zone in layout["zones"].values() for shape in _zone(*zone)]
    markers = [shape for marker in layout["markers"] for shape in _marker(layout["dictionary"], marker)]
    x, y = ruler_at(layout)
    return (*zones, *markers, *((RULE, outline) for outline in ruler(x, y)))


RULER = 100.0
"""Length of the bar that shows whether a mat was printed true to size, mm."""


def ruler_at(layout: Mapping[str, Any]) -> tuple[float, float]:
    """Where the bar starts: (x, y) mm, in the middle of the lower rim."""
    wide, deep = layout["size_mm"]
    return (wide - RULER) / 2 - 20, deep - 6.5


def ruler(x: float, y: float) -> tuple[NDArray[np.float64], ...]:
    """A bar of 100 mm with ticks at its ends and every 10 mm."""
    bar = np.array([[x, y - 0.15], [x + RULER, y - 0.15], [x + RULER, y + 0.15], [x, y + 0.15]])
    ticks = [(x + 10 * k, 2.0 if k % 5 == 0 else 1.0) for k in range(11)]
    return bar, *(np.array([[t - 0.1, y - h], [t + 0.1, y - h], [t + 0.1, y + h], [t - 0.1, y + h]]) for t, h in ticks)


def _zone(x: float, y: float, w: float, h: float) -> list[Shape]:
    """A pale water with rounded corners and crests that stay faint under the dice."""
    parts: list[Shape] = [(SEA, rounded(x, y, w, h, 8)), (SHALLOWS, rounded(x + 1.2, y + 1.2, w - 2.4, h - 2.4, 7))]
    for row, level in enumerate(np.arange(y + 14, y + h - 8, 18)):
        for left in np.arange(x + 14 + 16 * (row % 2), x + w - 24, 32):
            parts.append((CREST, _crest(left, level)))
    return parts


def rounded(x: float, y: float, w: float, h: float, r: float) -> NDArray[np.float64]:
    """A rectangle with round corners, as a polygon."""
    turn = np.linspace(0, np.pi / 2, 9)
    middles = ((x + w - r, y + h - r, 0), (x + r, y + h - r, 1), (x + r, y + r, 2), (x + w - r, y + r, 3))
    arcs = [
        np.stack([cx + r * np.cos(turn + k * np.pi / 2), cy + r * np.sin(turn + k * np.pi / 2)], 1)
        for cx, cy, k in middles
    ]
    return np.concatenate(arcs)


def _crest(x: float, y: float) -> NDArray[np.float64]:
    along = np.linspace(0, 10, 21)
    line = y + 1.1 * np.sin(along / 10 * 2 * np.pi)
    thick = 0.45 * np.sin(np.clip(along / 10, 0.03, 0.97) * np.pi) + 0.08
    upper, lower = np.stack([x + along, line - thick], 1), np.stack([x + along, line + thick], 1)
    return np.concatenate([upper, lower[::-1]])


def _marker(dictionary: str, marker: Mapping[str, Any]) -> list[Shape]:
    """One ArUco marker as squares, with the white rim that finders need."""
    code = getattr(cv2.aruco, dictionary, None)
    if not dictionary.startswith("DICT_") or code is None:
        raise ValueError(f"OpenCV has no marker dictionary {dictionary!r}")
    known = cv2.aruco.getPredefinedDictionary(code)
    cells = int(known.markerSize) + 2
    bits = cv2.aruco.generateImageMarker(known, int(marker["id"]), cells)
    x, y, size = float(marker["x"]), float(marker["y"]), float(marker["size"])
    cell = size / cells
    parts: list[Shape] = [(WHITE, _square(x - cell, y - cell, size + 2 * cell)), (BLACK, _square(x, y, size))]
    for row, column in np.argwhere(bits > 127):
        parts.append((WHITE, _square(x + column * cell, y + row * cell, cell)))
    return parts


def _square(x: float, y: float, size: float) -> NDArray[np.float64]:
    return np.array([[x, y], [x + size, y], [x + size, y + size], [x, y + size]], np.float64)
