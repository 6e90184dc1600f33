"""One die as the camera sees it: rays against a rounded cube, then colour from its faces, lamps and surroundings.

Points and directions are (3, N) float32, one column for each pixel that the die touches.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from hardware.arrays import Floats, Indices
from hardware.scene.objects.dice import RIGHTS, SIDES, UPS, SceneDie
from hardware.scene.optics import tone
from hardware.scene.optics.light import Light, level
from hardware.scene.optics.view import CameraView, array

_MIN_UNCUT_BALL = 1.7
"""In half-edges: from this radius on, a ball round the cube cuts nothing off its corners."""


@dataclass(frozen=True, eq=False)
class TracedPatch:
    """A piece of a picture: its top left (x, y) px, light (h, w, 3) float32, cover (h, w) float32 0-1."""

    x: int
    y: int
    colour: Floats
    cover: Floats

    @property
    def window(self) -> tuple[slice, slice]:
        """Where it lies in the picture: rows, columns."""
        h, w = self.cover.shape
        return slice(self.y, self.y + h), slice(self.x, self.x + w)


@dataclass(frozen=True, eq=False)
class DieSurroundings:
    """What a die stands among: the light, other dice, what the table gives back of it (3,), and the table's
    height, mm."""

    light: Light
    others: Sequence[SceneDie]
    table: Floats
    ground: float = 0.0


def trace_die(view: CameraView, die: SceneDie, around: DieSurroundings) -> TracedPatch | None:
    """The die's patch, or None if no part of it is in view."""
    outline = view.project(die.corners)
    low = np.maximum(np.floor(outline.min(0)).astype(int) - 2, 0)
    high = np.minimum(np.ceil(outline.max(0)).astype(int) + 3, view.size_px)
    if (high - low < 1).any():
        return None
    w, h = (high - low).tolist()
    x, y = np.meshgrid(np.arange(low[0], high[0], dtype=np.float32), np.arange(low[1], high[1], dtype=np.float32))
    right, down = view.undistorted(x.ravel(), y.ravel())
    rays = array((view.rotation @ die.turn).T @ np.stack([right, down, np.ones_like(right)]))
    rays /= np.sqrt(np.einsum("kn,kn->n", rays, rays))
    eye = array(die.turn.T @ (view.position_mm - die.place) / (die.edge / 2))
    pixel = 2 / (view.px_per_mm_at(die.place) * die.edge)
    cover, far = _meet(eye, rays, die, pixel)
    hit = np.flatnonzero(cover)
    if not len(hit):
        return None
    colour = np.zeros((h * w, 3), np.float32)
    rays = np.ascontiguousarray(rays[:, hit])
    colour[hit] = _shade(view, die, around, eye[:, None] + far[hit] * rays, rays).T
    return TracedPatch(int(low[0]), int(low[1]), colour.reshape(h, w, 3), cover.reshape(h, w))


def _meet(eye: Floats, rays: Floats, die: SceneDie, pixel: float) -> tuple[Floats, Floats]:
    """Rays against the rounded cube, in its own coordinates: how much of each pixel it covers, and how far it is.

    Steps along each ray by the distance to the surface, from where the ray enters the sharp cube.
    """
    near, end = _box(eye[:, None], rays, 1 + pixel)
    far = near.copy()
    gap = np.full(near.shape, 1e3, np.float32)
    todo = np.flatnonzero(end > np.maximum(near, 0))
    for _ in range(11 if die.design.ball > _MIN_UNCUT_BALL else 20):
        away = _distance(eye[:, None] + far[todo] * rays[:, todo], die.design.round, die.design.ball)
        gap[todo] = np.minimum(gap[todo], away)
        far[todo] += away
        todo = todo[(away > 0.25 * pixel) & (far[todo] < end[todo])]
        if not len(todo):
            break
    return np.clip(1.1 - gap / np.float32(pixel), 0, 1), far


def _box(start: Floats, rays: Floats, reach: float) -> tuple[Floats, Floats]:
    """Where rays enter and leave a cube of half-edge `reach`: enter > leave for those that miss it."""
    safe = np.where(np.abs(rays) < 1e-6, np.float32(1e-6), rays)
    a, b = (-np.float32(reach) - start) / safe, (np.float32(reach) - start) / safe
    low, high = np.minimum(a, b), np.maximum(a, b)
    return np.maximum(np.maximum(low[0], low[1]), low[2]), np.minimum(np.minimum(high[0], high[1]), high[2])


