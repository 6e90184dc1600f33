"""Reads dice: finds their upper faces, reads each, and says how sure it is."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import numpy as np

from vision import colour
from vision.dice import calibration, detector, face_patch
from vision.dice.calibration import LIMITS as CALIBRATION_LIMITS
from vision.dice.calibration import Candidate
from vision.dice.classifier import FIRST_TURNS_DEG, MORE_TURNS_DEG, DieClassifier, turned_crops
from vision.dice.classifier import LIMITS as CLASSIFIER_LIMITS
from vision.dice.model import Model, load
from vision.dice.strategies import LIMITS as SEARCH_LIMITS
from vision.dice.strategies import strategy_for
from vision.dice.taught import Taught
from vision.frame.mat import Mat
from vision.reading import Die, Floats, Image, Reading

BUILT_IN = ("pips", "shark-attacks")


@dataclass(frozen=True, slots=True)
class DiceReaderLimits:
    """When a reading of dice is sure, and when a die of it is doubted."""

    min_confidence: float = 0.85
    """A face is believed without a question from this confidence on; of a game's own dice also its first name, which is
    seldom less likely than this: of 12,000 drawn ones three, and one of them was wrong."""
    min_p_first_of_two: float = 0.95
    """Of an ordinary die: the probability that it shows the first name and not the second. Two names that are both
    likely are a die hardly seen, whatever else speaks for it."""
    min_passed_strength: float = 0.7
    """A reading is not sure where a find of this strength, as large as the dice, is taken for none: it may be one of a
    kind nobody knows."""
    min_cut_off_strength: float = 0.4
    """The same at the picture's border, for a game's own dice: a find of this strength, of about the dice's size; of
    this strength also what the border cuts in two, seen in a mirror there (`detector.strength_across_border`)."""
    max_cut_off_size_offset_log: float = 1.0
    """What is cut off there is no further than this off the dice's size, as a logarithm."""
    max_p_none: float = 0.98
    """Of a game's own dice without a mat: nor where one of the dice's size is none with less than this probability."""
    max_risk: float = 0.18
    """All of a picture is sure if its dice together are no more doubtful than this (`calibration.reading_risk`)."""
    max_risk_of_game_dice: float = 0.12
    """The same for a game's own dice, which are seldom in doubt unless something is amiss."""
    min_median_strength: float = 0.5
    """Several ordinary dice of a strength below this, in the middle, are of a make that the finder hardly knows: it may
    not see one more of them, and the reading is not sure."""
    max_p_tilted: float = 0.5
    """A die is doubtful that leans with more than this probability."""
    max_distrust: float = 0.7
    """And one whose face looks more than this as if nobody should trust it."""
    max_distrust_tilt_seen: float = 0.9
    """The same where it is seen how the die stands."""
    max_distrust_flat: float = 0.99
    """The same where the die surely stands flat and may but be hidden."""


LIMITS = DiceReaderLimits()


