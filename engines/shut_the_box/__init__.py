"""Shut the Box: throw two dice, turn over tiles that add up to as much, leave few open (SB-1 to SB-7)."""

from __future__ import annotations

from engines.core import Game, GameOdds
from engines.dealer import any_legal
from engines.shut_the_box.odds import chances, choices
from engines.shut_the_box.rules import EVENTS, OPTIONS, SEATS
from engines.shut_the_box.state import ShutTheBox, begin, fewest_points

__all__ = ["GAME", "ShutTheBox", "chances", "choices"]

GAME = Game(
    name="shut-the-box",
    title="Shut the Box",
    seats=SEATS,
    options=OPTIONS,
    begin=begin,
    events=EVENTS,
    policies={"random": any_legal, "sensible": fewest_points},
    rulings="SB",
    odds=GameOdds(choices, chances),
)
