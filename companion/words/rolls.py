"""What the dice tray says about a throw that a virtual table asks for."""

from __future__ import annotations

from collections.abc import Mapping

WRONG_GAME = "the dice tray answers virtual tables; begin a game of it"
FIXED = "this tray takes {count} dice in each throw; begin one with any number of dice"
NO_D6 = "the camera reads six-sided dice: ask for one at least"
TOO_MANY = "{count} throws are asked for already; wait until one is done"


def please(dice: Mapping[str, int]) -> str:
    """What to throw: "2d6 and a d20, please"."""
    *some, last = [f"{count}{kind}" if count > 1 else f"a {kind}" for kind, count in dice.items()]
    return f"{', '.join(some) + ' and ' if some else ''}{last}, please"


def wrong_number(thrown: int, wanted: int) -> str:
    """Why a throw was not taken."""
    return f"{thrown} {'die' if thrown == 1 else 'dice'}, not {wanted}: throw again"
