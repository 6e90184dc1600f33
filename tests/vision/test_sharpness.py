"""How soft a picture is, whatever it shows."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from hardware.art import deck as deck_art
from vision.sharpness import softness

FACE = deck_art.draw("splash-down", "orca", 128)


@pytest.mark.parametrize("blur_px", [1.0, 2.0, 3.0])
def test_a_picture_is_as_soft_as_it_was_blurred(blur_px: float) -> None:
    assert softness(cv2.GaussianBlur(FACE, (0, 0), blur_px)) == pytest.approx(blur_px, rel=0.3)


def test_a_hand_that_shook_one_way_makes_it_soft() -> None:
    assert softness(cv2.blur(FACE, (11, 1))) > 1.5 > softness(FACE)


def test_what_has_no_edge_is_not_called_soft() -> None:
    slope = np.repeat(np.linspace(90, 130, 128)[None, :, None], 128, axis=0).repeat(3, axis=2).astype(np.uint8)
    assert softness(slope) == 0
