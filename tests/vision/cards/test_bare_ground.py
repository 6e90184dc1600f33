"""Places that show nothing but the ground."""

from __future__ import annotations

import cv2
import numpy as np

from vision.cards.propose.bare_ground import show_ground
from vision.reading import Floats


def card_at(x: float, y: float) -> Floats:
    return np.array([[x, y], [x + 80, y], [x + 80, y + 120], [x, y + 120]], np.float32)


def test_between_the_stripes_of_a_ground_lies_no_card_and_on_it_one_of_its_colours_beside_others_does() -> None:
    image = np.full((480, 640, 3), (90, 60, 40), np.uint8)
    image[::60] = image[1::60] = (200, 190, 170)
    lying, empty = card_at(300, 130), card_at(60, 120)
    cv2.fillConvexPoly(image, lying.astype(np.int32), (90, 60, 40))
    cv2.circle(image, (340, 190), 30, (30, 40, 220), -1)
    assert show_ground(image, [lying, empty], [lying, empty]) == [False, True]
