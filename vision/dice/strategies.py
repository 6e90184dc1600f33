"""The ways in which dice are sought in a picture and read: a game's own or of any make, on a mat or without one."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from vision.dice import calibration, detector, tilt_net
from vision.dice.calibration import Candidate
from vision.dice.classifier import LIMITS as CLASSIFIER_LIMITS
from vision.dice.classifier import DieClassifier, is_unclear
from vision.dice.model import Model
from vision.dice.table_plane import TablePlane, plane_of_mat
from vision.frame.mat import Mat
from vision.reading import Image

Part = tuple[int, int, int, int]
"""Of a picture: left, top, right, low."""


@dataclass(frozen=True, slots=True)
class DiceSearchLimits:
    """When dice are looked at anew: in another size, in another place."""

    min_new_size_offset_log: float = 0.13
    """Dice on a mat that show to be larger or smaller than they were taken for by more than this, as a logarithm, are
    looked at anew as such: of very small or large ones the first look may see but some, and these weakly."""
    max_new_size_offset_log: float = 1.0
    """By more than this, as a logarithm, no die differs from what its mat says."""
    max_new_sizes: int = 2
    """They are looked at anew in another size so many times."""
    side_multiple_px: int = 4
    """Sides of a picture that are multiples of so many px are fast to shrink."""
    max_size_offset_log: float = 0.5
    """Upper faces of one throw's dice differ in size by less than this, as a logarithm."""
    max_p_tilted_flat: float = 0.01
    """Below this probability of leaning a die surely stands flat."""
    max_p_tilted_in_place: float = 0.027
    """A die on a mat that leans with more than this probability is sought again at the middle of its upper face."""
    max_shift_sides: float = 0.1
    """A face that lies further from where it was found, in its sides, is read anew."""
    max_reach_sides: float = 2.5
    """So many sides from the middle of its face no die reaches."""


LIMITS = DiceSearchLimits()


class DiceStrategy(Protocol):
    """How dice of one kind are sought and read; what comes back is all that looks like dice, weighed together."""

    def without_mat(self, image: Image) -> list[Candidate]:
        """What looks like dice anywhere in a picture (BGR uint8) of which nothing else is known."""

    def on_mat(self, image: Image, mat: Mat, beside: bool) -> list[Candidate]:
        """What looks like dice on a mat, and with `beside` also beside it."""


def strategy_for(classifier: DieClassifier) -> DiceStrategy:
    """How the dice that a classifier knows are sought."""
    return GameDice(classifier) if classifier.printed else DiceOfAnyMake(classifier)


@dataclass(frozen=True, eq=False)
class GameDice:
    """A game's own dice: of one make, and compared with each other."""

    classifier: DieClassifier

    def without_mat(self, image: Image) -> list[Candidate]:
        """Together the dice tell how the table lies, and so where the upper face of each is and whether it leans."""
        classifier, model = self.classifier, self.classifier.model
        dice, others = _dice_and_others(classifier, image, detector.detect_all(model.detector, image))
        if not dice:
            return calibration.weigh_together(model, others)
        detections, angles = [one.detection for one in dice], [one.angle for one in dice]
        tilts, moved, table = tilt_net.tilts_without_mat(model.tilt_networks["bare"], image, detections, angles)
        single = tilt_net.without_sides(moved, table)
        dice = classifier.reclassify(image, [_moved_to(dice[i], moved[i]) for i in single], table)
        weighed = calibration.weigh_together(model, dice + others)
        dice, others = _with_cut_off(image, weighed[: len(dice)], table), weighed[len(dice) :]
        weights = model.tilt_weights["bare" if len(detections) > 1 else "alone"]
        return _sides_tilted(_with_p_tilted(weights, dice, [tilts[i] for i in single])) + others

    def on_mat(self, image: Image, mat: Mat, beside: bool) -> list[Candidate]:
        """Each die that is not clear, or may lean, is read anew where its upper face is seen elsewhere."""
        classifier, model = self.classifier, self.classifier.model
        table, candidates = _sized_on_mat(classifier, image, mat, beside, detector.LIMITS.max_side_distance_sides)
        candidates = calibration.weigh_together(
            model, classifier.reclassify(image, candidates, table, CLASSIFIER_LIMITS.game_dice_sharpening)
        )
        dice, others = _split_dice(candidates)
        dice = _sides_tilted(_tilted_on_mat(classifier, image, dice, table))
        moved = _moved_and_reclassified(classifier, image, dice, table)
        if moved:
            stayed = [one for number, one in enumerate(dice) if number not in moved]
            weighed = calibration.weigh_together(model, [*moved.values(), *stayed, *others])
            anew, stayed = weighed[: len(moved)], weighed[len(moved) : len(dice)]
            dice, others = _sides_tilted(_tilted_on_mat(classifier, image, anew, table)) + stayed, weighed[len(dice) :]
        return _with_cut_off(image, dice, table) + others


