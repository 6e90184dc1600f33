"""A card on a mat looked at closely: of a few faces that it may show, which one does it?

Each face is laid on the picture as exactly as it will go, as soft as the picture is and in its light. What is left over
of the best tells how noisy this very picture is; by that the rest is weighed. What two faces have in common speaks for
neither; what differs between them tells as much as it stands out of the noise.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import cv2
import numpy as np

from vision.bands import bands
from vision.frame.mat import Mat
from vision.mat_cards.correlate import Pose
from vision.reading import Doubles, Floats, Image


@dataclass(frozen=True, slots=True)
class CloseLimits:
    """How closely a card is looked at, and what its noise is."""

    px_per_mm: float = 2.0
    """Cards are compared at this scale: about what a camera of 1280 px sees of a mat."""
    rim_mm: float = 1.2
    """So much is left out at a card's edge, where no two pictures are cut alike,"""
    corner_mm: float = 4.0
    """and beyond such a radius at its corners."""
    rough_shrink: int = 2
    """Faces are laid on the picture first with so many times fewer px,"""
    rough_px: float = 2.0
    """and so much blur (of px before),"""
    fine_px: float = 0.7
    """then with what the picture has, at least so much."""
    rough_steps: int = 5
    """Steps of the first laying,"""
    fine_steps: int = 3
    """and of the second, and of both for all faces but the first."""
    most_step_px: float = 4.0
    """No part of a face moves further in one step."""
    blurs_px: tuple[float, ...] = (0.0, 0.6, 1.0, 1.5, 2.2, 3.0)
    """How soft a picture may be beside a taught face,"""
    fit_step_px: int = 2
    """told, as the light on a face is, from every px so far apart."""
    shadow_px: float = 24.0
    """How wide a shadow is at least."""
    dark_values: float = 4.0
    """The picture value that light never falls below."""
    least_gain: float = 0.2
    """A face is lit no more weakly than this,"""
    most_gain: float = 3.0
    """and no more strongly."""
    gain_values: float = 5.0
    """A face that varies by less than this (of 255) tells little of how it is lit."""
    flat_noise: float = 4.0
    """The least variance (values squared) of even print,"""
    slope_noise: float = 0.02
    """and of print that changes by a value a px: no face lies exactly."""
    outlier: float = 9.0
    """What is further off than the root of this, in standard deviations, is glare or dirt, and counts no more."""
    noise_px: float = 6.0
    """Noise is alike over so many px."""
    differs_deviations: float = 2.0
    """Two faces differ where they are so many of its standard deviations apart."""
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


LIMITS = CloseLimits()


@dataclass(frozen=True, eq=False)
class CloseView:
    """A picture (BGR uint8) of a mat, and where each of its mm lies there: `to_px` (3, 3)."""

    image: Image
    to_px: Doubles

    @classmethod
    def of(cls, image: Image, mat: Mat) -> CloseView:
        """The view of the mat in a picture."""
        return cls(image, np.asarray(np.linalg.inv(mat.homography), np.float64))

    @cached_property
    def grey(self) -> Floats:
        """Its light alone (H, W), worked out by bands."""
        grey = np.empty(self.image.shape[:2], np.float32)
        for band in bands(len(grey)):
            grey[band] = _grey(self.image[band].astype(np.float32))
        return grey

    @cached_property
    def small(self) -> CloseView:
        """The same picture with `LIMITS.rough_shrink` times fewer px."""
        by = LIMITS.rough_shrink
        image = cv2.resize(self.image, None, fx=1 / by, fy=1 / by, interpolation=cv2.INTER_AREA)
        return CloseView(np.asarray(image, np.uint8), np.asarray(np.linalg.inv(_enlarged(by)) @ self.to_px, np.float64))


@dataclass(frozen=True, eq=False)
class CloseFit:
    """What a close look tells of some faces: by how many nats each (N,) is less likely than the best, before it is
    known how far to believe that; and the share of what shows that the best leaves unexplained."""

    behind: Floats
    unexplained: float


