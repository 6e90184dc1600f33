"""What a kind of die is made of, and its six sides as textures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from hardware.arrays import Floats, Image, Matrix
from hardware.art import dice as dice_art
from hardware.art.folder import ArtFolder
from hardware.scene.optics import tone
from hardware.scene.optics.view import array

DieColour = tuple[float, float, float]
"""Blue, green, red, each 0 to 1, as a picture shows it."""

TEXTURE_SIZES = (32, 64, 128, 256, 512)


@dataclass(frozen=True)
class DieDesign:
    """How a kind of die is made. Colours B, G, R from 0 to 1 as a picture shows them; lengths in half-edges."""

    set: str
    kind: str
    faces: tuple[str, ...]
    body: DieColour
    ink: DieColour
    round: float = 0.15
    """Radius of the edges."""
    ball: float = 9.0
    """Radius of a ball that the cube is cut with: about 1.35 for dice with round corners."""
    pip: float = 0.19
    """Radius of a pip."""
    spread: float = 0.52
    """How far from the middle the outer pips sit."""
    close: float = 1.0
    """The pips of the two sit at this share of `spread`: nearer to each other on some Asian dice."""
    across: bool = False
    """The pips of the two in a line with two of its edges, as on some Asian dice, in place of from corner to corner."""
    pip_shape: str = "round"
    """round, square, ring, heart or number."""
    one: float = 1.0
    """How much larger the pip of the one is."""
    one_ink: DieColour | None = None
    """The ink of the one (and of the four, on some dice), where it differs."""
    red_four: bool = False
    dent: float = 0.5
    """How deep pips are sunk, 0 printed to 1 drilled."""
    gloss: float = 0.4
    clear: float = 0.0
    """How much light passes through: 0 opaque to 1 glass."""
    grain: float = 0.0
    """Wood."""
    marble: float = 0.0
    """Swirls or speckles."""
    vein: DieColour | None = None
    """The other colour of a body that two colours run through."""
    glitter: float = 0.0
    """Specks that sparkle in the body; from 0 none to 1 many."""
    ornate: float = 0.0
    """Thin curls about the pips; from 0 none to 1 many."""
    curl: DieColour = (0.9, 0.9, 0.9)
    halo: DieColour | None = None
    """A coloured field round the pips of each side (ringed pips), or the blank under a sticker."""
    sticker: float = 0.0
    """Half-width of a sticker that bears the face; 0 for a face printed edge to edge."""
    wear: float = 0.0
    turns: tuple[int, ...] = (0, 0, 0, 0, 0, 0)
    """Quarter turns of each side's face."""
    seed: int = 0
    art: ArtFolder | None = None
    """Where the pictures of its faces come from; None: our own art, or pips."""

    @property
    def named_kind(self) -> str:
        """Its kind as the rules name it: ordinary dice are one kind whatever their colour."""
        return "die" if self.set == "pips" else self.kind

    def atlas(self, px: float) -> tuple[Image, Floats]:
        """The six sides side by side for a die whose edge is `px` pixels: (colour, slope).

        colour (S, 6 S, 4) uint8: B, G, R and the cover of ink; slope (S, 6 S, 2) float32: how the surface tilts.
        """
        size = next((s for s in TEXTURE_SIZES if s >= px), TEXTURE_SIZES[-1])
        return _atlas(self, size)


@lru_cache(maxsize=16)  # 1.2 MB each for dice 128 px wide
def _atlas(design: DieDesign, size: int) -> tuple[Image, Floats]:
    fine = max(size, 64)
    rng = np.random.default_rng(design.seed)
    colours, slopes = [], []
    for side, face in enumerate(design.faces):
        ink, one = _ink_of(design, face, fine)
        colour = _painted(design, face, ink, one, fine, rng)
        picture = np.dstack([np.clip(colour * 255, 0, 255), ink * 255])
        slope = _slope(np.where(design.sticker > 0, 0, ink).astype(np.float32) * design.dent, fine)
        quarter = design.turns[side] % 4
        picture, slope = np.rot90(picture, -quarter), _turned(slope, quarter)
        colour_and_ink = np.ascontiguousarray(np.round(picture).astype(np.uint8))
        colours.append(tone.shrunk(colour_and_ink, (size, size)) if size < fine else colour_and_ink)
        slopes.append(cv2.resize(np.ascontiguousarray(slope), (size, size), interpolation=cv2.INTER_AREA))
    return np.concatenate(colours, 1), np.concatenate(slopes, 1)