@dataclass(frozen=True, eq=False)
class DiceOfAnyMake:
    """Ordinary dice, and taught ones: of several makes and sizes."""

    classifier: DieClassifier

    def without_mat(self, image: Image) -> list[Candidate]:
        """Small dice may be the pips of a large one, and an overlooked die shows at another scale."""
        classifier, model = self.classifier, self.classifier.model
        seen = detector.detect_all(model.detector, image)
        candidates = classifier.classify(image, detector.without_overlaps(seen))
        candidates = _with_overlooked(classifier, image, _with_large_dice(classifier, image, candidates, seen))
        candidates = classifier.reclassify(image, _looked_at_again(classifier, image, candidates), None)
        return _with_sides_marked(calibration.weigh_together(model, candidates))

    def on_mat(self, image: Image, mat: Mat, beside: bool) -> list[Candidate]:
        """They may be of another size than the mat's layout says, and some weakly seen."""
        classifier, model = self.classifier, self.classifier.model
        table, candidates = _sized_on_mat(classifier, image, mat, beside, math.inf)
        candidates = _with_overlooked(classifier, image, candidates, None if beside else _around(mat, image))
        candidates = calibration.weigh_together(model, classifier.reclassify(image, candidates, table))
        dice, others = _split_dice(candidates)
        return _with_cut_off(image, _tilted_on_mat(classifier, image, dice, table), table) + others


def _sized_on_mat(
    classifier: DieClassifier, image: Image, mat: Mat, beside: bool, apart_sides: float
) -> tuple[TablePlane, list[Candidate]]:
    """The table under a mat, with the edge that its dice show to have, and what they show at first sight: they may be
    of another size than its layout says. Further apart than `apart_sides` detections are two dice."""
    table, part = plane_of_mat(mat, image.shape[1], image.shape[0]), _around(mat, image)
    usual = table.edge
    candidates = _at_first_sight(classifier, image, mat, usual, beside, apart_sides)
    for _ in range(LIMITS.max_new_sizes):
        named = [one.detection for one in candidates if one.names[0][1] > calibration.LIMITS.min_p_certain_name]
        named = [detection for detection in named if _within(detection, part)]
        edge = table.edge_of(named) if named else table.edge
        if (
            abs(math.log(edge / table.edge)) < LIMITS.min_new_size_offset_log
            or abs(math.log(edge / usual)) > LIMITS.max_new_size_offset_log
        ):
            break
        table = replace(table, edge=edge)
        candidates = _at_first_sight(classifier, image, mat, edge, beside, apart_sides)
    return table, candidates


def _at_first_sight(
    classifier: DieClassifier, image: Image, mat: Mat, edge: float, beside: bool, apart_sides: float
) -> list[Candidate]:
    """What the dice on a mat show at first sight, if their edges are so many mm long."""
    side = edge * mat.px_per_mm
    seen = detect_on_mat(classifier.model, image, mat, side, beside)
    return classifier.classify(image, detector.without_overlaps(seen, apart_sides), side)


def _split_dice(candidates: Sequence[Candidate]) -> tuple[list[Candidate], list[Candidate]]:
    """The dice, and what is none."""
    return [one for one in candidates if one.is_die], [one for one in candidates if not one.is_die]


