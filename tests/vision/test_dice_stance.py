"""Where a flat die's body lies under its upper face, and what speaks for a leaning one."""

from __future__ import annotations

import numpy as np
import pytest

from vision import stance
from vision.mat import Mat

LAYOUT = {"name": "tray", "size_mm": [297, 210], "markers": [], "zones": {}}
SIZE = (1280, 720)


def _seen_from(tilt: float, focal: float = 1400.0) -> np.ndarray:
    """A camera (3, 4) that looks at the mat's middle from half a metre, tilted by so many degrees."""
    t = np.radians(tilt)
    along, down, up = np.array([1, 0, 0]), np.array([0, np.cos(t), -np.sin(t)]), np.array([0, -np.sin(t), -np.cos(t)])
    place = np.array([0, 0, 500.0]) - 148.5 * along - 105 * down
    lens = np.array([[focal, 0, SIZE[0] / 2], [0, focal, SIZE[1] / 2], [0, 0, 1]])
    return lens @ np.stack([along, down, up, place], 1)


def _px(view: np.ndarray, points: list[tuple[float, float, float]]) -> np.ndarray:
    through = np.c_[np.array(points), np.ones(len(points))] @ view.T
    return through[:, :2] / through[:, 2:]


@pytest.mark.parametrize("tilt", [15, 30, 45])
def test_the_mats_corners_tell_where_things_above_the_mat_are_seen(tilt: float) -> None:
    view = _seen_from(tilt)
    found = stance.camera(Mat(LAYOUT, np.linalg.inv(view[:, [0, 1, 3]])), *SIZE)
    points = [(60.0, 50.0, 16.0), (240.0, 160.0, 16.0), (150.0, 100.0, 40.0)]
    assert np.abs(_px(found, points) - _px(view, points)).max() < 1.0


def test_a_die_right_below_the_camera_stands_under_its_face() -> None:
    view = _seen_from(0)
    middle = _px(view, [(148.5, 105.0, 16.0)])[0]
    _, aside = stance.flat(view, middle, 20.0, 16.0)
    assert np.abs(aside).max() < 0.01


def test_seen_aslant_the_body_of_a_flat_die_shows_below_its_face() -> None:
    view = _seen_from(40)
    middle = _px(view, [(148.5, 105.0, 16.0)])[0]
    side, aside = stance.flat(view, middle, 0.0, 16.0)
    corners = [(148.5 + x, 105.0 + y, z) for x in (-8.0, 8.0) for y in (-8.0, 8.0) for z in (0.0, 16.0)]
    box = _px(view, corners)
    body = (box.min(0) + box.max(0)) / 2 - middle
    assert aside[1] > 0.2
    assert np.abs(aside * side - body).max() < 3


def test_the_further_the_body_stands_aside_and_the_warier_the_reader_the_likelier_a_die_leans() -> None:
    weights = (-3.0, 4.0, 1.0)
    flat, aside, wary = (stance.leans(weights, a, w) for a, w in ((0.02, 0.05), (0.2, 0.05), (0.02, 0.6)))
    assert flat < wary < 0.5 < aside
