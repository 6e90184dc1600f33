"""Cribbage for two: the pegging and the show, seen on the table (CB-1 to CB-7)."""

from __future__ import annotations

from engines.core import Game
from engines.cribbage.state import EVENTS, OPTIONS, SEATS, Cribbage, begin, sensible
from engines.dealer import any_legal

__all__ = ["GAME", "Cribbage"]

GAME = Game(
    name="cribbage",
    title="Cribbage",
    seats=SEATS,
    options=OPTIONS,
    begin=begin,
    events=EVENTS,
    policies={"random": any_legal, "sensible": sensible},
    rulings="CB",
)
