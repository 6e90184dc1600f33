"""What a face leaves over where two differ measures the noise of the picture there; the ratio of the two tells.

What two faces have in common speaks for neither; what differs between them tells as much as it stands out of the noise.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from vision.mat_cards.close_look.light import broadly, grey_of
from vision.reading import Doubles, Floats, Ints, Mask


@dataclass(frozen=True, slots=True)
class EvidenceLimits:
    """What the noise of a picture is, and where two faces differ."""

    flat_noise: float = 4.0
    """The least variance (values squared) of even print."""
    noise_px: float = 6.0
    """Noise is alike over so many px."""
    hue_rim: float = 10.0
    """Cameras and files keep hue at half the px, and it runs over the edge of print: so many times the root of a
    region's px tell nothing by their hue,"""
    least_hue_share: float = 0.15
    """but for this share of them."""
    least_gain: float = 0.75
    """What two faces differ by may be shown paler than the light on the card makes it, by this,"""
    most_gain: float = 1.35
    """or stronger: no camera's tone curve is known, nor how far it sharpens."""
    about_px: int = 3
    """What lies so near to where two faces differ tells, too: how light the ground of a digit is."""
    least_px: float = 4.0
    """Of fewer px nothing is told."""
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
    """A face whose light is off by so many times more in all than another's in the regions where the two differ is no
    likelier than it: the print of an overexposed card is eaten away, and it is like whichever of two suits has less of
    it (of 1,650 cards of sixteen prints that mends one that was surely another, and costs no name),"""
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
    behind = _behind(best, shown, off, seen, wide, weight)
    if behind.min() < 0:
        best = int(behind.argmin())
        behind = _behind(best, shown, off, seen, wide, weight)
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


def _behind(
    best: int, shown: Sequence[Floats], off: Sequence[_Off], seen: Floats, wide: Sequence[Floats], weight: Floats
) -> Floats:
    """By how many nats each face is less likely than the best, by what they leave finely (`off`) and broadly (`wide`)
    where the two differ: what both show lies never quite alike, and would tell of nothing else.

    Light and hue tell apart from each other: lenses and files make halos of light about all print, which would drown
    what two inks differ by.
    """
    if len(shown) == 1:
        return np.zeros(1, np.float32)
    free = weight > 0
    even = _even(_slope(shown[best])[free])
    light_noise, hue_noise = (_noise(part[free], even) for part in (off[best].light, off[best].hue))
    there, drawn = [grey_of(seen - broad) for broad in wide], [grey_of(face) for face in shown]
    lightest = float(np.percentile(drawn[best][free], LIMITS.lightest_percentile))
    noise = float(np.sqrt(light_noise + hue_noise))
    least_apart = max(LIMITS.differs_deviations * noise, LIMITS.differs_share * lightest)
    uneven = [float(_squared(broad)[free].mean()) for broad in wide]
    behind = np.zeros(len(shown), np.float32)
    for number, (one, light) in enumerate(zip(off, uneven, strict=True)):
        if number == best:
            continue
        differs = _differ(shown[number], shown[best], least_apart)
        regions = _Regions.of(differs, weight)
        left, best_left = (regions.light_left(there[face], drawn[face]) for face in (number, best))
        told = regions.told(regions.size, left, best_left, light_noise)
        hue, best_hue = (regions.summed(each.hue) for each in (one, off[best]))
        told += 2 * regions.told(regions.hue_size(), hue, best_hue, hue_noise)
        is_eaten_away = told > 0 and _is_eaten_away((best_left, best_hue), (left, hue))
        behind[number] = 0.0 if is_eaten_away else told
        behind[number] += LIMITS.broad_nats * (light - uneven[best]) / max(uneven[best], LIMITS.uneven_noise)
    return behind


