"""Reads dice: finds their upper faces, reads each, and says how sure it is."""

from __future__ import annotations

import math
import time
from dataclasses import replace
from pathlib import Path
from statistics import median

import numpy as np
from numpy.typing import NDArray

from vision import colour
from vision.dice import calibration, detector, face_patch, tilt
from vision.dice.calibration import READ, Candidate
from vision.dice.classifier import FIRM, FIRST, KEENER, MORE, DieClassifier, is_unclear, turned_crops
from vision.dice.model import Model, load
from vision.dice.table_plane import plane_of_mat
from vision.dice.taught import Taught
from vision.dice.tilt import ALIKE, FLAT
from vision.frame.mat import Mat
from vision.reading import Die, Reading

Image = NDArray[np.uint8]
Hue = NDArray[np.float32]
Part = tuple[int, int, int, int]
"""Of a picture: left, top, right, low."""

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
OTHER, FAR_OTHER, SIZINGS = 0.13, 1.0, 2
"""Dice on a mat that show to be larger or smaller than they were taken for by more than the first, as a logarithm, are
looked at anew as such, so many times: of very small or large ones the first look may see but some, and these weakly.
By more than the second no die differs from what its mat says."""
HARDLY = 0.5
"""Several ordinary dice of a strength below this, in the middle, are of a make that the finder hardly knows: it may not
see one more of them, and the reading is not sure."""
LEANS = 0.5
"""A die is doubtful that leans with more than this probability."""
WARY, WARIER, WARIEST = 0.7, 0.9, 0.99
"""And one whose face looks more than this as if nobody should trust it; the second where it is seen how the die stands,
the third where it surely stands flat and may but be hidden."""
EVEN = 4
"""Sides of a picture that are multiples of so many px are fast to shrink."""


class DiceReader:
    """Reads the dice of one set, or of both built-in ones where `set_name` is None.

    `model` is a file that scripts/training/train_dice.py wrote; by default the one that we ship. `taught` is a set
    learnt from photographs, which is read instead of a built-in one. Raises `vision.dice.model.BadModel`.
    """

    def __init__(self, set_name: str | None = None, model: Path | None = None, taught: Taught | None = None) -> None:
        self.sets = BUILT_IN if set_name is None else (set_name,)
        self.taught = taught
        self.classifier = DieClassifier(load(model), self.sets, taught)

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
        return self._bare(image) if mat is None else self._on_mat(image, mat, beside)

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

    def examples(self, image: Image) -> list[tuple[Image, Hue]]:
        """For each die found (BGR uint8) its crops (turns, 48, 48, 3) and hue (2,): what a taught set is made of."""
        finds = [find for find in detector.detect(self.model.detector, image) if find.strength > FIRM]
        hues = [colour.hue(face_patch.face_patch(image, find)).astype(np.float32) for find in finds]
        return [
            (np.stack(turned_crops(image, [find], FIRST + MORE)), hue) for find, hue in zip(finds, hues, strict=True)
        ]

    def _bare(self, image: Image) -> list[Candidate]:
        """What looks like dice where no mat is known."""
        seen = detector.detect_all(self.model.detector, image)
        if self.classifier.printed:
            return tilt.compared(self.classifier, image, seen)
        judged = self._whole(image, self.classifier.classify(image, detector.without_overlaps(seen)), seen)
        judged = self._looked(image, self._missed(image, judged))
        return _sided(calibration.weigh_together(self.model, self.classifier.reclassify(image, judged, None)))

    def _on_mat(self, image: Image, mat: Mat, beside: bool) -> list[Candidate]:
        """What looks like dice on a mat: they may be of another size than its layout says."""
        table = plane_of_mat(mat, image.shape[1], image.shape[0])
        usual, part = table.edge, _around(mat, image)
        judged = self._at_sight(image, mat, usual, beside)
        for _ in range(SIZINGS):
            named = [
                one.detection for one in judged if one.names[0][1] > calibration.SURELY and _within(one.detection, part)
            ]
            edge = table.edge_of(named) if named else table.edge
            if abs(math.log(edge / table.edge)) < OTHER or abs(math.log(edge / usual)) > FAR_OTHER:
                break
            table = replace(table, edge=edge)
            judged = self._at_sight(image, mat, edge, beside)
        if not self.classifier.printed:
            judged = self._missed(image, judged, None if beside else part)
        keener = KEENER if self.classifier.printed else 1.0
        judged = calibration.weigh_together(self.model, self.classifier.reclassify(image, judged, table, keener))
        return tilt.on_mat(self.classifier, image, judged, table)

    def _at_sight(self, image: Image, mat: Mat, edge: float, beside: bool) -> list[Candidate]:
        """What the dice on a mat show at first sight, if their edges are so many mm long."""
        side = edge * mat.px_per_mm
        seen = _finds(self.model, image, mat, side, beside)
        return self.classifier.classify(
            image, detector.without_overlaps(seen, detector.BESIDE if self.classifier.printed else math.inf), side
        )

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

    def _whole(self, image: Image, judged: list[Candidate], seen: list[detector.Detection]) -> list[Candidate]:
        """The same; where what was taken for small dice are pips of a large one that shows a face, that one instead."""
        large = self.classifier.classify(image, detector.hidden_by_pips(seen, [one.detection for one in judged]))
        plain = [one for one in judged if one.is_certain]
        dice = self._surely(image, [one for one in large if one.names[0][1] > READ])
        dice = [die for die in dice if not any(_on(one.detection, die.detection) for one in plain)]
        return dice + [one for one in judged if not any(_on(one.detection, die.detection) for die in dice)]

    def _surely(self, image: Image, judged: list[Candidate]) -> list[Candidate]:
        """Those that surely show a face, at first sight or in more turns."""
        looked = self.classifier.reclassify(image, judged.copy(), None)
        names = [max(one.names[0][1] for one in looks) for looks in zip(judged, looked, strict=True)]
        return [one for one, p in zip(judged, names, strict=True) if p > calibration.SURELY]

    def _missed(self, image: Image, judged: list[Candidate], part: Part | None = None) -> list[Candidate]:
        """The same, and what else looks like dice of the size of the plain ones at other scales, in part of a picture
        or anywhere."""
        plain = [one.detection for one in judged if one.is_certain]
        left, top, right, low = part or (0, 0, image.shape[1], image.shape[0])
        alike = detector.detect_same_size(self.model.detector, image[top:low, left:right], plain) if plain else []
        alike = [find.moved(left, top) for find in alike]
        missed = [find for find in alike if not any(_on(find, one.detection) for one in judged)]
        return judged + self.classifier.classify(image, missed)

    def _looked(self, image: Image, judged: list[Candidate]) -> list[Candidate]:
        """The same, those that are not clear as strong and as large as further looks for dice tell."""
        which = [i for i, one in enumerate(judged) if is_unclear(one)]
        looked = detector.look_again(self.model.detector, image, [judged[i].detection for i in which])
        finds = dict(zip(which, looked, strict=True))
        return [replace(one, detection=finds.get(i, one.detection)) for i, one in enumerate(judged)]

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


