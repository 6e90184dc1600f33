"""A film of a game whose camera is covered, dazzled or shaken at times."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import cv2
import numpy as np

from engines.core import Match
from engines.games import GAMES
from firmware.games.layouts import mat
from firmware.games.profiles import PROFILES, layout
from firmware.observe.observer import Observer, Sight, Unread
from firmware.observe.table_setup import NOTHING_TAUGHT, TableSetup
from firmware.simulation.players.card_robot import CardRobot
from firmware.simulation.players.dice_robot import DiceRobot, same
from firmware.state.table import Table
from firmware.update.handle import handle
from firmware.update.inputs import Saw
from firmware.update.observed import opened
from hardware.arrays import Floats, Image
from hardware.cameras.frame import Frame
from hardware.scene.stage.dice_stage import DiceStage
from hardware.scene.stage.table_stage import TableStage
from hardware.simulated.dice_camera import DiceCamera
from hardware.simulated.table_camera import TableCamera

Cover = Callable[[Image], Image]
STEP_S = 0.05
PAUSE_S = 0.4
"""So long the robot thinks."""
MOST_FRAMES = 400
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


def sleeve(picture: Image) -> Image:
    """A woollen sleeve before three quarters of the lens: ribs out of focus, a soft edge."""
    high, wide = picture.shape[:2]
    ribs = 60 + 8 * np.sin(np.arange(high, dtype=np.float32) * (80.0 / high))
    cloth = ribs[:, None, None] * np.array([1.3, 0.9, 0.8], np.float32)
    cover = np.clip((0.78 - np.linspace(0, 1, wide, dtype=np.float32)) * 12, 0, 1)[:, None]
    return speckled(picture * (1 - cover) + cloth * cover)


class CoveredFilm:
    """A game that a robot plays on the simulated table; what the device makes of the pictures."""

    def __init__(self, camera: DiceCamera | TableCamera, robot: DiceRobot | CardRobot, match: Match) -> None:
        self.camera, self.robot = camera, robot
        self.table = opened(Table(match, "0000"))
        self.observer = Observer(TableSetup(match.game.name, NOTHING_TAUGHT, len(match.players), match.options))
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
        """Films until so many events are told, or for `MOST_FRAMES`, `through` what alters the picture; gives the last
        picture."""
        for _ in range(MOST_FRAMES):
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
        if isinstance(self.robot, CardRobot):
            return not self.robot.strayed(self.table.match)
        told = [same(event) for event in self.table.match.events]
        return told == [same(event) for event in self.robot.truth.events[: len(told)]]


def dice_film(ground: str, seed: int) -> CoveredFilm:
    """*Shark Attacks!* on our mat ("mat"), or on a bare table of that material."""
    stage = DiceStage(layout("tray") if ground == "mat" else None, seed)
    if ground != "mat":
        stage.scene = replace(stage.scene, table=replace(stage.scene.table, material=ground))
    match = Match.begin(GAMES["shark-attacks"], ("Ana", "Ben"))
    return CoveredFilm(DiceCamera(stage, seed=seed), DiceRobot(stage, match, Random(seed), pause_s=PAUSE_S), match)


def card_film(game: str, seed: int) -> CoveredFilm:
    """A game for two with cards, on its mat; the device sees no hand."""
    names = ("Ana", "Ben")
    stage = TableStage(game, mat(game, len(names)), seed, brief=True)
    truth, match = (Match.begin(GAMES[game], names, {"hands": hands}) for hands in ("open", "hidden"))
    return CoveredFilm(TableCamera(stage, seed=seed), CardRobot(stage, truth, Random(seed), pause_s=PAUSE_S), match)


def film_of(filmed: str, seed: int) -> CoveredFilm:
    """A film of a game with cards, by its name; else of dice on that ground."""
    return card_film(filmed, seed) if filmed in PROFILES and PROFILES[filmed].deck else dice_film(filmed, seed)


def shaken(picture: Image, px: float, rng: np.random.Generator) -> Image:
    """The picture moved and turned a little, as if the camera shook by so many px."""
    high, wide = picture.shape[:2]
    way = cv2.getRotationMatrix2D((wide / 2, high / 2), rng.normal(0, 0.05), 1)
    way[:, 2] += rng.normal(0, px, 2)
    return np.asarray(cv2.warpAffine(picture, way, (wide, high), borderMode=cv2.BORDER_REFLECT), np.uint8)
