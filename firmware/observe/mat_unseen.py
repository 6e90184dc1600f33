"""What is said of a mat that was not found: which of its markers were seen, and what to do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from hardware.cameras.frame import Image
from vision.frame.mat import SeenMarkers


@dataclass(frozen=True, slots=True)
class MatAdviceLimits:
    """What keeps a camera from seeing markers."""

    dark_level: float = 40.0
    """A picture whose brighter parts (90 of 100 px are darker) are below this has too little light."""
    min_edge_px: float = 16.0
    """Markers whose edges are shorter can hardly be read."""
    soft_share: float = 0.2
    """A picture is out of focus if so little of its detail (of up to 4 px) is fine (of 1 px): of 30 drawn tables
    all had more than 0.23."""


LIMITS = MatAdviceLimits()


def mat_unseen(image: Image, layout: Mapping[str, Any], seen: SeenMarkers | None) -> str:
    """A sentence: which markers of a mat are seen in a picture (BGR uint8), and what to do to find it."""
    names = [_corner(marker, layout["size_mm"]) for marker in layout["markers"] if seen and marker["id"] in seen.ids]
    if len(names) > 1:
        return f"The mat's markers {_listed(names)} do not lie as printed: lay one mat, flat and whole."
    which = f"Of the mat's markers I see only the {names[0]} one" if names else "I see none of the mat's markers"
    return f"{which}: {_advice(image, seen)}."


def _advice(image: Image, seen: SeenMarkers | None) -> str:
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    if np.percentile(grey, 90) < LIMITS.dark_level:
        return "give the table more light"
    if fine_share(grey) < LIMITS.soft_share:
        return "focus the camera"
    if seen and seen.ids and float(seen.edges_px().max()) < LIMITS.min_edge_px:
        return "hang the camera nearer"
    return "lay the mat whole in its view, the markers free, or hang the camera nearer"


def fine_share(grey: Image) -> float:
    """How much of the detail (of up to 4 px) of a picture (grey uint8) is fine (of 1 px): the sharper, the more."""
    plain = grey.astype(np.float32)
    fine, coarse = (float((plain - cv2.GaussianBlur(plain, (0, 0), sigma)).std()) for sigma in (1.0, 4.0))
    return fine / coarse if coarse else 0.0


def _corner(marker: Mapping[str, float], size_mm: Sequence[float]) -> str:
    """Where a marker is printed: "upper left"; "left" in the middle of a side."""
    x, y = ((marker[axis] + marker["size"] / 2) / full for axis, full in zip("xy", size_mm, strict=True))
    down = "upper" if y < 1 / 3 else "lower" if y > 2 / 3 else ""
    return f"{down} {'left' if x < 0.5 else 'right'}".strip()


def _listed(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}"
