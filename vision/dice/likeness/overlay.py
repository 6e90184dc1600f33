"""Examples laid upon a die: where two taught faces look likely, their prints tell line by line which one lies there.

An example is turned and shifted until it lies best on the face that the camera sees, then bent (ECC: Evangelidis and
Psarakis 2008), first in a coarse picture, then in a fine one. How well two examples explain the print is compared where
they differ, for a 1 and a 2 may stand in the corner of one picture; and twice, by the edges and by what is darker or
paler than round it: in glare the one may fail where the other does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.dice.crops import LIMITS as CROPS
from vision.dice.likeness.prints import LIMITS as PRINTS
from vision.dice.likeness.prints import Maps, Prints, middle, usual_inks
from vision.reading import Doubles, Floats


@dataclass(frozen=True, slots=True)
class OverlayLimits:
    """Which dice examples are laid on, and how."""

    max_p_first_of_two: float = 0.99
    """A die shows its first name, not the second, with less than this probability where both are likely,"""
    most_names: int = 4
    """so many names at most are compared: the two likeliest,"""
    min_p_further: float = 0.01
    """and others with at least this probability."""
    min_p_of_both: float = 0.01
    """It shows one of these with at least this, for in glare no example is near;"""
    min_strength: float = 0.3
    """such a die is detected with this strength at least: less is mostly none."""
    power: float = 3.0
    """A name is likelier than the other by the ratio of what their examples leave unexplained, to this power: fitted on
    143 dice of the development copies and of six path-traced makes."""
    starts: int = 3
    """An example is bent from so many of its turns, the best ones of each map."""
    fine_starts: int = 2
    """So many of these ways are bent anew in the fine picture."""
    best_examples: int = 2
    """So many examples of a name speak for it, those that lie best."""
    bend_steps: int = 30
    """So many steps at most."""
    min_stretch: float = 0.6
    """An example may be squeezed to this,"""
    max_stretch: float = 1.7
    """or stretched to this: more no perspective does."""
    near_half_px: int = 28
    """Half the side of what is compared, in px of a closeup: a small sign may stand near the edge of a face."""
    differs_px: float = 2.0
    """Where two examples differ, the print counts so far round about."""
    unexplained: float = 0.05
    """No example leaves less than this share of a print unexplained: no two prints are quite the same."""


LIMITS = OverlayLimits()
FACE = middle(CROPS.fine_crop_px)
NEAR = slice(CROPS.closeup_px // 2 - LIMITS.near_half_px, CROPS.closeup_px // 2 + LIMITS.near_half_px)
FINER = CROPS.closeup_px / CROPS.fine_crop_px
TO_NEAR = np.array([[FINER, 0, (FINER - 1) / 2], [0, FINER, (FINER - 1) / 2], [0, 0, 1]])
"""From px of a crop to px of its closeup."""


@dataclass(frozen=True, eq=False)
class Laid:
    """An example as it lies on a face: its maps there (56, 56), and the share of the print it leaves unexplained."""

    maps: Maps
    left: float


def laid_on(face: Prints, examples: Sequence[Prints]) -> list[Laid]:
    """The examples of one name that lie best on a face, the best first."""
    coarse = [_laid_coarsely(face, example) for example in examples]
    likely = sorted((each for each in coarse if each.ways), key=lambda each: each.left)[: LIMITS.best_examples]
    return sorted((_laid_finely(face, each) for each in likely), key=lambda each: each.left)


def likelier(face: Prints, first: Sequence[Laid], second: Sequence[Laid]) -> float:
    """By how much less of the print the first examples leave unexplained than the second do, where these differ (the
    logarithm of a ratio); by 1 if no other examples come to rest on it."""
    if not first or not second:
        return float(bool(first)) - float(bool(second))
    ratios = []
    for number, print_ in enumerate(face.fine):
        apart = np.square(first[0].maps[number] - second[0].maps[number])
        weight = cv2.GaussianBlur(apart, (0, 0), LIMITS.differs_px)
        left = [min(_left(print_[NEAR, NEAR], each.maps[number], weight) for each in both) for both in (first, second)]
        ratios.append(float(np.log(left[1] / left[0])))
    return float(np.mean(ratios))


def evidence(face: Prints, examples: Sequence[Sequence[Prints]]) -> list[float]:
    """How the print of a face speaks for each of some names by its examples (a logarithm, in sum 0): the mean of what
    each pair of names tells."""
    laid = [laid_on(face, each) for each in examples]
    pairs = np.zeros((len(laid), len(laid)))
    for one in range(len(laid)):
        for other in range(one):
            pairs[one, other] = likelier(face, laid[one], laid[other])
            pairs[other, one] = -pairs[one, other]
    return [float(mean) for mean in pairs.mean(axis=1)]


def apart_by_prints(first: Sequence[Sequence[Prints]], second: Sequence[Sequence[Prints]]) -> float:
    """How much better (the mean logarithm of a ratio) examples of two faces explain those of the same face in another
    photograph than those of the other face do: 0 for one face under two names; and if no face has two photographs.
    Without end for prints in two inks."""
    if usual_inks([[example for photograph in face for example in photograph] for face in (first, second)]):
        return float("inf")
    ratios = []
    for own, others in ((first, second), (second, first)):
        strange = [example for photograph in others for example in photograph]
        for number, photograph in enumerate(own):
            same = [example for k, other in enumerate(own) if k != number for example in other]
            if same:
                ratios += [likelier(face, laid_on(face, same), laid_on(face, strange)) for face in photograph]
    return float(np.mean(ratios)) if ratios else 0.0


@dataclass(frozen=True, eq=False)
class _Ways:
    """How an example may lie on a face: ways (2, 3) between crops, the best first, and what that one leaves
    unexplained."""

    example: Prints
    ways: list[Floats]
    left: float


def _laid_coarsely(face: Prints, example: Prints) -> _Ways:
    """The ways that explain the edges and the tones of a crop best; none where the example comes to rest nowhere."""
    ways = [
        way
        for mine, other, starts in zip(face.coarse, example.coarse, _starts(face, example), strict=True)
        for start in starts
        if (way := _bent(mine, other, start, FACE)) is not None
    ]
    left = [_laid_so(face.coarse, example.coarse, way, FACE).left for way in ways]
    best = np.argsort(left)[: LIMITS.fine_starts]
    return _Ways(example, [ways[number] for number in best], min(left, default=1.0))


def _laid_finely(face: Prints, coarse: _Ways) -> Laid:
    """An example on a closeup, as well as it can be laid: one way must explain the edges and the tones."""
    near = [_to_near(way) for way in coarse.ways]
    maps = list(zip(face.fine, coarse.example.fine, strict=True))
    bent = [_bent(mine, other, way, NEAR) for way in near for mine, other in maps]
    laid = [_laid_so(face.fine, coarse.example.fine, way, NEAR) for way in (*near, *bent) if way is not None]
    return min(laid, key=lambda each: each.left)


def _starts(face: Prints, example: Prints) -> list[list[Floats]]:
    """For each map the likeliest ways (2, 3), from the face's px to the example's, to lay one on the other."""
    found: list[list[tuple[float, Floats]]] = [[], []]
    for turn, parts in example.turned:
        for number, part in enumerate(parts):
            fit = cv2.matchTemplate(part, face.coarse[number][FACE, FACE], cv2.TM_CCOEFF_NORMED)
            _, best, _, (x, y) = cv2.minMaxLoc(fit)
            shift = np.array([x, y], np.float32) - PRINTS.shift_px
            back = cv2.invertAffineTransform(turn)
            back[:, 2] += back[:, :2] @ shift
            found[number].append((best, back.astype(np.float32)))
    return [[start for _, start in sorted(ways, key=lambda way: -way[0])[: LIMITS.starts]] for ways in found]


def _bent(face: Floats, example: Floats, start: Floats, part: slice) -> Floats | None:
    """The way (2, 3) of laying a map of an example on that `part` of a face's, bent from a start; None where it does
    not come to rest, or lies as no camera sees a face."""
    stop = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, LIMITS.bend_steps, 1e-4)
    try:
        _, bent = cv2.findTransformECC(
            face[part, part], example, _moved(start, part.start), cv2.MOTION_AFFINE, stop, None, 1
        )
    except cv2.error:  # it does not come to rest
        return None
    stretches = np.linalg.svd(bent[:, :2])[1]
    fits = LIMITS.min_stretch <= stretches[1] and stretches[0] <= LIMITS.max_stretch
    return _moved(bent, -part.start) if fits else None


def _moved(way: Floats, px: float) -> Floats:
    """A way (2, 3) from px that are counted from so far right and down."""
    moved = way.copy()
    moved[:, 2] += way[:, :2].sum(axis=1) * px
    return moved


def _to_near(way: Floats) -> Floats:
    """A way (2, 3) between crops as one between their closeups."""
    whole = TO_NEAR @ np.vstack([way, [0, 0, 1]]) @ np.linalg.inv(TO_NEAR)
    return np.asarray(whole[:2], np.float32)


def _laid_so(face: Maps, example: Maps, way: Floats, part: slice) -> Laid:
    """An example laid on that `part` of a face in one way."""
    side = part.stop - part.start
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    edges, tones = (cv2.warpAffine(map_, _moved(way, part.start), (side, side), flags=flags) for map_ in example)
    left = [_left(mine[part, part], laid) for mine, laid in zip(face, (edges, tones), strict=True)]
    return Laid((edges, tones), float(np.sqrt(left[0] * left[1])))


def _left(face: Floats, laid: Floats, weight: Floats | None = None) -> float:
    """The share of a face's map that what is laid on it leaves unexplained, where it has a weight."""
    even: Doubles = np.full(face.shape, 1 / face.size)
    share = even if weight is None else np.asarray(weight / max(float(weight.sum()), 1e-9), np.float64)
    mine, other = (_about_mean(map_, share) for map_ in (face, laid))
    size = float(np.sqrt((share * mine**2).sum() * (share * other**2).sum()))
    alike = max(float((share * mine * other).sum()) / max(size, 1e-9), 0.0)
    return max(1 - alike**2, LIMITS.unexplained)


def _about_mean(map_: Floats, share: Doubles) -> Doubles:
    return np.asarray(map_ - (share * map_).sum(), np.float64)
