"""Train the dice reader from nothing, on pictures that hardware/scene draws; write one model file.

    python scripts/training/train_dice.py pool   --seed 1 --count 6000 -o /tmp/pool
    python scripts/training/train_dice.py finder --pool /tmp/pool -o /tmp/finder.pt
    python scripts/training/train_dice.py reader --pool /tmp/pool [--model EARLIER] -o /tmp/reader.pt
    python scripts/training/train_dice.py tables --seed 5 --count 1500 -o /tmp/tables
    python scripts/training/train_dice.py stance --pool /tmp/tables -o /tmp/stance.pt
    python scripts/training/train_dice.py tables --seed 6 --count 800 --only shark-attacks -o /tmp/bare
    python scripts/training/train_dice.py bare   --pool /tmp/bare --start /tmp/stance.pt -o /tmp/bare.pt
    python scripts/training/train_dice.py dice   --seed 7 --count 2000 -o /tmp/dice
    python scripts/training/train_dice.py upper  --pool /tmp/dice --start vision/dice/models/dice.npz -o /tmp/upper.pt
    python scripts/training/train_dice.py export --finder /tmp/finder.pt --reader /tmp/reader.pt \\
        --stance /tmp/stance.pt --leaning /tmp/bare.pt --upper /tmp/upper.pt -o /tmp/dice.npz
    python scripts/training/train_dice.py calibrate --seed 9 --count 500 --model /tmp/dice.npz \\
        -o vision/dice/models/dice.npz

Five networks: the *finder* sees small pictures and marks the upper faces of dice, whatever they bear; the *reader*
sees one face at a time; with an earlier model it also learns from what that model's finder takes for dice and are none;
two *stance* networks tell flat dice from leaning ones, on a mat and bare of one; the *upper* one reads the upper faces
of ordinary dice, translucent ones too, and starts as the reader. The recipe, and what came of it, is in
docs/dice-reader-training.md.
Needs the extra `train`.
"""

from __future__ import annotations

import argparse
import copy
import json
import pathlib
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any

import cv2
import numpy as np
import torch
from torch import Tensor, nn

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))

from dice_calibrate import calibrate, signs
from dice_lessons import finder_sample, reader_sample
from dice_nets import (
    Finder,
    Reader,
    Stance,
    UpperFace,
    bare_loss,
    finder_loss,
    onnx_of,
    reader_loss,
    stance_loss,
    upper_face_loss,
)
from dice_photographs import load_bare, load_photographs
from dice_scenes import FACES, Pool, draw_pool, load_own, load_pool
from dice_stances import bare_sample, draw_tables, load_tables, stance_sample
from dice_unfold import unfolded
from dice_upper_faces import draw_dice, load_dice, upper_face_sample

from vision.dice.crops import LIMITS as CROPS
from vision.dice.model import SHIPPED
from vision.dice.model import load as load_model
from vision.dice.reader import BUILT_IN

GUESS = {
    "name": (-0.1, 0.9, 0.3, 1.2, 0.0),
    "die": (1.0, 2.4, 2.2, -0.7, -0.4, -2.4, -0.9, 0.2, -0.5, 0.0),
    "bends": [[0.0] * 10],
    "heights": (0.0,),
    "lean": {"mat": (-1.0, 1.2, 0.5, 0.0), "bare": (1.9, 0.9, 0.0, 2.5), "alone": (-3.3, 0.5, 1.5, 0.0)},
}
"""Weights of what tells a die, its name and that it leans, until `calibrate` has learnt better ones."""


@dataclass(frozen=True, slots=True)
class CourseSettings:
    """How a course of lessons goes."""

    norm_lessons: int = 512
    """So many lessons tell the norms of a network that goes on from a model file."""
    mean_stays_share: float = 0.997
    """Share of the mean of the weights that stays at each step."""


COURSE = CourseSettings()


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


