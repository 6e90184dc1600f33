"""Readings drawn on their pictures, and cut out as evidence."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Box, Reading

Image = NDArray[np.uint8]

CERTAIN = (80, 200, 60)
DOUBTFUL = (40, 160, 255)


def draw(image: Image, reading: Reading) -> Image:
    """A copy of the picture (BGR uint8) with each piece framed and named: green if certain, orange if doubtful."""
    drawn = image.copy()
    thick = max(1, round(max(image.shape[:2]) / 500))
    for die in reading.dice:
        colour = DOUBTFUL if die.doubt else CERTAIN
        x, y, width, height = (round(v) for v in die.box)
        cv2.rectangle(drawn, (x, y), (x + width, y + height), colour, thick, cv2.LINE_AA)
        _write(drawn, f"{die.kind} {die.face or '?'}", (x, y), colour, thick)
    for card in reading.cards:
        colour = DOUBTFUL if card.doubt else CERTAIN
        cv2.polylines(drawn, [np.round(card.quad).astype(np.int32)], True, colour, thick, cv2.LINE_AA)
        _write(drawn, card.card or "?", (round(card.quad[0][0]), round(card.quad[0][1])), colour, thick)
    return drawn


def _write(image: Image, text: str, corner: tuple[int, int], colour: tuple[int, int, int], thick: int) -> None:
    at, scale = (max(corner[0], 0), max(corner[1] - 3 * thick, 12 * thick)), 0.45 * thick
    cv2.putText(image, text, at, cv2.FONT_HERSHEY_SIMPLEX, scale, (0, 0, 0), 3 * thick, cv2.LINE_AA)
    cv2.putText(image, text, at, cv2.FONT_HERSHEY_SIMPLEX, scale, colour, thick, cv2.LINE_AA)


def crop(image: Image, box: Box, margin: float = 0.25) -> bytes:
    """The part of a picture (BGR uint8) in a box (x, y, width, height px) and `margin` of it all round, as JPEG."""
    x, y, width, height = box
    rim = margin * max(width, height)
    top, bottom = int(max(y - rim, 0)), int(min(y + height + rim, image.shape[0])) + 1
    left, right = int(max(x - rim, 0)), int(min(x + width + rim, image.shape[1])) + 1
    return jpeg(image[top:bottom, left:right])


def jpeg(image: Image, quality: int = 85) -> bytes:
    """The picture (BGR uint8) as JPEG. Raises ValueError for an empty one."""
    if not image.size:
        raise ValueError("an empty picture has no JPEG")
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return bytes(data.tobytes())
