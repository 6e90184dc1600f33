"""How far readings may be trusted: learnt on scenes and photographs that the networks have not seen."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from dice_lessons import outside
from dice_photographs import load_photographs
from dice_scenes import FACES, LAYOUT, Truth, table_scene, training_scene
from dice_weather import weather

from vision.dice import calibration, detector, tilt_net
from vision.dice.calibration import Candidate
from vision.dice.detector import Detection
from vision.dice.reader import DiceReader
from vision.dice.table_plane import plane_of_mat
from vision.frame import mat


@dataclass(frozen=True, slots=True)
class DiceFitSettings:
    """How the weights are fitted."""

    source_weight: float = 500.0
    """What all readings of one source weigh together."""
    ridge: float = 0.5
    """The price of the squares of a logistic regression's weights, which keeps them small."""
    bend_count: int = 8
    """Bends of what tells a die,"""
    bend_decay: float = 3e-4
    """and what keeps them gentle: the price of their weights' squares."""
    wrong_dice_share: float = 0.03
    """Share of the truths about dice that are taken for wrong, or beyond what the signs can tell: of 0, 0.003, 0.01,
    0.02 and this, folders that were left out from the fit are vouched for best with this."""
    wrong_names_share: float = 0.003
    """And of those about names, of which so many are labelled wrong."""
    seldom_tilted_nats: float = 1.0
    """By so much a die on a mat leans more seldom than in the scenes that this is learnt on, where one in seven does:
    at a table it is hardly one in hundreds, which would be three; the rest is caution: a question is forgiven, a wrong
    score is not."""


FIT = DiceFitSettings()

Rows = list[tuple[Any, bool]]


@dataclass(frozen=True)
class Verdict:
    """One find of a picture: what speaks for its name and for a die, whether the name is right, the number of the die
    that lies there (-1: none), and the strength of the find."""

    for_name: Any
    for_die: Any
    right: bool
    die: int
    strength: float


Source = list[list[Verdict]]
"""The finds of each picture of one kind."""


def signs(args: argparse.Namespace) -> None:
    """What a reader says of photographs that it was not taught with, and whether it is right; one file a reader."""
    reader = DiceReader("pips", args.model)
    lines: list[tuple[Any, ...]] = []
    for folder in args.photographs:
        for number, (image, truths, _) in enumerate(load_photographs(folder, reader.model)):
            found = verdicts(reader.candidates(image), list(truths), image.shape)
            lines += [(folder.name, number, *v.for_name, *v.for_die, v.right, v.die, v.strength) for v in found]
    np.save(args.output, np.array(lines, dtype=object), allow_pickle=True)


def _source(rows: Any) -> Source:
    """The pictures of one folder out of a file of `signs`."""
    pictures: dict[int, list[Verdict]] = {}
    for _, picture, *columns in rows:
        name, die, rest = np.array(columns[:5], float), np.array(columns[5:15], float), columns[15:]
        pictures.setdefault(picture, []).append(Verdict(name, die, bool(rest[0]), int(rest[1]), float(rest[2])))
    return list(pictures.values())


def calibrate(args: argparse.Namespace) -> None:
    """Weights of what tells a die, its name and that it leans; written into the model file."""
    pips = [_of_ordinary(args)]
    for file in args.signs:
        rows = np.load(file, allow_pickle=True)
        pips += [_source(rows[rows[:, 0] == folder]) for folder in sorted(set(rows[:, 0]))]
    ours, stands = _of_ours(args)
    name, die, bends, heights = weigh([*pips, ours])
    lean = {name: fit([rows], name) for name, rows in stands.items()}
    lean["mat"][0] -= FIT.seldom_tilted_nats
    about = {"name": name, "die": die, "bends": bends, "heights": heights, "lean": lean}
    parts = dict(np.load(args.model))
    parts["about"] = np.array(json.dumps(json.loads(str(parts["about"])) | about))
    np.savez(args.output, **parts)