class CloseFaces:
    """All faces of a deck at `LIMITS.px_per_mm`, (N, H, W, 3) uint8, to be looked at closely."""

    def __init__(self, pictures: Mapping[str, Image], size: tuple[float, float]) -> None:
        self.names = tuple(pictures)
        self._fine = FacesAtScale(pictures.values(), size, LIMITS.px_per_mm)
        self._rough = FacesAtScale(pictures.values(), size, LIMITS.px_per_mm / LIMITS.rough_shrink)
        self.images = self._fine.images

    def compared(self, view: CloseView, free: Floats, free_scale: float, pose: Pose, faces: Sequence[int]) -> CloseFit:
        """How likely each of these faces is what lies so, the likeliest at first sight first.

        `free` is 0 where other cards hide the mat, at `free_scale` px a mm.
        """
        fine, shown = self._fine, []
        weight = fine.weight(free, free_scale, pose)
        rough_weight = self._rough.weight(free, free_scale, pose)
        start = self._roughly_laid(view, rough_weight, pose, faces[0], np.eye(3), LIMITS.rough_steps)
        seen = fine.seen(view, pose, start)
        light = _broad(_grey(seen), weight)
        blur = _blur(self.images[faces[0]], seen, weight, light)
        for number, face in enumerate(faces):
            place = start
            if number:
                place = self._roughly_laid(view, rough_weight, pose, face, place, LIMITS.fine_steps)
            place = fine.laid(view, weight, pose, face, place, max(blur, LIMITS.fine_px), LIMITS.fine_steps)
            there = np.asarray(np.linalg.inv(place) @ start, np.float64)
            drawn = _cut(_soft(self.images[face].astype(np.float32), blur), np.eye(3), there, fine.size)
            shown.append(_lit(drawn, seen, weight, light))
        return _weighed(seen, weight, shown)

    def _roughly_laid(
        self, view: CloseView, weight: Floats, pose: Pose, face: int, place: Doubles, steps: int
    ) -> Doubles:
        """Where a face lies, from where it does at first sight; both in px of the fine faces."""
        larger = _enlarged(LIMITS.rough_shrink)
        smaller = np.linalg.inv(larger)
        soft = LIMITS.rough_px / LIMITS.rough_shrink
        laid = self._rough.laid(
            view.small, weight, pose, face, np.asarray(smaller @ place @ larger, np.float64), soft, steps
        )
        return np.asarray(larger @ laid @ smaller, np.float64)