def learn(
    model: nn.Module,
    samples: Samples,
    batch: int,
    steps: int,
    rate: float,
    loss_of: Any,
    kept: pathlib.Path | None = None,
) -> nn.Module:
    """Adam with one cycle of the rate (Smith 2018), in half precision where the processor has it, for elsewhere that is
    ten times as slow; the mean of the weights along the way, which is `kept` in a file every some steps."""
    halved = torch.backends.cpu.get_cpu_capability() == "AVX512"
    loader = iter(torch.utils.data.DataLoader(samples, batch_size=batch, num_workers=1, prefetch_factor=8))
    model = model.to(memory_format=torch.channels_last).train()
    best = torch.optim.AdamW(model.parameters(), rate, weight_decay=1e-3)
    cycle = torch.optim.lr_scheduler.OneCycleLR(best, rate, steps, pct_start=0.1)
    mean = copy.deepcopy(model)
    seen, begun = 0.0, time.monotonic()
    for step in range(1, steps + 1):
        picture, *rest = next(loader)
        picture = picture.flatten(0, -4)  # a lesson may be several crops
        with torch.autocast("cpu", torch.bfloat16, enabled=halved):
            out = model((picture.float() / 255).to(memory_format=torch.channels_last))
        loss = loss_of(out.float(), *rest)
        best.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        best.step()
        cycle.step()
        drag(mean, model, min(COURSE.mean_stays_share, step / (step + 10)))
        seen = loss.item() if step == 1 else 0.98 * seen + 0.02 * loss.item()
        if step % 100 == 0:
            pace = (time.monotonic() - begun) / step * 1000
            print(f"{step}/{steps} loss {seen:.4f} {pace:.0f} ms a step", flush=True)
            if kept is not None:
                torch.save(mean.state_dict(), kept)
    return mean.eval()


def drag(mean: nn.Module, model: nn.Module, stays: float) -> None:
    """Move the mean of the weights a little towards the present ones."""
    with torch.no_grad():
        for slow, fast in zip(mean.state_dict().values(), model.state_dict().values(), strict=True):
            if slow.is_floating_point():
                slow.lerp_(fast, 1 - stays)


def train(args: argparse.Namespace) -> None:
    """One of the networks, from nothing or from earlier weights."""
    network, draw, batch, loss_of = LESSONS[args.task]
    pool: Any = POOLS.get(args.task, pool_of)(args)
    model = network()
    samples = Samples(lambda rng: draw(pool, rng), args.seed)
    if args.start and args.start.suffix == ".npz":
        first = np.stack([picture for picture, *_ in islice(samples, COURSE.norm_lessons)])
        unfolded(model, args.start, STARTS.get(args.task, args.task), torch.tensor(first).float() / 255)
    elif args.start:
        model.load_state_dict(started(model.state_dict(), torch.load(args.start)))
    learnt = learn(model, samples, batch, args.steps, args.rate, loss_of, args.output)
    torch.save(learnt.state_dict(), args.output)


def started(own: dict[str, Tensor], earlier: dict[str, Tensor]) -> dict[str, Tensor]:
    """Earlier weights, the last ones filled up with a network's own where it has more answers."""
    return {name: torch.cat([weights, own[name][len(weights) :]]) if weights.ndim else weights
            for name, weights in earlier.items()}  # fmt: skip


def pool_of(args: argparse.Namespace) -> Pool:
    """The rendered pictures and the photographs that were asked for."""
    model = load_model(args.model) if args.model or args.photographs or args.bare or args.own else None
    rendered = load_pool(args.pool, model)
    if model is None:
        return Pool(rendered)
    photographs = [load_photographs(folder, model) for folder in args.photographs]
    bare = [load_bare(folder, model) for folder in args.bare]
    return Pool(rendered, photographs, bare, load_own(args.own, model) if args.own else None)


def reads(out: Tensor, face: Tensor, doubt: Tensor, turn: Any) -> Tensor:
    return reader_loss(out, face, doubt.float(), torch.stack([t.float() for t in turn], 1))


POOLS: dict[str, Callable[[argparse.Namespace], Any]] = {
    "stance": lambda args: load_tables(args.pool),
    "bare": lambda args: load_tables(args.pool),
    "upper": lambda args: load_dice(args.pool),
}
"""What the lessons of some tasks are drawn from."""
STARTS = {"upper": "reader"}
"""The network of a model file that a task begins with, where it is not its own."""


LESSONS: dict[str, tuple[Any, Any, int, Any]] = {
    "finder": (Finder, finder_sample, 24, finder_loss),
    "reader": (Reader, reader_sample, 96, reads),
    "stance": (Stance, stance_sample, 96, stance_loss),
    "bare": (partial(Stance, 5), bare_sample, 96, bare_loss),
    "upper": (UpperFace, upper_face_sample, 96, upper_face_loss),
}
"""What is taught: the network, how a lesson is drawn, lessons a step, and what they are scored by."""


