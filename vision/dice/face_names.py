"""Which faces the network's answers speak for: those of built-in sets, or of a taught one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np

from vision import colour
from vision.dice import calibration, face_patch
from vision.dice.crops import run_network
from vision.dice.detector import Detection
from vision.dice.model import Model
from vision.dice.taught import Taught
from vision.reading import Doubles, Image


class FaceNames(Protocol):
    """The faces that a die may show."""

    def probabilities(
        self, image: Image, detection: Detection, answers: Doubles, sharpening: float
    ) -> tuple[Doubles, list[str]]:
        """For each of the network's answers (turns, outputs) to a face the chances of its names, and last of none of
        them (turns, names + 1); and these names. Built-in ones are told apart by a temperature lower by the factor
        `sharpening`."""


@dataclass(frozen=True, eq=False)
class BuiltInFaces:
    """The faces of some of the sets that the model was taught."""

    model: Model
    sets: tuple[str, ...]

    def probabilities(
        self, image: Image, detection: Detection, answers: Doubles, sharpening: float
    ) -> tuple[Doubles, list[str]]:
        """By the model's own answers alone."""
        return calibration.built_in_probabilities(self.model, answers, self.sets, sharpening)


@dataclass(frozen=True, eq=False)
class TaughtFaces:
    """The faces of a set that was learnt from photographs."""

    model: Model
    taught: Taught

    @cached_property
    def embeddings(self) -> Doubles:
        """What the model makes of the taught examples (N, F)."""
        answers = run_network(self.model.face_classifier, list(self.taught.crops)).astype(np.float64)
        return calibration.embeddings(self.model, answers)

    def probabilities(
        self, image: Image, detection: Detection, answers: Doubles, sharpening: float
    ) -> tuple[Doubles, list[str]]:
        """By how much the face and its colour are like the examples'."""
        hue = colour.hue(face_patch.face_patch(image, detection))
        return calibration.taught_probabilities(self.model, self.taught, self.embeddings, answers, hue)