class FacesAtScale:
    """Pictures of faces at so many px a mm, (N, H, W, 3) uint8, to be laid on a picture; `size` is a card's, mm."""

    def __init__(self, pictures: Iterable[Image], size: tuple[float, float], px_per_mm: float) -> None:
        width, height = (round(side * px_per_mm) for side in size)
        self.images = np.stack(
            [cv2.resize(face[..., :3], (width, height), interpolation=cv2.INTER_AREA) for face in pictures]
        )
        self.size, self._px_per_mm = (width, height), px_per_mm
        self._inside = _inside(width, height, px_per_mm)
        y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j].astype(np.float32)
        self._across, self._down = x, y

    def weight(self, free: Floats, free_scale: float, pose: Pose) -> Floats:
        """How far each px of a card that lies so tells: (H, W), 0 at its rim and where it is not `free`."""
        shown = _cut(free, _from_mm(free_scale), self._to_mm(pose), self.size, cv2.INTER_NEAREST)
        return np.asarray(self._inside * shown, np.float32)

    def seen(self, view: CloseView, pose: Pose, place: Doubles) -> Floats:
        """What lies there (H, W, 3), as large as a face; `place` (3, 3) moves the face's px a little first."""
        to_px = np.asarray(self._to_mm(pose) @ place, np.float64)
        return _cut(view.image, view.to_px, to_px, self.size)

    def laid(
        self, view: CloseView, weight: Floats, pose: Pose, face: int, place: Doubles, blur: float, steps: int
    ) -> Doubles:
        """Where a face lies most exactly (Gauss-Newton on its light, whatever its gain, offset and fall-off)."""
        own = _soft(_grey(self.images[face].astype(np.float32)), blur)
        dx, dy = cv2.Sobel(own, cv2.CV_32F, 1, 0, scale=1 / 8), cv2.Sobel(own, cv2.CV_32F, 0, 1, scale=1 / 8)
        x, y = self._across, self._down
        ways = (dx * x, dx * y, dx, dy * x, dy * y, dy, own, np.ones_like(own), own * x, own * y)
        terms = np.stack([way.reshape(-1) for way in ways])
        shown, fitted = weight.reshape(-1), np.zeros(weight.size, np.float32)
        for step in range(steps):
            seen = _soft(self._grey_seen(view, pose, place), max(blur - LIMITS.fine_px, 0.0)).reshape(-1)
            trusted = shown
            if step:
                off = seen - fitted
                trusted = _trusted(shown, np.abs(off))
            weighed = terms * trusted
            normal = (weighed @ terms.T).astype(np.float64)
            normal[np.arange(6), np.arange(6)] += 1e-3 * np.trace(normal[:6, :6]) / 6
            numbers = np.linalg.solve(normal + 1e-3 * np.eye(10), (weighed @ seen).astype(np.float64))
            fitted = np.asarray(numbers @ terms, np.float32)
            moved = np.clip(numbers[:6] / max(numbers[6], 1e-3), -LIMITS.most_step_px, LIMITS.most_step_px)
            place = np.asarray(place @ self._back(moved), np.float64)
            if np.abs(moved).max() < 0.03:
                break
        return place

    def _grey_seen(self, view: CloseView, pose: Pose, place: Doubles) -> Floats:
        """The light alone (H, W) of what lies there."""
        return _cut(view.grey, view.to_px, np.asarray(self._to_mm(pose) @ place, np.float64), self.size)

    def _to_mm(self, pose: Pose) -> Doubles:
        """From px of a face to mm of the mat (3, 3)."""
        width, height = self.size
        scale = pose.grown / self._px_per_mm
        c, s = np.cos(np.radians(pose.turn)) * scale, np.sin(np.radians(pose.turn)) * scale
        x, y = (width - 1) / 2, (height - 1) / 2
        return np.array([[c, -s, pose.x - c * x + s * y], [s, c, pose.y - s * x - c * y], [0, 0, 1]])

    def _back(self, moved: Doubles) -> Doubles:
        """The homography (3, 3) that undoes how far a face's px lie off: across, down and even parts of x and of y."""
        width, height = self.size
        a, b, c, d, e, f = moved.tolist()
        x, y = (width - 1) / 2, (height - 1) / 2
        across, down = 1 - a / x, 1 - e / y
        return np.array([[across, -b / y, -c + a + b], [-d / x, down, -f + d + e], [0, 0, 1]])


def _blur(face: Image, seen: Floats, weight: Floats, light: Floats) -> float:
    """How soft a picture is beside a face (H, W, 3), px: as `LIMITS.blurs_px` go on it is ever better, then worse."""
    drawn = face.astype(np.float32)
    there, shade, trusted = (_some(each) for each in (seen, _shade(drawn, weight, light), weight))

    @lru_cache(maxsize=len(LIMITS.blurs_px))
    def off(number: int) -> float:
        shaded = np.asarray(_some(_soft(drawn, LIMITS.blurs_px[number])) * shade, np.float32)
        gains, veil = _light_on(shaded, there, trusted)
        left = cv2.absdiff(there, np.asarray(shaded * gains + veil, np.float32))
        return float(np.vdot(_grey(np.minimum(left, 40)), trusted))

    best, last = len(LIMITS.blurs_px) // 2 - 1, len(LIMITS.blurs_px) - 1
    while True:
        better = min((best, max(best - 1, 0), min(best + 1, last)), key=off)
        if better == best:
            return LIMITS.blurs_px[best]
        best = better


def _weighed(seen: Floats, weight: Floats, shown: Sequence[Floats]) -> CloseFit:
    """How likely each of some faces, as it would show (H, W, 3), is what is seen."""
    free = weight > 0
    if not free.any():
        return CloseFit(np.zeros(len(shown), np.float32), 1.0)
    wide = [_broad(seen - face, weight) for face in shown]
    off = [_Off.of(seen - face - broad) for face, broad in zip(shown, wide, strict=True)]
    best = int(np.argmin([np.minimum(one.all[free], 900).mean() for one in off]))
    behind = _behind(best, shown, off, wide, weight)
    if behind.min() < 0:
        best = int(behind.argmin())
        behind = _behind(best, shown, off, wide, weight)
    varies = float(_squared(seen - _broad(seen, weight))[free].mean())
    left = float(np.minimum(off[best].all[free], 20 * np.median(off[best].all[free]) + 30).mean())
    return CloseFit(behind - behind.min(), left / max(varies, LIMITS.uneven_noise))


