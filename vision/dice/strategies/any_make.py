"""Ordinary dice, and taught ones: of several makes and sizes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import ClassVar

from vision import colour
from vision.dice import calibration, detector, face_patch
from vision.dice.calibration import Candidate
from vision.dice.classifier import DieClassifier, is_unclear
from vision.dice.detector import Detection
from vision.dice.face_names import p_upper
from vision.dice.likeness.pips import with_likeness
from vision.dice.strategies import doubt
from vision.dice.strategies.domino import with_dominoes_marked
from vision.dice.strategies.doubt import LIMITS as DOUBT
from vision.dice.strategies.on_mat import (
    Part,
    around,
    overlooked_on_print,
    read_where_seen,
    sized_on_mat,
    split_dice,
    tilted_on_mat,
    with_cut_off,
    without_bare_print,
)
from vision.dice.strategies.see_through import read_without_lower_pips, with_upper_pips_told
from vision.dice.strategies.upper_face import with_upper_faces
from vision.dice.table_plane import TablePlane
from vision.frame.mat import Mat, MatGround
from vision.frame.mat.bare_print import BarePrint
from vision.reading import Image, Ranked


@dataclass(frozen=True, slots=True)
class AnyMakeLimits:
    """When the upper face of a die is sought in another place."""

    max_doubt_in_place: float = 0.5
    """A die on a mat that leans, or should not be trusted, with more than this probability is sought again where its
    body says that its upper face is. That it leans there, too, counts no less: of 360 leaning dice as many pass as
    before (seed 281173)."""
    max_part_share: float = 0.6
    """What lies on a taught die, and is smaller than this share of its face, is a part of its print."""
    min_size_share: float = 0.4
    """Without a mat what is smaller than this share of the certain dice of a set, of which there are two or more, is
    none of them, but a sign on their sides, or a knot in the wood."""
    min_two_share: float = 1.4
    """What shows no face, and is so many times as large as the dice that do, may be two dice."""
    min_sides_apart: float = 0.7
    """The middles of two faces that lie on a mat are no nearer than so many of their sides. Of one die at the border of
    a mat two were seen, 0.6 apart (Farkle 465001/1)."""
    min_covered_sides: float = 0.95
    """Without a mat what lies on a die is another one of a taught set if it is further from it than so many sides,"""
    min_p_covered: float = 0.9
    """and shows taught faces, and an upper one, each with this probability: of 12 throws of four sets in which
    something lies so far from all dice only the one with a half hidden die shows more than 0.08 of a face."""
    min_p_hardly_seen: float = 0.98
    """The same of what is hardly detected (`detector.LIMITS.min_strength_of_known`): of 19,125 looks where no die was
    seen, at seven scales from a strength of 0.03 on, in 391 throws of 25 makes, 32 show as much, all of them eight dice
    that were overlooked. The surest of the others has 0.93."""
    most_looks_apart: int = 40
    """So many of these looks at most, the strongest, are asked for their faces, which takes 5 ms each."""


LIMITS = AnyMakeLimits()


@dataclass(frozen=True, eq=False)
class DiceOfAnyMake:
    """Dice of which only the faces are known (a `DiceStrategy`)."""

    max_p_tilted: ClassVar[float] = DOUBT.max_p_tilted
    """A die is doubtful that leans with more than this probability,"""
    max_distrust: ClassVar[float] = DOUBT.max_distrust
    """that looks more than this as if nobody should trust it where nothing tells how it stands,"""
    min_p_first_of_two: ClassVar[float] = DOUBT.min_p_first_of_two
    """or that shows the first name, and not the second, with less than this probability;"""
    max_risk: ClassVar[float] = DOUBT.max_risk
    """and a picture with a larger risk of a mistake than this."""

    classifier: DieClassifier

    def without_mat(self, image: Image) -> list[Candidate]:
        """Small dice may be the pips of a large one, and an overlooked die shows at another scale."""
        classifier, model = self.classifier, self.classifier.model
        detections = detector.detect_all(model.detector, image)
        candidates = classifier.classify(image, detector.without_overlaps(detections))
        candidates = with_large_dice(classifier, image, candidates, detections)
        candidates = _looked_at_again(classifier, image, _with_overlooked(classifier, image, candidates))
        candidates = classifier.reclassify(image, candidates, None)
        seen = _with_sides_marked(calibration.weigh_together(classifier.faces.weights, candidates))
        if not (further := self.further_dice(image, seen, detections)):
            return seen
        two = _taken_for_one(candidates)
        kept = [c for c in candidates if c not in two or not any(_lies_on(d.detection, c.detection) for d in further)]
        return _with_sides_marked(calibration.weigh_together(classifier.faces.weights, [*kept, *further]))

    def further_dice(
        self, image: Image, candidates: Sequence[Candidate], detections: Sequence[Detection]
    ) -> list[Candidate]:
        """What else without a mat is a die, be it one of the detections that lies on a stronger one, or one of two that
        were taken for one: nothing."""
        return []

    def on_mat(self, image: Image, mat: Mat, beside: bool, printed: MatGround | None) -> list[Candidate]:
        """They may be of another size than the mat's layout says, and some weakly seen, or not at all."""
        classifier = self.classifier
        table, candidates = sized_on_mat(classifier, image, mat, beside, math.inf)
        part = None if beside else around(mat, image)
        seen = _with_overlooked(classifier, image, candidates, part)
        if len(seen) > len(candidates):
            seen = _with_overlooked(classifier, image, seen, part, detector.LIMITS.third_look_sides_px)
        seen = classifier.reclassify(image, seen, table)
        bare = None if printed is None else BarePrint(image, mat, printed)
        if bare is not None:
            more = overlooked_on_print(classifier, image, seen, bare, table)
            hardly_seen = [c for c in seen if any(_lies_on(each.detection, c.detection) for each in more)]
            seen = [c for c in seen if c not in hardly_seen] + more
        candidates = calibration.weigh_together(classifier.faces.weights, seen)
        candidates = without_bare_print(candidates, bare) if bare is not None else candidates
        dice, others = split_dice(candidates)
        dice = tilted_on_mat(classifier, image, dice, table)
        anew, stayed, others = read_where_seen(classifier, image, dice, others, table, _faces_of_bodies(dice, table))
        lean = [replace(die, p_tilted=max(die.p_tilted or 0, dice[n].p_tilted or 0)) for n, die in anew.items()]
        return with_cut_off(image, lean + stayed, table) + others

    def kinds(self, image: Image, die: Candidate) -> tuple[str, Ranked]:
        """As its face tells."""
        return calibration.kind_probabilities(die)

    def doubt(self, die: Candidate) -> str:
        """By its confidence as a whole, and where a second name is likely too."""
        is_clear = die.p_correct >= DOUBT.min_confidence and die.p_first_of_two >= self.min_p_first_of_two
        return doubt.doubt_of_any(die, self.max_p_tilted, self.max_distrust) or ("" if is_clear else "unclear")

    def may_be_die(self, candidate: Candidate, on_mat: bool) -> bool:
        """What is strong, and as large as the dice."""
        return doubt.is_strong(candidate)

    def is_shaken(self, image: Image, candidates: Sequence[Candidate]) -> bool:
        """By the faces that are read: pips run into each other."""
        return face_patch.is_shaken(image, [candidate.detection for candidate in candidates if candidate.is_read])

    def is_doubtful(self, image: Image, candidates: Sequence[Candidate], on_mat: bool) -> bool:
        """By the risk of a mistake."""
        return doubt.risk(candidates) > self.max_risk


