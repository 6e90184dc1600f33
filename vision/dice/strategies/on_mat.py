"""What all kinds of dice have in common: how they are sought on a mat, and how it is told which lean or are cut off."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median

import numpy as np

from vision.dice import calibration, detector, tilt_net
from vision.dice.calibration import Candidate
from vision.dice.classifier import DieClassifier
from vision.dice.detector import Detection
from vision.dice.model import Model
from vision.dice.table_plane import TablePlane, plane_of_mat
from vision.frame.mat import Mat, apply_homography
from vision.frame.mat.bare_print import BarePrint
from vision.frame.mat.colours import Zone
from vision.reading import Image

Part = tuple[int, int, int, int]
"""Of a picture: left, top, right, low."""


@dataclass(frozen=True, slots=True)
class DiceOnMatLimits:
    """When dice on a mat are looked at anew in another size, and how far a die reaches."""

    min_new_size_offset_log: float = 0.13
    """Dice on a mat that show to be larger or smaller than they were taken for by more than this, as a logarithm, are
    looked at anew as such: of very small or large ones the first look may see but some, and these weakly."""
    max_new_size_offset_log: float = 1.0
    """By more than this, as a logarithm, no die differs from what its mat says."""
    max_new_sizes: int = 2
    """They are looked at anew in another size so many times."""
    min_dice_telling_edge: int = 3
    """So many dice, most of which stand flat, tell which of several sizes is theirs."""
    same_edge_ratio: float = 1.05
    """Sizes that differ by less than this factor are one."""
    max_surely_flat_logit: float = -4.0
    """Where their median logit of leaning is less than this it is, and no other is tried. Of 3,700 flat dice of 13.5 to
    18.5 mm on drawn mats (seed 510203) 24 seemed to lean by the size measured or said, and 3 by the flatter of both;
    leaning ones that passed were 18 of 317, then 12."""
    min_seen_strength: float = 0.5
    """Where what is seen on a mat is seen, in the middle, more weakly than this, it is looked at twice more,"""
    second_look_scale: float = 0.6
    """with dice so much larger for the network: a die of a rare make may be missed at one scale and be plain to see at
    the next;"""
    negative_scale: float = 0.7
    """and in the negative, so much larger: dark dice are light ones there, and all six of a red make with yellow pips
    were seen there alone."""
    side_multiple_px: int = 4
    """Sides of a picture that are multiples of so many px are fast to shrink."""
    max_reach_sides: float = 2.5
    """So many sides from the middle of its face no die reaches."""
    max_shift_sides: float = 0.1
    """A face that lies further from where it was found, in its sides, is read anew."""
    max_p_face_of_print: float = 0.2
    """What shows a face with more probability than this is no bare print of a mat: dice like glass hardly differ from
    what they lie on."""
    sides_of_die_on_print: tuple[float, float] = (0.1, 2.8)
    """What lies on the print, and is no narrower nor wider than so many edges of a die, may be one that the detector
    overlooks: of a dark one, that looks like a shadow of the print, but the pip of a 1"""
    min_p_on_print: float = 0.9
    """if it shows a face with this probability: two dark ones showed theirs with 0.994 and more, and of 20 other things
    on 200 drawn mats (seed 464700000), shadows and parts of dice, none one with more than 0.01. Specks count since; of
    708 dice on 200 mats (seeds 464700000, 464900000) none was taken for two then."""
    reach_mm: float = 6.0
    """So far about the middle of a die's face all is of the die,"""
    max_off_print_values: float = 10.5
    """and where that differs from the print by no more picture values, the print is bare. On 400 drawn mats (seed
    464700000) 58 of 92 that are taken for no die differ less, and no die that shows no face differs by less than 28."""


LIMITS = DiceOnMatLimits()


def sized_on_mat(
    classifier: DieClassifier, image: Image, mat: Mat, beside: bool, apart_sides: float
) -> tuple[TablePlane, list[Candidate]]:
    """The table under a mat, with the edge that its dice show to have, and what they show at first sight: they may be
    of another size than its layout says. Further apart than `apart_sides` detections are two dice."""
    table, part = plane_of_mat(mat, image.shape[1], image.shape[0]), around(mat, image)
    usual = table.edge
    candidates = at_first_sight(classifier, image, mat, usual, beside, apart_sides)
    for _ in range(LIMITS.max_new_sizes):
        named = _named_dice(candidates, part)
        edge = table.edge_of([die.detection for die in named]) if named else table.edge
        if (
            abs(math.log(edge / table.edge)) < LIMITS.min_new_size_offset_log
            or abs(math.log(edge / usual)) > LIMITS.max_new_size_offset_log
        ):
            break
        table = replace(table, edge=edge)
        candidates = at_first_sight(classifier, image, mat, edge, beside, apart_sides)
    return _with_edge_of_flat_dice(classifier, image, _named_dice(candidates, part), table, usual), candidates


