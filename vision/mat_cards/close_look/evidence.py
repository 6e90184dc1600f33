"""What is left over of the best face tells how noisy this very picture is; by that the rest is weighed.

What two faces have in common speaks for neither; what differs between them tells as much as it stands out of the noise.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from vision.mat_cards.close_look.light import broadly, grey_of
from vision.reading import Floats


@dataclass(frozen=True, slots=True)
class EvidenceLimits:
    """What the noise of a picture is, and where two faces differ."""

    flat_noise: float = 4.0
    """The least variance (values squared) of even print,"""
    slope_noise: float = 0.02
    """and of print that changes by a value a px: no face lies exactly."""
    tone_share: float = 0.15
    """What two faces differ by is shown no more exactly than to this share of it: no camera's tone curve is known."""
    outlier: float = 9.0
    """What is further off than the root of this, in standard deviations, is glare or dirt, and counts no more."""
    noise_px: float = 6.0
    """Noise is alike over so many px."""
    differs_deviations: float = 2.0
    """Two faces differ where they are so many of its standard deviations apart,"""
    differs_share: float = 0.04
    """and by this share of their lightest print: less is how the photographs that taught them were lit, and over all of
    a card that outweighed a digit (*Hold Your Breath!*, a scene all cards share)."""
    lightest_percentile: float = 90.0
    """The lightest print is as light as this percentile."""
    uneven_noise: float = 64.0
    """The least variance of what is off as broadly as a shadow is: two photographs are never lit alike."""
    eaten_light: float = 1.2
    """A face whose light, by plain squares, is off by so many times more than another's where the two differ is no
    likelier than it: the print of an overexposed card is eaten away, and it is like whichever of two suits has less of
    it; of right names none was off by more than 0.93 times as much,"""
    eaten_hue: float = 0.8
    """unless its hue is off by less than this share of the other's: halos about print have no other ink's hue."""
    broad_nats: float = 4.0
    """All that is off so broadly tells no more than these few nats for each such variance: it is of one piece."""


LIMITS = EvidenceLimits()


@dataclass(frozen=True, eq=False)
class CloseFit:
    """What a close look tells of some faces: by how many nats each (N,) is less likely than the best, before it is
    known how far to believe that; and the share of what shows that the best leaves unexplained."""

    behind: Floats
    unexplained: float


def weighed(seen: Floats, weight: Floats, shown: Sequence[Floats]) -> CloseFit:
    """How likely each of some faces, as it would show (H, W, 3), is what is seen."""
    free = weight > 0
    if not free.any():
        return CloseFit(np.zeros(len(shown), np.float32), 1.0)
    wide = [broadly(seen - face, weight) for face in shown]
    off = [_Off.of(seen - face - broad) for face, broad in zip(shown, wide, strict=True)]
    best = int(np.argmin([np.minimum(one.all[free], 900).mean() for one in off]))
    behind = _behind(best, shown, off, wide, weight)
    if behind.min() < 0:
        best = int(behind.argmin())
        behind = _behind(best, shown, off, wide, weight)
    varies = float(_squared(seen - broadly(seen, weight))[free].mean())
    shown_off = off[best].all[free]
    left = float(np.minimum(shown_off, 20 * _median(shown_off) + 30).mean())
    return CloseFit(behind - behind.min(), left / max(varies, LIMITS.uneven_noise))


@dataclass(frozen=True, eq=False)
class _Off:
    """What a face leaves unexplained, squared (H, W): in light, and in the colours beside it."""

    light: Floats
    hue: Floats

    @classmethod
    def of(cls, left: Floats) -> _Off:
        """Of differences (H, W, 3)."""
        light = np.square(grey_of(left))
        return cls(light, np.asarray(np.maximum(_squared(left) - light, 0), np.float32))

    @cached_property
    def all(self) -> Floats:
        """Both together."""
        return self.light + self.hue


