"""Lessons for the likeness network, drawn from a pool of portraits on any device: which crops show the same face."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from dice_portraits import PORTRAIT_PX, SIDE
from dice_weather_batch import glinting, normal, shaded, some, uniform, veiled, weather
from torch import Tensor, nn

from vision.dice.crops import LIMITS as CROPS

ANY = -2
"""A face that no other of the lesson is compared with, or whose pips nobody knows."""


@dataclass(frozen=True, slots=True)
class LessonSettings:
    """What a lesson is."""

    faces: int = 8
    """So many faces of one set are seen in a lesson,"""
    views: int = 2
    """each so often."""
    sides: int = 2
    """So many sides of its dice are shown as well."""
    ordinary_share: float = 0.12
    """Share of the lessons that are ordinary dice of drawn scenes: only their pips count."""
    mirrored_share: float = 0.5
    painted_share: float = 0.5
    """Shares of the lessons in which all is mirrored, and has other colours."""
    light_share: float = 0.08
    """Share of the crops that lie in the edge of a shadow, as many in a veil of light, and as many in a reflection."""
    weather_strength: float = 0.6

    @property
    def crops(self) -> int:
        """So many crops has a lesson."""
        return self.faces * self.views + self.sides


SETTINGS = LessonSettings()


@dataclass(frozen=True, eq=False)
class SetOfFaces:
    """Where the portraits of a set lie in the pool: `views` (faces, views) and `sides`; the pips of each face."""

    views: Any
    pips: Any
    sides: Any


class Portraits:
    """Portraits of sets of dice, and crops of ordinary dice in drawn scenes. More files may come: `grow` takes them
    up."""

    def __init__(self, folder: Path, ordinary: Path | None, device: torch.device) -> None:
        self.folder, self.device = folder, device
        self.files: set[Path] = set()
        self.pictures = torch.zeros(0, PORTRAIT_PX, PORTRAIT_PX, 3, dtype=torch.uint8, device=device)
        self.sets: list[SetOfFaces] = []
        parts = [np.load(file) for file in sorted(ordinary.glob("*.npz"))] if ordinary else []
        self.ordinary_pips = np.concatenate([part["pips"] for part in parts]) if parts else np.zeros(0, int)
        crops = np.concatenate([part["pictures"] for part in parts]) if parts else np.zeros((0, 1, 1, 3), np.uint8)
        self.ordinary = torch.tensor(crops, device=device)
        self.grow()

    def grow(self) -> None:
        """Take up the files that are new."""
        new = [file for file in sorted(self.folder.glob("*.npz")) if file not in self.files]
        added = [self.pictures]
        first = len(self.pictures)
        for part in map(np.load, new):
            sets, faces, pips = part["sets"], part["faces"], part["pips"]
            for number in np.unique(sets):
                mine = np.flatnonzero(sets == number)
                views = np.stack([mine[faces[mine] == face] for face in np.unique(faces[mine]) if face != SIDE])
                sides = mine[faces[mine] == SIDE]
                self.sets.append(SetOfFaces(first + views, pips[views[:, 0]], first + sides))
            added.append(torch.tensor(part["pictures"], device=self.device))
            first += len(added[-1])
        self.pictures = torch.cat(added)
        self.files |= set(new)

    def lessons(self, count: int, rng: np.random.Generator) -> tuple[Tensor, Tensor, Tensor]:
        """So many lessons: crops (count x crops, 3, 64, 64), 0 to 1; which face each shows (count, crops), ANY: none's,
        SIDE: the side of a die; and its pips (ANY: nobody knows)."""
        ordinary = int(rng.binomial(count, SETTINGS.ordinary_share)) if len(self.ordinary) else 0
        chosen = rng.choice(len(self.sets), count - ordinary, replace=len(self.sets) < count)
        places, owners, pips = map(
            np.array, zip(*(_of_a_set(self.sets[number], rng) for number in chosen), strict=True)
        )
        crops = self.pictures[torch.tensor(places, device=self.device)]
        if ordinary:
            some_dice = rng.integers(len(self.ordinary), size=(ordinary, SETTINGS.crops))
            crops = torch.cat([crops, self.ordinary[torch.tensor(some_dice, device=self.device)]])
            owners = np.concatenate([owners, np.full_like(some_dice, ANY)])
            pips = np.concatenate([pips, self.ordinary_pips[some_dice]])
        with torch.no_grad():
            seen = _seen(_painted(crops.permute(0, 1, 4, 2, 3).float()))
        return seen / 255, torch.tensor(owners, device=self.device), torch.tensor(pips, device=self.device)


def _of_a_set(chosen: SetOfFaces, rng: np.random.Generator) -> tuple[Any, Any, Any]:
    """The places of the portraits of a lesson, the number of the face of each, and its pips."""
    wanted = SETTINGS.faces * SETTINGS.views
    order = rng.permutation(len(chosen.views))[: SETTINGS.faces]
    views = rng.permuted(chosen.views[order], axis=1)[:, : SETTINGS.views].ravel()
    # of a set of few faces some are shown again, compared with none
    again = rng.choice(views, wanted - len(views))
    places = np.concatenate([views, again, rng.permutation(chosen.sides)[: SETTINGS.sides]])
    owners, pips = np.full(len(places), ANY), np.full(len(places), ANY)
    owners[: len(views)] = np.repeat(np.arange(len(order)), SETTINGS.views)
    owners[wanted:] = SIDE
    pips[: len(views)] = np.repeat(chosen.pips[order], SETTINGS.views)
    return places, owners, pips


def _painted(x: Tensor) -> Tensor:
    """Lessons (N, crops, 3, H, W): all of some in the same other colours, all of some mirrored."""
    count = len(x)
    mirrored = torch.rand(count, 1, 1, 1, 1, device=x.device) < SETTINGS.mirrored_share
    x = torch.where(mirrored, x.flip(-1), x)
    inverted = torch.rand(count, 1, 1, 1, 1, device=x.device) < 0.25
    swapped = torch.eye(3, device=x.device)[torch.rand(count, 3, device=x.device).argsort(1)]
    mix = swapped + torch.randn(count, 3, 3, device=x.device) * 0.2
    mix = mix / mix.sum(2, keepdim=True).abs().clamp(min=0.4)
    other = torch.einsum("lij,lcjhw->lcihw", mix, torch.where(inverted, 255 - x, x) - 110) + 110
    painted = torch.rand(count, 1, 1, 1, 1, device=x.device) < SETTINGS.painted_share
    return torch.where(painted, other.clamp(0, 255), x).flatten(0, 1)


def _seen(x: Tensor) -> Tensor:
    """Crops (N, 3, 64, 64) of portraits in any turn, a little off, each in another light."""
    side, scale = CROPS.fine_crop_px, CROPS.fine_crop_px / PORTRAIT_PX
    turn, size = uniform(x, 0, 2 * np.pi).flatten(), torch.exp(normal(x, 0.05)).flatten() * scale
    off = normal(x, 0.03, 2).flatten(1) * 2 / CROPS.crop_sides * scale
    c, s = torch.cos(turn) * size, torch.sin(turn) * size
    back = torch.stack([torch.stack([c, -s, off[:, 0]], 1), torch.stack([s, c, off[:, 1]], 1)], 1)
    grid = nn.functional.affine_grid(back, [len(x), 3, side, side], align_corners=False)
    x = nn.functional.grid_sample(x, grid, align_corners=False)
    for light in (shaded, veiled, glinting):
        x = some(x, SETTINGS.light_share, light)
    return weather(x.clamp(0, 255), SETTINGS.weather_strength)
