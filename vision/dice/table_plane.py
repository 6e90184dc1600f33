"""The plane of the table as a camera sees it: told by a mat's corners or, roughly, by the dice that lie on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from vision.dice.detector import Detection
from vision.frame.mat import Mat, apply_homography
from vision.reading import Box, Doubles

FACE_CORNERS_SIDES = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
"""A face by its own axes, in sides."""
TRIED_FOCAL_WIDTHS = np.exp(np.linspace(np.log(0.5), np.log(3), 60))
"""Focal lengths that are tried, in widths of the picture."""


@dataclass(frozen=True, slots=True)
class TablePlaneLimits:
    """What is supposed of a camera and of the detector before a table is fitted."""

    focal_widths: float = 0.9
    """Where nothing tells it, the focal length is about so many widths of the picture."""
    body_offset_share: float = 0.65
    """The detector sees the body of a die stand aside by this share of what it does."""
    size_spread_log: float = 0.10
    """How far a detection's size is off, as a logarithm."""
    body_spread_sides: float = 0.08
    """How far the middle of its box is off, in sides."""
    slant_spread_rad: float = 0.35
    """How aslant cameras look."""
    up_spread: float = 0.04
    """How far measured ways up of flat dice lie apart."""
    focal_spread_share: float = 0.08
    """How far the focal length is off, as a share."""


LIMITS = TablePlaneLimits()


@dataclass(frozen=True, eq=False)
class TablePlane:
    """A table before a pinhole camera with the matrix `lens` (3, 3).

    `axes` (3, 3) are as columns the table's x and y and the way up, `origin` (3,) a point of the table, in the camera's
    coordinates (x right, y down, z ahead); lengths in a unit in which a die's `edge` is so long.
    """

    lens: Doubles
    axes: Doubles
    origin: Doubles
    edge: float

    def homography_at_height(self, height: float) -> Doubles:
        """The homography (3, 3) from (x, y) on the plane so high above the table to px."""
        return np.asarray(
            self.lens @ np.column_stack([self.axes[:, 0], self.axes[:, 1], self.origin + height * self.axes[:, 2]])
        )

    def flat_die(self, at: Doubles, angle: float) -> tuple[Doubles, Doubles, Doubles]:
        """A flat die whose upper face has its middle `at` (2,) px and is turned by `angle` degrees in the picture.

        The homographies (3, 3) from (u, v), sides of the die along its own axes from its middle, to px, for its upper
        and its lower face; and these axes (2, 3) in the camera's coordinates.
        """
        top, bottom, back = self._levels
        way = np.radians(angle)
        here, there = apply_homography(back, at + np.array([[0, 0], [5 * np.cos(way), 5 * np.sin(way)]]))
        x, y = (there - here) / np.hypot(*(there - here))
        own = np.array([[x, y], [-y, x]])
        place = np.array([[self.edge * x, -self.edge * y, here[0]], [self.edge * y, self.edge * x, here[1]], [0, 0, 1]])
        return top @ place, bottom @ place, own @ self.axes[:, :2].T

    @cached_property
    def _levels(self) -> tuple[Doubles, Doubles, Doubles]:
        """The homographies (3, 3) to px from the upper faces' plane and from the table, and back to the former."""
        top = self.homography_at_height(self.edge)
        return top, self.homography_at_height(0.0), np.asarray(np.linalg.inv(top), np.float64)

    def edge_of(self, detections: Sequence[Detection]) -> float:
        """How long the edges of dice are, one at least, by the sizes of their upper faces: what most say (0.04 to 0.05
        of it off, where six dice tell it)."""
        places = np.array([(f.x, f.y, 1.0) for f in detections])
        sizes, edge = np.array([f.size for f in detections]), self.edge
        for _ in range(3):  # the larger the dice, the nearer to the camera their upper faces lie
            back = np.linalg.inv(self.homography_at_height(edge))
            shrinks = np.sqrt(abs(np.linalg.det(back)) / np.abs(places @ back[2]) ** 3)
            edge = float(np.median(sizes * shrinks))
        return edge

    def shows_whole(self, at: Doubles, angle: float, width: int, height: int) -> bool:
        """Whether such a die lies whole within a picture of this size."""
        corners = self._corners(at, angle)
        return bool((corners >= 0).all() and (corners <= (width - 1, height - 1)).all())

    def face_of_body(self, box: Box, angle: float) -> Doubles:
        """The middle (2,) px of the upper face of a flat die, turned by `angle` degrees, that shows in this box: it
        tells where the face lies whose pips seem to run into those of the sides."""
        left, top, width, height = box
        middle = at = np.array([left + width / 2, top + height / 2])
        for _ in range(3):  # a die looks nearly alike a little further on
            corners = self._corners(at, angle)
            at = at + middle - (corners.min(0) + corners.max(0)) / 2
        return at

    def _corners(self, at: Doubles, angle: float) -> Doubles:
        """Where the corners of such a die lie, as if its edges were sharp: (8, 2) px."""
        top, bottom, _ = self.flat_die(at, angle)
        return np.concatenate([apply_homography(face, FACE_CORNERS_SIDES) for face in (top, bottom)])


