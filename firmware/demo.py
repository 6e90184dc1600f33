"""The simulated table as the device's camera: a robot plays on it by itself, at a pace that people can watch."""

from __future__ import annotations

from random import Random

from companion.models import NewGame
from engines.core import Match, Over
from firmware.device import Device
from firmware.handle import Asked, Forget
from firmware.robot import Robot, same
from firmware.settings import SETTINGS, layout
from hardware.errors import EndOfFrames
from hardware.frame import Frame
from hardware.scene.stage import Stage
from hardware.simulated_camera import SimulatedCamera

PAUSE = 1.6
"""Seconds that the robot leaves people to look at each step."""
APPLAUSE = 12.0
"""Seconds between the end of a game and the next."""


class DemoCamera:
    """A camera over the simulated table; its robot goes on from wherever the device's match stands.

    When the match is changed by somebody else (a correction, an undo, a new game), the robot clears the table and goes
    on from there.
    """

    settled = False

    def __init__(self, device: Device, seed: int) -> None:
        self._device = device
        self._random = Random(seed)
        self._over_since: float | None = None
        self._followed = 0
        self._begin()

    def _begin(self) -> None:
        match = self._device.table.match
        setting = SETTINGS.get(match.game.name)
        if setting is None:
            raise EndOfFrames
        stage = Stage(layout(setting.layout), self._random.randrange(2**31), tumbling=9, reach=6)
        self._camera = SimulatedCamera(stage, paced=True, seed=self._random.randrange(2**31))
        self._robot = Robot(stage, match, self._random, pause=PAUSE)
        self._device.put(Forget())

    def frame(self) -> Frame:
        """The next frame, in real time, after the robot has had its turn."""
        frame = self._camera.frame()
        table = self._device.table
        if not _agree(self._robot, table.match) or len(table.match.events) < self._followed:
            self._begin()
        self._followed = len(table.match.events)
        for press in self._robot.act(table, frame.at):
            self._device.put(press)
        if isinstance(table.match.state.awaits, Over):
            self._next_game(frame.at)
        return frame

    def _next_game(self, at: float) -> None:
        """Begin the same game again after a while."""
        if self._over_since is None:
            self._over_since = at
        elif at - self._over_since > APPLAUSE:
            self._over_since = None
            table = self._device.table
            match = table.match
            again = NewGame(
                version=table.version, game=match.game.name, players=match.players, options=dict(match.options)
            )
            self._device.put(Asked(again)).result(5)

    def close(self) -> None:
        """Nothing is held open."""


def _agree(robot: Robot, match: Match) -> bool:
    """Whether the device follows what the robot plays: the same game, and no event that is not the robot's."""
    ours = robot.truth
    alike = all(same(a) == same(b) for a, b in zip(ours.events, match.events, strict=False))
    return ours.game is match.game and ours.players == match.players and alike and len(match.events) <= len(ours.events)
