"""A game's own dice: of one make, and compared with each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from vision.dice import calibration, detector, tilt_net
from vision.dice.calibration import Candidate
from vision.dice.classifier import LIMITS as CLASSIFIER
from vision.dice.classifier import DieClassifier, is_unclear
from vision.dice.detector import Detection
from vision.dice.strategies import doubt
from vision.dice.strategies.doubt import LIMITS as DOUBT
from vision.dice.strategies.on_mat import (
    moved_to,
    read_where_seen,
    sized_on_mat,
    split_dice,
    tilted_on_mat,
    with_cut_off,
    with_p_tilted,
    without_bare_print,
)
from vision.dice.table_plane import TablePlane
from vision.frame.mat import Mat, MatGround
from vision.frame.mat.bare_print import BarePrint
from vision.reading import Image, Ranked


@dataclass(frozen=True, slots=True)
class GameDiceLimits:
    """When the upper face of a die is sought in another place."""

    max_p_tilted_in_place: float = 0.027
    """A die on a mat that leans with more than this probability is sought again at the middle of its upper face."""


LIMITS = GameDiceLimits()


@dataclass(frozen=True, eq=False)
class GameDice:
    """A game's own dice (a `DiceStrategy`)."""

    classifier: DieClassifier

    def without_mat(self, image: Image) -> list[Candidate]:
        """Together the dice tell how the table lies, and so where the upper face of each is and whether it leans."""
        classifier, model = self.classifier, self.classifier.model
        dice, others = _dice_and_others(classifier, image, detector.detect_all(model.detector, image))
        if not dice:
            return calibration.weigh_together(classifier.faces.weights, others)
        detections, angles = [die.detection for die in dice], [die.angle for die in dice]
        tilts, moved, table = tilt_net.tilts_without_mat(model.tilt_networks["bare"], image, detections, angles)
        single = tilt_net.without_sides(moved, table)
        dice = classifier.reclassify(image, [moved_to(dice[i], moved[i]) for i in single], table)
        weighed = calibration.weigh_together(classifier.faces.weights, dice + others)
        dice, others = with_cut_off(image, weighed[: len(dice)], table), weighed[len(dice) :]
        weights = model.tilt_weights["bare" if len(detections) > 1 else "alone"]
        return _sides_tilted(with_p_tilted(weights, dice, [tilts[i] for i in single])) + others

    def on_mat(self, image: Image, mat: Mat, beside: bool, printed: MatGround | None) -> list[Candidate]:
        """Each die that is not clear, or may lean, is read anew where its upper face is seen elsewhere."""
        classifier = self.classifier
        table, candidates = sized_on_mat(classifier, image, mat, beside, detector.LIMITS.max_side_distance_sides)
        candidates = calibration.weigh_together(
            classifier.faces.weights, classifier.reclassify(image, candidates, table, CLASSIFIER.game_dice_sharpening)
        )
        if printed is not None:
            candidates = without_bare_print(candidates, BarePrint(image, mat, printed))
        dice, others = split_dice(candidates)
        dice = _sides_tilted(tilted_on_mat(classifier, image, dice, table))
        seen = _upper_faces(classifier, image, dice, table)
        anew, stayed, others = read_where_seen(
            classifier, image, dice, others, table, seen, CLASSIFIER.game_dice_sharpening
        )
        dice = _sides_tilted([*anew.values()]) + stayed
        return with_cut_off(image, dice, table) + others

    def kinds(self, image: Image, die: Candidate) -> tuple[str, Ranked]:
        """As its print tells."""
        return calibration.kind_probabilities(die)

    def doubt(self, die: Candidate) -> str:
        """All names are known, so the first must be likely by itself too."""
        is_clear = min(die.p_correct, die.names[0][1]) >= DOUBT.min_confidence
        return doubt.doubt_of_any(die) or ("" if is_clear else "unclear")

    def may_be_die(self, candidate: Candidate, on_mat: bool) -> bool:
        """Without a mat also what is cut off, or looks a little like a face."""
        if on_mat or doubt.is_strong(candidate):
            return doubt.is_strong(candidate)
        like_a_face = candidate.p_none < DOUBT.max_p_none and doubt.is_of_dice_size(candidate)
        return like_a_face or doubt.is_strong_at_border(candidate)

    def is_shaken(self, image: Image, candidates: Sequence[Candidate]) -> bool:
        """Never: drawn out, no print looks like another."""
        return False

    def is_doubtful(self, image: Image, candidates: Sequence[Candidate], on_mat: bool) -> bool:
        """By the risk of a mistake; without a mat also where the border seems to cut a die in two."""
        return doubt.risk(candidates) > DOUBT.max_risk_of_game_dice or (
            not on_mat and self._border_cuts_die(image, candidates)
        )

    def _border_cuts_die(self, image: Image, candidates: Sequence[Candidate]) -> bool:
        known = [candidate.detection for candidate in candidates if candidate.is_certain]
        if not known:
            return False
        network = self.classifier.model.detector
        return detector.strength_across_border(network, image, known) >= DOUBT.min_cut_off_strength


def _dice_and_others(
    classifier: DieClassifier, image: Image, detections: list[Detection]
) -> tuple[list[Candidate], list[Candidate]]:
    """What all detections show, before it is told how the table lies: dice, and what is none."""
    apart = detector.without_overlaps(detections, detector.LIMITS.max_side_distance_sides)
    candidates = classifier.classify(image, apart)
    known = [candidate.detection for candidate in candidates if candidate.is_certain]
    behind = [d for d in detector.covered_by_others(detections, known) if d not in apart] if known else []
    candidates = calibration.weigh_together(classifier.faces.weights, candidates + classifier.classify(image, behind))
    dice, rest = split_dice(candidates)
    likely = classifier.reclassify(image, [c for c in rest if c.p_none < CLASSIFIER.min_p_clear], None)
    return dice, likely + [c for c in rest if c.p_none >= CLASSIFIER.min_p_clear]


def _sides_tilted(dice: Sequence[Candidate]) -> list[Candidate]:
    """Dice of one make; one whose size is so far off the others' that it is hardly an upper face, but the side of a
    die, leans."""
    return [replace(die, p_tilted=1.0) if die.size_offset_log > DOUBT.max_size_offset_log else die for die in dice]


def _upper_faces(
    classifier: DieClassifier, image: Image, dice: Sequence[Candidate], table: TablePlane
) -> dict[int, Detection]:
    """Where the upper faces are seen of dice that are not clear, or may lean, by their number."""
    doubted = [i for i, die in enumerate(dice) if is_unclear(die) or (die.p_tilted or 0) > LIMITS.max_p_tilted_in_place]
    if not doubted:
        return {}
    detections, angles = [dice[i].detection for i in doubted], [dice[i].angle for i in doubted]
    centred = tilt_net.centred_on_faces(classifier.model.tilt_networks["bare"], image, detections, angles, table)
    return dict(zip(doubted, centred, strict=True))
