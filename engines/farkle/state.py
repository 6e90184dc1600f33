"""Farkle, whole: rulings FA-1 to FA-11.

A turn: dice are thrown (`throw`); the seat sets dice aside that count (`keep`), and banks or throws the others
(`decide`). With all six aside it may throw all of them again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from engines.core import Awaits, BadEvent, Event, Expected, IllegalEvent, Options, Over, Reason, State, Turn, said
from engines.farkle.rules import DICE, EVENTS, FarkleRules, keeps, points
from engines.farkle.turn_value import Course, goes_on, value
from engines.once import decision, once
from engines.pips.dice import KEPT, TRAY, Line, check_count, items, lying, read, throw
from engines.tray import TrayState

AWAITED = {
    "throw": (said("the dice are to be thrown"), "FA-1"),
    "keep": (said("the player first sets dice aside that count"), "FA-2"),
    "decide": (said("the player first decides: bank, or throw on"), "FA-6"),
    "over": (said("the game has ended"), "FA-9"),
}
"""Per phase: what an event that does not fit is answered, with the ruling."""
FARKLES = 3
"""So many farkles one after the other may cost points (FA-10)."""


@dataclass(frozen=True)
class Farkle(TrayState):
    """Where a game stands."""

    rules: FarkleRules
    score: tuple[int, ...]
    """Points of each seat."""
    farkles: tuple[int, ...]
    """Farkles of each seat, one after the other."""
    seat: int
    """Whose turn it is."""
    phase: str = "throw"
    """What comes next, a key of AWAITED."""
    points: int = 0
    """Points of this turn so far."""
    kept: Line = ()
    """Dice set aside that are not to be thrown, in the order in which they were."""
    thrown: Line = ()
    """The last throw; once dice were set aside the others."""
    closing: int | None = None
    """The seat that reached the target first: before its next turn the game ends (FA-9)."""
    tray: tuple[Expected, ...] = ()
    reasons: tuple[Reason, ...] = ()

    @property
    def dice(self) -> int:
        """Dice to be thrown next."""
        return DICE - len(self.kept) or DICE

    @property
    def course(self) -> Course:
        """By what the turn of this seat is played."""
        penalty = self.rules.three_farkles if self.farkles[self.seat] == FARKLES - 1 else 0
        return Course(self.rules.counting, self.least, penalty)

    @property
    def least(self) -> int:
        """The points that this seat must have to bank (FA-8)."""
        return 0 if self.score[self.seat] else self.rules.opening

    @property
    def awaits(self) -> Awaits:
        """The throw, a decision of a seat, or the end."""
        if self.phase == "over":
            return Over(tuple(seat for seat, held in enumerate(self.score) if held == max(self.score)))
        return throw(self.dice) if self.phase == "throw" else Turn((self.seat,))

    @once
    def legal(self) -> tuple[Event, ...]:
        """The dice that may be set aside, the most points first (FA-2); or bank and again (FA-6, FA-8)."""
        if self.phase == "keep":
            found = keeps(self.rules.counting, self.thrown)
            return tuple(decision("keep", self.seat, *items(line)) for line, _ in found)
        if self.phase != "decide":
            return ()
        again = decision("again", self.seat)
        return (decision("bank", self.seat), again) if self.points >= self.least else (again,)

    def apply(self, event: Event) -> Farkle:
        """The state after `event`. Raises BadEvent or IllegalEvent with the ruling."""
        dice = read(event, "Farkle", EVENTS, ("throw", "keep"), len(self.score))
        step = STEPS.get((self.phase, event.kind))
        if step is None:
            raise IllegalEvent(*AWAITED[self.phase])
        self.check_seat(event, AWAITED[self.phase][1])
        return step(self, dice)

    def _throw(self, dice: Line) -> Farkle:
        check_count(dice, self.dice, "FA-1" if not self.points else "FA-6")
        kept = self.kept if len(self.kept) < DICE else ()
        state = self.replace(thrown=dice, kept=kept, reasons=())
        if not keeps(self.rules.counting, dice):
            return state._farkle(dice)
        tray = lying(KEPT, kept) + lying(TRAY, dice, fresh=True, free=True)  # a player may take them up
        return state.replace(phase="keep", tray=tray)

    def _farkle(self, dice: Line) -> Farkle:
        row = self.farkles[self.seat] + 1
        lost = said("a farkle: nothing counts")
        if self.points:
            lost = said("a farkle: the {points} of this turn are lost", points=self.points)
        reasons: tuple[Reason, ...] = (Reason(lost, "FA-7", seat=self.seat, points=0),)
        penalty = 0
        if row == FARKLES:
            row, penalty = 0, self.rules.three_farkles
        if penalty:
            reasons += (
                Reason(said("{count} farkles one after the other", count=FARKLES), "FA-10", True, self.seat, -penalty),
            )
        tray = lying(KEPT, self.kept, free=True) + lying(TRAY, dice, fresh=True)
        return self._ended(-penalty, row, reasons, tray)

    def _keep(self, dice: Line) -> Farkle:
        gained = points(self.rules.counting, dice)
        if Counter(dice) - Counter(self.thrown):
            raise IllegalEvent(said("these dice were not thrown"), "FA-2")
        if not gained:
            raise IllegalEvent(said("not all of these dice count"), "FA-2")
        rest = tuple((Counter(self.thrown) - Counter(dice)).elements())
        tray = lying(KEPT, self.kept) + lying(KEPT, dice, fresh=True) + lying(TRAY, rest, free=True)
        shown = " ".join(map(str, dice))
        text = said(
            "{dice} count {gained}: {points} in this turn", dice=shown, gained=gained, points=self.points + gained
        )
        counted = Reason(text, "FA-3")
        reasons = (counted,) if rest else (counted, Reason(said("all six count: they may be thrown again"), "FA-6"))
        return self.replace(
            phase="decide", points=self.points + gained, kept=self.kept + dice, thrown=rest, tray=tray, reasons=reasons
        )

    def _bank(self, _: Line) -> Farkle:
        if self.points < self.least:
            raise IllegalEvent(
                said("a first bank has {least} points or more, not {points}", least=self.least, points=self.points),
                "FA-8",
            )
        banked = Reason(said("{points} banked", points=self.points), "FA-6", seat=self.seat, points=self.points)
        tray = lying(KEPT, self.kept, free=True) + lying(TRAY, self.thrown, free=True)
        return self._ended(self.points, 0, (banked,), tray)

    def _again(self, _: Line) -> Farkle:
        hot = len(self.kept) == DICE
        tray = lying(KEPT, self.kept, free=hot) + lying(TRAY, self.thrown, free=True)
        return self.replace(phase="throw", tray=tray, reasons=())

    def _ended(self, gained: int, row: int, reasons: tuple[Reason, ...], tray: tuple[Expected, ...]) -> Farkle:
        """The turn has ended: the next seat, or the end of the game (FA-9)."""
        held, seats = self.score[self.seat] + gained, len(self.score)
        score = (*self.score[: self.seat], held, *self.score[self.seat + 1 :])
        farkles = (*self.farkles[: self.seat], row, *self.farkles[self.seat + 1 :])
        closing, then = self.closing, (self.seat + 1) % seats
        if closing is None and held >= self.rules.target:
            closing = self.seat
            more = said("all others have one turn more") if self.rules.last_round else said("the game ends at once")
            reasons += (
                Reason(
                    said("{points} points: {more}", points=held, more=more), "FA-9", self.rules.last_round, self.seat
                ),
            )
        over = closing is not None and (then == closing or not self.rules.last_round)
        return self.replace(
            score=score, farkles=farkles, closing=closing, phase="over" if over else "throw",
            seat=self.seat if over else then, points=0, kept=(), tray=tray, reasons=reasons,
        )  # fmt: skip


STEPS: dict[tuple[str, str], Callable[[Farkle, Line], Farkle]] = {
    ("throw", "throw"): Farkle._throw,
    ("keep", "keep"): Farkle._keep,
    ("decide", "bank"): Farkle._bank,
    ("decide", "again"): Farkle._again,
}
"""What may happen in which phase, and what it does."""


def begin(players: int, options: Options) -> Farkle:
    """The first state of a game. Raises BadEvent if the seat that should begin does not play."""
    rules = FarkleRules(**options)  # type: ignore[arg-type]
    if rules.first >= players:
        raise BadEvent(f"option first: there is no seat {rules.first} with {players} players; seats count from 0")
    return Farkle(rules, (0,) * players, (0,) * players, rules.first)


def most_points(state: State, random: Random) -> Event:
    """Plays for the most points of each turn, as the odds suppose; banks the target, in the last round what leads."""
    assert isinstance(state, Farkle)
    legal, course = state.legal(), state.course
    if state.phase == "keep":
        return max(legal, key=lambda event: _worth(state, event))
    if len(legal) == 1 or throws_on(state):
        return legal[-1]
    return legal[0] if state.closing is not None or not goes_on(course, state.points, state.dice) else legal[-1]


def throws_on(state: Farkle) -> bool:
    """Whether a seat must throw on to win, or has won nothing by throwing on: what reaches the target is banked."""
    held = state.score[state.seat] + state.points
    if state.closing is not None:
        return held <= max(state.score)
    return held < state.rules.target and goes_on(state.course, state.points, state.dice)


def _worth(state: Farkle, keep: Event) -> float:
    after = state.apply(keep)
    return value(state.course, after.points, after.dice)
