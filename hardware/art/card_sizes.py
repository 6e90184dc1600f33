"""The sizes of real games' cards: as people write them, and which of them a measured ratio of sides may be."""

from __future__ import annotations

import re

from hardware.art.deck import SIZE

CardSize = tuple[float, float]
"""Width and height of an upright card, mm; the width is the shorter, or both are alike."""
STANDARD: CardSize = SIZE
"""That of our own cards, and of all that nobody says more of."""

REAL_SIZES: tuple[CardSize, ...] = ((44.0, 68.0), (57.0, 87.0), STANDARD, (70.0, 120.0), (70.0, 70.0))
"""Cards that games come with: mini, bridge, standard, tarot, square."""
LEAST_MM, MOST_MM = 30.0, 150.0
"""Cards that a mat can be drawn for."""
MEASURED_TOLERANCE = 0.05
"""A measured ratio of sides is off a card's own by no more than this part: a phone is held a little aslant."""
ALIKE_TOLERANCE = 0.025
"""Sizes whose ratios of sides differ by less than this part cannot be told apart by measuring."""
_WRITTEN = re.compile(r"(\d{2,3}(?:\.\d)?)\s*[x×]\s*(\d{2,3}(?:\.\d)?)", re.IGNORECASE)


def card_size(text: str) -> CardSize:
    """The size that somebody wrote, as in "57x87". Raises ValueError, saying what is wrong."""
    found = _WRITTEN.fullmatch(text.strip())
    if found is None:
        raise ValueError(f"{text!r} is no size of a card: write its width and height in mm, as in 57x87")
    short, long = sorted(float(side) for side in found.groups())
    if short < LEAST_MM or long > MOST_MM:
        raise ValueError(f"{text!r}: cards are from {LEAST_MM:g} to {MOST_MM:g} mm long")
    return short, long


def in_words(size: CardSize) -> str:
    """57 x 87 mm."""
    return f"{size[0]:g} x {size[1]:g} mm"


def sizes_of(aspect: float) -> tuple[CardSize, ...]:
    """The real sizes that cards may have whose short side over the long one was measured, the likeliest first."""
    near = sorted(REAL_SIZES, key=lambda size: _off(size, aspect))
    best = _off(near[0], aspect)
    if best > MEASURED_TOLERANCE:
        return ()
    return tuple(size for size in near if _off(size, aspect) < best + ALIKE_TOLERANCE)


def _off(size: CardSize, aspect: float) -> float:
    return abs(aspect * size[1] / size[0] - 1)
