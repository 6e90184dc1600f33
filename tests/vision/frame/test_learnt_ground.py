"""What a table shows where nothing lies, learnt from a picture of it."""

from __future__ import annotations

import cv2
import numpy as np

from vision.frame.mat import Mat
from vision.frame.mat.learnt_ground import learnt_ground

LAYOUT = {"name": "any", "size_mm": [300, 200], "zones": {}, "markers": []}
TO_MM = np.diag([0.5, 0.5, 1.0])
"""Two px a mm."""


def test_the_ground_is_what_is_seen_and_is_guessed_under_what_lies_there() -> None:
    grain = np.tile(np.linspace(60, 180, 600)[None, :, None], (400, 1, 3)).astype(np.uint8)
    seen = grain.copy()
    cv2.circle(seen, (200, 100), 20, (0, 0, 255), -1)
    ground = learnt_ground(seen, Mat(LAYOUT, TO_MM), [(88.0, 38.0, 24.0, 24.0)])
    assert ground.picture.shape[:2] == tuple(round(side * ground.px_per_mm) for side in (200, 300))
    small = cv2.resize(grain, ground.picture.shape[1::-1], interpolation=cv2.INTER_AREA)
    assert np.abs(ground.picture.astype(int) - small)[2:-2, 2:-2].max() < 12  # beyond the rim nothing was seen


def test_what_lay_there_unnoticed_is_ground() -> None:
    seen = np.full((400, 600, 3), 120, np.uint8)
    cv2.circle(seen, (200, 100), 20, (0, 0, 255), -1)
    ground = learnt_ground(seen, Mat(LAYOUT, TO_MM), [])
    assert ground.picture[round(50 * ground.px_per_mm), round(100 * ground.px_per_mm)].tolist()[2] > 200
