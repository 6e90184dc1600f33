"""What people have said of pieces that vision is not sure of."""

from __future__ import annotations

from dataclasses import dataclass

Features = tuple[float, ...]
"""What a die's face looks like, a vector of unit length; () where it is read surely, or nothing tells."""


@dataclass(frozen=True, slots=True)
class Vouched:
    """What looks no stranger than this is not asked about again.

    `least` are names with the least probability at which people vouch for them; `faces` the dice that they named, each
    with what its face looked like, the latest last.
    """

    least: tuple[tuple[str, float], ...] = ()
    faces: tuple[tuple[str, Features], ...] = ()


NOBODY = Vouched()
"""Nobody has said anything yet."""