def _named_dice(candidates: Sequence[Candidate], part: Part) -> list[Candidate]:
    """Those within a part of the picture whose faces are hardly in doubt."""
    certain = [c for c in candidates if c.names[0][1] > calibration.LIMITS.min_p_certain_name]
    return [die for die in certain if _within(die.detection, part)]


def _with_edge_of_flat_dice(
    classifier: DieClassifier, image: Image, dice: Sequence[Candidate], table: TablePlane, usual: float
) -> TablePlane:
    """The table with that edge of its dice with which they stand flattest: the one that it has, the `usual` one of its
    mat, or the one that they show. Faces of very round dice look smaller than they are, and by too small an edge all of
    them seem to lean a little."""
    if len(dice) < LIMITS.min_dice_telling_edge:
        return table
    detections, angles = [die.detection for die in dice], [die.angle for die in dice]
    edges = (table.edge, usual, table.edge_of(detections))
    if max(edges) < LIMITS.same_edge_ratio * min(edges):
        return table

    def median_doubt(edge: float) -> float:
        network, such = classifier.model.tilt_networks["mat"], replace(table, edge=edge)
        return median(tilt.doubt for tilt in tilt_net.tilts_on_mat(network, image, detections, angles, such))

    if median_doubt(table.edge) < LIMITS.max_surely_flat_logit:
        return table
    return replace(table, edge=min(edges, key=median_doubt))


def at_first_sight(
    classifier: DieClassifier, image: Image, mat: Mat, edge: float, beside: bool, apart_sides: float
) -> list[Candidate]:
    """What the dice on a mat show at first sight, if their edges are so many mm long."""
    side = edge * mat.px_per_mm
    detections = detect_on_mat(classifier.model, image, mat, side, beside)
    found = detector.without_overlaps(detections, apart_sides)
    if median([detection.strength for detection in found] or [0.0]) < LIMITS.min_seen_strength:
        again = detect_on_mat(classifier.model, image, mat, side * LIMITS.second_look_scale, beside)
        negative = np.invert(image)
        again += detect_on_mat(classifier.model, negative, mat, side * LIMITS.negative_scale, beside)
        found = detector.without_overlaps(detections + again, apart_sides)
    return classifier.classify(image, found, side)


def detect_on_mat(model: Model, image: Image, mat: Mat, side: float, beside: bool) -> list[Detection]:
    """All that looks like dice on a mat, whose `side` in px is known, also what lies on stronger detections; and
    `beside` it, where dice may lie that are none of the game's."""
    left, top, right, low = around(mat, image)
    on = []
    if right > left and low > top:
        found = detector.detect_all(model.detector, image[top:low, left:right], side)
        on = [detection.moved(left, top) for detection in found]
    if not beside:
        return on
    rim = side / 2  # of a die that the part cuts more may be seen without
    inner = left + rim, top + rim, right - rim, low - rim
    return on + [d for d in detector.detect_all(model.detector, image) if not _within(d, inner)]


def around(mat: Mat, image: Image) -> Part:
    """The part of a picture that a mat lies in; its sides are multiples of `LIMITS.side_multiple_px` px."""
    height, width = image.shape[:2]
    corners = mat.outline()
    left, top = (max(0, int(v)) for v in corners.min(axis=0))
    right, low = (min(int(v) + 1, most) for v, most in zip(corners.max(axis=0), (width, height), strict=True))
    return left, top, right - (right - left) % LIMITS.side_multiple_px, low - (low - top) % LIMITS.side_multiple_px


def _within(detection: Detection, part: tuple[float, float, float, float]) -> bool:
    left, top, right, low = part
    return left < detection.x < right and top < detection.y < low


def split_dice(candidates: Sequence[Candidate]) -> tuple[list[Candidate], list[Candidate]]:
    """The dice, and what is none."""
    return [c for c in candidates if c.is_die], [c for c in candidates if not c.is_die]


def tilted_on_mat(
    classifier: DieClassifier, image: Image, dice: Sequence[Candidate], table: TablePlane
) -> list[Candidate]:
    """Dice on a mat with how likely each leans."""
    model, detections, angles = classifier.model, [die.detection for die in dice], [die.angle for die in dice]
    tilts = tilt_net.tilts_on_mat(model.tilt_networks["mat"], image, detections, angles, table)
    return with_p_tilted(model.tilt_weights["mat"], dice, tilts)


def with_p_tilted(
    weights: Sequence[float], dice: Sequence[Candidate], tilts: Sequence[tilt_net.TiltEstimate]
) -> list[Candidate]:
    """Dice with how likely each leans."""
    return [replace(die, p_tilted=tilt_net.p_tilted(weights, tilt)) for die, tilt in zip(dice, tilts, strict=True)]


