"""Splash Down, whole: rulings SD-1 to SD-18.

Between two draws the game is open: anybody may play an action, or call the card drawn last. A draw closes that, brings
hands down to ten cards, and awaits the card. At a Breach the seats score one after the other, in secret; Current is
answered in the same way. Each step and what comes of it stands in the table of stages.py.
"""

from engines.core import Game
from engines.dealer import any_legal
from engines.splash_down.policies import sensible
from engines.splash_down.reach import SetReach, Wanted, reach
from engines.splash_down.rules import OPTIONS, PEOPLE, SEATS, settled
from engines.splash_down.scoring import ScoreSheet, score_table
from engines.splash_down.state import SplashDown, start, under_way
from engines.splash_down.steps.events import EVENTS
from engines.splash_down.visibility import event_seen_by

GAME = Game(
    name="splash-down",
    title="Splash Down",
    seats=SEATS,
    options=OPTIONS,
    begin=lambda players, options: start(players, settled(options)),
    events=EVENTS,
    policies={"random": any_legal, "sensible": sensible},
    people=PEOPLE,
    rulings="SD",
)

__all__ = [
    "GAME",
    "ScoreSheet",
    "SetReach",
    "SplashDown",
    "Wanted",
    "event_seen_by",
    "reach",
    "score_table",
    "under_way",
]
