"""Ways in which a card may lie on a mat, compared with all faces of a deck at once, where nothing hides it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import cv2
import numpy as np

from vision.paper_light import without_shadows
from vision.reading import Doubles, Floats, Image


@dataclass(frozen=True, slots=True)
class CorrelationLimits:
    """What of a card must be in sight, and how it is compared."""

    plain_contrast_share: float = 0.3
    """What has less than this share of a face's contrast is less and less like it: an empty place is no card."""
    flat_variance: float = 4.0
    """What varies by less (values squared, of a px) is of one colour, and like nothing: the paper of a card of which no
    figure shows."""
    shadow_mm: float = 15.0
    """How wide a shadow is at least, as the spread of a bell."""
    bell_rest: float = 1e-6
    """What of that bell is so small a share of it is left out."""
    fine_print_px: float = 0.5
    """A face whose print is so fine that, moved by this both ways,"""
    fine_print_likeness: float = 0.69
    """it is less like itself than this is easily missed where places are tried step by step: of the 68 decks of 23
    copies the backs of fourteen, of fine dots, grain or rings, had 0.26 to 0.68, all other faces 0.70 and more; a back
    of rings with 0.62 was overlooked in films."""
    least_light_values: float = 4.0
    """The picture value that light never falls below."""
    differs_values: float = 40.0
    """Picture values by which two faces differ where what lies there tells which it is."""
    poses_at_once: int = 100
    """So many poses are compared at once,"""
    faces_at_once: int = 16
    """or so many faces, each lit as what lies there: more need more memory."""
    named_share: float = 0.2
    """Of a card at least this share must be free to be named,"""
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

    `rows` (faces, 3, px) are their colours, `squares` (faces, px) the sums of these, squared.
    """

    def __init__(self, pictures: Mapping[str, Image | Floats], size: tuple[float, float], scale: float) -> None:
        self.names = tuple(pictures)
        self.size, self.scale = size, scale
        self.shape = round(size[1] * scale), round(size[0] * scale)
        rows = [cv2.resize(p[..., :3], self.shape[::-1], interpolation=cv2.INTER_AREA) for p in pictures.values()]
        self.rows = _planes(np.stack(rows).astype(np.float32).reshape(len(rows), -1, 3))
        self.squares = (self.rows**2).sum(1)
        self.least_variance = float((self.squares.mean(1) - (self.rows.mean(2) ** 2).sum(1)).min())

    @cached_property
    def half(self) -> MatFaces:
        """The same faces at half the scale."""
        high, wide = self.shape
        pictures = self.rows.reshape(len(self.rows), 3, high, wide).transpose(0, 2, 3, 1)
        return MatFaces(dict(zip(self.names, pictures, strict=True)), self.size, self.scale / 2)

    @cached_property
    def thinned(self) -> MatFaces:
        """The same faces with half as many px each way, for a picture of the whole scale."""
        few = copy(self.half)
        few.scale = self.scale
        return few

    @cached_property
    def unshaded(self) -> MatFaces:
        """The same faces as `without_shadows` shows them, for a picture that it shows, too."""
        high, wide = self.shape
        pictures = self.rows.reshape(len(self.rows), 3, high, wide).transpose(0, 2, 3, 1)
        bare = (without_shadows(np.ascontiguousarray(picture), self.scale) for picture in pictures)
        faces = MatFaces(dict(zip(self.names, bare, strict=True)), self.size, self.scale)
        faces.finely_printed = self.finely_printed  # with its light undone the finest stroke of any face stands out
        return faces

    @cached_property
    def both_ways(self) -> tuple[Floats, Floats]:
        """`rows` and `squares` of all faces, then of all of them turned by 180 degrees: as many MB again, and asked for
        at the coarse scale alone."""
        rows, squares = (np.concatenate([own, own[..., ::-1]]) for own in (self.rows, self.squares))
        return rows, squares

    @cached_property
    def finely_printed(self) -> Mapping[int, float]:
        """The faces that are hardly like themselves half a px aside, and how like: see `LIMITS.fine_print_likeness`."""
        high, wide = self.shape
        ways = [np.array([[1, 0, side * LIMITS.fine_print_px], [0, 1, LIMITS.fine_print_px]]) for side in (1.0, -1.0)]
        alike_aside = (
            min(_alike_moved(planes, way) for way in ways)
            for planes in self.rows.reshape(len(self.rows), 3, high, wide)
        )
        return {face: like for face, like in enumerate(alike_aside) if like < LIMITS.fine_print_likeness}

    def only(self, *these: int) -> MatFaces:
        """Some of the faces."""
        some, at = copy(self), list(these)
        for of_all in ("half", "thinned", "unshaded", "both_ways", "finely_printed"):
            vars(some).pop(of_all, None)
        some.names = tuple(self.names[face] for face in these)
        some.rows, some.squares = self.rows[at], self.squares[at]
        return some


def _alike_moved(planes: Floats, way: Doubles) -> float:
    """How like itself (correlation) a face (3, H, W) is moved by an affine map (2, 3), px."""
    size = planes.shape[:0:-1]
    moved = np.stack([cv2.warpAffine(plane, way, size, borderMode=cv2.BORDER_REPLICATE) for plane in planes])
    own, other = (each - each.mean(axis=(1, 2), keepdims=True) for each in (planes, moved))
    return float((own * other).sum() / max(float(np.sqrt((own**2).sum() * (other**2).sum())), 1e-6))


def corners(pose: Pose, size: tuple[float, float]) -> Floats:
    """The corners (4, 2) mm of a card that lies so, clockwise from the face's own top left."""
    own = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * np.array(size) * pose.grown / 2
    c, s = np.cos(np.radians(pose.turn)), np.sin(np.radians(pose.turn))
    return np.asarray(own @ np.array([[c, s], [-s, c]]) + (pose.x, pose.y), np.float32)


