"""Train the dice reader from nothing, on pictures that hardware/scene draws; write one model file.

    python scripts/train_dice.py pool   --seed 1 --count 6000 -o /tmp/pool
    python scripts/train_dice.py finder --pool /tmp/pool -o /tmp/finder.pt
    python scripts/train_dice.py reader --pool /tmp/pool --finder /tmp/finder.pt -o /tmp/reader.pt
    python scripts/train_dice.py export --finder /tmp/finder.pt --reader /tmp/reader.pt -o /tmp/dice.npz
    python scripts/train_dice.py calibrate --seed 9 --count 500 --model /tmp/dice.npz -o vision/models/dice.npz

Two networks: the *finder* sees small pictures and marks the upper faces of dice, whatever they bear; the *reader* sees
one face at a time. The recipe, and what came of it, is in docs/dice-reader.md. Needs the extra `train`.
"""

from __future__ import annotations

import argparse
import io
import json
import pathlib
import pickle
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import torch
from torch import Tensor, nn

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from dice_scenes import training_scene

from vision.dice import DiceReader
from vision.finder import SEEN, STRIDE, UNIT
from vision.reader import CROP, REACH, cut

FACES = (
    *(f"pips/{kind}" for kind in ("die-1", "die-2", "die-3", "die-4", "die-5", "die-6")),
    *(f"shark-attacks/swimmer-{face}" for face in ("wave", "1", "2", "3")),
    *(f"shark-attacks/shark-{face}" for face in ("wave", "1", "2", "3")),
    *(f"shark-attacks/event-{face}" for face in ("sun", "rain", "attack")),
    "none",
)
"""What the reader tells apart; `none` is whatever is no face of a set we know."""
NONE = len(FACES) - 1
PATCH = 160
GUESS = (-1.0, 0.6, 0.3, 0.3, -0.3, 1.0)
"""Weights of trust until `calibrate` has learnt better ones."""


@dataclass(frozen=True)
class Truth:
    """A die in a picture of the pool: its face's number in FACES, corners of the upper face (4, 2) px, box, and how
    much of that face is in sight; `doubtful` if nobody should trust what it shows."""

    face: int
    quad: Any
    box: tuple[float, float, float, float]
    sight: float
    doubtful: bool

    @property
    def side(self) -> float:
        return float(np.sqrt(max(cv2.contourArea(np.float32(self.quad)), 1.0)))

    @property
    def centre(self) -> Any:
        return np.mean(self.quad, axis=0)


# ---------------------------------------------------------------------------------------------------- the networks


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


class Reader(nn.Module):
    """Crops (N, 3, 48, 48), values 0 to 1 -> (N, faces + 3 + 96): logits of FACES, logit of doubt, cos and sin of four
    times the turn, and the features, for faces that are taught later."""

    def __init__(self) -> None:
        super().__init__()
        self.features = nn.Sequential(
            conv(3, 20), conv(20, 32, 2), conv(32, 48, 2), Block(48, 1), conv(48, 80, 2), conv(80, 96),
            nn.AdaptiveAvgPool2d(1), nn.Flatten(),
        )  # fmt: skip
        self.answer = nn.Linear(96, len(FACES) + 3)

    def forward(self, x: Tensor) -> Tensor:
        features = self.features(x - 0.5)
        return torch.cat([self.answer(features), features], 1)


# -------------------------------------------------------------------------------------------------------- the pool


def draw_pool(seed: int, count: int, folder: pathlib.Path) -> None:
    """Pictures with truth, in files of 200."""
    folder.mkdir(parents=True, exist_ok=True)
    jobs = [(seed, start, min(200, count - start), folder) for start in range(0, count, 200)]
    with ProcessPoolExecutor(2) as workers:
        for done, _ in enumerate(workers.map(_draw_file, jobs), 1):
            print(f"\r{done}/{len(jobs)}", end="", file=sys.stderr)


def _draw_file(job: tuple[int, int, int, pathlib.Path]) -> None:
    seed, start, count, folder = job
    cv2.setNumThreads(1)
    pictures = []
    for number in range(start, start + count):
        image, truths = training_scene(np.random.default_rng((seed, number)), FACES)
        _, data = cv2.imencode(".png", image, [cv2.IMWRITE_PNG_COMPRESSION, 1])
        pictures.append((data.tobytes(), truths))
    (folder / f"{seed}-{start:06d}.pkl").write_bytes(pickle.dumps(pictures))


