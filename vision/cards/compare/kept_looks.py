"""What was seen of faces in places of a picture, kept: the same place comes up again and again in a search."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Generic, TypeVar

import numpy as np

from vision.cards.deck.geometry import sides
from vision.reading import Floats

SAME_SHARE = 0.003
"""Quads are the same whose corners are nearer than this part of the short side."""
Seen = TypeVar("Seen")


class KeptLooks(Generic[Seen]):
    """What came of each look at a face in a quad (4, 2) that was held so firm and lay under some covers (quads)."""

    def __init__(self) -> None:
        self._kept: dict[tuple[int, float, int], list[tuple[Floats, Seen]]] = defaultdict(list)

    def keep(self, face: int, quad: Floats, firmness: float, covers: Sequence[Floats], seen: Seen) -> None:
        """Keeps what came of a look."""
        self._kept[face, firmness, len(covers)].append((np.stack([quad, *covers]), seen))

    def same(self, face: int, quad: Floats, firmness: float, covers: Sequence[Floats]) -> Seen | None:
        """What came of the same look before; None if there was none."""
        kept = self._kept[face, firmness, len(covers)]
        if not kept:
            return None
        place, near = np.stack([quad, *covers]), SAME_SHARE * float(sides(quad).min())
        return next((seen for other, seen in kept if np.abs(place - other).max() < near), None)