def likeness(
    picture: Floats | Image, free: Floats, faces: MatFaces, poses: Sequence[Pose], least: float = LIMITS.named_share
) -> Floats:
    """Correlation (poses, faces) of what lies there in a picture (float32 or uint8) with each face, of the px that are
    `free` (0 to 1); -1 where fewer than `least` of a card are."""
    return np.concatenate(
        [
            _correlated(*_cut(picture, free, faces, some), faces.rows, faces.squares, least)
            for some in _some_at_once(_placements(poses))
        ]
    )


@dataclass(frozen=True, eq=False)
class LyingCard:
    """What lies in one pose: its colours, `seen` (1, 3, px), and how far these are free, `weight` (1, px)."""

    seen: Floats
    weight: Floats

    @classmethod
    def at(cls, picture: Floats | Image, free: Floats, faces: MatFaces, pose: Pose) -> LyingCard:
        """In a picture (float32 or uint8) of which so much is `free` (0 to 1), as many px as such faces have."""
        seen, weight = _cut(picture, free, faces, _placements([pose]))
        return cls(seen, np.ones((1, seen.shape[2]), np.float32) if weight is None else weight)

    def half(self, faces: MatFaces) -> LyingCard:
        """The same, beside the same faces at half their scale."""
        (high, wide), size = faces.shape, faces.half.shape[::-1]
        planes = np.concatenate([self.seen[0], self.weight]).reshape(4, high, wide).transpose(1, 2, 0)
        small = cv2.resize(np.ascontiguousarray(planes), size, interpolation=cv2.INTER_AREA).reshape(-1, 4)
        rows = np.ascontiguousarray(small.T)
        return LyingCard(rows[None, :3], np.asarray(rows[3:] >= 1, np.float32))


def alike(card: LyingCard, faces: MatFaces, least: float = LIMITS.named_share) -> Floats:
    """As `likeness` (faces), of what lies in one pose."""
    return np.asarray(_correlated(card.seen, card.weight, faces.rows, faces.squares, least)[0], np.float32)


def relit(card: LyingCard, faces: MatFaces, least: float = LIMITS.named_share) -> Floats:
    """As `alike`, each face first lit as what lies there: shadows across a card are none of its face's."""
    parts = [
        _correlated(card.seen, card.weight, *_lit(faces, slice(k, k + LIMITS.faces_at_once), card), least)[0]
        for k in range(0, len(faces.names), LIMITS.faces_at_once)
    ]
    return np.concatenate(parts)


def apart(card: LyingCard, pair: MatFaces) -> float:
    """How much better the first of two faces fits what lies there than the second where they differ, as `relit` has it;
    nought where that is covered. What both faces share tells nothing of which it is, but shadows trouble it."""
    where = (np.abs(pair.rows[0] - pair.rows[1]).max(0) > LIMITS.differs_values).astype(np.uint8).reshape(pair.shape)
    where = cv2.dilate(cv2.morphologyEx(where, cv2.MORPH_OPEN, np.ones((3, 3))), np.ones((3, 3)))
    there = np.asarray(card.weight * where.reshape(1, -1), np.float32)
    if there.sum() < LIMITS.named_share * max(float(where.sum()), 1.0):
        return 0.0
    first, second = _correlated(card.seen, there, *_lit(pair, slice(None), card), 0.0)[0]
    return float(first - second)


def _lit(faces: MatFaces, some: slice, card: LyingCard) -> tuple[Floats, Floats]:
    """The `rows` and `squares` of some of the faces, lit as what is seen of one card."""
    whole = card.weight[0].reshape(faces.shape)
    down, across = (_bell(n, LIMITS.shadow_mm * faces.scale) for n in faces.shape)

    def light(grey: Floats) -> Floats:
        lit = down @ (down.T @ (grey.reshape(-1, *faces.shape) * whole) @ across) @ across.T
        return np.asarray(lit.reshape(len(lit), -1), np.float32)

    shade = light(card.seen.mean(1) + LIMITS.least_light_values) / np.maximum(
        light(faces.rows[some].mean(1) + LIMITS.least_light_values), 1e-6
    )
    rows, squares = faces.rows[some] * shade[:, None], faces.squares[some] * shade**2
    return np.asarray(rows, np.float32), np.asarray(squares, np.float32)


