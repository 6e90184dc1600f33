"""Cribbage for two to four: the pegging and the show, seen on the table (CB-1 to CB-8)."""

from __future__ import annotations

from engines.core import Game
from engines.cribbage.policies import sensible
from engines.cribbage.rules import EVENTS, OPTIONS, SEATS
from engines.cribbage.state import Cribbage, begin
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
