"""Light on a rounded die and on the table about it, added as light.

Lengths are in half-edges of the die, whose middle is the origin.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from dice_makes import Kind, Make, any_colour, light_of, noise
from dice_prints import PRINT_PX

GROUND_PX = 256


def unit(v: Any) -> Any:
    return v / np.linalg.norm(v, axis=-1, keepdims=True)


def traced(make: Make, origin: Any, ray: Any) -> tuple[Any, Any]:
    """Where rays (N, 3) meet the die, and whether."""
    with np.errstate(divide="ignore", invalid="ignore"):
        one, two = (-1 - origin) / ray, (1 - origin) / ray
    near, far = np.minimum(one, two).max(1), np.maximum(one, two).min(1)
    hit = near < far
    at = np.where(hit, near, 0).astype(np.float32)
    chosen = np.flatnonzero(hit)
    run, rays = at[chosen], ray[chosen]
    away = np.full(len(chosen), 1.0, np.float32)
    for _ in range(7):
        p = np.abs(origin + rays * run[:, None])
        q = p - np.float32(1 - make.round)
        away = np.sqrt((np.maximum(q, 0) ** 2).sum(1)) + np.minimum(q.max(1), 0) - np.float32(make.round)
        if make.ball < 5:
            away = np.maximum(away, np.sqrt((p**2).sum(1)) - np.float32(make.ball))
        run = run + away
    hit[chosen] = (away < 0.03) & (run < far[chosen])
    where = np.zeros_like(ray)
    where[chosen] = origin + rays * run[:, None]
    return where, hit


def lights(rng: np.random.Generator) -> tuple[Any, list[tuple[Any, Any, float]]]:
    """The light from above all round (3,), and lamps: the way to each (3,), its colour, how soft its shadow is."""
    warm = np.exp(rng.normal(0, 0.1) * np.array([-1, 0, 1]))
    sky = warm * rng.uniform(0.25, 0.9)
    lamps = []
    for _ in range(int(rng.choice([1, 2, 3], p=[0.55, 0.35, 0.1]))):
        height, way = rng.uniform(0.35, 1.5), rng.uniform(0, 2 * np.pi)
        to = np.array([np.cos(way) * np.cos(height), np.sin(way) * np.cos(height), np.sin(height)])
        colour = np.exp(rng.normal(0, 0.12) * np.array([-1, 0, 1])) * rng.uniform(0.15, 1.2)
        lamps.append((to.astype(np.float32), colour.astype(np.float32), float(rng.uniform(0.02, 0.8))))
    return sky.astype(np.float32), lamps


@lru_cache(maxsize=1)
def grounds() -> Any:
    """Patterns (N, GROUND_PX, GROUND_PX), means of 1."""
    rng, made = np.random.default_rng(7), []
    for number in range(60):
        plain = 1 + (noise(GROUND_PX, int(rng.integers(2, 60)), rng, 4) - 0.5) * rng.uniform(0.05, 0.9)
        if number % 3 == 0:  # planks, and their grain
            streaks = cv2.resize(noise(GROUND_PX, 40, rng, 3), (GROUND_PX * 8, GROUND_PX))[:, :GROUND_PX]
            plain = plain * (1 + (streaks - 0.5) * rng.uniform(0.2, 1.4))
            plain[:: int(rng.integers(50, 120))] *= rng.uniform(0.2, 0.9)
        if number % 3 == 1:  # cloth
            y, x = np.mgrid[:GROUND_PX, :GROUND_PX]
            weave = np.sin(x * rng.uniform(0.3, 2)) * np.sin(y * rng.uniform(0.3, 2))
            plain = plain * (1 + weave * rng.uniform(0, 0.3)) + rng.normal(0, rng.uniform(0, 0.12), plain.shape)
        made.append(np.clip(plain / plain.mean(), 0.1, 3))
    return np.stack(made).astype(np.float32)


def ground(kind: Kind, origin: Any, ray: Any, lamps: Any, sky: Any, rng: np.random.Generator, n: int) -> Any:
    """The light of the table, z = -1, with the die's shadow, and now and then another die on it."""
    run = (-1 - origin[2]) / np.minimum(ray[:, 2], -1e-3)
    at = origin[:2] + ray[:, :2] * run[:, None]
    pattern = grounds()[rng.integers(len(grounds()))]
    turn, size = rng.uniform(0, 2 * np.pi), rng.uniform(8, 40)
    c, s = np.cos(turn) * size, np.sin(turn) * size
    move = rng.uniform(0, GROUND_PX, 2)
    u = ((at[:, 0] * c - at[:, 1] * s + move[0]) % (GROUND_PX - 1)).astype(np.float32).reshape(n, n)
    v = ((at[:, 0] * s + at[:, 1] * c + move[1]) % (GROUND_PX - 1)).astype(np.float32).reshape(n, n)
    paint = light_of(any_colour(rng))
    paint = paint.mean() + (paint - paint.mean()) * rng.uniform(0, 1)
    colour = paint * cv2.remap(pattern, u, v, cv2.INTER_LINEAR).reshape(-1, 1)
    lit = np.empty_like(colour)
    near = np.sqrt((np.maximum(np.abs(at) - 1, 0) ** 2).sum(1))
    lit[:] = sky * (1 - 0.55 * np.exp(-near * 2.2))[:, None]
    beside = rng.random() < 0.3
    other = unit(rng.normal(0, 1, 2)) * rng.uniform(2.1, 3.4)
    for to, light, soft in lamps:
        dark = _shadow(at, to, soft)
        dark = np.maximum(dark, _shadow(at - other, to, soft)) if beside else dark
        lit += light * to[2] * (1 - dark)[:, None]
    colour = colour * lit
    if beside:
        colour = _neighbour(kind, origin, ray, other, colour, sky, lamps, rng, n)
    return colour.astype(np.float32)


