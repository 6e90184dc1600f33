"""Which faces the networks' answers speak for: those of built-in sets, or of a taught one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Protocol

import cv2
import numpy as np

from vision.dice import calibration
from vision.dice.calibration import Candidate
from vision.dice.crops import LIMITS as CROPS
from vision.dice.crops import crop_face, run_network
from vision.dice.likeness.gallery import LIMITS as GALLERY
from vision.dice.likeness.gallery import Gallery, gallery_with_sheen
from vision.dice.likeness.network import FEATURES, likeness_of
from vision.dice.likeness.overlay import LIMITS as OVERLAY
from vision.dice.likeness.overlay import evidence
from vision.dice.likeness.prints import Prints, ink_doubts, prints_of
from vision.dice.model import EvidenceWeights, Model
from vision.dice.taught import Taught
from vision.reading import Doubles, Floats, Image

UPPER = -FEATURES - 1
"""Where the answers about a taught set tell how likely a face is an upper one."""


def p_upper(answers: Doubles) -> float:
    """How likely a die shows its upper face, by answers (turns, outputs) about a taught set; 0 without any."""
    return float(answers[:, UPPER].mean()) if len(answers) else 0.0


class FaceNames(Protocol):
    """The faces that a die may show."""

    @property
    def crop_px(self) -> int:
        """The side of the crops that the networks are shown."""

    @property
    def weights(self) -> EvidenceWeights:
        """What tells that a die lies there, and what then speaks for its name."""

    def answers(self, faces: Sequence[Image]) -> Floats:
        """What the networks say of crops, one at least: (N, outputs), the face classifier's first."""

    def probabilities(self, answers: Doubles, sharpening: float) -> tuple[Doubles, list[str]]:
        """The chances (looks, names + 1) of the names of a face by answers (turns, outputs) to it, and last of none of
        them, one row a turn or one for all together; and these names. Built-in ones are told apart by a temperature
        lower by the factor `sharpening`."""

    def told_apart(self, image: Image, candidate: Candidate) -> Candidate:
        """The same; where two names are likely, weighed anew by the picture (BGR uint8) itself."""


@dataclass(frozen=True, eq=False)
class BuiltInFaces:
    """The faces of some of the sets that the model was taught."""

    model: Model
    sets: tuple[str, ...]

    @property
    def crop_px(self) -> int:
        """As the face classifier wants them."""
        return CROPS.crop_px

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

    def told_apart(self, image: Image, candidate: Candidate) -> Candidate:
        """As the model tells."""
        return candidate


@dataclass(frozen=True, eq=False)
class TaughtFaces:
    """The faces of a set that was learnt from photographs."""

    model: Model
    taught: Taught

    @cached_property
    def gallery(self) -> Gallery:
        """The taught examples as the model sees them."""
        return gallery_with_sheen(self.model, self.taught)

    @cached_property
    def names(self) -> list[str]:
        """The names of the faces."""
        return [f"{self.taught.set}/{item}" for item in self.taught.items]

    @property
    def crop_px(self) -> int:
        """As the likeness network wants them; the face classifier is shown smaller ones."""
        return CROPS.fine_crop_px

    @property
    def weights(self) -> EvidenceWeights:
        """Those for faces that the model does not know."""
        return self.model.taught_weights

    def answers(self, faces: Sequence[Image]) -> Floats:
        """The face classifier's, which tell how a die is turned and whether to trust it; how likely it is an upper
        face, and features of the face."""
        small = [np.asarray(cv2.resize(f, (CROPS.crop_px,) * 2, interpolation=cv2.INTER_AREA), np.uint8) for f in faces]
        known = run_network(self.model.face_classifier, small)[:, : len(self.model.faces) + 3]
        likeness = likeness_of(self.model.likeness, faces)
        return np.hstack([known, likeness.p_upper[:, None], likeness.features]).astype(np.float32)

    def probabilities(self, answers: Doubles, sharpening: float) -> tuple[Doubles, list[str]]:
        """By how much the face is like the examples', if it is an upper face and no side. All turns are one look: the
        mean of their features lies nearer to the face's own than each of them."""
        look = answers[:, -FEATURES:].mean(axis=0, keepdims=True)
        look /= max(float(np.linalg.norm(look)), 1e-9)
        named = self.gallery.chances(look)[:, :-1] * min(p_upper(answers) / GALLERY.min_p_upper, 1.0)
        return np.hstack([named, 1 - named.sum(axis=1, keepdims=True)]), self.names

    def told_apart(self, image: Image, candidate: Candidate) -> Candidate:
        """By the inks of the likeliest names, and by their examples, laid on the face."""
        likely, at = candidate.names[: OVERLAY.most_names], candidate.detection
        likely = likely[:2] + tuple(named for named in likely[2:] if named[1] >= OVERLAY.min_p_further)
        if sum(p for _, p in likely) < OVERLAY.min_p_of_both or at.strength < OVERLAY.min_strength:
            return candidate
        face, examples = self._print_of(image, candidate), [self._prints[name] for name, _ in likely]
        doubts = ink_doubts(face, examples)
        inked = _reweighed(candidate, [np.exp(-doubt) for doubt in doubts]) if any(doubts) else candidate
        if inked.p_first_of_two > OVERLAY.max_p_first_of_two:
            return inked
        examples = [self._prints[name] for name, _ in inked.names[: len(likely)]]
        return _reweighed(inked, [np.exp(OVERLAY.power * speaks) for speaks in evidence(face, examples)])

    def _print_of(self, image: Image, candidate: Candidate) -> Prints:
        at = candidate.detection
        return Prints(crop_face(image, (at.x, at.y), at.size, candidate.angle, CROPS.closeup_px))

    @cached_property
    def _prints(self) -> dict[str, list[Prints]]:
        """For each name some of its examples, as they are laid on a die."""
        faces = zip(self.names, prints_of(self.taught), strict=True)
        return {name: [example for photograph in face for example in photograph] for name, face in faces}


def _reweighed(candidate: Candidate, weights: Sequence[float]) -> Candidate:
    """The same, its likeliest names so many times as likely, in sum as likely as before."""
    likely, others = candidate.names[: len(weights)], candidate.names[len(weights) :]
    shares = [p * weight for (_, p), weight in zip(likely, weights, strict=True)]
    scale = sum(p for _, p in likely) / max(sum(shares), 1e-12)
    names = [(name, float(share * scale)) for (name, _), share in zip(likely, shares, strict=True)]
    return replace(candidate, names=tuple(sorted([*names, *others], key=lambda named: -named[1])))
