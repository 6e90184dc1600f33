"""Where on a mat a card may lie, and which of a deck's faces it shows: sought place by place, then refined."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import ceil, floor

import cv2
import numpy as np
import numpy.typing as npt

from vision.mat_cards.correlate import Fit, MatFaces, Pose, likeness, likeness_either_way, most_alike
from vision.reading import Doubles, Floats, Image, Ints


@dataclass(frozen=True, slots=True)
class PoseSearchLimits:
    """How a card's pose is sought."""

    most_moves: int = 4
    """How often a pose is moved by one step while that helps."""
    step_mm: float = 2.5
    """Between the places that are tried."""
    slants_deg: tuple[float, ...] = (-5.0, 0.0, 5.0)
    """So much off the straight is tried."""
    hopeless_likeness: float = 0.25
    """What is less like any face than this before its place is refined is no card: of 916 places on 12 tables none that
    came to 0.5 had been below 0.30."""
    half_likeness: float = 0.1
    """At half the scale a hopeless place is less alike by this still,"""
    most_promising: int = 40
    """and so many places are looked at again: of 280 cards on 45 drawn tables all but one lay within 3 mm of one of the
    best four."""
    large_mm: float = 40.0
    """What is larger than a card by so much (mm) is tried in wider steps."""
    wide_step_factor: float = 1.6
    """So many times wider."""
    fine_print_likeness: float = 0.15
    """A face of fine print is looked at where it is most alike, if no less than this: a step aside a back of dots 7 mm
    apart was 0.36 alike where it lay, and 0.15 where it did not;"""
    fine_print_places: int = 4
    """in so many places: such print is much like itself a dot further on, too."""
    fine_print_step_mm: float = 1.25
    """It is sought between the places, too,"""
    fine_print_slant_deg: float = 2.5
    """and between the slants: a brown back of rings 6 mm apart, 0.46 alike where it lay, was 0.17 a step aside,"""
    fine_print_tried: int = 400
    """unless there are more places than these."""
    bare_variance_share: float = 0.04
    """What has less than this share of the variance of a deck's plainest face is no card of it, but bare table: such
    contrast alone keeps it below the likeness of a card, and of 317 cards on drawn tables none had less than 0.15."""
    one_card_mm: float = 20.0
    """What fits a face so near to where it fits better is that one card,"""
    places_beside: int = 2
    """Besides the best few, which may all be faces of one card that is half covered, the best of so many other places
    are told."""
    room_mm: float = 4.0
    """How far beyond what changed a card's middle is sought, mm."""
    beside_mm: float = 6.0
    """What is hidden so far beside a card leaves its likeness as it is: two px at half the scale, and more."""
    covered_share: float = 0.15
    """No card is sought where less than this share of what is free of it may be more than the mat's print: of 616 cards
    of ours on drawn tables one had 0.27, a dark back on its like in dim light, all others 0.55 and more."""
    sought_share: float = 0.15
    """No card is sought where less than this share of it would be free, if it lay straight: it could not be named."""


LIMITS = PoseSearchLimits()
KEY_RANGE = 1 << 21
"""More hundredths of a millimetre than any mat is wide."""
ANY_WAY_DEG = 180.0
"""Two cards are never turned more than this against each other."""
UNIT_MOVES = ((0, 0, 0), (1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1))


