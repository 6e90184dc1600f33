"""What comes next: the words in which the table of steps (stages.py) is written."""

from __future__ import annotations

from typing import NamedTuple

from engines.splash_down.sets import Cards


class Stage(NamedTuple):
    """What comes next: `name` is a key of the tables in stages.py, the rest what that step needs to know."""

    name: str
    seat: int = 0
    """Whose action, call or gain it is."""
    card: str = ""
    """The action being settled, or that must be used."""
    aim: tuple[str, ...] = ()
    """What it is aimed at."""
    blocks: int = 0
    """Blocks played against it and against each other."""
    queue: tuple[int, ...] = ()
    """Seats still to answer, the next one first; or the seat that a card is taken from."""
    cards: Cards = ()
    """Cards given so far, or looked at."""


OPEN = Stage("open")
"""Nothing is pending: anybody may act, and the next card may be drawn."""