def _tilted_on_mat(
    classifier: DieClassifier, image: Image, dice: Sequence[Candidate], table: TablePlane
) -> list[Candidate]:
    """Dice on a mat with how likely each leans."""
    model, detections, angles = classifier.model, [one.detection for one in dice], [one.angle for one in dice]
    tilts = tilt_net.tilts_on_mat(model.tilt_networks["mat"], image, detections, angles, table)
    return _with_p_tilted(model.tilt_weights["mat"], dice, tilts)


def _with_p_tilted(
    weights: Sequence[float], dice: Sequence[Candidate], tilts: Sequence[tilt_net.TiltEstimate]
) -> list[Candidate]:
    """Dice with how likely each leans."""
    return [replace(one, p_tilted=tilt_net.p_tilted(weights, tilt)) for one, tilt in zip(dice, tilts, strict=True)]


def _sides_tilted(dice: Sequence[Candidate]) -> list[Candidate]:
    """Dice of one make; one whose size is so far off the others' that it is hardly an upper face, but the side of a
    die, leans."""
    return [replace(one, p_tilted=1.0) if one.size_offset_log > LIMITS.max_size_offset_log else one for one in dice]


def _moved_and_reclassified(
    classifier: DieClassifier, image: Image, dice: Sequence[Candidate], table: TablePlane
) -> dict[int, Candidate]:
    """Of dice that are not clear, or may lean, those found far off the middle of their upper face, by their number,
    read anew there: of a die seen from aslant the finder may take some of the side for the face."""
    doubted = [i for i, one in enumerate(dice) if is_unclear(one) or (one.p_tilted or 0) > LIMITS.max_p_tilted_in_place]
    if not doubted:
        return {}
    finds, angles = [dice[i].detection for i in doubted], [dice[i].angle for i in doubted]
    moved = tilt_net.centred_on_faces(classifier.model.tilt_networks["bare"], image, finds, angles, table)
    astray = {i: find for i, find in zip(doubted, moved, strict=True) if _far_apart(dice[i].detection, find)}
    anew = classifier.reclassify(
        image, [_moved_to(dice[i], find) for i, find in astray.items()], table, CLASSIFIER_LIMITS.game_dice_sharpening
    )
    return dict(zip(astray, anew, strict=True))


def _dice_and_others(
    classifier: DieClassifier, image: Image, seen: list[detector.Detection]
) -> tuple[list[Candidate], list[Candidate]]:
    """What all finds show, before it is told how the table lies: dice, and what is none."""
    finds = detector.without_overlaps(seen, detector.LIMITS.max_side_distance_sides)
    judged = classifier.classify(image, finds)
    known = [one.detection for one in judged if one.is_certain]
    behind = [find for find in detector.covered_by_others(seen, known) if find not in finds] if known else []
    judged = calibration.weigh_together(classifier.model, judged + classifier.classify(image, behind))
    dice, rest = [one for one in judged if one.is_die], [one for one in judged if not one.is_die]
    likely = classifier.reclassify(image, [one for one in rest if one.p_none < CLASSIFIER_LIMITS.min_p_clear], None)
    return dice, likely + [one for one in rest if one.p_none >= CLASSIFIER_LIMITS.min_p_clear]


def _moved_to(judged: Candidate, find: detector.Detection) -> Candidate:
    """The same die, its upper face elsewhere: far from where it was looked at, what it showed there counts no more."""
    return replace(
        judged, detection=find, answers=judged.answers[:0] if _far_apart(judged.detection, find) else judged.answers
    )


def _far_apart(one: detector.Detection, other: detector.Detection) -> bool:
    """Whether two places of a face are so far apart that each shows something else."""
    return bool(np.hypot(one.x - other.x, one.y - other.y) > LIMITS.max_shift_sides * other.size)


