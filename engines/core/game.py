"""A game: what it is called, who may play, its options, what is possible when people come and go."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from engines.core.event import BadEvent, Event, IllegalEvent
from engines.core.said import said
from engines.core.state import State


@dataclass(frozen=True, slots=True)
class Option:
    """A choice made at set-up. `values` lists what is allowed, or gives the range of a number."""

    name: str
    default: int | str | bool
    values: tuple[int | str | bool, ...] | range
    doc: str
    rule: str = ""
    house: bool = False

    def read(self, value: object) -> int | str | bool:
        """`value` (a string from a command line, or JSON) as this option's type; raises BadEvent, saying what fits."""
        text = str(value).strip()
        for allowed in self.values:
            if str(allowed).lower() == text.lower():
                return allowed
        raise BadEvent(f"option {self.name}: {text!r} does not fit; it takes {self.fits()}")

    def fits(self) -> str:
        """The allowed values in words."""
        if isinstance(self.values, range):
            return f"a whole number from {self.values[0]} to {self.values[-1]}"
        return ", ".join(str(v).lower() for v in self.values)


Options = Mapping[str, int | str | bool]
Policy = Callable[[State, Random], Event]


@dataclass(frozen=True, slots=True)
class ComingAndGoing:
    """What a game's rules make possible while it is played: who sits down, gets up, or plays in another order.

    To be called otherwise, to hand a seat over and to pause is possible in every game, for it leaves the game as it is.
    What is not possible is refused with the sentence `instead` and the ruling `rule`.
    """

    possible: frozenset[str] = frozenset()
    """Of `join`, `leave` and `turns`."""
    rule: str = ""
    instead: str = said("this game is played to its end by the seats that began it; a seat can be handed over")

    def asks_the_rules(self, event: Event) -> bool:
        """Whether an event changes where the game stands. Raises IllegalEvent if it is not possible in this game."""
        if event.kind not in ("join", "leave", "turns"):
            return False
        if event.kind not in self.possible:
            raise IllegalEvent(self.instead, self.rule)
        return True


@dataclass(frozen=True, slots=True)
class GameOdds:
    """What a game's own module knows of chances; each function takes a state of that game."""

    choices: Callable[[Any], tuple[tuple[Event, float, float], ...]]
    """Each legal decision with the points it brings and its seat's chance to win."""
    chances: Callable[[Any], tuple[float, ...]]
    """Each seat's chance to win from here, at any moment."""


@dataclass(frozen=True)
class Game:
    """A game's entry in the list of games: how many may play, its options, how it starts, who plays it by itself."""

    name: str
    title: str
    seats: range
    options: tuple[Option, ...]
    begin: Callable[[int, Options], State]
    events: Mapping[str, str]
    """Every kind of event this game knows -> a short sentence on it."""
    policies: Mapping[str, Policy] = field(default_factory=dict)
    people: ComingAndGoing = ComingAndGoing()
    rulings: str = ""
    """What the ids of its rulings begin with ("SA" of "SA-5"); "" for a game without any."""
    odds: GameOdds | None = None

    def start(self, players: int, options: Mapping[str, object] | None = None) -> State:
        """The first state. Raises BadEvent for a number of players or an option that does not fit."""
        if players not in self.seats:
            raise BadEvent(f"{self.title} is for {self.seats[0]} to {self.seats[-1]} players, not {players}")
        return self.begin(players, self.settle(options or {}))

    def settle(self, given: Mapping[str, object]) -> dict[str, int | str | bool]:
        """All options with their values: the given ones read and checked, the others at their default."""
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                raise BadEvent(f"{self.title} has no option {name!r}; it has {', '.join(known) or 'none'}")
        return {name: o.read(given[name]) if name in given else o.default for name, o in known.items()}
