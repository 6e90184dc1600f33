"""What only one game shows, as plain data for its panel on the page.

Each module in `games` offers `panel`, which takes the match and its state as a spectator sees it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from engines.core import Match
from engines.games import GAMES
from engines.names import module_of

PANELS: Mapping[str, Callable[[Match, Any], dict[str, Any]]] = {
    game: import_module(f"companion.panels.games.{module_of(game)}").panel for game in GAMES
}
"""Game -> its panel."""


def panel(match: Match) -> dict[str, Any]:
    """The panel of the match's game."""
    return PANELS[match.game.name](match, match.state.view(None))
