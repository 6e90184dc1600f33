"""Ways in which a card may lie on a mat, compared with all faces of a deck at once, where nothing hides it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]

TRIES = 4
"""How often a pose is moved by one step while that helps."""
STEP, SLANTS = 2.5, (-5.0, 0.0, 5.0)
"""Mm between the places that are tried, and degrees off the straight."""
LARGE = 40.0
"""What is larger than a card by so much (mm) is tried in wider steps."""
FLAT = 0.3
"""What has less than this share of a face's contrast is less and less like it: an empty place is no card."""
SHADE, DARK = 15.0, 4.0
"""How wide a shadow is at least (mm, as the spread of a bell), and the picture value that light never falls below."""
AT_ONCE = 300
"""So many poses are compared at once: more need more memory."""
ROOM = 4.0
"""How far beyond what changed a card's middle is sought, mm."""
SEEN, GLIMPSED = 0.2, 0.05
"""Of a card at least this share must be free to be named, and so much to be recognised where it lay."""


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

    def further(self, then: Pose, now: Pose) -> Pose:
        """This pose as far on as `now` is from `then`."""
        return replace(
            self, x=self.x + now.x - then.x, y=self.y + now.y - then.y, turn=self.turn + now.turn - then.turn
        )


Fit = tuple[float, Pose]
"""How well a face fits (correlation), and where."""


class Faces:
    """All faces of a deck at `scale` px a mm, as rows to compare with."""

    def __init__(self, pictures: Mapping[str, Image], size: tuple[float, float], scale: float) -> None:
        self.names = tuple(pictures)
        self.size, self.scale = size, scale
        self.shape = round(size[1] * scale), round(size[0] * scale)
        rows = [cv2.resize(p[..., :3], self.shape[::-1], interpolation=cv2.INTER_AREA) for p in pictures.values()]
        self.rows = np.stack(rows).astype(np.float32).reshape(len(rows), -1, 3)


def corners(pose: Pose, size: tuple[float, float]) -> Floats:
    """The corners (4, 2) mm of a card that lies so, clockwise from the face's own top left."""
    half = np.array(size) / 2
    return np.asarray(_placed(np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half, [pose])[0], np.float32)


def likeness(picture: Floats, free: Floats, faces: Faces, poses: Sequence[Pose], least: float = SEEN) -> Floats:
    """Correlation (poses, faces) of what lies there with each face, of the px that are `free` (0 to 1); -1 where fewer
    than `least` of a card are."""
    parts = [_likeness(picture, free, faces, poses[k : k + AT_ONCE], least) for k in range(0, len(poses), AT_ONCE)]
    return np.concatenate(parts)


def relit(picture: Floats, free: Floats, faces: Faces, pose: Pose, least: float = SEEN) -> Floats:
    """As `likeness` (faces), each face first lit as what lies there: shadows across a card are none of its face's."""
    seen, weight = _cut(picture, free, faces, [pose])
    whole = weight[0].reshape(faces.shape)
    down, across = (_near(n, SHADE * faces.scale) for n in faces.shape)

    def light(grey: Floats) -> Floats:
        return np.asarray(down @ (grey.reshape(-1, *faces.shape) * whole) @ across, np.float32)

    shade = light(seen.mean(-1) + DARK) / np.maximum(light(faces.rows.mean(-1) + DARK), 1e-6)
    rows = np.asarray(faces.rows * shade.reshape(len(faces.rows), -1, 1), np.float32)
    return np.asarray(_correlated(seen, weight, rows, least)[0], np.float32)


def _near(count: int, far: float) -> Floats:
    """How much each of `count` px in a row weighs in the mean about each other one."""
    at = np.arange(count)
    return np.asarray(np.exp(-(((at[:, None] - at) / far) ** 2) / 2), np.float32)


def _likeness(picture: Floats, free: Floats, faces: Faces, poses: Sequence[Pose], least: float) -> Floats:
    return _correlated(*_cut(picture, free, faces, poses), faces.rows, least)


def _cut(picture: Floats, free: Floats, faces: Faces, poses: Sequence[Pose]) -> tuple[Floats, Floats]:
    """What lies there for each pose, as rows (poses, px, 3), and how far its px are free (poses, px)."""
    high, wide = faces.shape
    y, x = np.mgrid[0:high, 0:wide]
    own = np.stack([(x + 0.5) / faces.scale - faces.size[0] / 2, (y + 0.5) / faces.scale - faces.size[1] / 2], -1)
    at = _placed(own.reshape(-1, 2), poses) * faces.scale - 0.5
    maps = at.reshape(-1, wide, 2).astype(np.float32)
    seen = cv2.remap(picture, maps, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).reshape(len(poses), -1, 3)
    weight = cv2.remap(free, maps, None, cv2.INTER_NEAREST, borderValue=0).reshape(len(poses), -1)
    return np.asarray(seen, np.float32), np.asarray(weight, np.float32)


