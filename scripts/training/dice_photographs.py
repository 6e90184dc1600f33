"""Photographs with labels as lessons: where the upper face of each labelled die lies, and what is no die."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from dice_scenes import FACES, Picture, Truth

from vision.dice import detector
from vision.dice.detector import Detection
from vision.dice.model import Model
from vision.reading import Box


@dataclass(frozen=True, slots=True)
class LabelLimits:
    """Side of an upper face, as a share of the longer side of its label's box: boxes go round the die, or round its
    pips alone, of a one round a single pip."""

    min_side_share: float = 0.3
    """No face is smaller than this,"""
    max_side_share: float = 2.0
    """nor larger than this,"""
    max_side_share_of_one: float = 7.0
    """or, of a one, this."""
    narrow_ratio: float = 1.7
    """Twos and threes along an edge have boxes so narrow: where the finder sees nothing in one, it does not tell how
    large the face is."""


LIMITS = LabelLimits()


def load_photographs(folder: Path, model: Model) -> list[Picture]:
    """The photographs of a folder with annotations.json: dice with `value` and `box`, and pieces to `ignore`.

    Labels tell a box and a value, but neither where in the box the upper face lies nor how it is turned. So a die takes
    face and box of the strongest thing that the finder of `model` sees there, and, where it sees none, the upper part
    of its label, unless that is a strip round pips: then no lesson shows it. All other finds are kept as what is
    wrongly taken for a die.
    """
    pictures = []
    for notes in json.loads((folder / "annotations.json").read_text()):
        image = cv2.imread(str(folder / notes["file"]))
        if image is None:
            raise FileNotFoundError(f"{folder / notes['file']}: not a picture that can be read")
        detections = detector.detect(model.detector, image)
        truths = [_truth(die["value"], die["box"], detections) for die in notes["dice"]]
        hidden = [Truth(FACES.index("none"), _square(b), b, 0.0, True) for b in _boxes(notes.get("ignore", []))]
        known = [*_boxes(notes["dice"]), *(t.box for t in hidden)]
        ghosts = [(f.x, f.y, f.size) for f in detections if not any(_near(f, box) for box in known)]
        pictures.append((image, tuple(truths + hidden), tuple(ghosts)))
    return pictures


def load_bare(folder: Path, model: Model) -> list[Picture]:
    """The photographs of a folder in which there is no die: whatever the finder of `model` sees there is none."""
    pictures: list[Picture] = []
    for file in sorted(file for file in folder.iterdir() if file.suffix.lower() in (".jpg", ".jpeg", ".png")):
        image = cv2.imread(str(file))
        if image is None:
            raise FileNotFoundError(f"{file}: not a picture that can be read")
        detections = detector.detect(model.detector, image)
        pictures.append((image, (), tuple((f.x, f.y, f.size) for f in detections)))
    return pictures


def _truth(value: int, box: Box, detections: list[Detection]) -> Truth:
    face, short, long = FACES.index(f"pips/die-{value}"), min(box[2:]), max(box[2:])
    most, beside = (LIMITS.max_side_share_of_one, 0.1) if value == 1 else (LIMITS.max_side_share, 0.0)
    there = [f for f in detections if _near(f, box, beside) and LIMITS.min_side_share < f.size / long < most]
    if there:
        x, y, size = there[0].x, there[0].y, there[0].size
        return Truth(face, _square((x - size / 2, y - size / 2, size, size)), there[0].box, 1.0, False, False)
    if long > LIMITS.narrow_ratio * short:
        x, y = box[0] + box[2] / 2, box[1] + box[3] / 2
        return Truth(face, _square((x - long, y - long, 2 * long, 2 * long)), box, 0.0, True, False)
    upper = box[0] + (box[2] - 0.75 * short) / 2, box[1] + 0.125 * short, 0.75 * short, 0.75 * short
    return Truth(face, _square(upper), box, 1.0, False, False)


def _boxes(pieces: list[Any]) -> list[Box]:
    return [tuple(map(float, piece["box"])) for piece in pieces]


def _square(box: Box) -> Any:
    x, y, w, h = box
    return np.array([[x, y], [x + w, y], [x + w, y + h], [x, y + h]], np.float32)


def _near(detection: Detection, box: Box, beside: float = 0.3) -> bool:
    """Whether a find's middle lies in a box, or beside it by so many of its own sides."""
    by, (x, y, w, h) = beside * detection.size, box
    return x - by < detection.x < x + w + by and y - by < detection.y < y + h + by
