"""What only one game shows, as plain data for its panel on the page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.panels import dice_tray, farkle, hai_noon, hold_your_breath, pig, shark_attacks, splash_down, yacht
from engines.core import Match

PANELS: Mapping[str, Callable[[Match, Any], dict[str, Any]]] = {
    "shark-attacks": shark_attacks.panel,
    "dice-tray": dice_tray.panel,
    "hai-noon": hai_noon.panel,
    "hold-your-breath": hold_your_breath.panel,
    "splash-down": splash_down.panel,
    "pig": pig.panel,
    "farkle": farkle.panel,
    "yacht": yacht.panel,
}
"""Game -> its panel, made of the match and of its state as a spectator sees it."""


def panel(match: Match) -> dict[str, Any]:
    """The panel of the match's game."""
    return PANELS[match.game.name](match, match.state.view(None))