def _shadow(at: Any, to: Any, soft: float) -> Any:
    """How much of a lamp a die hides from the table at places (N, 2): the way to the lamp against the die's sides."""
    slope = to / max(float(to[2]), 0.2)
    steps = np.array([0.15, 0.6, 1.1, 1.6, 1.95], np.float32)
    away = np.min([np.maximum(np.abs(at + slope[:2] * h).max(1) - 1, -1) for h in steps], axis=0)
    return np.clip(0.5 - away / (soft + 0.05), 0, 1)


def _neighbour(
    kind: Kind, origin: Any, ray: Any, other: Any, colour: Any, sky: Any, lamps: Any, rng: Any, n: int
) -> Any:
    """Another die beside, drawn simply: a box in the kind's colour."""
    shift = np.array([*other, 0], np.float32)
    turn = rng.uniform(0, np.pi / 2)
    c, s = np.cos(turn), np.sin(turn)
    about = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]], np.float32)
    o, r = (origin - shift) @ about, ray @ about
    with np.errstate(divide="ignore", invalid="ignore"):
        one, two = (-1 - o) / r, (1 - o) / r
    low = np.minimum(one, two)
    near, far = low.max(1), np.maximum(one, two).min(1)
    hit = near < far
    axis = low.argmax(1)
    up = np.where(axis == 2, 1.0, 0.45)[:, None] * (sky + sum(light * max(float(to[2]), 0) for to, light, _ in lamps))
    p = o + r * near[:, None]
    px = np.clip((p[:, :2] * 0.5 + 0.5) * PRINT_PX, 0, PRINT_PX - 1).astype(int)
    side = kind.sides[rng.integers(len(kind.sides))][px[:, 1], px[:, 0], :3]
    painted = np.where((axis == 2)[:, None], side, kind.make.body) * up
    return np.where(hit[:, None], painted, colour)