class PoseSearch:
    """The search of one look, in its coarse `picture` (float32 BGR), for where cards may lie: where the mat may be
    `covered` (mask, 0 or 1).

    `free` (float32, 0 to 1) is what no card that was found hides; `hide` makes it less. How like any face a place is at
    half the scale is compared once, and anew only where a part of it was hidden since.
    """

    def __init__(self, picture: Floats, faces: MatFaces, covered: Image) -> None:
        self.picture, self.faces, self.covered = picture, faces, covered
        self.free = np.ones(picture.shape[:2], np.float32)
        self._half_picture = _halved(picture)
        self._keys, self._fits = np.empty(0, np.int64), np.empty(0, np.float32)
        self._places = np.empty((0, 4))

    def hide(self, edge: Ints) -> None:
        """Hides what lies within an outline (4, 2; px)."""
        cv2.fillConvexPoly(self.free, edge, 0)
        corners_mm, (wide, high) = edge / self.faces.scale, self.faces.size
        c, s = (np.abs(way(np.radians(self._places[:, 0])))[:, None] for way in (np.cos, np.sin))
        reach = (c * (wide, high) + s * (high, wide)) / 2 + LIMITS.beside_mm
        beside = (self._places[:, 2:] < corners_mm.min(0) - reach) | (self._places[:, 2:] > corners_mm.max(0) + reach)
        kept = beside.any(1)
        self._keys, self._fits, self._places = self._keys[kept], self._fits[kept], self._places[kept]

    def best_poses(self, box: Sequence[float], turn: float, count: int, bare: bool = True) -> list[tuple[Pose, int]]:
        """The likeliest few poses and faces of a card that lies about a box (x, y, w, h mm), upright or upside down.

        Unless `bare` none is sought where what lies there is as plain as a bare table, or hopeless.
        """
        tried = self._placements(box, turn, bare)
        placements = self._promising(tried, bare)
        if not len(placements):
            return []
        fits = np.concatenate(likeness_either_way(self.picture, self.free, self.faces, placements))
        places = [
            Pose(x, y, way + turned) for turned in (0.0, 180.0) for way, _, x, y in placements.tolist()
        ]  # in the order of the fits
        found: list[tuple[Pose, int]] = []
        for index in _largest(fits.ravel(), 40 * count):
            if not bare and fits.flat[index] < LIMITS.hopeless_likeness:
                break
            place, face = divmod(index, fits.shape[1])
            if all(face != other or not _is_one_card(places[place], at) for at, other in found):
                found.append((places[place], face))
        found = found[:count]
        for place in _largest(fits.max(1), len(fits)):
            if len(found) >= count + LIMITS.places_beside or fits[place].max() < LIMITS.hopeless_likeness:
                break
            if not any(_is_one_card(places[place], at) for at, _ in found):
                found.append((places[place], int(fits[place].argmax())))
        return [*found, *(each for each in self._finely_printed(tried) if each not in found)]

    def _finely_printed(self, tried: Doubles) -> Iterator[tuple[Pose, int]]:
        """Where, of all that was `tried` (N, 4), each face of fine print is most alike: at half the scale it shows
        none."""
        faces = list(self.faces.finely_printed)
        if not faces or not len(tried):
            return
        tried = _more_finely(tried) if len(tried) <= LIMITS.fine_print_tried else tried
        fits = np.concatenate(likeness_either_way(self.picture, self.free, self.faces.only(*faces), tried))
        for face, likes in zip(faces, fits.T, strict=True):
            found: list[Pose] = []
            for index in _largest(likes, len(likes)):
                if likes[index] < LIMITS.fine_print_likeness or len(found) == LIMITS.fine_print_places:
                    break
                turned, place = divmod(index, len(tried))
                way, _, x, y = tried[place].tolist()
                pose = Pose(x, y, way + 180.0 * turned)
                if not any(pose.near(other, LIMITS.step_mm, ANY_WAY_DEG) for other in found):
                    found.append(pose)
            yield from ((pose, face) for pose in found)

    def _placements(self, box: Sequence[float], turn: float, bare: bool) -> Doubles:
        """What is tried about a box (N, 4): where enough of a card would be free, and unless `bare` not plain."""
        faces = self.faces
        wide, high = faces.size if turn % 180 == 0 else faces.size[::-1]
        large = max(box[2] - wide, box[3] - high) > LIMITS.large_mm
        along, down = _between(box[0], box[2], wide, large), _between(box[1], box[3], high, large)
        y, x = (values.ravel() for values in np.meshgrid(down, along, indexing="ij"))
        share, covered, varies = _shown(self.picture, self.free, self.covered, faces, turn, x, y)
        enough = (share > LIMITS.sought_share) & (covered > LIMITS.covered_share)
        if not bare:
            enough &= varies > LIMITS.bare_variance_share * faces.least_variance
        x, y = x[enough], y[enough]
        turns = [turn + slant for slant in ((0.0,) if large else LIMITS.slants_deg)]
        return np.concatenate([np.stack([np.full_like(x, way), np.ones_like(x), x, y], 1) for way in turns])

    def _promising(self, placements: Doubles, bare: bool) -> Doubles:
        """Those of some placements (N, 4) that are the most promising at half the scale; unless `bare` no hopeless
        one."""
        fits = self._half_fits(placements)
        best = _largest(fits, LIMITS.most_promising)
        least = -1.0 if bare else LIMITS.hopeless_likeness - LIMITS.half_likeness
        return placements[[index for index in sorted(best) if fits[index] >= least]]

    def _half_fits(self, placements: Doubles) -> Floats:
        """How like the likeliest face each placement (N, 4) is at half the scale."""
        keys = _keys(placements)
        new = ~np.isin(keys, self._keys)
        if new.any():
            fits = most_alike(self._half_picture, _halved(self.free), self.faces.half, placements[new])
            self._keys = np.concatenate([self._keys, keys[new]])
            self._fits = np.concatenate([self._fits, fits])
            self._places = np.concatenate([self._places, placements[new]])
        order = np.argsort(self._keys)
        return np.asarray(self._fits[order[np.searchsorted(self._keys, keys, sorter=order)]])


