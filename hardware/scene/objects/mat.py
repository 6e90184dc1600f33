"""The printed mat as a picture of the table top."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import cv2
import numpy as np

from hardware.arrays import Image
from hardware.art import mat as mat_art

PX_PER_MM = 5
"""Of the mat's picture on the simulated table."""

_CACHE: dict[tuple[str, int], Image] = {}


def mat_picture(layout: Mapping[str, Any], per_mm: int) -> Image:
    """The mat (h, w, 3) uint8 BGR, `per_mm` pixels a mm, as it is printed."""
    key = (repr(layout), per_mm)
    if key not in _CACHE:
        if len(_CACHE) > 3:
            _CACHE.clear()
        _CACHE[key] = _drawn(layout, per_mm)
    return _CACHE[key]


def _drawn(layout: Mapping[str, Any], per_mm: int) -> Image:
    wide, deep = layout["size_mm"]
    sheet = np.full((round(deep * per_mm), round(wide * per_mm), 3), 255, np.uint8)
    for colour, outline in mat_art.shapes(layout):
        points = np.round((outline * per_mm - 0.5) * 16).astype(np.int32)
        cv2.fillPoly(sheet, [points], colour, cv2.LINE_AA, 4)
    return sheet
