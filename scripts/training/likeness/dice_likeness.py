"""Lessons for the likeness network: what shows the same face looks alike to it, whatever the face is."""

from __future__ import annotations

import copy
import math
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from dice_nets import Block, Reader, conv
from dice_pool import ANY, Portraits
from dice_pool import SETTINGS as LESSON
from dice_portraits import PORTRAIT_PX, SIDE
from dice_scenes import FACES, training_scene
from torch import Tensor, nn
from train_dice import drag

from vision.dice import detector
from vision.dice.crops import LIMITS as CROPS
from vision.dice.crops import crop_face
from vision.dice.likeness.network import FEATURES, PIP_LOGITS
from vision.dice.model import Model

ANSWERS = FEATURES + PIP_LOGITS + 1


@dataclass(frozen=True, slots=True)
class LikenessSettings:
    """What the network is scored by, and how it learns."""

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
    lessons_a_step: int = 40
    grow_s: float = 10.0
    """After so many seconds new portraits are looked for."""
    mean_stays_share: float = 0.999
    """Share of the mean of the weights that stays at each step."""


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


def likeness_loss(out: Tensor, owners: Tensor, pips: Tensor) -> Tensor:
    """Each face is to be more like itself in another view than like all others of the step (van den Oord et al. 2018),
    and than like those of its own set."""
    sets, crops = owners.shape
    known = (owners >= 0).flatten()
    lesson = torch.arange(sets, device=out.device).repeat_interleave(crops)
    nobody = -torch.arange(sets * crops, device=out.device) - 1
    names = torch.where(known, owners.flatten() + 1000 * lesson, nobody)
    features = nn.functional.normalize(out[:, :FEATURES], dim=1)
    logits = SETTINGS.sharpness * features @ features.T
    itself = torch.eye(len(logits), dtype=torch.bool, device=out.device)
    logits = logits.masked_fill(itself, -1e4)
    same = (names[:, None] == names[None]) & ~itself
    loss = _contrast(logits.masked_fill(~known[None], -1e4), same, known)
    inside = logits.masked_fill((lesson[:, None] != lesson[None]) | ~known[None], -1e4)
    loss = loss + SETTINGS.within_share * _contrast(inside, same, known)
    shown = pips.flatten()
    told = shown != ANY
    weights = torch.ones(PIP_LOGITS, device=out.device)
    weights[0] = SETTINGS.other_weight
    answer = nn.functional.cross_entropy(out[told, FEATURES:-1], shown[told].long(), weights)
    asked = (owners != ANY).flatten()
    upper = nn.functional.binary_cross_entropy_with_logits(out[asked, -1], (owners.flatten()[asked] != SIDE).float())
    return loss + SETTINGS.pips_share * answer + SETTINGS.upper_share * upper


def _contrast(logits: Tensor, same: Tensor, known: Tensor) -> Tensor:
    chances = logits - torch.logsumexp(logits, 1, keepdim=True)
    return -(chances * same).sum(1)[known].mean() / (LESSON.views - 1)


def learn(net: Likeness, pool: Portraits, minutes: float, rate: float, seed: int, kept: Path) -> Likeness:
    """Adam with one cycle of the rate (Smith 2018) over so many minutes, in half precision; the mean of the weights
    along the way, which is `kept` in a file every some steps."""
    rng, begun = np.random.default_rng(seed), time.monotonic()
    net = net.to(pool.device, memory_format=torch.channels_last).train()
    best = torch.optim.AdamW(net.parameters(), rate, weight_decay=1e-3)
    mean, seen, grown, step = copy.deepcopy(net), 0.0, begun, 0
    while (done := (time.monotonic() - begun) / (60 * minutes)) < 1:
        step += 1
        if time.monotonic() - grown > SETTINGS.grow_s:
            pool.grow()
            grown = time.monotonic()
        best.param_groups[0]["lr"] = rate * _cycle(done)
        crops, owners, pips = pool.lessons(SETTINGS.lessons_a_step, rng)
        with torch.autocast(pool.device.type, torch.bfloat16):
            out = net(crops.to(memory_format=torch.channels_last))
        loss = likeness_loss(out.float(), owners, pips)
        best.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        best.step()
        drag(mean, net, min(SETTINGS.mean_stays_share, step / (step + 10)))
        if step % 20 == 1:
            seen = loss.item() if step == 1 else 0.9 * seen + 0.1 * loss.item()
        if step % 500 == 0:
            print(f"{step} steps, {done:.0%}, {len(pool.sets)} sets, loss {seen:.4f}", flush=True)
            torch.save(mean.state_dict(), kept)
    return mean.eval()


def _cycle(done: float) -> float:
    """The rate's share of its peak: a tenth of the way up, then down by a cosine."""
    return 0.04 + 0.96 * done / 0.1 if done < 0.1 else 0.5 + 0.5 * math.cos(math.pi * (done - 0.1) / 0.9)


def draw_ordinary(model: Model, seed: int, numbers: range, output: Any) -> None:
    """Crops of ordinary dice in drawn pictures, as the detector of `model` cuts them, and how many pips each shows."""
    pictures, pips = [], []
    reach = CROPS.crop_sides * PORTRAIT_PX / CROPS.fine_crop_px
    for number in numbers:
        image, truths = training_scene(np.random.default_rng((seed, number)), FACES)
        for found in detector.detect(model.detector, image):
            for face, quad, _, sight, doubtful in truths:
                away = np.hypot(*(np.mean(quad, 0) - (found.x, found.y)))
                if face < 6 and away < 0.4 * found.size and sight > 0.9 and not doubtful:
                    pictures.append(crop_face(image, (found.x, found.y), found.size, 0.0, PORTRAIT_PX, reach))
                    pips.append(face + 1)
    np.savez(output, pictures=np.stack(pictures), pips=np.array(pips))