def _more_finely(placements: Doubles) -> Doubles:
    """The same placements (N, 4), and those between them: eight times as many."""
    step, slant = LIMITS.fine_print_step_mm, LIMITS.fine_print_slant_deg
    between = product((0.0, slant), (0.0,), (0.0, step), (0.0, step))
    return np.concatenate([placements + aside for aside in between])


def _is_one_card(pose: Pose, other: Pose) -> bool:
    """Whether two are so near each other that they are one card."""
    return pose.near(other, LIMITS.one_card_mm, ANY_WAY_DEG)


def _halved(picture: Floats) -> Floats:
    """A picture at half its scale."""
    half = picture.shape[1] // 2, picture.shape[0] // 2
    return np.asarray(cv2.resize(picture, half, interpolation=cv2.INTER_AREA))


def _keys(placements: Doubles) -> npt.NDArray[np.int64]:
    """A number (N) for each placement (N, 4) that no other one has, to a hundredth of a millimetre and degree."""
    turn, _, x, y = np.round(placements.T * 100).astype(np.int64)
    return np.asarray((turn * KEY_RANGE + x) * KEY_RANGE + y)


def _largest(values: Floats, count: int) -> list[int]:
    """The indices of so many of the largest values (N), the largest first."""
    most = np.argpartition(-values, count)[:count] if len(values) > count else np.arange(len(values))
    return [int(index) for index in most[np.argsort(-values[most])]]


def _shown(
    picture: Floats, free: Floats, covered: Image, faces: MatFaces, turn: float, x: Doubles, y: Doubles
) -> tuple[Floats, Floats, Floats]:
    """The share of a card with its middle at each point (N, mm) that is free, what share of that may be `covered`, and
    how much its colours vary, the three added up."""
    high, wide = faces.shape if turn % 180 == 0 else faces.shape[::-1]
    row, column = (
        np.clip(np.round(at * faces.scale - 0.5), 0, side - 1).astype(int)
        for at, side in zip((y, x), free.shape, strict=True)
    )
    top, left = max(int(row.min()) - high, 0), max(int(column.min()) - wide, 0)
    near = slice(top, int(row.max()) + high + 1), slice(left, int(column.max()) + wide + 1)

    def summed(values: Floats) -> Floats:
        sums = cv2.boxFilter(values, -1, (wide, high), normalize=False)
        return np.asarray(sums[row - top, column - left], np.float32)

    there = np.ascontiguousarray(free[near])
    total = summed(there) + np.float32(1e-3)
    varies = np.zeros_like(total)
    for plane in cv2.split(np.ascontiguousarray(picture[near])):
        shown = np.asarray(plane * there, np.float32)
        varies += summed(np.asarray(shown * plane, np.float32)) / total - (summed(shown) / total) ** 2
    may = summed(np.asarray(there * covered[near], np.float32)) / total
    return np.asarray(total / (wide * high), np.float32), may, varies


def _between(start: float, length: float, size: float, large: bool) -> list[float]:
    """Where the middle of a card of this size may lie, if what changed spans this: all searches try the same places,
    which so are compared once."""
    low, high = sorted((start + size / 2, start + length - size / 2))
    step = LIMITS.step_mm * (LIMITS.wide_step_factor if large else 1)
    first, last = ceil((low - LIMITS.room_mm) / step), floor((high + LIMITS.room_mm) / step)
    return [step * number for number in range(first, last + 1)]


def refined(
    picture: Floats | Image, free: Floats, faces: MatFaces, pose: Pose, face: int, steps: Sequence[float]
) -> Fit:
    """How well a face fits near a pose, and where it fits best, moved in steps of so many mm and twice the degrees."""
    single, known = faces.only(face), dict[Pose, float]()
    for step in steps:
        for _ in range(LIMITS.most_moves):
            near = [
                replace(pose, x=pose.x + a * step, y=pose.y + b * step, turn=pose.turn + 2 * c * step)
                for a, b, c in UNIT_MOVES
            ]
            new = [each for each in near if each not in known]
            known |= zip(new, likeness(picture, free, single, new)[:, 0].tolist(), strict=True)
            best = max(near, key=lambda each: known[each])
            if best is near[0]:
                break
            pose = best
    return known[pose], pose