def load_pool(folder: pathlib.Path) -> list[tuple[Any, tuple[Truth, ...]]]:
    pool = []
    for file in sorted(folder.glob("*.pkl")):
        for data, truths in pickle.loads(file.read_bytes()):
            image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
            pool.append((image, tuple(Truth(*t) for t in truths)))
    return pool


# ------------------------------------------------------------------------------------------------- what they learn


def weather(image: Any, rng: np.random.Generator, strength: float = 1.0) -> Any:
    """A picture as yet another camera would have taken it: colour, tone, blur, noise, compression."""
    x = image.astype(np.float32)
    x *= np.exp(rng.normal(0, 0.10 * strength, 3) + rng.normal(0, 0.15 * strength)).astype(np.float32)
    if rng.random() < 0.3:
        x = 255 * np.power(np.clip(x / 255, 0, 1), float(np.exp(rng.normal(0, 0.25 * strength))))
    if rng.random() < 0.3 * strength:
        x = cv2.GaussianBlur(x, (0, 0), float(rng.uniform(0.3, 1.1)))
    if rng.random() < 0.08:
        grey = x.mean(-1, keepdims=True)
        x = grey + (x - grey) * float(rng.uniform(0, 0.7))
    if rng.random() < 0.5:
        x = x + rng.normal(0, rng.uniform(1, 10) * strength, x.shape).astype(np.float32)
    x = np.clip(x, 0, 255).astype(np.uint8)
    if rng.random() < 0.25:
        _, data = cv2.imencode(".jpg", x, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 95))])
        x = cv2.imdecode(data, cv2.IMREAD_COLOR)
    return x


