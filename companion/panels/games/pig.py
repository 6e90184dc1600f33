"""Pig on the page, as plain data."""

from __future__ import annotations

from typing import Any

from companion.panels.dice_data import items
from engines.core import Match
from engines.pig import Pig


def panel(match: Match, state: Pig) -> dict[str, Any]:
    """Pig: the last throw as items, the points of this turn, and the target."""
    return {
        "phase": state.phase,
        "thrown": items("die", state.thrown),
        "points": state.points,
        "target": state.rules.target,
    }
