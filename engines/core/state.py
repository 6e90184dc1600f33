"""Where a game stands, and what must happen next."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

from engines.core.event import Event, IllegalEvent
from engines.core.said import said


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
        raise IllegalEvent(said("this cannot be let stand: the game would not know how to go on"))

    def seated(self, event: Event) -> State:
        """The state after somebody joined or left, or the order of the seats changed, in games that allow it.

        Raises IllegalEvent where it does not fit now, with the reason and the ruling.
        """
        raise IllegalEvent(said("nobody comes or goes in this game"))

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
