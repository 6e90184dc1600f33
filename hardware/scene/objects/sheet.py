"""A canvas in mm for the flat pictures of things on the table."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from hardware.arrays import Image, Matrix

RandomSource = np.random.Generator
InkColour = tuple[float, float, float]
"""Blue, green, red, each 0 to 255."""


@dataclass(frozen=True, eq=False)
class TableProp:
    """A thing: `picture` with `per_mm` pixels a mm, `high` mm thick."""

    picture: Image
    per_mm: float
    high: float


class DrawnSheet:
    """A canvas in mm, drawn on with OpenCV; cover is where anything was drawn."""

    def __init__(self, wide: float, deep: float, per_mm: float) -> None:
        self.wide, self.deep = wide, deep
        self.per_mm = min(per_mm, 1400 / max(wide, deep))
        size = max(round(deep * self.per_mm), 4), max(round(wide * self.per_mm), 4)
        self.picture = np.zeros((*size, 4), np.uint8)

    def _at(self, *points: float) -> list[int]:
        return [round(p * self.per_mm * 16 - 8) for p in points]

    def disc(self, x: float, y: float, radius: float, ink: InkColour, thick: float = 0) -> None:
        """A disc, or with `thick` a ring."""
        width = -1 if thick <= 0 else max(round(thick * self.per_mm), 1)
        px, py, r = self._at(x, y, radius + 0.5 / self.per_mm)
        cv2.circle(self.picture, (px, py), max(r, 1), (*ink, 255), width, cv2.LINE_AA, 4)

    def block(self, x: float, y: float, w: float, h: float, ink: InkColour, corner: float = 0) -> None:
        """A rectangle with rounded corners."""
        corner = min(corner, w / 2 - 1e-3, h / 2 - 1e-3)
        middles = [(x + corner, y + corner), (x + w - corner, y + corner)]
        middles += [(x + w - corner, y + h - corner), (x + corner, y + h - corner)]
        turn = np.linspace(np.pi, 1.5 * np.pi, 7)
        arcs = [
            np.stack([cx + corner * np.cos(turn + k * np.pi / 2), cy + corner * np.sin(turn + k * np.pi / 2)], 1)
            for k, (cx, cy) in enumerate(middles)
        ]
        self.shape(np.concatenate(arcs), ink)

    def shape(self, outline: Matrix | list[tuple[float, float]], ink: InkColour) -> None:
        """A polygon."""
        points = np.round(np.asarray(outline) * self.per_mm * 16 - 8).astype(np.int32)
        cv2.fillPoly(self.picture, [points], (*ink, 255), cv2.LINE_AA, 4)

    def line(self, points: Matrix | list[tuple[float, float]], thick: float, ink: InkColour) -> None:
        """A line with round ends."""
        path = np.round(np.asarray(points) * self.per_mm * 16 - 8).astype(np.int32)
        cv2.polylines(self.picture, [path], False, (*ink, 255), max(round(thick * self.per_mm), 1), cv2.LINE_AA, 4)

    def text(self, x: float, y: float, words: str, tall: float, ink: InkColour, font: int = 0) -> None:
        """Letters, `tall` mm high, standing on (x, y)."""
        scale = tall * self.per_mm / 22
        thick = max(round(scale * 1.6), 1)
        at = (round(x * self.per_mm), round(y * self.per_mm))
        cv2.putText(self.picture, words, at, font, scale, (*ink, 255), thick, cv2.LINE_AA)

    def done(self, high: float, rng: RandomSource, grain: float = 0.03) -> TableProp:
        """The finished thing, with a little unevenness."""
        h, w = self.picture.shape[:2]
        cells = (max(h // 24, 2), max(w // 24, 2))
        soft = cv2.resize(rng.normal(0, grain, cells).astype(np.float32), (w, h), interpolation=cv2.INTER_CUBIC)
        colour = self.picture[..., :3] * (1 + soft)[..., None]
        picture = np.dstack([np.clip(colour, 0, 255).astype(np.uint8), self.picture[..., 3]])
        return TableProp(picture, self.per_mm, high)


def random_colour(rng: RandomSource, dull: float = 1.0) -> InkColour:
    """Any colour, B, G, R 0 to 255; `dull` below 1 for greyer ones."""
    hsv = np.array([[[rng.integers(180), rng.beta(1.1, 1.2) * 240 * dull, 25 + rng.beta(1.4, 1.1) * 225]]], np.uint8)
    b, g, r = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0].tolist()
    return b, g, r


def random_grey(rng: RandomSource, low: int = 15, high: int = 245) -> InkColour:
    """A grey with a hint of colour."""
    level = rng.uniform(low, high)
    b, g, r = np.clip(level + rng.normal(0, 5, 3), 0, 255).tolist()
    return b, g, r


def contrasting_ink(ink: InkColour, rng: RandomSource) -> InkColour:
    """An ink that can be read on the given one."""
    return random_grey(rng, 5, 60) if sum(ink) > 380 else random_grey(rng, 200, 255)
