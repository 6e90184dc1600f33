"""Light on the table: lamps, sky, their shadows, and how uneven it all is.

All of it is linear: what a thing gives back is its albedo times the light that falls on it. Light is measured against
what falls on the open, level table: there it is 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from hardware.arrays import Floats, Image
from hardware.scene.optics.lens import gaussian_blur
from hardware.scene.optics.view import CameraView, array

LightColour = tuple[float, float, float]
"""Light in blue, green, red; 1 is what falls on the open, level table."""


@dataclass(frozen=True)
class DirectionalLight:
    """A lamp or a window far away."""

    direction: tuple[float, float, float]
    """The unit vector to it."""
    power_bgr: LightColour
    half_angle_rad: float = 0.1
    """How large it looks from the table."""


@dataclass(frozen=True, eq=False)
class Light:
    """All light of a scene."""

    ambient_bgr: LightColour
    """What comes from all sides alike."""
    lamps: tuple[DirectionalLight, ...]
    reflected: tuple[DirectionalLight, ...] = ()
    """Bright things round about (windows, walls) that glossy dice mirror, but that hardly light the table."""
    gain_map: Floats | None = None
    """What falls on each part of the picture (h, w, 3) float32, stretched to its size; or None."""
    glare_map: Floats | None = None
    """Light that the table top mirrors (h, w) float32, added to what it gives back; or None."""


def level(light: Light) -> Floats:
    """The light (3,) on the open, level table."""
    total = array(light.ambient_bgr)
    for lamp in light.lamps:
        total = total + array(lamp.power_bgr) * max(lamp.direction[2], 0.0)
    return total


def samples(lamp: DirectionalLight, count: int) -> Floats:
    """Unit vectors (count, 3) spread evenly over a lamp's disc, for soft shadows."""
    way = array(lamp.direction)
    side = np.cross(way, (0.0, 0.0, 1.0) if abs(way[2]) < 0.9 else (1.0, 0.0, 0.0))
    side /= np.linalg.norm(side)
    other = np.cross(way, side)
    k = np.arange(count) + 0.5
    out, turn = np.sqrt(k / count) * np.tan(lamp.half_angle_rad), k * 2.399963
    ways = way + (out * np.cos(turn))[:, None] * side + (out * np.sin(turn))[:, None] * other
    return array((ways / np.linalg.norm(ways, axis=1, keepdims=True)).astype(np.float32))


def shadow_on_table(
    view: CameraView, bodies: Sequence[Floats], lamp: DirectionalLight, shrink: int, count: int = 8, ground: float = 0.0
) -> Image:
    """How much of `lamp` the bodies hide: (h / shrink, w / shrink) uint8, 255 for all of it.

    A body is convex, given by its corners (N, 3) mm; its shadow is the hull of their shadows.
    """
    width, height = view.size_px[0] // shrink, view.size_px[1] // shrink
    hidden = np.zeros((height, width), np.uint8)
    if not bodies:
        return hidden
    mask = np.empty_like(hidden)
    ways = samples(lamp, count)
    ends = np.cumsum([len(corners) for corners in bodies])
    points = np.concatenate(bodies)
    drop = np.maximum(points[:, 2] - ground, 0)[None, :, None] / np.maximum(ways[:, None, 2:], 0.05)
    fallen = np.full((count, len(points), 3), ground, np.float32)
    fallen[..., :2] = points[None, :, :2] - drop * ways[:, None, :2]
    seen = view.project(fallen.reshape(-1, 3)).reshape(count, len(points), 2)
    for shadows in seen:
        mask[:] = 0
        for shadow in np.split(shadows, ends[:-1]):
            _fill(mask, shadow, shrink, 255 // count)
        cv2.add(hidden, mask, hidden)
    return hidden


def _fill(mask: Image, points: Floats, shrink: int, value: int) -> None:
    hull = cv2.convexHull((points + 0.5) / shrink - 0.5).reshape(-1, 2)
    inside = np.clip(hull, -8000, 8000)
    cv2.fillConvexPoly(mask, np.round(inside * 16).astype(np.int32), value, cv2.LINE_8, 4)


def contact(view: CameraView, bodies: Sequence[Floats], shrink: int, ground: float = 0.0) -> Image:
    """The soft dark seam where bodies stand on the table: (h / shrink, w / shrink) uint8, 255 darkest."""
    width, height = view.size_px[0] // shrink, view.size_px[1] // shrink
    seam = np.zeros((height, width), np.uint8)
    reach = 1.0
    for corners in bodies:
        low = corners[corners[:, 2] < corners[:, 2].min() + 0.6 * np.ptp(corners[:, 2])]
        middle = low.mean(0)
        lift = float(corners[:, 2].min()) - ground
        foot = (low - middle) * 1.12 + middle
        foot[:, 2] = ground
        size = float(np.ptp(corners[:, 0]))
        strength = 1 / (1 + (lift / (0.25 * size + 1e-3)) ** 2)
        _fill(seam, view.project(foot), shrink, int(255 * strength))
        reach = max(reach, 0.13 * size * view.px_per_mm_at(middle) / shrink)
    return gaussian_blur(seam, reach) if bodies else seam


@dataclass(frozen=True, eq=False)
class Shade:
    """What bodies leave of the light on the table: `kept` (h, w, 3) of it, in a part of the picture that begins at
    (x, y) px and is `shrink` times as large. Elsewhere they leave all."""

    x: int
    y: int
    shrink: int
    kept: Floats

    def fall(self, lit: Floats, glare: Floats | None) -> None:
        """Darkens a lit table (h, w, 3), but not what it mirrors."""
        h, w = (side * self.shrink for side in self.kept.shape[:2])
        window = np.s_[self.y : self.y + h, self.x : self.x + w]
        if not h or not w:
            return
        kept = cv2.resize(self.kept, (w, h), interpolation=cv2.INTER_LINEAR)
        part = lit[window]
        part[:] = cv2.multiply(part, kept)
        if glare is not None:
            part += glare[window][..., None] * (1 - kept)


def shade_on_table(view: CameraView, light: Light, bodies: Sequence[Floats], shrink: int, ground: float = 0.0) -> Shade:
    """The shadows of the bodies, and the dark seam about their feet."""
    dark = contact(view, bodies, shrink, ground)
    hidden = [
        cv2.GaussianBlur(shadow_on_table(view, bodies, lamp, shrink, ground=ground), (3, 3), 0) for lamp in light.lamps
    ]
    x, y, w, h = cv2.boundingRect(np.maximum.reduce([dark, *hidden]))
    rows, columns = slice(y, y + h), slice(x, x + w)
    seam = dark[rows, columns].astype(np.float32) * np.float32(0.75 / 255)
    total = (1 - seam)[..., None] * array(light.ambient_bgr)
    for lamp, shadow in zip(light.lamps, hidden, strict=True):
        seen = np.clip(1 - shadow[rows, columns].astype(np.float32) * np.float32(1.02 / 255) - 0.15 * seam, 0, 1)
        total += seen[..., None] * (array(lamp.power_bgr) * np.float32(max(lamp.direction[2], 0.0)))
    return Shade(x * shrink, y * shrink, shrink, array(total / level(light)))
