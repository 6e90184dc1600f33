"""Ways in which a card may lie on a mat, compared with all faces of a deck at once, where nothing hides it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np

from vision.reading import Doubles, Floats, Image


@dataclass(frozen=True, slots=True)
class CorrelationLimits:
    """How a card's pose is sought, and what of it must be in sight."""

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
    most_promising: int = 80
    """and so many places are looked at again."""
    large_mm: float = 40.0
    """What is larger than a card by so much (mm) is tried in wider steps."""
    wide_step_factor: float = 1.6
    """So many times wider."""
    plain_contrast_share: float = 0.3
    """What has less than this share of a face's contrast is less and less like it: an empty place is no card."""
    flat_variance: float = 4.0
    """What varies by less (values squared, of a px) is of one colour, and like nothing: the paper of a card of which no
    figure shows."""
    bare_variance_share: float = 0.04
    """What has less than this share of the variance of a deck's plainest face is no card of it, but bare table: such
    contrast alone keeps it below the likeness of a card, and of 317 cards on drawn tables none had less than 0.15."""
    shadow_mm: float = 15.0
    """How wide a shadow is at least, as the spread of a bell."""
    least_light_values: float = 4.0
    """The picture value that light never falls below."""
    differs_values: float = 40.0
    """Picture values by which two faces differ where what lies there tells which it is."""
    poses_at_once: int = 100
    """So many poses are compared at once,"""
    faces_at_once: int = 16
    """or so many faces, each lit as what lies there: more need more memory."""
    room_mm: float = 4.0
    """How far beyond what changed a card's middle is sought, mm."""
    named_share: float = 0.2
    """Of a card at least this share must be free to be named,"""
    sought_share: float = 0.15
    """so that none is sought where less is, as it would lie straight,"""
    glimpsed_share: float = 0.05
    """and so much to be recognised where it lay."""


LIMITS = CorrelationLimits()


@dataclass(frozen=True)
class Pose:
    """A card's middle, mm on the mat, and its turn, degrees clockwise from the mat's top.

    `grown`: how many times its size it looks; one on a high pile lies nearer to the camera than the mat.
    """

    x: float
    y: float
    turn: float
    grown: float = 1.0

    def near(self, other: Pose, far: float, askew: float) -> bool:
        """Whether two cards lie alike to so many mm and degrees, if one of them may be upside down."""
        turn = abs(self.turn - other.turn) % 180
        return float(np.hypot(self.x - other.x, self.y - other.y)) < far and min(turn, 180 - turn) < askew

    def reversed(self, other: Pose) -> bool:
        """Whether one of two cards lies the other way round."""
        return 90 < abs(self.turn - other.turn) % 360 < 270

    def further(self, then: Pose, now: Pose) -> Pose:
        """This pose as far on as `now` is from `then`."""
        return replace(
            self, x=self.x + now.x - then.x, y=self.y + now.y - then.y, turn=self.turn + now.turn - then.turn
        )


Fit = tuple[float, Pose]
"""How well a face fits (correlation), and where."""


class MatFaces:
    """All faces of a deck at `scale` px a mm, to compare with.

    `rows` (faces, 3, px) are their colours, `squares` (faces, px) the sums of these, squared, `grey` (faces, px) the
    means; `own` (px, 2) is where the px lie, mm from the middle.
    """

    def __init__(self, pictures: Mapping[str, Image], size: tuple[float, float], scale: float) -> None:
        self.names = tuple(pictures)
        self.size, self.scale = size, scale
        self.shape = round(size[1] * scale), round(size[0] * scale)
        rows = [cv2.resize(p[..., :3], self.shape[::-1], interpolation=cv2.INTER_AREA) for p in pictures.values()]
        self.rows = _planes(np.stack(rows).astype(np.float32).reshape(len(rows), -1, 3))
        self.squares, self.grey = (self.rows**2).sum(1), self.rows.mean(1)
        self.least_variance = float((self.squares.mean(1) - (self.rows.mean(2) ** 2).sum(1)).min())
        down, across = np.mgrid[0 : self.shape[0], 0 : self.shape[1]].astype(np.float32) + np.float32(0.5)
        own = np.stack([(across / self.shape[1] - 0.5) * size[0], (down / self.shape[0] - 0.5) * size[1]], -1)
        self.own = np.asarray(own.reshape(-1, 2), np.float32)

    @cached_property
    def half(self) -> MatFaces:
        """The same faces at half the scale."""
        high, wide = self.shape
        pictures = self.rows.reshape(len(self.rows), 3, high, wide).transpose(0, 2, 3, 1)
        return MatFaces(dict(zip(self.names, pictures, strict=True)), self.size, self.scale / 2)

    @cached_property
    def both_ways(self) -> tuple[Floats, Floats]:
        """`rows` and `squares` of all faces, then of all of them turned by 180 degrees: as many MB again, and asked for
        at the coarse scale alone."""
        rows, squares = (np.concatenate([own, own[..., ::-1]]) for own in (self.rows, self.squares))
        return rows, squares

    def only(self, *these: int) -> MatFaces:
        """Some of the faces."""
        some, at = copy(self), list(these)
        for of_all in ("half", "both_ways"):
            vars(some).pop(of_all, None)
        some.names = tuple(self.names[face] for face in these)
        some.rows, some.squares, some.grey = self.rows[at], self.squares[at], self.grey[at]
        return some