def mean(args: argparse.Namespace) -> None:
    """The mean of networks that went different ways from the same start: better than each (Wortsman et al. 2022)."""
    several = [torch.load(file) for file in args.of]
    torch.save({k: sum(network[k] for network in several) / len(several) if v.is_floating_point() else v
                for k, v in several[0].items()}, args.output)  # fmt: skip


def export(args: argparse.Namespace) -> None:
    """A model file of all networks; with `--model` the networks that are given, in place of those of that file."""
    given = {
        "finder": args.finder,
        "reader": args.reader,
        "stance": args.stance,
        "bare": args.leaning,
        "upper": args.upper,
    }
    own = {name: _exported(name, weights) for name, weights in given.items() if weights or not args.model}
    if args.model:
        with np.load(args.model) as model:
            np.savez(args.output, **{**model, **own})
        return
    guess = {part: GUESS[part] for part in ("die", "bends", "heights", "name")}
    about = {"faces": FACES, "temperature": 1.0, "trained_on": args.told, "taught": guess} | GUESS
    likeness = np.load(SHIPPED)["likeness"]  # train_dice_likeness.py puts another there
    np.savez(args.output, **own, likeness=likeness, about=np.array(json.dumps(about)))


def _exported(name: str, weights: pathlib.Path) -> Any:
    """The bytes of a network in ONNX, (N,) uint8."""
    crop = torch.zeros(1, 3, CROPS.crop_px, CROPS.crop_px)
    network, example, free = {
        "finder": (Finder(), torch.zeros(1, 3, 192, 320), {0: "n", 2: "h", 3: "w"}),
        "reader": (Reader(), crop, {0: "n"}),
        "stance": (Stance(), torch.zeros(1, 5, 64, 64), {0: "n"}),
        "bare": (Stance(5), torch.zeros(1, 5, 64, 64), {0: "n"}),
        "upper": (UpperFace(), crop, {0: "n"}),
    }[name]
    network.load_state_dict(torch.load(weights))
    return np.frombuffer(onnx_of(network, example, free), np.uint8)


def parsed() -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    tasks = parser.add_subparsers(dest="task", required=True)
    for task in ("pool", "tables", "dice", *LESSONS, "mean", "export", "signs", "calibrate"):
        part = tasks.add_parser(task)
        part.add_argument("--seed", type=int, default=1)
        part.add_argument("-o", "--output", type=pathlib.Path, required=True)
        part.add_argument("--count", type=int, default=6000)
        part.add_argument("--pool", type=pathlib.Path)
        part.add_argument("--finder", type=pathlib.Path)
        part.add_argument("--reader", type=pathlib.Path)
        part.add_argument("--stance", type=pathlib.Path)
        part.add_argument("--leaning", type=pathlib.Path, help="the stance network for dice without a mat")
        part.add_argument("--upper", type=pathlib.Path, help="the network of upper faces")
        part.add_argument("--told", default="rendered scenes only", help="what it was trained on, for the model file")
        part.add_argument("--signs", type=pathlib.Path, nargs="*", default=(), help="files written by `signs`")
        part.add_argument("--start", type=pathlib.Path, help="go on from these weights, or a model file")
        part.add_argument("--steps", type=int, default=4000)
        part.add_argument("--rate", type=float, default=3e-3)
        part.add_argument("--model", type=pathlib.Path)
        part.add_argument("--photographs", type=pathlib.Path, nargs="*", default=(), help="folders to learn from too")
        part.add_argument("--bare", type=pathlib.Path, nargs="*", default=(), help="folders of pictures without dice")
        part.add_argument("--own", type=pathlib.Path, help="a pool of our own dice to learn from too")
        part.add_argument("--only", choices=BUILT_IN, help="draw these alone; tables of our own are without a mat")
        part.add_argument("--of", type=pathlib.Path, nargs="*", default=(), help="weights to take the mean of")
    return parser.parse_args()


def main() -> None:
    args = parsed()
    cv2.setNumThreads(1)
    torch.manual_seed(args.seed)
    torch.set_num_threads(1)  # two lessons side by side are faster than one on two cores
    if args.task == "pool":
        draw_pool(args.seed, args.count, args.output, args.only == "shark-attacks")
    elif args.task == "tables":
        draw_tables(args.seed, args.count, args.model, args.output, args.only)
    elif args.task == "dice":
        draw_dice(args.seed, args.count, args.output)
    else:
        {"mean": mean, "export": export, "signs": signs, "calibrate": calibrate}.get(args.task, train)(args)


if __name__ == "__main__":
    main()
