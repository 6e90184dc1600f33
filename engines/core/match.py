"""A match: a game, who plays, and all that has happened."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from engines.core.event import HOUSE, BadEvent, Event, IllegalEvent, RulesError, inner
from engines.core.game import Game
from engines.core.said import said
from engines.core.seating import SEATING, Seating
from engines.core.seating import renamed as seated_anew
from engines.core.state import Over, Reason, State

Moment = tuple[Seating, State]
"""Who sits where, and where the game stands."""


@dataclass(frozen=True)
class Match:
    """A game, its players, and all that has happened. A value: every change gives a new match."""

    game: Game
    options: tuple[tuple[str, int | str | bool], ...]
    events: tuple[Event, ...]
    seatings: tuple[Seating, ...]
    """Who sat where before the first event and after each one: len(events) + 1."""
    states: tuple[State, ...] = field(compare=False, repr=False)
    """The state before the first event and after each one: len(events) + 1."""

    @classmethod
    def begin(cls, game: Game, players: tuple[str, ...], options: Mapping[str, object] | None = None) -> Match:
        """A fresh match. Raises BadEvent for names that clash or are empty, or options that do not fit."""
        seating, settled = Seating.of(players), game.settle(options or {})
        return cls(game, tuple(settled.items()), (), (seating,), (game.start(len(seating.at), settled),))

    @property
    def state(self) -> State:
        """Where the game stands."""
        return self.states[-1]

    @property
    def seating(self) -> Seating:
        """Who sits where now."""
        return self.seatings[-1]

    @property
    def players(self) -> tuple[str, ...]:
        """Who sits at each seat now, or sat there last."""
        return self.seatings[-1].names

    @property
    def began_with(self) -> tuple[str, ...]:
        """Who sat at each seat when the match began, as it is kept."""
        return self.seatings[0].kept_names

    @property
    def present(self) -> tuple[str, ...]:
        """Those who have not left, in the order of the seats."""
        return tuple(name for seat, name in enumerate(self.players) if seat not in self.seating.away)

    @property
    def paused(self) -> bool:
        """Whether the match rests."""
        return self.seatings[-1].paused

    def as_seated(self, index: int) -> Match:
        """The same match with those players who sat there after its first `index` events, by the names of today."""
        then, now = self.seatings[index], self.seating
        same = then.at == now.at
        return self if same else replace(self, seatings=(replace(then, people=now.people),))

    def why(self, index: int) -> tuple[Reason, ...]:
        """Why event number `index` did what it did; () where people came or went and the rules say nothing to it."""
        before, then = self.states[index], self.states[index + 1]
        return () if self.events[index].kind in SEATING and before.why() == then.why() else then.why()

    def play(self, *events: Event) -> Match:
        """The match after `events`. Raises IllegalEvent or BadEvent at the first that does not fit."""
        seatings, states = list(self.seatings), list(self.states)
        for event in events:
            seating, state = moment_after(self.game, (seatings[-1], states[-1]), event)
            seatings.append(seating)
            states.append(state)
        return replace(self, events=self.events + events, seatings=tuple(seatings), states=tuple(states))

    def upto(self, count: int) -> Match:
        """The match as it stood after its first `count` events."""
        upto = slice(None, count + 1)
        return Match(self.game, self.options, self.events[:count], self.seatings[upto], self.states[upto])

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
        match, later = self.upto(index).play(event), self.events[index + 1 :]
        done: list[Event] = []
        seatings, states = list(match.seatings), list(match.states)
        try:
            for follower in later:
                seating, state = moment_after(self.game, (seatings[-1], states[-1]), follower)
                seatings.append(seating)
                states.append(state)
                done.append(follower)
        except RulesError:
            pass  # what does not fit is given back
        whole = replace(match, events=(*match.events, *done), seatings=tuple(seatings), states=tuple(states))
        return whole, later[len(done) :]

    def renamed(self, person: int, name: str) -> Match:
        """The match had that person (a number among all `people` of its seating) always been called so."""
        start, events = seated_anew(self.seatings[0], self.events, person, name)
        called = tuple(one.called(person, name) if person < len(one.people) else one for one in self.seatings)
        return replace(self, events=tuple(events), seatings=(start, *called[1:]))


def moment_after(game: Game, moment: Moment, event: Event) -> Moment:
    """What comes of any event of a match. Raises IllegalEvent or BadEvent."""
    seating, state = moment
    then = seating.after(event)
    if event.kind not in SEATING:
        return then, after(state, event)
    if isinstance(state.awaits, Over) and event.kind != "rename":
        raise IllegalEvent(said("the match is over: begin another one"))
    if game.people.asks_the_rules(event):
        state = state.seated(event)
    return then, state


def after(state: State, event: Event) -> State:
    """The state after an event of the game, house rulings included. Raises as `State.apply` does."""
    return state.apply_anyway(inner(event)) if event.kind == HOUSE else state.apply(event)