def weigh(sources: Sequence[Source]) -> tuple[list[float], list[float], list[list[float]], list[float]]:
    """Weights of what speaks for a name, of the strongest find on each die, and of what speaks for a die, of these and
    of all that lie on none, with bends and heights; all sources weigh alike."""
    of_name = [[(v.for_name, v.right) for picture in source for v in _strongest(picture)] for source in sources]
    name = fit(of_name, "name", FIT.wrong_names_share)
    of_die = [[row for picture in source for row in _of_die(picture)] for source in sources]
    plain, (bent, bends, heights) = np.array(fit(of_die, "die", FIT.wrong_dice_share)), _bent(of_die)
    die = (plain + bent) / 2  # the mean of both: one errs on the safe side, the other sees what goes together
    return name, die.tolist(), bends.tolist(), (heights / 2).tolist()


def _bent(sources: Sequence[Rows]) -> tuple[Any, Any, Any]:
    """A small network on the same signs, of which the first is constant: weights, bends and heights."""
    signs, right, shares = _table(sources)
    middle, spread = signs[:, 1:].mean(0), signs[:, 1:].std(0) + 1e-6
    torch.manual_seed(0)
    net = torch.nn.Sequential(
        torch.nn.Linear(len(middle), FIT.bend_count), torch.nn.Tanh(), torch.nn.Linear(FIT.bend_count, 1)
    ).double()
    inputs, wanted, weight = (torch.tensor(v) for v in ((signs[:, 1:] - middle) / spread, right, shares / shares.sum()))
    _settle(
        list(net.parameters()),
        lambda: (
            _surprise(net(inputs)[:, 0], wanted, weight, FIT.wrong_dice_share)
            + FIT.bend_decay * sum((p**2).sum() for p in net.parameters())
        ),
    )
    first, base, last, top = (p.detach().numpy() for p in net.parameters())
    slopes = first / spread
    return np.eye(1, signs.shape[1])[0] * top, np.column_stack([base - slopes @ middle, slopes]), last[0]


def _surprise(logits: Any, wanted: Any, weight: Any, astray: float) -> Any:
    """The cross entropy, if a share of all truths is `astray`: what the signs cannot tell (half of a domino, a label on
    the wrong thing) costs no more than that, instead of making all else doubtful."""
    p = astray + (1 - 2 * astray) * torch.sigmoid(logits)
    return -(weight * (wanted * torch.log(p + 1e-12) + (1 - wanted) * torch.log(1 - p + 1e-12))).sum()


def _settle(parameters: list[Any], loss: Callable[[], Any]) -> None:
    """Moves parameters to where the loss is least."""
    best = torch.optim.LBFGS(parameters, max_iter=250, line_search_fn="strong_wolfe")

    def step() -> Any:
        best.zero_grad()
        now = loss()
        now.backward()
        return now

    best.step(step)


def _strongest(picture: Sequence[Verdict]) -> list[Verdict]:
    return list({v.die: v for v in sorted(picture, key=lambda v: v.strength) if v.die >= 0}.values())


def _of_die(picture: Sequence[Verdict]) -> Rows:
    dice = [(v.for_die, True) for v in _strongest(picture)]
    return dice + [(v.for_die, False) for v in picture if v.die < 0]


def _of_ordinary(args: argparse.Namespace) -> Source:
    reader = DiceReader("pips", args.model)
    pictures: Source = []
    for number in range(args.count):
        rng = np.random.default_rng((args.seed, number))
        image, truths = training_scene(rng, FACES)
        dice = [Truth(*t) for t in truths]
        if not any(FACES[die.face].startswith("shark") for die in dice):
            image = weather(image, rng, 0.7)
            pictures.append(verdicts(reader.candidates(image), dice, image.shape))
    return pictures


def _of_ours(args: argparse.Namespace) -> tuple[Source, dict[str, Rows]]:
    """Of Shark Attacks!: the readings of flat dice, and which dice lean, on a mat and bare of one."""
    reader = DiceReader("shark-attacks", args.model)
    pictures: Source = []
    stands: dict[str, Rows] = {"mat": [], "bare": [], "alone": []}
    for number in range(args.count):
        rng = np.random.default_rng((args.seed, args.count + number))
        image, truths = table_scene(rng, FACES)
        dice, found = [Truth(*t) for t in truths], mat.find(image, LAYOUT)
        candidates = reader.candidates(image, found, beside=True)
        pictures.append(verdicts(candidates, dice, image.shape))
        for plane in (found, None) if found is not None else (None,):
            where, rows = _stands(reader, image, candidates, dice, plane)
            stands[where] += rows
    return pictures, stands


