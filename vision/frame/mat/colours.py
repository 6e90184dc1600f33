"""What a camera makes of colours, learnt from the mat's print: undone, a piece has the colours in which it was made.

A camera's white balance and tone curve are a gain and a power for each colour, and a bend that all share: shadows are
darker, and highlights softer, than a power makes them. Lamps and lens are a light that changes slowly over the mat. The
mat's print tells all of it, where no piece lies.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, floor

import cv2
import numpy as np
import numpy.typing as npt

from vision.frame.mat.plane import Mat
from vision.frame.mat.printed import MatGround
from vision.reading import Array, Doubles, Floats, Image

Zone = tuple[float, float, float, float]
"""x, y, width, height, mm."""


@dataclass(frozen=True, slots=True)
class ColourLimits:
    """How the camera's colours are told."""

    px_per_mm: float = 0.25
    """Scale at which a mat is compared with its print."""
    error_scales: tuple[float, ...] = (0.8, 0.5, 0.3, 0.2, 0.15)
    """Rounds of the fit: px that are off by more (log) weigh less in the next, for pieces lie there."""
    usual_contrast: float = 0.85
    """The contrast of most pictures, against the print,"""
    contrast_firmness: float = 0.06
    """and how firmly it is held to that."""
    light_exponent: float = 2.2
    """Picture values to the power of this are light."""
    dark: float = 10.0
    """Added to picture values: black is never quite black."""
    clipped: float = 250.0
    """Values above this tell nothing of the light."""
    min_told_px: int = 300
    """With fewer px that are not clipped nothing is told."""
    contrast: tuple[float, float] = (0.5, 2.0)
    """The softest and the hardest tone curve that is believed,"""
    bend: tuple[float, float] = (-0.3, 0.3)
    """the least and the most that it is bent,"""
    bend_firmness: float = 0.03
    """and how firmly it is held to be straight."""
    middle: float = 120.0
    """The picture value about which it is bent."""
    blurred_spreads: float = 3.0
    """A blur looks so many of its spreads far."""
    rows_at_once: int = 10_000
    """So many px are added up at once: more need more memory."""


LIMITS = ColourLimits()


@dataclass(frozen=True, eq=False)
class CameraColours:
    """What a camera made of one mat's colours, in logs about `middle`: `level` (3) and `contrast` (3) for B, G, R, the
    `bend`, and the terms of the light (5) over the mat: log seen = level + contrast * log made + bend * log made ** 2
    + light."""

    level: Doubles
    contrast: Doubles
    bend: float
    light: Doubles

    def as_made(self, view: Image, zone: Zone, size_mm: tuple[float, float]) -> Floats:
        """Views of a zone from above (..., h, w, 3) in the colours in which it was made, 0 to 255."""
        light = (_terms(view.shape[-3:-1], zone, size_mm) @ self.light)[..., None]
        risen = _logs(view, np.float32)
        risen -= (self.level + light).astype(np.float32)
        root = (4 * self.bend) * risen  # in place from here on: a box of 512 MB looks at tiles in many ways at once
        root += (self.contrast**2).astype(np.float32)
        np.sqrt(np.maximum(root, 0.01, out=root), out=root)
        root += self.contrast.astype(np.float32)
        risen *= 2
        risen /= root
        np.exp(risen, out=risen)
        risen *= LIMITS.middle + LIMITS.dark
        risen -= LIMITS.dark
        return np.asarray(np.clip(risen, 0, 300, out=risen), np.float32)


NEUTRAL = CameraColours(np.zeros(3), np.ones(3), 0.0, np.zeros(5))
"""Where no print tells them: colours as they are seen."""


