"""A camera that cannot see the table: what it does not see is no move, and the play goes on afterwards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import cv2
import numpy as np
import pytest

from engines.core import Match
from engines.games import GAMES
from firmware.games.profiles import layout
from firmware.observe.observer import Observer, Sight, Unread
from firmware.observe.table_seen import BLIND, COVERED, SHAKES
from firmware.observe.table_setup import TableSetup
from firmware.simulation.players.dice_robot import DiceRobot, same
from firmware.state.table import Table
from firmware.update.handle import handle
from firmware.update.inputs import Saw
from hardware.cameras.frame import Frame, Image
from hardware.scene.stage.dice_stage import DiceStage
from hardware.simulated.dice_camera import DiceCamera

Cover = Callable[[Image], Image]
STEP_S = 0.05
LONG = 300
"""Frames of 15 s: longer than the gate waits for a resting hand."""


def speckled(picture: np.ndarray, grey: float = 4.0) -> Image:
    noise = np.random.default_rng(2).normal(0, grey, picture.shape)
    return np.clip(picture + noise, 0, 255).astype(np.uint8)


def black(picture: Image) -> Image:
    return speckled(np.zeros_like(picture))


def white(picture: Image) -> Image:
    return np.full_like(picture, 255)


def nearly_dark(picture: Image) -> Image:
    return speckled(picture * 0.04, 2.0)


def hand(picture: Image) -> Image:
    """A hand flat before the lens: skin out of focus, darker between the fingers."""
    high, wide = picture.shape[:2]
    shade = np.ones((high, wide), np.float32)
    for x in range(wide // 8, wide, wide // 4):
        cv2.line(shade, (x, 0), (x + wide // 16, 2 * high // 3), 0.5, wide // 60)
    shade = cv2.GaussianBlur(shade, (0, 0), wide / 80)
    return speckled(shade[..., None] * np.array([95.0, 125.0, 180.0]))


def hand_over_half(picture: Image) -> Image:
    covered = picture.copy()
    half = picture.shape[1] // 2
    covered[:, half:] = hand(picture)[:, half:]
    return covered


class Film:
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


@pytest.mark.parametrize("with_mat", [True, False], ids=["mat", "wood"])
@pytest.mark.parametrize("cover", [black, white, nearly_dark, hand, hand_over_half])
def test_what_covers_the_lens_is_no_move_and_the_next_throw_counts(cover: Cover, with_mat: bool) -> None:
    film = Film(with_mat, seed=4)
    rest = film.play(events=2)
    before = film.table.match.events
    film.said.clear()
    film.see(cover(rest), LONG if cover is hand_over_half else 20)
    film.see(rest, 20)
    assert film.table.match.events == before
    assert film.said == [COVERED if "hand" in cover.__name__ else BLIND]
    film.play(events=3)
    assert [same(event) for event in film.table.match.events] == [same(e) for e in film.robot.truth.events[:3]]


@pytest.mark.parametrize("cover", [black, white])
def test_a_lens_that_is_covered_from_the_start_is_said(cover: Cover) -> None:
    film = Film(with_mat=True, seed=4)
    film.see(cover(film.camera.frame().image), 20)
    assert film.said == [BLIND]
    film.play(events=1)
    assert len(film.table.match.events) == 1


def test_a_lamp_dimmed_by_half_hides_nothing() -> None:
    film = Film(with_mat=False, seed=4)
    film.play(events=2)
    film.said.clear()
    film.play(events=3, through=lambda picture: (picture * 0.5).astype(np.uint8))
    assert [same(event) for event in film.table.match.events] == [same(e) for e in film.robot.truth.events[:3]]
    assert film.said == []


def shaken(picture: Image, px: float, rng: np.random.Generator) -> Image:
    high, wide = picture.shape[:2]
    way = cv2.getRotationMatrix2D((wide / 2, high / 2), rng.normal(0, 0.05), 1)
    way[:, 2] += rng.normal(0, px, 2)
    return np.asarray(cv2.warpAffine(picture, way, (wide, high), borderMode=cv2.BORDER_REFLECT), np.uint8)


@pytest.mark.parametrize(("with_mat", "seed"), [(True, 4), (False, 5)], ids=["mat", "wood"])
def test_throws_under_a_trembling_camera_are_read(with_mat: bool, seed: int) -> None:
    film, rng = Film(with_mat, seed), np.random.default_rng(1)
    film.play(events=3, through=lambda picture: shaken(picture, 4.0, rng))
    assert [same(event) for event in film.table.match.events] == [same(e) for e in film.robot.truth.events[:3]]


def test_a_camera_that_shakes_says_so_and_is_well_again_once_it_stands() -> None:
    film, rng = Film(with_mat=True, seed=4), np.random.default_rng(1)
    rest = film.play(events=1)
    film.said.clear()
    for _ in range(130):
        film.see(shaken(rest, 120.0, rng))
    assert film.said == [SHAKES]
    film.play(events=2)
    told = [same(event) for event in film.table.match.events]
    assert len(told) >= 2
    assert told == [same(event) for event in film.robot.truth.events[: len(told)]]