@lru_cache(maxsize=16)
def _bell(count: int, far: float) -> Floats:
    """A root (count, rank) of how much each of `count` px in a row weighs in the mean about each other one: so wide a
    bell is of a low rank, and its root is quickly multiplied with."""
    at = np.arange(count)
    value, vector = np.linalg.eigh(np.exp(-(((at[:, None] - at) / far) ** 2) / 2))
    told = value > LIMITS.bell_rest * value[-1]
    return np.asarray(vector[:, told] * np.sqrt(value[told]), np.float32)


def likeness_either_way(picture: Floats, free: Floats, faces: MatFaces, placements: Doubles) -> tuple[Floats, Floats]:
    """As `likeness`, for placements (N, 4: turn, grown, x, y), and for all of them turned by 180 degrees: as well may
    the faces be turned."""
    fits = np.concatenate([_either_way(picture, free, faces, some) for some in _some_at_once(placements)])
    return fits[:, : len(faces.names)], fits[:, len(faces.names) :]


def most_alike(picture: Floats, free: Floats, faces: MatFaces, placements: Doubles) -> Floats:
    """How like what lies there the likeliest face is, either way up, for each of some placements (N, 4)."""
    return np.concatenate([_either_way(picture, free, faces, some).max(1) for some in _some_at_once(placements)])


def _either_way(picture: Floats, free: Floats, faces: MatFaces, placements: Doubles) -> Floats:
    return _correlated(*_cut(picture, free, faces, placements), *faces.both_ways, LIMITS.named_share)


def _some_at_once(placements: Doubles) -> Iterator[Doubles]:
    """Parts of placements (N, 4), no larger than may be compared at once."""
    return (placements[k : k + LIMITS.poses_at_once] for k in range(0, len(placements), LIMITS.poses_at_once))


def _cut(picture: Floats | Image, free: Floats, faces: MatFaces, placements: Doubles) -> tuple[Floats, Floats | None]:
    """What lies there for each placement, its colours (N, 3, px), and how far its px are free (N, px); None if all
    are."""
    to_picture = _warps(faces, placements)
    planes = _planes(_warped(picture, faces, to_picture, cv2.INTER_LINEAR, cv2.BORDER_REPLICATE))
    if _is_free(free, faces, placements):
        return planes, None
    return planes, _warped(free, faces, to_picture, cv2.INTER_NEAREST, cv2.BORDER_CONSTANT)


def _warps(faces: MatFaces, placements: Doubles) -> Doubles:
    """What takes px of a face to px of a picture of the mat, for each placement: (N, 2, 3)."""
    turn, grown, x, y = placements.T
    c, s = (way(np.radians(turn)) * grown for way in (np.cos, np.sin))
    (high, wide), (width, height), scale = faces.shape, faces.size, faces.scale
    right, down = width / wide, height / high
    left, top = (right - width) / 2, (down - height) / 2  # the first px's middle, mm from the card's
    across = np.stack([c * right, -s * down, c * left - s * top + x], -1)
    along = np.stack([s * right, c * down, s * left + c * top + y], -1)
    warps = np.stack([across, along], 1) * scale
    warps[..., 2] -= 0.5
    return np.asarray(warps)


def _warped(picture: Floats | Image, faces: MatFaces, warps: Doubles, way: int, border: int) -> Floats:
    """What a picture shows where each of N warps takes a face: (N, px) or (N, px, colours)."""
    high, wide = faces.shape
    picture, warps = _floats_about(picture, faces, warps)
    cut = np.empty((len(warps), high, wide, *picture.shape[2:]), np.float32)
    for warp, there in zip(warps, cut, strict=True):
        cv2.warpAffine(picture, warp, (wide, high), there, way | cv2.WARP_INVERSE_MAP, border)
    return cut.reshape(len(warps), high * wide, *picture.shape[2:])


def _floats_about(picture: Floats | Image, faces: MatFaces, warps: Doubles) -> tuple[Floats, Doubles]:
    """The part of a picture in bytes that warps take a face to, float32, and the warps to that part; one in floats as
    it is. As floats the whole fine picture would take four times the memory, and little of it is asked for."""
    if picture.dtype == np.float32:
        return np.asarray(picture, np.float32), warps
    (high, wide), last = faces.shape, np.array(picture.shape[1::-1]) - 1
    at = warps @ np.array([[0, wide, 0, wide], [0, 0, high, high], [1, 1, 1, 1.0]])
    left, top = np.clip(np.floor(at.min((0, 2))), 0, last).astype(int)
    right, low = np.clip(np.ceil(at.max((0, 2))), 0, last).astype(int)
    return picture[top : low + 1, left : right + 1].astype(np.float32), warps - np.array([[0, 0, left], [0, 0, top]])


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


def _placements(poses: Sequence[Pose]) -> Doubles:
    """Poses as rows (N, 4): turn, grown, x, y."""
    return np.array([(pose.turn, pose.grown, pose.x, pose.y) for pose in poses], np.float64)
