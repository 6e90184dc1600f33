"""Lays things beside the dice, and paints them: shadow, sides, top."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.arrays import Floats, Image, Matrix
from hardware.scene.objects import props, trays
from hardware.scene.objects.sheet import TableProp
from hardware.scene.optics import tone
from hardware.scene.optics.lens import gaussian_blur
from hardware.scene.optics.light import Light, level
from hardware.scene.optics.view import CameraView, array
from hardware.scene.world import places

SIDE_LIGHT = 0.35
"""What falls on the sides of things, of what falls on their tops."""


@dataclass(frozen=True, eq=False)
class PlacedProp:
    """A thing at its place: the middle (x, y) mm and its turn in radians."""

    prop: TableProp
    x: float
    y: float
    turn: float

    def lie(self, lift: float = 0.0) -> Matrix:
        """From the prop's pixels to world mm (x, y), homogeneous (3, 3)."""
        c, s = np.cos(self.turn), np.sin(self.turn)
        mm = 1 / self.prop.per_mm
        h, w = self.prop.picture.shape[:2]
        spin = np.array([[c * mm, s * mm, self.x], [s * mm, -c * mm, self.y], [0, 0, 1]])
        return np.asarray(spin @ np.array([[1, 0, -(w - 1) / 2], [0, 1, -(h - 1) / 2], [0, 0, 1]]), np.float64)

    @property
    def outline(self) -> Floats:
        """Its box on the table (4, 2), mm."""
        h, w = self.prop.picture.shape[:2]
        corners = np.array([[-0.5, -0.5, 1], [w - 0.5, -0.5, 1], [w - 0.5, h - 0.5, 1], [-0.5, h - 0.5, 1]])
        return array((self.lie() @ corners.T).T[:, :2])


def strewn_props(
    rng: np.random.Generator, view: CameraView, taken: Sequence[Floats], count: int, per_mm: float
) -> tuple[PlacedProp, ...]:
    """Up to `count` things in view, clear of the outlines `taken`; flat ones may lie under dice."""
    left: list[PlacedProp] = []
    outlines = list(taken)
    for _ in range(count):
        prop = props.random_prop(rng, per_mm)
        for _ in range(8):
            x, y = view.table_point(np.array(view.size_px) * rng.uniform(-0.08, 1.08, 2))
            tried = PlacedProp(prop, x, y, float(rng.uniform(0, 2 * np.pi)))
            flat = prop.high < 0.5 and rng.random() < 0.6
            if flat or places.clear_of(tried.outline, outlines, 1.0):
                left.append(tried)
                if not flat:
                    outlines.append(tried.outline)
                break
    return tuple(sorted(left, key=lambda laid: laid.prop.high))


def floor_props(
    rng: np.random.Generator, view: CameraView, dice: Sequence[Floats], per_mm: float
) -> tuple[PlacedProp, ...]:
    """Sometimes a ground upon the ground, under all dice: a cloth, a sheet, or a round tray with its wall."""
    spread = np.concatenate([*dice, array([[0, 0]])])
    middle = (spread.max(0) + spread.min(0)) / 2
    reach = float(np.linalg.norm(spread - middle, axis=1).max())
    x, y = float(middle[0]), float(middle[1])
    if rng.random() < 0.4:
        inner = reach + float(rng.uniform(3, 40))
        return PlacedProp(trays.cloth(rng, 2.1 * inner, 2.1 * inner, per_mm, True), x, y, 0.0), PlacedProp(
            trays.ring(rng, inner, per_mm), x, y, 0.0
        )
    wide, deep = (2 * reach + rng.uniform(-20, 150) + 10 for _ in range(2))
    off = rng.normal(0, 20, 2)
    cloth = trays.cloth(rng, max(float(wide), 30), max(float(deep), 30), per_mm, False)
    return (PlacedProp(cloth, x + float(off[0]), y + float(off[1]), float(rng.uniform(0, 6.3))),)


def tray_with_walls(rng: np.random.Generator, area: places.Area, per_mm: float) -> tuple[PlacedProp, ...]:
    """A dice tray with a floor of its own and a wall right round the area (x, y, w, h mm)."""
    x, y, w, h = area
    floor, wall = trays.cloth(rng, w + 6, h + 6, per_mm, False), trays.frame(rng, w, h, per_mm)
    return PlacedProp(floor, x + w / 2, y + h / 2, 0.0), PlacedProp(wall, x + w / 2, y + h / 2, 0.0)


