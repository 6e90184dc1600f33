"""A sensor: light falls on pixels, each behind the filter of one colour, with noise; then all colours are found again.

Raw pictures are float32, or read out uint16, in the levels of `tone`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.arrays import Floats, Image
from hardware.scene.optics.tone import LEVELS

MIDDLE_GREY = 0.18
"""Light that a grey card gives back: there the noise is told."""
NOISE_BGR = (1.22, 1.0, 1.28)
"""How much noisier blue and red are than green: the square roots of the gains that make grey of them in lamplight of
4600 K. Source: `rpi.awb` in libcamera's tuning file imx219.json."""
_READ_SHARE = 0.02
"""Light at which the noise of reading a pixel out is as strong as that of the light itself: at a gain of 4, white is a
quarter of a full well of 4,300 electrons (OV5647, documentation of the Raspberry Pi's cameras); read to within 5, as
we take it, 25 electrons are as noisy as that."""
_SHEET_LEVELS = 30
"""The spread of the noise in a sheet, about 128."""
_UNIT = ((np.arange(256) - 128) / _SHEET_LEVELS).astype(np.float32)


@dataclass(frozen=True, eq=False)
class RawPicture:
    """What a sensor would read without noise, (h, w, 3), or (h, w) behind a Bayer filter; and the spread of the noise
    there."""

    levels: Floats
    spread: Floats


def exposed(levels: Floats, noise_at_grey: float) -> RawPicture:
    """A raw picture without noise with the noise's spread; `noise_at_grey` is the spread at middle grey, in light.

    Noise of light grows with its square root, that of reading it out is everywhere (Poisson and Gauss: EMVA 1288).
    The picture begins at an even row and column of the pattern.
    """
    spread = cv2.sqrt(cv2.add(levels, (_READ_SHARE * LEVELS,) * 4))
    at_grey = noise_at_grey * (LEVELS / (MIDDLE_GREY + _READ_SHARE)) ** 0.5
    if levels.ndim == 2:
        spread *= np.float32(at_grey)
        spread[::2, ::2] *= NOISE_BGR[2]
        spread[1::2, 1::2] *= NOISE_BGR[0]
    else:
        spread = cv2.multiply(spread, (*(at_grey * share for share in NOISE_BGR), 0.0))
    return RawPicture(levels, np.asarray(spread, np.float32))


def read_out(
    raw: RawPicture, coarse_share: float, monochrome: bool, rng: np.random.Generator | None
) -> NDArray[np.uint16]:
    """The raw picture (h, w, 3) BGR with fresh noise (with none for no `rng`), its colours whole."""
    noise = 0.0 if rng is None else _noise(raw, coarse_share, monochrome, rng)
    levels = np.asarray(cv2.add(raw.levels, noise, dtype=cv2.CV_16U), np.uint16)
    return levels if levels.ndim == 3 else demosaiced(levels)


def mosaic(picture: NDArray[Any]) -> NDArray[Any]:
    """Of each pixel of a picture (h, w, 3) BGR the one colour that its filter lets through: red and green in one row,
    green and blue in the next (Bayer)."""
    behind = picture[..., 1].copy()
    behind[::2, ::2] = picture[::2, ::2, 2]
    behind[1::2, 1::2] = picture[1::2, 1::2, 0]
    return behind


def demosaiced(raw: NDArray[np.uint16]) -> NDArray[np.uint16]:
    """The picture (h, w, 3) BGR of a mosaic, along edges rather than across them."""
    return np.asarray(cv2.cvtColor(raw, cv2.COLOR_BayerRGGB2BGR_EA), np.uint16)


def _noise(raw: RawPicture, coarse_share: float, monochrome: bool, rng: np.random.Generator) -> Floats:
    h, w = raw.levels.shape[:2]
    sheet = _noise_sheet(round(coarse_share * 2) / 2, monochrome)
    if h >= sheet.shape[0] or w >= sheet.shape[1]:
        sheet = np.tile(sheet, (h // sheet.shape[0] + 2, w // sheet.shape[1] + 2, 1))
    y, x = int(rng.integers(sheet.shape[0] - h)), int(rng.integers(sheet.shape[1] - w))
    cut = sheet[y : y + h, x : x + w]
    unit = cv2.LUT(mosaic(cut) if raw.levels.ndim == 2 else cut, _UNIT)
    return np.asarray(cv2.multiply(unit, raw.spread), np.float32)


@lru_cache(maxsize=6)
def _noise_sheet(coarse_share: float, monochrome: bool) -> Image:
    """A sheet of noise to cut from: (900, 1500, 3) uint8, spread `_SHEET_LEVELS` about 128."""
    rng = np.random.default_rng(71)
    fine = rng.standard_normal((900, 1500, 3), np.float32)
    shared = fine[..., :1]
    fine = 0.5 * fine + 0.85 * shared if not monochrome else np.repeat(shared, 3, 2)
    coarse = cv2.resize(rng.standard_normal((450, 750, 3), np.float32), (1500, 900), interpolation=cv2.INTER_CUBIC)
    coarse = cv2.GaussianBlur(coarse, (0, 0), 1.0)
    total = fine * (1 - coarse_share) + coarse * (0.0 if monochrome else coarse_share)
    return np.asarray(np.clip(total * (_SHEET_LEVELS / total.std()) + 128, 0, 255).round(), np.uint8)
