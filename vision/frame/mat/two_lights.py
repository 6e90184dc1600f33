"""Whether a hard shadow lies on part of a printed mat, of blinds, a head or a shelf: then its light has two levels."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True, slots=True)
class TwoLightsLimits:
    """When light has two levels. Light is told as logs of picture values against the print's."""

    steps: tuple[float, float] = (0.15, 1.1)
    """They differ by this at least, and at most: what is darker is no print in shadow;"""
    most_spread: float = 0.35
    """each varies (mean, off its middle) by no more than this share of the step,"""
    least_share: float = 0.04
    """and each has so much of what is seen."""
    first_shares: tuple[float, float] = (0.1, 0.9)
    """Looked for at first where so much is darker,"""
    rounds: int = 8
    """and in so many rounds."""


LIMITS = TwoLightsLimits()


def two_lights(light: npt.NDArray[np.floating]) -> tuple[float, float] | None:
    """The two levels that `light` (N) has, the darker first; None where it has but one."""
    if not light.size:
        return None
    shadow, sun = np.quantile(light, LIMITS.first_shares).tolist()
    for _ in range(LIMITS.rounds):
        sunny = light > (shadow + sun) / 2
        if not LIMITS.least_share < float(sunny.mean()) < 1 - LIMITS.least_share:
            return None
        shadow, sun = float(np.median(light[~sunny])), float(np.median(light[sunny]))
    step = sun - shadow
    spread = max(float(np.abs(light[~sunny] - shadow).mean()), float(np.abs(light[sunny] - sun).mean()))
    return (shadow, sun) if LIMITS.steps[0] < step < LIMITS.steps[1] and spread < LIMITS.most_spread * step else None
