"""The trained reader of dice as one file: the networks for OpenCV, and what they were taught."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.reading import Doubles
from vision.store import DAMAGED

SHIPPED = Path(__file__).parent / "models" / "dice.npz"


STANCES = {"mat": "stance", "bare": "bare"}
"""The networks that tell leaning dice on a mat and without one, and what they are called in the file."""


class BadModel(Exception):
    """The file holds no reader of dice; the message says why."""


@dataclass(frozen=True, eq=False)
class EvidenceWeights:
    """Weights of logistic regressions, so that confidences mean what they say.

    `die` of what tells that a die lies there (`vision.dice.calibration.die_evidence`), with `bends`, weights of the
    same signs, whose hyperbolic tangents count `heights`; `name` of what then speaks for its name
    (`vision.dice.calibration.name_evidence`).
    """

    die: Doubles
    bends: Doubles
    heights: Doubles
    name: Doubles


@dataclass(frozen=True, eq=False)
class Model:
    """cv2.dnn networks, of `tilt_networks` one for dice on a "mat" and one for dice "bare" of one; `faces` names the
    answers of `face_classifier` ("pips/die-3", ..., "none").

    `temperature` divides its logits. `weights` are those for the faces that it knows, `taught_weights` for those of
    taught sets; `tilt_weights` of what tells a leaning die (`vision.dice.tilt_net.tilt_evidence`) on a "mat", "bare" of
    one, and "alone" there.

    `likeness` tells how alike two faces look, whatever they show (`vision.dice.likeness`); `upper_face` what the upper
    face of an ordinary die shows, whatever shows through it (`vision.dice.strategies.upper_face`).
    """

    detector: Any
    face_classifier: Any
    likeness: Any
    upper_face: Any
    tilt_networks: dict[str, Any]
    faces: tuple[str, ...]
    temperature: float
    weights: EvidenceWeights
    taught_weights: EvidenceWeights
    tilt_weights: dict[str, tuple[float, ...]]


def load(file: Path | None = None) -> Model:
    """The shipped reader, or the one in a file that scripts/training/train_dice.py wrote. Raises BadModel."""
    file = file or SHIPPED
    try:
        with np.load(file) as parts:
            about = json.loads(str(parts["about"]))
            finder, reader, likeness, upper = (
                cv2.dnn.readNetFromONNX(parts[name]) for name in ("finder", "reader", "likeness", "upper")
            )
            stance = {where: cv2.dnn.readNetFromONNX(parts[name]) for where, name in STANCES.items()}
            weights, taught = _weights(about), _weights(about["taught"])
            lean = {name: tuple(map(float, weights)) for name, weights in about["lean"].items()}
    except (*DAMAGED, AttributeError, cv2.error) as error:
        raise BadModel(f"{file}: no reader of dice ({error})") from error
    faces, temperature = tuple(about["faces"]), float(about["temperature"])
    return Model(finder, reader, likeness, upper, stance, faces, temperature, weights, taught, lean)


def _weights(about: Mapping[str, Any]) -> EvidenceWeights:
    return EvidenceWeights(*(np.array(about[part], float) for part in ("die", "bends", "heights", "name")))
