"""Shut the Box on the page, as plain data."""

from __future__ import annotations

from typing import Any

from companion.panels.dice_data import items
from companion.words.games import shut_the_box as words
from engines import odds
from engines.core import Match
from engines.shut_the_box import ShutTheBox

SHOWN = 3
"""So many of the best choices are told."""


def panel(match: Match, state: ShutTheBox) -> dict[str, Any]:
    """Shut the Box: the last throw as items, all tiles with whether they are open, and what is best.

    `best` are triples of tiles in words, the points that this turn then leaves on average, and the chance to win.
    """
    best = odds.choices(state)[:SHOWN] if state.phase == "shut" else ()
    return {
        "phase": state.phase,
        "thrown": items("die", state.thrown),
        "tiles": [[tile, tile in state.open] for tile in state.rules.all_tiles],
        "open": sum(state.open),
        "best": [[words.tiles(choice.event), round(-choice.points, 1), round(choice.win, 3)] for choice in best],
        "turns": list(state.turns),
        "rounds": state.rules.rounds,
    }