class DiceReader:
    """Reads the dice of one set, or of both built-in ones where `set_name` is None.

    `model` is a file that scripts/training/train_dice.py wrote; by default the one that we ship. `taught` is a set
    learnt from photographs, which is read instead of a built-in one. Raises `vision.dice.model.BadModel`.
    """

    def __init__(self, set_name: str | None = None, model: Path | None = None, taught: Taught | None = None) -> None:
        self.sets = BUILT_IN if set_name is None else (set_name,)
        self.taught = taught
        self.classifier = DieClassifier(load(model), self.sets, taught)
        self.strategy = strategy_for(self.classifier)

    @property
    def model(self) -> Model:
        """What it was taught."""
        return self.classifier.model

    def read(self, image: Image, mat: Mat | None = None, beside: bool = False) -> Reading:
        """The dice in a picture (BGR uint8). With a mat only those on it, and much faster: its scale is known; with
        `beside` those beside it too. It is also told whether each die stands flat, on a mat and, of a game's own dice,
        without one: of a die that lies alone there less surely."""
        begun = time.perf_counter()
        height, width = image.shape[:2]
        judged = self.candidates(image, mat, beside)
        dice = [self._die(image, one) for one in judged if one.is_die]
        sharp = not face_patch.is_shaken(image, self._pipped(judged)) if dice else face_patch.is_sharp(image)
        read = [one.p_correct for one in judged if one.p_correct >= CALIBRATION_LIMITS.min_p_read]
        risk = calibration.reading_risk(
            read, [one.p_die for one in judged if one.p_correct < CALIBRATION_LIMITS.min_p_read]
        )
        passed = any(self.passed(one, mat is not None) for one in judged if not one.is_die)
        doubted = risk > (LIMITS.max_risk_of_game_dice if self.classifier.printed else LIMITS.max_risk)
        sure = sharp and not (doubted or passed or self._hardly(judged) or any(die.doubt for die in dice))
        sure = sure and (mat is not None or not self._halved(image, judged))
        return Reading(width, height, tuple(dice), (), sharp, sure, (time.perf_counter() - begun) * 1000)

    def candidates(self, image: Image, mat: Mat | None = None, beside: bool = False) -> list[Candidate]:
        """All that looks like dice in a picture, and what the network makes of each."""
        return self.strategy.without_mat(image) if mat is None else self.strategy.on_mat(image, mat, beside)

    def passed(self, judged: Candidate, on_mat: bool) -> bool:
        """Whether a find that is taken for none may be a die all the same: a strong one; of a game's own dice without a
        mat also one that is cut off, or looks a little like a face."""
        strength, odd = judged.detection.strength, judged.size_offset_log
        if strength >= LIMITS.min_passed_strength and odd < SEARCH_LIMITS.max_size_offset_log:
            return True
        cut = judged.cut_off and strength >= LIMITS.min_cut_off_strength and odd < LIMITS.max_cut_off_size_offset_log
        return (
            self.classifier.printed
            and not on_mat
            and (cut or (judged.p_none < LIMITS.max_p_none and odd < SEARCH_LIMITS.max_size_offset_log))
        )

    def doubt(self, judged: Candidate) -> str:
        """Why a die cannot be trusted, in words for people, or ""."""
        if judged.cut_off:
            return "cut off"
        if judged.p_correct < CALIBRATION_LIMITS.min_p_read:
            return "unreadable"
        if judged.distrust > _wariest(judged.p_tilted) or (judged.p_tilted or 0) > LIMITS.max_p_tilted:
            return "cocked or hidden"
        if judged.may_be_side:
            return "may be a side"
        if self.classifier.ordinary and judged.p_first_of_two < LIMITS.min_p_first_of_two:
            return "unclear"
        sure = min(judged.p_correct, judged.names[0][1]) if self.classifier.printed else judged.p_correct
        return "unclear" if sure < LIMITS.min_confidence else ""

    def examples(self, image: Image) -> list[tuple[Image, Floats]]:
        """For each die found (BGR uint8) its crops (turns, 48, 48, 3) and hue (2,): what a taught set is made of."""
        finds = [
            find
            for find in detector.detect(self.model.detector, image)
            if find.strength > CLASSIFIER_LIMITS.min_firm_strength
        ]
        hues = [colour.hue(face_patch.face_patch(image, find)).astype(np.float32) for find in finds]
        return [
            (np.stack(turned_crops(image, [find], FIRST_TURNS_DEG + MORE_TURNS_DEG)), hue)
            for find, hue in zip(finds, hues, strict=True)
        ]

    def _pipped(self, judged: list[Candidate]) -> list[detector.Detection]:
        """The faces that shaking may change: pips run into each other, and a game's own prints do not."""
        return (
            []
            if self.classifier.printed
            else [one.detection for one in judged if one.p_correct >= CALIBRATION_LIMITS.min_p_read]
        )

    def _hardly(self, judged: list[Candidate]) -> bool:
        """Whether the finder hardly sees what is read as several ordinary dice."""
        seen = [one.detection.strength for one in judged if one.is_die]
        return self.classifier.ordinary and len(seen) > 1 and median(seen) < LIMITS.min_median_strength

    def _halved(self, image: Image, judged: list[Candidate]) -> bool:
        """Whether the border seems to cut a game's own die in two."""
        known = [one.detection for one in judged if one.is_certain] if self.classifier.printed else []
        return (
            bool(known)
            and detector.strength_across_border(self.model.detector, image, known) >= LIMITS.min_cut_off_strength
        )

    def _die(self, image: Image, judged: Candidate) -> Die:
        find, trust = judged.detection, judged.p_correct
        height, width = image.shape[:2]
        name = judged.names[0][0]
        set_name, _, item = name.partition("/")
        kind, _, face = item.rpartition("-")
        faces, kinds = calibration.face_and_kind_probabilities(judged.names, set_name)
        if set_name == "pips" and self.taught is None:
            kind = colour.name(face_patch.face_patch(image, find))
            kinds = ((kind, 1.0),)
        return Die(
            set=set_name,
            kind=kind,
            face=face if trust >= CALIBRATION_LIMITS.min_p_read else None,
            box=face_patch.pip_box(find, width, height, face),
            centre=(find.x, find.y),
            size=find.size,
            angle=judged.angle,
            confidence=trust if trust >= CALIBRATION_LIMITS.min_p_read else 0.0,
            candidates=faces,
            kind_candidates=kinds,
            doubt=self.doubt(judged),
        )


def _wariest(leans: float | None) -> float:
    """How much a face may look as if nobody should trust it, for a die that leans with this probability."""
    if leans is None:
        return LIMITS.max_distrust
    return LIMITS.max_distrust_flat if leans < SEARCH_LIMITS.max_p_tilted_flat else LIMITS.max_distrust_tilt_seen
