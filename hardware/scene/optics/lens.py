"""A camera from the light before it to its picture: lens, sensor, and what it makes of what the sensor read.

raw = MountedLens(lens, view).exposed(light)    # blur, defocus, vignetting, flare and motion, in light
picture = lens.developed(raw, rng)              # noise, colours made whole, tone curve, sharpening, compression
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.arrays import Floats, Image
from hardware.scene.optics import sensor, tone
from hardware.scene.optics.sensor import RawPicture

MIN_SHARPENING = 0.02
"""Less is not to be seen."""


@dataclass(frozen=True)
class Lens:
    """A lens with its sensor and its processor. Levels are picture values, 0 to 255."""

    blur_px: float = 0.6
    """Sigma of the blur where it is sharpest: diffraction, aberration, the pixels themselves."""
    defocus_px_mm: float = 0.0
    """Diameter of the blur, px, for each 1/mm by which 1/distance is off 1/focus: aperture times focal length by the
    pitch of the pixels (thin lens)."""
    focus_mm: float = 400.0
    """Where it is focused."""
    shake_px: tuple[float, float] = (0.0, 0.0)
    """How far (x, y) the camera moves while the shutter is open."""
    vignetting: float = 0.0
    """How much of the natural fall-off of light (cos^4 of the angle) the processor leaves; 0 none, 1 all."""
    flare: float = 0.0
    """Share of the light that the lens scatters far over the picture."""
    noise_levels: float = 2.0
    """Spread of the noise on middle grey."""
    coarse_noise_share: float = 0.3
    """Share of the noise that is coarse and coloured, as cheap sensors and strong denoising leave it."""
    bayer: bool = False
    """Whether each pixel sees one colour. False: so many pixels were put together for one that all have all."""
    camera_tone: float = 0.0
    """The tone curve: 0 sRGB's, 1 that of a Raspberry Pi's cameras."""
    response_exponent: float = 1.0
    """1: the tone curve as it is; more is darker."""
    gains_bgr: tuple[float, float, float] = (1.0, 1.0, 1.0)
    """What an imperfect white balance makes of grey, in picture values."""
    monochrome: bool = False
    sharpening: float = 0.0
    """How much edges are exaggerated, as telephones do: 1 doubles the difference to the blurred picture."""
    local_contrast: float = 0.0
    """The same for larger parts of the picture."""
    auto_exposure: float = 0.0
    """How much the exposure follows the table's brightness: 0 not at all, 1 until every table looks middle grey."""
    jpeg_quality: int = 0
    """0: not compressed."""

    def exposure(self, mean: float) -> float:
        """The gain in light that auto exposure chooses for a table of this mean light."""
        return float(np.clip(0.214 / max(mean, 0.004), 0.64, 4.84) ** self.auto_exposure)

    def developed(self, raw: RawPicture, rng: np.random.Generator | None = None) -> Image:
        """The picture (h, w, 3) uint8 BGR with fresh noise, or with none for no `rng`."""
        read = sensor.read_out(raw, self.coarse_noise_share, self.monochrome, rng if self.noise_levels else None)
        picture = tone.developed(read, self.camera_tone, self.response_exponent)
        if self.monochrome:
            picture = cv2.cvtColor(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
        for amount, reach in ((self.local_contrast, picture.shape[1] / 40), (self.sharpening, 1.3)):
            if amount > MIN_SHARPENING:
                picture = cv2.addWeighted(picture, 1 + amount, gaussian_blur(picture, reach), -amount, 0)
        return self._compressed(picture) if rng is not None and self.jpeg_quality else np.asarray(picture, np.uint8)

    def _compressed(self, picture: Image) -> Image:
        _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, self.jpeg_quality])
        return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def motion_kernel(dx: float, dy: float) -> Floats:
    """A kernel that smears along (dx, dy) px."""
    size = 2 * int(np.ceil(max(abs(dx), abs(dy)) / 2)) + 1
    kernel = np.zeros((size, size), np.float32)
    middle = size / 2 - 0.5
    a, b = (middle - dx / 2, middle - dy / 2), (middle + dx / 2, middle + dy / 2)
    ends = [tuple(round(v * 16) for v in end) for end in (a, b)]
    cv2.line(kernel, ends[0], ends[1], 1.0, 1, cv2.LINE_AA, 4)
    return np.asarray(kernel / kernel.sum(), np.float32)


def gaussian_blur(picture: NDArray[Any], sigma: float) -> NDArray[Any]:
    """A Gaussian blur; a wide one on a smaller picture, since that looks the same and is quick."""
    if sigma < 6:
        return np.asarray(cv2.GaussianBlur(picture, (0, 0), max(sigma, 0.3)))
    h, w = picture.shape[:2]
    by = sigma / 3
    small = cv2.resize(picture, (max(round(w / by), 1), max(round(h / by), 1)), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(cv2.GaussianBlur(small, (0, 0), 3.0), (w, h), interpolation=cv2.INTER_LINEAR))
