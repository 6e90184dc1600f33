"""One look at one card: straightened, compared with all faces, aligned with the likeliest, judged where they differ."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards_deck import Deck
from vision.cards_shape import Floats, Image, frame, project, sides, warp

GLANCE = 32
"""Width in px at which all faces are compared."""
LEVELS = (40, 64, 96)
"""Widths in px at which the likeliest are aligned and judged; the one that fits the card's size in the picture."""
CIRCLE = 24
"""Turns that are tried for a round card."""
CAP = 0.3
"""A pixel counts no more than one that is off by this part of white: glare, fingers, what lies on top."""
CHROMA = 1.4
"""Weight of colour against light in the glance."""


@dataclass(frozen=True, eq=False)
class Faces:
    """A deck made ready for comparing: its glances, and its images at the working widths."""

    deck: Deck

    @cached_property
    def turns(self) -> int:
        return CIRCLE if self.deck.round else self.deck.symmetry

    @cached_property
    def glances(self) -> Floats:
        """(N, F) float32 of unit length."""
        return np.stack([glance(image, self.mask) for image in self.at(GLANCE)])

    @cached_property
    def mask(self) -> Floats:
        """(H, 32) float32: 1 on the card."""
        return self._mask(GLANCE)

    def size(self, width: int) -> tuple[int, int]:
        return width, round(width / self.deck.aspect)

    def at(self, width: int) -> NDArray[np.uint8]:
        """The images (N, H, width, 3)."""
        if width not in self._kept:
            size = self.size(width)
            small = [cv2.resize(image, size, interpolation=cv2.INTER_AREA) for image in self.deck.images]
            self._kept[width] = np.stack(small).astype(np.uint8)
        return self._kept[width]

    @cached_property
    def _kept(self) -> dict[int, NDArray[np.uint8]]:
        return {}

    def _mask(self, width: int) -> Floats:
        width, height = self.size(width)
        y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
        inside = x**2 + y**2 < 0.9 if self.deck.round else np.maximum(np.abs(x), np.abs(y)) < 1 - 1.5 / width
        return np.asarray(inside, np.float32)

    def visible(self, width: int) -> Floats:
        return self._mask(width)

    def turned(self, quad: Floats, turn: int) -> Floats:
        """The quad as it lies after `turn` of the turns that leave the outline as it is."""
        if not self.deck.round:
            return np.roll(quad, -turn * (4 // self.turns), axis=0)
        middle = quad.mean(axis=0)
        angle = 2 * np.pi * turn / self.turns
        ring = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        unit = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) @ ring
        spread = np.linalg.lstsq(np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], float), quad - middle, rcond=None)[0]
        return np.asarray(unit @ spread + middle, np.float32)


def glance(image: Image, mask: Floats) -> Floats:
    """The looks (F,) of a straightened card (H, 32, 3) BGR, its finer light and its colours, of unit length."""
    values = image.astype(np.float32)
    white = np.percentile(values[mask > 0], 92, axis=0) + 8.0
    values = values / white
    light = values.mean(axis=2)
    fine = light - cv2.GaussianBlur(light, (0, 0), 7)
    soft = cv2.GaussianBlur(values, (0, 0), 1.0)
    red, blue = soft[:, :, 2] - soft[:, :, 1], soft[:, :, 0] - (soft[:, :, 1] + soft[:, :, 2]) / 2
    layers = np.stack([cv2.GaussianBlur(fine, (0, 0), 0.8), CHROMA * red, CHROMA * blue])
    layers = (layers * mask).reshape(-1)
    return np.asarray(layers / max(float(np.linalg.norm(layers)), 1e-6), np.float32)


def glimpse(image: Image, quad: Floats, faces: Faces) -> tuple[Floats, NDArray[np.int64]]:
    """How much what lies in a quad resembles each face, (N,) cosines, and the turn (N,) in which it does so most."""
    size = faces.size(GLANCE)
    looks = []
    for turn in range(faces.turns):
        onto = cv2.getPerspectiveTransform(frame(*size), faces.turned(quad, turn))
        looks.append(glance(warp(image, onto, size), faces.mask))
    likeness = np.stack(looks) @ faces.glances.T
    return np.asarray(likeness.max(axis=0), np.float32), np.asarray(likeness.argmax(axis=0), np.int64)


