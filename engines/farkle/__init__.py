"""Farkle: six dice, set aside what counts, bank in time (FA-1 to FA-11)."""

from __future__ import annotations

from engines.core import Game, GameOdds
from engines.dealer import any_legal
from engines.farkle.odds import chances, choices
from engines.farkle.rules import EVENTS, OPTIONS, SEATS
from engines.farkle.state import Farkle, begin, most_points

__all__ = ["GAME", "Farkle", "chances", "choices"]

GAME = Game(
    name="farkle",
    title="Farkle",
    seats=SEATS,
    options=OPTIONS,
    begin=begin,
    events=EVENTS,
    policies={"random": any_legal, "sensible": most_points},
    rulings="FA",
    odds=GameOdds(choices, chances),
)
