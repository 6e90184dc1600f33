"""One die as the camera sees it: rays against a rounded cube, then colour from its faces, lamps and surroundings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.scene.dice import RIGHTS, SIDES, UPS, Die
from hardware.scene.light import Light, level
from hardware.scene.view import View

Array = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Patch:
    """A piece of a picture: its top left (x, y) px, colour (h, w, 3) float32 0-255, cover (h, w) float32 0-1."""

    x: int
    y: int
    colour: Array
    cover: Array

    @property
    def window(self) -> tuple[slice, slice]:
        """Where it lies in the picture: rows, columns."""
        h, w = self.cover.shape
        return slice(self.y, self.y + h), slice(self.x, self.x + w)


def trace(view: View, die: Die, light: Light, others: Sequence[Die], table: Array, ground: float = 0.0) -> Patch | None:
    """The die's patch, or None if no part of it is in view.

    `others` cast shadow and crowd it; `table` (3,) is the table's mean colour 0-1, B, G, R, which lights its sides.
    """
    outline = view.project(die.corners)
    low = np.maximum(np.floor(outline.min(0)).astype(int) - 2, 0)
    high = np.minimum(np.ceil(outline.max(0)).astype(int) + 3, view.size)
    if (high - low < 1).any():
        return None
    x = np.arange(low[0], high[0], dtype=np.float32)[None, :]
    y = np.arange(low[1], high[1], dtype=np.float32)[:, None]
    if view.bend:
        x, y = np.broadcast_arrays(x, y)
    right, down = view.slopes(x, y)
    to_own = (view.turn @ die.turn).T.astype(np.float32)
    ray = [to_own[k, 0] * right + to_own[k, 1] * down + to_own[k, 2] for k in range(3)]
    length = cv2.sqrt(ray[0] * ray[0] + ray[1] * ray[1] + ray[2] * ray[2])
    ray = [r / length for r in ray]
    eye = (die.turn.T @ (view.place - die.place)) / (die.edge / 2)
    pixel = 2 / (view.scale_at(die.place) * die.edge)
    point, cover = _meet(eye, ray, die.design.round, die.design.ball, pixel)
    if not cover.any():
        return None
    colour = _shade(view, die, light, others, table, ground, point, ray)
    return Patch(int(low[0]), int(low[1]), colour, cover)


def _meet(eye: Array, ray: list[Array], radius: float, ball: float, pixel: float) -> tuple[list[Array], Array]:
    """Where rays meet the rounded cube (in its own coordinates), and how much of each pixel it covers."""
    reach = 1 + pixel
    near = np.full(ray[0].shape, -1e9, np.float32)
    far = np.full(ray[0].shape, 1e9, np.float32)
    for e, r in zip(eye, ray, strict=True):
        safe = np.where(np.abs(r) < 1e-6, np.float32(1e-6), r)
        a, b = (-reach - e) / safe, (reach - e) / safe
        near, far = np.maximum(near, np.minimum(a, b)), np.minimum(far, np.maximum(a, b))
    todo = np.flatnonzero((far > near).ravel())
    t = near.ravel().copy()
    gap = np.full(t.shape, 1e3, np.float32)
    flat = [r.ravel() for r in ray]
    end = far.ravel()
    for _ in range(18):
        steps = t[todo]
        away = _distance([e + steps * f[todo] for e, f in zip(eye, flat, strict=True)], radius, ball)
        gap[todo] = np.minimum(gap[todo], away)
        t[todo] = steps + away
        going = (away > 0.2 * pixel) & (t[todo] < end[todo])
        if not going.any():
            break
        todo = todo[going]
    cover = np.clip(1.1 - gap.reshape(near.shape) / pixel, 0, 1)
    t = t.reshape(near.shape)
    return [e + t * r for e, r in zip(eye, ray, strict=True)], cover.astype(np.float32)


def _distance(p: list[Array], radius: float, ball: float) -> Array:
    """Distance from points to the rounded cube of half-edge 1, cut by a ball (a lower bound near the cut)."""
    q = [np.abs(v) - np.float32(1 - radius) for v in p]
    out = np.sqrt(sum(np.square(np.maximum(v, 0)) for v in q))
    box = out + np.minimum(np.maximum(np.maximum(q[0], q[1]), q[2]), 0) - np.float32(radius)
    if ball > 1.7:
        return box
    return np.maximum(box, np.sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]) - np.float32(ball))


def _normals(p: list[Array], radius: float, ball: float) -> Array:
    """Unit normals (h, w, 3) at points of the surface."""
    soft = max(radius, 0.02)
    q = np.stack([np.sign(v) * np.maximum(np.abs(v) - np.float32(1 - soft), 1e-6) for v in p], -1)
    if ball <= 1.7:
        out = np.stack(p, -1)
        size = np.linalg.norm(out, axis=-1, keepdims=True)
        blend = np.clip(1 - (ball - size) / 0.04, 0, 1)
        q = q / np.linalg.norm(q, axis=-1, keepdims=True) * (1 - blend) + out / np.maximum(size, 1e-6) * blend
    return (q / np.maximum(np.linalg.norm(q, axis=-1, keepdims=True), 1e-6)).astype(np.float32)


def _side_of(p: list[Array]) -> NDArray[np.intp]:
    a, b, c = (np.abs(v) for v in p)
    axis = np.where((a >= b) & (a >= c), 0, np.where(b >= c, 1, 2))
    value = np.where(axis == 0, p[0], np.where(axis == 1, p[1], p[2]))
    return (2 * axis + (value < 0)).astype(np.intp)


def _paint(die: Die, p: list[Array], side: NDArray[np.intp], px: float) -> tuple[NDArray[np.uint8], Array]:
    """Colour with ink (h, w, 4) uint8 and slope (h, w, 2) of the sides at the points."""
    colour, slope = die.design.atlas(px)
    size = colour.shape[0]
    own = np.stack(p, -1)
    u = np.clip((own * RIGHTS[side]).sum(-1), -1, 1)
    v = np.clip((own * UPS[side]).sum(-1), -1, 1)
    span = (size - 1) / 2
    x = ((u + 1) * span + side * size).astype(np.float32)
    y = ((1 - v) * span).astype(np.float32)
    return cv2.remap(colour, x, y, cv2.INTER_LINEAR), cv2.remap(slope, x, y, cv2.INTER_LINEAR)


def _shade(
    view: View,
    die: Die,
    light: Light,
    others: Sequence[Die],
    table: Array,
    ground: float,
    point: list[Array],
    ray: list[Array],
) -> Array:
    design = die.design
    side = _side_of(point)
    px = view.scale_at(die.place) * die.edge
    painted, slope = _paint(die, point, side, px)
    base = painted[..., :3].astype(np.float32) / 255
    normal = _normals(point, design.round, design.ball)
    normal = normal - slope[..., :1] * RIGHTS[side] - slope[..., 1:] * UPS[side]
    normal /= np.maximum(np.linalg.norm(normal, axis=-1, keepdims=True), 1e-6)
    normal = normal @ die.turn.T
    there = np.stack(point, -1) @ die.turn.T * (die.edge / 2) + die.place
    out = -(np.stack(ray, -1) @ die.turn.T)
    albedo = base * base
    if design.clear:
        albedo = _through(die, point, ray, side, painted, albedo, table, px)
    lit = _light_at(die, light, others, table, ground, there, normal)
    shine = _shine(light, normal, out, design.gloss)
    bright = albedo * lit / level(light) + shine[..., None]
    return cv2.sqrt(np.maximum(bright, 0)) * np.float32(255)


def _through(
    die: Die,
    p: list[Array],
    ray: list[Array],
    side: NDArray[np.intp],
    painted: NDArray[np.uint8],
    albedo: Array,
    table: Array,
    px: float,
) -> Array:
    """What shows through a clear die: the far side's pips and the table, tinted by the body."""
    bent = [r - 0.35 * SIDES[side][..., k] for k, r in enumerate(ray)]
    bent_far = np.full(p[0].shape, 1e9, np.float32)
    for v, r in zip(p, bent, strict=True):
        safe = np.where(np.abs(r) < 1e-6, np.float32(1e-6), r)
        bent_far = np.minimum(bent_far, np.maximum((-1 - v) / safe, (1 - v) / safe))
    away = np.clip(bent_far, 0.02, 4)
    exits = [v + away * r for v, r in zip(p, bent, strict=True)]
    far, _ = _paint(die, exits, _side_of(exits), px * 0.6)
    tint = np.float32(die.design.body) ** 2
    deep = tint ** (0.25 + 0.4 * away[..., None])
    ink = far[..., 3:].astype(np.float32) / 255
    behind = deep * (0.35 + 0.65 * table**2) * (1 - ink) + np.float32(die.design.ink) ** 2 * deep * ink * 1.3
    own_ink = painted[..., 3:].astype(np.float32) / 255
    share = die.design.clear * (1 - own_ink)
    return albedo * (1 - share) + behind * share


