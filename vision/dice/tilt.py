"""How dice stand on the table: told of each by a network, on a mat and, of a game's own dice, without one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.dice import calibration, detector, tilt_net
from vision.dice.calibration import Candidate
from vision.dice.classifier import CLEAR, KEENER, DieClassifier, is_unclear
from vision.dice.table_plane import TablePlane

Image = NDArray[np.uint8]

ALIKE = 0.5
"""Upper faces of one throw's dice differ in size by less than this, as a logarithm."""
FLAT = 0.01
"""Below this probability of leaning a die surely stands flat."""
LIKELY = 0.027
"""A die on a mat that leans with more than this probability is sought again at the middle of its upper face."""
STRAY = 0.1
"""A face that lies further from where it was found, in its sides, is read anew."""
REACH = 2.5
"""So many sides from the middle of its face no die reaches."""


def on_mat(faces: DieClassifier, image: Image, judged: Sequence[Candidate], table: TablePlane) -> list[Candidate]:
    """The same dice with how likely each leans; of a game's own, all of one make, each that is not clear, or may lean,
    is read anew where the middle of its upper face is seen elsewhere."""
    alike = faces.printed
    dice, rest = [one for one in judged if one.is_die], [one for one in judged if not one.is_die]
    dice = _leaning(faces, dice, _stands(faces, image, dice, table), "mat", alike)
    astray = _astray(faces, image, dice, table) if alike else {}
    if astray:
        stayed = [one for number, one in enumerate(dice) if number not in astray]
        judged = calibration.weigh_together(faces.model, [*astray.values(), *stayed, *rest])
        anew, dice, rest = judged[: len(astray)], judged[len(astray) : len(dice)], judged[len(dice) :]
        dice = _leaning(faces, anew, _stands(faces, image, anew, table), "mat", alike) + dice
    return _cut(image, dice, table) + rest


def _astray(faces: DieClassifier, image: Image, dice: Sequence[Candidate], table: TablePlane) -> dict[int, Candidate]:
    """Of dice that are not clear, or may lean, those found far off the middle of their upper face, by their number,
    read anew there: of a die seen from aslant the finder may take some of the side for the face."""
    doubted = [i for i, one in enumerate(dice) if is_unclear(one) or (one.p_tilted or 0) > LIKELY]
    if not doubted:
        return {}
    finds, angles = [dice[i].detection for i in doubted], [dice[i].angle for i in doubted]
    moved = tilt_net.centred_on_faces(faces.model.tilt_networks["bare"], image, finds, angles, table)
    astray = {i: find for i, find in zip(doubted, moved, strict=True) if _far(dice[i].detection, find)}
    anew = faces.reclassify(image, [_at(dice[i], find) for i, find in astray.items()], table, KEENER)
    return dict(zip(astray, anew, strict=True))


def _stands(
    faces: DieClassifier, image: Image, dice: Sequence[Candidate], table: TablePlane
) -> list[tilt_net.TiltEstimate]:
    finds, angles = [one.detection for one in dice], [one.angle for one in dice]
    return tilt_net.tilts_on_mat(faces.model.tilt_networks["mat"], image, finds, angles, table)


def compared(faces: DieClassifier, image: Image, seen: list[detector.Detection]) -> list[Candidate]:
    """A game's dice without a mat, from all that was found. They are all of one make and compared with each other:
    together they tell how the table lies, and so where the upper face of each is and whether it leans."""
    dice, rest = _seen(faces, image, seen)
    if not dice:
        return calibration.weigh_together(faces.model, rest)
    finds, angles = [one.detection for one in dice], [one.angle for one in dice]
    stands, moved, table = tilt_net.tilts_without_mat(faces.model.tilt_networks["bare"], image, finds, angles)
    single = tilt_net.without_sides(moved, table)
    dice = faces.reclassify(image, [_at(dice[i], moved[i]) for i in single], table)
    judged = calibration.weigh_together(faces.model, dice + rest)
    where = "bare" if len(finds) > 1 else "alone"
    dice, rest = _cut(image, judged[: len(dice)], table), judged[len(dice) :]
    return _leaning(faces, dice, [stands[i] for i in single], where, True) + rest


def _seen(
    faces: DieClassifier, image: Image, seen: list[detector.Detection]
) -> tuple[list[Candidate], list[Candidate]]:
    """What all finds show, before it is told how the table lies: dice, and what is none."""
    finds = detector.without_overlaps(seen, detector.BESIDE)
    judged = faces.classify(image, finds)
    known = [one.detection for one in judged if one.is_certain]
    behind = [find for find in detector.covered_by_others(seen, known) if find not in finds] if known else []
    judged = calibration.weigh_together(faces.model, judged + faces.classify(image, behind))
    dice, rest = [one for one in judged if one.is_die], [one for one in judged if not one.is_die]
    likely = faces.reclassify(image, [one for one in rest if one.p_none < CLEAR], None)
    return dice, likely + [one for one in rest if one.p_none >= CLEAR]


def _leaning(
    faces: DieClassifier, dice: Sequence[Candidate], stands: Sequence[tilt_net.TiltEstimate], where: str, alike: bool
) -> list[Candidate]:
    """Dice with how likely each leans. Of those that are `alike` one does whose size is so far off the others' that it
    is hardly an upper face, but the side of a die."""
    weights, sides = faces.model.tilt_weights[where], [alike and one.size_offset_log > ALIKE for one in dice]
    leans = [1.0 if side else tilt_net.p_tilted(weights, stand) for side, stand in zip(sides, stands, strict=True)]
    return [replace(one, p_tilted=told) for one, told in zip(dice, leans, strict=True)]


def _at(judged: Candidate, find: detector.Detection) -> Candidate:
    """The same die, its upper face elsewhere: far from where it was looked at, what it showed there counts no more."""
    return replace(
        judged, detection=find, answers=judged.answers[:0] if _far(judged.detection, find) else judged.answers
    )


def _far(one: detector.Detection, other: detector.Detection) -> bool:
    """Whether two places of a face are so far apart that each shows something else."""
    return bool(np.hypot(one.x - other.x, one.y - other.y) > STRAY * other.size)


def _cut(image: Image, dice: Sequence[Candidate], table: TablePlane) -> list[Candidate]:
    """Dice, of which those are cut off too that would reach beyond the border if they stood flat on the table: the box
    that the finder tells of a die ends within it."""
    height, width = image.shape[:2]

    def cut(find: detector.Detection, angle: float) -> bool:
        far = min(find.x, find.y, width - find.x, height - find.y) > REACH * find.size
        return not far and not table.shows_whole(np.array([find.x, find.y]), angle, width, height)

    return [replace(one, cut_off=one.cut_off or cut(one.detection, one.angle)) for one in dice]
