"""The mats' drawings, from their layouts: for the printer and for the simulated table alike.

Shapes are (colour B, G, R, outline (N, 2) in mm from the mat's top left), painted in order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import cv2
import numpy as np

from hardware.arrays import Image
from hardware.art.mat import card_table, hai_noon, hold_your_breath, splash_down, tray
from hardware.art.mat.marks import RULE, RULER_MM, WHITE, marker, rounded, ruler, ruler_at
from hardware.art.polygons import ColouredPolygon

_DRAWN: dict[str, Callable[[Mapping[str, Any]], tuple[ColouredPolygon, ...]]] = {
    "hai-noon": hai_noon.drawn,
    "hold-your-breath": hold_your_breath.drawn,
    "splash-down": splash_down.drawn,
    **dict.fromkeys(("oh-hell", "cribbage"), card_table.drawn),
}


def shapes(layout: Mapping[str, Any]) -> tuple[ColouredPolygon, ...]:
    """All that is printed on a mat. Raises ValueError for a marker dictionary that OpenCV does not have."""
    drawing = _DRAWN.get(layout["name"], tray.drawn)(layout)
    markers = [shape for printed in layout["markers"] for shape in marker(layout["dictionary"], printed)]
    x, y = ruler_at(layout)
    return (*drawing, *markers, *((RULE, outline) for outline in ruler(x, y)))


def picture(layout: Mapping[str, Any], px_per_mm: float) -> Image:
    """A mat (h, w, 3) uint8 BGR as it is printed. Raises as `shapes` does."""
    wide, deep = layout["size_mm"]
    sheet = np.full((round(deep * px_per_mm), round(wide * px_per_mm), 3), 255, np.uint8)
    for colour, outline in shapes(layout):
        points = np.round((outline * px_per_mm - 0.5) * 16).astype(np.int32)
        cv2.fillPoly(sheet, [points], colour, cv2.LINE_AA, 4)
    return sheet


__all__ = ["RULER_MM", "WHITE", "picture", "rounded", "ruler", "ruler_at", "shapes"]