@dataclass(frozen=True, eq=False)
class TaughtDice(DiceOfAnyMake):
    """Dice of a set that was learnt from photographs."""

    max_distrust: ClassVar[float] = DOUBT.max_distrust_taught
    min_p_first_of_two: ClassVar[float] = DOUBT.min_p_first_of_two_taught
    max_risk: ClassVar[float] = DOUBT.max_risk_of_taught

    def without_mat(self, image: Image) -> list[Candidate]:
        """What surely is an upper face, as the likeness network sees it, is no side of another die."""
        return [
            replace(c, may_be_side=c.may_be_side and p_upper(c.answers) < DOUBT.min_p_upper)
            for c in _without_specks(_without_parts_of_prints(super().without_mat(image)))
        ]

    def further_dice(
        self, image: Image, candidates: Sequence[Candidate], detections: Sequence[Detection]
    ) -> list[Candidate]:
        """What lies further from all dice than a side of them, and surely shows an upper face: a die that another hides
        in part, two that were taken for one, or one that is detected at other scales alone."""
        two = _taken_for_one(candidates)
        known = [c.detection for c in _without_specks(candidates) if c.is_die and c not in two]
        if not known:
            return []
        network, limits = self.classifier.model.detector, detector.LIMITS
        alike = detector.of_same_size(detections, known)
        for px in limits.taught_sides_px:  # each place at all scales: which look shows its face best is not yet known
            alike += detector.detect_same_size(network, image, known, (px,), limits.min_strength_of_known)
        apart = [each for each in alike if all(_is_beyond(each, other) for other in known)]
        looked_at = sorted(apart, key=lambda each: -each.strength)[: LIMITS.most_looks_apart]
        dice = [die for die in self.classifier.classify(image, looked_at) if _surely_is_face(die)]
        dice = [_detected(die) for die in sorted(dice, key=_p_of_face, reverse=True)]
        first = detector.without_overlaps([die.detection for die in dice])
        return [die for die in dice if die.detection in first]

    def on_mat(self, image: Image, mat: Mat, beside: bool, printed: MatGround | None) -> list[Candidate]:
        """The same, but that sides are told by how the table lies."""
        return _without_parts_of_prints(super().on_mat(image, mat, beside, printed))

    def doubt(self, die: Candidate) -> str:
        """Also where its face is not quite like any example: in glare, or of another set."""
        return super().doubt(die) or ("" if die.p_none <= DOUBT.max_p_strange else "unclear")

    def may_be_die(self, candidate: Candidate, on_mat: bool) -> bool:
        """Also what may show a taught face, of whatever size; and what is less strong: all dice of a set are detected
        alike, but in glare none of its faces may be seen."""
        shows_face = (
            1 - candidate.p_none >= DOUBT.min_p_missed_face
            and candidate.detection.strength >= DOUBT.min_missed_face_strength
        )
        return shows_face or doubt.is_strong(candidate, DOUBT.min_missed_strength_of_taught)