def plane_of_mat(mat: Mat, width: int, height: int) -> TablePlane:
    """The table under a mat in a picture of this size, in mm, x and y as on the mat.

    The mat's four corners tell it but for the focal length, which is chosen so that the mat's axes come out square and
    alike (Zhang 2000), the middle of the picture being the lens's.
    """
    middle = (width - 1) / 2, (height - 1) / 2
    centred = np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, 1.0]]) @ np.linalg.inv(mat.homography)
    tried = (
        centred
        / np.stack([width * TRIED_FOCAL_WIDTHS, width * TRIED_FOCAL_WIDTHS, np.ones(len(TRIED_FOCAL_WIDTHS))], 1)[
            ..., None
        ]
    )
    best = int(np.argmin(_skew(tried) + (0.01 * np.log(TRIED_FOCAL_WIDTHS / LIMITS.focal_widths)) ** 2))
    flat = tried[best] / np.sqrt(np.linalg.norm(tried[best, :, 0]) * np.linalg.norm(tried[best, :, 1]))
    wide, high = mat.layout["size_mm"]
    flat = flat * np.sign(flat[2] @ (wide / 2, high / 2, 1))
    up = -np.cross(flat[:, 0], flat[:, 1])
    axes = np.stack([flat[:, 0], flat[:, 1], up / np.linalg.norm(up)], 1)
    return TablePlane(
        lens_matrix(width * float(TRIED_FOCAL_WIDTHS[best]), width, height),
        axes,
        flat[:, 2],
        float(mat.layout.get("die_mm", 16)),
    )


def _skew(planes: Doubles) -> Doubles:
    """How far the axes of planes (N, 3, 3) are from square and alike."""
    along, down = planes[..., 0], planes[..., 1]
    long, deep = np.linalg.norm(along, axis=1), np.linalg.norm(down, axis=1)
    return np.asarray(np.log(long / deep) ** 2 + ((along * down).sum(1) / (long * deep)) ** 2)


def plane_of_dice(detections: Sequence[Detection], width: int, height: int) -> TablePlane:
    """The table under dice of one size in a picture of this size, in edges of these dice: their sizes and the places of
    their bodies under their faces tell it, to some five degrees.

    Gauss and Newton's least squares, in which dice that do not fit weigh less.
    """
    focal = LIMITS.focal_widths * width
    middles = np.array([(f.x - (width - 1) / 2, f.y - (height - 1) / 2) for f in detections])
    sizes = np.array([f.size for f in detections])
    bodies = (
        np.array([(f.box[0] + f.box[2] / 2 - f.x, f.box[1] + f.box[3] / 2 - f.y) for f in detections]) / sizes[:, None]
    )

    def misfit(guess: Doubles) -> Doubles:
        size, body = _predicted_sizes_and_bodies(guess, middles, focal)
        return np.column_stack(
            [
                (np.log(sizes) - size) / LIMITS.size_spread_log,
                (bodies - LIMITS.body_offset_share * body / sizes[:, None])
                / (LIMITS.body_offset_share * LIMITS.body_spread_sides),
            ]
        )

    nearest = _fitted_slants_and_distance(misfit, float(np.log(focal / np.median(sizes))))
    return plane_facing(np.array([-nearest[0], -nearest[1], -1.0]), focal, detections, width, height)


