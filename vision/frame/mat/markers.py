"""The ArUco markers of a mat in a picture: sought plainly, then harder as long as too few are seen.

A lens blurs light, not picture values: white spreads over the black frame of a marker until it is hardly a px wide.
Where a picture's values are made light again, half black and half white is half way between, and frames are as wide as
they were printed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cv2
import numpy as np

from vision.frame.mat.plane import Layout, Mat
from vision.reading import Doubles, Image


@dataclass(frozen=True, slots=True)
class MarkerAttempt:
    """One way to look for markers.

    Picture values to the power of `light_exponent` are taken for light; px of the picture are `enlarged` so many times;
    `windows_px` are the least and largest window (odd) of the threshold, and the step between; `stretched` pulls the
    contrast apart part by part first.
    """

    light_exponent: float
    enlarged: float
    windows_px: tuple[int, int, int]
    stretched: bool = False


@dataclass(frozen=True, slots=True)
class MarkerLimits:
    """How markers are sought."""

    enough: int = 5
    """Markers with which the search ends: the more there are, the better they tell the bend of the lens."""
    cell_px: int = 8
    """Px over each cell of a marker as it is read: with OpenCV's 4, blurred frames were refused."""
    attempts: tuple[MarkerAttempt, ...] = (
        MarkerAttempt(2.2, 1.0, (3, 23, 10)),
        MarkerAttempt(3.0, 1.5, (3, 23, 10)),
        MarkerAttempt(2.2, 2.0, (5, 25, 10)),
        MarkerAttempt(1.0, 2.0, (7, 47, 20), stretched=True),
    )
    """Ways to look, the quickest first: 12, 17, 27 and 40 ms on one core at 1280 x 720. Of 588 markers on 98 tables,
    half of them drawn and half path-traced, OpenCV's own way saw about half, with finer cells 514, the first of these
    556."""


LIMITS = MarkerLimits()


@dataclass(frozen=True, eq=False)
class SeenMarkers:
    """Markers of a mat in a picture: their ids, corners (N, 4, 2) px, clockwise from their own top left, and where
    these are printed (N, 4, 2) mm."""

    ids: tuple[int, ...]
    px: Doubles
    mm: Doubles

    @property
    def corners(self) -> tuple[Doubles, Doubles]:
        """All corners: where they are seen (N, 2) px, and where they are printed (N, 2) mm."""
        return self.px.reshape(-1, 2), self.mm.reshape(-1, 2)

    def edges_px(self) -> Doubles:
        """How long the edges of each are (N), px, on average."""
        return np.asarray(np.linalg.norm(self.px - np.roll(self.px, 1, axis=1), axis=2).mean(1), np.float64)

    def apart_mm(self, mat: Mat) -> float:
        """How far they lie from where a mat has them: of three the worst but one.

        One that is off alone was measured badly, or is half covered: a mat moves with all of them.
        """
        off = np.linalg.norm(mat.to_mm(self.px).reshape(-1, 4, 2) - self.mm, axis=2).max(1)
        return float(np.sort(off)[-2 if len(off) > 2 else -1])


def markers(frame: Image, layout: Layout, enough: int = LIMITS.enough) -> tuple[Doubles, Doubles]:
    """The corners of the mat's markers that are seen in a picture: (N, 2) px and the same (N, 2) mm as printed."""
    seen = seen_markers(frame, layout, enough)
    return seen.px.reshape(-1, 2), seen.mm.reshape(-1, 2)


def seen_markers(frame: Image, layout: Layout, enough: int = LIMITS.enough) -> SeenMarkers:
    """The mat's markers in a picture (BGR or grey uint8); looked for harder as long as fewer than `enough`
    are seen."""
    grey = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY) if frame.ndim == 3 else frame
    printed = {int(marker["id"]): corners_mm(marker) for marker in layout["markers"]}
    seen: dict[int, Doubles] = {}
    for attempt in LIMITS.attempts if printed else ():
        found = _found(grey, str(layout["dictionary"]), attempt)
        seen = {n: px for n, px in found.items() if n in printed} | seen
        if len(seen) >= min(enough, len(printed)):
            break
    px = np.stack([*seen.values()]) if seen else np.empty((0, 4, 2))
    mm = np.stack([printed[n] for n in seen]) if seen else np.empty((0, 4, 2))
    return SeenMarkers(tuple(seen), px, mm)


def corners_mm(marker: Mapping[str, float]) -> Doubles:
    """The corners (4, 2) of a marker as printed, clockwise from its top left."""
    x, y, size = marker["x"], marker["y"], marker["size"]
    return np.array([(x, y), (x + size, y), (x + size, y + size), (x, y + size)], dtype=np.float64)


def _found(grey: Image, dictionary: str, attempt: MarkerAttempt) -> dict[int, Doubles]:
    """Id -> corners (4, 2) px of all markers that one attempt finds."""
    if attempt.stretched:
        grey = np.asarray(cv2.createCLAHE(4.0, (12, 8)).apply(grey), np.uint8)
    grey = np.asarray(cv2.LUT(grey, _light(attempt.light_exponent)), np.uint8)
    by = attempt.enlarged
    if by != 1:
        grey = np.asarray(cv2.resize(grey, None, fx=by, fy=by, interpolation=cv2.INTER_CUBIC), np.uint8)
    corners, ids, _ = _detector(dictionary, attempt.windows_px).detectMarkers(grey)
    found = zip(np.ravel(ids), corners, strict=True) if ids is not None else ()
    return {int(n): (np.reshape(c, (4, 2)).astype(np.float64) + 0.5) / by - 0.5 for n, c in found}


@lru_cache(maxsize=8)
def _detector(dictionary: str, windows_px: tuple[int, int, int]) -> Any:
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    parameters.perspectiveRemovePixelPerCell = LIMITS.cell_px
    low, high, step = windows_px
    parameters.adaptiveThreshWinSizeMin, parameters.adaptiveThreshWinSizeMax = low, high
    parameters.adaptiveThreshWinSizeStep = step
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, dictionary)), parameters)


@lru_cache(maxsize=8)
def _light(exponent: float) -> Image:
    """Table (256) from picture values to light, both 0 to 255."""
    return np.asarray(np.round(255 * (np.arange(256) / 255) ** exponent), np.uint8)
