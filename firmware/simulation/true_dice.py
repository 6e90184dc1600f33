"""What a device would see of simulated dice if it read all of them right.

Nothing is drawn, so hundreds of games try the referee in minutes.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from math import hypot

import numpy as np

from firmware.state.observation import LEANING, Observation, Piece
from hardware.scene.objects.dice import SceneDie
from hardware.scene.stage.dice_stage import DiceStage, StageDie

DiceEyes = Callable[[], tuple[float, Observation | None]]
"""The time (s) of the next frame, and what is seen in it, if there is something new to tell."""
FPS = 10.0
"""Frames a second, as of the slowest camera that the doctor passes: it sees the least of what moves."""
RESTING_FRAMES = 2
"""After so many frames at rest it looks."""
REACH_MM = 12.0
"""A die so near to where another lay might be that one, but for what pictures tell (`firmware.observe.known_dice`)."""
P_READ, P_LEANING = 0.9995, 0.4
"""How surely a die is read, and one that leans."""


def true_dice(stage: DiceStage) -> DiceEyes:
    """Eyes that see a stage with dice as it is."""
    return _TrueDice(stage).next_look


class _TrueDice:
    """Remembers what it saw last: dice that nobody touched are seen just where they lay."""

    def __init__(self, stage: DiceStage) -> None:
        self._stage, self._looks = stage, count(1)
        self._at, self._resting = 0.0, 0
        self._seen: dict[StageDie, Piece] = {}

    def next_look(self) -> tuple[float, Observation | None]:
        moment = self._stage.step()
        self._at += 1 / FPS
        self._resting = self._resting + 1 if moment.settled else 0
        lying = [each for each in moment.dice if not each.aside]
        if self._resting < RESTING_FRAMES or set(lying) == self._seen.keys():
            return self._at, None
        name = f"look-{next(self._looks)}"
        self._seen = {each: self._seen.get(each) or self._piece(each, name) for each in lying}
        return self._at, Observation(name, *self._stage.scene.view.size_px, tuple(self._seen.values()))

    def _piece(self, lying: StageDie, look: str) -> Piece:
        """A die that came to lie here since the last look."""
        x, y = float(lying.die.place[0]), -float(lying.die.place[1])
        moved = any(hypot(x - other.x, y - other.y) < REACH_MM for other in self._seen.values())
        p_first = P_LEANING if lying.die.cocked else P_READ
        kind = lying.item.rpartition("-")[0]
        others = {f"{kind}-{face}" for face in lying.die.design.faces} - {lying.item}
        items = ((lying.item, p_first), *((item, (1 - p_first) / len(others)) for item in sorted(others)))
        side = lying.die.edge
        box = (x - side / 2, y - side / 2, side, side)
        doubt = LEANING if lying.die.cocked else ""
        return Piece(items, x, y, side, box, _angle(lying.die), lying.place, doubt, since=look if moved else "")


def _angle(die: SceneDie) -> float:
    """How a die is turned on the mat, degrees, modulo a right angle: by the edges that lie most level."""
    across, deep = die.turn[:2, int(np.argmax(np.linalg.norm(die.turn[:2], axis=0)))].tolist()
    return float(-np.degrees(np.arctan2(deep, across))) % 90
