"""Whether a camera still sees a table as it did."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.frame.camera_moved import anchor, in_place

Image = NDArray[np.uint8]


def table(seed: int = 1, light: float = 1.0) -> Image:
    """A cloth with a pattern, 1280 x 720, as a camera sees it: with noise of its own in each picture."""
    rng = np.random.default_rng(7)
    cloth = cv2.GaussianBlur(rng.normal(0, 1, (720, 1280, 3)), (0, 0), 6)
    noise = np.random.default_rng(seed).normal(0, 3, cloth.shape)
    return np.asarray(np.clip((120 + 400 * cloth) * light + noise, 0, 255), np.uint8)


def moved(image: Image, right: float, down: float, turn: float = 0.0) -> Image:
    by = cv2.getRotationMatrix2D((640, 360), turn, 1.0)
    by[:, 2] += right, down
    return np.asarray(cv2.warpAffine(image, by, (1280, 720), borderMode=cv2.BORDER_REFLECT), np.uint8)


def littered(image: Image) -> Image:
    """Much of the table under cards."""
    made = image.copy()
    for x in range(300, 1000, 110):
        for y in range(150, 560, 150):
            cv2.rectangle(made, (x, y), (x + 90, y + 125), (240, 240, x % 255), -1)
    return made


def test_a_table_at_rest_is_known_in_other_light_and_under_cards() -> None:
    old = anchor(table())
    assert old.holds
    assert in_place(old, table(2))
    assert in_place(old, table(3, 0.6))
    assert in_place(old, littered(table(4)))


@pytest.mark.parametrize(
    ("right", "down", "turn"), [(8, 0, 0), (0, -9, 0), (5, 6, 0), (30, 10, 0), (300, 0, 0), (0, 0, 1)]
)
def test_a_camera_that_was_moved_or_turned_is_noticed_under_cards_too(right: float, down: float, turn: float) -> None:
    old = anchor(table())
    assert not in_place(old, moved(littered(table(2)), right, down, turn))


def test_another_view_or_a_dark_room_is_not_taken_for_the_table() -> None:
    old = anchor(table())
    assert not in_place(old, np.zeros((720, 1280, 3), np.uint8))
    assert not in_place(old, np.asarray(table(2)[::-1], np.uint8))
    assert not in_place(old, np.asarray(table(2)[:, :960], np.uint8))


def test_a_plain_table_holds_nothing_to_tell_by() -> None:
    noise = np.random.default_rng(3).normal(130, 4, (720, 1280, 3))
    assert not anchor(np.asarray(np.clip(noise, 0, 255), np.uint8)).holds
