"""The printed mat as a picture of the table top."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

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
        _CACHE[key] = mat_art.picture(layout, per_mm)
    return _CACHE[key]
