"""Cameras that people hang above a table: how they see, by their makers' figures."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

LIGHT_MM = 550e-6
"""The wavelength of green light."""


@dataclass(frozen=True, slots=True)
class CameraModel:
    """A camera. Its sensor is read in one of some modes; the picture is shrunk from the next larger one."""

    name: str
    focal_mm: float
    width_mm: float
    """Of the sensor."""
    f_number: float
    modes: tuple[int, ...]
    """Columns of the modes that see the whole width, few to many."""
    noise_levels: float
    """Spread of the noise on middle grey at a gain of 1, picture values of a pixel as read. Denoising is
    taken to undo what the colour matrix adds."""
    fixed_focus_mm: float | None = None
    """Where it is focused when bought; None: it focuses itself."""
    camera_tone: float = 1.0
    """See `Lens.camera_tone`."""

    @property
    def focal_share(self) -> float:
        """The focal length in widths of the picture."""
        return self.focal_mm / self.width_mm

    def defocus_px_mm(self, width_px: int) -> float:
        """See `Lens.defocus_px_mm`: the aperture is focal length by f-number."""
        return self.focal_mm**2 / self.f_number * width_px / self.width_mm

    def diffraction_px(self, width_px: int) -> float:
        """Sigma of what a perfect lens blurs: 0.42 wavelengths times the f-number (Gaussian nearest to Airy's disc)."""
        return 0.42 * LIGHT_MM * self.f_number * width_px / self.width_mm

    def shrink(self, width_px: int) -> float:
        """How many columns read make one of the picture."""
        return max(next((mode for mode in self.modes if mode >= width_px), self.modes[-1]) / width_px, 1.0)


CAMERAS = (
    CameraModel("Camera Module 2", 3.04, 3.68, 2.0, (1640, 3280), 3.0, fixed_focus_mm=1000.0),
    CameraModel("Camera Module 3", 4.74, 6.45, 1.8, (2304, 4608), 2.0),
    CameraModel("USB, 720p, fixed focus", 3.9, 3.58, 2.8, (1280,), 2.0, fixed_focus_mm=900.0, camera_tone=0.4),
    CameraModel("USB, 1080p, autofocus", 3.67, 5.18, 2.2, (1920,), 2.0, camera_tone=0.4),
)
"""Sources. Raspberry Pi's: sensor, focal length, f-number and modes from the documentation of the camera hardware (a
Module 2 is focused from 1 m to infinity); noise from `rpi.noise` in libcamera's tuning files: spread 3.67 (imx219) and
2.5 (imx708) times the square root of the level, of 65535, through the tone curve. USB: fields of view as their makers
give them (Logitech C270 55 degrees, C920 78 degrees, both along the diagonal); their f-numbers, noise, tone and focus
are not published, and assumed."""


def any_camera(rng: np.random.Generator) -> CameraModel:
    """One of them."""
    return CAMERAS[int(rng.random() * len(CAMERAS))]
