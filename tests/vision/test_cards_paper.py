"""Paper that no card explains: drawn tables with a white card that was found, and something beside it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.cards_paper import strange_paper
from vision.cards_shape import Image

FOUND = np.array([[60, 100], [180, 100], [180, 270], [60, 270]], np.float32)
BESIDE = np.array([[300, 120], [420, 130], [405, 300], [285, 290]])
WHITE, GREEN = (225, 228, 230), (60, 110, 70)


def table(ground: tuple[int, int, int], beside: tuple[int, int, int] | None, soft: float = 0.7) -> Image:
    """A white card with a red disc, and a piece of some colour beside it, whose edge fades over `soft` px."""
    picture = np.full((400, 480, 3), ground, np.uint8)
    if beside is not None:
        cv2.fillConvexPoly(picture, BESIDE, beside)
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), soft), np.uint8)
    cv2.fillConvexPoly(picture, FOUND.astype(np.int32), WHITE)
    cv2.circle(picture, (120, 185), 30, (40, 40, 190), -1)
    noise = np.random.default_rng(1).normal(0, 2, picture.shape)
    return np.asarray(np.clip(picture + noise, 0, 255), np.uint8)


def test_a_sheet_like_the_cards_is_noticed() -> None:
    assert strange_paper(table(GREEN, WHITE), [FOUND])
    assert not strange_paper(table(GREEN, None), [FOUND])


def test_a_sheet_that_a_card_explains_is_not() -> None:
    assert not strange_paper(table(GREEN, WHITE), [FOUND, BESIDE.astype(np.float32)])


@pytest.mark.parametrize("colour", [(40, 40, 190), (120, 120, 120)])
def test_a_thing_of_another_colour_is_not(colour: tuple[int, int, int]) -> None:
    assert not strange_paper(table(GREEN, colour), [FOUND])


def test_a_patch_of_light_that_fades_is_not() -> None:
    assert not strange_paper(table((150, 152, 155), (212, 214, 216), 22.0), [FOUND])