@dataclass(frozen=True, eq=False)
class _Off:
    """What a face leaves unexplained, squared (H, W): in light, and in the colours beside it."""

    light: Floats
    hue: Floats

    @classmethod
    def of(cls, left: Floats) -> _Off:
        """Of differences (H, W, 3)."""
        light = np.square(_grey(left))
        return cls(light, np.asarray(np.maximum(_squared(left) - light, 0), np.float32))

    @property
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
    uneven = [float(_squared(broad)[free].mean()) for broad in wide]
    behind = np.zeros(len(shown), np.float32)
    for number, (one, slope, light) in enumerate(zip(off, slopes, uneven, strict=True)):
        if number == best:
            continue
        steepest = np.maximum(slope, slopes[best])
        in_light, in_hue = (
            np.asarray(even + sloped * steepest, np.float32) for even, sloped in (light_noise, hue_noise)
        )
        worse = _bounded(one.light, in_light) - _bounded(off[best].light, in_light)
        worse += _bounded(2 * one.hue, in_hue) - _bounded(2 * off[best].hue, in_hue)
        there = weight * _differ(shown[number], shown[best], LIMITS.differs_deviations * float(np.sqrt(flat)))
        behind[number] = float((there * worse).sum()) / (2 * LIMITS.noise_px)
        if _is_eaten_away(off[best], one, there):
            behind[number] = 0.0
        behind[number] += LIMITS.broad_nats * (light - uneven[best]) / max(uneven[best], LIMITS.uneven_noise)
    return behind


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
    return _grey(off * off)


def _noise(off: Floats, slope: Floats) -> tuple[float, float]:
    """The variance of even print, and that of print that changes by a value a px: fitted to what the best leaves."""
    middle = float(np.median(off))
    even = max(1.5 * float(np.median(off[slope <= np.median(slope)])), LIMITS.flat_noise)
    usual = np.minimum(off, 20 * middle + 30)
    sloped = float(((usual - even) * slope).sum() / max(float((slope * slope).sum()), 1e-6))
    return even, max(sloped, LIMITS.slope_noise)


def _bounded(off: Floats, spread: Floats) -> Floats:
    """How unlikely differences (squared) of this variance are, bounded."""
    squares = off / spread
    return np.asarray(squares / (1 + squares / LIMITS.outlier), np.float32)


def _slope(face: Floats) -> Floats:
    """How much print changes a px, squared (H, W)."""
    dx, dy = cv2.Sobel(face, cv2.CV_32F, 1, 0, scale=1 / 8), cv2.Sobel(face, cv2.CV_32F, 0, 1, scale=1 / 8)
    return np.asarray(cv2.GaussianBlur(_grey(dx * dx + dy * dy), (0, 0), 1.0), np.float32)


def _lit(face: Floats, seen: Floats, weight: Floats, light: Floats) -> Floats:
    """A face (H, W, 3) in the light of what is seen: its shadows, a gain for each colour, one veil for all.

    One veil alone: with one for each colour any two inks could be made to look alike.
    """
    shaded = np.asarray(face * _shade(face, weight, light), np.float32)
    gains, veil = _light_on(_some(shaded), _some(seen), _some(weight))
    return np.asarray(shaded * gains + veil, np.float32)


def _some(values: Floats) -> Floats:
    """Px (H, W, …) far enough apart to tell the light by."""
    return np.ascontiguousarray(values[:: LIMITS.fit_step_px, :: LIMITS.fit_step_px])


def _shade(face: Floats, weight: Floats, light: Floats) -> Floats:
    """How much lighter a face's broad parts are in the light of what is seen (H, W, 1)."""
    shade = (light + LIMITS.dark_values) / (_broad(_grey(face), weight) + LIMITS.dark_values)
    return np.asarray(shade[..., None], np.float32)


def _light_on(shaded: Floats, seen: Floats, weight: Floats) -> tuple[Floats, Floats]:
    """The gain of each colour (3,) and the veil () on a face in the shadows of what is seen."""
    gains, veil = _gains(shaded, seen, weight)
    off = _grey(cv2.absdiff(seen, np.asarray(shaded * gains + veil, np.float32)))
    return _gains(shaded, seen, _trusted(weight, off))


