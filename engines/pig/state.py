"""Pig, whole: rulings PG-1 to PG-6.

A turn: the dice are thrown (`throw`); without a 1 their pips are added up, and the seat banks or throws on (`decide`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from engines.core import Awaits, BadEvent, Event, Expected, IllegalEvent, Options, Over, Reason, State, Turn, said
from engines.once import decision
from engines.pig.rules import EVENTS, PIG, PigRules
from engines.pig.turn_value import goes_on
from engines.pips.dice import KEPT, TRAY, Line, check_count, lying, read, throw
from engines.tray import TrayState

AWAITED = {
    "throw": (said("the dice are to be thrown"), "PG-1"),
    "decide": (said("the player first decides: bank, or throw on"), "PG-3"),
    "over": (said("the game has ended"), "PG-4"),
}
"""Per phase: what an event that does not fit is answered, with the ruling."""


@dataclass(frozen=True)
class Pig(TrayState):
    """Where a game stands."""

    rules: PigRules
    score: tuple[int, ...]
    """Points of each seat."""
    seat: int
    """Whose turn it is; in `over` the winner."""
    phase: str = "throw"
    """What comes next, a key of AWAITED."""
    points: int = 0
    """Points of this turn so far."""
    thrown: Line = ()
    """The last throw, also after the turn is over."""
    tray: tuple[Expected, ...] = ()
    reasons: tuple[Reason, ...] = ()

    @property
    def awaits(self) -> Awaits:
        """The throw, the decision of a seat, or the end."""
        if self.phase == "over":
            return Over((self.seat,))
        return Turn((self.seat,)) if self.phase == "decide" else throw(self.rules.dice)

    def legal(self) -> tuple[Event, ...]:
        """Bank and again (PG-3)."""
        return (decision("bank", self.seat), decision("again", self.seat)) if self.phase == "decide" else ()

    def apply(self, event: Event) -> Pig:
        """The state after `event`. Raises BadEvent or IllegalEvent with the ruling."""
        dice = read(event, "Pig", EVENTS, ("throw",), len(self.score))
        step = STEPS.get((self.phase, event.kind))
        if step is None:
            raise IllegalEvent(*AWAITED[self.phase])
        self.check_seat(event, AWAITED[self.phase][1])
        return step(self, dice)

    def _throw(self, dice: Line) -> Pig:
        check_count(dice, self.rules.dice, "PG-5" if self.rules.dice > 1 else "PG-1")
        state = self.replace(thrown=dice, reasons=())
        if PIG in dice:
            return state._lost(dice)
        points, shown = self.points + sum(dice), " + ".join(map(str, dice))
        more = Reason(said("{dice}: {points} in this turn", dice=shown, points=points), "PG-1")
        in_hand = lying(TRAY, dice, fresh=True, free=True)  # a player may take them up to throw on
        return state.replace(phase="decide", points=self.points + sum(dice), tray=in_hand, reasons=(more,))

    def _lost(self, dice: Line) -> Pig:
        tray = lying(TRAY, dice, fresh=True)
        if self.rules.takes_all(dice):
            lost = Reason(said("two 1s: all points are lost"), "PG-5", seat=self.seat, points=-self.score[self.seat])
            return self._scored(-self.score[self.seat], lost, tray)
        text = (
            said("a 1: the {points} of this turn are lost", points=self.points)
            if self.points
            else said("a 1: nothing in this turn")
        )
        return self._scored(0, Reason(text, "PG-2", seat=self.seat, points=0), tray)

    def _bank(self, _: Line) -> Pig:
        banked = Reason(said("{points} banked", points=self.points), "PG-3", seat=self.seat, points=self.points)
        return self._scored(self.points, banked, lying(KEPT, self.thrown, fresh=True))

    def _again(self, _: Line) -> Pig:
        return self.replace(phase="throw", tray=lying(TRAY, self.thrown, free=True), reasons=())

    def _scored(self, gained: int, reason: Reason, tray: tuple[Expected, ...]) -> Pig:
        """The turn has ended: the next seat, or the end as soon as the target is reached (PG-4)."""
        points = self.score[self.seat] + gained
        score = (*self.score[: self.seat], points, *self.score[self.seat + 1 :])
        ended = self.replace(score=score, points=0, tray=tray, reasons=(*self.reasons, reason))
        if points < self.rules.target:
            return ended.replace(phase="throw", seat=(self.seat + 1) % len(score))
        won = Reason(said("{points} points: the game ends at once", points=points), "PG-4", seat=self.seat)
        return ended.replace(phase="over", reasons=(*ended.reasons, won))


STEPS: dict[tuple[str, str], Callable[[Pig, Line], Pig]] = {
    ("throw", "throw"): Pig._throw,
    ("decide", "bank"): Pig._bank,
    ("decide", "again"): Pig._again,
}
"""What may happen in which phase, and what it does."""


def begin(players: int, options: Options) -> Pig:
    """The first state of a game. Raises BadEvent if the seat that should begin does not play."""
    rules = PigRules(**options)  # type: ignore[arg-type]
    if rules.first >= players:
        raise BadEvent(f"option first: there is no seat {rules.first} with {players} players; seats count from 0")
    return Pig(rules, (0,) * players, rules.first)


def most_points(state: State, random: Random) -> Event:
    """Plays for the most points of each turn, and banks what wins (the odds suppose it)."""
    assert isinstance(state, Pig)
    bank, again = state.legal()
    return again if goes_on(state.rules, state.score[state.seat], state.points) else bank