def camera_colours(image: Image, mat: Mat, printed: MatGround, covered: Iterable[str] = ()) -> CameraColours:
    """What a camera made of a mat's colours in a picture (BGR uint8), fitted so that few px do not fit at all; zones
    that are mostly `covered` tell nothing."""
    wide, deep = mat.layout["size_mm"]
    zone = (0.0, 0.0, float(wide), float(deep))
    made = of_print(printed, zone, LIMITS.px_per_mm)
    view = from_above(image, mat, zone, LIMITS.px_per_mm)
    logs, seen, rarity = _logs(made), _logs(view), _rarity(made)
    free = np.ones(view.shape[:2], bool)
    for x, y, w, h in (mat.layout["zones"][name] for name in covered):
        left, top, right, low = (round(v * LIMITS.px_per_mm) for v in (x - 4, y - 4, x + w + 4, y + h + 4))
        free[max(top, 0) : low, max(left, 0) : right] = False
    told = [((view[..., c] < LIMITS.clipped) & free).ravel() for c in range(3)]
    if min(int(one.sum()) for one in told) < LIMITS.min_told_px:
        return NEUTRAL
    terms = _terms(view.shape[:2], zone, (wide, deep)).reshape(-1, 5)
    colours = [
        _ColourRows.of(c, logs[..., c].ravel()[there], seen[..., c].ravel()[there], rarity[there], terms[there])
        for c, there in enumerate(told)
    ]
    usual = np.array([0.0] * 3 + [LIMITS.usual_contrast] * 3 + [0.0] * 6)
    firm = np.diag([1e-6] * 3 + [LIMITS.contrast_firmness] * 3 + [LIMITS.bend_firmness] + [1e-3] * 5)
    fit, weights = usual, [colour.balance for colour in colours]
    for scale in LIMITS.error_scales:
        left, right = firm.copy(), firm @ usual
        for colour, weight in zip(colours, weights, strict=True):
            colour.add_to(left, right, weight)
        fit = np.linalg.solve(left, right)
        weights = [colour.balance / (1 + (colour.off(fit) / scale) ** 2) ** 2 for colour in colours]
    fit[3:6], fit[6] = np.clip(fit[3:6], *LIMITS.contrast), np.clip(fit[6], *LIMITS.bend)
    level = fit[:3] + [
        np.average(colour.off(fit), weights=weight) for colour, weight in zip(colours, weights, strict=True)
    ]
    return CameraColours(level, fit[3:6], float(fit[6]), fit[7:])


@dataclass(frozen=True, eq=False)
class _ColourRows:
    """What px (N) of one colour tell of the 12 numbers that are fitted: `rows` (N, 8) times the numbers `at` (8) should
    be `wanted` (N), and weighs as `balance` (N) says."""

    at: npt.NDArray[np.intp]
    rows: Doubles
    wanted: Doubles
    balance: Doubles

    @classmethod
    def of(cls, number: int, made: Doubles, seen: Doubles, balance: Doubles, terms: Doubles) -> _ColourRows:
        """From logs of what was made and of what is seen, and the terms of the light (N, 5)."""
        at = np.array([number, 3 + number, *range(6, 12)])
        return cls(at, np.column_stack([np.ones_like(made), made, made**2, terms]), seen, balance)

    def off(self, fit: Doubles) -> Doubles:
        """How far off they are (N)."""
        return np.asarray(self.wanted - self.rows @ fit[self.at], np.float64)

    def add_to(self, left: Doubles, right: Doubles, weight: Doubles) -> None:
        """Adds them to both sides of the normal equations, some at a time."""
        for k in range(0, len(self.rows), LIMITS.rows_at_once):
            some = slice(k, k + LIMITS.rows_at_once)
            weighed = self.rows[some] * weight[some, None]
            left[np.ix_(self.at, self.at)] += weighed.T @ self.rows[some]
            right[self.at] += weighed.T @ self.wanted[some]


def _logs(picture: Image, kind: type[np.float32 | np.float64] = np.float64) -> Array:
    """Picture values (uint8) as logs about the middle."""
    values = np.log((np.arange(256) + LIMITS.dark) / (LIMITS.middle + LIMITS.dark)).astype(kind)
    return np.asarray(values[picture], kind)


