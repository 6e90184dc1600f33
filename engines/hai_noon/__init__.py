"""Hai Noon: cards and tiles, two to four players (HN-1 to HN-15)."""

from __future__ import annotations

from engines.core import Game
from engines.dealer import any_legal
from engines.hai_noon.policies import sensible
from engines.hai_noon.rules import OPTIONS, PEOPLE, SEATS
from engines.hai_noon.state import HaiNoon, begin, event_seen_by
from engines.hai_noon.steps.refusals import EVENTS

__all__ = ["GAME", "HaiNoon", "event_seen_by"]

GAME = Game(
    name="hai-noon",
    title="Hai Noon",
    seats=SEATS,
    options=OPTIONS,
    begin=begin,
    events=EVENTS,
    policies={"random": any_legal, "sensible": sensible},
    people=PEOPLE,
    rulings="HN",
)
