"""Reads dice: finds their upper faces, reads each, and says how sure it is."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from vision.dice import calibration, face_patch
from vision.dice.calibration import Candidate
from vision.dice.classifier import turned_crops
from vision.dice.crops import LIMITS as CROPS
from vision.dice.crops import crop_face
from vision.dice.detector import Detection
from vision.dice.likeness.examples import Example, TeachingPicture, in_all_sizes, lesson_of
from vision.dice.model import Model, load
from vision.dice.strategies.doubt import may_be_known_of
from vision.dice.strategies.strategy import strategy_for
from vision.dice.taught import TURNS_DEG, Taught
from vision.frame.mat import Mat, MatGround
from vision.reading import Box, Die, Image, Reading

BUILT_IN = ("pips", "shark-attacks")


class DiceReader:
    """Reads the dice of one set, or of both built-in ones where `set_name` is None.

    `model` is a file that scripts/training/train_dice.py wrote; by default the one that we ship. `taught` is a set
    learnt from photographs, which is read instead of a built-in one. Raises `vision.dice.model.BadModel`.
    """

    def __init__(self, set_name: str | None = None, model: Path | None = None, taught: Taught | None = None) -> None:
        self.sets = BUILT_IN if set_name is None else (set_name,)
        self.model: Model = load(model)
        self.strategy = strategy_for(self.model, self.sets, taught)
        self._is_taught = taught is not None

    def read(self, image: Image, mat: Mat | None = None, beside: bool = False) -> Reading:
        """The dice in a picture (BGR uint8). With a mat only those on it, and much faster: its scale is known; with
        `beside` those beside it too. It is also told whether each die stands flat, on a mat and, of a game's own dice,
        without one: of a die that lies alone there less surely."""
        begun = time.perf_counter()
        reading = self.reading(image, self.candidates(image, mat, beside), mat is not None)
        return replace(reading, ms=(time.perf_counter() - begun) * 1000)

    def reading(self, image: Image, candidates: Sequence[Candidate], on_mat: bool) -> Reading:
        """What candidates in a picture come to."""
        height, width = image.shape[:2]
        dice = [self._die(image, candidate) for candidate in candidates if candidate.is_die]
        sharp = not self.strategy.is_shaken(image, candidates) if dice else face_patch.is_sharp(image)
        doubted = any(die.doubt for die in dice) or any(
            self.strategy.may_be_die(candidate, on_mat) for candidate in candidates if not candidate.is_die
        )
        sure = sharp and not doubted and not self.strategy.is_doubtful(image, candidates, on_mat)
        weak = [c for c in candidates if not c.is_die and may_be_known_of(c)] if on_mat else []
        weak.sort(key=lambda candidate: -candidate.detection.strength)
        perhaps = tuple(self._die(image, candidate) for candidate in weak)
        return Reading(width, height, tuple(dice), (), sharp, sure, 0.0, perhaps)

    def candidates(
        self,
        image: Image,
        mat: Mat | None = None,
        beside: bool = False,
        known: Sequence[Candidate] = (),
        printed: MatGround | None = None,
    ) -> list[Candidate]:
        """All that looks like dice in a picture, and what the network makes of each: of one that lies alone also by the
        dice that are `known` from an earlier picture of the same table. What shows nothing but what is `printed` on the
        mat is left out."""
        found = self.strategy.without_mat(image) if mat is None else self.strategy.on_mat(image, mat, beside, printed)
        return calibration.weigh_together(self.strategy.classifier.faces.weights, found, known) if known else found

    def lesson(self, image: Image) -> TeachingPicture:
        """The dice of a teaching picture (BGR uint8), all of which show one face."""
        return lesson_of(self.model.detector, image)

    def examples(self, shown: Image, detections: Sequence[Detection]) -> list[Example]:
        """What a taught set is made of: each detection as an example, cut from a picture (BGR uint8)."""
        return [
            Example(
                np.stack(turned_crops(shown, in_all_sizes(die), TURNS_DEG, CROPS.fine_crop_px)),
                crop_face(shown, (die.x, die.y), die.size, TURNS_DEG[0], CROPS.closeup_px),
            )
            for die in detections
        ]

    def _box(self, detection: Detection, width: int, height: int, face: str) -> Box:
        """Where the print of a face lies: one of a taught set may fill it."""
        if self._is_taught:
            return face_patch.face_box(detection, width, height)
        return face_patch.pip_box(detection, width, height, face)

    def _die(self, image: Image, candidate: Candidate) -> Die:
        detection, (height, width) = candidate.detection, image.shape[:2]
        set_name, _, face = calibration.set_kind_face(candidate.names[0][0])
        kind, kinds = self.strategy.kinds(image, candidate)
        return Die(
            set=set_name,
            kind=kind,
            face=face if candidate.is_read else None,
            box=self._box(detection, width, height, face),
            centre=(detection.x, detection.y),
            size=detection.size,
            angle=candidate.angle,
            confidence=candidate.p_correct if candidate.is_read else 0.0,
            candidates=calibration.face_probabilities(candidate),
            kind_candidates=kinds,
            doubt=self.strategy.doubt(candidate),
            looked_like=candidate.looked_like,
            features=candidate.features,
        )
