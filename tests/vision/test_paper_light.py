"""The light on a print, with hard shadows across it."""

from __future__ import annotations

import cv2
import numpy as np

from vision.paper_light import LIMITS, light_on_paper, without_shadows

PX_PER_MM = 2.0


def print_on_paper() -> np.ndarray:
    """White paper with thin lines, (160, 160) float32."""
    made = np.full((160, 160), 230, np.float32)
    for x in range(30, 140, 18):
        cv2.line(made, (x, 30), (x - 12, 130), 60.0, 5)
    return made


def half_in_the_sun() -> np.ndarray:
    """The light on it: 1, and less than half beyond a slanting edge."""
    y, x = np.mgrid[:160, :160]
    return np.where(x + 0.4 * y < 110, 1.0, 0.45).astype(np.float32)


def away_from_edge() -> np.ndarray:
    """Where that light is the same all about."""
    even = cv2.erode((half_in_the_sun() == 1).astype(np.uint8), np.ones((9, 9)))
    return (even + cv2.erode((half_in_the_sun() < 1).astype(np.uint8), np.ones((9, 9)))) > 0


def test_print_is_no_shadow_and_a_shadow_is_no_print() -> None:
    light = light_on_paper(PX_PER_MM, print_on_paper() * half_in_the_sun())
    assert np.abs(light / (230 * half_in_the_sun()) - 1)[away_from_edge()].max() < 0.03


def test_what_else_lies_there_is_no_light_on_the_paper() -> None:
    shown = np.ones((160, 160), np.float32)
    shown[60:110, 40:90] = 0
    picture = print_on_paper() * half_in_the_sun()
    covered = np.where(shown > 0, picture, 255).astype(np.float32)
    light = light_on_paper(PX_PER_MM, covered, shown)
    assert np.abs(light / (230 * half_in_the_sun()) - 1)[away_from_edge() & (shown > 0)].max() < 0.03


def test_without_shadows_a_print_looks_as_in_the_sun() -> None:
    ink = np.array([0.8, 0.6, 0.4], np.float32)
    print_bgr = np.where(print_on_paper()[..., None] > 100, print_on_paper()[..., None], 100 * ink).astype(np.float32)
    shaded = (print_bgr * half_in_the_sun()[..., None]).astype(np.uint8)
    undone, plain = (without_shadows(picture, PX_PER_MM) for picture in (shaded, print_bgr))
    assert np.abs(undone - plain)[away_from_edge()].max() < 0.05 * LIMITS.paper_values
