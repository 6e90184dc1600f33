"""The dice tray on the page, as plain data."""

from __future__ import annotations

from typing import Any

from companion.panels.dice_data import items
from engines.core import Match
from engines.dice_tray import DiceTray


def panel(match: Match, state: DiceTray) -> dict[str, Any]:
    """The dice tray: how often each face came up (1 to 6), each seat's luck in pips, what the test of fairness says."""
    verdict = state.fairness()
    return {
        "counts": list(state.counts()),
        "luck": [round(state.luck(seat), 1) for seat in range(state.seats)],
        "fairness": verdict.words,
        "suspicious": verdict.suspicious,
        "throws": [
            {"seat": throw.seat, "items": items("die", throw.faces), "total": throw.total}
            for throw in reversed(state.lately)
        ],
    }
