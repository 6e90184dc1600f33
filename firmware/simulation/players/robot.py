"""What the robots of all games share: the truth, a policy, patience, and how they press an answer."""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random
from typing import Generic, TypeVar

from engines.core import Chance, Event, Match, Over
from engines.dealer import deal
from firmware.state.table import Question, Table
from firmware.update.inputs import Input, Pressed
from hardware.scene.stage.dice_stage import DiceStage
from hardware.scene.stage.table_stage import TableStage

Stage = TypeVar("Stage", DiceStage, TableStage)


class Robot(ABC, Generic[Stage]):
    """Plays `truth` on at `stage`, for a device that sees only the pictures and the buttons.

    `clumsy`: with people's mistakes; `bungles` says them in words, `noticed` counts those that the device spoke up
    about. `pause_s`: so long it thinks after the device has followed.
    """

    def __init__(self, stage: Stage, truth: Match, random: Random, pause_s: float, clumsy: bool) -> None:
        self.stage: Stage = stage
        self.truth = truth
        self.bungles: list[str] = []
        self.noticed = 0
        self._random, self._pause_s, self._clumsy = random, pause_s, clumsy
        self._policy = truth.game.policies.get("sensible") or next(iter(truth.game.policies.values()))
        self._still_since: float | None = None

    @property
    def over(self) -> bool:
        """Whether the game that it plays has ended."""
        return isinstance(self.truth.state.awaits, Over)

    def act(self, table: Table, at: float) -> list[Input]:
        """The next thing its hands do, if the time has come; what it presses. `at` is the film's time in seconds."""
        if self.stage.busy or self._still_since is None:
            self._still_since = at
            return []
        if at - self._still_since < self._patience_s(table):
            return []
        self._still_since = at
        return self.step(table)

    @abstractmethod
    def step(self, table: Table) -> list[Input]:
        """The next thing its hands do, once the device has seen the table; what it presses."""

    @abstractmethod
    def followed(self, table: Table) -> bool:
        """Whether the device's match has come as far as the truth."""

    @abstractmethod
    def strayed(self, match: Match, since: int = 0) -> int:
        """How many of the match's events from number `since` on never happened; 0 if all are the robot's own."""

    def _patience_s(self, table: Table) -> float:
        """So long it waits before it does the next thing."""
        return self._pause_s

    def _next_event(self) -> Event:
        """What a seeded dealer gives, or what the policy decides."""
        state = self.truth.state
        return (
            deal(state.awaits, self._random) if isinstance(state.awaits, Chance) else self._policy(state, self._random)
        )


def pressed(question: Question, number: int) -> list[Input]:
    """The buttons for one of the answers."""
    turns = (number - question.choice) % len(question.answers)
    return [*[Pressed("b")] * turns, Pressed("a")]
