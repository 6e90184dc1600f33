"""The pictures that the likeness network learns from: prints of every kind, on dice of every make."""

from __future__ import annotations

import sys
from pathlib import Path

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).parents[4] / "scripts" / "training" / "likeness"))

from dice_makes import any_make, light_of, made_of
from dice_portraits import PORTRAIT_PX, portrait
from dice_prints import FINE_PX, PRINT_PX, cut_to_ink, laid_out, pip_faces, several


def icon() -> np.ndarray:
    mask = np.zeros((60, 60), np.uint8)
    cv2.fillPoly(mask, [np.array([[10, 50], [30, 8], [50, 50]])], 255)
    return cut_to_ink(mask)


def parts(mask: np.ndarray) -> int:
    return cv2.connectedComponents((mask > 127).astype(np.uint8))[0] - 1


def test_an_icon_is_cut_to_its_ink_and_laid_on_a_face() -> None:
    whole = icon()
    assert whole.shape == (FINE_PX, FINE_PX)
    face = laid_out(whole, 0.6, np.random.default_rng(1))
    rows = np.nonzero(face.max(1) > 60)[0]
    assert face.shape == (PRINT_PX, PRINT_PX)
    assert abs(np.ptp(rows) / PRINT_PX - 0.6) < 0.06


def test_a_counted_face_bears_its_icon_so_many_times() -> None:
    for style in ("row", "corners"):
        assert [parts(several(icon(), number, style, 0.7, 1.0)) for number in (1, 2, 3)] == [1, 2, 3]


def test_ordinary_faces_bear_their_pips() -> None:
    assert [parts(face) for face in pip_faces(np.random.default_rng(2))] == [1, 2, 3, 4, 5, 6]


def test_a_portrait_repeats_from_its_seed_and_shows_the_dies_body() -> None:
    make = any_make(np.random.default_rng(5))
    kind = made_of(make, [laid_out(icon(), 0.5, np.random.default_rng(1))] * 3)
    first, again = (portrait(kind, 0, (1, 2), np.random.default_rng(6), steep=True) for _ in range(2))
    other = portrait(kind, 0, (1, 2), np.random.default_rng(7), steep=True)
    assert first.shape == (PORTRAIT_PX, PORTRAIT_PX, 3)
    assert (first == again).all()
    assert (first != other).any()


def test_light_is_brighter_than_a_picture_tells_in_the_middle_only() -> None:
    assert np.allclose(light_of((0.0, 1.0)), (0, 1), atol=1e-6)
    assert light_of(0.5) < 0.25
