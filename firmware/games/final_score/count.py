"""What the modules of all games count with."""

from __future__ import annotations

from engines.core import Reason
from engines.names import face_of, kind_of

Items = list[tuple[str, str]]
"""Place and likeliest item of each piece."""
Count = tuple[tuple[int, ...], tuple[int, ...], tuple[Reason, ...]]
"""Points by seat, who wins, and why."""


def dice_faces(items: Items, kind: str) -> tuple[int, ...]:
    """What the dice of a kind show, in order; 0 for the wave."""
    shown = [face_of(item) for _, item in items if kind_of(item) == kind]
    return tuple(sorted(0 if face == "wave" else int(face) for face in shown))