def corners(pose: Pose, size: tuple[float, float]) -> Floats:
    """The corners (4, 2) mm of a card that lies so, clockwise from the face's own top left."""
    own = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * np.array(size) / 2
    return np.asarray(_placed(own.astype(np.float32), _placements([pose]))[0])


def likeness(
    picture: Floats, free: Floats, faces: MatFaces, poses: Sequence[Pose], least: float = LIMITS.named_share
) -> Floats:
    """Correlation (poses, faces) of what lies there with each face, of the px that are `free` (0 to 1); -1 where fewer
    than `least` of a card are."""
    placements = _placements(poses)
    parts = [
        _likeness(picture, free, faces, placements[k : k + LIMITS.poses_at_once], least)
        for k in range(0, len(poses), LIMITS.poses_at_once)
    ]
    return np.concatenate(parts)


def relit(picture: Floats, free: Floats, faces: MatFaces, pose: Pose, least: float = LIMITS.named_share) -> Floats:
    """As `likeness` (faces), each face first lit as what lies there: shadows across a card are none of its face's."""
    seen, weight = _cut_weighed(picture, free, faces, pose)
    parts = [
        _correlated(seen, weight, *_lit(faces, slice(k, k + LIMITS.faces_at_once), seen, weight), least)[0]
        for k in range(0, len(faces.names), LIMITS.faces_at_once)
    ]
    return np.concatenate(parts)


def apart(picture: Floats, free: Floats, pair: MatFaces, pose: Pose) -> float:
    """How much better the first of two faces fits what lies there than the second where they differ, as `relit` has it;
    nought where that is covered. What both faces share tells nothing of which it is, but shadows trouble it."""
    seen, weight = _cut_weighed(picture, free, pair, pose)
    where = (np.abs(pair.rows[0] - pair.rows[1]).max(0) > LIMITS.differs_values).astype(np.uint8).reshape(pair.shape)
    where = cv2.dilate(cv2.morphologyEx(where, cv2.MORPH_OPEN, np.ones((3, 3))), np.ones((3, 3)))
    there = np.asarray(weight * where.reshape(1, -1), np.float32)
    if there.sum() < LIMITS.named_share * max(float(where.sum()), 1.0):
        return 0.0
    first, second = _correlated(seen, there, *_lit(pair, slice(None), seen, weight), 0.0)[0]
    return float(first - second)


def _lit(faces: MatFaces, some: slice, seen: Floats, weight: Floats) -> tuple[Floats, Floats]:
    """The `rows` and `squares` of some of the faces, lit as what is `seen` of one card."""
    whole = weight[0].reshape(faces.shape)
    down, across = (_near(n, LIMITS.shadow_mm * faces.scale) for n in faces.shape)

    def light(grey: Floats) -> Floats:
        lit = down @ (grey.reshape(-1, *faces.shape) * whole) @ across
        return np.asarray(lit.reshape(len(lit), -1), np.float32)

    shade = light(seen.mean(1) + LIMITS.least_light_values) / np.maximum(
        light(faces.grey[some] + LIMITS.least_light_values), 1e-6
    )
    rows, squares = faces.rows[some] * shade[:, None], faces.squares[some] * shade**2
    return np.asarray(rows, np.float32), np.asarray(squares, np.float32)


def _near(count: int, far: float) -> Floats:
    """How much each of `count` px in a row weighs in the mean about each other one."""
    at = np.arange(count)
    return np.asarray(np.exp(-(((at[:, None] - at) / far) ** 2) / 2), np.float32)


def _likeness(picture: Floats, free: Floats, faces: MatFaces, placements: Doubles, least: float) -> Floats:
    return _correlated(*_cut(picture, free, faces, placements), faces.rows, faces.squares, least)


def _likeness_either_way(picture: Floats, free: Floats, faces: MatFaces, placements: Doubles) -> tuple[Floats, Floats]:
    """The same for placements and for all of them turned by 180 degrees: as well may the faces be turned."""
    fits = _correlated(*_cut(picture, free, faces, placements), *faces.both_ways, LIMITS.named_share)
    return fits[:, : len(faces.names)], fits[:, len(faces.names) :]


