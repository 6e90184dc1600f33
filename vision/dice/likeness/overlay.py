"""Examples laid upon a die: where two taught faces look likely, their prints tell line by line which one lies there.

An example is turned, shifted, and then bent until it lies best on the face that the camera sees (ECC: Evangelidis and
Psarakis 2008). How well it then explains the print is told twice, by the edges and by what is darker or paler than
round it: in glare the one may fail where the other does not. Two prints of one shape are told apart by their ink.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from vision.dice.crops import LIMITS as CROPS
from vision.dice.likeness.examples import CROPS_OF_DIE
from vision.dice.taught import Taught
from vision.reading import Doubles, Floats, Image


@dataclass(frozen=True, slots=True)
class OverlayLimits:
    """Which dice examples are laid on, and how."""

    max_p_first_of_two: float = 0.95
    """A die shows its first name, not the second, with less than this probability where both are likely,"""
    most_names: int = 4
    """so many names at most are compared: the two likeliest,"""
    min_p_further: float = 0.05
    """and others with at least this probability."""
    min_p_of_both: float = 0.01
    """It shows one of these with at least this, for in glare no example is near;"""
    min_strength: float = 0.3
    """such a die is detected with this strength at least: less is mostly none."""
    power: float = 2.0
    """A name is likelier than the other by the ratio of what their examples leave unexplained, to this power: set on 45
    dice of the development copies and of six drawn ones (seed 431301); from 1 to 3 it hardly matters."""
    most_dice: int = 2
    """So many dice of each teaching picture are laid on it."""
    face_half_px: int = 13
    """Half the side of what is compared, in px of a crop: within the face, for its edges are alike on all faces."""
    shift_px: int = 6
    """So far from the middle the other face may lie."""
    turn_step_deg: float = 12.0
    """An example is laid in turns of this step,"""
    starts: int = 3
    """and bent from so many of them, the best ones."""
    bend_steps: int = 30
    """So many steps at most."""
    min_stretch: float = 0.6
    """An example may be squeezed to this,"""
    max_stretch: float = 1.7
    """or stretched to this: more no perspective does."""
    fine_px: float = 0.8
    """Noise below this is not looked at,"""
    coarse_px: float = 8.0
    """nor what changes as slowly as this: shadows and sheen."""
    darkest: float = 8.0
    """So many grey levels are added before inks are compared: in the dark they are noise."""
    least_ink: float = 0.3
    """A print has one ink if it takes away from all colours together this share of what it takes from each."""
    ink_spread: float = 0.15
    """The ink of one print differs by as much between two photographs,"""
    min_inks_apart: float = 0.3
    """those of two faces by this, if they are two inks,"""
    min_spreads_apart: float = 2.5
    """and so many times as much as those of one face do;"""
    most_ink_doubt: float = 4.0
    """then the wrong ink makes a name less likely by this at most (a logarithm)."""
    noise: float = 2.0
    """A print as faint as so many grey levels is hardly one."""
    max_edge: float = 3.0
    """An edge counts no more than so many times the usual one."""
    unexplained: float = 0.05
    """No example leaves less than this share of a print unexplained: no two prints are quite the same."""


LIMITS = OverlayLimits()
SIDE = CROPS.fine_crop_px
MIDDLE = (SIDE - 1) / 2
FACE = slice(SIDE // 2 - LIMITS.face_half_px, SIDE // 2 + LIMITS.face_half_px)
AROUND = slice(FACE.start - LIMITS.shift_px, FACE.stop + LIMITS.shift_px)


@dataclass(frozen=True, eq=False)
class Prints:
    """A crop (64, 64, 3) BGR uint8 of a face, as what is compared of it."""

    crop: Image

    @cached_property
    def maps(self) -> tuple[Floats, Floats]:
        """How clear an edge there is, and how much darker or paler it is there than round about; each (64, 64)."""
        fine = cv2.GaussianBlur(self.crop, (0, 0), LIMITS.fine_px).astype(np.float32)
        steps = [cv2.Sobel(fine, cv2.CV_32F, *way) for way in ((1, 0), (0, 1))]
        edges = np.sqrt(np.max(np.square(steps[0]) + np.square(steps[1]), axis=2))
        edges = np.minimum(edges / (edges[FACE, FACE].std() + LIMITS.noise), LIMITS.max_edge)
        grey = np.asarray(cv2.cvtColor(self.crop, cv2.COLOR_BGR2GRAY), np.float32)
        tones = cv2.GaussianBlur(grey, (0, 0), LIMITS.fine_px) - cv2.GaussianBlur(grey, (0, 0), LIMITS.coarse_px)
        tones = tones / (tones[FACE, FACE].std() + LIMITS.noise)
        return cv2.GaussianBlur(edges, (0, 0), LIMITS.fine_px), tones

    @cached_property
    def ink(self) -> Doubles | None:
        """How much of each colour (3,) the print takes away, as a share of what it takes of all; None without one ink.
        Of logarithms: an ink takes away the same share of light of any colour."""
        light = np.log(cv2.GaussianBlur(self.crop, (0, 0), LIMITS.fine_px).astype(np.float64) + LIMITS.darkest)
        tones = (light - cv2.GaussianBlur(light, (0, 0), LIMITS.coarse_px))[FACE, FACE]
        tones -= tones.mean(axis=(0, 1))
        of_each = (tones * tones.mean(axis=2, keepdims=True)).sum(axis=(0, 1))
        size = float(np.linalg.norm(of_each))
        has_one = size > 0 and float(of_each.mean()) > LIMITS.least_ink * size
        return np.asarray(of_each / of_each.mean()) if has_one else None

    def turned(self) -> Iterator[tuple[Floats, list[Floats]]]:
        """In each turn: how its px come to lie (2, 3), and the part (38, 38) of each map that may lie on a face."""
        for angle in np.arange(0, 360, LIMITS.turn_step_deg):
            turn = cv2.getRotationMatrix2D((MIDDLE, MIDDLE), angle, 1.0)
            maps = [cv2.warpAffine(map_, turn, (SIDE, SIDE))[AROUND, AROUND] for map_ in self.maps]
            yield np.asarray(turn, np.float32), maps


def prints_of(taught: Taught) -> list[list[list[Prints]]]:
    """For each face of a set, in each of its photographs, some of the examples, as they are laid on a die."""
    prints: list[list[list[Prints]]] = [[] for _ in taught.items]
    for photograph in np.unique(taught.photograph):
        crops = np.flatnonzero(taught.photograph == photograph)
        dice = crops[::CROPS_OF_DIE][: LIMITS.most_dice]
        prints[taught.owner[crops[0]]].append([Prints(taught.crops[number]) for number in dice])
    return prints


def usual_inks(examples: Sequence[Sequence[Prints]]) -> list[Doubles]:
    """The ink of each of some names by its examples; none at all where these do not tell two inks from one: white ones
    on black look like what the black mirrors."""
    inks = [np.array([ink for example in each if (ink := example.ink) is not None]) for each in examples]
    if not all(len(each) for each in inks):
        return []
    usual = [np.median(each, axis=0) for each in inks]
    apart = max(float(np.linalg.norm(one - other)) for one in usual for other in usual)
    spread = max(float(np.linalg.norm(each - own, axis=1).max()) for each, own in zip(inks, usual, strict=True))
    return usual if apart >= max(LIMITS.min_inks_apart, LIMITS.min_spreads_apart * spread) else []


def ink_doubts(face: Prints, examples: Sequence[Sequence[Prints]]) -> list[float]:
    """By how much its ink makes each of some names less likely for a face (a logarithm); 0 where all have one ink, or
    some have none. Whether red waves lie there or green ones no edge tells."""
    usual = usual_inks(examples)
    if face.ink is None or not usual:
        return [0.0] * len(examples)
    off = np.linalg.norm(np.stack(usual) - face.ink, axis=1)
    return [float(doubt) for doubt in np.minimum((off / LIMITS.ink_spread) ** 2 / 2, LIMITS.most_ink_doubt)]


def unexplained(face: Prints, examples: Sequence[Prints]) -> float:
    """The share of a face's print, 0 to 1, that the best of its examples leaves unexplained; the face is cut along its
    own axes."""
    return min((_left_by(face, example) for example in examples), default=1.0)


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
                ratios += [np.log(unexplained(face, strange) / unexplained(face, same)) for face in photograph]
    return float(np.mean(ratios)) if ratios else 0.0


def _left_by(face: Prints, example: Prints) -> float:
    """The share of a face's print that an example leaves unexplained, laid as well as it can be."""
    lefts = []
    for mine, other, starts in zip(face.maps, example.maps, _starts(face, example), strict=True):
        explained = [_explained(mine, other, start) for start in starts]
        lefts.append(max(1 - max(explained) ** 2, LIMITS.unexplained))
    return float(np.sqrt(lefts[0] * lefts[1]))