def _fitted_slants_and_distance(misfit: Callable[[Doubles], Doubles], distance_log: float) -> Doubles:
    """The numbers (3,) at which the rows of misfits are least, from no slant and a first guess of the distance on."""
    guess = np.array([0.0, 0.0, distance_log])
    stays = np.array([1 / LIMITS.slant_spread_rad**2, 1 / LIMITS.slant_spread_rad**2, 1e-6])
    for _ in range(8):
        off = misfit(guess)
        slopes = np.stack([(misfit(guess + 1e-4 * unit) - off) / 1e-4 for unit in np.eye(3)], -1)
        weights = 1 / (1 + (off**2).sum(1) / 6)
        bend = np.einsum("n,nij,nik->jk", weights, slopes, slopes) + np.diag(stays)
        slope = np.einsum("n,nij,ni->j", weights, slopes, off) + stays * guess * (1, 1, 0)
        guess = guess - np.clip(np.linalg.solve(bend, slope), -0.5, 0.5)
    return guess


def plane_facing(up: Doubles, focal: float, detections: Sequence[Detection], width: int, height: int) -> TablePlane:
    """The table whose way up is `up` (3,) in the camera's coordinates, as far away as the sizes of the dice tell; seen
    with a focal length of so many px."""
    down = -up / np.linalg.norm(up)
    slant = np.maximum(rays(detections, focal, width, height) @ down, 0.05)
    away = float(np.median(focal * slant**1.5 / [f.size for f in detections]))
    return TablePlane(lens_matrix(focal, width, height), axes_with_up(-down), down * (away + 1), 1.0)


def axes_with_up(up: Doubles) -> Doubles:
    """Axes of a table (3, 3), as columns, whose way up is the unit vector `up` (3,): its x points to the camera's
    right."""
    x = np.array([1.0, 0, 0]) - up * up[0]
    x /= np.linalg.norm(x)
    return np.stack([x, np.cross(-up, x), up], 1)


def rays(detections: Sequence[Detection], focal: float, width: int, height: int) -> Doubles:
    """Where detections lie from the camera, (N, 3) by its axes, one unit ahead."""
    return np.array([((f.x - (width - 1) / 2) / focal, (f.y - (height - 1) / 2) / focal, 1.0) for f in detections])


def consensus(ways: Doubles, seen: Doubles) -> tuple[Doubles, float]:
    """The way up (3,) that most of the dice share whose own `ways` up (N, 3) were measured, and by which factor the
    focal length was taken too short; `seen` are their rays (N, 3).

    What is measured is how a die is turned against its ray. With a wrong focal length the rays are wrong, and with them
    the ways up, the more the further out: a share of the ray is added to each. Least squares in which dice that do not
    fit weigh less.
    """
    outwards = seen * (1, 1, 0)
    up, share = np.median(ways, axis=0), 0.0
    for _ in range(8):
        off = np.linalg.norm(ways - up - share * outwards, axis=1)
        weights = 1 / (1 + (off / LIMITS.up_spread) ** 2)
        middle, out = np.average(ways, 0, weights), np.average(outwards, 0, weights)
        bend = (
            float((weights * ((outwards - out) ** 2).sum(1)).sum())
            + (LIMITS.up_spread / LIMITS.focal_spread_share) ** 2
        )
        share = float((weights[:, None] * (outwards - out) * (ways - middle)).sum()) / bend
        up = middle - share * out
    return up, 1 / (1 - share)


def _predicted_sizes_and_bodies(guess: Doubles, middles: Doubles, focal: float) -> tuple[Doubles, Doubles]:
    """The logarithms (N,) of the sizes of dice on a plane (slant along x, along y, logarithm of its distance in edges),
    and how far (N, 2) the middles of their bodies show from those of their faces; px from the picture's middle."""
    down = np.array([guess[0], guess[1], 1.0]) / np.hypot(1, np.hypot(guess[0], guess[1]))
    ahead = np.c_[middles / focal, np.ones(len(middles))]
    slant = np.maximum(ahead @ down, 0.05)
    low = ahead * (np.exp(guess[2]) / slant)[:, None] + down
    sizes = np.asarray(np.log(focal * slant**1.5) - guess[2])
    return sizes, np.asarray((low[:, :2] / low[:, 2:] * focal - middles) / 2)


def lens_matrix(focal: float, width: int, height: int) -> Doubles:
    """The matrix (3, 3) of a pinhole camera with a focal length of so many px, for a picture of this size."""
    return np.array([[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1.0]])
