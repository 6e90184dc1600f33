"""Shark Attacks! on the page, as plain data."""

from __future__ import annotations

from typing import Any

from companion.panels.dice_data import items
from engines.core import Match
from engines.shark_attacks import SharkAttacks


def panel(match: Match, state: SharkAttacks) -> dict[str, Any]:
    """Shark Attacks!: the dice of this turn as items, `waves` and `red` as counts, signs in the middle and on beaches.

    `thrown`, `fins` and `bites` are the last throw: the dice as items, and who ate what as [fins item, [items]].
    """
    return {
        "phase": state.phase,
        "event": state.event,
        "swimmers": state.swimmers,
        "kept": items("swimmer", state.kept),
        "waves": 0 if state.phase in ("first", "over") else state.dice,
        "red": state.red,
        "escaped": items("swimmer", state.escaped),
        "eaten": items("swimmer", state.eaten),
        "thrown": items("swimmer", state.thrown),
        "fins": items("shark", state.fins),
        "bites": [[f"shark-{fins}", items("swimmer", line)] for fins, line in state.bites],
        "signs": list(state.signs),
        "pool": state.pool,
        "target": state.rules.target,
    }