def _light_at(
    die: Die, light: Light, others: Sequence[Die], table: Array, ground: float, there: Array, normal: Array
) -> Array:
    """The light (h, w, 3) that falls on points with these normals."""
    up = normal[..., 2:]
    high = np.clip((there[..., 2:] - ground) / die.edge, 0, 1)
    open_sky = (0.5 + 0.5 * up) * (0.45 + 0.55 * high)
    close = [o for o in others if np.linalg.norm(o.place - die.place) < 1.1 * (o.edge + die.edge)]
    crowd = _crowding(close, there)
    sky = np.float32(light.sky)
    total = sky * (open_sky * crowd)
    total = total + level(light) * table**2 * ((0.5 - 0.5 * up) * (0.25 + 0.5 * high) * crowd)
    for lamp in light.lamps:
        way = np.float32(lamp.way)
        facing = np.maximum(normal @ way, 0)
        seen = np.ones_like(facing)
        reach = [o for o in others if np.linalg.norm(o.place - die.place) < 2.5 * (o.edge + die.edge)]
        for other in reach:
            seen = seen * (1 - _hidden(other, there, way))
        total = total + np.float32(lamp.power) * (facing * seen)[..., None]
    return total


def _crowding(close: Sequence[Die], there: Array) -> Array:
    """How much sky a point keeps beside its neighbours (h, w, 1)."""
    kept = np.ones((*there.shape[:2], 1), np.float32)
    for other in close:
        own = (there - other.place) @ other.turn / (other.edge / 2)
        gap = np.linalg.norm(np.maximum(np.abs(own) - 1, 0), axis=-1, keepdims=True)
        kept *= 1 - 0.45 * np.exp(-gap * 3.5)
    return kept


