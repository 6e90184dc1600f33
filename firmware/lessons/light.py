"""In which light a picture was taken, as far as reading pieces goes."""

from __future__ import annotations

from firmware.state.exam import ExamLight
from hardware.cameras.frame import Image
from vision.sharpness import softness

BLOWN_GREY = 250
"""A px brighter than this shows nothing any more."""


def light_of(image: Image) -> ExamLight:
    """Brightness and glare of a picture (BGR uint8) as the doctor measures them, and how far its edges are blurred."""
    grey = image[::4, ::4].mean(axis=2)
    return ExamLight(float(grey.mean()), float((grey > BLOWN_GREY).mean()), softness(image))
