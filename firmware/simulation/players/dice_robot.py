"""The robot for dice: plays a game with its hands on the simulated table, as people do, and knows the truth.

It throws what a seeded dealer gives, decides by a policy, lifts, sets aside and nudges dice, and answers the device's
questions. The device sees only the pictures and the buttons. Now and then the robot bungles, as people do, and mends
the table once the device has said what is wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import hypot
from random import Random

from engines.core import Chance, Event, Expected, Match, State
from engines.names import kind_of
from firmware.referee.automatic import by_itself
from firmware.simulation.players.robot import Robot, pressed
from firmware.state.table import Question, Table
from firmware.update.inputs import Input
from hardware.scene.stage.dice_stage import KEPT, TRAY, DiceStage, StageDie


@dataclass(frozen=True, slots=True)
class DiceRobotHabits:
    """How patient and how clumsy the robot is."""

    pause_s: float = 0.9
    """So long it thinks after the device has followed."""
    patience_s: float = 2.5
    """After this it looks what the device wants, if that has not followed by itself; twice as long after each mend in a
    row, for a slow machine would never come to read what is laid anew all the time."""
    longest_patience_s: float = 20.0
    mends_of_some: int = 3
    """After so many mends in a row that did not help it lays all of the last throw anew."""
    bungled_share: float = 0.08
    """Share of its throws, and of its decisions, at which a clumsy robot bungles."""
    aside_share: float = 0.2
    """Share of the times that it takes dice away at which it sets them aside on the mat."""


HABITS = DiceRobotHabits()


class DiceRobot(Robot[DiceStage]):
    """Plays `truth` on at `stage`. `nudges` and `cocked` are the shares of throws with a pushed or a leaning die."""

    def __init__(
        self,
        stage: DiceStage,
        truth: Match,
        random: Random,
        nudges: float = 0.1,
        cocked: float = 0.01,
        pause_s: float = HABITS.pause_s,
        clumsy: bool = False,
    ) -> None:
        super().__init__(stage, truth, random, pause_s, clumsy)
        self._nudges, self._cocked = nudges, cocked
        self._undo: Callable[[], object] | None = None  # what mends the mistake that lies on the table
        self._last: tuple[int, ...] = ()
        self._items: dict[int, str] = {}  # what each die was thrown as: one that leans shows less clearly
        self._mends = 0  # in a row, after which the device has not followed yet
        self._throw([f"{piece.kind}-{piece.face}" for piece in truth.state.expected_pieces() if not piece.free])

    def step(self, table: Table) -> list[Input]:
        """Mends what it bungled, answers what is asked, lays anew what the device does not follow, or plays on."""
        if self.followed(table):
            self._mends = 0
        if self._undo:
            self._own_up(spoken=table.question is not None or table.mismatch is not None)
        elif table.question:
            return self._answer(table.question, table)
        elif not self.followed(table):
            self._mend(table)
        elif not self.over:
            self._play()
        return []

    def followed(self, table: Table) -> bool:
        """Whether the device's match has as many events as the truth."""
        return len(table.match.events) >= len(self.truth.events)

    def strayed(self, match: Match, since: int = 0) -> int:
        """How many of the match's events from number `since` on the robot did not play."""
        true = self.truth.events
        return sum(
            number >= len(true) or same(event) != same(true[number])
            for number, event in enumerate(match.events[since:], start=since)
        )

    def leans(self, x: float, y: float) -> bool:
        """Whether the die nearest to (x, y) mm on the mat truly leans: which face it shows is for people to say."""
        nearest = min(self.stage.dice, key=lambda stage_die: _distance(stage_die, x, y), default=None)
        return nearest is not None and nearest.die.cocked

    def _patience_s(self, table: Table) -> float:
        if self.followed(table) and not self._undo:
            return self._pause_s
        return min(HABITS.patience_s * 2.0**self._mends, HABITS.longest_patience_s)

    def _play(self) -> None:
        state = self.truth.state
        if isinstance(state.awaits, Chance):
            event = self._next_event()
            self.truth = self.truth.play(event)
            self._hands(self.truth.state, event)
            self._settle()
        elif not (self._slips() and self._knock()):
            self.truth = self.truth.play(self._next_event())
            self._decided(state)

    def _decided(self, before: State) -> None:
        """What hands do once a decision was taken: lay what is kept on the strip, throw on, or clear the tray."""
        if laid := self._to_lay():
            self.stage.keep(laid)
            self._settle()
        elif _goes_on(before, self.truth.state):
            self._play()  # going on is told by what is thrown next
        elif not _kept(self.truth.state):
            self.stage.clear()

    def _to_lay(self) -> list[int]:
        """The dice that the state wants on the strip and that lie in the tray."""
        wanted = Counter(f"{piece.kind}-{piece.face}" for piece in _kept(self.truth.state) if piece.place == KEPT)
        wanted -= Counter(self._items[lying.id] for lying in self.stage.dice if lying.place == KEPT)
        laid = []
        for lying in self.stage.dice:
            if lying.place == TRAY and wanted[self._items[lying.id]]:
                wanted[self._items[lying.id]] -= 1
                laid.append(lying.id)
        return laid

    def _settle(self) -> None:
        """Plays what then happens by itself: a decision that leaves no choice is as good as taken."""
        while (event := by_itself(self.truth.state)) is not None:
            self.truth = self.truth.play(event)

    def _hands(self, state: State, event: Event) -> None:
        """Take away what does not stay, pick up what lies aside and is needed, then throw."""
        kinds = {kind_of(item) for item in event.items}
        needed = [stage_die.id for stage_die in self.stage.dice if stage_die.aside and kind_of(stage_die.item) in kinds]
        if needed:
            self.stage.lift(needed)
        stay = self._staying([piece for piece in state.expected_pieces() if not piece.fresh])
        go = [stage_die.id for stage_die in self.stage.dice if not stage_die.aside and stage_die.id not in stay]
        if go and self._random.random() < HABITS.aside_share:
            self.stage.set_aside(go)
        elif go:
            self.stage.lift(go)
        self._throw(list(event.items))

    def _throw(self, items: list[str]) -> None:
        if not items:
            return
        leaning = [self._random.randrange(len(items))] if self._random.random() < self._cocked else []
        if self._slips():
            ids = self._last = self._miscount(items)
        else:
            ids = self._last = self._lay(items, leaning)
        if self._random.random() < self._nudges:
            self.stage.nudge(self._random.choice(ids))

    def _slips(self) -> bool:
        return self._clumsy and self._undo is None and self._random.random() < HABITS.bungled_share

    def _own_up(self, spoken: bool) -> None:
        """Mend what was bungled; `spoken`: because the device said so."""
        undo, self._undo = self._undo, None
        self.noticed += spoken
        if undo:
            undo()

    def _miscount(self, items: list[str]) -> tuple[int, ...]:
        """Throw one die too few or one too many."""
        if len(items) > 1 and self._random.random() < 0.5:
            self.bungles.append("a die too few was thrown")
            self._undo = partial(self._add, items[-1])
            return self._lay(items[:-1])
        self.bungles.append("a die too many was thrown")
        *ids, extra = self._lay([*items, self._random.choice(items)])
        self._undo = partial(self.stage.lift, [extra])
        return tuple(ids)

    def _knock(self) -> bool:
        """Knock a die over that has to lie as it lies; False if there is none."""
        needed = self._staying(_kept(self.truth.state))
        if not needed:
            return False
        number = self._random.choice(sorted(needed))
        item = self._items[number]
        was_kept = any(lying.id == number and lying.place == KEPT for lying in self.stage.dice)
        others = sorted({other for other in self._items.values() if _is_kind(other, item) and other != item})
        if not others:
            return False
        self.bungles.append("a die was knocked over")
        self.stage.lift([number])
        (over,) = self._lay([self._random.choice(others)])
        self._undo = partial(self._turn_back, over, item, was_kept)
        return True

    def _turn_back(self, number: int, item: str, was_kept: bool) -> None:
        self.stage.lift([number])
        self._add(item)
        if was_kept:
            self.stage.keep(self._last[-1:])

    def _add(self, item: str) -> None:
        self._last += self._lay([item])

    def _answer(self, question: Question, table: Table) -> list[Input]:
        """Press the truth, be it that nothing happened; if that is not among the answers, mend the table instead."""
        for number, answer in enumerate(question.answers):
            events = [step.event for step in answer.steps]
            if events and self._would_be_true(table, events):
                return pressed(question, number)
        if question.look is None:
            return self._choose(question)
        nothing = [number for number, answer in enumerate(question.answers) if not answer.steps]
        if nothing and self.followed(table):
            return pressed(question, nothing[0])
        self._mend(table)
        return []

    def _would_be_true(self, table: Table, events: list[Event]) -> bool:
        done = len(table.match.events)
        return [same(e) for e in events] == [same(e) for e in self.truth.events[done : done + len(events)]]

    def _choose(self, question: Question) -> list[Input]:
        """A decision that no picture tells: the robot's own, told by buttons alone."""
        number = self._random.randrange(len(question.answers))
        self.truth = self.truth.play(*(step.event for step in question.answers[number].steps))
        return pressed(question, number)

    def _mend(self, table: Table) -> None:
        """Lay the doubtful dice, or where none is named one of those thrown last, anew, showing what they showed; where
        that did not help all of these.

        One that is to be thrown stays where it lies: laid anew it would look thrown. Where no die lies there is nothing
        to mend: people throw on, and what they threw tells that the turn before ended.
        """
        self._mends += 1
        if not self.stage.dice and isinstance(self.truth.state.awaits, Chance):
            return self._play()
        seen = table.question or table.mismatch
        doubtful = [seen.look.pieces[n] for n in seen.pieces] if seen and seen.look else []
        inside = [stage_die for stage_die in self.stage.dice if stage_die.id in self._played()]
        near = [stage_die for stage_die in inside if any(_is_at(stage_die, p.x, p.y) for p in doubtful)]
        last = [stage_die for stage_die in inside if stage_die.id in self._last]
        again = near or self._random.sample(last, min(1, len(last)))
        if self._mends > HABITS.mends_of_some:
            again = last or again
        ids = [stage_die.id for stage_die in again]
        kept = [stage_die.place == KEPT for stage_die in again]
        self.stage.lift(ids)
        laid = self._lay([self._items[number] for number in ids])
        if back := [number for number, was_kept in zip(laid, kept, strict=True) if was_kept]:
            self.stage.keep(back)
        self._last = (*(number for number in self._last if number not in ids), *laid)

    def _played(self) -> set[int]:
        """The dice that were thrown or laid last, or have to lie as they lie: of the others people may throw any."""
        return self._staying([piece for piece in self.truth.state.expected_pieces() if piece.fresh or not piece.free])

    def _lay(self, items: list[str], leaning: Sequence[int] = ()) -> tuple[int, ...]:
        ids: tuple[int, ...] = self.stage.throw(items, leaning)
        self._items |= dict(zip(ids, items, strict=True))
        return ids

    def _staying(self, expected: list[Expected]) -> set[int]:
        """The dice that stay where they are: one for each piece that should lie there and is not thrown."""
        wanted = Counter((piece.place, f"{piece.kind}-{piece.face}") for piece in expected)
        stay = set()
        for stage_die in self.stage.dice:
            lies = (stage_die.place, self._items[stage_die.id])
            if wanted[lies]:
                wanted[lies] -= 1
                stay.add(stage_die.id)
        return stay


def same(event: Event) -> tuple[str, int | None, tuple[tuple[str, int], ...]]:
    """An event without the order of what was thrown."""
    return event.kind, event.seat, tuple(sorted(Counter(event.items).items()))


def _goes_on(before: State, state: State) -> bool:
    """Whether pieces are thrown next while those that lie there stay: what is thrown is of another kind."""
    if not isinstance(state.awaits, Chance):
        return False
    thrown = {pool.kind for pool in state.awaits.pools}
    return bool(_kept(state)) or not thrown & {piece.kind for piece in _kept(before)}


def _kept(state: State) -> list[Expected]:
    return [piece for piece in state.expected_pieces() if not piece.free]


def _is_kind(item: str, other: str) -> bool:
    return kind_of(item) == kind_of(other)


def _is_at(stage_die: StageDie, x: float, y: float) -> bool:
    """Whether a die lies at (x, y) mm on the mat."""
    return _distance(stage_die, x, y) < stage_die.die.edge


def _distance(stage_die: StageDie, x: float, y: float) -> float:
    """From a die to (x, y), mm on the mat, whose y goes down where the stage's goes up."""
    return hypot(stage_die.die.place[0] - x, -stage_die.die.place[1] - y)
