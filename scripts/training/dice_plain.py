"""A small general detector, to compare our dice reader with: one look at the whole picture, one map a value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from dice_lessons import moved
from dice_nets import Block, conv
from dice_photographs import load_photographs
from dice_scenes import Pool, load_pool
from dice_weather import weather
from torch import Tensor, nn

from vision.dice.model import load as load_model


@dataclass(frozen=True, slots=True)
class PlainSizes:
    """What the detector sees, and tells."""

    patch_px: int = 320
    """Side of a lesson."""
    stride_px: int = 4
    """Px to a cell of its maps."""
    unit_px: float = 32.0
    """Boxes are told relative to this."""


SIZES = PlainSizes()


class Plain(nn.Module):
    """Pictures (N, 3, H, W), values 0 to 1 -> (N, 8, H/4, W/4): six maps of middles, log width and height."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(conv(3, 16, 2), conv(16, 32, 2), Block(32, 1))
        self.body = nn.Sequential(conv(32, 64, 2), Block(64, 1), Block(64, 2), Block(64, 4))
        self.up = nn.Conv2d(64, 32, 1)
        self.head = nn.Sequential(conv(32, 32), nn.Conv2d(32, 8, 1))
        nn.init.constant_(self.head[1].bias[:6], -4.0)

    def forward(self, x: Tensor) -> Tensor:
        near = self.stem(x)
        wide = nn.functional.interpolate(self.up(self.body(near)), scale_factor=2.0, mode="nearest")
        return self.head(torch.relu(near + wide))


def sample(pool: Pool, rng: np.random.Generator) -> tuple[Any, Any]:
    """A square (3, 320, 320) of a picture and what should come out (9, 80, 80), the last where boxes count."""
    image, truths, _ = pool.draw(rng)
    scale = SIZES.patch_px / max(image.shape[:2]) * float(rng.uniform(0.8, 2.0))
    big = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    x, y = (int(rng.integers(0, max(1, v - SIZES.patch_px + 1))) for v in big.shape[1::-1])
    part = big[y : y + SIZES.patch_px, x : x + SIZES.patch_px]
    patch = np.full((SIZES.patch_px, SIZES.patch_px, 3), 114, np.uint8)
    patch[: part.shape[0], : part.shape[1]] = part
    dice = [moved(t, scale, np.array([-x, -y])) for t in truths if t.sight > 0.5 and t.face < 6]
    return weather(patch, rng).transpose(2, 0, 1), _target(dice)


def _target(dice: Sequence[Any]) -> Any:
    cells = SIZES.patch_px // SIZES.stride_px
    target = np.zeros((9, cells, cells), np.float32)
    rows, columns = np.mgrid[:cells, :cells] + 0.5
    for die in dice:
        x, y, w, h = die.box
        middle = (x + w / 2) / SIZES.stride_px, (y + h / 2) / SIZES.stride_px
        if not all(0 <= v < cells for v in middle):
            continue
        column, row = int(middle[0]), int(middle[1])
        spread = max(0.7, 0.12 * np.sqrt(w * h) / SIZES.stride_px)
        heat = np.exp(-((rows - middle[1]) ** 2 + (columns - middle[0]) ** 2) / (2 * spread**2))
        heat[row, column] = 1
        target[die.face] = np.maximum(target[die.face], heat)
        near = np.s_[max(row - 1, 0) : row + 2, max(column - 1, 0) : column + 2]
        target[6][near], target[7][near], target[8][near] = np.log(w / SIZES.unit_px), np.log(h / SIZES.unit_px), 1
    return target


def loss_of(out: Tensor, target: Tensor) -> Tensor:
    """Focal loss on the maps, absolute error on the boxes."""
    heat, p = target[:, :6], torch.sigmoid(out[:, :6]).clamp(1e-4, 1 - 1e-4)
    is_die = (heat >= 1).float()
    hit = -((1 - p) ** 2) * torch.log(p) * is_die
    miss = -((1 - heat) ** 4) * p**2 * torch.log(1 - p) * (1 - is_die)
    boxes = ((out[:, 6:] - target[:, 6:8]).abs().sum(1) * target[:, 8]).sum() / target[:, 8].sum().clamp(min=1)
    return (hit + miss).sum() / is_die.sum().clamp(min=1) + 0.3 * boxes


def teach(folder: Path, photographs: Sequence[Path], steps: int, output: Path) -> None:
    """From nothing, by the same course as our networks."""
    from train_dice import Samples, learn

    torch.manual_seed(1)
    torch.set_num_threads(1)
    model = load_model()
    pool = Pool(load_pool(folder), [load_photographs(photo, model) for photo in photographs])
    learnt = learn(Plain(), Samples(lambda rng: sample(pool, rng), 1), 12, steps, 3e-3, loss_of)
    torch.save(learnt.state_dict(), output)
