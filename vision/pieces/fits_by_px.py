"""How tokens fit a board about its px, as far as that is asked for: nothing is compared twice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.pieces.compare import PreparedFaces, misfit, off_by
from vision.reading import Floats, Mask

Px = tuple[int, int]
"""x, y."""


@dataclass(frozen=True, slots=True, eq=False)
class PxFit:
    """How each name (names) fits about a px: how far it is off, turned the `way` that does best, and how alike it is
    (correlation), turned any way."""

    off: Floats
    way: npt.NDArray[np.intp]
    alike: Floats


class FitsByPx:
    """How faces fit a `board` (H, W, 3; float32) about its px; `disc` (size, size) is what of a view counts, and each
    name's faces are so many `ways` that it may be turned."""

    def __init__(self, board: Floats, disc: Mask, faces: PreparedFaces, ways: int) -> None:
        self.board, self.disc, self.faces, self.ways = board, disc, faces, ways
        self._known: dict[Px, PxFit] = {}

    def view(self, px: Px) -> Floats:
        """What lies about a px (disc's px, 3)."""
        view = cv2.getRectSubPix(self.board, self.disc.shape[::-1], (float(px[0]), float(px[1])))
        return np.asarray(view[self.disc], np.float32)

    def about(self, places: Sequence[Px]) -> list[PxFit]:
        """How each name fits about each of these px."""
        new = [px for px in places if px not in self._known]
        if new:
            self._known |= zip(new, self._compared(new), strict=True)
        return [self._known[px] for px in places]

    def _compared(self, places: Sequence[Px]) -> list[PxFit]:
        errors = misfit(np.stack([self.view(px) for px in places]), self.faces)
        off, alike = (values.reshape(len(places), -1, self.ways) for values in (off_by(errors), errors.alike))
        return [PxFit(*fit) for fit in zip(off.min(2), off.argmin(2), alike.max(2), strict=True)]
