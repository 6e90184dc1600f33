"""Shut the Box, whole: rulings SB-1 to SB-7.

A turn: all tiles are open; dice are thrown (`throw`), and the seat turns tiles over that add up to as much (`shut`),
until no tiles do. What is left open counts against the seat.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from engines.core import Awaits, BadEvent, Event, Expected, IllegalEvent, Options, Over, Reason, State, Turn, said
from engines.once import decision, once
from engines.pips.dice import TRAY, Line, check_count, lying, read, throw
from engines.shut_the_box.rules import EVENTS, BoxRules, shuts, without
from engines.shut_the_box.turn_value import best_shut, expected, plain
from engines.tray import TrayState

AWAITED = {
    "throw": (said("the dice are to be thrown"), "SB-2"),
    "shut": (said("the player first turns tiles over"), "SB-3"),
    "over": (said("the game has ended"), "SB-6"),
}
"""Per phase: what an event that does not fit is answered, with the ruling."""
TILES = {f"tile-{number}": number for number in range(1, 11)}


@dataclass(frozen=True)
class ShutTheBox(TrayState):
    """Where a game stands."""

    rules: BoxRules
    score: tuple[int, ...]
    """Points of each seat: the fewest win."""
    turns: tuple[int, ...]
    """Turns that each seat has had."""
    seat: int
    """Whose turn it is."""
    open: Line = ()
    """The tiles that are open, ascending."""
    phase: str = "throw"
    """What comes next, a key of AWAITED."""
    thrown: Line = ()
    """The last throw, also after the turn is over."""
    shut_by: int | None = None
    """Who has shut the box and so won at once."""
    tray: tuple[Expected, ...] = ()
    reasons: tuple[Reason, ...] = ()

    @property
    def awaits(self) -> Awaits:
        """The throw, which tiles are turned over, or the end."""
        if self.phase == "over":
            return Over(self.winners)
        return Turn((self.seat,)) if self.phase == "shut" else throw(self.rules.dice(self.open))

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has shut the box and so won, or who has the fewest points."""
        if self.shut_by is not None:
            return (self.shut_by,)
        return tuple(seat for seat, held in enumerate(self.score) if held == min(self.score))

    @once
    def legal(self) -> tuple[Event, ...]:
        """The tiles that may be turned over, the best first (SB-3)."""
        if self.phase != "shut":
            return ()
        rules = plain(self.rules)
        found = shuts(self.open, sum(self.thrown))
        ranked = sorted(found, key=lambda some: expected(rules, without(self.open, some)))
        return tuple(decision("shut", self.seat, *(f"tile-{tile}" for tile in some)) for some in ranked)

    def apply(self, event: Event) -> ShutTheBox:
        """The state after `event`. Raises BadEvent or IllegalEvent with the ruling."""
        told = self._read(event)
        if event.kind != self.phase:
            raise IllegalEvent(*AWAITED[self.phase])
        self.check_seat(event, AWAITED[self.phase][1])
        return self._throw(told) if event.kind == "throw" else self._shut(told)

    def _read(self, event: Event) -> Any:
        """The dice or the tiles that an event names."""
        if event.kind != "shut":
            return read(event, "Shut the Box", EVENTS, ("throw",), len(self.score))
        read(event._replace(items=()), "Shut the Box", EVENTS, (), len(self.score))
        if not event.items or not TILES.keys() >= set(event.items) or len(set(event.items)) < len(event.items):
            raise BadEvent(f"{event}: tiles are tile-1 to tile-10, each once")
        return tuple(sorted(TILES[item] for item in event.items))

    def _throw(self, dice: Line) -> ShutTheBox:
        number = self.rules.dice(self.open)
        check_count(dice, number, "SB-2" if number > 1 else "SB-4")
        state = self.replace(thrown=dice, tray=lying(TRAY, dice, fresh=True), reasons=())
        if shuts(self.open, sum(dice)):
            return state.replace(phase="shut")
        points = sum(self.open)
        text = said("no tiles make {number}: {points} left open", number=sum(dice), points=points)
        told = Reason(text, "SB-5", seat=self.seat, points=points)
        return state._ended(points, (told,))

    def _shut(self, some: Line) -> ShutTheBox:
        if some not in shuts(self.open, sum(self.thrown)):
            shown = " + ".join(map(str, some))
            raise IllegalEvent(
                said("{tiles} is not {number}, or not all of these are open", tiles=shown, number=sum(self.thrown)),
                "SB-3",
            )
        open_, tray = without(self.open, some), lying(TRAY, self.thrown, free=True)
        state = self.replace(open=open_, tray=tray, phase="throw", reasons=())
        if open_:
            return state
        return state._ended(0, (Reason(said("the box is shut"), "SB-6", self.rules.shut_wins, self.seat, 0),))

    def _ended(self, points: int, reasons: tuple[Reason, ...]) -> ShutTheBox:
        """The turn has ended: the next seat with all tiles open, or the end (SB-6)."""
        seat, then = self.seat, (self.seat + 1) % len(self.score)
        score = (*self.score[:seat], self.score[seat] + points, *self.score[seat + 1 :])
        turns = (*self.turns[:seat], self.turns[seat] + 1, *self.turns[seat + 1 :])
        won = seat if not points and self.rules.shut_wins else None
        over = won is not None or min(turns) == self.rules.rounds
        return self.replace(
            score=score, turns=turns, shut_by=won, phase="over" if over else "throw", reasons=reasons,
            seat=seat if over else then, open=self.open if over else self.rules.all_tiles,
        )  # fmt: skip


def begin(players: int, options: Options) -> ShutTheBox:
    """The first state of a game. Raises BadEvent if the seat that should begin does not play."""
    rules = BoxRules(**options)  # type: ignore[arg-type]
    if rules.first >= players:
        raise BadEvent(f"option first: there is no seat {rules.first} with {players} players; seats count from 0")
    return ShutTheBox(rules, (0,) * players, (0,) * players, rules.first, rules.all_tiles)


def fewest_points(state: State, random: Random) -> Event:
    """Plays for the fewest points of each turn (the odds suppose it)."""
    assert isinstance(state, ShutTheBox)
    best = best_shut(plain(state.rules), state.open, sum(state.thrown))
    return decision("shut", state.seat, *(f"tile-{tile}" for tile in best or ()))
