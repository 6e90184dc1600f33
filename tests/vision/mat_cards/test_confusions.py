"""Which taught faces could be taken for which, told before anybody plays."""

from __future__ import annotations

import cv2

from tests.vision.mat_cards.test_close_look import face
from vision.mat_cards.confusions import confusions


def test_only_faces_that_are_all_but_the_same_are_told_of() -> None:
    """A speck's difference is; another figure or another ink is not."""
    speck = face("5")
    cv2.circle(speck, (100, 150), 1, (200, 215, 225), -1)
    found = confusions({"a": face("5"), "b": speck, "c": face("11"), "d": face("5", ink=(20, 60, 160))}, (63.0, 88.0))
    assert found
    assert {(one.face, one.other) for one in found} <= {("a", "b"), ("b", "a")}
    assert all(one.p_right < 0.97 for one in found)