@dataclass(frozen=True, eq=False)
class Fit:
    """A face held against a place in the picture.

    `quad` is where it fits best; `fit` the share of the picture's variation there that the face explains; `drawn`
    (H, W, 3) the face as the light there would show it and `seen` the picture, both float32 of 0..1; `seen_part` the
    part of the card that is in sight.
    """

    face: int
    quad: Floats
    fit: float
    drawn: Floats
    seen: Floats
    weights: Floats

    @property
    def seen_part(self) -> float:
        return float((self.weights > 0).mean())


def level_of(quad: Floats) -> int:
    """The working width for a card of that size in the picture."""
    length = sides(quad)
    width = min(length[0] + length[2], length[1] + length[3]) / 2
    return max((level for level in LEVELS if level <= 1.15 * width), default=LEVELS[0])


def align(
    image: Image, quad: Floats, face: int, faces: Faces, width: int, hidden: Floats | None = None, steps: int = 8
) -> Fit:
    """The face moved to where it explains the picture best, from a quad on; `hidden` marks what lies under others."""
    size = faces.size(width)
    reference = np.asarray(faces.at(width)[face], np.float32) / 255
    light = cv2.GaussianBlur(reference.mean(axis=2), (0, 0), 0.8)
    slopes = _slopes(light)
    onto = cv2.getPerspectiveTransform(frame(*size), np.asarray(quad, np.float32))
    best = _held(image, onto, face, reference, faces.visible(width), size, hidden)
    damping = 1e-3
    current = best
    for _ in range(steps):
        step = _step(current, light, slopes, damping)
        onto = onto @ np.linalg.inv(step)
        corners = project(onto, frame(*size))
        if not np.isfinite(corners).all() or np.abs(corners - quad).max() > 0.3 * float(sides(quad).min()):
            break
        current = _held(image, onto, face, reference, faces.visible(width), size, hidden)
        gain = current.fit - best.fit
        if gain > 0:
            best = current
        if gain < 1e-3:
            break
    return best


def _held(
    image: Image,
    onto: NDArray[np.float64],
    face: int,
    reference: Floats,
    mask: Floats,
    size: tuple[int, int],
    hidden: Floats | None,
) -> Fit:
    corners = project(onto, frame(*size))
    seen = np.asarray(warp(image, onto, size), np.float32) / 255
    weights = mask * _inside(corners, onto, image.shape, size)
    if hidden is not None:
        weights = weights * (cv2.warpPerspective(
            hidden, onto, size, flags=cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP, borderValue=1.0) < 0.5)  # fmt: skip
    drawn, share = relit(reference, seen, np.asarray(weights, np.float32))
    return Fit(face, corners, share, drawn, seen, np.asarray(weights, np.float32))


def _inside(corners: Floats, onto: NDArray[np.float64], shape: tuple[int, ...], size: tuple[int, int]) -> Floats:
    high = np.array([shape[1] - 1, shape[0] - 1])
    if (corners > 0).all() and (corners < high).all():
        return np.ones((size[1], size[0]), np.float32)
    y, x = np.mgrid[0 : size[1], 0 : size[0]]
    points = project(onto, np.stack([x.reshape(-1), y.reshape(-1)], axis=1))
    inside = ((points >= 0) & (points <= high)).all(axis=1)
    return np.asarray(inside.reshape(size[1], size[0]), np.float32)


