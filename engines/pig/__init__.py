"""Pig: one die, thrown on and on until the player banks or a 1 takes the turn (PG-1 to PG-6)."""

from __future__ import annotations

from engines.core import Game, GameOdds
from engines.dealer import any_legal
from engines.pig.odds import chances, choices
from engines.pig.rules import EVENTS, OPTIONS, SEATS
from engines.pig.state import Pig, begin, most_points

__all__ = ["GAME", "Pig", "chances", "choices"]

GAME = Game(
    name="pig",
    title="Pig",
    seats=SEATS,
    options=OPTIONS,
    begin=begin,
    events=EVENTS,
    policies={"random": any_legal, "sensible": most_points},
    rulings="PG",
    odds=GameOdds(choices, chances),
)
