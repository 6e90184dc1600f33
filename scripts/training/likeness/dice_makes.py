"""Makes of dice, and how light comes from them: colours, prints, grain and wear. Colours are light, B, G, R, 0 to 1."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from dice_prints import PRINT_PX

from hardware.scene.objects.designs import BODIES


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