def _distance(points: Floats, radius: float, ball: float) -> Floats:
    """Distance to the rounded cube of half-edge 1, cut by a ball (a lower bound near the cut)."""
    q = np.abs(points) - np.float32(1 - radius)
    out = np.maximum(q, 0)
    box = np.sqrt(np.einsum("kn,kn->n", out, out))
    box += np.minimum(np.maximum(np.maximum(q[0], q[1]), q[2]), 0) - np.float32(radius)
    if ball > _MIN_UNCUT_BALL:
        return array(box)
    return array(np.maximum(box, np.sqrt(np.einsum("kn,kn->n", points, points)) - np.float32(ball)))


def _unit(vectors: Floats) -> Floats:
    return array(vectors / np.sqrt(np.maximum(np.einsum("kn,kn->n", vectors, vectors), np.float32(1e-12))))


def _normals(points: Floats, radius: float, ball: float) -> Floats:
    """Unit normals at points of the surface, in the die's own coordinates."""
    inner = np.float32(1 - max(radius, 0.02))
    normal = _unit(np.copysign(np.maximum(np.abs(points) - inner, np.float32(1e-6)), points))
    if ball > _MIN_UNCUT_BALL:
        return normal
    size = np.sqrt(np.einsum("kn,kn->n", points, points))
    blend = np.clip(1 - (np.float32(ball) - size) / np.float32(0.1), 0, 1)
    return _unit(normal * (1 - blend) + points / size * blend)


def _side_of(points: Floats) -> Indices:
    axis = np.argmax(np.abs(points), 0)
    return np.asarray(2 * axis + (np.take_along_axis(points, axis[None], 0)[0] < 0), np.intp)


def _paint(die: SceneDie, points: Floats, side: Indices, px: float) -> tuple[Floats, Floats, Floats]:
    """Of the sides at the points: albedo (3, N), cover of ink (N,), slope (2, N)."""
    colour, slope = die.design.atlas(px)
    size = colour.shape[0]
    span = np.float32((size - 1) / 2)
    u = np.clip(np.einsum("kn,nk->n", points, RIGHTS[side]), -1, 1)
    v = np.clip(np.einsum("kn,nk->n", points, UPS[side]), -1, 1)
    x, y = _sheet((u + 1) * span + (side * size).astype(np.float32)), _sheet((1 - v) * span)
    painted = cv2.remap(tone.covered(colour), x, y, cv2.INTER_LINEAR).reshape(-1, 4)[: len(u)]
    tilt = cv2.remap(slope, x, y, cv2.INTER_LINEAR).reshape(-1, 2)[: len(u)]
    return np.ascontiguousarray(painted[:, :3].T), painted[:, 3], np.ascontiguousarray(tilt.T)


