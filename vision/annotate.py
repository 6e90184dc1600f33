"""Readings drawn on their pictures, and cut out as evidence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

import cv2
import numpy as np

from vision.reading import Box, Image, Reading, shared_extent

Colour = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class AnnotationStyle:
    """How readings are drawn."""

    certain_bgr: Colour = (80, 220, 60)
    """What is certain is framed green,"""
    doubtful_bgr: Colour = (40, 170, 255)
    """and what is doubtful orange."""
    font: int = cv2.FONT_HERSHEY_SIMPLEX
    """What names are written in,"""
    font_scale: float = 0.25
    """and how large, for lines of one px."""
    margin_sides: float = 0.35
    """So far round the box of a die, in sides of its face, the rest of the die may be seen."""
    veil_share: float = 0.75
    """How much darker the ground of a name is made."""


STYLE = AnnotationStyle()


def draw(image: Image, reading: Reading) -> Image:
    """A copy of the picture (BGR uint8) with each piece framed and named: green if certain, orange if doubtful."""
    drawn = image.copy()
    thick = max(1, round(max(image.shape[:2]) / 500))
    tags: list[tuple[str, Box, Colour]] = []
    for die in reading.dice:
        colour = STYLE.doubtful_bgr if die.doubt else STYLE.certain_bgr
        x, y, width, height = (round(v) for v in die.box)
        cv2.rectangle(drawn, (x, y), (x + width, y + height), colour, thick, cv2.LINE_AA)
        rim = die.size * STYLE.margin_sides
        tags.append((f"{die.kind} {die.face or '?'}", (x - rim, y - rim, width + 2 * rim, height + 2 * rim), colour))
    for card in reading.cards:
        colour = STYLE.doubtful_bgr if card.doubt else STYLE.certain_bgr
        quad = np.round(card.quad).astype(np.int32)
        cv2.polylines(drawn, [quad], True, colour, thick, cv2.LINE_AA)
        x, y, width, height = cv2.boundingRect(quad)
        tags.append((card.card or "?", (x, y, width, height), colour))
    taken = [box for _, box, _ in tags]
    for text, box, colour in tags:
        size, below = cv2.getTextSize(text, STYLE.font, STYLE.font_scale * thick, thick)
        spot = _spot((size[0] + 6 * thick, size[1] + below + 4 * thick), box, taken, image.shape[1], image.shape[0])
        _write(drawn, text, spot, below + 2 * thick, colour, thick)
        taken.append(spot)
    return drawn


def _spot(size: tuple[int, int], box: Box, taken: Sequence[Box], width: int, height: int) -> Box:
    """Where a name of this size covers least of what is `taken`: above its piece, else below, or beside it."""
    x, y, w, h = box
    middle, level = x + (w - size[0]) / 2, y + (h - size[1]) / 2
    corners = [(middle, y - size[1]), (middle, y + h), (x + w, level), (x - size[0], level)]
    within = [(min(max(a, 0), width - size[0]), min(max(b, 0), height - size[1])) for a, b in corners]
    spots: list[Box] = [(*corner, *size) for corner in within]
    return min(spots, key=lambda spot: sum(prod(shared_extent(spot, other)) for other in taken))


def _write(image: Image, text: str, spot: Box, rise: int, colour: Colour, thick: int) -> None:
    """A name on a dark ground; its letters stand `rise` px above the lower edge."""
    left, top, right, low = (round(v) for v in (spot[0], spot[1], spot[0] + spot[2], spot[1] + spot[3]))
    ground = image[top:low, left:right]
    ground[:] = np.uint8(ground * (1 - STYLE.veil_share))
    cv2.putText(
        image, text, (left + 3 * thick, low - rise), STYLE.font, STYLE.font_scale * thick, colour, thick, cv2.LINE_AA
    )


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
