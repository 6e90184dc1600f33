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
from engines.core import Chance, Event, Match, RulesError, State
from firmware.referee.automatic import by_itself, drawing, spoken
from firmware.simulation.players.hands import mending
from firmware.simulation.players.mistakes import bungled
from firmware.simulation.players.robot import Robot, pressed
from firmware.state.table import Answer, Question, Table
from firmware.update.inputs import Input, Pressed, Requested
from hardware.scene.stage.table_stage import PieceOrder, SetPile, TableStage


@dataclass(frozen=True, slots=True)
class CardRobotHabits:
    """How patient and how clumsy the robot is."""

    pause_s: float = 0.9
    """So long it thinks after the device has followed."""
    waits: int = 2
    """How often it waits for a device that has not followed, before it goes on."""
    steps_behind: int = 1
    """How often it goes on so, as the next look may tell more, before it enters what happened."""
    bungled_share: float = 0.12
    """Share of the visible events that a clumsy robot bungles."""


HABITS = CardRobotHabits()


class CardRobot(Robot[TableStage]):
    """Plays `truth`, a match with open hands, from its beginning at `stage`.

    `shown` is the same match as the table shows it, with no hand seen. `stands` are all the places where a device that
    sees no hand may have the match stand, with how many events of the truth that takes. `bungled_place` is where
    something is wrong.
    """

    def __init__(
        self, stage: TableStage, truth: Match, random: Random, clumsy: bool = False, pause_s: float = HABITS.pause_s
    ) -> None:
        super().__init__(stage, truth, random, pause_s, clumsy)
        self.shown = Match.begin(truth.game, truth.players, dict(truth.options) | {"hands": "hidden"})
        self.stands: dict[object, int] = {}
        self.bungled_place: str | None = None
        self._waited = self._behind = 0
        self._remember()
        for event in truth.events:
            self._happen(truth.states[len(self.shown.events)], event)
        stage.set_up(*self._work())

    def step(self, table: Table) -> list[Input]:
        """Answers truthfully; else mends what it bungled, plays on, or waits for a device that has not followed."""
        if self.bungled_place and (table.mismatch or table.question):
            self.noticed += 1
            self._go_on()
            return []
        true = self._true(table)
        if table.question and true is not None:
            return pressed(table.question, true)
        if self.bungled_place or self.followed(table):
            self._behind = 0
            self._go_on()
        elif self._waited >= HABITS.waits:
            if (
                self._behind >= HABITS.steps_behind
                and table.question
                and table.question.look
                and (entered := self._entered(table))
            ):
                return entered
            self._behind += 1
            self._go_on()
        else:
            self._waited += 1
        return _no(table.question, self.followed(table))

    def _go_on(self) -> None:
        """Mend what was bungled, else play."""
        self._waited = 0
        if self.bungled_place:
            self.bungled_place = None
            self.stage.visit(*self._work())
        elif not self.over:
            self._play()

    def _entered(self, table: Table) -> list[Input]:
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

    def strayed(self, match: Match, since: int = 0) -> int:
        """1 if the match stands where the truth never stood, as those see it who see no hand; else 0."""
        return int(match.state.position_key not in self.stands)

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
            event = self._next_event()
            self.truth = self.truth.play(event)
            self._happen(before, event)
            acts = self._work()
            if drawing(self.shown.state) and (self.shown.state.expected_pieces() or not acts):
                continue  # the hand is in mid-motion, unless it gathers all cards first
            if any(not isinstance(act, SetPile) for act in acts):
                self.stage.visit(*self._done(before, acts))
                return
            if spoken(before):
                return  # the others wait until it has been noted

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
        self.bungles.append(wrong.text)
        self.bungled_place = wrong.place
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
    return pressed(question, empty[0]) if empty else [Pressed("c")]
