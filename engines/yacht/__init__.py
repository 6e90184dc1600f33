"""Yacht: five dice, three throws, and a sheet of categories (YA-1 to YA-8)."""

from __future__ import annotations

from engines.core import Game
from engines.dealer import any_legal
from engines.yacht.rules import EVENTS, OPTIONS, SEATS
from engines.yacht.state import Yacht, begin, most_points, worth

__all__ = ["GAME", "Yacht", "worth"]

GAME = Game(
    name="yacht",
    title="Yacht",
    seats=SEATS,
    options=OPTIONS,
    begin=begin,
    events=EVENTS,
    policies={"random": any_legal, "sensible": most_points},
    rulings="YA",
)
