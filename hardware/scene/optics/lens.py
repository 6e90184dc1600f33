"""What lens and sensor do to a picture: blur, colour, tone, noise, compression."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.arrays import Floats, Image


@dataclass(frozen=True)
class Lens:
    """A lens with its sensor. Levels are picture values, 0 to 255."""

    blur_px: float = 0.6
    """Sigma of the blur."""
    shake_px: tuple[float, float] = (0.0, 0.0)
    """How far (x, y) the camera moves while the shutter is open."""
    noise_levels: float = 2.0
    """Spread of the noise."""
    coarse_noise_share: float = 0.3
    """Share of the noise that is coarse and coloured, as cheap sensors and strong denoising leave it."""
    response_exponent: float = 1.0
    """1: the picture values as they are."""
    gains_bgr: tuple[float, float, float] = (1.0, 1.0, 1.0)
    monochrome: bool = False
    sharpening: float = 0.0
    """How much edges are exaggerated, as telephones do: 1 doubles the difference to the blurred picture."""
    auto_exposure: float = 0.0
    """How much the exposure follows the table's brightness: 0 not at all, 1 until every table looks middle grey."""
    jpeg_quality: int = 0
    """0: not compressed."""

    def exposure(self, mean: float) -> float:
        """The gain that auto exposure chooses for a table of this mean brightness, 0 to 1."""
        return float(np.clip(0.5 / max(mean, 0.05), 0.8, 2.2) ** self.auto_exposure)

    def without_noise(self, picture: Image) -> Image:
        """The picture after lens, shake and tone, without noise: what stays the same from frame to frame."""
        if self.blur_px > 0.25:
            picture = cv2.GaussianBlur(picture, (0, 0), self.blur_px)
        if self.sharpening:
            picture = cv2.addWeighted(
                picture, 1 + self.sharpening, cv2.GaussianBlur(picture, (0, 0), 1.3), -self.sharpening, 0
            )
        if max(map(abs, self.shake_px)) > 0.7:
            picture = cv2.filter2D(picture, -1, motion_kernel(*self.shake_px))
        if self.response_exponent != 1.0 or self.gains_bgr != (1.0, 1.0, 1.0):
            picture = cv2.LUT(picture, _curve(self.response_exponent, self.gains_bgr))
        if self.monochrome:
            picture = cv2.cvtColor(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
        return picture

    def with_noise(self, picture: Image, rng: np.random.Generator) -> Image:
        """The picture with fresh noise, then compressed if this camera does that."""
        if self.noise_levels > 0:
            h, w = picture.shape[:2]
            sheet = _noise_sheet(round(self.coarse_noise_share * 2) / 2, self.monochrome)
            if h >= sheet.shape[0] or w >= sheet.shape[1]:
                sheet = np.tile(sheet, (h // sheet.shape[0] + 2, w // sheet.shape[1] + 2, 1))
            y, x = int(rng.integers(sheet.shape[0] - h)), int(rng.integers(sheet.shape[1] - w))
            share = self.noise_levels / _NOISE_SHEET_LEVELS
            picture = cv2.addWeighted(picture, 1, sheet[y : y + h, x : x + w], share, -128 * share)
        if self.jpeg_quality:
            _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, self.jpeg_quality])
            picture = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
        return picture


def motion_kernel(dx: float, dy: float) -> Floats:
    """A kernel that smears along (dx, dy) px."""
    size = 2 * int(np.ceil(max(abs(dx), abs(dy)) / 2)) + 1
    kernel = np.zeros((size, size), np.float32)
    middle = size / 2 - 0.5
    a, b = (middle - dx / 2, middle - dy / 2), (middle + dx / 2, middle + dy / 2)
    ends = [tuple(round(v * 16) for v in end) for end in (a, b)]
    cv2.line(kernel, ends[0], ends[1], 1.0, 1, cv2.LINE_AA, 4)
    return np.asarray(kernel / kernel.sum(), np.float32)


@lru_cache(maxsize=16)
def _curve(exponent: float, gains: tuple[float, float, float]) -> Image:
    x = np.linspace(0, 1, 256)[:, None] * np.array(gains)
    return np.asarray(np.clip(255 * x**exponent, 0, 255).round().astype(np.uint8)[None], np.uint8)


_NOISE_SHEET_LEVELS = 30
"""The spread of the noise in a sheet, about 128."""


@lru_cache(maxsize=6)
def _noise_sheet(coarse_share: float, monochrome: bool) -> Image:
    """A sheet of noise to cut from: (900, 1500, 3) uint8, spread `_NOISE_SHEET_LEVELS` about 128."""
    rng = np.random.default_rng(71)
    fine = rng.standard_normal((900, 1500, 3), np.float32)
    shared = fine[..., :1]
    fine = 0.5 * fine + 0.85 * shared if not monochrome else np.repeat(shared, 3, 2)
    coarse = cv2.resize(rng.standard_normal((450, 750, 3), np.float32), (1500, 900), interpolation=cv2.INTER_CUBIC)
    coarse = cv2.GaussianBlur(coarse, (0, 0), 1.0)
    total = fine * (1 - coarse_share) + coarse * (0.0 if monochrome else coarse_share)
    return np.asarray(
        np.clip(total * (_NOISE_SHEET_LEVELS / total.std()) + 128, 0, 255).round().astype(np.uint8), np.uint8
    )


def gaussian_blur(picture: NDArray[Any], sigma: float) -> NDArray[Any]:
    """A Gaussian blur; a wide one on a smaller picture, since that looks the same and is quick."""
    if sigma < 6:
        return np.asarray(cv2.GaussianBlur(picture, (0, 0), max(sigma, 0.3)))
    h, w = picture.shape[:2]
    by = sigma / 3
    small = cv2.resize(picture, (max(round(w / by), 1), max(round(h / by), 1)), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(cv2.GaussianBlur(small, (0, 0), 3.0), (w, h), interpolation=cv2.INTER_LINEAR))
