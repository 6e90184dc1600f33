"""What is compared of a die's face: the edges and tones of its print, coarse and fine, and its ink."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from vision.dice.crops import LIMITS as CROPS
from vision.dice.taught import Taught
from vision.reading import Doubles, Floats, Image


@dataclass(frozen=True, slots=True)
class FacePrintLimits:
    """What counts as a print, and as its ink."""

    most_dice: int = 2
    """So many dice of each teaching picture are laid on a die."""
    face_share: float = 0.41
    """The middle of a crop that certainly lies within the face, as a share of the crop's side: the face's edges are
    alike on all faces."""
    fine_px: float = 0.8
    """Noise below this is not looked at in a coarse crop,"""
    fine_px_near: float = 0.5
    """nor below this in a fine one,"""
    coarse_share: float = 0.125
    """nor what changes as slowly as this share of a crop: shadows and sheen."""
    noise: float = 2.0
    """A print as faint as so many grey levels is hardly one."""
    max_edge: float = 3.0
    """An edge counts no more than so many times the usual one."""
    turn_step_deg: float = 12.0
    """A print is laid on another in turns of this step;"""
    shift_px: int = 6
    """so far from the middle of a crop the other face may lie."""
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


LIMITS = FacePrintLimits()
Maps = tuple[Floats, Floats]
"""Of a crop (N, N): how clear an edge there is, and how much darker or paler it is there than round about."""


def middle(side: int) -> slice:
    """What certainly lies within the face, of a crop `side` px wide, along either axis."""
    half = round(LIMITS.face_share * side / 2)
    return slice(side // 2 - half, side // 2 + half)


@dataclass(frozen=True, eq=False)
class Prints:
    """A closeup (128, 128, 3) BGR uint8 of a face, as what is compared of it."""

    closeup: Image

    @cached_property
    def crop(self) -> Image:
        """The same, (64, 64, 3)."""
        return np.asarray(cv2.resize(self.closeup, (CROPS.fine_crop_px,) * 2, interpolation=cv2.INTER_AREA), np.uint8)

    @cached_property
    def coarse(self) -> Maps:
        """The maps of the crop."""
        return _maps(self.crop, LIMITS.fine_px)

    @cached_property
    def fine(self) -> Maps:
        """The maps of the closeup."""
        return _maps(self.closeup, LIMITS.fine_px_near)

    @cached_property
    def turned(self) -> list[tuple[Floats, Maps]]:
        """In each turn: how the crop's px come to lie (2, 3), and the part (38, 38) of each coarse map that may lie on
        a face."""
        side, turned = len(self.crop), []
        face = middle(side)
        around = slice(face.start - LIMITS.shift_px, face.stop + LIMITS.shift_px)
        for angle in np.arange(0, 360, LIMITS.turn_step_deg):
            turn = cv2.getRotationMatrix2D(((side - 1) / 2, (side - 1) / 2), angle, 1.0)
            edges, tones = (cv2.warpAffine(map_, turn, (side, side))[around, around] for map_ in self.coarse)
            turned.append((np.asarray(turn, np.float32), (edges, tones)))
        return turned

    @cached_property
    def ink(self) -> Doubles | None:
        """How much of each colour (3,) the print takes away, as a share of what it takes of all; None without one ink.
        Of logarithms: an ink takes away the same share of light of any colour."""
        light = np.log(cv2.GaussianBlur(self.crop, (0, 0), LIMITS.fine_px).astype(np.float64) + LIMITS.darkest)
        face = middle(len(light))
        tones = (light - cv2.GaussianBlur(light, (0, 0), LIMITS.coarse_share * len(light)))[face, face]
        tones -= tones.mean(axis=(0, 1))
        of_each = (tones * tones.mean(axis=2, keepdims=True)).sum(axis=(0, 1))
        size = float(np.linalg.norm(of_each))
        has_one = size > 0 and float(of_each.mean()) > LIMITS.least_ink * size
        return np.asarray(of_each / of_each.mean()) if has_one else None


def _maps(crop: Image, fine_px: float) -> Maps:
    """The maps of a crop (N, N, 3), without noise below `fine_px`."""
    face = middle(len(crop))
    fine = cv2.GaussianBlur(crop, (0, 0), fine_px).astype(np.float32)
    steps = [cv2.Sobel(fine, cv2.CV_32F, *way) for way in ((1, 0), (0, 1))]
    edges = np.sqrt(np.max(np.square(steps[0]) + np.square(steps[1]), axis=2))
    edges = np.minimum(edges / (edges[face, face].std() + LIMITS.noise), LIMITS.max_edge)
    grey = np.asarray(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY), np.float32)
    tones = cv2.GaussianBlur(grey, (0, 0), fine_px) - cv2.GaussianBlur(grey, (0, 0), LIMITS.coarse_share * len(crop))
    tones = tones / (tones[face, face].std() + LIMITS.noise)
    return cv2.GaussianBlur(edges, (0, 0), fine_px), tones


def prints_of(taught: Taught) -> list[list[list[Prints]]]:
    """For each face of a set, in each of its photographs, some of the examples, as they are laid on a die."""
    prints: list[list[list[Prints]]] = [[] for _ in taught.items]
    of_dice = taught.first_crops
    for photograph in np.unique(taught.photograph):
        dice = np.flatnonzero(taught.photograph[of_dice] == photograph)[: LIMITS.most_dice]
        prints[taught.owner[of_dice[dice[0]]]].append([Prints(taught.closeups[number]) for number in dice])
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
