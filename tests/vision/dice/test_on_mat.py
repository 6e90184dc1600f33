"""How dice are sought on a mat."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from vision.dice import detector
from vision.dice.detector import Detection
from vision.dice.strategies import on_mat


@pytest.mark.parametrize(("strength", "looks"), [(0.0, 3), (0.39, 3), (0.41, 1), (0.9, 1)])
def test_where_nothing_is_plain_at_the_size_that_the_mat_says_the_next_ones_are_tried(
    monkeypatch: pytest.MonkeyPatch, strength: float, looks: int
) -> None:
    """A six on the KEEP strip, sharp and whole, was not seen at 16 mm and plain at 15: the match stood still. Of six
    green dice with black pips four were seen, and where they are twice as large all."""
    sides: list[float] = []

    def seen(network: object, image: object, side: float) -> list[Detection]:
        sides.append(side)
        return [Detection(strength, 50.0, 50.0, 40.0, (30.0, 30.0, 40.0, 40.0))] if strength else []

    monkeypatch.setattr(detector, "detect_all", seen)
    monkeypatch.setattr(on_mat, "around", lambda mat, image: (0, 0, 100, 100))
    classifier = SimpleNamespace(model=SimpleNamespace(detector=None), classify=lambda image, found, side: found)
    mat = SimpleNamespace(px_per_mm=3.0)
    on_mat.at_first_sight(classifier, np.zeros((100, 100, 3), np.uint8), mat, 16.0, False, np.inf)
    assert sides == [pytest.approx(48.0 * scale) for scale in (1.0, *on_mat.LIMITS.second_look_scales)][:looks]
