"""The robot for cards, tiles and tokens: plays a game with its hands on the simulated table, and knows the truth.

It plays a match with open hands by a policy, and after each event makes the table look as the state says. The device
sees only the pictures; what it asks the robot answers truthfully, on the buttons. Now and then the robot bungles, as
people do, and mends the table once the device has named what is wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from companion.api import models
from engines.core import Chance, Event, Match, Over, RulesError, State
from engines.dealer import deal
from firmware.referee.automatic import by_itself, drawing
from firmware.simulation.hands import mending
from firmware.simulation.mistakes import Bungle, bungled
from firmware.state.table import Answer, Question, Table
from firmware.update.inputs import Input, Pressed, Requested
from hardware.scene.stage.table_stage import PieceOrder, SetPile, TableStage


@dataclass(frozen=True, slots=True)
class CardPlayerHabits:
    """How patient and how clumsy the robot is."""

    pause_s: float = 0.9
    """So long it thinks after the device has followed."""
    waits: int = 2
    """How often it waits for a device that has not followed, before it goes on."""
    steps_behind: int = 1
    """How often it goes on so, as the next look may tell more, before it enters what happened."""
    bungled_share: float = 0.12
    """Share of the visible events that a clumsy robot bungles."""


HABITS = CardPlayerHabits()


class CardRobot:
    """Plays `truth`, a match with open hands, from its beginning at `stage`; `clumsy`: with people's mistakes.

    `shown` is the same match as the table shows it, with no hand seen.

    `stands` are all the places where a device that sees no hand may have the match stand, with how many events of the
    truth that takes; `bungles` its mistakes so far, `noticed` how many of them the device spoke up about.
    """

    def __init__(
        self, stage: TableStage, truth: Match, random: Random, clumsy: bool = False, pause: float = HABITS.pause_s
    ) -> None:
        self.stage = stage
        self.truth = truth
        self.shown = Match.begin(truth.game, truth.players, dict(truth.options) | {"hands": "hidden"})
        self.bungles: list[Bungle] = []
        self.noticed = 0
        self._random, self._clumsy, self._pause = random, clumsy, pause
        self._policy = truth.game.policies.get("sensible") or next(iter(truth.game.policies.values()))
        self.stands: dict[object, int] = {}
        self._wrong = False
        self._waited = self._behind = 0
        self._waits_since: float | None = None
        self._remember()
        for event in truth.events:
            self._happen(truth.states[len(self.shown.events)], event)
        stage.set_up(*self._work())

    @property
    def over(self) -> bool:
        """Whether the game that it plays has ended."""
        return isinstance(self.truth.state.awaits, Over)

    def act(self, table: Table, at: float) -> list[Input]:
        """The next thing it does, if the time has come; what it presses. `at` is the film's time in seconds."""
        if self.stage.busy or self._waits_since is None:
            self._waits_since = at
            return []
        if at - self._waits_since < self._pause:
            return []
        self._waits_since = at
        return self.step(table)

    def step(self, table: Table) -> list[Input]:
        """The next thing it does with its hands, once the device has seen the table; what it presses."""
        if self._wrong and (table.mismatch or table.question):
            self.noticed += 1
            self._go_on()
            return []
        true = self._true(table)
        if table.question and true is not None:
            return _pressed(table.question, true)
        if self._wrong or self.followed(table):
            self._behind = 0
            self._go_on()
        elif self._waited >= HABITS.waits:
            if (
                self._behind >= HABITS.steps_behind
                and table.question
                and table.question.look
                and (told := self._told(table))
            ):
                return told
            self._behind += 1
            self._go_on()
        else:
            self._waited += 1
        return _no(table.question, self.followed(table))

    def _go_on(self) -> None:
        """Mend what was bungled, else play."""
        self._waited = 0
        if self._wrong:
            self._wrong = False
            self.stage.visit(*self._work())
        elif not self.over:
            self._play()

    def _told(self, table: Table) -> list[Input]:
        """The event that the device lacks next, entered on a phone: again and again nothing true is offered. Nothing
        if it lacks none, or stands where the truth never did."""
        at = self.stands.get(table.match.state.position_key, len(self.shown.events))
        if at >= len(self.shown.events):
            return []
        event = self.shown.events[at]
        if isinstance(table.match.state.awaits, Chance):
            return [Requested(models.Typed(version=table.version, items=event.items))]
        return [Requested(models.Decide(version=table.version, kind=event.kind, seat=event.seat, items=event.items))]

    def followed(self, table: Table) -> bool:
        """Whether the device's match has come as far as the truth."""
        return self.stands.get(table.match.state.position_key, -1) == len(self.truth.events)

    def _remember(self) -> None:
        """Where the match stands for those who see no hand, and where after what then happens by itself."""
        state: State = self.shown.state
        self.stands[state.position_key] = len(self.shown.events)
        while (event := by_itself(state)) is not None:
            state = state.apply(event)
            self.stands[state.position_key] = len(self.shown.events)

    def _play(self) -> None:
        """Plays on until the table looks different."""
        while not self.over:
            before = self.truth.state
            event = self._next()
            self.truth = self.truth.play(event)
            self._happen(before, event)
            if drawing(self.shown.state):
                continue  # the hand is in mid-motion
            acts = self._work()
            if any(not isinstance(act, SetPile) for act in acts):
                self.stage.visit(*self._done(before, acts))
                return

    def _next(self) -> Event:
        awaits = self.truth.state.awaits
        return (
            deal(awaits, self._random) if isinstance(awaits, Chance) else self._policy(self.truth.state, self._random)
        )

    def _happen(self, before: State, event: Event) -> None:
        self.shown = self.shown.play(before.public(event))
        self._remember()

    def _work(self) -> list[PieceOrder]:
        """What is to do so that the table is as it should be."""
        return mending(self.stage.pieces, self.truth.state, self.shown.state)

    def _done(self, before: State, acts: list[PieceOrder]) -> Sequence[PieceOrder]:
        """What its hands do for these acts: mostly just that."""
        if not self._clumsy or self._random.random() > HABITS.bungled_share:
            return acts
        wrong = bungled(before, self.truth, self.stage, acts, self._random)
        if wrong is None:
            return acts
        self.bungles.append(wrong)
        self._wrong = True
        return wrong.acts

    def _true(self, table: Table) -> int | None:
        """The answer that is true, the furthest; None if none is, or nothing is asked."""
        answers = table.question.answers if table.question else ()
        reached = [self._reaches(table, answer) for answer in answers]
        return reached.index(max(reached)) if max(reached, default=-1) >= 0 else None

    def _reaches(self, table: Table, answer: Answer) -> int:
        """How far in the truth the device would stand after an answer; -1: nowhere."""
        if answer.then:
            return max(self._reaches(table, after) for after in answer.then)
        if not answer.steps:
            return -1
        try:
            state = table.match.play(*(step.event for step in answer.steps)).state
        except RulesError:
            return -1
        return self.stands.get(state.position_key, -1)


def _no(question: Question | None, followed: bool) -> list[Input]:
    """The buttons that say that none of the answers is true; a question that no look is behind may stand.

    Of a table that differs it only says that nothing happened if the device has `followed`.
    """
    if question is None or question.look is None:
        return []
    if question.amiss and not followed:
        return [Pressed("c")]
    empty = [n for n, answer in enumerate(question.answers) if not answer.steps and not answer.then]
    return _pressed(question, empty[0]) if empty else [Pressed("c")]


def _pressed(question: Question, number: int) -> list[Input]:
    """The buttons for one of the answers."""
    turns = (number - question.choice) % len(question.answers)
    return [*[Pressed("b")] * turns, Pressed("a")]
