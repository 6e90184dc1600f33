"""Farkle on the page, as plain data."""

from __future__ import annotations

from typing import Any

from companion.panels.dice_data import items
from engines.core import Match
from engines.farkle import Farkle


def panel(match: Match, state: Farkle) -> dict[str, Any]:
    """Farkle: the dice set aside and the others as items, the points of this turn, and who had how many farkles.

    `last` is whether this is the last round.
    """
    return {
        "phase": state.phase,
        "kept": items("die", state.kept),
        "thrown": items("die", state.thrown),
        "points": state.points,
        "farkles": list(state.farkles),
        "target": state.rules.target,
        "last": state.closing is not None,
    }
