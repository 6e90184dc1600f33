"""Oh Hell (contract whist): bid just as many tricks as you will take (OH-1 to OH-8)."""

from __future__ import annotations

from engines.core import Game
from engines.dealer import any_legal
from engines.oh_hell.rules import EVENTS, OPTIONS, SEATS
from engines.oh_hell.state import OhHell, begin, sensible

__all__ = ["GAME", "OhHell"]

GAME = Game(
    name="oh-hell",
    title="Oh Hell",
    seats=SEATS,
    options=OPTIONS,
    begin=begin,
    events=EVENTS,
    policies={"random": any_legal, "sensible": sensible},
    rulings="OH",
)
