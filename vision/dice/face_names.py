"""Which faces the networks' answers speak for: those of built-in sets, or of a taught one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np

from vision.dice import calibration
from vision.dice.crops import run_network
from vision.dice.likeness.gallery import Gallery, gallery_of
from vision.dice.likeness.network import FEATURES, face_features
from vision.dice.model import EvidenceWeights, Model
from vision.dice.taught import Taught
from vision.reading import Doubles, Floats, Image


class FaceNames(Protocol):
    """The faces that a die may show."""

    @property
    def weights(self) -> EvidenceWeights:
        """What tells that a die lies there, and what then speaks for its name."""

    def answers(self, faces: Sequence[Image]) -> Floats:
        """What the networks say of crops, one at least: (N, outputs), the face classifier's first."""

    def probabilities(self, answers: Doubles, sharpening: float) -> tuple[Doubles, list[str]]:
        """For each of the answers (turns, outputs) to a face the chances of its names, and last of none of them
        (turns, names + 1); and these names. Built-in ones are told apart by a temperature lower by the factor
        `sharpening`."""


@dataclass(frozen=True, eq=False)
class BuiltInFaces:
    """The faces of some of the sets that the model was taught."""

    model: Model
    sets: tuple[str, ...]

    @property
    def weights(self) -> EvidenceWeights:
        """Those for faces that the model knows."""
        return self.model.weights

    def answers(self, faces: Sequence[Image]) -> Floats:
        """The face classifier's alone."""
        return run_network(self.model.face_classifier, faces)

    def probabilities(self, answers: Doubles, sharpening: float) -> tuple[Doubles, list[str]]:
        """By the model's own answers alone."""
        return calibration.built_in_probabilities(self.model, answers, self.sets, sharpening)


@dataclass(frozen=True, eq=False)
class TaughtFaces:
    """The faces of a set that was learnt from photographs."""

    model: Model
    taught: Taught

    @cached_property
    def gallery(self) -> Gallery:
        """The taught examples as the model sees them."""
        return gallery_of(self.model, self.taught)

    @cached_property
    def names(self) -> list[str]:
        """The names of the faces."""
        return [f"{self.taught.set}/{item}" for item in self.taught.items]

    @property
    def weights(self) -> EvidenceWeights:
        """Those for faces that the model does not know."""
        return self.model.taught_weights

    def answers(self, faces: Sequence[Image]) -> Floats:
        """The face classifier's, which tell how a die is turned and whether to trust it, and features of the face."""
        known = run_network(self.model.face_classifier, faces)[:, : len(self.model.faces) + 3]
        return np.hstack([known, face_features(self.model.likeness, faces)]).astype(np.float32)

    def probabilities(self, answers: Doubles, sharpening: float) -> tuple[Doubles, list[str]]:
        """By how much the face is like the examples'."""
        return self.gallery.chances(answers[:, -FEATURES:]), self.names
