"""What readings of taught dice are worth: learnt on drawn copies, each taught from its own pictures."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from dice_calibrate import FIT, Rows, fit

from vision.dice import calibration
from vision.dice.calibration import Candidate
from vision.dice.reader import DiceReader
from vision.dice.teach import teach_dice
from vision.store import BadTeaching


def calibrate(args: argparse.Namespace) -> None:
    """Weights of what tells a taught die, and its name; written into the model file. With `args.anew` those of a name
    alone: the mean of what is fitted and of what the model has."""
    of_name: list[Rows] = []
    of_die: list[Rows] = []
    for folder in sorted(args.pool.iterdir()):
        try:
            names, dice = _of_copy(folder, args.model)
        except BadTeaching as error:
            print(f"{folder.name}: {error}")
            continue
        of_name.append(names)
        of_die.append(dice)
    parts: dict[str, Any] = dict(np.load(args.model))
    about = json.loads(str(parts["about"]))
    name = fit(of_name, "name", FIT.wrong_names_share)
    if args.anew:
        about["taught"]["name"] = np.mean([name, about["taught"]["name"]], axis=0).tolist()
    else:
        die = fit(of_die, "die", FIT.wrong_names_share)
        about["taught"] = {"name": name, "die": die, "bends": [[0.0] * len(die)], "heights": [0.0]}
    parts["about"] = np.array(json.dumps(about))
    np.savez(args.output, **parts)


def _of_copy(folder: Path, model: Path) -> tuple[Rows, Rows]:
    """What speaks for the name of each die of a copy's throws, and whether it is right; for a die, and whether one is
    there."""
    notes, seen = json.loads((folder / "annotations.json").read_text()), Counter[str]()
    lessons = []
    for reference in notes["references"]:
        item = f"{reference['kind']}-{reference['face']}"
        seen[item] += 1
        lessons.append((f"{item}.{seen[item]}.jpg", cv2.imread(str(folder / reference["file"]))))
    reader = DiceReader("taught", model, teach_dice("taught", lessons, DiceReader(None, model)))
    names: Rows = []
    dice: Rows = []
    for image in notes["images"]:
        there = Counter[int]()
        candidates = reader.candidates(cv2.imread(str(folder / image["file"])))
        for candidate in sorted(candidates, key=lambda c: -c.detection.strength):
            number = _die_at(candidate, image["dice"])
            there[number] += 1
            if number < 0:
                dice.append((calibration.die_evidence(candidate), False))
            elif there[number] == 1:
                die = image["dice"][number]
                right = candidate.names[0][0] == f"taught/{die['kind']}-{die['value']}"
                dice.append((calibration.die_evidence(candidate), True))
                names.append((calibration.name_evidence(candidate), right))
    return names, dice


def _die_at(candidate: Candidate, dice: list[dict[str, Any]]) -> int:
    """The number of the die that a candidate lies on, -1 for none."""
    for number, die in enumerate(dice):
        x, y, width, height = die["box"]
        if x < candidate.detection.x < x + width and y < candidate.detection.y < y + height:
            return number
    return -1
