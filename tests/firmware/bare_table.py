"""A table without a printed mat: a camera over bare wood, a robot that plays, and the truth of where all lies."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from companion.api.places_routes import Box, Draw
from engines.core import Match
from engines.games import GAMES
from firmware.device.loop import Device
from firmware.games.layouts import mat, printed_mat
from firmware.observe.drawn_mat import Drawings
from firmware.observe.observer import Observer, Sight, Unread
from firmware.observe.table_setup import TableSetup, mat_of, setup_of
from firmware.simulation.players.card_robot import CardRobot
from firmware.state.table import Table
from firmware.storage.journal import Journal
from firmware.web.draw_places import TableDrawing, parts
from hardware.cameras.frame import Frame
from hardware.scene.optics.view import array
from hardware.scene.stage.table_stage import TableStage
from hardware.simulated.table_camera import TableCamera

PLAYERS = ("Ana", "Ben", "Cleo")
PIN = "4711"


class BareTable:
    """A game on a table whose mat nobody printed. `seed` chooses wood and camera."""

    def __init__(self, game: str, home: Path, seed: int = 3, clock: Callable[[], float] = lambda: 0.0) -> None:
        self.game = game
        self.stage = TableStage(game, mat(game, len(PLAYERS)), seed, brief=True, straight=True, bare=True)
        self.camera = TableCamera(self.stage, seed=3)
        self.shown = Match.begin(GAMES[game], PLAYERS, {"hands": "hidden"})
        self.device = Device(Table(self.shown, PIN), Journal(home / "journal.db"), [], clock)
        self.drawings = Drawings(home)
        self.observer = Observer(self.setup)
        self.drawing = TableDrawing(self.device, self.observer, self.drawings)
        self.see(self.camera.look())

    @property
    def setup(self) -> TableSetup:
        """How the table is set up by now."""
        return setup_of(self.device.table.match, self.drawings)

    def see(self, frame: Frame) -> Sight | Unread | None:
        """What is seen in a picture of the table at rest."""
        self.observer.use(self.setup)
        return self.observer.see(frame, settled=True)

    def play(self, steps: int, robot: CardRobot | None = None) -> CardRobot:
        """The robot plays on by so many steps."""
        truth = Match.begin(GAMES[self.game], PLAYERS, {"hands": "open"})
        robot = robot or CardRobot(self.stage, truth, Random(1))
        for _ in range(steps):
            robot.step(Table(self.shown, "0000"))
        return robot

    @property
    def corners(self) -> NDArray[np.float64]:
        """Where the mat's corners would lie in the picture, as shares of it (4, 2)."""
        wide, deep = self.stage.layout["size_mm"]
        flat = array([[0, 0, 0], [wide, 0, 0], [wide, -deep, 0], [0, -deep, 0]])
        view = self.stage.scene.view
        return np.asarray((view.project(flat) + 0.5) / np.array(view.size_px), np.float64)

    def true(self, **boxes: Box) -> Draw:
        """The places drawn just where they are; `boxes` lie elsewhere."""
        printed = {part.name: part.box for part in parts(printed_mat(mat_of(self.shown)), {})}
        (a, b), (c, d), (e, f), (g, h) = self.corners.tolist()
        return Draw(version=0, game=self.game, corners=((a, b), (c, d), (e, f), (g, h)), boxes=printed | boxes)