def _starts(face: Prints, example: Prints) -> list[list[Floats]]:
    """For each map the likeliest ways (2, 3), from the face's px to the example's, to lay one on the other."""
    found: list[list[tuple[float, Floats]]] = [[], []]
    for turn, parts in example.turned():
        for number, part in enumerate(parts):
            fit = cv2.matchTemplate(part, face.maps[number][FACE, FACE], cv2.TM_CCOEFF_NORMED)
            _, best, _, (x, y) = cv2.minMaxLoc(fit)
            shift = np.array([x, y], np.float32) - LIMITS.shift_px
            back = cv2.invertAffineTransform(turn)
            back[:, 2] += back[:, :2] @ shift
            found[number].append((best, back.astype(np.float32)))
    return [[start for _, start in sorted(ways, key=lambda way: -way[0])[: LIMITS.starts]] for ways in found]


def _explained(face: Floats, example: Floats, start: Floats) -> float:
    """How well a map of an example explains that of a face, bent from a start: their correlation, 0 to 1."""
    inner = np.zeros((SIDE, SIDE), np.uint8)
    inner[FACE, FACE] = 1
    stop = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, LIMITS.bend_steps, 1e-4)
    try:
        _, bent = cv2.findTransformECC(face, example, start.copy(), cv2.MOTION_AFFINE, stop, inner, 1)
    except cv2.error:  # it does not come to rest
        return 0.0
    stretches = np.linalg.svd(bent[:, :2])[1]
    if stretches[1] < LIMITS.min_stretch or stretches[0] > LIMITS.max_stretch:
        return 0.0
    laid = cv2.warpAffine(example, bent, (SIDE, SIDE), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    return max(float(cv2.matchTemplate(laid[FACE, FACE], face[FACE, FACE], cv2.TM_CCOEFF_NORMED)[0, 0]), 0.0)
