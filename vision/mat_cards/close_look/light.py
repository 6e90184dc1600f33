"""How a face would show in the light of a picture, and as soft as that is."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.reading import Doubles, Floats, Image, Mask


@dataclass(frozen=True, slots=True)
class CloseLightLimits:
    """How a picture of a card may be lit, and how soft it may be."""

    blurs_px: tuple[float, ...] = (0.0, 0.6, 1.0, 1.5, 2.2, 3.0)
    """How soft a picture may be beside a taught face,"""
    shape_px: float = 2.0
    """as told by what varies within about this;"""
    exposures: tuple[float, ...] = (1.0, 1.2, 1.45, 1.75, 2.1)
    """and how many times more light than the paper can show falls on it beside that face,"""
    paper_percentile: float = 90.0
    """whose paper is as light as this percentile of it (no picture whose paper is darker than this"""
    full_values: float = 245.0
    """in any colour has too much light);"""
    fit_step_px: int = 2
    """that is told, as the light on a face is, from every px so far apart."""
    fine_px: float = 6.0
    """Print is no wider than this mostly, and the edge of a shadow is wider;"""
    shadow_px: float = 24.0
    """How wide a shadow is at least."""
    dark_values: float = 4.0
    """The picture value that light never falls below."""
    least_gain: float = 0.2
    """A face is lit no more weakly than this,"""
    most_gain: float = 3.0
    """and no more strongly."""
    veil_values: tuple[float, float] = (-30.0, 600.0)
    """What a card mirrors veils it by so much beside its own print, at least and at most:"""
    veils_at_once: int = 17
    """so many in between are tried,"""
    veil_rounds: int = 3
    """each time finer."""
    clipped_values: float = 252.0
    """A px of this value may have had any more light."""
    gain_values: float = 5.0
    """A face that varies by less than this (of 255) tells little of how it is lit."""


LIMITS = CloseLightLimits()
VEILS = LIMITS.veil_values[0] + np.ptp(LIMITS.veil_values) * np.linspace(0, 1, 4 * LIMITS.veils_at_once) ** 2
"""The veils that are tried first, the weaker ones closer together."""


def blur_of(face: Image, seen: Floats, weight: Floats) -> float:
    """How soft a picture is beside a face (H, W, 3), px: as `LIMITS.blurs_px` go on it is ever better, then worse.

    The shape of fine print tells (normalised correlation), whatever its contrast: thin lines that too much light or a
    camera's tone curve makes pale are no softer for it.
    """
    drawn, there = grey_of(face.astype(np.float32)), _fine(grey_of(seen)) * weight

    @lru_cache(maxsize=len(LIMITS.blurs_px))
    def unlike(number: int) -> float:
        fine = _fine(softened(drawn, LIMITS.blurs_px[number]))
        return -float(np.vdot(fine, there) / np.sqrt(np.vdot(fine * fine, weight) + 1e-6))

    best, last = len(LIMITS.blurs_px) // 2 - 1, len(LIMITS.blurs_px) - 1
    while True:
        better = min((best, max(best - 1, 0), min(best + 1, last)), key=unlike)
        if better == best:
            return LIMITS.blurs_px[best]
        best = better


def _fine(light: Floats) -> Floats:
    """What print varies by finely (H, W)."""
    return np.asarray(light - cv2.GaussianBlur(light, (0, 0), LIMITS.shape_px), np.float32)


def exposure_of(face: Floats, seen: Floats, weight: Floats, light: Floats) -> float:
    """How many times too much light a picture has beside a face (H, W, 3) as soft as it: ever better, then worse.

    One that is full in one colour alone, as bluish light makes it, has a cast, not too much light.
    """
    there, trusted = _some(seen), _some(weight)

    def off(times: float) -> float:
        drawn = exposed(face, times)
        return _off(_times(_some(drawn), _some(_shade(drawn, weight, light))), there, trusted)

    best, least = 1.0, np.inf
    if (there[trusted > 0] >= LIMITS.full_values).mean(0).min(initial=1) < 1 - LIMITS.paper_percentile / 100:
        return best
    for times in LIMITS.exposures:
        left = off(times)
        if left >= least:
            break
        best, least = times, left
    return best


def exposed(face: Floats, times: float) -> Floats:
    """A soft face (H, W, 3) as an overexposed picture shows it: what is nearly as light as paper is eaten away."""
    if times == 1:
        return face
    paper = np.percentile(_some(face).reshape(-1, 3), LIMITS.paper_percentile, axis=0)
    return np.asarray(np.minimum(face * times, np.maximum(paper, face)), np.float32)


def _off(shaded: Floats, seen: Floats, weight: Floats) -> float:
    """How far off a face in the shadows of what is seen is from that, with the best light on it; finely, for what is
    off broadly is the edge of a shadow, not too much light."""
    gains, veil = _light_on(shaded, seen, weight)
    left = seen - _veiled(shaded, gains, veil)
    finely = np.abs(left - cv2.GaussianBlur(left, (0, 0), LIMITS.fine_px / LIMITS.fit_step_px))
    return float(np.vdot(grey_of(np.asarray(cv2.min(finely, 40.0), np.float32)), weight))


def lit(face: Floats, seen: Floats, weight: Floats, light: Floats) -> Floats:
    """A face (H, W, 3) in the light of what is seen: its shadows, one veil for all colours, a gain for each.

    One veil alone, of the light's own colour: with one for each colour any two inks could be made to look alike.
    """
    shaded = _times(face, _shade(face, weight, light))
    return _veiled(shaded, *_light_on(_some(shaded), _some(seen), _some(weight)))


def _some(values: Floats) -> Floats:
    """Px (H, W, …) far enough apart to tell the light by."""
    return np.ascontiguousarray(values[:: LIMITS.fit_step_px, :: LIMITS.fit_step_px])


def _shade(face: Floats, weight: Floats, light: Floats) -> Floats:
    """How much lighter a face's broad parts are in the light of what is seen (H, W)."""
    shade = (light + LIMITS.dark_values) / (broadly(grey_of(face), weight) + LIMITS.dark_values)
    return np.asarray(shade, np.float32)


