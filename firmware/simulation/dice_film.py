"""A game of dice to be filmed: every frame of the simulated table, at the pace of its hands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
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
from firmware.simulation.true_dice import FPS, DiceEyes
from firmware.state.observation import Observation, Piece
from firmware.state.table import Question, Table
from firmware.update.inputs import Input
from hardware.art.folder import ArtFolder
from hardware.scene.stage.dice_stage import DiceStage
from hardware.simulated.dice_camera import DiceCamera

TUMBLING, REACH = 4, 2
"""In so many frames a die comes to rest, or a few more, and a hand comes or goes."""
PAUSE_S = 0.4
"""So long the robot of a film thinks: nobody watches."""
LIMITS = FilmLimits(pictures=20_000, pictures_stuck=3_000, pictures_lost=3_000)
"""Half an hour of play, and five minutes of it."""


class DiceFilm:
    """Dice on the simulated table, for `film`. `clumsy`: with people's mistakes; `art`: of the dice, if not ours.

    `eyes` see the stage instead of a camera and vision: `true_dice`.
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
        art: ArtFolder | None = None,
        eyes: Callable[[DiceStage], DiceEyes] | None = None,
    ) -> None:
        self.number, self.options = number, dict(options or {})
        self.match = Match.begin(game_named(game), NAMES[:players], options)
        self.random = Random(f"{seed}/{number}")
        stage = DiceStage(
            layout(PROFILES[game].layout), self.random.randrange(2**31), tumbling=TUMBLING, reach=REACH, art=art
        )
        seed_of_camera = self.random.randrange(2**31)
        self._next_look = eyes(stage) if eyes else _vision(stage, seed_of_camera, TableSetup(game, home), number)
        self.robot = DiceRobot(stage, self.match, self.random, pause_s=PAUSE_S, clumsy=clumsy)
        self._at = 0.0

    def observe(self) -> Observation | None:
        """What the device sees in the next frame, once the table is at rest."""
        self._at, observation = self._next_look()
        return observation

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


def _vision(stage: DiceStage, seed: int, setup: TableSetup, number: int) -> DiceEyes:
    """A camera over the stage, and the device's own observer."""
    camera, ids = DiceCamera(stage, FPS, seed=seed), count(1)
    observer = Observer(setup, lambda: f"{number}-{next(ids)}")

    def look() -> tuple[float, Observation | None]:
        frame = camera.frame()
        sight = observer.see(frame)
        return frame.at, sight.observation if isinstance(sight, Sight) else None

    return look
