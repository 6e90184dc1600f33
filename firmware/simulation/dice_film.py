"""A game of dice to be filmed: every frame of the simulated table, at the pace of its hands."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from pathlib import Path
from random import Random

from engines.core import Match
from engines.games import game_named
from firmware.games.profiles import PROFILES, layout
from firmware.observe.observer import Observer, Sight
from firmware.observe.table_setup import NOTHING_TAUGHT, TableSetup
from firmware.simulation.film import FilmLimits
from firmware.simulation.players.dice_robot import DiceRobot
from firmware.simulation.tally import NAMES
from firmware.state.observation import Observation, Piece
from firmware.state.table import Question, Table
from firmware.update.inputs import Input
from hardware.art.folder import ArtFolder
from hardware.scene.stage.dice_stage import DiceStage
from hardware.simulated.dice_camera import DiceCamera

FPS = 10.0
"""Frames a second, as of the slowest camera that the doctor passes: it sees the least of what moves."""
TUMBLING, REACH = 4, 2
"""In so many frames a die comes to rest, or a few more, and a hand comes or goes."""
PAUSE_S = 0.4
"""So long the robot of a film thinks: nobody watches."""
LIMITS = FilmLimits(pictures=20_000, pictures_stuck=3_000, pictures_lost=3_000)
"""Half an hour of play, and five minutes of it."""


class DiceFilm:
    """Dice on the simulated table, for `film`. `clumsy`: with people's mistakes; `art`: of the dice, if not ours."""

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
        art: ArtFolder | None = None,
    ) -> None:
        self.number, self.options = number, dict(options or {})
        self.match = Match.begin(game_named(game), NAMES[:players], options)
        self.random = Random(f"{seed}/{number}")
        stage = DiceStage(
            layout(PROFILES[game].layout), self.random.randrange(2**31), tumbling=TUMBLING, reach=REACH, art=art
        )
        self._camera = DiceCamera(stage, FPS, seed=self.random.randrange(2**31))
        self.robot = DiceRobot(stage, self.match, self.random, pause_s=PAUSE_S, clumsy=clumsy)
        ids = count(1)
        self._observer = Observer(TableSetup(game, home), lambda: f"{number}-{next(ids)}")
        self._at = 0.0

    def observe(self) -> Observation | None:
        """What the device sees in the next frame, once the table is at rest."""
        frame = self._camera.frame()
        self._at = frame.at
        sight = self._observer.see(frame)
        return sight.observation if isinstance(sight, Sight) else None

    def put_back(self) -> bool:
        """Nobody pushes it."""
        return False

    def act(self, table: Table) -> list[Input]:
        """What the robot does at the time of that frame."""
        return self.robot.act(table, self._at)

    def counts(self, question: Question) -> bool:
        """Whether it is about what was seen: a decision that the buttons alone tell is a move, and no question."""
        return question.look is not None

    def unobservable(self, question: Question) -> bool:
        """Whether a die that is asked about truly leans."""
        asked = [question.look.pieces[number] for number in question.pieces] if question.look else []
        return any(self.robot.leans(piece.x, piece.y) for piece in asked)

    def lookalikes(self, piece: Piece) -> list[str]:
        """What a die may be mistaken for: the other faces of its kind."""
        return [item for item, _ in piece.items[1:]]