def _sheet(values: Floats) -> Floats:
    """A long row as a rectangle, which is what OpenCV can look up; the last row is filled up with zeros."""
    rows = -(-len(values) // 1024)
    sheet = np.zeros(rows * 1024, np.float32)
    sheet[: len(values)] = values
    return sheet.reshape(rows, 1024)


def _shade(view: CameraView, die: SceneDie, around: DieSurroundings, points: Floats, rays: Floats) -> Floats:
    """The light (3, N) from points of the die (its own coordinates), seen along the rays."""
    design = die.design
    side = _side_of(points)
    px = view.px_per_mm_at(die.place) * die.edge
    albedo, ink, slope = _paint(die, points, side, px)
    normal = _normals(points, design.round, design.ball)
    if design.dent:
        normal = _unit(normal - slope[0] * RIGHTS[side].T - slope[1] * UPS[side].T)
    normal = die.turn @ normal
    if design.clear:
        albedo = _through(die, points, rays, side, albedo, ink, around.table, px)
    there = die.turn @ points * np.float32(die.edge / 2) + die.place[:, None]
    lit = _light_at(die, around, there, normal) / level(around.light)[:, None]
    bright = albedo * lit + _shine(around.light, normal, die.turn @ -rays, design.gloss)
    return array(np.maximum(bright, 0))


def _through(
    die: SceneDie, points: Floats, rays: Floats, side: Indices, albedo: Floats, ink: Floats, table: Floats, px: float
) -> Floats:
    """The albedo (3, N) of a clear die: the far side's pips and the table show through, tinted by the body."""
    bent = rays - np.float32(0.35) * SIDES[side].T
    _, far = _box(points, bent, 1.0)
    away = np.clip(far, 0.02, 4)
    exits = points + away * bent
    _, behind, _ = _paint(die, exits, _side_of(exits), px * 0.6)
    tint, pips = (tone.linear_share(c)[:, None] for c in (die.design.body, die.design.ink))
    deep = tint ** (0.25 + 0.4 * away)
    down = die.turn[2] @ SIDES[_side_of(exits)].T < -0.5
    beyond = np.where(down, 0.3 + 0.7 * table[:, None], np.float32(0.9))
    rim = tint**0.3 * np.clip(np.sort(np.abs(points), 0)[1] - 0.72, 0, 1) * 1.6
    seen = deep * (beyond * (1 - behind) + pips * behind * 1.3) + rim * 0.35
    share = np.float32(die.design.clear) * (1 - ink)
    return array(albedo * (1 - share) + seen * share)


def _light_at(die: SceneDie, around: DieSurroundings, there: Floats, normal: Floats) -> Floats:
    """The light (3, N) that falls on world points with these normals."""
    light = around.light
    high = np.clip((there[2] - np.float32(around.ground)) / np.float32(die.edge), 0, 1)
    crowd = _crowding(die, around.others, there)
    up = 0.5 * normal[2]
    total = array(light.ambient_bgr)[:, None] * ((0.5 + up) * (0.45 + 0.55 * high) * crowd)
    total += (level(light) * around.table)[:, None] * ((0.5 - up) * (0.25 + 0.5 * high) * crowd)
    for lamp in light.lamps:
        way = array(lamp.direction)
        seen = np.maximum(way @ normal, 0)
        for other in around.others:
            if _may_shade(other, die, way):
                seen *= 1 - _hidden(other, there, way)
        total += array(lamp.power_bgr)[:, None] * seen
    return array(total)


def _crowding(die: SceneDie, others: Sequence[SceneDie], there: Floats) -> Floats:
    """The share of the sky (N,) that a point keeps beside its neighbours."""
    kept = np.ones(there.shape[1], np.float32)
    for other in others:
        if np.linalg.norm(other.place - die.place) < 1.1 * (other.edge + die.edge):
            own = np.maximum(np.abs(other.turn.T @ (there - other.place[:, None])) * np.float32(2 / other.edge) - 1, 0)
            kept *= 1 - np.float32(0.45) * np.exp(np.float32(-3.5) * np.sqrt(np.einsum("kn,kn->n", own, own)))
    return kept


def _may_shade(other: SceneDie, die: SceneDie, way: Floats) -> bool:
    """Whether the other die's shadow can reach this one at all."""
    apart = other.place - die.place
    along = float(apart @ way)
    return along > 0 and float(np.linalg.norm(apart - along * way)) < 0.87 * (other.edge + die.edge)


def _hidden(other: SceneDie, there: Floats, way: Floats) -> Floats:
    """How much of a lamp the other die hides from points (N,): 0 to 1, soft at the edge."""
    own = other.turn.T @ (there - other.place[:, None]) * np.float32(2 / other.edge)
    near, far = _box(own, np.broadcast_to((other.turn.T @ way)[:, None], own.shape), 0.95)
    return np.clip((far - np.maximum(near, 0)) * 4, 0, 1) * (far > 0.05)


def _shine(light: Light, normal: Floats, out: Floats, gloss: float) -> Floats:
    """Highlights of the lamps and a pale sheen at grazing angles (N,)."""
    along = np.einsum("kn,kn->n", normal, out)
    mirrored = 2 * along * normal - out
    grazing = 0.04 + 0.96 * np.clip(1 - along, 0, 1) ** 5
    total = np.float32(0.35 * gloss) * grazing * (0.5 + 0.5 * mirrored[2])
    power = 12 + 500 * gloss**2
    for lamp in (*light.lamps, *light.reflected):
        spot = array(lamp.direction) @ mirrored
        peak = np.exp(np.minimum(np.float32(power / (1 + 8 * lamp.half_angle_rad)) * (spot - 1), 0))
        total += peak * np.float32(gloss * (0.25 + 1.2 * gloss) * np.mean(lamp.power_bgr)) * (0.35 + grazing)
    return array(total)