def _times(face: Floats, shade: Floats) -> Floats:
    """A face (H, W, 3), each px so many times (H, W) as light: twice as fast as numpy's."""
    return np.asarray(cv2.multiply(face, cv2.merge([shade] * 3)), np.float32)


def _veiled(shaded: Floats, gains: Floats, veil: Floats) -> Floats:
    """A face (H, W, 3) under one veil (), with a gain for each colour (3,): many times faster than numpy's."""
    made = cv2.transform(shaded, np.column_stack([np.diag(gains), gains * veil]))
    return np.asarray(np.minimum(made, 255), np.float32)


def _light_on(shaded: Floats, seen: Floats, weight: Floats) -> tuple[Floats, Floats]:
    """The gain of each colour (3,) and the veil () on a face in the shadows of what is seen."""
    gains, veil = _gains(shaded, seen, weight)
    off = grey_of(np.asarray(cv2.absdiff(seen, _veiled(shaded, gains, veil)), np.float32))
    return _gains(shaded, seen, trusted_where(weight, off))


def trusted_where(weight: Floats, off: Floats, telling: Mask | None = None) -> Floats:
    """The weight of each px, less the further it is off beside what is usual: every fourth px tells that, or those that
    are `telling`."""
    free = off[weight > 0][::4] if telling is None else off[telling]
    usual = 1.48 * float(np.median(free)) + 1 if free.size else 1.0
    return np.asarray(weight / (1 + np.square(off / (3 * usual))), np.float32)


def _gains(face: Floats, seen: Floats, weight: Floats) -> tuple[Floats, Floats]:
    """The same by least squares: for each veil the best gains are known, so the best veil is sought, ever finer. A px
    that is full in a colour tells nothing of that: any more light looks the same."""
    rows, there = face.reshape(-1, 3), seen.reshape(-1, 3)
    weights = weight.reshape(-1, 1) * (there < LIMITS.clipped_values)
    weighed, one = rows * weights, np.ones(len(rows), np.float32)
    total, of_face, of_seen = ((one @ each).astype(np.float64) for each in (weights, weighed, weights * there))
    squares, both = (np.diagonal(weighed.T @ each).astype(np.float64) for each in (rows, there))
    prior = LIMITS.gain_values**2 * total + 1e-3

    def told(veil: Doubles) -> tuple[Doubles, Doubles]:
        """How far what is seen and the veiled face go together, and the face with itself: both (N, 3)."""
        return both + veil * of_seen + prior, squares + 2 * veil * of_face + veil**2 * total + prior

    veils, best = VEILS, 0
    for _ in range(LIMITS.veil_rounds):
        with_seen, own = told(veils[:, None])
        best = int((with_seen**2 / own).sum(axis=1).argmax())
        around = veils[max(best - 1, 0)], veils[min(best + 1, len(veils) - 1)]
        veil, veils = veils[best], np.linspace(*around, LIMITS.veils_at_once)
    with_seen, own = told(veil)
    gains = np.clip(with_seen / own, LIMITS.least_gain, LIMITS.most_gain)
    return gains.astype(np.float32), np.asarray(veil, np.float32)


def broadly(light: Floats, weight: Floats) -> Floats:
    """Light (H, W) or colours (H, W, 3) blurred widely, of what is not hidden alone."""
    step = 4
    small = light.shape[1] // step, light.shape[0] // step
    shown = light * weight if light.ndim == 2 else _times(light, weight)
    part, whole = (cv2.resize(of, small, interpolation=cv2.INTER_AREA) for of in (shown, weight))
    sigma = LIMITS.shadow_px / step
    total = cv2.GaussianBlur(whole, (0, 0), sigma) + 1e-3
    mean = cv2.GaussianBlur(part, (0, 0), sigma) / (total if light.ndim == 2 else total[..., None])
    return np.asarray(cv2.resize(mean, light.shape[1::-1]), np.float32)


def grey_of(colours: Floats) -> Floats:
    """The mean (H, W) of three colours (H, W, 3): many times faster than numpy's."""
    return np.asarray(cv2.transform(colours, np.full((1, 3), 1 / 3, np.float32)), np.float32)


def softened(picture: Floats, blur: float) -> Floats:
    return picture if blur < 0.2 else np.asarray(cv2.GaussianBlur(picture, (0, 0), blur), np.float32)
