"""Hold Your Breath!, whole: rulings HB-1 to HB-16.

`cards` reads the deck file, `rules` settles options and lists every way to play a card, `position` is where a game
stands, `state` what may happen then, `plays` and `turns` change it, `ends` says who wins and `reasons` why, `pieces`
what lies on the table, `policies` play by themselves, `odds` looks ahead.
"""

from __future__ import annotations

from engines.core import Game, Options
from engines.dealer import any_legal
from engines.hold_your_breath.policies import sensible
from engines.hold_your_breath.rules import OPTIONS, PEOPLE, SEATS, settle
from engines.hold_your_breath.state import HoldYourBreath
from engines.hold_your_breath.turns import deal

__all__ = ["GAME", "HoldYourBreath", "begin"]

EVENTS = {
    "draw": "cards come off the top of the Dive Deck into a hand (?? where nobody shows them)",
    "play": "the seat plays a card: the card, what for (air-5, swim-10, panic 2, calm panic, kraken five), and on whom",
    "end": "the seat plays no further card; without Air played it costs a card",
    "panic": "for want of Air a card goes face down before the seat as a Panic",
    "discard": "a card is discarded: by force, or before drawing",
    "done": "the seat discards no further card and draws up to five",
    "reveal": "the face-down Panic that a Calm discarded is turned up",
    "keep": "the seat ends the turn without drawing (option optional_refill)",
    "breathe": "the seat says that there is Air in hand (option air_check=start)",
    "lot": "lots say who begins the Ascent (option ascent_tie=lot)",
}


def begin(players: int, options: Options) -> HoldYourBreath:
    """The first state: nobody has a card yet. Raises BadDiveDeck for a bad deck, BadEvent for a missing first seat."""
    rules = settle(players, options)
    nothing: tuple[()] = ()
    state = deal(
        HoldYourBreath(
            rules,
            step="draw",
            seat=rules.first,
            first=rules.first,
            hands=(nothing,) * players,
            open=(options["hands"] == "open",) * players,
            deck=sum(rules.counts.values()),
            pile=(),
            panics=(nothing,) * players,
            sharks=(nothing,) * players,
            depths=(0,) * players,
        )
    )
    assert isinstance(state, HoldYourBreath)  # dealing replaces fields of the state
    return state


GAME = Game(
    name="hold-your-breath",
    title="Hold Your Breath!",
    seats=SEATS,
    options=OPTIONS,
    begin=begin,
    events=EVENTS,
    policies={"random": any_legal, "sensible": sensible},
    people=PEOPLE,
    rulings="HB",
)
