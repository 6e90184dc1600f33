"""What people call a colour."""

from __future__ import annotations

import cv2
import numpy as np

from vision.reading import Doubles, Image

NAMED = {
    "white": (235, 235, 235),
    "ivory": (185, 215, 228),
    "grey": (140, 140, 140),
    "black": (35, 35, 35),
    "red": (45, 40, 185),
    "orange": (40, 125, 230),
    "brown": (45, 70, 105),
    "yellow": (45, 200, 230),
    "green": (60, 125, 50),
    "turquoise": (165, 165, 60),
    "blue": (160, 75, 30),
    "purple": (140, 45, 110),
    "pink": (180, 130, 235),
}
"""Name -> a typical B, G, R under daylight."""


def name(patch: Image) -> str:
    """The name of the colour that most of a patch (BGR uint8) has; pips on it do not matter."""
    middle = np.median(patch.reshape(-1, 3), axis=0).astype(np.uint8).reshape(1, 1, 3)
    table = np.array(list(NAMED.values()), np.uint8).reshape(-1, 1, 3)
    seen, known = (cv2.cvtColor(c, cv2.COLOR_BGR2LAB).reshape(-1, 3).astype(np.float32) for c in (middle, table))
    # lightness says less than hue: dice lie in shade and in the sun
    distance = np.linalg.norm((known - seen) * (0.6, 1.0, 1.0), axis=1)
    return list(NAMED)[int(np.argmin(distance))]


def lab(patch: Image) -> Doubles:
    """The middle colour of a patch (BGR uint8) in CIE Lab: lightness 0 to 100, a and b 0 to 255."""
    middle = np.median(patch.reshape(-1, 3), axis=0).astype(np.uint8).reshape(1, 1, 3)
    return np.asarray(cv2.cvtColor(middle, cv2.COLOR_BGR2LAB).reshape(3) * (100 / 255, 1.0, 1.0), np.float64)


def hue(patch: Image) -> Doubles:
    """The same without its lightness: a and b."""
    return lab(patch)[1:]
