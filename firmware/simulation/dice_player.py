"""The robot: plays a game of dice with its hands on the simulated table, as people do, and knows the truth.

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

from engines.core import Chance, Event, Expected, Match, Over, State, Turn
from engines.dealer import deal
from engines.names import kind_of
from firmware.referee.automatic import by_itself
from firmware.state.table import Question, Table
from firmware.update.inputs import Pressed
from hardware.scene.stage.dice_stage import DiceStage, StageDie


@dataclass(frozen=True, slots=True)
class DicePlayerHabits:
    """How patient and how clumsy the robot is."""

    pause_s: float = 0.9
    """So long it thinks after the device has followed."""
    patience_s: float = 2.5
    """After this it looks what the device wants, if that has not followed by itself."""
    bungled_share: float = 0.08
    """Share of its throws, and of its decisions, at which a clumsy robot bungles."""


HABITS = DicePlayerHabits()


class Robot:
    """Plays `truth` on at `stage`. `nudges` and `cocked` are the shares of throws with a pushed or a leaning die.

    `clumsy`: with people's mistakes; `bungles` counts them, `noticed` those that the device spoke up about.
    """

    def __init__(
        self,
        stage: DiceStage,
        truth: Match,
        random: Random,
        nudges: float = 0.1,
        cocked: float = 0.01,
        pause: float = HABITS.pause_s,
        clumsy: bool = False,
    ) -> None:
        self.stage = stage
        self.truth = truth
        self._random = random
        self._nudges, self._cocked, self._pause, self._clumsy = nudges, cocked, pause, clumsy
        self.bungles = self.noticed = 0
        self._undo: Callable[[], object] | None = None  # what mends the mistake that lies on the table
        self._policy = truth.game.policies.get("sensible") or next(iter(truth.game.policies.values()))
        self._waits_since: float | None = None
        self._last: tuple[int, ...] = ()
        self._items: dict[int, str] = {}  # what each die was thrown as: one that leans shows less clearly
        self._throw([f"{lie.kind}-{lie.face}" for lie in truth.state.expected_pieces() if not lie.free])

    def act(self, table: Table, at: float) -> list[Pressed]:
        """The next thing its hands do, if the time has come; what it presses. `at` is the film's time in seconds."""
        if self.stage.busy or self._waits_since is None:
            self._waits_since = at
            return []
        waited = at - self._waits_since
        followed = len(table.match.events) >= len(self.truth.events)
        if waited < (self._pause if followed and not self._undo else HABITS.patience_s):
            return []
        self._waits_since = at
        if self._undo:
            self._own_up(spoken=table.question is not None or table.mismatch is not None)
            return []
        if table.question:
            return self._answer(table.question, table)
        if not followed:
            self._mend(table)
        elif not isinstance(self.truth.state.awaits, Over):
            self._play()
        return []

    @property
    def over(self) -> bool:
        """Whether the game that it plays has ended."""
        return isinstance(self.truth.state.awaits, Over)

    def _play(self) -> None:
        state = self.truth.state
        awaits = state.awaits
        if isinstance(awaits, Chance):
            event = deal(awaits, self._random)
            self.truth = self.truth.play(event)
            self._hands(self.truth.state, event)
            self._settle()
        elif isinstance(awaits, Turn):
            if self._slips() and self._knock():
                return
            event = self._policy(state, self._random)
            self.truth = self.truth.play(event)
            if _goes_on(state, self.truth.state):
                self._play()  # going on is told by what is thrown next
            elif not _kept(self.truth.state):
                self.stage.clear()

    def _settle(self) -> None:
        """Plays what then happens by itself: a decision that leaves no choice is as good as taken."""
        while (event := by_itself(self.truth.state)) is not None:
            self.truth = self.truth.play(event)

    def _hands(self, state: State, event: Event) -> None:
        """Take away what does not stay, pick up what lies aside and is needed, then throw."""
        kinds = {kind_of(item) for item in event.items}
        needed = [lying.id for lying in self.stage.dice if lying.aside and kind_of(lying.item) in kinds]
        if needed:
            self.stage.lift(needed)
        stay = self._staying([lie for lie in state.expected_pieces() if not lie.fresh])
        go = [lying.id for lying in self.stage.dice if not lying.aside and lying.id not in stay]
        if go and self._random.random() < 0.2:
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
        self.bungles += 1
        if len(items) > 1 and self._random.random() < 0.5:
            self._undo = partial(self._add, items[-1])
            return self._lay(items[:-1])
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
        others = sorted({lie for lie in self._items.values() if _is_kind(lie, item) and lie != item})
        if not others:
            return False
        self.bungles += 1
        self.stage.lift([number])
        (over,) = self._lay([self._random.choice(others)])
        self._undo = partial(self._turn_back, over, item)
        return True

    def _turn_back(self, number: int, item: str) -> None:
        self.stage.lift([number])
        self._add(item)

    def _add(self, item: str) -> None:
        self._last += self._lay([item])

    def _answer(self, question: Question, table: Table) -> list[Pressed]:
        """Press the truth; if that is not among the answers, mend the table instead."""
        for number, answer in enumerate(question.answers):
            events = [step.event for step in answer.steps]
            if events and self._would_be_true(table, events):
                turns = (number - question.choice) % len(question.answers)
                return [Pressed("b")] * turns + [Pressed("a")]
        if question.look is None:
            return self._choose(question)
        self._mend(table)
        return []

    def _would_be_true(self, table: Table, events: list[Event]) -> bool:
        done = len(table.match.events)
        return [same(e) for e in events] == [same(e) for e in self.truth.events[done : done + len(events)]]

    def _choose(self, question: Question) -> list[Pressed]:
        """A decision that no picture tells: the robot's own, told by buttons alone."""
        number = self._random.randrange(len(question.answers))
        self.truth = self.truth.play(*(step.event for step in question.answers[number].steps))
        turns = (number - question.choice) % len(question.answers)
        return [Pressed("b")] * turns + [Pressed("a")]

    def _mend(self, table: Table) -> None:
        """Lay the doubtful dice, or where none is named one of those thrown last, anew, showing what they showed."""
        seen = table.question or table.mismatch
        doubtful = [seen.look.pieces[n] for n in seen.pieces] if seen and seen.look else []
        near = {lying.id for lying in self.stage.dice for p in doubtful if _is_at(lying, p.x, p.y)}
        inside = [lying for lying in self.stage.dice if not lying.aside]
        last = [lying for lying in inside if lying.id in self._last]
        again = [lying for lying in inside if lying.id in near] or self._random.sample(last, min(1, len(last)))
        self.stage.lift([lying.id for lying in again])
        laid = self._lay([self._items[lying.id] for lying in again])
        self._last = (*(i for i in self._last if i not in {lying.id for lying in again}), *laid)

    def _lay(self, items: list[str], leaning: Sequence[int] = ()) -> tuple[int, ...]:
        ids = self.stage.throw(items, leaning)
        self._items |= dict(zip(ids, items, strict=True))
        return ids

    def _staying(self, lies: list[Expected]) -> set[int]:
        """The dice that stay where they are: one for each piece that should lie there and is not thrown."""
        wanted = Counter(f"{lie.kind}-{lie.face}" for lie in lies)
        stay = set()
        for lying in self.stage.dice:
            item = self._items[lying.id]
            if not lying.aside and wanted[item]:
                wanted[item] -= 1
                stay.add(lying.id)
        return stay


def same(event: Event) -> tuple[str, int | None, tuple[tuple[str, int], ...]]:
    """An event without the order of what was thrown."""
    return event.kind, event.seat, tuple(sorted(Counter(event.items).items()))


def _goes_on(before: State, state: State) -> bool:
    """Whether pieces are thrown next while those that lie there stay: what is thrown is of another kind."""
    if not isinstance(state.awaits, Chance):
        return False
    thrown = {pool.kind for pool in state.awaits.pools}
    return bool(_kept(state)) or not thrown & {lie.kind for lie in _kept(before)}


def _kept(state: State) -> list[Expected]:
    return [lie for lie in state.expected_pieces() if not lie.free]


def _is_kind(item: str, other: str) -> bool:
    return kind_of(item) == kind_of(other)


def _is_at(lying: StageDie, x: float, y: float) -> bool:
    """Whether a die lies at (x, y) mm on the mat, whose y goes down where the stage's goes up."""
    return hypot(lying.die.place[0] - x, -lying.die.place[1] - y) < lying.die.edge
