"""The six words of the rules: what happened, where a game stands, what must happen next.

Chance comes from outside: a state never rolls, shuffles or deals. It says what it `awaits`, somebody (the camera, a
seeded dealer, a person) answers with an `Event`, and `apply` gives the next state. States and events are values: they
never change, so a save is a list of events, replay is exact and undo is dropping the last event.

A state may hold blanks (`BLANK`): at a table nobody shows the device their hand.

Errors, by whose fault it is:

    RulesError
    ├── BadEvent        cannot be read: not an event of this game at all
    └── IllegalEvent    readable, but not allowed now; carries the reason and the rule id
"""

from engines.core.event import (
    BLANK,
    HOUSE,
    BadEvent,
    Event,
    IllegalEvent,
    RulesError,
    decode,
    encode,
    house_ruling,
    inner,
)
from engines.core.game import ComingAndGoing, Game, GameOdds, Option, Options, Policy
from engines.core.match import Match, Moment, after, moment_after
from engines.core.said import Said, counted, said
from engines.core.seating import MOST_SEATS, SEATING, Seating
from engines.core.state import Awaits, Chance, Expected, Over, Pool, Reason, State, Turn

__all__ = [
    "BLANK",
    "HOUSE",
    "MOST_SEATS",
    "SEATING",
    "Awaits",
    "BadEvent",
    "Chance",
    "ComingAndGoing",
    "Event",
    "Expected",
    "Game",
    "GameOdds",
    "IllegalEvent",
    "Match",
    "Moment",
    "Option",
    "Options",
    "Over",
    "Policy",
    "Pool",
    "Reason",
    "RulesError",
    "Said",
    "Seating",
    "State",
    "Turn",
    "after",
    "counted",
    "decode",
    "encode",
    "house_ruling",
    "inner",
    "moment_after",
    "said",
]
