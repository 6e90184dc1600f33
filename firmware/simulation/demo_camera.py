"""The simulated table as the device's camera: a robot plays on it by itself, at a pace that people can watch."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from companion.api.models import NewGame
from engines.core import Match, Over
from firmware.device.loop import Device
from firmware.games.layouts import mat
from firmware.games.other_art import card_mm_of
from firmware.games.profiles import PROFILES
from firmware.simulation.players.card_robot import CardRobot
from firmware.simulation.players.dice_robot import DiceRobot
from firmware.simulation.players.robot import Robot
from firmware.state.table import Table
from firmware.update.inputs import Forget, Input, Requested
from hardware.art.folder import ArtFolder
from hardware.cameras.frame import Frame
from hardware.scene.stage.dice_stage import DiceStage
from hardware.scene.stage.table_stage import TableStage
from hardware.simulated.dice_camera import DiceCamera
from hardware.simulated.table_camera import TableCamera


@dataclass(frozen=True, slots=True)
class DemoPace:
    """How much time people get to look."""

    pause_s: float = 1.6
    """So long the robot leaves people to look at each step."""
    applause_s: float = 12.0
    """Between the end of a game and the next."""


PACE = DemoPace()


class Demo:
    """A game on the simulated table; the robot presses in real time."""

    def __init__(self, camera: DiceCamera | TableCamera, robot: Robot[Any]) -> None:
        self._camera, self._robot = camera, robot

    def frame(self, table: Table) -> tuple[Frame, list[Input]]:
        """The next frame, in real time, and what the robot presses after it: nothing before a match."""
        frame = self._camera.frame()
        return frame, [] if table.waiting else self._robot.act(table, frame.at)

    def agrees(self, match: Match) -> bool:
        """Whether the device follows what the robot plays: nothing in its match that is not the robot's."""
        truth = self._robot.truth
        return truth.game is match.game and truth.players == match.players and not self._robot.strayed(match)


def _dice(match: Match, random: Random, art: ArtFolder | None) -> Demo:
    """Dice; the robot goes on from wherever the match stands."""
    stage = DiceStage(mat(match.game.name), random.randrange(2**31), tumbling=9, reach=6, art=art)
    camera = DiceCamera(stage, paced=True, seed=random.randrange(2**31))
    return Demo(camera, DiceRobot(stage, match, random, pause_s=PACE.pause_s))


def _cards(match: Match, random: Random, art: ArtFolder | None) -> Demo:
    """Cards, tiles and tokens. The robot begins at the beginning: only it knows the hands."""
    options = dict(match.options)
    zones = mat(match.game.name, len(match.players), options, cards=card_mm_of(art, match.game.name))
    bare = art is not None and art.has_board(match.game.name)
    stage = TableStage(match.game.name, zones, random.randrange(2**31), art=art, bare=bare)
    camera = TableCamera(stage, paced=True, seed=random.randrange(2**31))
    truth = Match.begin(match.game, match.players, options | {"hands": "open"})
    return Demo(camera, CardRobot(stage, truth, random, pause_s=PACE.pause_s))


class DemoCamera:
    """A camera over the simulated table.

    When the match is changed by somebody else (a correction, an undo, a new game), the robot clears the table and goes
    on from there; a game with hidden hands it begins anew.
    """

    settled = False

    def __init__(self, device: Device, seed: int, art: ArtFolder | None = None) -> None:
        """`art`: of the pieces, if not ours."""
        self._device, self._art = device, art
        self._random = Random(seed)
        self._over_since: float | None = None
        self._followed = 0
        self._begin()

    def _begin(self) -> None:
        match = self._device.table.match
        self._demo = (_cards if PROFILES[match.game.name].deck else _dice)(match, self._random, self._art)
        if not self._demo.agrees(match):
            self._new_game()
        self._device.put(Forget())

    def frame(self) -> Frame:
        """The next frame, in real time, after the robot has had its turn."""
        table = self._device.table
        if not self._demo.agrees(table.match) or len(table.match.events) < self._followed:
            self._begin()
            table = self._device.table
        self._followed = len(table.match.events)
        frame, pressed = self._demo.frame(table)
        for press in pressed:
            self._device.put(press)
        if isinstance(table.match.state.awaits, Over) and not table.waiting:
            self._next_game(frame.at)
        return frame

    def _next_game(self, at: float) -> None:
        """Begin the same game again after a while."""
        if self._over_since is None:
            self._over_since = at
        elif at - self._over_since > PACE.applause_s:
            self._over_since = None
            self._new_game()

    def _new_game(self) -> None:
        table = self._device.table
        match = table.match
        again = NewGame(version=table.version, game=match.game.name, players=match.players, options=dict(match.options))
        self._device.put(Requested(again)).result(5)

    def close(self) -> None:
        """Nothing is held open."""
