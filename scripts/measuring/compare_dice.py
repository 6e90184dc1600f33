"""Our dice reader beside two other ways of reading dice, on the same folders of photographs with labels.

    python scripts/measuring/compare_dice.py teach --pool /tmp/pool [--photographs FOLDER...] -o /tmp/detector.pt
    python scripts/measuring/compare_dice.py FOLDER... [--detector /tmp/detector.pt] [--every N]

*blobs* is what textbooks do: threshold, outlines of the size of dice, dark or pale round blobs counted in each.
*detector* is a small general single-stage detector (centres as in Zhou et al. 2019, one map a value), taught by `teach`
from nothing, on the pictures that our reader learns from. Needs the extra `train` for the detector.
"""

from __future__ import annotations

import argparse
import json
import pathlib
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

import cv2
import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "scripts" / "training")]

from vision.dice.reader import DiceReader  # noqa: E402

Box = tuple[float, float, float, float]
Read = list[tuple[int, Box]]
LONGEST = 640
"""The detector sees pictures no longer than this, as such detectors commonly do."""


def ours() -> Callable[[Any], Read]:
    reader = DiceReader("pips")
    return lambda image: [(int(die.face), die.box) for die in reader.read(image).dice if die.face is not None]


def blobs(image: Any) -> Read:
    """Otsu's threshold (1979) either way; outlines about as wide as high are dice, the round holes in them are pips."""
    scale = min(1.0, 800 / max(image.shape[:2]))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    grey = cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), (5, 5), 0)
    found: Read = []
    for way in (cv2.THRESH_BINARY, cv2.THRESH_BINARY_INV):
        _, mask = cv2.threshold(grey, 0, 255, way + cv2.THRESH_OTSU)
        outlines, nested = cv2.findContours(mask, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
        nested = np.empty((0, 4), int) if nested is None else nested.reshape(-1, 4)
        for number, outline in enumerate(outlines):
            x, y, w, h = cv2.boundingRect(outline)
            if (
                nested[number, 3] >= 0
                or not min(w, h) > 14
                or max(w, h) > 0.5 * max(grey.shape)
                or max(w, h) > 1.8 * min(w, h)
            ):
                continue
            holes = [outlines[i] for i in range(len(outlines)) if nested[i, 3] == number]
            pips = sum(_round(hole, cv2.contourArea(outline)) for hole in holes)
            if 1 <= pips <= 6:
                found.append((pips, (x / scale, y / scale, w / scale, h / scale)))
    return found


def _round(hole: Any, die: float) -> bool:
    area, length = cv2.contourArea(hole), cv2.arcLength(hole, True)
    return bool(0.005 < area / max(die, 1) < 0.12 and 4 * np.pi * area > 0.6 * length**2)


def detector(file: pathlib.Path) -> Callable[[Any], Read]:
    """The taught detector, run by OpenCV like ours."""
    import torch
    from dice_nets import onnx_of
    from dice_plain import Plain

    model = Plain()
    model.load_state_dict(torch.load(file))
    network = cv2.dnn.readNetFromONNX(
        np.frombuffer(onnx_of(model, torch.zeros(1, 3, 320, 320), {2: "h", 3: "w"}), np.uint8)
    )
    return lambda image: detected(network, image)


def detected(network: Any, image: Any) -> Read:
    """The peaks of the six maps, each with its box, less those that lie on a stronger one."""
    scale = min(1.0, LONGEST / max(image.shape[:2]))
    width, height = (max(32, round(v * scale / 16) * 16) for v in image.shape[1::-1])
    network.setInput(cv2.dnn.blobFromImage(cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA), 1 / 255.0))
    maps = np.asarray(network.forward(), np.float32)[0]
    best, value = maps[:6].max(0), maps[:6].argmax(0)
    rows, columns = np.nonzero((best >= cv2.dilate(best, np.ones((3, 3), np.uint8))) & (best > -0.4))
    found: list[tuple[float, int, Box]] = []
    for row, column in sorted(zip(rows, columns, strict=True), key=lambda at: -best[at]):
        w, h = np.exp(np.clip(maps[6:8, row, column], -3, 3)) * 32
        x, y = (column + 0.5) * 4, (row + 0.5) * 4
        if all(
            np.hypot(x - bx - bw / 2, y - by - bh / 2) > 0.4 * max(bw, bh, w, h) for _, _, (bx, by, bw, bh) in found
        ):
            found.append((best[row, column], int(value[row, column]) + 1, (x - w / 2, y - h / 2, float(w), float(h))))
    fx, fy = image.shape[1] / width, image.shape[0] / height
    return [(v, (x * fx, y * fy, w * fx, h * fy)) for _, v, (x, y, w, h) in found]


