"""A game with cards to be filmed: one picture of the table at rest after each thing that the robot's hands do.

What moved in between nobody needs to see.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random

import numpy as np

from engines.core import Match
from engines.games import game_named
from firmware.games.layouts import mat
from firmware.games.other_art import card_mm_of
from firmware.games.profiles import PROFILES
from firmware.observe.drawn_mat import DrawnMat
from firmware.observe.observer import Observer, Sight
from firmware.observe.table_setup import NOTHING_TAUGHT, TableSetup
from firmware.simulation.film import FilmLimits
from firmware.simulation.players.camera_hands import CameraPushes, drawn_table
from firmware.simulation.players.card_robot import CardRobot
from firmware.simulation.tally import NAMES
from firmware.state.observation import Observation, Piece
from firmware.state.table import Question, Table
from firmware.update.inputs import Input
from hardware.art.folder import ArtFolder
from hardware.scene.stage.table_stage import TableStage
from hardware.simulated.table_camera import TableCamera, seen

SIZE_PX = (1280, 720)
"""Width and height of the pictures."""
LIMITS = FilmLimits(pictures=4000, pictures_stuck=12, pictures_lost=60)
LEAST_VISIBLE_SHARE = 0.15
"""Pieces of which less than this shows are left out of an observation made of the truth."""

Eyes = Callable[[TableCamera], Observation | None]


@dataclass(frozen=True, slots=True)
class FilmedTable:
    """The table that a game is filmed on.

    `art`: of the pieces, if not ours; `drawn`: no mat of ours lies there but the board of the art, if it has one, and
    the places are drawn; `pushes`: so many times somebody pushes the camera, between two looks.
    """

    art: ArtFolder | None = None
    drawn: bool = False
    pushes: int = 0


OURS = FilmedTable()
"""Our pieces on our mat."""


class CardFilm:
    """Cards, tiles and tokens on the simulated table, for `film`. `clumsy`: with people's mistakes.

    `eyes` see instead of vision; `size`: width and height of the pictures, px.
    """

    limits = LIMITS

    def __init__(
        self,
        game: str,
        players: int,
        seed: int,
        number: int = 0,
        options: Mapping[str, object] | None = None,
        clumsy: bool = False,
        home: Path = NOTHING_TAUGHT,
        eyes: Eyes | None = None,
        size: tuple[int, int] = SIZE_PX,
        table: FilmedTable = OURS,
    ) -> None:
        self.number, self.options = number, dict(options or {})
        self.random = Random(f"{seed}/{number}")
        rules, names = game_named(game), NAMES[:players]
        truth = Match.begin(rules, names, self.options | {"hands": "open"})
        self.match = Match.begin(rules, names, self.options | {"hands": "hidden"})
        zones = mat(game, players, self.options, cards=card_mm_of(table.art, game))
        seeds = iter(lambda: self.random.randrange(2**31), None)
        if table.drawn:
            self._camera, drawn = drawn_table(game, players, zones, size, seeds, table.art)
        else:
            stage = TableStage(game, zones, next(seeds), size, brief=True, art=table.art)
            self._camera, drawn = TableCamera(stage, seed=next(seeds)), None
        self._pushes = CameraPushes(self._camera, next(seeds), table.pushes) if table.pushes else None
        self.robot = CardRobot(self._camera.stage, truth, self.random, clumsy)
        self._eyes = eyes or _vision(self.match, number, home, drawn)
        self._groups = alike(truth)

    def observe(self) -> Observation | None:
        """What the device sees of the table at rest."""
        if self._pushes is not None:
            self._pushes.pass_by()
        look = self._eyes(self._camera)
        if self._pushes is not None and look is not None:
            self._pushes.stays()
        return look

    def put_back(self) -> bool:
        """Puts the camera back where it was before it was pushed last, unless the device saw the table since."""
        return self._pushes is not None and self._pushes.put_back()

    def act(self, table: Table) -> list[Input]:
        """What the robot does next: nobody waits."""
        return self.robot.step(table)

    def counts(self, question: Question) -> bool:
        """Each question does: what a camera cannot see belongs to such a game."""
        return True

    def unobservable(self, question: Question) -> bool:
        """Whether it is about no picture."""
        return question.look is None

    def lookalikes(self, piece: Piece) -> list[str]:
        """What a piece may be mistaken for: those of its group."""
        name = piece.items[0][0] if piece.items else ""
        return [other for other in self._groups.get(name, ()) if other != name]


def _vision(match: Match, number: int, home: Path, drawn: DrawnMat | None) -> Eyes:
    """The device's own observer."""
    ids = count(1)
    setup = TableSetup(match.game.name, home, len(match.players), match.options, drawn)
    observer = Observer(setup, lambda: f"{number}-{next(ids)}")

    def see(camera: TableCamera) -> Observation | None:
        sight = observer.see(camera.look(), settled=True)
        return sight.observation if isinstance(sight, Sight) else None

    return see


def true_eyes(camera: TableCamera) -> Observation:
    """An observation made of the truth: everything that shows is read right, piles by their top."""
    frame = camera.look()
    return true_look(camera.stage, f"look-{frame.at:.2f}")


def true_look(stage: TableStage, name: str) -> Observation:
    """The same of a table at rest that nobody films; `name` is the observation's id."""
    flats = {piece.id: piece.flat for piece in stage.pieces}
    pieces = []
    for number, shown in seen(stage).items():
        if shown.place in ("deck", "away") or shown.visible < LEAST_VISIBLE_SHARE:
            continue
        flat = flats[number]
        items = ((shown.name, 0.998),)
        pieces.append(Piece(items, flat.x, -flat.y, min(flat.size), shown.box, _angle(flat.turn), shown.place))
    return Observation(name, *stage.scene.view.size_px, tuple(pieces))


def _angle(turn: float) -> float:
    """A turn in radians as observations have it: degrees, modulo a right angle."""
    return float(-np.degrees(turn)) % 90


def alike(match: Match) -> dict[str, tuple[str, ...]]:
    """For each piece of a game with cards those that it may be mistaken for."""
    groups = PROFILES[match.game.name].lookalikes(len(match.players))
    return {name: group for group in groups for name in group}
