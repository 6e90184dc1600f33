"""Yacht on the page, as plain data."""

from __future__ import annotations

from typing import Any

from companion.panels.dice_data import items
from companion.words.games import yacht as words
from engines.core import Match
from engines.yacht import Yacht, worth
from engines.yacht.rules import OPEN

SHOWN = 3
"""So many of the best choices are told."""


def panel(match: Match, state: Yacht) -> dict[str, Any]:
    """Yacht: the dice as items, the throws left, the sheets of all seats, and what is best.

    `sheets` are rows of (category in words, what each seat has there, null where it is open); `best` are pairs of a
    choice in words and the points that then still come to this seat's sheet on average.
    """
    rows = zip(state.rules.categories, zip(*state.sheets, strict=True), strict=True)
    return {
        "phase": state.phase,
        "dice": items("die", state.dice),
        "throws": state.throws,
        "sheets": [[words.category(name), [None if held == OPEN else held for held in seats]] for name, seats in rows],
        "best": [[words.offered(match, event, state), round(points, 1)] for event, points in worth(state)[:SHOWN]],
        "extras": list(state.extras),
    }