def _trusted(weight: Floats, off: Floats) -> Floats:
    """The weight of each px, less the further it is off beside what is usual: every fourth px tells that."""
    free = off[weight > 0][::4]
    usual = 1.48 * float(np.median(free)) + 1 if free.size else 1.0
    return np.asarray(weight / (1 + np.square(off / (3 * usual))), np.float32)


def _gains(face: Floats, seen: Floats, weight: Floats) -> tuple[Floats, Floats]:
    rows, there, weights = face.reshape(-1, 3), seen.reshape(-1, 3), weight.reshape(-1)
    total = float(weights.sum()) + 1e-6
    weighed = rows * weights[:, None]
    prior = LIMITS.gain_values**2 * total
    normal = np.zeros((4, 4))
    normal[[0, 1, 2], [0, 1, 2]] = np.diagonal(weighed.T @ rows) + prior
    normal[:3, 3] = normal[3, :3] = weights @ rows
    normal[3, 3] = 3 * total + 1e-3
    known = np.append(np.diagonal(weighed.T @ there) + prior, float((weights @ there).sum()))
    solved = np.linalg.solve(normal, known).astype(np.float32)
    return np.clip(solved[:3], LIMITS.least_gain, LIMITS.most_gain), solved[3]


def _broad(light: Floats, weight: Floats) -> Floats:
    """Light (H, W) or colours (H, W, 3) blurred widely, of what is not hidden alone."""
    step = 4
    small = light.shape[1] // step, light.shape[0] // step
    shown = weight if light.ndim == 2 else weight[..., None]
    part, whole = (cv2.resize(of, small, interpolation=cv2.INTER_AREA) for of in (light * shown, weight))
    sigma = LIMITS.shadow_px / step
    total = cv2.GaussianBlur(whole, (0, 0), sigma) + 1e-3
    mean = cv2.GaussianBlur(part, (0, 0), sigma) / (total if light.ndim == 2 else total[..., None])
    return np.asarray(cv2.resize(mean, light.shape[1::-1]), np.float32)


def _grey(colours: Floats) -> Floats:
    """The mean (H, W) of three colours (H, W, 3): many times faster than numpy's."""
    return np.asarray(cv2.transform(colours, np.full((1, 3), 1 / 3, np.float32)), np.float32)


def _soft(picture: Floats, blur: float) -> Floats:
    return picture if blur < 0.2 else np.asarray(cv2.GaussianBlur(picture, (0, 0), blur), np.float32)


def _cut(
    picture: Floats | Image, to_px: Doubles, place: Doubles, size: tuple[int, int], way: int = cv2.INTER_LINEAR
) -> Floats:
    """The part of a picture that px of a face show, through `place` and then `to_px`."""
    flags = way | cv2.WARP_INVERSE_MAP
    return np.asarray(
        cv2.warpPerspective(picture, to_px @ place, size, flags=flags, borderMode=cv2.BORDER_REPLICATE), np.float32
    )


def _from_mm(scale: float) -> Doubles:
    """From mm to px of a straightened mat (3, 3)."""
    return np.array([[scale, 0, -0.5], [0, scale, -0.5], [0, 0, 1.0]])


def _enlarged(by: int) -> Doubles:
    """From px of a picture to those of one with so many times more (3, 3)."""
    return np.array([[by, 0, (by - 1) / 2], [0, by, (by - 1) / 2], [0, 0, 1.0]])


def _inside(width: int, height: int, px_per_mm: float) -> Floats:
    """1 on a card, 0 at its very rim and beyond its round corners: (H, W)."""
    rim, radius = LIMITS.rim_mm * px_per_mm, LIMITS.corner_mm * px_per_mm
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    beside = np.minimum(np.minimum(x, width - 1 - x), np.minimum(y, height - 1 - y))
    corner_x = np.maximum(radius - np.minimum(x, width - 1 - x), 0)
    corner_y = np.maximum(radius - np.minimum(y, height - 1 - y), 0)
    return np.asarray((beside >= rim) & (np.hypot(corner_x, corner_y) <= radius - rim), np.float32)
