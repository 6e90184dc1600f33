"""Hai Noon: cards and tiles, two to four players (HN-1 to HN-14)."""

from __future__ import annotations

from engines.core import Game
from engines.dealer import anyhow
from engines.hai_noon.policies import sensible
from engines.hai_noon.rules import OPTIONS, SEATS
from engines.hai_noon.state import HaiNoon, begin, shown
from engines.hai_noon.steps.refusals import EVENTS

__all__ = ["GAME", "HaiNoon", "shown"]

GAME = Game("hai-noon", "Hai Noon", SEATS, OPTIONS, begin, EVENTS, {"random": anyhow, "sensible": sensible})