def matched(truth: Read, read: Read) -> int:
    """True dice that a reading of the same value covers, each by another reading: a middle lies in the other's box."""
    left, found = list(read), 0
    for value, box in truth:
        hit = next((r for r in left if r[0] == value and (_in(box, r[1]) or _in(r[1], box))), None)
        if hit:
            left.remove(hit)
            found += 1
    return found


def _in(a: Box, b: Box) -> bool:
    x, y = a[0] + a[2] / 2, a[1] + a[3] / 2
    return b[0] <= x <= b[0] + b[2] and b[1] <= y <= b[1] + b[3]


def compare(folders: Sequence[pathlib.Path], ways: dict[str, Callable[[Any], Read]], every: int) -> None:
    print(f"{'folder':18}{'way':10}{'pictures':>9}{'exact':>8}{'found':>8}{'false':>8}{'ms':>8}")
    sums: dict[str, list[Any]] = {name: [] for name in ways}
    for folder in folders:
        notes = json.loads((folder / "annotations.json").read_text())[::every]
        for name, way in ways.items():
            row = _score(folder, [n for n in notes if not n.get("reject")], way)
            sums[name].append(row)
            _print(folder.name, name, row)
    for name, rows in sums.items():
        _print("mean of folders", name, np.mean(rows, axis=0))


def _score(folder: pathlib.Path, notes: list[Any], way: Callable[[Any], Read]) -> tuple[float, ...]:
    exact = found = false = dice = 0
    times = []
    for note in notes:
        image = cv2.imread(str(folder / note["file"]))
        begun = time.perf_counter()
        read = way(image)
        times.append((time.perf_counter() - begun) * 1000)
        truth = [(d["value"], tuple(d["box"])) for d in note["dice"]]
        right = matched(truth, read)
        exact += right == len(truth) == len(read)
        found, false, dice = found + right, false + len(read) - right, dice + len(truth)
    return len(notes), exact / max(len(notes), 1), found / max(dice, 1), false / max(dice, 1), statistics.median(times)


def _print(folder: str, name: str, row: Any) -> None:
    print(f"{folder:18}{name:10}{row[0]:9.0f}{row[1]:8.1%}{row[2]:8.1%}{row[3]:8.1%}{row[4]:8.0f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=pathlib.Path, help="`teach`, or folders with an annotations.json")
    parser.add_argument("--detector", type=pathlib.Path)
    parser.add_argument("--every", type=int, default=1, help="only one picture in so many")
    parser.add_argument("--pool", type=pathlib.Path)
    parser.add_argument("--photographs", type=pathlib.Path, nargs="*", default=())
    parser.add_argument("--steps", type=int, default=3000)
    parser.add_argument("-o", "--output", type=pathlib.Path)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    if str(args.folders[0]) == "teach":
        from dice_plain import teach

        teach(args.pool, args.photographs, args.steps, args.output)
        return
    ways = {"ours": ours(), "blobs": blobs}
    compare(args.folders, ways | ({"detector": detector(args.detector)} if args.detector else {}), args.every)


if __name__ == "__main__":
    main()
