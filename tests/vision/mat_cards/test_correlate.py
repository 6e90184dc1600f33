"""Cards compared with what lies on a mat."""

from __future__ import annotations

import cv2
import numpy as np

from vision.mat_cards.correlate import LyingCard, MatFaces, Pose, likeness
from vision.mat_cards.naming import fits

SIZE = (63.0, 88.0)


def white_card(column: int) -> np.ndarray:
    """A white card with a black spot on its lower half."""
    face = np.full((352, 252, 3), 255, np.uint8)
    cv2.circle(face, (column, 270), 40, (0, 0, 0), -1)
    return face


def test_of_bare_paper_nothing_is_told_however_many_faces_are_as_bare_there() -> None:
    """Of a card whose figures others hide: of numbers that are all but nought, their ratio was in the thousands."""
    faces = MatFaces({"left": white_card(80), "right": white_card(170)}, SIZE, 1.0)
    picture = np.full((200, 200, 3), 230, np.float32) + np.random.default_rng(5).normal(0, 0.01, (200, 200, 3))
    free = np.ones((200, 200), np.float32)
    free[90:] = 0
    poses = [Pose(100 + step / 4, 100, 0.0) for step in range(8)]
    assert np.abs(likeness(picture.astype(np.float32), free, faces, poses)).max() < 0.3
    card = LyingCard.at(picture.astype(np.float32), free, faces, poses[0])
    assert max(np.abs(each).max() for each in fits(card, faces)) < 0.3


def test_a_picture_in_bytes_is_compared_as_it_is_in_floats_also_where_a_card_reaches_beyond_it() -> None:
    faces = MatFaces({"left": white_card(80), "right": white_card(170)}, SIZE, 1.0)
    picture = np.random.default_rng(7).integers(0, 256, (200, 200, 3), np.uint8)
    poses = [Pose(x, y, turn) for x, y, turn in ((100.3, 90.7, 12.0), (20.1, 170.9, -70.0), (-200.0, 400.0, 3.0))]
    free = np.ones((200, 200), np.float32)
    for pose in poses:
        in_bytes, in_floats = (likeness(each, free, faces, [pose]) for each in (picture, picture.astype(np.float32)))
        assert np.allclose(in_bytes, in_floats, atol=1e-4)  # in a part places are rounded a hair otherwise
