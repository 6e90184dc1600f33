"""How dice are sought on a mat."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from vision.dice import detector
from vision.dice.calibration import Candidate
from vision.dice.detector import Detection
from vision.dice.strategies import on_mat
from vision.dice.strategies.any_make import _each_once
from vision.reading import Image


@pytest.mark.parametrize(
    ("strengths", "again"), [((), True), ((0.49,), True), ((0.51,), False), ((0.9, 0.4, 0.3), True)]
)
def test_where_dice_are_hardly_seen_at_the_size_that_the_mat_says_a_larger_one_and_the_negative_are_tried(
    monkeypatch: pytest.MonkeyPatch, strengths: tuple[float, ...], again: bool
) -> None:
    """A six on the KEEP strip, sharp and whole, was not seen at 16 mm and plain at 15. Of six red dice with yellow pips
    four were seen, in the negative all: the match stood still."""
    looks: list[tuple[float, int]] = []

    def seen(network: object, image: Image, side: float) -> list[Detection]:
        looks.append((side, int(image[0, 0, 0])))
        return [Detection(p, 99.0 * n, 50.0, 40.0, (99.0 * n - 20, 30.0, 40.0, 40.0)) for n, p in enumerate(strengths)]

    monkeypatch.setattr(detector, "detect_all", seen)
    monkeypatch.setattr(on_mat, "around", lambda mat, image: (0, 0, 100, 100))
    classifier = SimpleNamespace(model=SimpleNamespace(detector=None), classify=lambda image, found, side: found)
    mat = SimpleNamespace(px_per_mm=3.0)
    on_mat.at_first_sight(classifier, np.zeros((100, 100, 3), np.uint8), mat, 16.0, False, np.inf)
    larger = (pytest.approx(48.0 * on_mat.LIMITS.second_look_scale), 0)
    negative = (pytest.approx(48.0 * on_mat.LIMITS.negative_scale), 255)
    assert looks == [(48.0, 0), *((larger, negative) if again else ())]


@pytest.mark.parametrize("aside_px", [4, 18])
def test_what_lies_on_a_die_that_is_detected_more_strongly_is_that_die(aside_px: float) -> None:
    """A die of 200 drawn mats was seen in two sizes: it counted twice, surely once its face was read better. One at the
    border of a mat was seen in two places, 0.6 sides apart (Farkle 465001/1)."""

    def seen(x: float, strength: float) -> Candidate:
        at = Detection(strength, x, 50.0, 30.0, (x - 15, 35.0, 30.0, 30.0))
        return Candidate(at, (("pips/die-1", 0.9),), 0.1, 0.0, p_die=1.0, p_correct=0.9)

    strong, again, beside = seen(100.0, 0.9), seen(100.0 + aside_px, 0.6), seen(131.0, 0.5)
    assert _each_once([again, strong, beside]) == [strong, beside]
