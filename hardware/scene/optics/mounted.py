"""A lens before a table: what it does to the light in every part of the picture, worked out once for all pictures."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.arrays import Floats
from hardware.scene.optics import sensor, tone
from hardware.scene.optics.lens import Lens, motion_kernel
from hardware.scene.optics.sensor import RawPicture
from hardware.scene.optics.view import CameraView

Window = tuple[slice, slice]
"""Rows and columns of a picture. Both begin at even numbers, as the pattern of a sensor's filters does."""

WHOLE: Window = (slice(None), slice(None))
STEP_PX = 8
"""No change that is to be seen is smaller, and no blur reaches twice as far."""
_FLARE_PX = 32
"""Px to one of the small picture in which scattered light is worked out."""


@dataclass(frozen=True, slots=True)
class BlurLimits:
    """When a blur is drawn."""

    min_px: float = 0.2
    """A smaller sigma is not to be seen."""
    max_spread_px: float = 0.15
    """From this difference between two parts of a picture on, each has its own sigma."""
    min_shake_px: float = 0.7


BLUR = BlurLimits()


@dataclass(frozen=True, eq=False)
class MountedLens:
    """A lens in a camera that stands still."""

    lens: Lens
    view: CameraView

    def exposed(self, light: Floats, flare: NDArray[Any] | None = None, window: Window = WHOLE) -> RawPicture:
        """What light (h, w, 3) leaves on the sensor in a window, before its noise: what stays the same from frame to
        frame. `flare`: the light that is scattered, if it is known."""
        seen = self._drawn(light, window)
        levels = cv2.multiply(sensor.mosaic(seen) if self.lens.bayer else seen, self._gain[window])
        if self.lens.flare:
            cv2.add(levels, (self.flare(light) if flare is None else flare)[window], levels)
        slope = tone.slope(sensor.MIDDLE_GREY, self.lens.camera_tone, self.lens.response_exponent)
        return sensor.exposed(np.asarray(levels, np.float32), self.lens.noise_levels / slope)

    def exposed_anew(self, raw: RawPicture, light: Floats, flare: NDArray[Any], window: Window) -> RawPicture:
        """The raw picture after its light changed in a window."""
        levels, spread, part = raw.levels.copy(), raw.spread.copy(), self.exposed(light, flare, window)
        levels[window], spread[window] = part.levels, part.spread
        return RawPicture(levels, spread)

    def flare(self, light: Floats) -> NDArray[Any]:
        """What the lens scatters far over the picture, as the sensor reads it."""
        size = light.shape[1::-1]
        small = cv2.resize(light, tuple(max(side // _FLARE_PX, 1) for side in size), interpolation=cv2.INTER_AREA)
        wide = cv2.resize(cv2.GaussianBlur(small, (0, 0), 6), size, interpolation=cv2.INTER_LINEAR)
        share = self.lens.flare / (1 - self.lens.flare)
        return np.asarray(cv2.multiply(sensor.mosaic(wide) if self.lens.bayer else wide, self._gain, scale=share))

    def _drawn(self, light: Floats, window: Window) -> Floats:
        """The light of a window as the lens draws it: blurred, and smeared by a camera that moves."""
        (top, low), (left, right) = (
            (max((part.start or 0) - 2 * STEP_PX, 0), min((part.stop or side) + 2 * STEP_PX, side))
            for part, side in zip(window, light.shape[:2], strict=True)
        )
        seen = self._defocused(light[top:low, left:right], np.s_[top:low, left:right])
        if max(map(abs, self.lens.shake_px)) > BLUR.min_shake_px:
            seen = np.asarray(cv2.filter2D(seen, -1, motion_kernel(*self.lens.shake_px)), np.float32)
        if window == WHOLE:
            return seen
        rows, columns = window
        return seen[rows.start - top : rows.stop - top, columns.start - left : columns.stop - left]

    def _defocused(self, light: Floats, window: Window) -> Floats:
        """The light as blurred by how far each part of the table is off the focus."""
        least, most, far = self._blur
        if far is None:
            return _blurred(light, most)
        share, rest = (np.ascontiguousarray(part[window]) for part in far)
        return np.asarray(cv2.blendLinear(_blurred(light, most), _blurred(light, least), share, rest), np.float32)

    @cached_property
    def _blur(self) -> tuple[float, float, tuple[Floats, Floats] | None]:
        """The least and the largest sigma, px, and the share (h, w) of the largest in each pixel, and of the least;
        None where one does for all."""
        off = self.lens.defocus_px_mm * np.abs(self.view.inverse_depth(24) - np.float32(1 / self.lens.focus_mm))
        square = self.lens.blur_px**2 + (off / 4) ** 2  # a disc's spread along one axis is a quarter of its diameter
        least, most = float(square.min()), float(square.max())
        if most**0.5 - least**0.5 < BLUR.max_spread_px:
            mean = float(square.mean()) ** 0.5
            return mean, mean, None
        far = np.asarray(cv2.resize((square - least) / np.float32(most - least), self.view.size_px), np.float32)
        return least**0.5, most**0.5, (far, 1 - far)

    @cached_property
    def _gain(self) -> NDArray[Any]:
        """What the sensor reads of light of 1: (h, w, 3), or (h, w) behind a Bayer filter."""
        u, v = self.view.slopes(24)  # natural vignetting, as far as the processor does not make up for it
        kept = 1 - self.lens.vignetting * (1 - 1 / (1 + u * u + v * v) ** 2)
        gains = tone.linear_share(self.lens.gains_bgr) * np.float32(tone.LEVELS * (1 - self.lens.flare))
        gain = cv2.resize(kept.astype(np.float32), self.view.size_px)[..., None] * gains
        return sensor.mosaic(gain) if self.lens.bayer else np.asarray(gain)


def changed(light: Floats, before: Floats) -> Window | None:
    """Where light (h, w, 3) is not what it was, with room about it; None if nowhere."""
    step = STEP_PX
    differs = (light[::step, ::step] != before[::step, ::step]).any(2).astype(np.uint8)
    x, y, w, h = cv2.boundingRect(differs)
    if not w:
        return None
    height, width = light.shape[:2]
    rows = slice(max(y - 2, 0) * step, min((y + h + 2) * step, height))
    return rows, slice(max(x - 2, 0) * step, min((x + w + 2) * step, width))


def _blurred(light: Floats, sigma: float) -> Floats:
    return light if sigma < BLUR.min_px else np.asarray(cv2.GaussianBlur(light, (0, 0), sigma), np.float32)