def _on(one: detector.Detection, other: detector.Detection) -> bool:
    """Whether the middle of a face lies on another face."""
    return max(abs(one.x - other.x), abs(one.y - other.y)) < other.size / 2


def _sided(judged: list[Candidate]) -> list[Candidate]:
    """The same, with what may be but the side of another die: without a mat nothing else tells."""
    finds = [one.detection for one in judged if one.is_die]
    return [replace(one, may_be_side=one.is_die and detector.may_be_side_of(one.detection, finds)) for one in judged]


def _wariest(leans: float | None) -> float:
    """How much a face may look as if nobody should trust it, for a die that leans with this probability."""
    if leans is None:
        return WARY
    return WARIEST if leans < FLAT else WARIER


def _finds(model: Model, image: Image, mat: Mat, side: float, beside: bool) -> list[detector.Detection]:
    """All that looks like dice on a mat, whose `side` in px is known, also what lies on stronger finds; and `beside`
    it, where dice may lie that are none of the game's."""
    left, top, right, low = _around(mat, image)
    on = []
    if right > left and low > top:
        on = [find.moved(left, top) for find in detector.detect_all(model.detector, image[top:low, left:right], side)]
    if not beside:
        return on
    rim = side / 2  # of a die that the part cuts more may be seen without
    inner = left + rim, top + rim, right - rim, low - rim
    return on + [find for find in detector.detect_all(model.detector, image) if not _within(find, inner)]


def _around(mat: Mat, image: Image) -> Part:
    """The part of a picture that a mat lies in; its sides are multiples of `EVEN` px."""
    height, width = image.shape[:2]
    corners = mat.outline()
    left, top = (max(0, int(v)) for v in corners.min(axis=0))
    right, low = (min(int(v) + 1, most) for v, most in zip(corners.max(axis=0), (width, height), strict=True))
    return left, top, right - (right - left) % EVEN, low - (low - top) % EVEN


def _within(find: detector.Detection, part: tuple[float, float, float, float]) -> bool:
    left, top, right, low = part
    return left < find.x < right and top < find.y < low
