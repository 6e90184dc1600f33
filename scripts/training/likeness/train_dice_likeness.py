"""Train the network that compares faces of dice of any make, and fit what it is worth; write it into a model file.

    python scripts/training/likeness/train_dice_likeness.py icons --packages PACKAGE/... -o /tmp/icons.npz
    python scripts/training/likeness/train_dice_likeness.py portraits --icons /tmp/icons.npz --fonts FOLDER... \\
        --seed 7101 --count 800 -o /tmp/portraits
    python scripts/training/likeness/train_dice_likeness.py ordinary --seed 7103 --count 220 -o /tmp/ordinary
    python scripts/training/likeness/train_dice_likeness.py learn --pool /tmp/portraits --ordinary /tmp/ordinary \\
        --seed 7110 --minutes 60 -o /tmp/likeness.pt
    python scripts/training/likeness/train_dice_likeness.py export --start /tmp/likeness.pt -o /tmp/dice.npz
    python scripts/training/likeness/train_dice_likeness.py copies --icons /tmp/icons.npz --fonts FOLDER... \\
        --seed 7201 --count 16 -o /tmp/copies
    python scripts/training/likeness/train_dice_likeness.py calibrate --model /tmp/dice.npz --pool /tmp/copies \\
        -o vision/dice/models/dice.npz
    python scripts/training/likeness/train_dice_likeness.py calibrate --model vision/dice/models/dice.npz \\
        --pool /tmp/makes --anew -o vision/dice/models/dice.npz

The network begins with what the face classifier knows. `copies --aside` draws from icons and fonts that are never
learnt from. The recipe, and what came of it, is in docs/dice-reader-training.md. Needs the extra `train`; `icons` also
resvg_py, and `portraits` and `copies` Pillow.
"""

from __future__ import annotations

import argparse
import json
import pathlib
import sys
from collections.abc import Callable
from functools import partial
from multiprocessing import get_context
from typing import Any

import cv2
import numpy as np
import torch

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3]))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from dice_copies import draw_copy, draw_figures
from dice_likeness import Likeness, draw_ordinary, learn
from dice_nets import Reader, onnx_of
from dice_pool import Portraits
from dice_portraits import draw_portraits
from dice_prints import PrintShop, draw_icons
from dice_taught import calibrate
from dice_unfold import unfolded

from vision.dice.crops import LIMITS as CROPS
from vision.dice.model import SHIPPED
from vision.dice.model import load as load_model

SETS_OF_FILE = 12
SCENES_OF_FILE = 8
START_LESSONS = 32
"""So many lessons tell the norms of the face classifier, whose weights the network begins with."""


def icons(args: argparse.Namespace) -> None:
    """Masks of icons, as one file."""
    draw_icons(args.packages, args.count, args.output)


def portraits(args: argparse.Namespace) -> None:
    """Portraits of sets of dice."""
    _draw_in_files(args, SETS_OF_FILE, partial(draw_portraits, _shop(args), args.seed, views=args.views))


def ordinary(args: argparse.Namespace) -> None:
    """Crops of ordinary dice in drawn scenes."""
    _draw_in_files(args, SCENES_OF_FILE, partial(_draw_ordinary, args.model, args.seed))


def copies(args: argparse.Namespace) -> None:
    """Copies of dice as folders, to teach from and to read."""
    for number in range(args.count):
        draw_copy(_shop(args), args.seed, number, args.throws, args.output / f"{args.seed}-{number:02d}")


def figures(args: argparse.Namespace) -> None:
    """Throws of dice with figures, to be read as ordinary ones."""
    draw_figures(_shop(args), args.seed, args.count, args.output)


def teach(args: argparse.Namespace) -> None:
    """The network, from the face classifier's weights or from earlier ones."""
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    pool, net = Portraits(args.pool, args.ordinary, device), Likeness()
    if args.start and args.start.suffix != ".npz":
        net.load_state_dict(torch.load(args.start, map_location="cpu"))
    else:
        first, _, _ = pool.lessons(START_LESSONS, np.random.default_rng(args.seed))
        if args.start:
            unfolded(net, args.start, "likeness", first.cpu())
        else:
            reader = Reader()
            unfolded(reader, args.model or SHIPPED, "reader", first.cpu())
            net.start_from(reader)
    learnt = learn(net, pool, args.minutes, args.rate, args.seed, args.output)
    torch.save(learnt.cpu().state_dict(), args.output)


