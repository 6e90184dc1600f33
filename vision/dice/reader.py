"""Reads dice: finds their upper faces, reads each, and says how sure it is."""

from __future__ import annotations

import time
from pathlib import Path
from statistics import median

import numpy as np

from vision import colour
from vision.dice import calibration, detector, face_patch
from vision.dice.calibration import READ, Candidate
from vision.dice.classifier import FIRM, FIRST, MORE, DieClassifier, turned_crops
from vision.dice.model import Model, load
from vision.dice.strategies import ALIKE, FLAT, strategy_for
from vision.dice.taught import Taught
from vision.frame.mat import Mat
from vision.reading import Die, Floats, Image, Reading

BUILT_IN = ("pips", "shark-attacks")
SURE = 0.85
"""A face is believed without a question from this confidence on; of a game's own dice also its first name, which is
seldom less likely than this: of 12,000 drawn ones three, and one of them was wrong."""
LEAD = 0.95
"""Of an ordinary die with this probability that it shows the first name and not the second: two names that are both
likely are a die hardly seen, whatever else speaks for it."""
BARE = 0.7
"""A reading is not sure where a find of this strength, as large as the dice, is taken for none: it may be one of a kind
nobody knows."""
CUT = 0.4, 1.0
"""The same at the picture's border, for a game's own dice: a find of this strength, of about the dice's size; of this
strength also what the border cuts in two, seen in a mirror there (`detector.strength_across_border`)."""
NONE = 0.98
"""And one of the dice's size that is none with less than this probability."""
RISK, STRICT = 0.18, 0.12
"""And all of a picture, if its dice together are no more doubtful than this (`calibration.reading_risk`); the second
for a game's own dice, which are seldom in doubt unless something is amiss."""
HARDLY = 0.5
"""Several ordinary dice of a strength below this, in the middle, are of a make that the finder hardly knows: it may not
see one more of them, and the reading is not sure."""
LEANS = 0.5
"""A die is doubtful that leans with more than this probability."""
WARY, WARIER, WARIEST = 0.7, 0.9, 0.99
"""And one whose face looks more than this as if nobody should trust it; the second where it is seen how the die stands,
the third where it surely stands flat and may but be hidden."""


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
        read = [one.p_correct for one in judged if one.p_correct >= READ]
        risk = calibration.reading_risk(read, [one.p_die for one in judged if one.p_correct < READ])
        passed = any(self.passed(one, mat is not None) for one in judged if not one.is_die)
        doubted = risk > (STRICT if self.classifier.printed else RISK)
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
        if strength >= BARE and odd < ALIKE:
            return True
        cut = judged.cut_off and strength >= CUT[0] and odd < CUT[1]
        return self.classifier.printed and not on_mat and (cut or (judged.p_none < NONE and odd < ALIKE))

    def doubt(self, judged: Candidate) -> str:
        """Why a die cannot be trusted, in words for people, or ""."""
        if judged.cut_off:
            return "cut off"
        if judged.p_correct < READ:
            return "unreadable"
        if judged.distrust > _wariest(judged.p_tilted) or (judged.p_tilted or 0) > LEANS:
            return "cocked or hidden"
        if judged.may_be_side:
            return "may be a side"
        if self.classifier.ordinary and judged.p_first_of_two < LEAD:
            return "unclear"
        sure = min(judged.p_correct, judged.names[0][1]) if self.classifier.printed else judged.p_correct
        return "unclear" if sure < SURE else ""

    def examples(self, image: Image) -> list[tuple[Image, Floats]]:
        """For each die found (BGR uint8) its crops (turns, 48, 48, 3) and hue (2,): what a taught set is made of."""
        finds = [find for find in detector.detect(self.model.detector, image) if find.strength > FIRM]
        hues = [colour.hue(face_patch.face_patch(image, find)).astype(np.float32) for find in finds]
        return [
            (np.stack(turned_crops(image, [find], FIRST + MORE)), hue) for find, hue in zip(finds, hues, strict=True)
        ]

    def _pipped(self, judged: list[Candidate]) -> list[detector.Detection]:
        """The faces that shaking may change: pips run into each other, and a game's own prints do not."""
        return [] if self.classifier.printed else [one.detection for one in judged if one.p_correct >= READ]

    def _hardly(self, judged: list[Candidate]) -> bool:
        """Whether the finder hardly sees what is read as several ordinary dice."""
        seen = [one.detection.strength for one in judged if one.is_die]
        return self.classifier.ordinary and len(seen) > 1 and median(seen) < HARDLY

    def _halved(self, image: Image, judged: list[Candidate]) -> bool:
        """Whether the border seems to cut a game's own die in two."""
        known = [one.detection for one in judged if one.is_certain] if self.classifier.printed else []
        return bool(known) and detector.strength_across_border(self.model.detector, image, known) >= CUT[0]

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
            face=face if trust >= READ else None,
            box=face_patch.pip_box(find, width, height, face),
            centre=(find.x, find.y),
            size=find.size,
            angle=judged.angle,
            confidence=trust if trust >= READ else 0.0,
            candidates=faces,
            kind_candidates=kinds,
            doubt=self.doubt(judged),
        )


def _wariest(leans: float | None) -> float:
    """How much a face may look as if nobody should trust it, for a die that leans with this probability."""
    if leans is None:
        return WARY
    return WARIEST if leans < FLAT else WARIER
