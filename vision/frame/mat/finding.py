"""A mat found in a picture: by the markers that agree, laid on its print, or where it lay before."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.frame.mat.markers import SeenMarkers, seen_markers
from vision.frame.mat.plane import Layout, Mat, off_mm
from vision.frame.mat.printed import PrintedMat, markers_alone
from vision.frame.mat.register import by_keypoints, registered, still_there
from vision.reading import Doubles, Image


@dataclass(frozen=True, slots=True)
class MatLimits:
    """When a mat is found, and when it lies where it lay."""

    min_markers: int = 2
    """Markers that must be seen where nothing is known of the print: one alone fixes a mat of A4 too loosely."""
    enough_markers: int = 3
    """Markers with which it is not looked any harder."""
    max_still_mm: float = 1.2
    """Markers that are off by less have not moved."""
    max_corner_error_mm: float = 2.0
    """A corner that is off by more is wrong, and counts no more the further it is off."""
    max_median_error_mm: float = 3.0
    """Markers that are off by more are of two mats, or of one that is bent."""


LIMITS = MatLimits()


@dataclass(frozen=True, eq=False)
class MatSearch:
    """What was found of a mat: where it lies, or None, and the markers that were seen, where any were sought."""

    mat: Mat | None
    seen: SeenMarkers | None = None

    @property
    def markers(self) -> int:
        """How many of the mat's markers were seen; all, where it lies just as before."""
        if self.seen is not None:
            return len(self.seen.ids)
        return len(self.mat.layout["markers"]) if self.mat is not None else 0


def find(frame: Image, layout: Layout, before: Mat | None = None, printed: PrintedMat | None = None) -> Mat | None:
    """The mat of `layout` in a picture (BGR or grey uint8) held in any orientation, or None.

    `layout` has "size_mm", "dictionary" (a name of cv2.aruco), "markers" (id, x, y, size in mm) and "zones". If all
    markers that are seen lie where the mat found `before` has them, it is that one: it did not move because a card came
    to lie on a marker. `printed` registers the mat to its print; then few
    markers need its word, and it alone is enough.
    """
    return search(frame, layout, before, printed).mat


def search(
    frame: Image, layout: Layout, before: Mat | None = None, printed: PrintedMat | None = None,
    seen: SeenMarkers | None = None,
) -> MatSearch:  # fmt: skip
    """As `find`, with the markers that were seen; they are not sought where it is told which are `seen`."""
    known = before if before is not None and before.layout == layout and layout["markers"] else None
    if known and still_there(frame, known, printed or _marks(_key(layout)), LIMITS.max_still_mm):
        return MatSearch(known)
    seen = seen or seen_markers(frame, layout, LIMITS.enough_markers)
    if known and seen.ids and seen.apart_mm(known) < LIMITS.max_still_mm:
        return MatSearch(known, seen)
    guess = _by_markers(layout, seen)
    if printed is None:
        return MatSearch(guess if len(seen.ids) >= LIMITS.min_markers else None, seen)
    if guess is not None:
        mat, confirmed = registered(frame, guess, printed, seen.mm.mean(1), seen.corners)
        if confirmed or len(seen.ids) >= LIMITS.enough_markers:
            return MatSearch(mat, seen)
    guess = None if known else by_keypoints(frame, printed, layout)
    if guess is None:
        return MatSearch(None, seen)
    mat, confirmed = registered(frame, guess, printed, printed.centres)
    return MatSearch(mat if confirmed else None, seen)


def _by_markers(layout: Layout, seen: SeenMarkers) -> Mat | None:
    """The mat on which the markers that are seen agree."""
    px, mm = seen.px.reshape(-1, 2), seen.mm.reshape(-1, 2)
    homography = agreed_homography(px, mm) if seen.ids else None
    if homography is None or float(np.median(off_mm(homography, px, mm))) > LIMITS.max_median_error_mm:
        return None
    return Mat(layout, homography)


def agreed_homography(px: Doubles, mm: Doubles) -> Doubles | None:
    """The homography on which the markers agree best: that of all, of all but one, or of the corners that RANSAC chose.

    RANSAC alone now and then leaves out a marker that is well, if the others happen to agree without it.
    """
    every = np.arange(len(px))
    without = [every // 4 != k for k in range(len(px) // 4)] if len(px) > 4 * LIMITS.min_markers else []
    fits = [cv2.findHomography(px[some], mm[some], 0)[0] for some in (every >= 0, *without)]
    fits = [
        fit for fit in (*fits, cv2.findHomography(px, mm, cv2.RANSAC, LIMITS.max_corner_error_mm)[0]) if fit is not None
    ]
    return min(
        fits, key=lambda fit: float(np.minimum(off_mm(fit, px, mm), LIMITS.max_corner_error_mm).sum()), default=None
    )


MarkersKey = tuple[str, tuple[float, float], tuple[tuple[tuple[str, float], ...], ...]]
"""What a print of markers alone depends on: their dictionary, the mat's size, and the markers."""


def _key(layout: Layout) -> MarkersKey:
    wide, deep = layout["size_mm"]
    return str(layout["dictionary"]), (wide, deep), tuple(tuple(marker.items()) for marker in layout["markers"])


@lru_cache(maxsize=8)
def _marks(key: MarkersKey) -> PrintedMat:
    dictionary, size, marks = key
    return markers_alone({"dictionary": dictionary, "size_mm": size, "markers": [dict(marker) for marker in marks]})
