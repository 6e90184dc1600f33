"""A table whose pieces lie as its game says, until a test moves them: what the device makes of it, look by look."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random

from engines.core import Event, Match
from engines.games import GAMES
from engines.splash_down import under_way
from engines.splash_down.rules import settled
from firmware.simulation.tally import NAMES
from firmware.state.table import Table
from firmware.update.handle import handle
from firmware.update.inputs import Saw
from firmware.update.observed import opened
from tests.firmware.sketch import Sketch


class Watched:
    """A table whose pieces lie as its game says, until they are moved."""

    def __init__(self, game: str, players: int, **options: object) -> None:
        match = Match.begin(GAMES[game], NAMES[:players], options | {"hands": "hidden"})
        self.table = opened(Table(match, "0000"))
        self.sketch = Sketch(Random(1), {})
        self.sketch.lay(self.table.match.state.expected_pieces())
        self.see()

    def see(self) -> Table:
        self.table = handle(self.table, Saw(self.sketch.look()))
        return self.table

    def put(self, name: str, place: str) -> None:
        self.sketch.put(name, place)

    def take(self, name: str, place: str) -> None:
        self.sketch.swap(next(p for p in self.sketch.lying if (p.item, p.place) == (name, place)), None)

    def move(self, name: str, place: str, to: str) -> None:
        self.take(name, place)
        self.put(name, to)

    @property
    def last(self) -> str:
        return str(self.table.match.events[-1])


def splash_down(
    players: int = 3,
    then: tuple[Event, ...] = (),
    rules: Mapping[str, object] | None = None,
    held: tuple[int, ...] = (),
    **lying: object,
) -> Watched:
    """A game of Splash Down between two draws, hands unseen (four cards each, or `held`), Ana to draw; and what
    happened then."""
    watched = Watched("splash-down", players, **(rules or {}))
    hands = [("??",) * count for count in held or (4,) * players]
    state = under_way(settled(GAMES["splash-down"].settle({"hands": "hidden"} | dict(rules or {}))), hands, **lying)  # type: ignore[arg-type]
    for event in then:
        state = state.apply(event)
    match = replace(watched.table.match, events=(), states=(state,))
    watched.table = replace(watched.table, match=match, steps=(), look=None)
    watched.sketch.lay(state.expected_pieces())
    watched.see()
    return watched
