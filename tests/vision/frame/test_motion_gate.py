"""The motion gate, on drawn tables: noise, flicker, throws, hands, nudges."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.frame.motion_gate import Gate, StillFrame, changed, shrink

STEP = 0.05
SIZE = (640, 360)


class Table:
    """A table that is filmed: dice lie on it, a hand may be there, light and noise change."""

    def __init__(self, seed: int = 3) -> None:
        self.rng = np.random.default_rng(seed)
        grain = self.rng.normal(0, 12, (SIZE[1] // 4, SIZE[0] // 4, 3)).astype(np.float32)
        self.ground = 120 + cv2.resize(grain, SIZE, interpolation=cv2.INTER_CUBIC)
        self.dice: list[tuple[int, int]] = []
        self.hand: int | None = None
        self.light = 1.0
        self.at = 0.0
        self.tremble = 0.0
        self.patch = 1.0
        self.noise = 4.0

    def frame(self) -> np.ndarray:
        picture = self.ground.copy()
        for x, y in self.dice:
            cv2.rectangle(picture, (x, y), (x + 32, y + 32), (200, 60, 40), -1)
            cv2.circle(picture, (x + 16, y + 16), 5, (255, 255, 255), -1)
        if self.hand is not None:
            cv2.line(picture, (SIZE[0], 180), (SIZE[0] - self.hand, 180), (140, 170, 220), 90)
        picture[:, SIZE[0] // 2 :] *= self.patch
        if self.tremble:
            x, y, turn = self.rng.normal(0, self.tremble, 3)
            way = cv2.getRotationMatrix2D((SIZE[0] / 2, SIZE[1] / 2), turn / 20, 1)
            way[:, 2] += x, y
            picture = cv2.warpAffine(picture, way, SIZE, None, cv2.INTER_LINEAR, cv2.BORDER_REFLECT)
        noise = self.rng.normal(0, self.noise, picture.shape).astype(np.float32)
        return np.clip(picture * self.light + noise, 0, 255).astype(np.uint8)

    def film(self, gate: Gate, frames: int) -> list[StillFrame]:
        """The scenes that the gate lets through in so many frames."""
        scenes = []
        for _ in range(frames):
            self.at += STEP
            scene = gate.push(self.frame(), self.at)
            if scene is not None:
                scenes.append(scene)
        return scenes

    def roll(self, gate: Gate, to: tuple[int, int], frames: int = 8) -> list[StillFrame]:
        """A die rolls in from the left."""
        scenes = []
        self.dice.append((0, to[1]))
        for k in range(1, frames + 1):
            self.dice[-1] = (to[0] * k // frames, to[1])
            scenes += self.film(gate, 1)
        return scenes


@pytest.fixture
def table() -> Table:
    return Table()


def test_the_first_settled_scene_passes_once(table: Table) -> None:
    """A table at rest is read once, not in every frame."""
    scenes = table.film(Gate(), 60)
    assert len(scenes) == 1
    assert 0.25 < scenes[0].at < 0.6


def test_a_table_in_the_noise_of_a_dim_light_comes_to_rest(table: Table) -> None:
    """Each px is off by some eleven grey levels in each picture, and nothing moves."""
    table.ground *= 0.25
    table.noise = 11
    assert len(table.film(gate := Gate(), 30)) == 1
    assert not gate.moving


def test_a_throw_passes_once_it_has_settled_and_never_while_it_rolls(table: Table) -> None:
    gate = Gate()
    table.film(gate, 20)
    assert table.roll(gate, (300, 150)) == []
    assert gate.moving
    scenes = table.film(gate, 40)
    assert len(scenes) == 1
    assert scenes[0].at - table.at + 40 * STEP == pytest.approx(gate.settle, abs=0.11)


def test_a_flicker_of_the_light_passes_nothing(table: Table) -> None:
    """Lamps at 50 Hz and a camera that searches its exposure change the picture, not the table."""
    gate = Gate()
    table.film(gate, 20)
    scenes = []
    for k in range(40):
        table.light = 1 + 0.08 * np.sin(k)
        scenes += table.film(gate, 1)
    assert scenes == []


def test_a_resting_hand_holds_the_scene_back_until_it_has_gone(table: Table) -> None:
    gate = Gate()
    table.film(gate, 20)
    for reach in range(0, 300, 40):
        table.hand = reach
        table.film(gate, 1)
    table.dice = [(200, 100)]
    assert table.film(gate, 100) == []
    assert gate.hand
    table.hand = None
    scenes = table.film(gate, 40)
    assert len(scenes) == 1
    assert not gate.hand


def test_a_hand_that_only_passes_over_lets_the_table_be_looked_at_again(table: Table) -> None:
    """It may have turned a die."""
    gate = Gate()
    table.film(gate, 20)
    for reach in (100, 200, 300, 200, 100):
        table.hand = reach
        assert table.film(gate, 1) == []
    table.hand = None
    assert len(table.film(gate, 40)) == 1


def test_one_nudged_die_passes(table: Table) -> None:
    gate = Gate()
    table.dice = [(200, 100), (300, 200)]
    table.film(gate, 20)
    table.dice[1] = (308, 203)
    assert len(table.film(gate, 40)) == 1


def test_a_die_that_creeps_too_slowly_to_see_passes_in_the_end(table: Table) -> None:
    """No two frames differ, but the scene is no longer the one that was read."""
    gate = Gate()
    table.dice = [(200, 100)]
    table.film(gate, 20)
    scenes = []
    for k in range(24):
        table.dice = [(200 + k // 2, 100)]
        scenes += table.film(gate, 1)
    scenes += table.film(gate, 20)
    assert scenes
    assert scenes[-1].at > 1.0


def test_a_mat_that_was_moved_is_the_table_after_a_while(table: Table) -> None:
    """A large change that stays without the least movement is no hand."""
    gate = Gate()
    table.film(gate, 20)
    table.hand = 300
    assert len(table.film(gate, int(14 / STEP))) == 1


def test_another_shape_of_picture_starts_afresh(table: Table) -> None:
    gate = Gate()
    table.film(gate, 20)
    large = np.full((960, 1280, 3), 90, np.uint8)
    scenes = [gate.push(large, table.at + k * STEP) for k in range(1, 20)]
    assert sum(scene is not None for scene in scenes) == 1


def test_dice_taken_from_the_border_are_not_taken_for_a_hand(table: Table) -> None:
    """The table below them was seen before they were laid there."""
    gate = Gate()
    table.film(gate, 20)
    row = [(0, y) for y in range(60, 300, 36)]
    for count in range(1, len(row) + 1):
        table.dice = row[:count]
        assert len(table.film(gate, 100)) == 1
    table.dice = []
    assert len(table.film(gate, 20)) == 1
    assert not gate.hand


def test_many_dark_dice_on_a_bright_mat_are_no_change_of_light_and_no_hand(table: Table) -> None:
    """They darken the picture as a whole: taken out as if it were the light, all of the mat would seem changed."""
    table.ground = np.full((SIZE[1], SIZE[0], 3), 80, np.float32)
    table.ground[:, 120:560] = 228
    gate = Gate()
    table.film(gate, 30)
    table.dice = [(140 + 56 * column, 30 + 80 * row) for row in range(4) for column in range(7)]
    assert len(table.film(gate, 30)) == 1
    assert not gate.hand


@pytest.mark.parametrize("ground", [0.0, 255.0])
@pytest.mark.parametrize("light", [0.82, 1.15])
def test_a_step_of_exposure_is_none_that_a_hand_makes_though_most_of_the_picture_is_black_or_white(
    ground: float, light: float
) -> None:
    before = np.full((90, 160), ground, np.float32)
    before[:, :64] = 150.0
    now = np.clip(before * light, 0, 255) if ground == 0 else np.where(before == ground, ground, before * light)
    assert not changed(now.astype(np.float32), before)[:, :64].any()


@pytest.mark.parametrize("tremble", [0.8, 2.0, 4.0])
def test_a_throw_under_a_camera_that_trembles_passes_held_still(table: Table, tremble: float) -> None:
    """Shifts of 0.2, 0.5 and 1 px of the small picture, and turns, anew in each frame."""
    gate = Gate()
    table.film(gate, 20)
    table.tremble = tremble
    table.roll(gate, (300, 150))
    scenes = table.film(gate, 40)
    assert scenes
    assert not gate.shakes
    table.tremble = 0.0
    difference = cv2.absdiff(cv2.blur(scenes[-1].image, (5, 5)), cv2.blur(table.frame(), (5, 5)))
    assert np.percentile(difference[20:-20, 20:-20], 99) < 30


def test_a_camera_that_shakes_too_much_is_told_and_no_longer_once_it_stands_still(table: Table) -> None:
    gate = Gate()
    table.film(gate, 20)
    table.tremble = 60.0
    assert table.film(gate, 90) == []
    assert not gate.shakes
    assert table.film(gate, 40) == []
    assert gate.shakes
    table.tremble = 0.0
    assert len(table.film(gate, 40)) == 1
    assert not gate.shakes


@pytest.mark.parametrize("light", [0.6, 1.6])
def test_light_that_falls_on_half_of_the_table_is_no_hand(table: Table, light: float) -> None:
    """A lamp, the sun: the table's own marks are still to be seen. A throw in it is read at once."""
    gate = Gate()
    table.film(gate, 20)
    table.patch = light
    table.film(gate, 20)
    assert not gate.hand
    table.dice = [(400, 200)]
    assert len(table.film(gate, 20)) == 1


def test_an_upright_picture_is_looked_at_as_finely_as_a_lying_one() -> None:
    assert shrink(np.zeros((720, 1280, 3), np.uint8)).shape == (90, 160)
    assert shrink(np.zeros((1280, 720, 3), np.uint8)).shape == (160, 90)
