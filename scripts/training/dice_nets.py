"""The two networks, what they are scored by, and their form for OpenCV."""

from __future__ import annotations

import io
import warnings

import torch
from dice_scenes import FACES, NONE
from torch import Tensor, nn


def conv(before: int, after: int, stride: int = 1, spread: int = 1) -> nn.Sequential:
    layer = nn.Conv2d(before, after, 3, stride, spread, dilation=spread, bias=False)
    return nn.Sequential(layer, nn.BatchNorm2d(after), nn.ReLU(inplace=True))


class Block(nn.Module):
    """Two convolutions beside a shortcut (He et al. 2016)."""

    def __init__(self, width: int, spread: int) -> None:
        super().__init__()
        self.first = conv(width, width, 1, spread)
        self.second = nn.Sequential(nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width))

    def forward(self, x: Tensor) -> Tensor:
        return torch.relu(x + self.second(self.first(x)))


class Finder(nn.Module):
    """Pictures (N, 3, H, W), H and W multiples of 16, values 0 to 1 -> (N, 8, H/4, W/4): see `finder_target`."""

    def __init__(self, width: int = 48, narrow: int = 32) -> None:
        super().__init__()
        self.stem = nn.Sequential(conv(3, 16, 2), conv(16, narrow, 2), conv(narrow, narrow))
        self.body = nn.Sequential(conv(narrow, width, 2), Block(width, 1), Block(width, 2))
        self.up = nn.Conv2d(width, narrow, 1)
        self.head = nn.Sequential(conv(narrow, narrow), nn.Conv2d(narrow, 8, 1))
        nn.init.constant_(self.head[1].bias[:1], -4.0)

    def forward(self, x: Tensor) -> Tensor:
        near = self.stem(x)
        wide = nn.functional.interpolate(self.up(self.body(near)), scale_factor=2.0, mode="nearest")
        return self.head(torch.relu(near + wide))


def face_features() -> nn.Sequential:
    """Crops (N, 3, 48, 48), less a half -> (N, 96)."""
    return nn.Sequential(
        conv(3, 24, 2), conv(24, 32), conv(32, 64, 2), Block(64, 1), conv(64, 96, 2), Block(96, 1), Block(96, 1),
        nn.AdaptiveAvgPool2d(1), nn.Flatten(),
    )  # fmt: skip


class UpperFace(nn.Module):
    """Crops (N, 3, 48, 48), values 0 to 1 -> (N, 7): logits of what the upper face of an ordinary die shows, whatever
    shows through it, and the logit that it leans."""

    def __init__(self) -> None:
        super().__init__()
        self.features = face_features()
        self.answer = nn.Linear(96, 7)

    def forward(self, x: Tensor) -> Tensor:
        return self.answer(self.features(x - 0.5))


class Reader(nn.Module):
    """Crops (N, 3, 48, 48), values 0 to 1 -> (N, faces + 3 + 96): logits of FACES, logit of doubt, cos and sin of four
    times the turn, and the features, for faces that are taught later."""

    def __init__(self) -> None:
        super().__init__()
        self.features = face_features()
        self.answer = nn.Linear(96, len(FACES) + 3)

    def forward(self, x: Tensor) -> Tensor:
        features = self.features(x - 0.5)
        return torch.cat([self.answer(features), features], 1)


class Stance(nn.Module):
    """Crops and masks (N, 5, 64, 64), values 0 to 1 -> (N, 3): logit that a die leans, and how its way up lies along
    its own two axes, see `vision.dice.tilt_net.crop_die`; with 5 `answers` also where the middle of its upper face
    is."""

    def __init__(self, answers: int = 3) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(5, 16, 2), conv(16, 24, 2), conv(24, 40), conv(40, 48, 2), Block(48, 1), conv(48, 56, 2), nn.Flatten(),
            nn.Linear(56 * 16, 64), nn.ReLU(inplace=True), nn.Linear(64, answers),
        )  # fmt: skip

    def forward(self, x: Tensor) -> Tensor:
        return self.body(x - 0.5)


def finder_loss(out: Tensor, target: Tensor) -> Tensor:
    """Focal loss on the heat as for centres (Zhou et al. 2019), and the rest where there is a die."""
    heat, counts = target[:, 0], target[:, 8]
    p = torch.sigmoid(out[:, 0]).clamp(1e-4, 1 - 1e-4)
    is_die = (heat >= 1).float()
    hit = -((1 - p) ** 2) * torch.log(p) * is_die
    miss = -((1 - heat) ** 4) * p**2 * torch.log(1 - p) * (1 - is_die)
    dice = is_die.sum().clamp(min=1)
    shape = (
        nn.functional.smooth_l1_loss(out[:, 1:], target[:, 1:8], reduction="none", beta=0.05).sum(1) * target[:, 9]
    ).sum()
    return ((hit + miss) * counts).sum() / dice + 0.6 * shape / target[:, 9].sum().clamp(min=1)


def reader_loss(out: Tensor, face: Tensor, doubt: Tensor, turn: Tensor) -> Tensor:
    known = face >= 0
    loss = nn.functional.cross_entropy(out[known, : len(FACES)], face[known])
    asked = doubt >= 0
    if asked.any():
        answer = out[asked, len(FACES)]
        loss = loss + nn.functional.binary_cross_entropy_with_logits(answer, doubt[asked])
    dice = (face >= 0) & (face != NONE) & (turn.abs().sum(1) > 0.5)
    return loss + 0.5 * ((out[dice, len(FACES) + 1 : len(FACES) + 3] - turn[dice]) ** 2).sum(1).mean()


def upper_face_loss(out: Tensor, face: Tensor, leans: Tensor) -> Tensor:
    tilt = nn.functional.binary_cross_entropy_with_logits(out[:, 6], leans.float())
    return nn.functional.cross_entropy(out[:, :6], face) + tilt


def stance_loss(out: Tensor, wanted: Tensor) -> Tensor:
    wanted = wanted.float()
    loss = nn.functional.binary_cross_entropy_with_logits(out[:, 0], wanted[:, 0])
    return loss + 6 * nn.functional.smooth_l1_loss(out[:, 1:], wanted[:, 1:], beta=0.03)


def bare_loss(out: Tensor, wanted: Tensor) -> Tensor:
    wanted = wanted.float()
    away = nn.functional.smooth_l1_loss(out[:, 3:], wanted[:, 3:], beta=0.03)
    return stance_loss(out[:, :3], wanted[:, :3]) + 6 * away


def onnx_of(model: nn.Module, sample: Tensor, axes: dict[int, str]) -> bytes:
    """The network at opset 17, which OpenCV 4.10 to 5 read; normalisation is folded into the convolutions."""
    file = io.BytesIO()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            model.eval(), (sample,), file, opset_version=17, dynamo=False,
            input_names=["x"], output_names=["y"], dynamic_axes={"x": axes, "y": {0: "n"}},
        )  # fmt: skip
    return file.getvalue()
