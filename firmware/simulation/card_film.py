"""A game with cards, filmed on the simulated table and followed from the pictures alone, then compared with the truth.

After each thing that the robot's hands do the camera takes one picture of the table at rest; what moved in between
nobody needs to see.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from itertools import count
from pathlib import Path
from random import Random

import numpy as np

from engines.core import Match
from engines.games import game_named
from firmware.games.layouts import mat
from firmware.games.profiles import PROFILES
from firmware.observe.observer import Observer, Sight
from firmware.observe.table_setup import NOTHING_TAUGHT, TableSetup
from firmware.simulation.card_player import CardRobot
from firmware.simulation.tally import NAMES, Film, FilmTally, named, read_wrong
from firmware.state.observation import Observation, Piece
from firmware.state.table import Table
from firmware.update.handle import handle
from firmware.update.inputs import Input, Requested, Saw
from firmware.update.observed import opened
from hardware.scene.stage.table_stage import TableStage
from hardware.simulated.table_camera import TableCamera


@dataclass(frozen=True, slots=True)
class CardFilmLimits:
    """The size of the pictures, and when a film is given up."""

    size_px: tuple[int, int] = (1280, 720)
    """Width and height of the pictures."""
    looks: int = 4000
    """Looks after which a film is given up."""
    looks_stuck: int = 12
    """Looks without a new event, on either side, after which a film is given up."""
    looks_lost: int = 60
    """Looks in a row after which a film is given up that the device does not follow while the robot plays on."""
    answers: int = 12
    """Answers that the robot gives before it lets the device look again: some ask on."""


LIMITS = CardFilmLimits()

Eyes = Callable[[TableCamera], Observation | None]


def film(
    game: str,
    players: int,
    seed: int,
    number: int = 0,
    options: Mapping[str, object] | None = None,
    misread: float = 0.0,
    clumsy: bool = False,
    eyes: Eyes | None = None,
    size: tuple[int, int] = LIMITS.size_px,
    watch: Callable[[Table], None] = lambda table: None,
    home: Path = NOTHING_TAUGHT,
) -> Film:
    """Film one game. `misread` is the share of pieces that are read wrong, at low confidence; `eyes` sees instead of
    vision."""
    chosen = dict(options or {})
    random = Random(f"{seed}/{number}")
    truth = Match.begin(game_named(game), NAMES[:players], chosen | {"hands": "open"})
    shown = Match.begin(game_named(game), NAMES[:players], chosen | {"hands": "hidden"})
    stage = TableStage(game, mat(game, players, chosen), random.randrange(2**31), size, brief=True)
    camera = TableCamera(stage, seed=random.randrange(2**31))
    robot = CardRobot(stage, truth, random, clumsy)
    table = opened(Table(shown, "0000"))
    see = eyes or _vision(shown, number, home)
    tally, groups, still, lost = FilmTally(), alike(truth), 0, 0
    while (
        not tally.wrong
        and tally.looks < LIMITS.looks
        and still < LIMITS.looks_stuck
        and lost < LIMITS.looks_lost
        and not _done(robot, table)
    ):
        seen = see(camera)
        tally.looks += 1
        before = len(robot.truth.events), len(table.match.events)
        if seen is not None:
            look = read_wrong(seen, misread, lambda piece: _others(piece, groups), random)
            last, table = table.look, _given(table, Saw(look), robot, tally, watch)
            tally.readings.count(look, named(seen), last, table)
        table = _played(table, robot, tally, watch)
        lost = lost + 1 if before[1] == len(table.match.events) else 0
        still = still + 1 if before == (len(robot.truth.events), len(table.match.events)) else 0
    state, true = table.match.state, robot.truth.state
    right = not tally.wrong and _done(robot, table) and state.scores() == true.scores()
    return Film(
        number, players, chosen, len(robot.truth.events), state.scores(), true.scores(), right, tally.wrong,
        tally.questions, tally.unseen, tally.mismatches, len(robot.bungles), robot.noticed, tally.looks,
        **asdict(tally.readings),
    )  # fmt: skip


def _played(table: Table, robot: CardRobot, tally: FilmTally, watch: Callable[[Table], None]) -> Table:
    """The table after the robot has answered what was asked, or played on."""
    for _ in range(LIMITS.answers):
        pressed = robot.step(table)
        for given in pressed:
            table = _given(table, given, robot, tally, watch)
        if not pressed or not table.question or tally.wrong:
            break
    return table


def _others(piece: Piece, groups: Mapping[str, tuple[str, ...]]) -> list[str]:
    """What a piece may be mistaken for: those of its group."""
    name = piece.items[0][0] if piece.items else ""
    return [other for other in groups.get(name, ()) if other != name]


def _vision(match: Match, number: int, home: Path) -> Eyes:
    """The device's own observer."""
    ids = count(1)
    setup = TableSetup(match.game.name, home, len(match.players), match.options)
    observer = Observer(setup, lambda: f"{number}-{next(ids)}")

    def see(camera: TableCamera) -> Observation | None:
        sight = observer.see(camera.look(), settled=True)
        return sight.observation if isinstance(sight, Sight) else None

    return see


def true_eyes(camera: TableCamera) -> Observation:
    """A look made of the truth: everything that shows is read right, piles by their top."""
    frame = camera.look()
    height, width = frame.image.shape[:2]
    flats = {piece.id: piece.flat for piece in camera.stage.pieces}
    pieces = []
    for number, seen in camera.seen().items():
        if seen.place in ("deck", "away") or seen.visible < 0.15:
            continue
        flat = flats[number]
        items = ((seen.name, 0.998),)
        pieces.append(Piece(items, flat.x, -flat.y, min(flat.size), seen.box, _angle(flat.turn), seen.place))
    return Observation(f"look-{frame.at:.2f}", width, height, tuple(pieces))


def _angle(turn: float) -> float:
    """A turn in radians as looks have it: degrees, modulo a right angle."""
    return float(-np.degrees(turn)) % 90


def _given(table: Table, given: Input, robot: CardRobot, tally: FilmTally, watch: Callable[[Table], None]) -> Table:
    """The table after an input; what the device said and what it confirmed is counted."""
    after = handle(table, given)
    watch(after)
    if isinstance(given, Saw):
        tally.mismatches += after.mismatch is not None and after.mismatch != table.mismatch
        question = after.question
        if question is not None and (table.question is None or table.question.answers != question.answers):
            unseen = question.unseen or question.look is None
            tally.unseen += unseen
            tally.questions += not unseen
    tally.questions += isinstance(given, Requested)  # what people had to enter is no better than a question
    tally.wrong += after.match.state.position_key not in robot.stands
    return after


def _done(robot: CardRobot, table: Table) -> bool:
    return robot.over and robot.followed(table)


def alike(match: Match) -> dict[str, tuple[str, ...]]:
    """For each piece of a game with cards those that it may be mistaken for."""
    groups = PROFILES[match.game.name].lookalikes(len(match.players))
    return {name: group for group in groups for name in group}