def shaded(
    kind: Kind, face: int, sides: tuple[int, int], p: Any, ray: Any, lamps: Any, sky: Any, sheen: float, rng: Any
) -> Any:
    """The light (N, 3) that comes from places p (N, 3) of the die; `sheen` is what a wholly glossy upper face mirrors
    of a window."""
    make = kind.make
    q = np.abs(p) - np.float32(1 - make.round)
    normal = np.maximum(q, 0.0) * np.sign(p)
    if make.ball < 5:
        normal = np.where((np.sqrt((p**2).sum(1)) > make.ball - 0.03)[:, None], p, normal)
    axis = np.argmax(np.abs(p), 1)
    flat = (normal**2).sum(1) < 1e-8
    normal[flat, axis[flat]] = np.sign(p[flat, axis[flat]])
    normal = unit(normal)
    # of each axis the two others: right and down of its print
    first, second = np.array([1, 2, 0])[axis], np.array([2, 0, 1])[axis]
    rows = np.arange(len(p))
    u, v = p[rows, first], p[rows, second]
    atlas = np.concatenate([kind.sides[sides[0]], kind.sides[sides[1]], kind.sides[face]], 1)
    quarter = PRINT_PX / 2
    col = (np.clip(u, -0.99, 0.99) * quarter + quarter - 0.5 + axis * PRINT_PX).astype(np.float32)
    row = (np.clip(v, -0.99, 0.99) * quarter + quarter - 0.5).astype(np.float32)
    seen = np.concatenate(
        [cv2.remap(np.ascontiguousarray(atlas[..., part]), col[None], row[None], cv2.INTER_LINEAR)[0]
         for part in (slice(0, 3), slice(3, 6))], 1)  # fmt: skip
    normal[rows, first] += seen[:, 3]
    normal[rows, second] += seen[:, 4]
    normal = unit(normal)
    bounce = np.float32(rng.uniform(0.1, 0.5))
    lit = sky * (bounce + (1 - bounce) * (normal[:, 2:] * 0.5 + 0.5))
    gleam = np.zeros((len(p), 3), np.float32)
    for to, light, _ in lamps:
        lit = lit + light * np.maximum(normal @ to, make.through * 0.5)[:, None]
        half = unit(to - ray)
        gleam += light * (np.maximum((half * normal).sum(1), 0) ** make.sharp)[:, None] * (0.15 + 0.04 * make.sharp)
    mirrored = ray - 2 * (ray * normal).sum(1, keepdims=True) * normal
    window, wide = unit(rng.normal((0, 0, 1), 1, 3)).astype(np.float32), rng.uniform(0.6, 0.97)
    pane = np.clip((mirrored @ window - wide) * 14, 0, 1)[:, None] * rng.uniform(0, 2.5) * float(rng.random() < 0.5)
    fresnel = 0.04 + 0.5 * (1 - np.clip(-(ray * normal).sum(1), 0, 1)) ** 4
    shine = (seen[:, 5] * fresnel)[:, None] * (sky * np.clip(mirrored[:, 2:] + 0.4, 0, 1) * 2 + pane * 4)
    light = seen[:, :3] * lit + shine + seen[:, 5:6] * gleam * 0.35
    return light + seen[:, 5:6] * _sheen(normal, ray, rng) * sheen if sheen else light


def _sheen(normal: Any, ray: Any, rng: np.random.Generator) -> Any:
    """How much (N, 1) of a window that the upper face mirrors is seen at places with this normal (N, 3): the slopes of
    the print look past it, and so does the grain of the surface."""
    rough = normal + rng.normal(0, rng.uniform(0, 0.06), normal.shape).astype(np.float32)
    mirrored = unit(ray - 2 * (ray * rough).sum(1, keepdims=True) * rough)
    to = ray.mean(0) * np.array([1, 1, -1]) + rng.normal(0, 0.12, 3)
    wide, edge = rng.uniform(0.1, 0.5), float(np.exp(rng.uniform(np.log(1.5), np.log(12))))
    colour = np.exp(rng.normal(0, 0.08) * np.array([-1, 0, 1])).astype(np.float32)
    away = np.arccos(np.clip(mirrored @ unit(to).astype(np.float32), -1, 1))
    return np.clip((wide - away) * edge + 0.5, 0, 1)[:, None] * colour
