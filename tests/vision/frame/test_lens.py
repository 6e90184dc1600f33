"""A wide-angle lens is found out from the mat's markers, and its picture straightened."""

from __future__ import annotations

import numpy as np
import pytest

from firmware.games.layouts import mat as layout_of
from hardware.scene.stage.table_stage import TableStage
from hardware.simulated.table_camera import TableCamera
from vision.frame import lens, mat


def bent(seed: int, game: str = "hold-your-breath") -> tuple[TableStage, np.ndarray]:
    """A stage, and its table as the camera sees it."""
    stage = TableStage(game, layout_of(game), seed, (960, 540))
    return stage, TableCamera(stage).frame().image


def off(stage: TableStage, found: mat.Mat, bend: float) -> float:
    """How far the middles of the zones seem to be from where they are, at most, mm."""
    zones = np.array([(x + w / 2, y + h / 2) for x, y, w, h in stage.layout["zones"].values()])
    px = stage.scene.view.project(np.column_stack([zones[:, 0], -zones[:, 1], 0 * zones[:, 0]]).astype(np.float32))
    return float(np.linalg.norm(found.to_mm(lens.unbent(px, bend, (960, 540))) - zones, axis=1).max())


@pytest.mark.parametrize(
    ("game", "seed"), [("hold-your-breath", 4), ("hold-your-breath", 10), ("hold-your-breath", 12), ("cribbage", 4)]
)
def test_places_are_found_to_a_millimetre_or_so_once_the_picture_is_straightened(game: str, seed: int) -> None:
    stage, picture = bent(seed, game)
    bend = lens.bend_of(picture, stage.layout)
    before, after = mat.find(picture, stage.layout), mat.find(lens.straightened(picture, bend or 0.0), stage.layout)
    assert bend is not None
    assert after is not None
    assert bend < -0.03
    assert off(stage, after, bend) < 1.5
    assert before is None or off(stage, before, 0.0) > 3 * off(stage, after, bend)


def test_a_lens_that_does_not_bend_is_left_alone() -> None:
    stage = TableStage("hai-noon", layout_of("hai-noon"), 3, (960, 540), straight=True)
    picture = TableCamera(stage).frame().image
    bend = lens.bend_of(picture, stage.layout)
    assert bend is not None
    assert abs(bend) < 0.01
    assert lens.straightened(picture, bend) is picture


def test_straightened_points_are_where_the_straightened_picture_shows_them() -> None:
    dots = np.zeros((300, 500), np.uint8)
    dots[40:45, 60:65] = 255
    there = lens.unbent([(62, 42)], -0.2, (500, 300))[0]
    rows, columns = np.nonzero(lens.straightened(dots, -0.2) > 100)
    assert np.allclose((columns.mean(), rows.mean()), there, atol=0.7)


def test_too_few_markers_tell_nothing_of_the_lens() -> None:
    assert lens.bend_of(np.full((300, 400, 3), 127, np.uint8), layout_of("hai-noon")) is None


@pytest.mark.parametrize("bend", [-0.25, -0.04, 0.0, 0.05])
def test_what_was_straightened_is_bent_again_to_where_it_was(bend: float) -> None:
    points = np.array([(0.0, 0.0), (62, 42), (250, 150), (499, 299)])
    assert np.allclose(lens.bent(lens.unbent(points, bend, (500, 300)), bend, (500, 300)), points, atol=1e-6)
