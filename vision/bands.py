"""A picture by bands of rows: what is worked out of a whole one in floats takes 11 MB and more at once."""

from __future__ import annotations

from collections.abc import Iterator

BAND_PX = 64
"""Rows of a picture that are worked out at once."""


def bands(height: int) -> Iterator[slice]:
    """The rows of a picture, some at a time."""
    return (slice(top, min(top + BAND_PX, height)) for top in range(0, height, BAND_PX))
