"""How far readings may be trusted: learnt on scenes and photographs that the networks have not seen."""

from __future__ import annotations

import argparse
import json
from typing import Any

import numpy as np
from dice_lessons import outside
from dice_photographs import load_photographs
from dice_scenes import FACES, LAYOUT, Truth, table_scene, training_scene
from dice_weather import weather

from vision import mat, stance
from vision.dice import FIRM, DiceReader

Rows = list[tuple[Any, bool]]
WORTH = 0.3
"""Answers below this are no readings."""


def signs(args: argparse.Namespace) -> None:
    """What a reader says of photographs that it was not taught with, and whether it is right; one file."""
    reader = DiceReader("pips", args.model)
    rows: Rows = []
    for folder in args.photographs:
        for image, truths, _ in load_photographs(folder, reader.model):
            rows += _verdicts(reader.judged(image), list(truths), image.shape)
    np.savez(args.output, signs=np.array([row for row, _ in rows]), right=np.array([right for _, right in rows]))


def calibrate(args: argparse.Namespace) -> None:
    """Weights of trust for either set, and of what tells a leaning die; written into the model file."""
    pips = _of_ordinary(args)
    for file in args.signs:
        told = np.load(file)
        pips += list(zip(told["signs"], told["right"], strict=True))
    ours, stands = _of_ours(args)
    about = {
        "trust": {"pips": _fit(pips, "pips"), "shark-attacks": _fit(ours, "shark-attacks")},
        "lean": _fit(stands, "leaning"),
    }
    parts = dict(np.load(args.model))
    parts["about"] = np.array(json.dumps(json.loads(str(parts["about"])) | about))
    np.savez(args.output, **parts)


def _of_ordinary(args: argparse.Namespace) -> Rows:
    reader = DiceReader("pips", args.model)
    rows: Rows = []
    for number in range(args.count):
        rng = np.random.default_rng((args.seed, number))
        image, truths = training_scene(rng, FACES)
        dice = [Truth(*t) for t in truths]
        if not any(FACES[die.face].startswith("shark") for die in dice):
            image = weather(image, rng, 0.7)
            rows += _verdicts(reader.judged(image), dice, image.shape)
    return rows


def _of_ours(args: argparse.Namespace) -> tuple[Rows, Rows]:
    """Of Shark Attacks! on the mat: the readings of flat dice, and which dice lean."""
    reader = DiceReader("shark-attacks", args.model)
    rows: Rows = []
    stands: Rows = []
    for number in range(args.count):
        rng = np.random.default_rng((args.seed, args.count + number))
        image, truths = table_scene(rng, FACES)
        dice, found = [Truth(*t) for t in truths], mat.find(image, LAYOUT)
        judged = reader.judged(image, found, beside=True)
        rows += _verdicts(judged, dice, image.shape)
        if found is None:
            continue
        judged = [one for one in judged if one.find.strength > FIRM]
        angles = [one.angle for one in judged]
        seen = stance.asides(reader.model.stance, image, [one.find for one in judged], angles, found)
        for one, aside in zip(judged, seen, strict=True):
            die = _die_at(one, dice)
            if die is not None and die.sight > 0.85:
                stands.append((stance.evidence(aside, one.wary), die.doubtful))
    return rows, stands


def _die_at(judged: Any, dice: list[Truth]) -> Truth | None:
    x, y = judged.find.x, judged.find.y
    return next((d for d in dice if np.hypot(x - d.centre[0], y - d.centre[1]) < 0.5 * d.side), None)


def _verdicts(judged: list[Any], dice: list[Truth], shape: tuple[int, ...]) -> Rows:
    """For each reading its signs, and whether it names the die that lies there; none of dice that are doubted for other
    reasons."""
    rows: Rows = []
    for one in judged:
        die = _die_at(one, dice)
        sound = die is None or (not die.doubtful and die.sight > 0.8 and outside(die.quad, shape[1], shape[0]) < 0.1)
        if sound and one.names[0][1] >= WORTH:
            rows.append((one.signs, die is not None and FACES[die.face] == one.names[0][0]))
    return rows


def _fit(rows: Rows, name: str) -> list[float]:
    """Weights of a logistic regression; prints what its probabilities are worth."""
    signs, right = np.array([row for row, _ in rows]), np.array([right for _, right in rows], float)
    weights = _logistic(signs, right)
    trust = 1 / (1 + np.exp(-signs @ weights))
    for low, high in ((0, 0.5), (0.5, 0.9), (0.9, 0.95), (0.95, 0.98), (0.98, 0.99), (0.99, 0.999), (0.999, 1.01)):
        of = (trust >= low) & (trust < high)
        print(f"{name} {low:.3f}-{high:.3f}: {of.sum():5}, {right[of].mean() if of.any() else 0:.4f} true", flush=True)
    return [float(w) for w in weights]


def _logistic(signs: Any, right: Any) -> Any:
    """Weights of a logistic regression, by Newton's method with a little ridge."""
    weights = np.zeros(signs.shape[1])
    for _ in range(40):
        p = 1 / (1 + np.exp(-signs @ weights))
        slope = signs.T @ (right - p) - 0.5 * weights
        bend = (signs * (p * (1 - p))[:, None]).T @ signs + 0.5 * np.eye(len(weights))
        weights = weights + np.linalg.solve(bend, slope)
    return weights
