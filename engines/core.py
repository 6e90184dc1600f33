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

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple, Self

HOUSE = "house"
"""The kind of an event that the rules forbid and the group let stand: its first item is the kind that it was."""
BLANK = "??"
"""A piece whose face is not known (a card in a hand, a face-down pile)."""


class RulesError(Exception):
    """Anything the rules refuse."""


class BadEvent(RulesError):
    """The event cannot be read at all; the message says what is wrong with it."""


class IllegalEvent(RulesError):
    """The event can be read but is not allowed now.

    `reason` is a sentence for people; `rule` the id of the ruling that forbids it ("SA-5"), or "".
    """

    def __init__(self, reason: str, rule: str = "") -> None:
        super().__init__(f"{reason} ({rule})" if rule else reason)
        self.reason = reason
        self.rule = rule


class Event(NamedTuple):
    """What happened: a seat's decision, or the outcome of a chance (`seat` is None).

    `items` are the pieces, places or seats concerned, as strings: Event("throw", None, ("swimmer-2", "shark-wave")).
    """

    kind: str
    seat: int | None = None
    items: tuple[str, ...] = ()

    def __str__(self) -> str:
        """One line of text, quoted by error messages and playthroughs: `throw: swimmer-2 shark-wave`, `bank @0`."""
        seat = "" if self.seat is None else f" @{self.seat}"
        return f"{self.kind}{seat}" + (": " + " ".join(self.items) if self.items else "")


@dataclass(frozen=True, slots=True)
class Turn:
    """A decision is awaited from one seat, or from any one of several (a call that anybody may make)."""

    seats: tuple[int, ...]

    @property
    def seat(self) -> int:
        """The seat whose decision it is; the first, where several may decide."""
        return self.seats[0]


@dataclass(frozen=True, slots=True)
class Pool:
    """Pieces that chance draws from: `count` of them, or from `count` to `most`.

    `faces` are (item, weight) pairs: for dice (`replace=True`) how many sides show that face, for cards how many such
    cards are left in the pile.
    """

    kind: str
    count: int
    faces: tuple[tuple[str, int], ...]
    replace: bool = True
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Chance:
    """An outcome of chance is awaited: an event of kind `event` whose items are the pools' items, pool after pool."""

    event: str
    pools: tuple[Pool, ...]


@dataclass(frozen=True, slots=True)
class Over:
    """The game has ended; several winners share the title."""

    winners: tuple[int, ...]


Awaits = Turn | Chance | Over


