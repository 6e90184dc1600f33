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


def test_a_sharp_figure_on_soft_art_is_not_soft() -> None:
    """The painting has more edges than the figure, and none that is sharp."""
    random = np.random.default_rng(5)
    painting = cv2.GaussianBlur(random.uniform(0, 255, (180, 128, 3)).astype(np.float32), (0, 0), 5.0)
    painting = cv2.normalize(painting, None, 60, 150, cv2.NORM_MINMAX).astype(np.uint8)
    cv2.putText(painting, "7", (50, 100), cv2.FONT_HERSHEY_SIMPLEX, 1.2, (255, 255, 255), 3, cv2.LINE_AA)
    assert softness(painting) < 1.2
    assert softness(cv2.GaussianBlur(painting, (0, 0), 2.5)) > 1.5
