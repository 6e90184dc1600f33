"""Places that show nothing but the ground about them: the joints of tiles, stripes and veins are lines too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.cards.deck.geometry import grown
from vision.cards.propose.unexplained_print import filled
from vision.reading import Floats, Image


@dataclass(frozen=True, slots=True)
class BareGroundLimits:
    """When a place shows the ground."""

    work_px: int = 480
    """Colours are compared in the picture shrunk to this many px on its long side."""
    beside: float = 1.12
    """What lies within this of a card belongs to it;"""
    around: float = 2.0
    """between that and this lies the ground about a place."""
    bin_values: int = 8
    """Colours (Lab, 0 to 255) are counted in bins of this size, each with its neighbours."""
    least_ring_share: float = 0.01
    """A colour that fewer px about a place have is none of the ground's."""
    ground_share: float = 0.92
    """A place of which more than this has colours of the ground shows the ground: of 17 on bare ground the least was
    0.93, of all other doubtful ones the most 0.88."""
    least_px: int = 60
    """Of fewer px nothing can be told."""


LIMITS = BareGroundLimits()


def show_ground(image: Image, quads: Sequence[Floats], cards: Sequence[Floats]) -> list[bool]:
    """Whether each of some quads (px of a picture, BGR uint8) shows the ground about it, as far as `cards` leave it in
    sight. Those may hold the quads themselves."""
    scale = min(1.0, LIMITS.work_px / max(image.shape[:2]))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    bins = cv2.cvtColor(np.asarray(small, np.uint8), cv2.COLOR_BGR2LAB) // LIMITS.bin_values
    shrunk = [[(quad + 0.5) * scale - 0.5 for quad in some] for some in (quads, cards)]
    return [_shows_ground(np.asarray(bins, np.uint8), quad, shrunk[1]) for quad in shrunk[0]]


def _shows_ground(bins: Image, quad: Floats, cards: Sequence[Floats]) -> bool:
    others = [grown(card, LIMITS.beside - 1) for card in cards if not np.allclose(card, quad)]
    free = ~filled(bins.shape, others)
    inside, near, about = (filled(bins.shape, [grown(quad, by - 1)]) for by in (1.0, LIMITS.beside, LIMITS.around))
    ring, here = bins[about & ~near & free], bins[inside & free]
    if min(len(ring), len(here)) < LIMITS.least_px:
        return False
    side = 256 // LIMITS.bin_values
    counts = np.zeros((side + 2,) * 3, np.float32)
    np.add.at(counts, tuple((ring + 1).T), 1)
    spread = sum(np.roll(counts, step, axis) for axis in range(3) for step in (-1, 1)) + counts
    common = spread[tuple((here + 1).T)] >= LIMITS.least_ring_share * len(ring)
    return bool(common.mean() > LIMITS.ground_share)