class Expected(NamedTuple):
    """A piece that should lie on the table: where, of which kind, showing what.

    `fresh` marks the pieces that the last event threw or laid: they must have moved since the picture before.
    `free` marks pieces that may as well have been taken away (the event die after it was read, say).
    """

    place: str
    kind: str
    face: str
    fresh: bool = False
    free: bool = False


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something happened or counts: a sentence, the ruling behind it, and whether that is a house ruling (U)."""

    text: str
    rule: str
    house: bool = False
    seat: int | None = None
    points: int | None = None


class State(ABC):
    """Where a game stands. Subclasses are frozen dataclasses without slots; every method is pure."""

    __slots__ = ("_answers",)
    _answers: dict[str, Any]
    """What it was asked once, see `engines.once`."""

    @property
    @abstractmethod
    def awaits(self) -> Awaits:
        """What must happen next."""

    @abstractmethod
    def legal(self) -> tuple[Event, ...]:
        """Every decision that may be taken now, each once; empty unless a Turn is awaited."""

    @abstractmethod
    def apply(self, event: Event) -> State:
        """The state after `event`. Raises IllegalEvent, or BadEvent for what is no event of this game."""

    @abstractmethod
    def scores(self) -> tuple[int, ...]:
        """Points of each seat as they stand."""

    @abstractmethod
    def expected_pieces(self) -> tuple[Expected, ...]:
        """What the table looks like now: every piece that the camera should see."""

    @abstractmethod
    def why(self) -> tuple[Reason, ...]:
        """Why the last event did what it did: scores, losses, what the rules made happen by themselves."""

    def replace(self, **changes: Any) -> Self:
        """This state with some fields changed: `dataclasses.replace`, several times as fast (most of a move's time)."""
        changed = object.__new__(type(self))
        changed.__dict__.update(self.__dict__, **changes)
        if len(changed.__dict__) > len(self.__dict__):
            raise TypeError(f"a state has no field {', '.join(changes.keys() - self.__dict__.keys())}")
        return changed

    def likely_mistakes(self) -> tuple[Event, ...]:
        """Decisions that people take by mistake: `apply` refuses them, `apply_anyway` lets them stand.

        Games need not list any.
        """
        return ()

    def apply_anyway(self, event: Event) -> State:
        """The state after one of the `likely_mistakes` that the group lets stand; any other raises IllegalEvent."""
        raise IllegalEvent("this cannot be let stand: the game would not know how to go on")

    @property
    def position_key(self) -> object:
        """Where the game stands, without what was said of the last event: equal for states that go on alike."""
        return self

    def view(self, seat: int | None) -> State:
        """The state as `seat` may see it (None: a spectator), blanks for the rest. Games without secrets: itself."""
        return self

    def public(self, event: Event) -> Event:
        """The next event as everybody at the table sees it: blanks for cards that go by face down."""
        return event

    @property
    def acting_seat(self) -> int | None:
        """Whose turn it is; None in games that do not know, for chance does not say it by itself."""
        return None

    @property
    def draw_pile(self) -> int | None:
        """Cards left in the draw pile; None in games without one."""
        return None

    @property
    def discard_pile(self) -> tuple[str, ...]:
        """The discard pile as it lies there, the top last; a BLANK for a card that covers it face down."""
        return ()

    @property
    def signs_held(self) -> tuple[int, ...]:
        """Signs that each seat has; empty in games without signs."""
        return ()


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


@dataclass(frozen=True)
class Match:
    """A game, its players, and all that has happened. A value: every change gives a new match."""

    game: Game
    players: tuple[str, ...]
    options: tuple[tuple[str, int | str | bool], ...]
    events: tuple[Event, ...]
    states: tuple[State, ...] = field(compare=False, repr=False)
    """The state before the first event and after each one: len(events) + 1."""

    @classmethod
    def begin(cls, game: Game, players: tuple[str, ...], options: Mapping[str, object] | None = None) -> Match:
        """A fresh match. Raises BadEvent for names that clash or are empty, or options that do not fit."""
        names = tuple(name.strip() for name in players)
        if not all(names) or len({n.casefold() for n in names}) != len(names):
            raise BadEvent(f"each player needs a name of their own, not {', '.join(players) or 'none'}")
        settled = game.settle(options or {})
        return cls(game, names, tuple(settled.items()), (), (game.start(len(names), settled),))

    @property
    def state(self) -> State:
        """Where the game stands."""
        return self.states[-1]

    def play(self, *events: Event) -> Match:
        """The match after `events`. Raises IllegalEvent or BadEvent at the first that does not fit."""
        states = list(self.states)
        for event in events:
            states.append(after(states[-1], event))
        return self._with(events, states)

    def _with(self, events: tuple[Event, ...], states: list[State]) -> Match:
        """The match with `events` more; `states` are all its states then."""
        return Match(self.game, self.players, self.options, self.events + events, tuple(states))

    def upto(self, count: int) -> Match:
        """The match as it stood after its first `count` events."""
        return Match(self.game, self.players, self.options, self.events[:count], self.states[: count + 1])

    def undo(self) -> Match:
        """Without the last event; itself when nothing has happened."""
        return self.upto(max(len(self.events) - 1, 0))

    def correct(self, index: int, event: Event) -> tuple[Match, tuple[Event, ...]]:
        """Put `event` in the place of number `index` (from 0) and replay what came after.

        Gives the new match and the later events that no longer fit (from the first misfit on; none if all still hold).
        Raises IllegalEvent if `event` itself does not fit there, BadEvent if there is no such number.
        """
        if not 0 <= index < len(self.events):
            raise BadEvent(f"there is no event {index}; the match has {len(self.events)}")
        before, later = self.upto(index), self.events[index + 1 :]
        states = [*before.states, after(before.state, event)]
        try:
            for follower in later:
                states.append(after(states[-1], follower))
        except RulesError:
            pass  # what does not fit is given back
        done = len(states) - len(before.states) - 1
        return before._with((event, *later[:done]), states), later[done:]


def after(state: State, event: Event) -> State:
    """The state after an event, house rulings included. Raises as `State.apply` does."""
    return state.apply_anyway(inner(event)) if event.kind == HOUSE else state.apply(event)


def house_ruling(event: Event) -> Event:
    """The event as a house ruling: the rules forbid it, the group lets it stand."""
    return Event(HOUSE, event.seat, (event.kind, *event.items))


def inner(event: Event) -> Event:
    """What a house ruling lets stand. Raises BadEvent if it does not say."""
    if not event.items:
        raise BadEvent("a house ruling says what is let stand: its kind first, then its items")
    return Event(event.items[0], event.seat, event.items[1:])


def encode(event: Event) -> dict[str, Any]:
    """The event as plain JSON data: {"event": kind, "seat": 0, "items": [...]}; empty parts are left out."""
    data: dict[str, Any] = {"event": event.kind}
    if event.seat is not None:
        data["seat"] = event.seat
    if event.items:
        data["items"] = list(event.items)
    return data


def decode(data: object) -> Event:
    """The event in plain JSON data. Raises BadEvent for anything else."""
    if not isinstance(data, dict) or not isinstance(data.get("event"), str):
        raise BadEvent(f'an event is an object such as {{"event": "bank", "seat": 0}}, not {data!r:.80}')
    seat, items = data.get("seat"), data.get("items", [])
    extra = set(data) - {"event", "seat", "items"}
    if extra:
        raise BadEvent(f"an event has the fields event, seat and items, not {', '.join(sorted(map(str, extra)))}")
    if seat is not None and (isinstance(seat, bool) or not isinstance(seat, int)):
        raise BadEvent(f"seat must be a whole number, not {seat!r:.40}")
    if not isinstance(items, list) or not all(isinstance(item, str) for item in items):
        raise BadEvent(f"items must be a list of strings, not {items!r:.80}")
    return Event(data["event"], seat, tuple(items))
