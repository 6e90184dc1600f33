"""What lens and sensor do to a picture: blur, colour, tone, noise, compression."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.art.polygons import Picture


@dataclass(frozen=True)
class Lens:
    """`blur` sigma px; `motion` (x, y) px of camera shake; `noise` spread in picture values; `tone` exponent of the
    response, 1 for none; `balance` gain of B, G, R; `grey` without colour; `jpeg` quality or 0 for none."""

    blur: float = 0.6
    motion: tuple[float, float] = (0.0, 0.0)
    noise: float = 2.0
    grain: float = 0.3
    """Share of the noise that is coarse and coloured, as cheap sensors and strong denoising leave it."""
    tone: float = 1.0
    balance: tuple[float, float, float] = (1.0, 1.0, 1.0)
    grey: bool = False
    sharpen: float = 0.0
    """How much edges are exaggerated, as telephones do: 1 doubles the difference to the blurred picture."""
    auto: float = 0.0
    """How much the exposure follows the table's brightness: 0 not at all, 1 until every table looks middle grey."""
    jpeg: int = 0

    def exposure(self, mean: float) -> float:
        """The gain that auto exposure chooses for a table of this mean brightness, 0 to 1."""
        return float(np.clip(0.5 / max(mean, 0.05), 0.8, 2.2) ** self.auto)

    def smear(self, picture: Picture) -> Picture:
        """The picture after lens, shake and tone, without noise: what stays the same from frame to frame."""
        if self.blur > 0.25:
            picture = cv2.GaussianBlur(picture, (0, 0), self.blur)
        if self.sharpen:
            picture = cv2.addWeighted(
                picture, 1 + self.sharpen, cv2.GaussianBlur(picture, (0, 0), 1.3), -self.sharpen, 0
            )
        if max(map(abs, self.motion)) > 0.7:
            picture = cv2.filter2D(picture, -1, streak(*self.motion))
        if self.tone != 1.0 or self.balance != (1.0, 1.0, 1.0):
            picture = cv2.LUT(picture, _curve(self.tone, self.balance))
        if self.grey:
            picture = cv2.cvtColor(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
        return picture

    def speckle(self, picture: Picture, rng: np.random.Generator) -> Picture:
        """The picture with fresh noise, then compressed if this camera does that."""
        if self.noise > 0:
            h, w = picture.shape[:2]
            bank = _bank(round(self.grain * 2) / 2, self.grey)
            if h >= bank.shape[0] or w >= bank.shape[1]:
                bank = np.tile(bank, (h // bank.shape[0] + 2, w // bank.shape[1] + 2, 1))
            y, x = int(rng.integers(bank.shape[0] - h)), int(rng.integers(bank.shape[1] - w))
            share = self.noise / _UNIT
            picture = cv2.addWeighted(picture, 1, bank[y : y + h, x : x + w], share, -128 * share)
        if self.jpeg:
            _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, self.jpeg])
            picture = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
        return picture


def streak(dx: float, dy: float) -> NDArray[np.float32]:
    """A kernel that smears along (dx, dy) px."""
    size = 2 * int(np.ceil(max(abs(dx), abs(dy)) / 2)) + 1
    kernel = np.zeros((size, size), np.float32)
    middle = size / 2 - 0.5
    a, b = (middle - dx / 2, middle - dy / 2), (middle + dx / 2, middle + dy / 2)
    ends = [tuple(round(v * 16) for v in end) for end in (a, b)]
    cv2.line(kernel, ends[0], ends[1], 1.0, 1, cv2.LINE_AA, 4)
    return np.asarray(kernel / kernel.sum(), np.float32)


@lru_cache(maxsize=16)
def _curve(tone: float, balance: tuple[float, float, float]) -> Picture:
    x = np.linspace(0, 1, 256)[:, None] * np.array(balance)
    return np.asarray(np.clip(255 * x**tone, 0, 255).round().astype(np.uint8)[None], np.uint8)


_UNIT = 30
"""The spread of the noise in a bank, about 128."""


@lru_cache(maxsize=6)
def _bank(grain: float, grey: bool) -> Picture:
    """A sheet of noise to cut from: (900, 1500, 3) uint8, spread `_UNIT` about 128."""
    rng = np.random.default_rng(71)
    fine = rng.standard_normal((900, 1500, 3), np.float32)
    shared = fine[..., :1]
    fine = 0.5 * fine + 0.85 * shared if not grey else np.repeat(shared, 3, 2)
    coarse = cv2.resize(rng.standard_normal((450, 750, 3), np.float32), (1500, 900), interpolation=cv2.INTER_CUBIC)
    coarse = cv2.GaussianBlur(coarse, (0, 0), 1.0)
    total = fine * (1 - grain) + coarse * (0.0 if grey else grain)
    return np.asarray(np.clip(total * (_UNIT / total.std()) + 128, 0, 255).round().astype(np.uint8), np.uint8)


def soft(picture: NDArray[Any], sigma: float) -> NDArray[Any]:
    """A Gaussian blur; a wide one on a smaller picture, since that looks the same and is quick."""
    if sigma < 6:
        return np.asarray(cv2.GaussianBlur(picture, (0, 0), max(sigma, 0.3)))
    h, w = picture.shape[:2]
    by = sigma / 3
    small = cv2.resize(picture, (max(round(w / by), 1), max(round(h / by), 1)), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(cv2.GaussianBlur(small, (0, 0), 3.0), (w, h), interpolation=cv2.INTER_LINEAR))
