"""The robot for dice: what its hands do."""

from __future__ import annotations

from random import Random

import pytest

from engines.core import Match
from engines.games import GAMES
from firmware.games.layouts import mat
from firmware.simulation.players.dice_robot import HABITS, DiceRobot
from firmware.state.table import Table
from hardware.scene.stage.dice_stage import DiceStage


@pytest.mark.parametrize("seed", [1, 2])
def test_a_device_that_is_slow_to_follow_gets_ever_more_time_between_two_helping_hands(seed: int) -> None:
    match = Match.begin(GAMES["shark-attacks"], ("Ana", "Ben"), {})
    stage = DiceStage(mat("shark-attacks"), seed)
    robot, slow = DiceRobot(stage, match, Random(seed), nudges=0), Table(match, "", 0)
    still_s, waited, fps = 0.0, [], 20
    robot.truth = match.play(robot._next_event())  # the robot is one event ahead of the device
    for frame in range(80 * fps):
        stage.step()
        busy = stage.busy
        robot.act(slow, frame / fps)
        still_s = 0.0 if busy else still_s + 1 / fps
        if stage.busy and not busy:
            waited.append(still_s)
    growing = [min(HABITS.patience_s * 2**n, HABITS.longest_patience_s) for n in range(len(waited))]
    assert waited == pytest.approx(growing, abs=0.2)
    assert len(waited) >= 4