def _cut(picture: Floats, free: Floats, faces: MatFaces, placements: Doubles) -> tuple[Floats, Floats | None]:
    """What lies there for each placement, its colours (N, 3, px), and how far its px are free (N, px); None if all
    are."""
    at = _placed(faces.own, placements) * np.float32(faces.scale) - np.float32(0.5)
    maps, count = at.reshape(-1, faces.shape[1], 2), len(placements)
    seen = cv2.remap(picture, maps, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).reshape(count, -1, 3)
    planes = _planes(np.asarray(seen, np.float32))
    if _is_free(free, faces, placements):
        return planes, None
    weight = cv2.remap(free, maps, None, cv2.INTER_NEAREST, borderValue=0).reshape(count, -1)
    return planes, np.asarray(weight, np.float32)


def _cut_weighed(picture: Floats, free: Floats, faces: MatFaces, pose: Pose) -> tuple[Floats, Floats]:
    """The same for one pose, and how far its px are free (1, px) in any case."""
    seen, weight = _cut(picture, free, faces, _placements([pose]))
    return seen, np.ones((1, seen.shape[2]), np.float32) if weight is None else weight


def _is_free(free: Floats, faces: MatFaces, placements: Doubles) -> bool:
    """Whether nothing hides the part of a picture that cards placed so lie in, and none reaches beyond it."""
    turn, grown, x, y = placements.T
    c, s = (np.abs(way(np.radians(turn))) * grown / 2 for way in (np.cos, np.sin))
    width, height = faces.size
    wide, high = c * width + s * height, s * width + c * height
    left, top = (int((middle - half).min() * faces.scale) - 1 for middle, half in ((x, wide), (y, high)))
    right, low = (int((middle + half).max() * faces.scale) + 1 for middle, half in ((x, wide), (y, high)))
    if left < 0 or top < 0 or low >= free.shape[0] or right >= free.shape[1]:
        return False
    return bool(free[top : low + 1, left : right + 1].min() >= 1)


def _planes(rows: Floats) -> Floats:
    """Rows (N, px, 3) as one plane a colour (N, 3, px): sums over px are then quick."""
    return np.ascontiguousarray(rows.transpose(0, 2, 1))


def _correlated(seen: Floats, weight: Floats | None, rows: Floats, squares: Floats, least: float) -> Floats:
    """Weighted correlation over all three colours, each about its own mean, and colours' means against each other."""
    if weight is None:
        return _fits(seen, None, rows, squares, least)
    bare = weight.min(1) >= 1
    if bare.all() or not bare.any():
        return _fits(seen, None if bare.all() else weight, rows, squares, least)
    fits = np.empty((len(seen), len(rows)), np.float32)
    fits[bare] = _fits(seen[bare], None, rows, squares, least)
    fits[~bare] = _fits(seen[~bare], weight[~bare], rows, squares, least)
    return fits


def _fits(seen: Floats, weight: Floats | None, rows: Floats, squares: Floats, least: float) -> Floats:
    """The same, of cards that nothing covers if `weight` is None: then the sums over a face are the same for all."""
    count = seen.shape[2]
    if weight is None:
        total, weighed = np.full(len(seen), count + 1e-6, np.float32), seen
        sums, square_sums = rows.sum(2)[None], squares.sum(1)[None]
    else:
        total, weighed = weight.sum(1) + 1e-6, seen * weight[:, None]
        sums = (weight @ rows.reshape(-1, count).T).reshape(len(seen), len(rows), 3)
        square_sums = weight @ squares.T
    mean_seen = weighed.sum(2) / total[:, None]
    means = sums / total[:, None, None]
    both = weighed.reshape(len(seen), -1) @ rows.reshape(len(rows), -1).T
    both -= total[:, None] * (mean_seen[:, None] * means).sum(2)
    own = np.einsum("pcx,pcx->p", weighed, seen) - total * (mean_seen**2).sum(1)
    other = square_sums - total[:, None] * (means**2).sum(2)
    flat = LIMITS.flat_variance * total[:, None]
    own, other = np.maximum(own[:, None], flat), np.maximum(other, flat)
    fits = both / np.sqrt(own * other)
    fits *= np.minimum(np.sqrt(own / other) / LIMITS.plain_contrast_share, 1)
    return np.asarray(np.where((total / count > least)[:, None], fits, -1), np.float32)