@dataclass(frozen=True, eq=False)
class OrdinaryDice(DiceOfAnyMake):
    """Dice with pips, of any make and colour; beside them there may be a game's own."""

    max_p_tilted: ClassVar[float] = DOUBT.max_p_tilted_of_ordinary

    def without_mat(self, image: Image) -> list[Candidate]:
        """A figure or a letter may look like pips, pips of the lower face like some of the upper one, and a domino like
        two dice."""
        told = with_upper_pips_told(image, super().without_mat(image))
        told = read_without_lower_pips(self.classifier, image, told)
        return with_dominoes_marked(with_likeness(self.classifier.model, image, told))

    def on_mat(self, image: Image, mat: Mat, beside: bool, printed: MatGround | None) -> list[Candidate]:
        """The same, but that nobody lays dominoes on a mat, that dice put aside there lie in a row, and that a network
        tells the upper faces of translucent dice: it learnt from dice on drawn mats."""
        model = self.classifier.model
        told = with_upper_faces(model, image, _each_once(super().on_mat(image, mat, beside, printed)))
        weighed = calibration.weigh_together(self.classifier.faces.weights, told)
        return with_likeness(model, image, weighed)

    def kinds(self, image: Image, die: Candidate) -> tuple[str, Ranked]:
        """Of a die with pips its colour."""
        set_name, _, _ = calibration.set_kind_face(die.names[0][0])
        if set_name != "pips":
            return super().kinds(image, die)
        kind = colour.name(face_patch.face_patch(image, die.detection))
        return kind, ((kind, 1.0),)

    def doubt(self, die: Candidate) -> str:
        """Also where it may bear no pips, or may be no die."""
        return super().doubt(die) or ("unclear" if die.other_print else "may be a domino" if die.may_be_domino else "")

    def is_doubtful(self, image: Image, candidates: Sequence[Candidate], on_mat: bool) -> bool:
        """Also where the detector hardly sees what is read as several dice, or something where nothing is read."""
        strengths = [candidate.detection.strength for candidate in candidates if candidate.is_die]
        least = DOUBT.min_median_strength_on_mat if on_mat else DOUBT.min_median_strength
        hardly_seen = len(strengths) > 1 and median(strengths) < least
        strange = self._only_strange(image, candidates, on_mat)
        return hardly_seen or strange or super().is_doubtful(image, candidates, on_mat)

    def _only_strange(self, image: Image, candidates: Sequence[Candidate], on_mat: bool) -> bool:
        """Whether nothing is read as a die, and something looks a little like one: it may bear figures."""
        if any(candidate.is_read for candidate in candidates):
            return False
        if any(candidate.detection.strength >= DOUBT.min_strange_strength for candidate in candidates):
            return True
        between = 0.0 if on_mat else detector.strength_between(self.classifier.model.detector, image)
        return between >= DOUBT.min_strange_strength_between


