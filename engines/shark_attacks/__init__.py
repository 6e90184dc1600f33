"""Shark Attacks!: a game of dice (SA-1 to SA-15)."""

from __future__ import annotations

from engines.core import Game
from engines.dealer import any_legal
from engines.shark_attacks.pieces import EVENTS
from engines.shark_attacks.rules import OPTIONS, PEOPLE, SEATS
from engines.shark_attacks.state import SharkAttacks, begin, most_points, sensible

__all__ = ["GAME", "SharkAttacks", "most_points"]

GAME = Game(
    name="shark-attacks",
    title="Shark Attacks!",
    seats=SEATS,
    options=OPTIONS,
    begin=begin,
    events=EVENTS,
    policies={"random": any_legal, "sensible": sensible, "points": most_points},
    people=PEOPLE,
    rulings="SA",
)
