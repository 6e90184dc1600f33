"""The light on a print, with hard shadows across it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.paper_light import LIMITS, light_on_paper, without_shadows

PX_PER_MM = 2.0
PAPER = 230.0


def lines_on_paper(wide_px: int = 5) -> np.ndarray:
    """White paper with lines, (160, 160) float32."""
    made = np.full((160, 160), PAPER, np.float32)
    for x in range(40, 140, 30):
        cv2.line(made, (x, 30), (x - 12, 130), 60.0, wide_px)
    return made


def half_in_the_sun() -> np.ndarray:
    """The light on it (160, 160): 1, and less than half beyond a slanting edge."""
    y, x = np.mgrid[:160, :160]
    return np.where(x + 0.4 * y < 110, 1.0, 0.45).astype(np.float32)


def well_away_from_edge(far_mm: float) -> np.ndarray:
    """Where that light is the same all about (160, 160)."""
    wide = 2 * round(far_mm * PX_PER_MM) + 1
    sunny = (half_in_the_sun() == 1).astype(np.uint8)
    return (cv2.erode(sunny, np.ones((wide, wide))) + cv2.erode(1 - sunny, np.ones((wide, wide)))) > 0


def test_thin_print_is_no_shadow_and_a_shadow_is_no_print() -> None:
    light = light_on_paper(lines_on_paper() * half_in_the_sun(), PX_PER_MM)
    off = np.abs(light / (PAPER * half_in_the_sun()) - 1)
    on_paper = cv2.dilate((lines_on_paper() < PAPER).astype(np.uint8), np.ones((5, 5))) == 0
    assert off[on_paper & well_away_from_edge(2)].max() < 0.01
    assert off[well_away_from_edge(LIMITS.widest_mm)].max() < 0.02


def test_wide_print_is_taken_for_shadow_of_faces_and_of_pictures_alike() -> None:
    """Each is compared without it."""
    wide = lines_on_paper(2 * round(LIMITS.widest_mm * PX_PER_MM))
    assert light_on_paper(wide, PX_PER_MM)[80, 64] == pytest.approx(60, abs=3)


def test_without_shadows_a_print_looks_as_in_the_sun() -> None:
    ink = np.array([60, 42, 24], np.float32)
    print_bgr = np.where(lines_on_paper()[..., None] < PAPER, ink, np.float32(PAPER))
    shaded = (print_bgr * half_in_the_sun()[..., None]).astype(np.uint8)
    undone, plain = (without_shadows(picture, PX_PER_MM) for picture in (shaded, print_bgr))
    assert np.abs(undone - plain)[well_away_from_edge(LIMITS.widest_mm)].max() < 0.03 * LIMITS.paper_values