def without_bare_print(candidates: Sequence[Candidate], bare: BarePrint) -> list[Candidate]:
    """The candidates without those that show no face, and nothing but the print of their mat, in a shadow maybe."""
    return [each for each in candidates if not (_may_be_print(each) and _is_print(each, bare))]


def overlooked_on_print(
    classifier: DieClassifier, image: Image, candidates: Sequence[Candidate], bare: BarePrint, table: TablePlane
) -> list[Candidate]:
    """The dice that the detector overlooks or hardly sees, and that plainly lie on the print beside the other
    candidates: dark ones with dark pips look like none to it."""
    known = [
        c.detection
        for c in candidates
        if c.names[0][1] > LIMITS.min_p_on_print or c.detection.strength >= LIMITS.min_seen_strength
    ]
    least, most = (table.edge * sides for sides in LIMITS.sides_of_die_on_print)
    parts = bare.parts_unlike(detection.box for detection in known)
    as_large = [part for part in parts if min(part[2:]) > least and max(part[2:]) < most]
    seen = classifier.classify(image, [_die_in(part, bare.mat, table) for part in as_large])
    seen = classifier.reclassify(image, seen, table)
    return [each for each in seen if each.names[0][1] > LIMITS.min_p_on_print]


def _die_in(part: Zone, mat: Mat, table: TablePlane) -> Detection:
    """A die that may fill a part (mm) of a mat: as likely as not."""
    x, y, wide, deep = part
    corners = np.array([[x, y], [x + wide, y], [x + wide, y + deep], [x, y + deep]])
    px = apply_homography(np.linalg.inv(mat.homography), corners)
    (left, top), (right, low) = px.min(0).tolist(), px.max(0).tolist()
    box = (left, top, right - left, low - top)
    middle_x, middle_y = table.face_of_body(box, 0.0).tolist()
    return Detection(0.5, middle_x, middle_y, table.edge * mat.px_per_mm, box)


def _may_be_print(candidate: Candidate) -> bool:
    return not candidate.is_read and 1 - candidate.p_none <= LIMITS.max_p_face_of_print


def _is_print(candidate: Candidate, bare: BarePrint) -> bool:
    x, y = bare.mat.to_mm([(candidate.detection.x, candidate.detection.y)])[0].tolist()
    return bare.off_at(x, y, LIMITS.reach_mm) < LIMITS.max_off_print_values


def with_cut_off(image: Image, dice: Sequence[Candidate], table: TablePlane) -> list[Candidate]:
    """Dice, of which those are cut off too that would reach beyond the border if they stood flat on the table: the box
    that the detector tells of a die ends within it."""
    height, width = image.shape[:2]

    def is_cut(die: Candidate) -> bool:
        at = die.detection
        to_border = min(at.x, at.y, width - at.x, height - at.y)
        near = to_border <= LIMITS.max_reach_sides * at.size
        return near and not table.shows_whole(np.array([at.x, at.y]), die.angle, width, height)

    return [replace(die, cut_off=die.cut_off or is_cut(die)) for die in dice]


def read_where_seen(
    classifier: DieClassifier,
    image: Image,
    dice: Sequence[Candidate],
    others: Sequence[Candidate],
    table: TablePlane,
    seen: Mapping[int, Detection],
    sharpening: float = 1.0,
) -> tuple[dict[int, Candidate], list[Candidate], list[Candidate]]:
    """Dice, by their number, read anew where their upper faces are `seen`, if that is far off where they were found:
    of a die seen from aslant the detector may take some of the side for the face. Then the dice that stay as they were,
    and what is no die, weighed with these."""
    astray = {number: at for number, at in seen.items() if far_apart(dice[number].detection, at)}
    if not astray:
        return {}, list(dice), list(others)
    moved = [moved_to(dice[number], at) for number, at in astray.items()]
    stayed = [die for number, die in enumerate(dice) if number not in astray]
    anew = classifier.reclassify(image, moved, table, sharpening)
    weighed = calibration.weigh_together(classifier.faces.weights, [*anew, *stayed, *others])
    anew = tilted_on_mat(classifier, image, weighed[: len(anew)], table)
    return dict(zip(astray, anew, strict=True)), weighed[len(anew) : len(dice)], weighed[len(dice) :]


def moved_to(die: Candidate, at: Detection) -> Candidate:
    """The same die, its upper face elsewhere: far from where it was looked at, what it showed there counts no more."""
    return replace(die, detection=at, answers=die.answers[:0] if far_apart(die.detection, at) else die.answers)


def far_apart(before: Detection, after: Detection) -> bool:
    """Whether two places of a face are so far apart that each shows something else."""
    return bool(np.hypot(before.x - after.x, before.y - after.y) > LIMITS.max_shift_sides * after.size)