def _behind(best: int, shown: Sequence[Floats], off: Sequence[_Off], wide: Sequence[Floats], weight: Floats) -> Floats:
    """By how many nats each face is less likely than the best, by what they leave finely (`off`) and broadly (`wide`)
    where the two differ: what both show lies never quite alike, and would tell of nothing else.

    Light and hue tell apart from each other: lenses and files make halos of light about all print, which would drown
    what two inks differ by.
    """
    if len(shown) == 1:
        return np.zeros(1, np.float32)
    free = weight > 0
    slopes = [_slope(face) for face in shown]
    light_noise, hue_noise = (_noise(part[free], slopes[best][free]) for part in (off[best].light, off[best].hue))
    flat = light_noise[0] + hue_noise[0]
    lightest = float(np.percentile(grey_of(shown[best])[free], LIMITS.lightest_percentile))
    least_apart = max(LIMITS.differs_deviations * float(np.sqrt(flat)), LIMITS.differs_share * lightest)
    uneven = [float(_squared(broad)[free].mean()) for broad in wide]
    behind = np.zeros(len(shown), np.float32)
    for number, (one, slope, light) in enumerate(zip(off, slopes, uneven, strict=True)):
        if number == best:
            continue
        steepest, apart = np.maximum(slope, slopes[best]), _Off.of(shown[number] - shown[best])
        in_light = _spread(light_noise, steepest, apart.light)
        in_hue = _spread(hue_noise, steepest, apart.hue)
        worse = _bounded(one.light, in_light) - _bounded(off[best].light, in_light)
        worse += _bounded(2 * one.hue, in_hue) - _bounded(2 * off[best].hue, in_hue)
        there = weight * _differ(shown[number], shown[best], least_apart)
        behind[number] = float((there * worse).sum()) / (2 * LIMITS.noise_px)
        if behind[number] > 0 and _is_eaten_away(off[best], one, there):
            behind[number] = 0.0
        behind[number] += LIMITS.broad_nats * (light - uneven[best]) / max(uneven[best], LIMITS.uneven_noise)
    return behind


def _spread(noise: tuple[float, float], slope: Floats, apart: Floats) -> Floats:
    """The variance (H, W) of what a face leaves unexplained, by the noise of even and of sloped print, how much the
    print changes there, and how far (squared) two faces are apart."""
    even, sloped = noise
    return np.asarray(even + sloped * slope + LIMITS.tone_share**2 * apart, np.float32)


def _is_eaten_away(best: _Off, other: _Off, there: Floats) -> bool:
    """Whether what speaks for the best face where two differ (H, W) is no more than that print is missing."""
    light, hue = (float((there * part).sum()) for part in (best.light, best.hue))
    other_light, other_hue = (float((there * part).sum()) for part in (other.light, other.hue))
    return light > LIMITS.eaten_light * other_light and hue >= LIMITS.eaten_hue * other_hue


def _differ(one: Floats, other: Floats, least: float) -> Floats:
    """Where (H, W), 0 or 1, two faces differ by so much however they are shifted by a px against each other."""
    near = np.ones((3, 3), np.uint8)
    apart = np.zeros(one.shape[:2], np.float32)
    for first, second in ((one, other), (other, one)):
        over, under = first - cv2.dilate(second, near), cv2.erode(second, near) - first
        apart = np.maximum(apart, np.maximum.reduce(cv2.split(np.maximum(over, under))))
    return np.asarray(cv2.dilate((apart > least).astype(np.float32), np.ones((5, 5), np.uint8)), np.float32)


def _squared(off: Floats) -> Floats:
    """Differences (H, W, 3) squared, the mean of the three colours."""
    return grey_of(off * off)


def _noise(off: Floats, slope: Floats) -> tuple[float, float]:
    """The variance of even print, and that of print that changes by a value a px: fitted to what the best leaves."""
    middle = _median(off)
    even = max(1.5 * _median(off[slope <= _median(slope)]), LIMITS.flat_noise)
    usual = np.minimum(off, 20 * middle + 30)
    sloped = float(((usual - even) * slope).sum() / max(float((slope * slope).sum()), 1e-6))
    return even, max(sloped, LIMITS.slope_noise)


def _median(values: Floats) -> float:
    """The upper middle of some values: three times as fast as numpy's median."""
    return float(np.partition(values, len(values) // 2)[len(values) // 2])


def _bounded(off: Floats, spread: Floats) -> Floats:
    """How unlikely differences (squared) of this variance are, bounded."""
    squares = off / spread
    return np.asarray(squares / (1 + squares / LIMITS.outlier), np.float32)


def _slope(face: Floats) -> Floats:
    """How much print changes a px, squared (H, W)."""
    dx, dy = cv2.Sobel(face, cv2.CV_32F, 1, 0, scale=1 / 8), cv2.Sobel(face, cv2.CV_32F, 0, 1, scale=1 / 8)
    return np.asarray(cv2.GaussianBlur(grey_of(dx * dx + dy * dy), (0, 0), 1.0), np.float32)
