"""The scorekeeper on the page, as plain data."""

from __future__ import annotations

from companion.panels.card_data import Data, pieces_data
from engines.core import Match
from engines.names import item
from engines.score import Score


def panel(match: Match, state: Score) -> Data:
    """The scorekeeper: the game's own title, what lies or was thrown as items, and how the game ends."""
    cards = {"card": state.rules.pieces} if state.rules.pieces else {}
    data = pieces_data(match, cards, {}) if cards else {}
    return data | {
        "title": state.rules.title,
        "count": state.rules.count,
        "lying": [item(piece.kind, piece.face) for piece in state.tray],
        "points": state.points,
        "target": state.rules.target,
        "rounds": state.rules.rounds,
        "round": state.turns // len(state.score) + 1,
        "lowest": state.rules.lowest,
    }
