"""A game filmed on the simulated table and followed from the pictures alone, then compared with the truth."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from itertools import count
from math import hypot
from pathlib import Path
from random import Random

from engines.core import Match
from engines.games import game_named
from firmware.games.profiles import PROFILES, layout
from firmware.observe.observer import Observer, Sight
from firmware.observe.table_setup import NOTHING_TAUGHT, TableSetup
from firmware.simulation.dice_player import Robot, same
from firmware.simulation.tally import NAMES, Film, FilmTally, named, read_wrong
from firmware.state.observation import Piece
from firmware.state.table import Question, Table
from firmware.update.handle import handle
from firmware.update.inputs import Input, Saw
from hardware.scene.stage.dice_stage import DiceStage
from hardware.simulated.dice_camera import SimulatedCamera


@dataclass(frozen=True, slots=True)
class DiceFilmLimits:
    """How fast a film is played, and when it is given up."""

    pause_s: float = 0.4
    """So long the robot of a film thinks: nobody watches."""
    frames: int = 40_000
    """Frames after which a film is given up: half an hour of play."""


LIMITS = DiceFilmLimits()


def film(
    game: str,
    players: int,
    seed: int,
    number: int = 0,
    options: Mapping[str, object] | None = None,
    misread: float = 0.0,
    clumsy: bool = False,
    watch: Callable[[Table], None] = lambda table: None,
    home: Path = NOTHING_TAUGHT,
) -> Film:
    """Film one game. `misread`: the share of pieces that are read wrong, at low confidence; `clumsy`: with mistakes."""
    match = Match.begin(game_named(game), NAMES[:players], options)
    random = Random(f"{seed}/{number}")
    mat = layout(PROFILES[game].layout)
    stage = DiceStage(mat, random.randrange(2**31))
    camera = SimulatedCamera(stage, seed=random.randrange(2**31))
    robot = Robot(stage, match, random, pause=LIMITS.pause_s, clumsy=clumsy)
    ids = count(1)
    observer = Observer(TableSetup(game, home), lambda: f"{number}-{next(ids)}")
    table = Table(match, "0000")
    tally, frames = FilmTally(), 0
    while frames < LIMITS.frames and not tally.wrong and not _done(robot, table):
        frame = camera.frame()
        frames += 1
        sight = observer.see(frame)
        if isinstance(sight, Sight):
            look = read_wrong(sight.observation, misread, _others, random)
            tally.looks += 1
            before, table = table, _given(table, Saw(look), robot, tally, watch)
            tally.readings.count(look, named(sight.observation), before.look, table)
        for given in robot.act(table, frame.at):
            table = _given(table, given, robot, tally, watch)
    right = [same(e) for e in table.match.events] == [same(e) for e in robot.truth.events]
    scores, truth = table.match.state.scores(), robot.truth.state.scores()
    return Film(
        number, players, dict(options or {}), len(robot.truth.events), scores, truth, right and scores == truth,
        tally.wrong, tally.questions, tally.unseen, tally.mismatches, robot.bungles, robot.noticed, tally.looks,
        **asdict(tally.readings),
    )  # fmt: skip


def _others(piece: Piece) -> list[str]:
    """What a die may be mistaken for: the other faces of its kind."""
    return [item for item, _ in piece.items[1:]]


def _given(table: Table, given: Input, robot: Robot, tally: FilmTally, watch: Callable[[Table], None]) -> Table:
    after = handle(table, given)
    _count(table, after, robot, tally)
    watch(after)
    return after


def _done(robot: Robot, table: Table) -> bool:
    return robot.over and len(table.match.events) >= len(robot.truth.events)


def _leans(question: Question, robot: Robot) -> bool:
    """Whether a die that is asked about truly leans: which face it shows is for people to say."""
    dice = robot.stage.dice
    asked = [question.look.pieces[number] for number in question.pieces] if question.look and dice else []
    nearest = (min(dice, key=lambda x: hypot(p.x - x.die.place[0], p.y + x.die.place[1])) for p in asked)
    return any(lying.die.cocked for lying in nearest)


def _count(before: Table, after: Table, robot: Robot, tally: FilmTally) -> None:
    """Count what the device said, and what it confirmed though it never happened."""
    done, true = len(before.match.events), robot.truth.events
    tally.wrong += sum(
        number >= len(true) or same(event) != same(true[number])
        for number, event in enumerate(after.match.events[done:], start=done)
    )
    if (asked := after.question) is not None and asked.look is not None:
        anew = before.question is None or before.question.answers != asked.answers
        unseen = asked.unseen or _leans(asked, robot)
        tally.unseen += anew and unseen
        tally.questions += anew and not unseen
    tally.mismatches += after.mismatch is not None and after.mismatch != before.mismatch
