"""The list of games. A new game is one module and one row here; the contract tests then take it up by themselves."""

from __future__ import annotations

from engines import (
    cribbage,
    dice_tray,
    farkle,
    hai_noon,
    hold_your_breath,
    oh_hell,
    pig,
    score,
    shark_attacks,
    shut_the_box,
    splash_down,
    yacht,
)
from engines.core import BadEvent, Game

GAMES: dict[str, Game] = {
    game.name: game
    for game in (
        shark_attacks.GAME,
        dice_tray.GAME,
        hold_your_breath.GAME,
        hai_noon.GAME,
        splash_down.GAME,
        pig.GAME,
        shut_the_box.GAME,
        farkle.GAME,
        yacht.GAME,
        oh_hell.GAME,
        cribbage.GAME,
        score.GAME,
    )
}


def game_named(name: str) -> Game:
    """The game of that name. Raises BadEvent with the names there are."""
    try:
        return GAMES[name]
    except KeyError:
        raise BadEvent(f"there is no game {name!r}; there are {', '.join(GAMES)}") from None
