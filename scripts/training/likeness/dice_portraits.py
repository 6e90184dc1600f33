"""Portraits of dice: one rounded die of any make and print at a time, lit and seen in any way, fast to draw.

Light is added and blurred as light, and only then told as a camera tells it. Lengths are in half-edges of the die,
whose middle is the origin.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from dice_prints import PRINT_PX, PrintShop

from hardware.scene.objects.designs import BODIES
from vision.dice.crops import LIMITS as CROPS

PX_PER_SIDE = CROPS.fine_crop_px / CROPS.crop_sides
PORTRAIT_PX = 92
"""A crop in any turn, and a little more."""
FINER = 1.15
GROUND_PX = 256
FILE_SETS = 50
SIDE = -1
"""The face of a portrait that shows the side of a die as if it were its upper face."""
SIDES_A_SET = 6
SHEEN_SHARE = 0.4
"""So many portraits have an upper face that mirrors a window or a lampshade: the print is paler than what lies about
it, or all but gone but for its edges."""


@dataclass(frozen=True)
class Make:
    """What all dice of a kind have. Colours are light, B, G, R."""

    body: Any
    ink: Any
    round: float
    ball: float
    dent: float
    """How deep the print is cut; negative where it stands out."""
    gloss: float
    sharp: float
    """The exponent of its gleam."""
    vein: Any | None
    """The other colour that runs through the body."""
    wear: float
    grain: float
    through: float
    """How much light passes through."""
    ink_gloss: float
    """How much the print gleams, against the body."""
    sticker: Any | None
    """The colour of the field that the print lies on."""
    seed: int


@dataclass(frozen=True, eq=False)
class Kind:
    """A kind of die: its make, and sides (faces, PRINT_PX, PRINT_PX, 6): B, G, R as light, the slopes right and down,
    gloss."""

    make: Make
    sides: Any


def light_of(colour: Any) -> Any:
    """Light of a colour as pictures show it, 0 to 1."""
    colour = np.asarray(colour, np.float32)
    return np.where(colour < 0.04045, colour / 12.92, ((colour + 0.055) / 1.055) ** 2.4).astype(np.float32)


def any_colour(rng: np.random.Generator) -> Any:
    if rng.random() < 0.75:
        names = list(BODIES)
        return np.clip(np.array(BODIES[names[rng.integers(len(names))]]) * np.exp(rng.normal(0, 0.12, 3)), 0.015, 0.95)
    return rng.uniform(0.03, 0.95, 3)


def _any_ink(rng: np.random.Generator) -> Any:
    """Mostly white or black."""
    if rng.random() < 0.35:
        return np.array((0.95, 0.95, 0.95))
    return np.array((0.05,) * 3) if rng.random() < 0.4 else any_colour(rng)


def any_make(rng: np.random.Generator, like: Make | None = None) -> Make:
    """A make of dice; with `like` one of the same finish in other colours."""
    body = any_colour(rng)
    dark = rng.random() < 0.35
    for _ in range(30):
        ink = _any_ink(rng)
        if np.abs(light_of(ink) ** 0.4 - light_of(body) ** 0.4).max() > (0.16 if dark else 0.35):
            break
    if like is not None:
        return Make(
            **{
                **like.__dict__,
                "body": light_of(body),
                "ink": light_of(ink),
                "vein": None,
                "seed": int(rng.integers(2**31)),
            }
        )
    wooden = rng.random() < 0.12
    printed = rng.random() < 0.4
    return Make(
        body=light_of(body), ink=light_of(ink), round=float(np.clip(rng.gamma(3, 0.06), 0.04, 0.42)),
        ball=float(rng.uniform(1.3, 1.55)) if rng.random() < 0.35 else 9.0,
        dent=0.0 if printed else float(rng.uniform(0.15, 1.3)) * (-1 if rng.random() < 0.12 else 1),
        gloss=float(rng.beta(1.2, 2.0)) * (0.3 if wooden else 1.0),
        sharp=float(np.exp(rng.uniform(np.log(6), np.log(150)))),
        vein=light_of(any_colour(rng)) if not wooden and rng.random() < 0.16 else None,
        wear=float(rng.uniform(0.2, 0.7)) if rng.random() < 0.25 else 0.0,
        grain=float(rng.uniform(0.3, 1)) if wooden else 0.0,
        through=float(rng.uniform(0.2, 0.8)) if not wooden and rng.random() < 0.12 else 0.0,
        ink_gloss=float(rng.uniform(0.1, 1.1)),
        sticker=light_of(any_colour(rng)) if rng.random() < 0.06 else None, seed=int(rng.integers(2**31)),
    )  # fmt: skip


def noise(side: int, cells: int, rng: np.random.Generator, octaves: int = 3) -> Any:
    """Smooth noise (side, side), 0 to 1."""
    total = np.zeros((side, side), np.float32)
    for octave in range(octaves):
        part = rng.random((cells * 2**octave + 1,) * 2, np.float32)
        total += cv2.resize(part, (side, side), interpolation=cv2.INTER_LINEAR) * 0.5**octave
    return (total - total.min()) / max(float(np.ptp(total)), 1e-6)


def made_of(make: Make, masks: Sequence[Any]) -> Kind:
    """Dice of a make that bear these prints."""
    rng, sides = np.random.default_rng(make.seed), []
    for mask in masks:
        ink = mask.astype(np.float32) / 255
        colour = np.empty((PRINT_PX, PRINT_PX, 3), np.float32)
        colour[:] = make.body
        if make.vein is not None:
            colour += (make.vein - colour) * np.clip((noise(PRINT_PX, 3, rng) - 0.5) * 5 + 0.5, 0, 1)[..., None]
        if make.grain:
            rings = np.sin(noise(PRINT_PX, 2, rng, 2) * 14 + np.linspace(0, 24, PRINT_PX)[:, None])
            colour *= (1 - 0.25 * make.grain * (rings * 0.5 + 0.5))[..., None]
        if make.sticker is not None:
            field = np.zeros((PRINT_PX, PRINT_PX), np.float32)
            cv2.rectangle(field, (6, 6), (PRINT_PX - 7, PRINT_PX - 7), 1.0, -1)
            colour += (make.sticker - colour) * field[..., None]
        worn = ink * (1 - np.clip((noise(PRINT_PX, 6, rng) - 1 + make.wear) * 6, 0, 1)) if make.wear else ink
        colour += (make.ink - colour) * worn[..., None]
        bowl = cv2.GaussianBlur(ink, (0, 0), 1.3) * make.dent
        slopes = [cv2.Sobel(bowl, cv2.CV_32F, *way) * 0.5 for way in ((1, 0), (0, 1))]
        sides.append(np.dstack([colour, *slopes, make.gloss * (1 - (1 - make.ink_gloss) * worn)]))
    return Kind(make, np.stack(sides).astype(np.float32))


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


def _unit(v: Any) -> Any:
    return v / np.linalg.norm(v, axis=-1, keepdims=True)


def portrait(
    kind: Kind, face: int, sides: tuple[int, int], rng: np.random.Generator, steep: bool = False, of_side: bool = False
) -> Any:
    """A picture (PORTRAIT_PX, PORTRAIT_PX, 3) uint8 of a die that shows `face` above and two others at its sides, as a
    detector that is a little off cuts it, PX_PER_SIDE to its side; `steep` from nearly above; `of_side` as if one of
    its sides were taken for the upper face."""
    n = round(PORTRAIT_PX * FINER)
    tilt = np.radians(abs(rng.normal(0, 9)) if steep or rng.random() < 0.35 else rng.uniform(0, 46))
    if of_side:
        tilt = np.radians(rng.uniform(14, 52))
    way, roll = rng.uniform(0, 2 * np.pi), rng.uniform(0, 2 * np.pi)
    back = np.array([np.sin(tilt) * np.cos(way), np.sin(tilt) * np.sin(way), np.cos(tilt)])
    far = float(np.exp(rng.uniform(np.log(14), np.log(70))))
    right = _unit(np.cross((np.cos(roll), np.sin(roll), 0.01), back))
    down = np.cross(right, back)
    middle, towards = _side_in_view(back) if of_side else (np.array([0, 0, 1.0]), max(np.cos(tilt), 0.5))
    eye = middle + back * far
    # the face's size is the root of its area; the detector takes a little of the side for the face
    per_px = 2 / (PX_PER_SIDE * FINER) * np.sqrt(towards) * float(np.exp(rng.normal(0.05, 0.10))) / far
    lower = np.array([right @ (0, 0, -1), down @ (0, 0, -1)])
    shift = lower * rng.uniform(-0.1, 0.35) * float(rng.random() < 0.6) + rng.normal(0, 0.09, 2)
    grid = (np.arange(n, dtype=np.float32) - (n - 1) / 2) * np.float32(per_px)
    x, y = np.meshgrid(grid + shift[0] / far, grid + shift[1] / far)
    ray = _unit((x[..., None] * right + y[..., None] * down - back).astype(np.float32)).reshape(-1, 3)
    origin = eye.astype(np.float32)
    where, hit = _traced(kind.make, origin, ray)
    sky, lamps = _lights(rng)
    picture = _ground(kind, origin, ray, lamps, sky, rng, n)
    sheen = 0.0
    if rng.random() < SHEEN_SHARE:
        sheen = float(np.exp(rng.uniform(np.log(0.05), np.log(0.8)))) / max(kind.make.gloss, 0.03)
    if hit.any():
        picture[hit] = _shaded(kind, face, sides, where[hit], ray[hit], lamps, sky, sheen, rng)
    picture = picture.reshape(n, n, 3)
    picture = (
        picture
        * np.float32(_exposure(picture, (40, 64) if sheen else (60, 98), rng))
        * np.exp(rng.normal(0, 0.06, 3)).astype(np.float32)
    )
    if rng.random() < 0.35:
        picture = cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.4, 1.5)))
    if rng.random() < 0.3:  # far away, where a die has but few px
        few = max(20, round(n / FINER * rng.uniform(0.5, 1)))
        picture = cv2.resize(cv2.resize(picture, (few, few), interpolation=cv2.INTER_AREA), (n, n))
    picture = cv2.resize(picture, (PORTRAIT_PX, PORTRAIT_PX), interpolation=cv2.INTER_AREA)
    return _as_camera(picture, rng)


def _side_in_view(back: Any) -> tuple[Any, float]:
    """The middle of the side that is best seen from the way `back` to the camera, and how much it is turned towards
    it: as large as the root of that it looks."""
    axis = int(np.argmax(np.abs(back[:2])))
    middle = np.zeros(3)
    middle[axis] = np.sign(back[axis])
    return middle, max(float(abs(back[axis])), 0.3)


def _exposure(picture: Any, percent: tuple[float, float], rng: np.random.Generator) -> float:
    level = float(np.percentile(picture.mean(-1), rng.uniform(*percent)))
    return min(float(rng.uniform(0.2, 0.6)) / max(level, 0.02), 3.0)


def _as_camera(light: Any, rng: np.random.Generator) -> Any:
    light = np.maximum(light, 0)
    if rng.random() < 0.6:  # a shoulder, as cameras have it
        knee = rng.uniform(0.5, 0.9)
        light = np.where(light > knee, knee + (1 - knee) * (1 - np.exp(-(light - knee) / (1 - knee))), light)
    light = light + rng.normal(0, 1, light.shape) * np.sqrt(light * rng.uniform(0, 4e-4) + rng.uniform(0, 8e-5))
    told = np.clip(light, 0, 1) ** float(1 / 2.2 * np.exp(rng.normal(0, 0.12)))
    if rng.random() < 0.4:
        told = told + rng.uniform(0, 0.25) * (told * told * (3 - 2 * told) - told) * 2
    return np.clip(told * 255 + 0.5, 0, 255).astype(np.uint8)


def _traced(make: Make, origin: Any, ray: Any) -> tuple[Any, Any]:
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


def _lights(rng: np.random.Generator) -> tuple[Any, list[tuple[Any, Any, float]]]:
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


def _ground(kind: Kind, origin: Any, ray: Any, lamps: Any, sky: Any, rng: np.random.Generator, n: int) -> Any:
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
    other = _unit(rng.normal(0, 1, 2)) * rng.uniform(2.1, 3.4)
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


def _shaded(
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
    normal = _unit(normal)
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
    normal = _unit(normal)
    bounce = np.float32(rng.uniform(0.1, 0.5))
    lit = sky * (bounce + (1 - bounce) * (normal[:, 2:] * 0.5 + 0.5))
    gleam = np.zeros((len(p), 3), np.float32)
    for to, light, _ in lamps:
        lit = lit + light * np.maximum(normal @ to, make.through * 0.5)[:, None]
        half = _unit(to - ray)
        gleam += light * (np.maximum((half * normal).sum(1), 0) ** make.sharp)[:, None] * (0.15 + 0.04 * make.sharp)
    mirrored = ray - 2 * (ray * normal).sum(1, keepdims=True) * normal
    window, wide = _unit(rng.normal((0, 0, 1), 1, 3)).astype(np.float32), rng.uniform(0.6, 0.97)
    pane = np.clip((mirrored @ window - wide) * 14, 0, 1)[:, None] * rng.uniform(0, 2.5) * float(rng.random() < 0.5)
    fresnel = 0.04 + 0.5 * (1 - np.clip(-(ray * normal).sum(1), 0, 1)) ** 4
    shine = (seen[:, 5] * fresnel)[:, None] * (sky * np.clip(mirrored[:, 2:] + 0.4, 0, 1) * 2 + pane * 4)
    light = seen[:, :3] * lit + shine + seen[:, 5:6] * gleam * 0.35
    return light + seen[:, 5:6] * _sheen(normal, ray, rng) * sheen if sheen else light


def _sheen(normal: Any, ray: Any, rng: np.random.Generator) -> Any:
    """How much (N, 1) of a window that the upper face mirrors is seen at places with this normal (N, 3): the slopes of
    the print look past it, and so does the grain of the surface."""
    rough = normal + rng.normal(0, rng.uniform(0, 0.06), normal.shape).astype(np.float32)
    mirrored = _unit(ray - 2 * (ray * rough).sum(1, keepdims=True) * rough)
    to = ray.mean(0) * np.array([1, 1, -1]) + rng.normal(0, 0.12, 3)
    wide, edge = rng.uniform(0.1, 0.5), float(np.exp(rng.uniform(np.log(1.5), np.log(12))))
    colour = np.exp(rng.normal(0, 0.08) * np.array([-1, 0, 1])).astype(np.float32)
    away = np.arccos(np.clip(mirrored @ _unit(to).astype(np.float32), -1, 1))
    return np.clip((wide - away) * edge + 0.5, 0, 1)[:, None] * colour


def draw_portraits(shop: PrintShop, seed: int, count: int, views: int, output: Path) -> None:
    """Portraits of so many sets of dice: `views` of each face, in files of 50 sets; and some of sides (face SIDE)."""
    output.mkdir(parents=True, exist_ok=True)
    for first in range(0, count, FILE_SETS):
        rows: list[tuple[Any, int, int, int]] = []
        for number in range(first, min(first + FILE_SETS, count)):
            rows += _set_portraits(shop, np.random.default_rng((seed, number)), number, views)
        pictures, sets, faces, pips = zip(*rows, strict=True)
        np.savez(output / f"{seed}-{first:05d}.npz", pictures=np.stack(pictures), sets=np.array(sets, np.int32),
                 faces=np.array(faces, np.int32), pips=np.array(pips, np.int32))  # fmt: skip
        print(f"{first + FILE_SETS}/{count}", flush=True)


def _set_portraits(
    shop: PrintShop, rng: np.random.Generator, number: int, views: int
) -> list[tuple[Any, int, int, int]]:
    """Picture, set, face and pips (0: none) of each portrait of a set: of one kind of dice, or of two that differ by
    colour, by print or by both. The last ones are of sides."""
    how = rng.choice(["one", "colour", "print", "both"], p=[0.55, 0.15, 0.15, 0.15])
    masks, pips = shop.faces(rng, int(rng.integers(6, 10)))
    if how == "one":
        kinds = [(made_of(any_make(rng), masks), list(range(len(masks))))]
    else:
        half = max(len(masks) // 2, 3)
        make = any_make(rng)
        other = any_make(rng, like=make) if how != "print" else make
        parts = [list(range(half))] * 2 if how == "colour" else [list(range(half)), list(range(half, len(masks)))]
        kinds = [(made_of(m, masks), part) for m, part in zip((make, other), parts, strict=True) if part]
    rows, face = [], 0
    for kind, part in kinds:
        for shown in part:
            for _ in range(views):
                sides = int(rng.choice(part)), int(rng.choice(part))
                rows.append((portrait(kind, shown, sides, rng), number, face, pips[shown]))
            face += 1
    for _ in range(SIDES_A_SET):
        kind, part = kinds[rng.integers(len(kinds))]
        shown, *sides = (int(rng.choice(part)) for _ in range(3))
        rows.append((portrait(kind, shown, (sides[0], sides[1]), rng, of_side=True), number, SIDE, 0))
    return rows
