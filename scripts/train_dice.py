"""Train the dice reader from nothing, on pictures that hardware/scene draws; write one model file.

    python scripts/train_dice.py pool   --seed 1 --count 6000 -o /tmp/pool
    python scripts/train_dice.py finder --pool /tmp/pool -o /tmp/finder.pt
    python scripts/train_dice.py reader --pool /tmp/pool [--model EARLIER] -o /tmp/reader.pt
    python scripts/train_dice.py export --finder /tmp/finder.pt --reader /tmp/reader.pt -o /tmp/dice.npz
    python scripts/train_dice.py calibrate --seed 9 --count 500 --model /tmp/dice.npz -o vision/models/dice.npz

Two networks: the *finder* sees small pictures and marks the upper faces of dice, whatever they bear; the *reader* sees
one face at a time; with an earlier model it also learns from what that model's finder takes for dice and are none. The
recipe, and what came of it, is in docs/dice-reader.md. Needs the extra `train`.
"""

from __future__ import annotations

import argparse
import json
import pathlib
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import cv2
import numpy as np
import torch
from torch import Tensor, nn

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from dice_lessons import finder_sample, outside, reader_sample, weather
from dice_nets import Finder, Reader, finder_loss, onnx_of, reader_loss
from dice_scenes import FACES, Truth, draw_pool, load_pool, training_scene

from vision.dice import DiceReader
from vision.model import load as load_model
from vision.reader import CROP

GUESS = (-1.0, 0.6, 0.3, 0.3, -0.3, 1.0)
"""Weights of trust until `calibrate` has learnt better ones."""


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
    pool = load_pool(args.pool, load_model(args.model) if args.model else None)
    model = Reader()
    if args.start:
        model.load_state_dict(torch.load(args.start))

    def loss_of(out: Tensor, face: Tensor, doubt: Tensor, turn: Any) -> Tensor:
        return reader_loss(out, face, doubt.float(), torch.stack([t.float() for t in turn], 1))

    learn(model, Samples(lambda rng: reader_sample(pool, rng), args.seed), 96, args.steps, args.rate, loss_of)
    torch.save(model.state_dict(), args.output)


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
            verdict = _verdict(judged, dice, image.shape)
            if verdict is not None and judged.names[0][1] >= 0.3:
                signs.append(judged.signs)
                right.append(verdict)
    weights = _logistic(np.array(signs), np.array(right, float))
    trust = 1 / (1 + np.exp(-np.array(signs) @ weights))
    for low, high in ((0, 0.5), (0.5, 0.9), (0.9, 0.98), (0.98, 0.99), (0.99, 0.999), (0.999, 1.01)):
        of = (trust >= low) & (trust < high)
        print(f"{low:.3f}-{high:.3f}: {of.sum():5} readings, {np.array(right)[of].mean() if of.any() else 0:.4f} right")
    parts = dict(np.load(args.model))
    parts["about"] = np.array(json.dumps(json.loads(str(parts["about"])) | {"trust": weights.tolist()}))
    np.savez(args.output, **parts)


def _verdict(judged: Any, dice: list[Truth], shape: tuple[int, ...]) -> bool | None:
    """Whether a reading names the die that lies there; None for dice that are doubted for other reasons."""
    for die in dice:
        if np.hypot(judged.find.x - die.centre[0], judged.find.y - die.centre[1]) < 0.5 * die.side:
            sound = not die.doubtful and die.sight > 0.8 and outside(die.quad, shape[1], shape[0]) < 0.1
            return FACES[die.face] == judged.names[0][0] if sound else None
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
