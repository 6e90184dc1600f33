"""Who plays at a box, and with what: what people said at its first start."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Household:
    """The `names` that are offered when a match begins, the `games` that people have, and those of them whose cards are
    their `own` (not printed from ours). `done`: the first start is over; until then nothing is played. `language`: in
    which the device speaks ("": as its settings say)."""

    names: tuple[str, ...] = ()
    games: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    done: bool = True
    language: str = ""


UNASKED = Household()
"""Nobody was asked: all games are offered, and no names."""