def relit(reference: Floats, seen: Floats, weights: Floats) -> tuple[Floats, float]:
    """A face in the light of a picture, and the share (at most 1) of the picture's variation that it explains.

    Light may fall off across the card and be of any colour, but it makes no blue of red: each channel's gain stays
    within half and double of the mean gain.
    """
    height, width = weights.shape
    y, x = np.mgrid[-0.5 : 0.5 : height * 1j, -0.5 : 0.5 : width * 1j].astype(np.float32)
    chosen = weights > 0
    if int(chosen.sum()) < 40:
        return np.zeros_like(seen), 0.0
    trust = np.ones(int(chosen.sum()), np.float32)
    u, v = x[chosen], y[chosen]
    drawn, target = np.empty_like(seen), seen[chosen]
    parts = np.empty_like(target)
    for _ in range(2):
        gains = np.empty((3, 4), np.float64)
        for c in range(3):
            r = reference[:, :, c][chosen]
            terms = np.stack([r, r * u, r * v, np.ones_like(r)], axis=1)
            weighed = terms * trust[:, None]
            normal = weighed.T @ terms + np.diag([1e-3, 0.02, 0.02, 0.02]) * len(r)
            gains[c] = np.linalg.solve(normal.astype(np.float64), weighed.T @ target[:, c] + np.array([1e-3, 0, 0, 0]))
        mean = max(float(np.clip(gains[:, 0], 0, None).mean()), 0.05)
        gains[:, 0] = np.clip(gains[:, 0], 0.6 * mean, 1.6 * mean)
        gains[:, 3] = gains[:, 3].mean()
        for c in range(3):
            r = reference[:, :, c]
            drawn[:, :, c] = gains[c, 0] * r + gains[c, 1] * r * x + gains[c, 2] * r * y + gains[c, 3]
        parts = drawn[chosen] - target
        off = np.sqrt((parts**2).mean(axis=1))
        trust = np.asarray(np.minimum(1, 0.12 / np.maximum(off, 1e-3)), np.float32)
    wrong = np.minimum((parts**2).sum(axis=1), CAP**2).sum()
    around = target - target.mean(axis=0)
    whole = np.minimum((around**2).sum(axis=1), CAP**2).sum() + 1e-4 * len(target)
    return drawn, float(1 - wrong / whole)


def _slopes(light: Floats) -> Floats:
    """How the face's light changes (H * W, 8) with each number of a homography."""
    height, width = light.shape
    dx, dy = (cv2.Scharr(light, cv2.CV_32F, *order).reshape(-1) / 32 for order in ((1, 0), (0, 1)))
    y, x = (g.reshape(-1).astype(np.float32) for g in np.mgrid[0:height, 0:width])
    inner = dx * x + dy * y
    return np.stack([dx * x, dx * y, dx, dy * x, dy * y, dy, -x * inner, -y * inner], axis=1)


def _step(fit: Fit, light: Floats, slopes: Floats, damping: float) -> NDArray[np.float64]:
    """The homography by which the face's grid should move to fit better: one step of Gauss and Newton."""
    seen, drawn = fit.seen.mean(axis=2), fit.drawn.mean(axis=2)
    off = (seen - drawn).reshape(-1)
    gain = max(float(drawn.std() / max(float(light.std()), 1e-6)), 0.1)
    weights = fit.weights.reshape(-1) * np.minimum(1, 0.1 / np.maximum(np.abs(off), 1e-3))
    terms = slopes * gain
    weighed = terms * weights[:, None]
    normal = (weighed.T @ terms).astype(np.float64)
    normal += np.diag(np.diag(normal)) * damping + np.eye(8) * 1e-9
    p = np.linalg.solve(normal, (weighed.T @ off).astype(np.float64))
    return np.array([[1 + p[0], p[1], p[2]], [p[3], 1 + p[4], p[5]], [p[6], p[7], 1]])


def lead(one: Fit, other: Fit) -> float:
    """How much more a picture is like the first face than the second where they differ: 1 (just it) to -1."""
    weights = (one.weights * other.weights)[:, :, None]
    apart = float((weights * (one.drawn - other.drawn) ** 2).sum())
    if apart < 1e-6:
        return 0.0
    ours, theirs = ((np.minimum((f.drawn - f.seen) ** 2, CAP**2) * weights).sum() for f in (one, other))
    return float(theirs - ours) / apart