def export(args: argparse.Namespace) -> None:
    """A model file with this network in it."""
    net = Likeness()
    net.load_state_dict(torch.load(args.start, map_location="cpu"))
    parts: dict[str, Any] = dict(np.load(args.model or SHIPPED))
    about = json.loads(str(parts["about"]))
    about.setdefault("taught", {part: about[part] for part in ("die", "bends", "heights", "name")})
    crop = torch.zeros(1, 3, CROPS.fine_crop_px, CROPS.fine_crop_px)
    parts["likeness"] = np.frombuffer(onnx_of(net, crop, {0: "n"}), np.uint8)
    parts["about"] = np.array(json.dumps(about))
    np.savez(args.output, **parts)


def _draw_in_files(args: argparse.Namespace, of_file: int, draw: Callable[..., None]) -> None:
    """Calls `draw` with numbers and a file, until `count` are drawn; several at a time. A file is there when it is
    whole: who learns may take it up at once."""
    args.output.mkdir(parents=True, exist_ok=True)
    ranges = [range(first, min(first + of_file, args.count)) for first in range(0, args.count, of_file)]
    WORK.update(draw=draw, folder=args.output, seed=args.seed)
    with get_context("fork").Pool(args.workers) as workers:
        for done, _ in enumerate(workers.imap_unordered(_draw_file, ranges), 1):
            print(f"{done}/{len(ranges)}", flush=True)


WORK: dict[str, Any] = {}
"""What workers draw: they are forked, so that prints need not be sent to them."""


def _draw_file(numbers: range) -> None:
    draw, folder, seed = WORK["draw"], WORK["folder"], WORK["seed"]
    name = f"{seed}-{numbers.start:05d}"
    part = folder / f"{name}.part"
    with part.open("wb") as file:
        draw(numbers=numbers, output=file)
    part.rename(folder / f"{name}.npz")


def _draw_ordinary(model: pathlib.Path | None, seed: int, numbers: range, output: Any) -> None:
    draw_ordinary(load_model(model), seed, numbers, output)


def _shop(args: argparse.Namespace) -> PrintShop:
    return PrintShop(args.icons, args.fonts, args.aside)


TASKS = {
    "icons": icons,
    "portraits": portraits,
    "ordinary": ordinary,
    "copies": copies,
    "figures": figures,
    "learn": teach,
    "export": export,
    "calibrate": calibrate,
}


def parsed() -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    tasks = parser.add_subparsers(dest="task", required=True)
    for task in TASKS:
        part = tasks.add_parser(task)
        part.add_argument("-o", "--output", type=pathlib.Path, required=True)
        part.add_argument("--seed", type=int, default=1)
        part.add_argument("--count", type=int, default=4200, help="icons of a package, sets, pictures or copies")
        part.add_argument("--packages", type=pathlib.Path, nargs="*", default=(), help="folders with icons.json")
        part.add_argument("--icons", type=pathlib.Path)
        part.add_argument("--fonts", type=pathlib.Path, nargs="*", default=(), help="folders with fonts")
        part.add_argument("--aside", action="store_true", help="icons and fonts that are never learnt from")
        part.add_argument("--views", type=int, default=4, help="portraits of a face")
        part.add_argument("--throws", type=int, default=12, help="pictures of thrown dice of a copy")
        part.add_argument("--pool", type=pathlib.Path)
        part.add_argument("--ordinary", type=pathlib.Path)
        part.add_argument("--model", type=pathlib.Path)
        part.add_argument("--start", type=pathlib.Path, help="go on from these weights")
        part.add_argument("--minutes", type=float, default=60.0, help="to learn for")
        part.add_argument("--workers", type=int, default=1, help="processes that draw portraits or ordinary dice")
        part.add_argument("--rate", type=float, default=2.5e-3)
        part.add_argument("--anew", action="store_true", help="weights of a name alone, half of them the model's own")
    return parser.parse_args()


def main() -> None:
    args = parsed()
    cv2.setNumThreads(1)
    torch.manual_seed(args.seed)
    torch.set_num_threads(1)
    TASKS[args.task](args)


if __name__ == "__main__":
    main()