def _with_cut_off(image: Image, dice: Sequence[Candidate], table: TablePlane) -> list[Candidate]:
    """Dice, of which those are cut off too that would reach beyond the border if they stood flat on the table: the box
    that the finder tells of a die ends within it."""
    height, width = image.shape[:2]

    def cut(find: detector.Detection, angle: float) -> bool:
        far = min(find.x, find.y, width - find.x, height - find.y) > LIMITS.max_reach_sides * find.size
        return not far and not table.shows_whole(np.array([find.x, find.y]), angle, width, height)

    return [replace(one, cut_off=one.cut_off or cut(one.detection, one.angle)) for one in dice]


def _with_large_dice(
    classifier: DieClassifier, image: Image, judged: list[Candidate], seen: list[detector.Detection]
) -> list[Candidate]:
    """The same; where what was taken for small dice are pips of a large one that shows a face, that one instead."""
    large = classifier.classify(image, detector.hidden_by_pips(seen, [one.detection for one in judged]))
    plain = [one for one in judged if one.is_certain]
    dice = _that_show_a_face(
        classifier, image, [one for one in large if one.names[0][1] > calibration.LIMITS.min_p_read]
    )
    dice = [die for die in dice if not any(_on(one.detection, die.detection) for one in plain)]
    return dice + [one for one in judged if not any(_on(one.detection, die.detection) for die in dice)]


def _that_show_a_face(classifier: DieClassifier, image: Image, judged: list[Candidate]) -> list[Candidate]:
    """Those that surely show a face, at first sight or in more turns."""
    looked = classifier.reclassify(image, judged.copy(), None)
    names = [max(one.names[0][1] for one in looks) for looks in zip(judged, looked, strict=True)]
    return [one for one, p in zip(judged, names, strict=True) if p > calibration.LIMITS.min_p_certain_name]


def _with_overlooked(
    classifier: DieClassifier, image: Image, judged: list[Candidate], part: Part | None = None
) -> list[Candidate]:
    """The same, and what else looks like dice of the size of the plain ones at other scales, in part of a picture
    or anywhere."""
    plain = [one.detection for one in judged if one.is_certain]
    left, top, right, low = part or (0, 0, image.shape[1], image.shape[0])
    alike = detector.detect_same_size(classifier.model.detector, image[top:low, left:right], plain) if plain else []
    alike = [find.moved(left, top) for find in alike]
    missed = [find for find in alike if not any(_on(find, one.detection) for one in judged)]
    return judged + classifier.classify(image, missed)


def _looked_at_again(classifier: DieClassifier, image: Image, judged: list[Candidate]) -> list[Candidate]:
    """The same, those that are not clear as strong and as large as further looks for dice tell."""
    which = [i for i, one in enumerate(judged) if is_unclear(one)]
    looked = detector.look_again(classifier.model.detector, image, [judged[i].detection for i in which])
    finds = dict(zip(which, looked, strict=True))
    return [replace(one, detection=finds.get(i, one.detection)) for i, one in enumerate(judged)]


def _on(one: detector.Detection, other: detector.Detection) -> bool:
    """Whether the middle of a face lies on another face."""
    return max(abs(one.x - other.x), abs(one.y - other.y)) < other.size / 2


def _with_sides_marked(judged: list[Candidate]) -> list[Candidate]:
    """The same, with what may be but the side of another die: without a mat nothing else tells."""
    finds = [one.detection for one in judged if one.is_die]
    return [replace(one, may_be_side=one.is_die and detector.may_be_side_of(one.detection, finds)) for one in judged]


def detect_on_mat(model: Model, image: Image, mat: Mat, side: float, beside: bool) -> list[detector.Detection]:
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
    """The part of a picture that a mat lies in; its sides are multiples of `LIMITS.side_multiple_px` px."""
    height, width = image.shape[:2]
    corners = mat.outline()
    left, top = (max(0, int(v)) for v in corners.min(axis=0))
    right, low = (min(int(v) + 1, most) for v, most in zip(corners.max(axis=0), (width, height), strict=True))
    return left, top, right - (right - left) % LIMITS.side_multiple_px, low - (low - top) % LIMITS.side_multiple_px


def _within(find: detector.Detection, part: tuple[float, float, float, float]) -> bool:
    left, top, right, low = part
    return left < find.x < right and top < find.y < low
