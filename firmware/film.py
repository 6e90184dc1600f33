"""A game filmed on the simulated table and followed from the pictures alone, then compared with the truth."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import count
from random import Random

from engines.core import Match
from engines.games import game_named
from firmware.eye import Eye
from firmware.handle import Input, Saw, handle
from firmware.look import Look
from firmware.robot import Robot, same
from firmware.settings import SETTINGS, layout
from firmware.table import Table
from hardware.scene.stage import Stage
from hardware.simulated_camera import SimulatedCamera

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eve", "Finn")
BRISK = 0.4
"""Seconds that the robot of a film thinks: nobody watches."""
LIMIT = 40_000
"""Frames after which a film is given up: half an hour of play."""


@dataclass(frozen=True, slots=True)
class Film:
    """How a filmed game went. `wrong` counts events that were confirmed and never happened; `right` whether the match
    that was followed is the one that was played; `questions` and `mismatches` how often the device spoke up; `bungles`
    the robot's mistakes and `noticed` how many were spoken of."""

    game: int
    events: int
    scores: tuple[int, ...]
    truth: tuple[int, ...]
    right: bool
    wrong: int
    questions: int
    mismatches: int
    bungles: int
    noticed: int
    frames: int
    looks: int


def film(
    game: str,
    players: int,
    seed: int,
    number: int = 0,
    options: Mapping[str, object] | None = None,
    misread: float = 0.0,
    clumsy: bool = False,
    watch: Callable[[Table], None] = lambda table: None,
) -> Film:
    """Film one game. `misread`: the share of pieces that are read wrong, at low confidence; `clumsy`: with mistakes."""
    match = Match.begin(game_named(game), NAMES[:players], options)
    random = Random(f"{seed}/{number}")
    mat = layout(SETTINGS[game].layout)
    stage = Stage(mat, random.randrange(2**31))
    camera = SimulatedCamera(stage, seed=random.randrange(2**31))
    robot = Robot(stage, match, random, pause=BRISK, clumsy=clumsy)
    ids = count(1)
    eye = Eye(lambda: game, lambda: f"{number}-{next(ids)}")
    table = Table(match, "0000")
    tally = {"wrong": 0, "questions": 0, "mismatches": 0, "looks": 0}
    frames = 0
    while frames < LIMIT and not tally["wrong"] and not _done(robot, table):
        frame = camera.frame()
        frames += 1
        sight = eye.see(frame)
        looks = [Saw(_misread(sight.look, misread, random) if misread else sight.look)] if sight else []
        tally["looks"] += len(looks)
        inputs: list[Input] = [*looks, *robot.act(table, frame.at)]
        for given in inputs:
            before, table = table, handle(table, given)
            _count(before, table, robot, tally)
            watch(table)
    right = [same(e) for e in table.match.events] == [same(e) for e in robot.truth.events]
    scores, truth = table.match.state.scores(), robot.truth.state.scores()
    same_end = right and scores == truth
    tally |= {"bungles": robot.bungles, "noticed": robot.noticed, "frames": frames}
    return Film(number, len(robot.truth.events), scores, truth, same_end, **tally)


def _done(robot: Robot, table: Table) -> bool:
    return robot.over and len(table.match.events) >= len(robot.truth.events)


def _count(before: Table, after: Table, robot: Robot, tally: dict[str, int]) -> None:
    """Count what the device said, and what it confirmed though it never happened."""
    done, true = len(before.match.events), robot.truth.events
    tally["wrong"] += sum(
        number >= len(true) or same(event) != same(true[number])
        for number, event in enumerate(after.match.events[done:], start=done)
    )
    asked = after.question is not None and after.question.look is not None
    tally["questions"] += asked and (before.question is None or before.question.answers != after.question.answers)  # type: ignore[union-attr]
    tally["mismatches"] += after.mismatch is not None and after.mismatch != before.mismatch


def _misread(look: Look, share: float, random: Random) -> Look:
    """Some pieces read as another face of their kind, with little confidence."""
    pieces = []
    for piece in look.pieces:
        others = [item for item, _ in piece.items[1:]]
        if others and random.random() < share:
            wrong = random.choice(others)
            rest = tuple((item, 0.02) for item in others if item != wrong)
            piece = replace(piece, items=((wrong, 0.55), (piece.items[0][0], 0.4), *rest))
        pieces.append(piece)
    return replace(look, pieces=tuple(pieces))
