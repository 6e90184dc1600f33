"""What the panels of games with dice share."""

from __future__ import annotations

from collections.abc import Iterable


def items(kind: str, faces: Iterable[int]) -> list[str]:
    """Dice of a kind as items: `swimmer-2`; a face of 0 is the wave."""
    return [f"{kind}-{face or 'wave'}" for face in faces]