def _hidden(other: Die, there: Array, way: Array) -> Array:
    """1 where the other die stands between a point and the lamp, soft at the edge (h, w)."""
    own = (there - other.place) @ other.turn / (other.edge / 2)
    ray = other.turn.T @ way
    ray = np.where(np.abs(ray) < 1e-6, np.float32(1e-6), ray)
    a, b = (-0.95 - own) / ray, (0.95 - own) / ray
    near, far = np.minimum(a, b).max(-1), np.maximum(a, b).min(-1)
    return np.clip((far - np.maximum(near, 0)) / 0.25, 0, 1) * (far > 0.05)


def _shine(light: Light, normal: Array, out: Array, gloss: float) -> Array:
    """Highlights of the lamps and a pale sheen at grazing angles (h, w)."""
    along = (normal * out).sum(-1)
    mirrored = 2 * along[..., None] * normal - out
    grazing = 0.04 + 0.96 * np.clip(1 - along, 0, 1) ** 5
    power = 12 + 500 * gloss**2
    total = 0.35 * gloss * grazing * (0.5 + 0.5 * mirrored[..., 2])
    for lamp in light.lamps:
        spot = mirrored @ np.float32(lamp.way)
        peak = np.exp(np.minimum(power / (1 + 8 * lamp.spread) * (spot - 1), 0))
        total = total + peak * gloss * (0.25 + 1.2 * gloss) * float(np.mean(lamp.power)) * (0.35 + grazing)
    return total.astype(np.float32)
