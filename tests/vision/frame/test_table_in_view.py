"""Whether a picture shows the table as it was, and what lay on it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.frame.table_in_view import view_of
from vision.reading import Floats, Image

SIZE = (720, 1280)
BOX = (0.5, 0.5, 0.03, 0.05)
"""Where the die lies, as shares of the picture's width and height."""


def cloth() -> Floats:
    """A pale blue cloth (BGR) with a camera's noise."""
    return np.array([200.0, 180, 165]) + np.random.default_rng(7).normal(0, 3, (*SIZE, 3))


def with_die(picture: Floats) -> Floats:
    """The picture with a dark blue die whose face is white at one side."""
    laid = picture.copy()
    left, top, wide, high = round(0.5 * 1280), 360, round(0.03 * 1280), 36
    laid[top : top + high, left : left + wide] = (150, 70, 40)
    laid[top + 8 : top + 28, left + 24 : left + 34] = 230
    return laid


def shadowed(picture: Floats) -> Floats:
    """A hand's soft shadow over the left of the picture; its edge goes through the die."""
    x = np.arange(SIZE[1], dtype=np.float32) - 0.515 * SIZE[1]
    return np.asarray(picture * (0.725 + 0.275 * np.tanh(x / 8))[None, :, None])


def taken(picture: Floats) -> Image:
    return np.clip(cv2.GaussianBlur(picture, (0, 0), 1), 0, 255).astype(np.uint8)


@pytest.mark.parametrize("light", [0.5, 0.8, 1.1])
def test_a_die_is_known_again_in_other_light(light: float) -> None:
    before, now = taken(with_die(cloth())), taken(with_die(cloth()) * light)
    assert view_of(before).shows(BOX, view_of(now))


def test_the_edge_of_a_shadow_is_no_die() -> None:
    """It looks like the edge of a dark die; a film stood still for it: the die was said to lie there for ever."""
    before, now = taken(with_die(shadowed(cloth()))), taken(shadowed(cloth()))
    assert not view_of(before).shows(BOX, view_of(now))