def _lift(view: CameraView, height: float) -> Matrix:
    """Homography (3, 3): mm on the plane at `height` -> pixels."""
    moved = view.table_homography.copy()
    cx, cy = view.principal_point
    lens = np.array([[view.focal_px, 0, cx], [0, view.focal_px, cy], [0, 0, 1]])
    moved[:, 2] += height * (lens @ view.rotation[:, 2].astype(np.float64))
    return moved


def paint_prop(picture: Floats, view: CameraView, light: Light, laid: PlacedProp) -> None:
    """Paints one thing into the light of the table, its shadow first."""
    high, top = laid.prop.high, tone.premultiplied(laid.prop.picture)
    _shade(picture, view, light, laid)
    if high >= 0.5:
        across = float(np.linalg.norm(_drift(view, laid, high)))
        side = top * array([*[SIDE_LIGHT] * 3, 1])
        steps = int(np.clip(across / 1.5, 1, 14))
        for k in range(steps):
            paint_texture(picture, view, side, _lift(view, high * k / steps) @ laid.lie())
    paint_texture(picture, view, top, _lift(view, high) @ laid.lie())


def _drift(view: CameraView, laid: PlacedProp, high: float) -> Floats:
    """How far its top is displaced in the picture against its foot, px."""
    ends = view.project(array([[laid.x, laid.y, 0], [laid.x, laid.y, high]]))
    return array(ends[1] - ends[0])


def _window(view: CameraView, shape: tuple[int, int], there: Matrix, pad: int) -> tuple[int, int, int, int] | None:
    """The part of the picture (x, y, w, h) that a texture of this shape covers, or None."""
    h, w = shape
    corners = there @ np.array([[0, w, w, 0], [0, 0, h, h], [1, 1, 1, 1]])
    if (corners[2] <= 1e-6).any():
        return None
    flat = corners[:2] / corners[2]
    low = np.maximum(np.floor(flat.min(1)).astype(int) - pad, 0)
    high = np.minimum(np.ceil(flat.max(1)).astype(int) + pad + 1, view.size_px)
    if (high - low < 2).any():
        return None
    return int(low[0]), int(low[1]), int(high[0] - low[0]), int(high[1] - low[1])


def _warped(texture: NDArray[Any], there: Matrix, window: tuple[int, int, int, int]) -> NDArray[Any]:
    x, y, w, h = window
    shift = np.array([[1, 0, -x], [0, 1, -y], [0, 0, 1]], float)
    return np.asarray(cv2.warpPerspective(texture, shift @ there, (w, h), flags=cv2.INTER_LINEAR))


def paint_texture(picture: Floats, view: CameraView, texture: Floats, there: Matrix) -> None:
    """Paints a texture (h, w, 4), light times cover and cover, whose pixels the homography `there` takes to the
    picture's, into the light of the table."""
    window = _window(view, texture.shape[:2], there, 1)
    if window is None:
        return
    x, y, w, h = window
    part = _warped(texture, there, window)
    below = picture[y : y + h, x : x + w]
    below[:] = below * (1 - part[..., 3:]) + part[..., :3]


def _shade(picture: Floats, view: CameraView, light: Light, laid: PlacedProp) -> None:
    """Darkens the table where the thing keeps the lamps and, close to it, the sky away."""
    high = laid.prop.high
    cover = np.ascontiguousarray(laid.prop.picture[..., 3])
    scale = view.px_per_mm_at(array([laid.x, laid.y, 0]))
    for lamp in light.lamps:
        share = float(np.mean(lamp.power_bgr)) * lamp.direction[2] / float(np.mean(level(light)))
        reach = min(high / max(lamp.direction[2], 0.2), 40.0)
        lie = laid.lie()
        lie[0, 2] -= lamp.direction[0] * reach * lie[2, 2]
        lie[1, 2] -= lamp.direction[1] * reach * lie[2, 2]
        darken_under(
            picture, view, cover, _lift(view, 0) @ lie, share, 0.6 + reach * np.tan(lamp.half_angle_rad) * scale * 0.7
        )
    darken_under(picture, view, cover, view.table_homography @ laid.lie(), 0.35, 0.6 + 0.5 * min(high, 12) * scale)


def darken_under(picture: Floats, view: CameraView, cover: Image, there: Matrix, share: float, wide: float) -> None:
    """Darkens the picture by `share` of its light under a cover (h, w), softened by `wide` px."""
    wide = min(float(wide), 25.0)
    window = _window(view, cover.shape[:2], there, round(2.5 * wide) + 1)
    if window is None:
        return
    x, y, w, h = window
    dark = gaussian_blur(_warped(cover, there, window), wide).astype(np.float32) * np.float32(share / 255)
    part = picture[y : y + h, x : x + w]
    part *= np.clip(1 - dark, 0, 1)[..., None]