def _faces_of_bodies(dice: Sequence[Candidate], table: TablePlane) -> dict[int, Detection]:
    """Where the bodies of dice that are not clear, or not to be trusted, say that their upper faces are, by their
    number: very round dice seen from aslant show pips of their sides beside those."""
    seen = {}
    for number, die in enumerate(dice):
        doubted = max(die.p_tilted or 0, die.distrust) > LIMITS.max_doubt_in_place
        if is_unclear(die) or doubted:
            x, y = table.face_of_body(die.detection.box, die.angle)
            seen[number] = replace(die.detection, x=float(x), y=float(y))
    return seen


def with_large_dice(
    classifier: DieClassifier, image: Image, candidates: list[Candidate], detections: list[Detection]
) -> list[Candidate]:
    """The same; where what was taken for small dice are pips of a large one that shows a face, that one instead."""
    hidden = detector.hidden_by_pips(detections, [candidate.detection for candidate in candidates])
    large = [c for c in classifier.classify(image, hidden) if c.names[0][1] > calibration.LIMITS.min_p_read]
    dice = _that_show_a_face(classifier, image, large)
    certain = [candidate.detection for candidate in candidates if candidate.is_certain]
    dice = [die for die in dice if not any(_lies_on(small, die.detection) for small in certain)]
    return dice + [c for c in candidates if not any(_lies_on(c.detection, die.detection) for die in dice)]


def _that_show_a_face(classifier: DieClassifier, image: Image, candidates: list[Candidate]) -> list[Candidate]:
    """Those that surely show a face, at first sight or in more turns."""
    again = classifier.reclassify(image, candidates, None)
    p_names = [max(first.names[0][1], then.names[0][1]) for first, then in zip(candidates, again, strict=True)]
    return [c for c, p in zip(candidates, p_names, strict=True) if p > calibration.LIMITS.min_p_certain_name]


def _with_overlooked(
    classifier: DieClassifier,
    image: Image,
    candidates: list[Candidate],
    part: Part | None = None,
    sides: Sequence[float] = detector.LIMITS.second_look_sides_px,
) -> list[Candidate]:
    """The same, and what else looks like dice of the size of the certain ones at other scales, their faces shrunk to
    `sides` px, in part of a picture or anywhere.

    In the `part` that a mat lies in also of the size of those that are named, where none is certain; and what is not
    clear there gives way to what is seen more strongly. Photographs without a mat were read worse so.
    """
    named = [candidate for candidate in candidates if candidate.names[0][1] > calibration.LIMITS.min_p_certain_name]
    certain = [candidate for candidate in named if candidate.is_certain] or (named if part else [])
    if not certain:
        return candidates
    left, top, right, low = part or (0, 0, image.shape[1], image.shape[0])
    known = [candidate.detection for candidate in certain]
    alike = detector.detect_same_size(classifier.model.detector, image[top:low, left:right], known, sides)
    alike = [detection.moved(left, top) for detection in alike]
    kept = [c for c in candidates if not (part and any(_is_better_seen(detection, c) for detection in alike))]
    missed = [detection for detection in alike if not any(_lies_on(detection, c.detection) for c in kept)]
    return kept + classifier.classify(image, missed)


def _is_beyond(detection: Detection, die: Detection) -> bool:
    """Whether a detection is too far from a die to be a side of it."""
    away = math.hypot(detection.x - die.x, detection.y - die.y)
    return away > LIMITS.min_covered_sides * max(detection.size, die.size)