def finder_sample(pool: Any, rng: np.random.Generator) -> tuple[Any, Any]:
    """A patch (3, 160, 160) and what should come out (10, 40, 40)."""
    image, truths = pool[rng.integers(len(pool))]
    anchor = truths[rng.integers(len(truths))] if truths and rng.random() < 0.9 else None
    wanted = float(np.exp(rng.uniform(np.log(SEEN[0]), np.log(SEEN[1]))))
    if rng.random() < 0.12:
        wanted = float(rng.uniform(32, 120))  # much too near: nothing may be found there
    scale = wanted / anchor.side if anchor else float(np.exp(rng.uniform(np.log(0.3), np.log(4))))
    reach = min(round(PATCH / scale), *image.shape[:2])
    scale = PATCH / reach
    middle = anchor.centre if anchor else rng.uniform(0, 1, 2) * image.shape[1::-1]
    corner = middle - rng.uniform(0.05, 0.95, 2) * reach
    corner = np.clip(np.round(corner), 0, np.array(image.shape[1::-1]) - reach).astype(int)
    part = image[corner[1] : corner[1] + reach, corner[0] : corner[0] + reach]
    patch = cv2.resize(part, (PATCH, PATCH), interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    target = finder_target([moved(t, scale, -corner * scale) for t in truths])
    if rng.random() < 0.5:
        patch, target = patch[:, ::-1], mirrored(target)
    return weather(np.ascontiguousarray(patch), rng).transpose(2, 0, 1), target


def moved(truth: Truth, scale: float, shift: Any) -> Truth:
    x, y, w, h = truth.box
    box = (x * scale + shift[0], y * scale + shift[1], w * scale, h * scale)
    return Truth(truth.face, np.asarray(truth.quad) * scale + shift, box, truth.sight, truth.doubtful)


def finder_target(truths: list[Truth]) -> Any:
    """(10, 40, 40): heat, log size / UNIT, shift x, y of the middle, box left, top, right, bottom of the middle in
    UNITs; then where the heat counts and where the rest does."""
    cells = PATCH // STRIDE
    target = np.zeros((10, cells, cells), np.float32)
    target[8] = 1
    rows, columns = np.mgrid[:cells, :cells].astype(np.float32) + 0.5
    for truth in sorted(truths, key=lambda t: t.side):
        x, y, w, h = truth.box
        left, top, right, bottom = max(x, 0), max(y, 0), min(x + w, PATCH), min(y + h, PATCH)
        if right - left < 2 or bottom - top < 2:
            continue
        seen = (right - left) * (bottom - top) / max(w * h, 1)
        middle = truth.centre
        inside = bool(((middle > 1) & (middle < PATCH - 1)).all())
        if not inside:
            middle = np.array([(left + right) / 2, (top + bottom) / 2])
        known = SEEN[0] <= truth.side <= SEEN[1]
        if not known or (not inside and seen < 0.3) or truth.sight < 0.35:
            if SEEN[0] * 0.7 < truth.side < SEEN[1] * 1.4:
                rows_in, columns_in = (
                    (int(a / STRIDE), int(b / STRIDE) + 1) for a, b in ((top, bottom), (left, right))
                )
                target[8, slice(*rows_in), slice(*columns_in)] = 0
            continue
        sigma = max(0.7, 0.13 * truth.side / STRIDE)
        cx, cy = middle / STRIDE
        heat = np.exp(-((rows - cy) ** 2 + (columns - cx) ** 2) / (2 * sigma**2))
        row, column = (min(int(v), cells - 1) for v in (cy, cx))
        heat[row, column] = 1
        better = heat > target[0]
        target[0] = np.maximum(target[0], heat)
        near = better & (np.abs(rows - 0.5 - row) <= 1) & (np.abs(columns - 0.5 - column) <= 1) & (heat > 0.3)
        target[1][near] = np.log(truth.side / UNIT)
        target[2][near], target[3][near] = (cx - columns)[near], (cy - rows)[near]
        reach = (middle[0] - left, middle[1] - top, right - middle[0], bottom - middle[1])
        for channel, value in enumerate(reach, 4):
            target[channel][near] = value / UNIT
        target[9][near] = 1
        target[8][near] = 1
    return target


def mirrored(target: Any) -> Any:
    target = target[:, :, ::-1].copy()
    target[2] *= -1
    target[[4, 6]] = target[[6, 4]]
    return target


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


def reader_sample(pool: Any, rng: np.random.Generator) -> tuple[Any, int, float, Any]:
    """A crop (3, 48, 48), the number of its face (-1: any), its doubt (-1: any), cos and sin of four times its turn."""
    while True:
        image, truths = pool[rng.integers(len(pool))]
        if not truths or rng.random() < 0.15:
            made = _nothing(image, truths, rng)
            if made is not None:
                return made
            continue
        truth = truths[rng.integers(len(truths))]
        height, width = image.shape[:2]
        centre = truth.centre + rng.normal(0, 0.07, 2) * truth.side
        if not (0 < centre[0] < width and 0 < centre[1] < height):
            continue
        side = truth.side * float(np.exp(rng.normal(0, 0.09)))
        turn = float(rng.uniform(0, 360))
        crop = _seen_small(cut(image, tuple(centre), side, turn), truth.side, rng)
        edge = truth.quad[1] - truth.quad[0]
        angle = 4 * (np.arctan2(edge[1], edge[0]) - np.radians(turn))
        outside = _outside(truth.quad, width, height)
        sight = truth.sight * (1 - outside)
        doubt = 1.0 if truth.doubtful or sight < 0.7 else 0.0 if sight > 0.93 else -1.0
        face = truth.face if sight > 0.85 or truth.face == NONE else -1
        if rng.random() < 0.06:
            crop, face, doubt = _smeared(crop, rng), -1, 1.0
        return weather(crop, rng, 0.8).transpose(2, 0, 1), face, doubt, (np.cos(angle), np.sin(angle))


def _smeared(crop: Any, rng: np.random.Generator) -> Any:
    """The crop so blurred, or so shaken, that nobody could read it."""
    if rng.random() < 0.5:
        return cv2.GaussianBlur(crop, (0, 0), float(rng.uniform(3.2, 7)))
    length = int(rng.integers(11, 25))
    streak = np.zeros((length, length), np.float32)
    way = rng.uniform(0, np.pi)
    reach = np.array([np.cos(way), np.sin(way)]) * length / 2
    ends = [tuple(np.round(length / 2 - 0.5 + sign * reach).astype(int).tolist()) for sign in (-1, 1)]
    cv2.line(streak, ends[0], ends[1], 1.0, 1)
    return cv2.filter2D(crop, -1, streak / streak.sum())


def _outside(quad: Any, width: int, height: int) -> float:
    """The share of a face that is out of the picture."""
    whole, frame = np.float32(quad), np.float32([[0, 0], [width, 0], [width, height], [0, height]])
    inside, _ = cv2.intersectConvexConvex(whole, frame)
    return 1 - inside / max(cv2.contourArea(whole), 1e-6)


def _seen_small(crop: Any, side: float, rng: np.random.Generator) -> Any:
    """The crop as if the die had been further away."""
    if rng.random() < 0.35:
        least = 13.0
        small = max(least, min(side, 27.0) * float(rng.uniform(0.4, 1)))
        size = max(16, round(small * REACH))
        crop = cv2.resize(cv2.resize(crop, (size, size), interpolation=cv2.INTER_AREA), (CROP, CROP))
    return crop


def _nothing(image: Any, truths: Any, rng: np.random.Generator) -> Any:
    """A crop of no face: somewhere in the picture, or beside the face of a die that is seen from above."""
    height, width = image.shape[:2]
    centre, side = rng.uniform(0, 1, 2) * (width, height), float(np.exp(rng.uniform(np.log(8), np.log(90))))
    if truths and rng.random() < 0.4:
        near = truths[rng.integers(len(truths))]
        edges = np.linalg.norm(np.roll(near.quad, -1, 0) - near.quad, axis=1)
        if near.doubtful or near.side**2 < 0.75 * edges.max() ** 2:
            return None
        way, side = rng.uniform(0, 2 * np.pi), near.side * float(rng.uniform(0.3, 1.3))
        centre = near.centre + near.side * rng.uniform(0.55, 1.2) * np.array([np.cos(way), np.sin(way)])
    if not (0 <= centre[0] < width and 0 <= centre[1] < height):
        return None
    if any(np.hypot(*(centre - t.centre)) < 0.5 * t.side and 0.4 < side / t.side < 2.5 for t in truths):
        return None
    crop = weather(cut(image, tuple(centre), side, float(rng.uniform(0, 360))), rng, 0.8)
    return crop.transpose(2, 0, 1), NONE, -1.0, (0.0, 0.0)


def reader_loss(out: Tensor, face: Tensor, doubt: Tensor, turn: Tensor) -> Tensor:
    known = face >= 0
    loss = nn.functional.cross_entropy(out[known, : len(FACES)], face[known])
    asked = doubt >= 0
    if asked.any():
        answer = out[asked, len(FACES)]
        loss = loss + 0.5 * nn.functional.binary_cross_entropy_with_logits(answer, doubt[asked])
    dice = (face >= 0) & (face != NONE)
    return loss + 0.5 * ((out[dice, len(FACES) + 1 : len(FACES) + 3] - turn[dice]) ** 2).sum(1).mean()


# ------------------------------------------------------------------------------------------------------ the lesson


class Samples(torch.utils.data.IterableDataset[Any]):
    """Endless samples; every worker draws its own, from the seed."""

    def __init__(self, draw: Callable[[np.random.Generator], Any], seed: int) -> None:
        self.draw, self.seed = draw, seed

    def __iter__(self) -> Iterator[Any]:
        worker = torch.utils.data.get_worker_info()
        cv2.setNumThreads(1)
        rng = np.random.default_rng((self.seed, worker.id if worker else 0))
        while True:
            yield self.draw(rng)


def learn(model: nn.Module, samples: Samples, batch: int, steps: int, rate: float, loss_of: Any) -> nn.Module:
    """Adam with one cycle of the rate (Smith 2018), and the mean of the weights along the way."""
    loader = iter(torch.utils.data.DataLoader(samples, batch_size=batch, num_workers=1, prefetch_factor=8))
    best = torch.optim.AdamW(model.parameters(), rate, weight_decay=1e-3)
    cycle = torch.optim.lr_scheduler.OneCycleLR(best, rate, steps, pct_start=0.15)
    seen, begun = 0.0, time.monotonic()
    model.train()
    for step in range(1, steps + 1):
        picture, *rest = next(loader)
        loss = loss_of(model(picture.float() / 255), *rest)
        best.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        best.step()
        cycle.step()
        seen = loss.item() if step == 1 else 0.98 * seen + 0.02 * loss.item()
        if step % 100 == 0:
            print(
                f"{step}/{steps} loss {seen:.4f} {(time.monotonic() - begun) / step * 1000:.0f} ms a step", flush=True
            )
    return model.eval()


def train_finder(args: argparse.Namespace) -> None:
    pool = load_pool(args.pool)
    model = Finder()
    if args.start:
        model.load_state_dict(torch.load(args.start))
    learn(model, Samples(lambda rng: finder_sample(pool, rng), args.seed), 24, args.steps, args.rate, finder_loss)
    torch.save(model.state_dict(), args.output)


def train_reader(args: argparse.Namespace) -> None:
    pool = load_pool(args.pool)
    model = Reader()
    if args.start:
        model.load_state_dict(torch.load(args.start))

    def loss_of(out: Tensor, face: Tensor, doubt: Tensor, turn: Any) -> Tensor:
        return reader_loss(out, face, doubt.float(), torch.stack([t.float() for t in turn], 1))

    learn(model, Samples(lambda rng: reader_sample(pool, rng), args.seed), 96, args.steps, args.rate, loss_of)
    torch.save(model.state_dict(), args.output)


# -------------------------------------------------------------------------------------------------------- the file


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


def export(args: argparse.Namespace) -> None:
    finder, reader = Finder(), Reader()
    finder.load_state_dict(torch.load(args.finder))
    reader.load_state_dict(torch.load(args.reader))
    about = {"faces": FACES, "temperature": 1.0, "trust": GUESS, "trained_on": "rendered scenes only"}
    np.savez(
        args.output,
        finder=np.frombuffer(onnx_of(finder, torch.zeros(1, 3, 192, 320), {0: "n", 2: "h", 3: "w"}), np.uint8),
        reader=np.frombuffer(onnx_of(reader, torch.zeros(1, 3, CROP, CROP), {0: "n"}), np.uint8),
        about=np.array(json.dumps(about)),
    )


# --------------------------------------------------------------------------------------------------- honest numbers


def calibrate(args: argparse.Namespace) -> None:
    """Learn how far readings may be trusted, on scenes that no network has seen; written into the model file."""
    readers = {name: DiceReader(name, args.model) for name in ("pips", "shark-attacks")}
    signs, right = [], []
    for number in range(args.count):
        rng = np.random.default_rng((args.seed, number))
        image, truths = training_scene(rng, FACES)
        image, dice = weather(image, rng, 0.7), [Truth(*t) for t in truths]
        names = {FACES[die.face].partition("/")[0] for die in dice}
        reader = readers["shark-attacks" if "shark-attacks" in names else "pips"]
        for judged in reader.judged(image):
            if judged.names[0][1] >= 0.5:
                signs.append(judged.signs)
                right.append(_is_right(judged, dice, image.shape))
    weights = _logistic(np.array(signs), np.array(right, float))
    trust = 1 / (1 + np.exp(-np.array(signs) @ weights))
    for low, high in ((0, 0.5), (0.5, 0.9), (0.9, 0.98), (0.98, 0.99), (0.99, 0.999), (0.999, 1.01)):
        of = (trust >= low) & (trust < high)
        print(f"{low:.3f}-{high:.3f}: {of.sum():5} readings, {np.array(right)[of].mean() if of.any() else 0:.4f} right")
    parts = dict(np.load(args.model))
    parts["about"] = np.array(json.dumps(json.loads(str(parts["about"])) | {"trust": weights.tolist()}))
    np.savez(args.output, **parts)


def _is_right(judged: Any, dice: list[Truth], shape: tuple[int, ...]) -> bool:
    """Whether a reading names a die that lies there, and that may be trusted."""
    for die in dice:
        if np.hypot(judged.find.x - die.centre[0], judged.find.y - die.centre[1]) < 0.5 * die.side:
            sound = not die.doubtful and die.sight > 0.8 and _outside(die.quad, shape[1], shape[0]) < 0.1
            return sound and FACES[die.face] == judged.names[0][0]
    return False


def _logistic(signs: Any, right: Any) -> Any:
    """Weights of a logistic regression, by Newton's method with a little ridge."""
    weights = np.zeros(signs.shape[1])
    for _ in range(40):
        p = 1 / (1 + np.exp(-signs @ weights))
        slope = signs.T @ (right - p) - 0.5 * weights
        bend = (signs * (p * (1 - p))[:, None]).T @ signs + 0.5 * np.eye(len(weights))
        weights = weights + np.linalg.solve(bend, slope)
    return weights


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    tasks = parser.add_subparsers(dest="task", required=True)
    for task in ("pool", "finder", "reader", "export", "calibrate"):
        part = tasks.add_parser(task)
        part.add_argument("--seed", type=int, default=1)
        part.add_argument("-o", "--output", type=pathlib.Path, required=True)
        part.add_argument("--count", type=int, default=6000)
        part.add_argument("--pool", type=pathlib.Path)
        part.add_argument("--finder", type=pathlib.Path)
        part.add_argument("--reader", type=pathlib.Path)
        part.add_argument("--start", type=pathlib.Path, help="go on from these weights")
        part.add_argument("--steps", type=int, default=4000)
        part.add_argument("--rate", type=float, default=3e-3)
        part.add_argument("--model", type=pathlib.Path)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    torch.manual_seed(args.seed)
    torch.set_num_threads(1)  # two lessons side by side are faster than one on two cores
    if args.task == "pool":
        draw_pool(args.seed, args.count, args.output)
    else:
        {"finder": train_finder, "reader": train_reader, "export": export, "calibrate": calibrate}[args.task](args)


if __name__ == "__main__":
    main()
