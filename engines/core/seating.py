"""Who sits where: people come and go during a match, and the record says so as it says all else.

Seats are never taken away, so that a seat's number means the same all through a record; who leaves leaves an empty one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from engines.core.event import BadEvent, Event, IllegalEvent
from engines.core.said import said

SEATING: Mapping[str, str] = {
    "rename": "who sits there is called otherwise, all through the match; the item is the name",
    "hand-over": "somebody else plays on at this seat; the item is the name",
    "join": "somebody takes a new seat, numbered on, or comes back to the own one; the item is the name",
    "leave": "who sits there leaves",
    "turns": "the seats, given as items, take their turns in this order from now on",
    "pause": "the match rests: nothing else happens until it is resumed",
    "resume": "the match goes on",
}
"""The events that every game knows of people: kind -> a short sentence on it. What a game allows of them it says."""
NAMING = ("rename", "hand-over", "join")
"""Those whose item is a name."""

NOBODY = "\N{EMPTY SET}"
"""What stands for the name of a person who was deleted; for a second one in the same match `∅ 2`."""
EARLIER = "Someone"
"""What stood there in earlier versions."""

MOST_SEATS = 8
"""A match has so many at most, those that were left among them: there are eight colours and emblems."""


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits where at one moment of a match.

    `people` are all who ever sat there, in the order in which they came; `at` says which of them sits at each seat, or
    sat there last; `away` are the seats that were left.
    """

    people: tuple[str, ...]
    at: tuple[int, ...]
    away: frozenset[int] = frozenset()
    paused: bool = False

    @classmethod
    def of(cls, names: Iterable[str]) -> Seating:
        """Everybody at a seat of their own. Raises BadEvent for names that clash or are empty."""
        people = tuple(name.strip() for name in names)
        if not all(people) or len(set(map(person_key, people))) != len(people):
            raise BadEvent(f"each player needs a name of their own, not {', '.join(people) or 'none'}")
        return cls(people, tuple(range(len(people))))

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits at each seat, or sat there last, as people say it."""
        return tuple(map(in_words, self.kept_names))

    @property
    def kept_names(self) -> tuple[str, ...]:
        """The same as it is kept."""
        return tuple(self.people[person] for person in self.at)

    def after(self, event: Event) -> Seating:
        """The seating after any event of a match. Raises BadEvent or IllegalEvent; not all that a game forbids."""
        change = CHANGES.get(event.kind)
        if self.paused and event.kind not in ("resume", "rename"):
            raise IllegalEvent(said("the match is paused: go on with it first"))
        return change(self, event) if change else self

    def called(self, person: int, name: str) -> Seating:
        """The same with one of all `people` called otherwise."""
        return replace(self, people=(*self.people[:person], name, *self.people[person + 1 :]))

    def _rename(self, event: Event) -> Seating:
        return self.called(self.at[_seat(event, self.at)], self._free_name(event))

    def _hand_over(self, event: Event) -> Seating:
        seat = _seat(event, self.at)
        if seat in self.away:
            raise IllegalEvent(said("{name} has left: there is nobody to hand over from", name=self.names[seat]))
        return self._taken(seat, self._free_name(event))

    def _join(self, event: Event) -> Seating:
        if event.seat == len(self.at) < MOST_SEATS:
            return self._taken(event.seat, self._free_name(event))
        seat = _seat(event, self.at)
        if seat not in self.away or person_key(self._free_name(event)) != person_key(self.names[seat]):
            raise IllegalEvent(
                said("this seat is that of {name}: who joins takes the next new one", name=self.names[seat])
            )
        return replace(self, away=self.away - {seat})

    def _leave(self, event: Event) -> Seating:
        seat = _seat(event, self.at)
        if event.items:
            raise _odd(event)
        if seat in self.away:
            raise IllegalEvent(said("{name} has left already", name=self.names[seat]))
        return replace(self, away=self.away | {seat})

    def _order(self, event: Event) -> Seating:
        playing = {str(seat) for seat in range(len(self.at)) if seat not in self.away}
        if event.seat is not None or sorted(event.items) != sorted(playing):
            raise BadEvent(f"{event}: an order has each seat that plays once: {' '.join(sorted(playing))}")
        return self

    def _pause(self, event: Event) -> Seating:
        if event.seat is not None or event.items:
            raise _odd(event)
        return replace(self, paused=True)

    def _resume(self, event: Event) -> Seating:
        if event.seat is not None or event.items:
            raise _odd(event)
        if not self.paused:
            raise IllegalEvent(said("the match is not paused"))
        return replace(self, paused=False)

    def _taken(self, seat: int, name: str) -> Seating:
        """Somebody at a seat: one of those who sat here before, or a new one."""
        known = {person_key(one): number for number, one in enumerate(self.people)}
        number = known.get(person_key(name), len(self.people))
        people = self.people if number < len(self.people) else (*self.people, name)
        return replace(self, people=people, at=(*self.at[:seat], number, *self.at[seat + 1 :]))

    def _free_name(self, event: Event) -> str:
        """The name in an event. Raises BadEvent if there is none, IllegalEvent if another seat is called so."""
        name = event.items[0].strip() if len(event.items) == 1 else ""
        if not name:
            raise BadEvent(f"{event}: its one item is a name")
        others = {person_key(one) for seat, one in enumerate(self.names) if seat != event.seat}
        if event.kind == "rename":  # nor may two people of one match become one
            others |= {person_key(one) for number, one in enumerate(self.people) if number != self._person(event)}
        if person_key(name) in others:
            raise IllegalEvent(
                said("another one here is called {name}: each player needs a name of their own", name=name)
            )
        return name

    def _person(self, event: Event) -> int:
        return self.at[_seat(event, self.at)]


CHANGES: Mapping[str, Callable[[Seating, Event], Seating]] = {
    "rename": Seating._rename,
    "hand-over": Seating._hand_over,
    "join": Seating._join,
    "leave": Seating._leave,
    "turns": Seating._order,
    "pause": Seating._pause,
    "resume": Seating._resume,
}


def person_key(name: str) -> str:
    """What makes two names one person: neither capitals nor spaces."""
    return " ".join(name.split()).casefold()


def is_nobody(name: str) -> bool:
    """Whether this stands for somebody who was deleted."""
    first, _, rest = name.partition(" ")
    return first in (NOBODY, EARLIER) and (not rest or rest.isdecimal())


def in_words(name: str) -> str:
    """A name as people say it: somebody who was deleted is `Someone`, which can be said in any language."""
    if not is_nobody(name):
        return name
    number = name.partition(" ")[2]
    return said("Someone {number}", number=number) if number else said("Someone")


def renamed(start: Seating, events: Iterable[Event], person: int, name: str) -> tuple[Seating, list[Event]]:
    """How a match began and what happened in it, had that person always been called so: then no event tells the old
    name. Names are taken as they come: who asks should have looked whether this one is free."""
    seating, told = start, []
    for event in events:
        seating = seating.after(event) if event.kind in SEATING else seating
        same = event.kind in NAMING and event.seat is not None and seating.at[event.seat] == person
        told.append(event._replace(items=(name,)) if same else event)
    return start.called(person, name) if person < len(start.people) else start, told


def _seat(event: Event, at: tuple[int, ...]) -> int:
    if event.seat is None or not 0 <= event.seat < len(at):
        raise BadEvent(f"{event}: there is no such seat")
    return event.seat


def _odd(event: Event) -> BadEvent:
    return BadEvent(f"{event}: this says more than {event.kind!r} takes")
