"""A game filmed on the simulated table and followed from the pictures alone, then compared with the truth."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from random import Random
from typing import Any, Protocol

from engines.core import Match
from firmware.outputs.screens.asking import readable
from firmware.simulation.players.robot import Robot
from firmware.simulation.tally import Film, FilmedQuestion, FilmTally, named, read_wrong
from firmware.state.observation import Observation, Piece
from firmware.state.table import Question, Table
from firmware.update.handle import handle
from firmware.update.inputs import Input, Requested, Saw
from firmware.update.observed import opened


@dataclass(frozen=True, slots=True)
class FilmLimits:
    """When a film is given up, in pictures, and how much a robot answers between two of them."""

    pictures: int
    """Pictures of a whole film."""
    pictures_stuck: int
    """Pictures without a new event on either side."""
    pictures_lost: int
    """Pictures in a row without a new event of the device, while the robot plays on."""
    answers: int = 12
    """Answers that the robot gives before it lets the device look again: some ask on."""


class FilmedGame(Protocol):
    """What differs between games of dice and of cards: what is seen, and how a hand plays."""

    @property
    def limits(self) -> FilmLimits:
        """When its film is given up."""

    @property
    def number(self) -> int:
        """The film's number in a row of them."""

    @property
    def match(self) -> Match:
        """The game as the device sees it when it begins."""

    @property
    def options(self) -> Mapping[str, object]:
        """The options of the rules that were chosen."""

    @property
    def random(self) -> Random:
        """What chance is taken from."""

    @property
    def robot(self) -> Robot[Any]:
        """Who plays, and knows the truth."""

    def observe(self) -> Observation | None:
        """What the device sees in the next picture; None if there is nothing to tell of it."""

    def put_back(self) -> bool:
        """Puts a camera back that was pushed, for the device can tell nothing of what it shows; whether it was."""

    def act(self, table: Table) -> Sequence[Input]:
        """The next thing that the robot does after that picture; what it presses or enters."""

    def counts(self, question: Question) -> bool:
        """Whether a question counts as one."""

    def unobservable(self, question: Question) -> bool:
        """Whether no picture could have answered a question, though it does not say so."""

    def lookalikes(self, piece: Piece) -> Sequence[str]:
        """What a piece may be mistaken for."""


def film(
    filmed: FilmedGame,
    misread: float = 0.0,
    watch: Callable[[Table], None] = lambda table: None,
    answer: Callable[[Table, Input], Table] = handle,
) -> Film:
    """Film a game. `misread`: the share of pieces that are read wrong, at low confidence; `watch` gets each table;
    `answer` is what the device does with an input."""
    filming = _Filming(filmed, misread, watch, answer)
    while not filming.done and not filming.given_up:
        filming.take()
    return filming.film()


class _Filming:
    """A film in the making: the device's table beside the truth, and what was said so far."""

    def __init__(
        self,
        filmed: FilmedGame,
        misread: float,
        watch: Callable[[Table], None],
        answer: Callable[[Table, Input], Table],
    ) -> None:
        self.filmed, self.misread, self.watch, self.answer = filmed, misread, watch, answer
        self.table = opened(Table(filmed.match, "0000"))
        self.tally = FilmTally()
        self.pictures = self.stuck = self.lost = 0

    @property
    def done(self) -> bool:
        """Whether the game is over and the device has followed it to its end."""
        return self.filmed.robot.over and self.filmed.robot.followed(self.table)

    @property
    def given_up(self) -> bool:
        """Whether the device went astray, or nothing comes of it any more."""
        limits = self.filmed.limits
        return bool(
            self.tally.wrong
            or self.pictures >= limits.pictures
            or self.stuck >= limits.pictures_stuck
            or self.lost >= limits.pictures_lost
        )

    def take(self) -> None:
        """One picture, and what the robot does after it."""
        true, followed = self._events()
        seen = self.filmed.observe()
        self.pictures += 1
        if seen is not None:
            self._see(seen)
        elif self.filmed.put_back():
            self.tally.questions += 1  # somebody must see to it
            return
        self._act()
        now_true, now_followed = self._events()
        self.lost = self.lost + 1 if now_followed == followed else 0
        self.stuck = self.stuck + 1 if (now_true, now_followed) == (true, followed) else 0

    def film(self) -> Film:
        """How it went."""
        filmed, tally, robot = self.filmed, self.tally, self.filmed.robot
        scores, truth = self.table.match.state.scores(), robot.truth.state.scores()
        right = not tally.wrong and self.done and scores == truth
        return Film(
            filmed.number, len(filmed.match.players), filmed.options, len(robot.truth.events), scores, truth, right,
            tally.wrong, tally.questions, tally.unseen, tally.mismatches, len(robot.bungles), robot.noticed,
            tally.looks, tuple(tally.asked), **asdict(tally.readings),
        )  # fmt: skip

    def _events(self) -> tuple[int, int]:
        return len(self.filmed.robot.truth.events), len(self.table.match.events)

    def _see(self, seen: Observation) -> None:
        self.tally.looks += 1
        observation = read_wrong(seen, self.misread, self.filmed.lookalikes, self.filmed.random)
        last = self.table.look
        self._give(Saw(observation))
        self.tally.readings.count(observation, named(seen), last, self.table)

    def _act(self) -> None:
        """The robot answers what is asked, or plays on."""
        for _ in range(self.filmed.limits.answers):
            inputs = self.filmed.act(self.table)
            for given in inputs:
                self._give(given)
            if not inputs or not self.table.question or self.tally.wrong:
                break

    def _give(self, given: Input) -> None:
        before, self.table = self.table, self.answer(self.table, given)
        self.watch(self.table)
        self.tally.wrong += self.filmed.robot.strayed(self.table.match, len(before.match.events))
        self.tally.questions += isinstance(given, Requested)  # what people had to enter is no better than a question
        self._count(before, self.table)

    def _count(self, before: Table, after: Table) -> None:
        """Count what the device says, if it says it anew: about what it saw, or behind an answer about that."""
        question, was, mismatch = after.question, before.question, after.mismatch
        self.tally.mismatches += mismatch is not None and mismatch != before.mismatch
        if question is None or not self.filmed.counts(question) or (was and was.answers == question.answers):
            return
        unseen = question.unseen or self.filmed.unobservable(question)
        step = was is not None and any(answer.then == question.answers for answer in was.answers)
        words = readable(question)
        self.tally.ask(FilmedQuestion(len(after.match.events), unseen, step, words.lines, words.answers))