def _rarity(made: Image) -> Doubles:
    """How much each px (N) weighs, 1 in all: those of rare colours more, for a mat is mostly of one."""
    kinds = np.minimum(made // 52, 4).reshape(-1, 3) @ (25, 5, 1)
    weights = 1 / np.sqrt(np.bincount(kinds, minlength=125)[kinds])
    return np.asarray(weights / weights.sum(), np.float64)


def _terms(shape: tuple[int, ...], zone: Zone, size_mm: tuple[float, float]) -> Doubles:
    """The terms (h, w, 5) of a light that changes slowly over a mat."""
    x, y, wide, deep = zone
    across = (x + (np.arange(shape[1]) + 0.5) * wide / shape[1]) / size_mm[0] * 2 - 1
    down = (y + (np.arange(shape[0]) + 0.5) * deep / shape[0]) / size_mm[1] * 2 - 1
    u, v = np.meshgrid(across, down)
    return np.stack([u, v, u * u, v * v, u * v], -1)


def from_above(image: Image, mat: Mat, zone: Zone, px_per_mm: float) -> Image:
    """A zone of a mat from straight above, BGR uint8, so many px a mm."""
    ratio = mat.px_per_mm / px_per_mm
    soft = cv2.GaussianBlur(image, (0, 0), 0.4 * ratio) if ratio > 1.0 else image
    x, y, wide, deep = zone
    to_zone = np.array([[px_per_mm, 0, -x * px_per_mm - 0.5], [0, px_per_mm, -y * px_per_mm - 0.5], [0, 0, 1]])
    size = round(wide * px_per_mm), round(deep * px_per_mm)
    made = cv2.warpPerspective(soft, to_zone @ mat.homography, size, flags=cv2.INTER_LINEAR)
    return np.asarray(made, np.uint8)


@lru_cache(maxsize=32)
def of_print(printed: MatGround, zone: Zone, px_per_mm: float) -> Image:
    """A zone of the print, as `from_above` has it; white beyond the mat. Kept, for each look asks for the same, and not
    to be written to."""
    scale, (x, y, wide, deep) = px_per_mm / printed.px_per_mm, zone
    spread = 0.4 / scale if scale < 1 else 0.0
    left, top, near = _about(printed, zone, ceil(LIMITS.blurred_spreads * spread) + 1)
    soft = cv2.GaussianBlur(near, (0, 0), spread) if spread else near
    shift_x, shift_y = (-at * px_per_mm + (scale - 1) / 2 + scale * cut for at, cut in ((x, left), (y, top)))
    to_zone = np.array([[scale, 0, shift_x], [0, scale, shift_y]])
    size = round(wide * px_per_mm), round(deep * px_per_mm)
    made = np.asarray(cv2.warpAffine(soft, to_zone, size, borderValue=(255, 255, 255)), np.uint8)
    made.setflags(write=False)
    return made


def _about(printed: MatGround, zone: Zone, beyond_px: int) -> tuple[int, int, Image]:
    """Where the part of the print begins (px) that shows a zone and so much about it, and that part."""
    x, y, wide, deep = (value * printed.px_per_mm for value in zone)
    left, top = (max(floor(at) - beyond_px, 0) for at in (x, y))
    right, low = (max(ceil(at) + beyond_px, 1) for at in (x + wide, y + deep))
    return left, top, printed.picture[top:low, left:right]


def as_seen(picture: Floats, blur_px: float, hue_blur_px: float) -> Floats:
    """A picture (BGR, 0 to 255) as softly as a camera takes it: blurred as light, and its hues more than its
    lightness."""
    light = cv2.pow(np.maximum(picture, 0) / 255, LIMITS.light_exponent)
    light = cv2.GaussianBlur(light, (0, 0), max(blur_px, 0.2))
    soft = np.asarray(255 * cv2.pow(light, 1 / LIMITS.light_exponent), np.float32)
    hues = cv2.cvtColor(soft, cv2.COLOR_BGR2YCrCb)
    more = float(np.sqrt(max(hue_blur_px**2 - blur_px**2, 0.04)))
    hues[..., 1:] = cv2.GaussianBlur(hues[..., 1:], (0, 0), more)
    return np.asarray(np.clip(cv2.cvtColor(hues, cv2.COLOR_YCrCb2BGR), 0, 255), np.float32)