def _stands(
    reader: DiceReader, image: Any, candidates: list[Candidate], dice: list[Truth], plane: mat.Mat | None
) -> tuple[str, Rows]:
    """By which weights the dice of a picture are told to lean, what they weigh, and which do."""
    read = [candidate for candidate in candidates if candidate.is_read]
    detections, angles = [candidate.detection for candidate in read], [candidate.angle for candidate in read]
    network = reader.model.tilt_networks["mat" if plane else "bare"]
    if plane is not None:
        where, stands = (
            "mat",
            tilt_net.tilts_on_mat(
                network, image, detections, angles, plane_of_mat(plane, image.shape[1], image.shape[0])
            ),
        )
    else:
        where = "bare" if len(detections) > 1 else "alone"
        stands = tilt_net.tilts_without_mat(network, image, detections, angles)[0] if detections else []
    rows = []
    for candidate, stand in zip(read, stands, strict=True):
        number = _die_at(candidate.detection, dice)
        if number >= 0 and dice[number].sight > 0.85:
            rows.append((tilt_net.tilt_evidence(stand), dice[number].doubtful))
    return where, rows


def _die_at(detection: Detection, dice: Sequence[Truth]) -> int:
    """The number of the die that a detection is of, -1 for none: a pip in the middle of a die is none."""
    x, y, size = detection.x, detection.y, detection.size

    def same(die: Truth) -> bool:
        return bool(
            np.hypot(x - die.centre[0], y - die.centre[1]) < 0.5 * die.side
            and size * detector.LIMITS.min_die_to_pip_ratio > die.side
        )

    return next((n for n, die in enumerate(dice) if same(die)), -1)


def verdicts(candidates: Sequence[Candidate], dice: Sequence[Truth], shape: tuple[int, ...]) -> list[Verdict]:
    """What each find is worth; none of dice that are doubted for other reasons, or that nobody calls a die."""
    found = []
    for candidate in candidates:
        number = _die_at(candidate.detection, dice)
        die = dice[number] if number >= 0 else None
        sound = die is None or (not die.doubtful and die.sight > 0.8 and outside(die.quad, shape[1], shape[0]) < 0.1)
        if sound:
            right = die is not None and FACES[die.face] == candidate.names[0][0]
            found.append(
                Verdict(
                    calibration.name_evidence(candidate),
                    calibration.die_evidence(candidate),
                    right,
                    number,
                    candidate.detection.strength,
                )
            )
    return found


def fit(sources: Sequence[Rows], name: str, astray: float = 0.0) -> list[float]:
    """Weights of a logistic regression; prints what its probabilities are worth."""
    signs, right, shares = _table(sources)
    weights = logistic(signs, right, shares, astray)
    trust = 1 / (1 + np.exp(-signs @ weights))
    for low, high in ((0, 0.5), (0.5, 0.9), (0.9, 0.95), (0.95, 0.98), (0.98, 0.99), (0.99, 0.999), (0.999, 1.01)):
        of = (trust >= low) & (trust < high)
        print(f"{name} {low:.3f}-{high:.3f}: {of.sum():5}, {right[of].mean() if of.any() else 0:.4f} true", flush=True)
    return [float(w) for w in weights]


def _table(sources: Sequence[Rows]) -> tuple[Any, Any, Any]:
    """Signs, truths and shares of all rows."""
    rows = [row for source in sources for row in source]
    shares = np.concatenate([np.full(len(source), FIT.source_weight / max(len(source), 1)) for source in sources])
    return np.array([row for row, _ in rows]), np.array([right for _, right in rows], float), shares


def logistic(signs: Any, right: Any, shares: Any, astray: float = 0.0) -> Any:
    """Weights of a logistic regression with a little ridge; rows count by their `shares`, of which some are `astray`
    (robust to labels that are wrong: Bootkrajang and Kaban 2012)."""
    weights = torch.zeros(signs.shape[1], dtype=torch.double, requires_grad=True)
    inputs, wanted, weight = (torch.tensor(v) for v in (signs, right, shares))
    _settle([weights], lambda: _surprise(inputs @ weights, wanted, weight, astray) + FIT.ridge / 2 * (weights**2).sum())
    return weights.detach().numpy()