def best_poses(
    picture: Floats, free: Floats, faces: MatFaces, box: Sequence[float], turn: float, count: int, bare: bool = True
) -> list[tuple[Pose, int]]:
    """The likeliest few poses and faces of a card that lies about a box (x, y, w, h mm), upright or upside down.

    Unless `bare` none is sought where what lies there is as plain as a bare table, or hopeless.
    """
    wide, high = faces.size if turn % 180 == 0 else faces.size[::-1]
    large = max(box[2] - wide, box[3] - high) > LIMITS.large_mm
    along = _between(box[0], box[2], wide, large)
    down = _between(box[1], box[3], high, large)
    y, x = (values.ravel() for values in np.meshgrid(down, along, indexing="ij"))
    share, varies = _shown(picture, free, faces, turn, x, y)
    enough = share > LIMITS.sought_share
    if not bare:
        enough &= varies > LIMITS.bare_variance_share * faces.least_variance
    x, y = x[enough], y[enough]
    if not len(x):
        return []
    turns = [turn + slant for slant in ((0.0,) if large else LIMITS.slants_deg)]
    placements = np.concatenate([np.stack([np.full_like(x, way), np.ones_like(x), x, y], 1) for way in turns])
    placements = _promising(picture, free, faces, placements, bare)
    if not len(placements):
        return []
    parts = [
        _likeness_either_way(picture, free, faces, placements[k : k + LIMITS.poses_at_once])
        for k in range(0, len(placements), LIMITS.poses_at_once)
    ]
    fits = np.concatenate([part[flip] for flip in (0, 1) for part in parts])
    found: list[tuple[Pose, int]] = []
    for index in _largest(fits.ravel(), 40 * count):
        if not bare and fits.flat[index] < LIMITS.hopeless_likeness:
            break
        place, face = divmod(index, fits.shape[1])
        way, _, x_mm, y_mm = placements[place % len(placements)].tolist()
        if all(face != other for _, other in found):
            found.append((Pose(x_mm, y_mm, way + 180.0 * (place >= len(placements))), face))
    return found[:count]


def _promising(picture: Floats, free: Floats, faces: MatFaces, placements: Doubles, bare: bool) -> Doubles:
    """Those of some placements (N, 4) that are the most promising at half the scale; unless `bare` no hopeless one."""
    half, size = faces.half, (picture.shape[1] // 2, picture.shape[0] // 2)
    seen, shown = (np.asarray(cv2.resize(each, size, interpolation=cv2.INTER_AREA)) for each in (picture, free))
    parts = [
        np.maximum(
            *(fits.max(1) for fits in _likeness_either_way(seen, shown, half, placements[k : k + LIMITS.poses_at_once]))
        )
        for k in range(0, len(placements), LIMITS.poses_at_once)
    ]
    fits = np.concatenate(parts)
    best = _largest(fits, LIMITS.most_promising)
    least = -1.0 if bare else LIMITS.hopeless_likeness - LIMITS.half_likeness
    return placements[[index for index in sorted(best) if fits[index] >= least]]


def _largest(values: Floats, count: int) -> list[int]:
    """The indices of so many of the largest values (N), the largest first."""
    most = np.argpartition(-values, count)[:count] if len(values) > count else np.arange(len(values))
    return [int(index) for index in most[np.argsort(-values[most])]]


def _shown(
    picture: Floats, free: Floats, faces: MatFaces, turn: float, x: Doubles, y: Doubles
) -> tuple[Floats, Floats]:
    """The share of a card with its middle at each point (N, mm) that is free, and how much the colours of that vary,
    the three added up."""
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
    return np.asarray(total / (wide * high), np.float32), varies


def _between(start: float, length: float, size: float, large: bool) -> list[float]:
    """Where the middle of a card of this size may lie, if what changed spans this."""
    low, high = sorted((start + size / 2, start + length - size / 2))
    return [
        float(v)
        for v in np.arange(
            low - LIMITS.room_mm,
            high + LIMITS.room_mm + 0.1,
            LIMITS.step_mm * (LIMITS.wide_step_factor if large else 1),
        )
    ]


def refined(picture: Floats, free: Floats, faces: MatFaces, pose: Pose, face: int, steps: Sequence[float]) -> Fit:
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


UNIT_MOVES = ((0, 0, 0), (1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1))


def _placements(poses: Sequence[Pose]) -> Doubles:
    """Poses as rows (N, 4): turn, grown, x, y."""
    return np.array([(pose.turn, pose.grown, pose.x, pose.y) for pose in poses], np.float64)


def _placed(own: Floats, placements: Doubles) -> Floats:
    """Points (M, 2) of a card about its middle, where they lie for each placement: (N, M, 2)."""
    turn, grown, x, y = placements.T.astype(np.float32)[..., None]
    c, s = np.cos(np.radians(turn)) * grown, np.sin(np.radians(turn)) * grown
    across, down = own.T
    placed = np.empty((len(placements), len(own), 2), np.float32)
    placed[..., 0] = c * across - s * down + x
    placed[..., 1] = s * across + c * down + y
    return placed
