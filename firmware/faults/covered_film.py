"""A film of a game of dice whose camera is covered, dazzled or shaken at times."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import cv2
import numpy as np

from engines.core import Match
from engines.games import GAMES
from firmware.games.profiles import layout
from firmware.observe.observer import Observer, Sight, Unread
from firmware.observe.table_setup import TableSetup
from firmware.simulation.players.dice_robot import DiceRobot, same
from firmware.state.table import Table
from firmware.update.handle import handle
from firmware.update.inputs import Saw
from hardware.arrays import Floats, Image
from hardware.cameras.frame import Frame
from hardware.scene.stage.dice_stage import DiceStage
from hardware.simulated.dice_camera import DiceCamera

Cover = Callable[[Image], Image]
STEP_S = 0.05
LONG_FRAMES = 300
"""Frames of 15 s: longer than the gate waits for a resting hand."""


def speckled(picture: Floats | Image, grey: float = 4.0) -> Image:
    """The picture (BGR) with a sensor's noise of so many grey levels."""
    noise = np.random.default_rng(2).normal(0, grey, picture.shape)
    return np.clip(picture + noise, 0, 255).astype(np.uint8)


def black(picture: Image) -> Image:
    """A lens cap."""
    return speckled(np.zeros_like(picture))


def white(picture: Image) -> Image:
    """A lamp straight into the lens."""
    return np.full_like(picture, 255)


def nearly_dark(picture: Image) -> Image:
    """The picture at 4% of its light."""
    return speckled(picture * 0.04, 2.0)


def hand(picture: Image) -> Image:
    """A hand flat before the lens: skin out of focus, darker between the fingers."""
    high, wide = picture.shape[:2]
    shade = np.ones((high, wide), np.float32)
    for x in range(wide // 8, wide, wide // 4):
        cv2.line(shade, (x, 0), (x + wide // 16, 2 * high // 3), 0.5, wide // 60)
    shade = cv2.GaussianBlur(shade, (0, 0), wide / 80)
    return speckled(shade[..., None] * np.array([95.0, 125.0, 180.0], np.float32))


def hand_over_half(picture: Image) -> Image:
    """A hand before half of the lens."""
    covered = picture.copy()
    half = picture.shape[1] // 2
    covered[:, half:] = hand(picture)[:, half:]
    return covered


class CoveredFilm:
    """A game of dice that a robot plays on the simulated table; what the device makes of the pictures."""

    def __init__(self, with_mat: bool, seed: int) -> None:
        stage = DiceStage(layout("tray") if with_mat else None, seed)
        if not with_mat:
            stage.scene = replace(stage.scene, table=replace(stage.scene.table, material="wood"))
        self.camera = DiceCamera(stage, seed=seed)
        self.table = Table(Match.begin(GAMES["shark-attacks"], ("Ana", "Ben")), "0000")
        self.robot = DiceRobot(stage, self.table.match, Random(seed), pause_s=0.4)
        self.observer = Observer(TableSetup("shark-attacks"))
        self.said: list[str] = []
        self.at = 0.0

    def see(self, picture: Image, frames: int = 1) -> None:
        """So many frames of one picture."""
        for _ in range(frames):
            self.at += STEP_S
            seen = self.observer.see(Frame(picture, self.at))
            if isinstance(seen, Sight):
                self.table = handle(self.table, Saw(seen.observation))
            elif isinstance(seen, Unread):
                self.said.append(seen.trouble)

    def play(self, events: int, through: Cover = lambda picture: picture) -> Image:
        """Films until so many events are told, or for 400 frames, `through` what alters the picture; gives the last."""
        for _ in range(400):
            frame = self.camera.frame()
            self.see(through(frame.image))
            if len(self.table.match.events) >= events:
                break
            for given in self.robot.act(self.table, frame.at):
                self.table = handle(self.table, given)
        return frame.image

    @property
    def followed(self) -> bool:
        """Whether all that the device tells happened, in order."""
        told = [same(event) for event in self.table.match.events]
        return told == [same(event) for event in self.robot.truth.events[: len(told)]]


def shaken(picture: Image, px: float, rng: np.random.Generator) -> Image:
    """The picture moved and turned a little, as if the camera shook by so many px."""
    high, wide = picture.shape[:2]
    way = cv2.getRotationMatrix2D((wide / 2, high / 2), rng.normal(0, 0.05), 1)
    way[:, 2] += rng.normal(0, px, 2)
    return np.asarray(cv2.warpAffine(picture, way, (wide, high), borderMode=cv2.BORDER_REFLECT), np.uint8)
