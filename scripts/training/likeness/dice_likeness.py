"""Lessons for the likeness network: what shows the same face looks alike to it, whatever the face is."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from dice_nets import Block, Reader, conv
from dice_portraits import PORTRAIT_PX, PX_PER_SIDE, SIDE
from dice_scenes import FACES, training_scene
from dice_weather import glinting, shaded, veiled, weather
from torch import Tensor, nn

from vision.dice import detector
from vision.dice.crops import LIMITS as CROPS
from vision.dice.crops import crop_face
from vision.dice.likeness.network import FEATURES, PIP_LOGITS
from vision.dice.model import Model

ANSWERS = FEATURES + PIP_LOGITS + 1
ANY = -2
"""A face that no other of the lesson is compared with, or whose pips nobody knows."""


@dataclass(frozen=True, slots=True)
class LikenessSettings:
    """What a lesson is, and what the network is scored by."""

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
    sharpness: float = 14.0
    """Cosines are multiplied by this."""
    within_share: float = 1.0
    """What telling the faces of one set apart counts beside telling all of a step apart."""
    pips_share: float = 0.35
    """What telling pips counts."""
    other_weight: float = 0.25
    """Faces without pips are more: each counts so much there."""
    upper_share: float = 0.3
    """What telling upper faces from sides counts."""


SETTINGS = LikenessSettings()


class Likeness(nn.Module):
    """Crops (N, 3, 64, 64), values 0 to 1 -> (N, ANSWERS): features whose cosine says how alike two faces are, at any
    turn; logits of no pips, one pip, ... six pips; and the logit of an upper face."""

    def __init__(self) -> None:
        super().__init__()
        self.trunk = nn.Sequential(
            conv(3, 24, 2), conv(24, 32), conv(32, 64, 2), Block(64, 1), conv(64, 96, 2), Block(96, 1), Block(96, 1)
        )
        self.mean, self.most = nn.AdaptiveAvgPool2d(1), nn.AdaptiveMaxPool2d(1)
        self.answer = nn.Linear(192, ANSWERS)

    def forward(self, x: Tensor) -> Tensor:
        seen = self.trunk(x - 0.5)
        return self.answer(torch.cat([self.mean(seen), self.most(seen)], 1).flatten(1))

    def start_from(self, reader: Reader) -> None:
        """Begins with what the face classifier knows of edges, corners and dice."""
        state = {name.removeprefix("features."): weights for name, weights in reader.state_dict().items()}
        own = self.trunk.state_dict()
        self.trunk.load_state_dict({name: weights for name, weights in state.items() if name in own})


class Portraits:
    """Portraits by set and face, and crops of ordinary dice in drawn scenes."""

    def __init__(self, folder: Path, ordinary: Path | None) -> None:
        parts = [np.load(file) for file in sorted(folder.glob("*.npz"))]
        self.pictures = np.concatenate([part["pictures"] for part in parts])
        pips = np.concatenate([part["pips"] for part in parts])
        sets = np.concatenate([number * 10_000 + part["sets"] for number, part in enumerate(parts)])
        faces = np.concatenate([part["faces"] for part in parts])
        self.sets: list[list[tuple[Any, int]]] = []
        self.sides: list[Any] = []
        for number in np.unique(sets):
            mine = sets == number
            upper = [np.flatnonzero(mine & (faces == face)) for face in np.unique(faces[mine]) if face != SIDE]
            self.sets.append([(places, int(pips[places[0]])) for places in upper])
            self.sides.append(np.flatnonzero(mine & (faces == SIDE)))
        self.ordinary = np.load(ordinary) if ordinary else None
        if self.ordinary is not None:
            self.ordinary = dict(self.ordinary)

    def draw(self, rng: np.random.Generator) -> tuple[Any, Any, Any]:
        """Portraits of a lesson, the number of the face of each (ANY: none's, SIDE: the side of a die), and its pips
        (ANY: nobody knows)."""
        count = SETTINGS.faces * SETTINGS.views
        if self.ordinary is not None and rng.random() < SETTINGS.ordinary_share:
            some = rng.integers(len(self.ordinary["pictures"]), size=count + SETTINGS.sides)
            return self.ordinary["pictures"][some], np.full(len(some), ANY), self.ordinary["pips"][some]
        chosen = rng.integers(len(self.sets))
        faces = self.sets[chosen]
        places, owners, pips = [], [], []
        for owner, number in enumerate(rng.permutation(len(faces))[: SETTINGS.faces]):
            views, shown = faces[number]
            places += list(rng.permutation(views)[: SETTINGS.views])
            owners += [owner] * SETTINGS.views
            pips += [shown] * SETTINGS.views
        while len(places) < count:  # of a set of few faces some are shown again, compared with none
            places.append(int(rng.choice(places)))
            owners.append(ANY)
            pips.append(ANY)
        places += list(rng.choice(self.sides[chosen], SETTINGS.sides, replace=False))
        owners += [SIDE] * SETTINGS.sides
        pips += [ANY] * SETTINGS.sides
        return self.pictures[places], np.array(owners), np.array(pips)


def likeness_sample(pool: Portraits, rng: np.random.Generator) -> tuple[Any, Any, Any]:
    """A lesson: crops (faces x views + sides, 3, 64, 64), which face each shows, and how many pips."""
    pictures, owners, pips = pool.draw(rng)
    if rng.random() < SETTINGS.mirrored_share:
        pictures = pictures[:, :, ::-1]
    if rng.random() < SETTINGS.painted_share:
        pictures = _all_painted(pictures, rng)
    return np.stack([_seen(picture, rng) for picture in pictures]), owners, pips


def _all_painted(pictures: Any, rng: np.random.Generator) -> Any:
    """All the portraits of a lesson in the same other colours."""
    x = pictures.astype(np.float32)
    if rng.random() < 0.25:
        x = 255 - x
    mix = np.eye(3, dtype=np.float32)[rng.permutation(3)] + rng.normal(0, 0.2, (3, 3)).astype(np.float32)
    mix /= np.maximum(np.abs(mix.sum(1, keepdims=True)), 0.4)
    return np.clip((x - 110) @ mix.T + 110, 0, 255).astype(np.uint8)


def _seen(picture: Any, rng: np.random.Generator) -> Any:
    """A crop of a portrait in any turn, a little off, in another light."""
    turn, size = rng.uniform(0, 2 * np.pi), float(np.exp(rng.normal(0, 0.05)))
    c, s = np.cos(turn) * size, np.sin(turn) * size
    half, middle = (CROPS.fine_crop_px - 1) / 2, (PORTRAIT_PX - 1) / 2 + rng.normal(0, 0.03, 2) * PX_PER_SIDE
    back = np.array([[c, -s, middle[0] - c * half + s * half], [s, c, middle[1] - s * half - c * half]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    crop = cv2.warpAffine(np.ascontiguousarray(picture), back, (CROPS.fine_crop_px, CROPS.fine_crop_px), flags=flags)
    crop = shaded(crop, rng) if rng.random() < 0.05 else crop
    crop = veiled(crop, rng) if rng.random() < 0.05 else crop
    crop = glinting(crop, rng) if rng.random() < 0.05 else crop
    return weather(crop, rng, 0.6).transpose(2, 0, 1)


def likeness_loss(out: Tensor, owners: Tensor, pips: Tensor) -> Tensor:
    """Each face is to be more like itself in another view than like all others of the step (van den Oord et al. 2018),
    and than like those of its own set."""
    sets, count = owners.shape
    known = (owners >= 0).flatten()
    names = torch.where(known, (owners + 1000 * torch.arange(sets)[:, None]).flatten(), -torch.arange(sets * count) - 1)
    features = nn.functional.normalize(out[:, :FEATURES], dim=1)
    logits = SETTINGS.sharpness * features @ features.T
    logits = logits.masked_fill(torch.eye(len(logits), dtype=torch.bool), -1e4)
    same = (names[:, None] == names[None]) & ~torch.eye(len(names), dtype=torch.bool)
    lesson = torch.arange(sets).repeat_interleave(count)
    loss = _contrast(logits.masked_fill(~known[None], -1e4), same, known)
    inside = logits.masked_fill((lesson[:, None] != lesson[None]) | ~known[None], -1e4)
    loss = loss + SETTINGS.within_share * _contrast(inside, same, known)
    shown = pips.flatten()
    told = shown != ANY
    weights = torch.ones(PIP_LOGITS)
    weights[0] = SETTINGS.other_weight
    answer = nn.functional.cross_entropy(out[told, FEATURES:-1], shown[told].long(), weights)
    asked = (owners != ANY).flatten()
    upper = nn.functional.binary_cross_entropy_with_logits(out[asked, -1], (owners.flatten()[asked] != SIDE).float())
    return loss + SETTINGS.pips_share * answer + SETTINGS.upper_share * upper


def _contrast(logits: Tensor, same: Tensor, known: Tensor) -> Tensor:
    chances = logits - torch.logsumexp(logits, 1, keepdim=True)
    return -(chances * same).sum(1)[known].mean() / (SETTINGS.views - 1)


def draw_ordinary(model: Model, seed: int, count: int, output: Path) -> None:
    """Crops of ordinary dice in so many drawn pictures, as the detector of `model` cuts them, and how many pips each
    shows."""
    pictures, pips = [], []
    reach = CROPS.crop_sides * PORTRAIT_PX / CROPS.fine_crop_px
    for number in range(count):
        image, truths = training_scene(np.random.default_rng((seed, number)), FACES)
        for found in detector.detect(model.detector, image):
            for face, quad, _, sight, doubtful in truths:
                away = np.hypot(*(np.mean(quad, 0) - (found.x, found.y)))
                if face < 6 and away < 0.4 * found.size and sight > 0.9 and not doubtful:
                    pictures.append(crop_face(image, (found.x, found.y), found.size, 0.0, PORTRAIT_PX, reach))
                    pips.append(face + 1)
    np.savez(output, pictures=np.stack(pictures), pips=np.array(pips))