def _surely_is_face(die: Candidate) -> bool:
    """Whether it shows a taught face, and an upper one: what is hardly detected has to be surer of that."""
    hardly_seen = die.detection.strength < detector.LIMITS.min_strength
    least = LIMITS.min_p_hardly_seen if hardly_seen else LIMITS.min_p_covered
    return _p_of_face(die) >= least


def _p_of_face(die: Candidate) -> float:
    """How likely it shows a taught face, and an upper one, whichever is less likely."""
    return min(1 - die.p_none, p_upper(die.answers))


def _detected(die: Candidate) -> Candidate:
    """What surely shows a face, as strong as anything is that is detected at all."""
    strength = max(die.detection.strength, detector.LIMITS.min_strength)
    return replace(die, detection=replace(die.detection, strength=strength))


def _is_better_seen(detection: Detection, candidate: Candidate) -> bool:
    """Whether it is the same die as a candidate that is not clear, and more plainly one."""
    stronger = detection.strength > candidate.detection.strength
    return is_unclear(candidate) and stronger and _lies_on(detection, candidate.detection)


def _looked_at_again(classifier: DieClassifier, image: Image, candidates: list[Candidate]) -> list[Candidate]:
    """The same, those that are not clear as strong and as large as further looks for dice tell."""
    unclear = [number for number, candidate in enumerate(candidates) if is_unclear(candidate)]
    detections = [candidates[number].detection for number in unclear]
    again = dict(zip(unclear, detector.look_again(classifier.model.detector, image, detections), strict=True))
    return [replace(c, detection=again.get(number, c.detection)) for number, c in enumerate(candidates)]


def _with_sides_marked(candidates: list[Candidate]) -> list[Candidate]:
    """The same, with what may be but the side of another die: without a mat nothing else tells."""
    dice = [candidate.detection for candidate in candidates if candidate.is_die]
    return [replace(c, may_be_side=c.is_die and detector.may_be_side_of(c.detection, dice)) for c in candidates]


def _without_parts_of_prints(candidates: list[Candidate]) -> list[Candidate]:
    """Those that lie on no larger die that shows a face: a part of its print may look like a die with another face."""
    dice = [candidate.detection for candidate in candidates if candidate.is_read]
    return [
        c
        for c in candidates
        if not any(LIMITS.max_part_share * die.size > c.detection.size and _lies_on(c.detection, die) for die in dice)
    ]


def _taken_for_one(candidates: Sequence[Candidate]) -> list[Candidate]:
    """What may be two dice that touch: it shows no face, and is larger than the dice that do."""
    sizes = [candidate.detection.size for candidate in candidates if candidate.is_certain]
    least = LIMITS.min_two_share * median(sizes) if sizes else math.inf
    return [c for c in candidates if c.p_none > calibration.LIMITS.min_p_read and c.detection.size > least]


def _without_specks(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Those that are not far smaller than the certain dice."""
    sizes = [candidate.detection.size for candidate in candidates if candidate.is_certain]
    least = LIMITS.min_size_share * median(sizes) if len(sizes) > 1 else 0.0
    return [candidate for candidate in candidates if candidate.detection.size >= least]


def _each_once(candidates: Sequence[Candidate]) -> list[Candidate]:
    """The same without what lies where a die does that is detected more strongly: it is that die, seen in another size
    or place."""
    kept: list[Candidate] = []
    for each in sorted(candidates, key=lambda candidate: -candidate.detection.strength):
        if not any(die.is_die and _is_in_place_of(each.detection, die.detection) for die in kept):
            kept.append(each)
    return [candidate for candidate in candidates if candidate in kept]


def _is_in_place_of(detection: Detection, other: Detection) -> bool:
    """Whether two faces are nearer than those of two dice can be."""
    return math.hypot(detection.x - other.x, detection.y - other.y) < LIMITS.min_sides_apart * other.size


def _lies_on(detection: Detection, other: Detection) -> bool:
    """Whether the middle of a face lies on another face."""
    return max(abs(detection.x - other.x), abs(detection.y - other.y)) < other.size / 2