def _turned(slope: Floats, quarter: int) -> Floats:
    slope = np.rot90(slope, -quarter)
    for _ in range(quarter):
        slope = np.stack([slope[..., 1], -slope[..., 0]], -1)
    return slope


def _slope(depth: Floats, size: int) -> Floats:
    """The tilt (right, up) of a surface whose dents have this depth: soft bowls."""
    bowl = cv2.GaussianBlur(depth, (0, 0), max(size * 0.018, 0.8))
    right = cv2.Sobel(bowl, cv2.CV_32F, 1, 0) * (size / 60)
    down = cv2.Sobel(bowl, cv2.CV_32F, 0, 1) * (size / 60)
    return np.stack([right, -down], -1)


PIPS = {
    "1": ((0, 0),),
    "2": ((-1, 1), (1, -1)),
    "3": ((-1, 1), (0, 0), (1, -1)),
    "4": ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    "5": ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    "6": ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


def _ink_of(design: DieDesign, face: str, size: int) -> tuple[Floats, bool]:
    """The cover of ink (size, size) of one side, and whether it takes the ink of the one."""
    if design.art is not None:
        return design.art.die(design.named_kind, face, size)[1], False
    if design.set == "shark-attacks":
        return _art(design, face, size), False
    if face not in PIPS or design.pip_shape == "number":
        return _written(face, size), False
    radius = design.pip * (design.one if face == "1" else 1.0)
    canvas = np.zeros((2 * size, 2 * size), np.uint8)
    scale = len(canvas) / 2
    for x, y in _places(design, face):
        middle = np.array([1 + x * design.spread, 1 - y * design.spread]) * scale
        _pip(canvas, middle, radius * scale, design.pip_shape if face != "1" else design.pip_shape.replace("2", ""))
    ink = cv2.resize(canvas, (size, size), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    return ink, face == "1" or (face == "4" and design.red_four)


def _places(design: DieDesign, face: str) -> Sequence[tuple[float, float]]:
    """Where the pips of a face sit, in units of the design's spread."""
    if face != "2":
        return PIPS[face]
    return [(0.0 if design.across else x * design.close, y * design.close) for x, y in PIPS["2"]]


def _curls(design: DieDesign, size: int, rng: np.random.Generator) -> Floats:
    """The cover (size, size) of thin curls: arcs of circles about the middle and about points near it."""
    canvas = np.zeros((2 * size, 2 * size), np.uint8)
    for _ in range(round(2 + 5 * design.ornate)):
        x, y = (round(float(v) * size * 16) for v in 1 + rng.normal(0, 0.22, 2))
        wide, high = (round(float(v) * size * 16) for v in rng.uniform(0.15, 0.7, 2))
        start, reach, turn = (float(v) for v in rng.uniform(0, 360, 3))
        thick = max(1, round(size * float(rng.uniform(0.02, 0.05))))
        cv2.ellipse(canvas, (x, y), (wide, high), turn, start, start + 60 + reach / 2, 255, thick, cv2.LINE_AA, 4)
    return array(cv2.resize(canvas, (size, size), interpolation=cv2.INTER_AREA).astype(np.float32) / 255)


def _pip(canvas: Image, middle: Matrix, radius: float, shape: str) -> None:
    x, y = (round(float(v) * 16) for v in middle)
    r = round(radius * 16)
    if shape == "square":
        cv2.rectangle(canvas, (x - r, y - r), (x + r, y + r), 255, -1, cv2.LINE_AA, 4)
    elif shape == "ring":
        cv2.circle(canvas, (x, y), r, 255, -1, cv2.LINE_AA, 4)
        cv2.circle(canvas, (x, y), r * 5 // 9, 0, -1, cv2.LINE_AA, 4)
        cv2.circle(canvas, (x, y), r // 4, 255, -1, cv2.LINE_AA, 4)
    elif shape == "heart":
        for dx in (-0.45, 0.45):
            cv2.circle(canvas, (x + round(dx * r), y - r // 4), round(r * 0.6), 255, -1, cv2.LINE_AA, 4)
        tip = np.array([[x - r, y], [x + r, y], [x, y + round(r * 1.1)]], np.int32)
        cv2.fillPoly(canvas, [tip], 255, cv2.LINE_AA, 4)
    else:
        cv2.circle(canvas, (x, y), r, 255, -1, cv2.LINE_AA, 4)


def _written(text: str, size: int) -> Floats:
    """A side that bears a figure or a letter; a blank side for ""."""
    canvas = np.zeros((size, size), np.uint8)
    if text:
        scale, thick = size / 34, max(size // 12, 2)
        (w, h), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, thick)
        at = ((size - w) // 2, (size + h) // 2)
        cv2.putText(canvas, text, at, cv2.FONT_HERSHEY_SIMPLEX, scale, 255, thick, cv2.LINE_AA)
    return canvas.astype(np.float32) / np.float32(255)


def _art(design: DieDesign, face: str, size: int) -> Floats:
    """Our own art, on the whole side or on a sticker."""
    part = design.sticker or 0.94
    inner = max(round(size * part), 8)
    ink = np.zeros((size, size), np.float32)
    start = (size - inner) // 2
    ink[start : start + inner, start : start + inner] = dice_art.mask(f"{design.kind}-{face}", inner)
    return ink


def _painted(design: DieDesign, face: str, ink: Floats, one: bool, size: int, rng: np.random.Generator) -> Floats:
    """The colours (size, size, 3) of one side."""
    body = np.empty((size, size, 3), np.float32)
    body[:] = design.body
    if design.marble:
        body *= 1 + design.marble * (_swirl(size, rng)[..., None] - 0.5) * (0.6, 1.0, 1.0)
    if design.vein is not None:
        body = _over(body, np.clip((_swirl(size, rng, 2) - 0.5) * 6 + 0.5, 0, 1), design.vein)
    if design.glitter:
        body = _over(body, _specks(design.glitter, size, rng), (0.9, 0.92, 0.95))
    if design.grain:
        rings = np.sin(_swirl(size, rng, 3, 0.25) * 26 + np.linspace(0, 30, size)[:, None] * design.grain)
        body *= (1 - 0.12 * design.grain * (rings * 0.5 + 0.5))[..., None]
    if design.halo is not None:
        body = _over(body, _field(design, size), design.halo)
    if design.ornate:
        body = _over(body, _curls(design, size, rng), design.curl)
    worn = ink * (1 - design.wear * (_swirl(size, rng) > 0.62)) if design.wear else ink
    if design.art is not None:
        return _over(body, worn, array(design.art.die(design.named_kind, face, size)[0] / 255.0))
    return _over(body, worn, design.one_ink if one and design.one_ink is not None else design.ink)


def _field(design: DieDesign, size: int) -> Floats:
    """Where the field of a side is: a disc under ringed pips, or what a sticker leaves bare of its blank."""
    canvas = np.zeros((size, size), np.uint8)
    half = size / 2
    if design.sticker:
        reach, soft = design.sticker * half, design.sticker * half * 0.12
        lo, hi = (round((half - reach + soft) * 16), round((half + reach - soft) * 16))
        cv2.rectangle(canvas, (lo, lo), (hi, hi), 255, round(2 * soft), cv2.LINE_AA, 4)
        cv2.rectangle(canvas, (lo, lo), (hi, hi), 255, -1, cv2.LINE_AA, 4)
        canvas = 255 - canvas
    else:
        cv2.circle(canvas, (round(half * 16), round(half * 16)), round(half * 0.86 * 16), 255, -1, cv2.LINE_AA, 4)
    return canvas.astype(np.float32) / np.float32(255)


def _specks(share: float, size: int, rng: np.random.Generator) -> Floats:
    """The cover (size, size) of specks that sparkle, some more than others."""
    cells = min(size, 128)
    cover = (rng.random((cells, cells), np.float32) < 0.06 * share) * rng.random((cells, cells), np.float32)
    return array(cv2.resize(cover.astype(np.float32), (size, size), interpolation=cv2.INTER_LINEAR))


def _over(below: Floats, cover: Floats, colour: DieColour | Floats) -> Floats:
    """`colour`, or a picture (H, W, 3), laid over what is below as far as it covers it."""
    return (below + (array(colour) - below) * cover[..., None]).astype(np.float32)


def _swirl(size: int, rng: np.random.Generator, cells: int = 5, power: float = 1.0) -> Floats:
    """Smooth noise (size, size) from 0 to 1."""
    total, weight = np.zeros((size, size), np.float32), 0.0
    for octave in range(3):
        part = rng.random((cells * 2**octave,) * 2, np.float32)
        total += cv2.resize(part, (size, size), interpolation=cv2.INTER_CUBIC) * 0.5**octave
        weight += 0.5**octave
    return array(np.clip(total / weight, 0, 1) ** power)
