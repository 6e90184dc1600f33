"""Light and picture values: what a picture's 0 to 255 are as light, and what a camera makes of light.

Light is linear: 1 is what white paper gives back on the open, level table at the exposure of 1. Our art is sRGB.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.arrays import Floats, Image

CAMERA_CURVE = np.array(
    [
        (0, 0), (1024, 5040), (2048, 9338), (3072, 12356), (4096, 15312), (5120, 18051), (6144, 20790),
        (8192, 25744), (10240, 30035), (12288, 33975), (14336, 37600), (16384, 40642), (20480, 45749), (24576, 49621),
        (28672, 52698), (32768, 54876), (40960, 58656), (49152, 61183), (57344, 63419), (65535, 65535),
    ]
)  # fmt: skip
"""Light -> picture value, both of 65535, as a Raspberry Pi's cameras do it: darker shadows than sRGB, brighter middle,
soft highlights. Source: `rpi.contrast` in libcamera's tuning files imx219.json and imx708.json."""
LEVELS = 65535
"""What light of 1 is in a sensor's raw picture, and the largest value that it tells apart."""


def linear_share(values: Any) -> Floats:
    """sRGB values of 0 to 1 as light (IEC 61966-2-1)."""
    x = np.asarray(values, np.float32)
    return np.asarray(np.where(x <= 0.04045, x / 12.92, ((x + 0.055) / 1.055) ** 2.4), np.float32)


def srgb_share(light: Any) -> Floats:
    """Light of 0 to 1 as sRGB values of 0 to 1 (IEC 61966-2-1)."""
    x = np.clip(np.asarray(light, np.float32), 0, 1)
    return np.asarray(np.where(x <= 0.0031308, x * 12.92, 1.055 * x ** (1 / 2.4) - 0.055), np.float32)


_LIGHT_OF = linear_share(np.arange(256) / 255)
_LIGHT_OF_COVERED = np.stack([_LIGHT_OF] * 3 + [(np.arange(256) / 255).astype(np.float32)], -1)[None]


def linear(picture: Image, tint: Floats | None = None) -> Floats:
    """A picture (h, w, 3) uint8 as light (h, w, 3) float32; `tint`: times this (3,)."""
    light = _LIGHT_OF if tint is None else (_LIGHT_OF[:, None] * tint)[None]
    return np.asarray(cv2.LUT(picture, light), np.float32)


def covered(texture: Image) -> Floats:
    """A texture (h, w, 4) uint8, colour and cover, as light and cover of 0 to 1, float32."""
    return np.asarray(cv2.LUT(texture, _LIGHT_OF_COVERED), np.float32)


def premultiplied(texture: Image) -> Floats:
    """The same with the light times its cover: so it is mixed, and warped, without a seam."""
    light = covered(texture)
    light[..., :3] *= light[..., 3:]
    return light


def shrunk(picture: Image, size: tuple[int, int]) -> Image:
    """A picture (h, w, 3 or 4) uint8 at this width and height: its light is averaged, its cover as it is."""
    if picture.shape[2] == 3:
        return _back(np.asarray(cv2.resize(linear(picture), size, interpolation=cv2.INTER_AREA)))
    cover = cv2.resize(picture[..., 3], size, interpolation=cv2.INTER_AREA)
    return np.dstack([shrunk(np.ascontiguousarray(picture[..., :3]), size), cover])


def _back(light: Floats) -> Image:
    return developed(np.asarray(cv2.multiply(light, (LEVELS,) * 4, dtype=cv2.CV_16U), np.uint16), 0.0, 1.0)


def developed(raw: NDArray[np.uint16], camera_share: float, exponent: float) -> Image:
    """A raw picture as picture values uint8: `camera_share` 0 takes sRGB's curve, 1 a camera's; then an exponent.

    By way of the square root, which tells dark light apart as finely as either curve, and is quick.
    """
    root = cv2.convertScaleAbs(cv2.sqrt(raw.astype(np.float32)), alpha=255 / LEVELS**0.5)
    return np.asarray(cv2.LUT(root, _curve(camera_share, exponent)), np.uint8)


def slope(light: float, camera_share: float, exponent: float) -> float:
    """How many picture values the curve rises per light of 1 about this light."""
    low, high = (float(_value((light + off) ** 0.5, camera_share, exponent)) for off in (-0.02, 0.02))
    return 255 * (high - low) / 0.04


def _value(root: Any, camera_share: float, exponent: float) -> Floats:
    """Picture values of 0 to 1 for the square roots of light of 0 to 1."""
    light = np.asarray(root, np.float32) ** 2
    camera = np.interp(light * LEVELS, CAMERA_CURVE[:, 0], CAMERA_CURVE[:, 1]) / LEVELS
    both = (1 - camera_share) * srgb_share(light) + camera_share * camera
    return np.asarray(both**exponent, np.float32)


@lru_cache(maxsize=64)
def _curve(camera_share: float, exponent: float) -> Image:
    return np.asarray(np.round(255 * _value(np.arange(256) / 255, camera_share, exponent)), np.uint8)