@dataclass(frozen=True, eq=False)
class _Regions:
    """The regions of a card, each of one piece, in which two faces differ.

    `where`: which px (P,) of the picture, flat, lie in one; `which` (P,) of them; the weight (P,) of each; and the
    weight (N,) of all of a region.
    """

    where: Ints
    which: Ints
    weight: Doubles
    size: Doubles

    @classmethod
    def of(cls, differs: Floats, weight: Floats) -> _Regions:
        """Of where two faces differ (H, W), 0 or 1; what has no weight (H, W) is hidden."""
        grown = cv2.dilate(differs.astype(np.uint8), np.ones((LIMITS.about_px, LIMITS.about_px), np.uint8))
        count, labels = cv2.connectedComponents(grown, connectivity=8)
        where = np.asarray(np.flatnonzero(np.where(weight > 0, labels, 0)), np.int32)
        which = np.asarray(labels.reshape(-1)[where], np.int32)
        own = np.asarray(weight.reshape(-1)[where], np.float64)
        return cls(where, which, own, np.asarray(np.bincount(which, own, count), np.float64))

    def summed(self, values: Floats) -> Doubles:
        """The sum (N,) of values (H, W) in each region."""
        return self._sums(values.reshape(-1)[self.where])

    def light_left(self, seen: Floats, shown: Floats) -> Doubles:
        """What a face's light (H, W) leaves of the light that is seen, squared and summed (N,) in each region: shown
        as pale or as strong, and on as light a ground, as fits there."""
        there, drawn = (light.reshape(-1)[self.where].astype(np.float64) for light in (seen, shown))
        size = np.maximum(self.size, 1e-6)
        there -= (self._sums(there) / size)[self.which]
        drawn -= (self._sums(drawn) / size)[self.which]
        both, own = self._sums(there * drawn), self._sums(drawn * drawn)
        gain = np.clip(both / np.maximum(own, 1e-3), LIMITS.least_gain, LIMITS.most_gain)
        return self._sums(there * there) - 2 * gain * both + gain * gain * own

    def hue_size(self) -> Doubles:
        """How many px (N,) of each region tell by their hue."""
        return np.maximum(self.size - LIMITS.hue_rim * np.sqrt(self.size), LIMITS.least_hue_share * self.size)

    def told(self, telling: Doubles, left: Doubles, best_left: Doubles, noise: float) -> float:
        """How many nats tell for the best face, by so many `telling` px (N,): what it leaves (N,), and another, are
        measures of the noise itself, so that the ratio tells (the likelihood of normal errors whose variance is not
        known), and glare on both nothing. There is no less `noise` than that.
        """
        enough = self.size > LIMITS.least_px
        least = self.size[enough] * noise
        ratios = (left[enough] + least) / (best_left[enough] + least)
        return float(np.vdot(telling[enough], np.log(ratios)) / (2 * LIMITS.noise_px))

    def _sums(self, values: Doubles | Floats) -> Doubles:
        return np.asarray(np.bincount(self.which, self.weight * values, len(self.size)), np.float64)


def _is_eaten_away(best: tuple[Doubles, Doubles], other: tuple[Doubles, Doubles]) -> bool:
    """Whether what speaks for the best of two faces, by the light and hue (N,) that each leaves in each region, is no
    more than that print is missing."""
    light, hue = (float(part.sum()) for part in best)
    other_light, other_hue = (float(part.sum()) for part in other)
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


def _even(slope: Floats) -> Mask:
    """Which of some px print changes little at."""
    return np.asarray(slope <= _median(slope))


def _noise(off: Floats, even: Mask) -> float:
    """The variance of even print, by what the best face leaves of it."""
    return max(1.5 * _median(off[even]), LIMITS.flat_noise)


def _median(values: Floats) -> float:
    """The upper middle of some values: three times as fast as numpy's median."""
    return float(np.partition(values, len(values) // 2)[len(values) // 2])


def _slope(face: Floats) -> Floats:
    """How much print changes a px, squared (H, W)."""
    dx, dy = cv2.Sobel(face, cv2.CV_32F, 1, 0, scale=1 / 8), cv2.Sobel(face, cv2.CV_32F, 0, 1, scale=1 / 8)
    return np.asarray(cv2.GaussianBlur(grey_of(dx * dx + dy * dy), (0, 0), 1.0), np.float32)