def _correlated(seen: Floats, weight: Floats, rows: Floats, least: float) -> Floats:
    """Weighted correlation over all three colours, each about its own mean, and colours' means against each other."""
    total = weight.sum(1) + 1e-6
    both = np.zeros((len(seen), len(rows)), np.float32)
    own, other = np.zeros(len(seen), np.float32), np.zeros_like(both)
    for colour in range(3):
        a, t = seen[..., colour], rows[..., colour]
        wa = weight * a
        mean_a, mean_t = wa.sum(1) / total, weight @ t.T / total[:, None]
        both += wa @ t.T - total[:, None] * mean_a[:, None] * mean_t
        own += (wa * a).sum(1) - total * mean_a**2
        other += weight @ (t**2).T - total[:, None] * mean_t**2
    fits = both / np.sqrt(np.maximum(own[:, None] * other, 1e-6))
    fits *= np.minimum(np.sqrt(own[:, None] / np.maximum(other, 1e-6)) / FLAT, 1)
    return np.asarray(np.where((total / seen.shape[1] > least)[:, None], fits, -1), np.float32)


def best_poses(
    picture: Floats, free: Floats, faces: Faces, box: Sequence[float], turn: float, count: int
) -> list[tuple[Pose, int]]:
    """The likeliest few poses and faces of a card that lies about a box (x, y, w, h mm), upright or upside down."""
    wide, high = faces.size if turn % 180 == 0 else faces.size[::-1]
    large = max(box[2] - wide, box[3] - high) > LARGE
    along = _between(box[0], box[2], wide, large)
    down = _between(box[1], box[3], high, large)
    turns = [turn + flip + slant for flip in (0.0, 180.0) for slant in ((0.0,) if large else SLANTS)]
    poses = [Pose(x, y, way) for way, y, x in product(turns, down, along)]
    fits = likeness(picture, free, faces, poses)
    found: list[tuple[Pose, int]] = []
    for index in np.argsort(-fits, axis=None)[: 40 * count].tolist():
        pose, face = poses[index // fits.shape[1]], index % fits.shape[1]
        if all(face != other for _, other in found):
            found.append((pose, face))
    return found[:count]


def _between(start: float, length: float, size: float, large: bool) -> list[float]:
    """Where the middle of a card of this size may lie, if what changed spans this."""
    low, high = sorted((start + size / 2, start + length - size / 2))
    return [float(v) for v in np.arange(low - ROOM, high + ROOM + 0.1, STEP * (1.6 if large else 1))]


def refined(picture: Floats, free: Floats, faces: Faces, pose: Pose, face: int, steps: Sequence[float]) -> Fit:
    """How well a face fits near a pose, and where it fits best, moved in steps of so many mm and twice the degrees."""
    one = _only(faces, face)
    best = -1.0
    for step in steps:
        for _ in range(TRIES):
            near = [
                replace(pose, x=pose.x + a * step, y=pose.y + b * step, turn=pose.turn + 2 * c * step)
                for a, b, c in _AXES
            ]
            fits = likeness(picture, free, one, near)[:, 0]
            best, pose = float(fits.max()), near[int(fits.argmax())]
            if fits.argmax() == 0:
                break
    return best, pose


_AXES = ((0, 0, 0), (1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1))


def _only(faces: Faces, face: int) -> Faces:
    one = object.__new__(Faces)
    one.names, one.size, one.scale, one.shape = (faces.names[face],), faces.size, faces.scale, faces.shape
    one.rows = faces.rows[face : face + 1]
    return one


def _placed(own: NDArray[np.float64], poses: Sequence[Pose]) -> Floats:
    """Points (N, 2) of a card about its middle, where they lie for each pose: (poses, N, 2)."""
    turn, grown = np.radians([pose.turn for pose in poses]), np.array([pose.grown for pose in poses])
    c, s = np.cos(turn) * grown, np.sin(turn) * grown
    spin = np.stack([np.stack([c, s], -1), np.stack([-s, c], -1)], -2)
    middle = np.array([[pose.x, pose.y] for pose in poses])
    return np.asarray(own @ spin + middle[:, None], np.float32)
