"""What the dice tray says about a throw that a virtual table asks for."""

from __future__ import annotations

from collections.abc import Mapping

from companion.words.language import t, tn
from companion.words.pieces import join
from engines.core import said

WRONG_GAME = said("the dice tray answers virtual tables; begin a game of it")
FIXED = said("this tray takes {count} dice in each throw; begin one with any number of dice")
NO_D6 = said("the camera reads six-sided dice: ask for one at least")
TOO_MANY = said("{count} throws are asked for already; wait until one is done")


def please(dice: Mapping[str, int]) -> str:
    """What to throw: "2d6 and a d20, please"."""
    some = [f"{count}{kind}" if count > 1 else t("a {kind}", kind=kind) for kind, count in dice.items()]
    return t("{dice}, please", dice=join(some))


def wrong_number(thrown: int, wanted: int) -> str:
    """Why a throw was not taken."""
    return tn(
        "{count} die, not {wanted}: throw again", "{count} dice, not {wanted}: throw again", thrown, wanted=wanted
    )
