"""Faces laid on a picture as exactly as they will go, and compared there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import cv2
import numpy as np

from vision.frame.mat import Mat, apply_homography
from vision.mat_cards.close_look.evidence import CloseFit, weighed
from vision.mat_cards.close_look.light import (
    blur_of,
    broadly,
    exposed,
    exposure_of,
    grey_of,
    lit,
    softened,
    trusted_where,
)
from vision.mat_cards.correlate import Pose, corners
from vision.paper_light import without_shadows
from vision.reading import Doubles, Floats, Image


@dataclass(frozen=True, slots=True)
class CloseLimits:
    """How closely a card is looked at."""

    px_per_mm: float = 2.0
    """Cards are compared at this scale: about what a camera of 1280 px sees of a mat."""
    rim_mm: float = 1.2
    """So much is left out at a card's edge, where no two pictures are cut alike,"""
    corner_mm: float = 4.0
    """and beyond such a radius at its corners."""
    least_within: float = 0.9
    """Nor does the rim of a face tell that comes to lie further in, as long as so much of the card is left: one that
    takes more away is none that lies there."""
    rough_shrink: int = 2
    """Faces are laid on the picture first with so many times fewer px,"""
    rough_px: float = 2.0
    """and so much blur (of px before),"""
    fine_px: float = 0.7
    """then with what the picture has, at least so much."""
    rough_steps: int = 5
    """Steps of the first laying,"""
    fine_steps: int = 3
    """and of the second, and of both for all faces but the first."""
    most_step_px: float = 4.0
    """No part of a face moves further in one step."""
    about_mm: float = 20.0
    """So far about a card the picture is looked at: further off no face is laid that is worth a name."""


LIMITS = CloseLimits()


@dataclass(frozen=True, eq=False)
class CloseView:
    """A picture (BGR uint8) of a mat, and where each of its mm lies there: `to_px` (3, 3)."""

    image: Image
    to_px: Doubles

    @classmethod
    def of(cls, image: Image, mat: Mat) -> CloseView:
        """The view of the mat in a picture."""
        return cls(image, np.asarray(np.linalg.inv(mat.homography), np.float64))

    def about(self, edge: Floats) -> CloseView:
        """The part of the view in which some points (N, 2) mm lie: a whole picture in floats takes 4 MB."""
        px, by = apply_homography(self.to_px, edge), LIMITS.rough_shrink
        last = np.array(self.image.shape[1::-1]) - by
        left, top = (np.clip(px.min(0) // by * by, 0, last)).astype(int)  # where `small` has a px, too
        right, low = (np.clip(px.max(0) // by * by, 0, last)).astype(int) + by
        moved = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1.0]])
        return CloseView(self.image[top:low, left:right], np.asarray(moved @ self.to_px, np.float64))

    def unshaded(self) -> CloseView:
        """The same picture with the light on the mat undone."""
        return CloseView(_light_undone(self.image, self._px_per_mm), self.to_px)

    @property
    def _px_per_mm(self) -> float:
        """How large a mm of the mat is in the middle of the picture, about."""
        wide, high = self.image.shape[1::-1]
        middle = np.array([[wide / 2, high / 2], [wide / 2 + 1, high / 2], [wide / 2, high / 2 + 1]])
        at, right, down = apply_homography(np.asarray(np.linalg.inv(self.to_px), np.float64), middle)
        return float(abs(np.linalg.det(np.stack([right - at, down - at]))) ** -0.5)

    @cached_property
    def grey(self) -> Floats:
        """Its light alone (H, W)."""
        return grey_of(self.image.astype(np.float32))

    @cached_property
    def small(self) -> CloseView:
        """The same picture with `LIMITS.rough_shrink` times fewer px."""
        by = LIMITS.rough_shrink
        image = cv2.resize(self.image, None, fx=1 / by, fy=1 / by, interpolation=cv2.INTER_AREA)
        return CloseView(np.asarray(image, np.uint8), np.asarray(np.linalg.inv(_enlarged(by)) @ self.to_px, np.float64))


class FaceWay(NamedTuple):
    """A face, by its number, and whether it lies the other way round."""

    face: int
    turned: bool = False


class CloseFaces:
    """All faces of a deck at `LIMITS.px_per_mm`, (N, H, W, 3) uint8, to be looked at closely."""

    def __init__(self, pictures: Mapping[str, Image], size: tuple[float, float], light_undone: bool = False) -> None:
        self.names, self._size_mm, self._light_undone = tuple(pictures), size, light_undone
        self._fine = FacesAtScale(pictures.values(), size, LIMITS.px_per_mm)
        self._rough = FacesAtScale(pictures.values(), size, LIMITS.px_per_mm / LIMITS.rough_shrink)
        self.images = self._fine.images

    @cached_property
    def unshaded(self) -> CloseFaces:
        """The same faces with the light on them undone; what lies there is compared with them likewise."""
        undone = (_light_undone(image, LIMITS.px_per_mm) for image in self.images)
        return CloseFaces(dict(zip(self.names, undone, strict=True)), self._size_mm, light_undone=True)

    def compared(
        self, view: CloseView, free: Floats, free_scale: float, pose: Pose, ways: Sequence[FaceWay]
    ) -> CloseFit:
        """How likely each of these faces is what lies so, the likeliest at first sight first.

        `free` is 0 where other cards hide the mat, at `free_scale` px a mm.
        """
        view, fine, drawn = view.about(self._reach(pose)), self._fine, list[Floats]()
        view = view.unshaded() if self._light_undone else view
        weight = on_card = fine.weight(free, free_scale, pose)
        rough_weight = self._rough.weight(free, free_scale, pose)
        start = self._roughly_laid(view, rough_weight, pose, ways[0], np.eye(3), LIMITS.rough_steps)
        seen = fine.seen(view, pose, start)
        light = broadly(grey_of(seen), weight)
        likeliest = fine.image(ways[0])
        blur = blur_of(likeliest, seen, weight)
        times = exposure_of(softened(likeliest.astype(np.float32), blur), seen, weight, light)
        for number, way in enumerate(ways):
            place = start
            if number:
                place = self._roughly_laid(view, rough_weight, pose, way, place, LIMITS.fine_steps)
            place = fine.laid(view, on_card, pose, way, place, max(blur, LIMITS.fine_px), LIMITS.fine_steps)
            there = np.asarray(np.linalg.inv(place) @ start, np.float64)
            soft = exposed(softened(fine.image(way).astype(np.float32), blur), times)
            drawn.append(_cut(soft, np.eye(3), there, fine.size))
            within = weight * fine.inside(there)
            weight = within if within.sum() > LIMITS.least_within * on_card.sum() else weight
        return weighed(seen, weight, [lit(face, seen, weight, light) for face in drawn])

    def likest(self, face: int, most: int) -> list[int]:
        """So many other faces that are most like one, the likest first."""
        likest = np.argsort(-self._alike[face], kind="stable")
        return [int(other) for other in likest[: min(most, len(self.names) - 1)]]

    @cached_property
    def _alike(self) -> Floats:
        """How like (N, N) faces are to each other (correlation), -1 to themselves."""
        small = np.stack(
            [cv2.resize(face, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA) for face in self.images]
        )
        rows = small.reshape(len(small), -1).astype(np.float32)
        rows -= rows.mean(axis=1, keepdims=True)
        rows /= np.linalg.norm(rows, axis=1, keepdims=True) + 1e-6
        alike = rows @ rows.T
        np.fill_diagonal(alike, -1)
        return np.asarray(alike, np.float32)

    def _reach(self, pose: Pose) -> Floats:
        """The corners (4, 2) mm of what is looked at about a card that lies so."""
        wide, high = (side + 2 * LIMITS.about_mm for side in self._size_mm)
        return corners(pose, (wide, high))

    def _roughly_laid(
        self, view: CloseView, weight: Floats, pose: Pose, way: FaceWay, place: Doubles, steps: int
    ) -> Doubles:
        """Where a face lies, from where it does at first sight; both in px of the fine faces."""
        larger = _enlarged(LIMITS.rough_shrink)
        smaller = np.linalg.inv(larger)
        soft = LIMITS.rough_px / LIMITS.rough_shrink
        laid = self._rough.laid(
            view.small, weight, pose, way, np.asarray(smaller @ place @ larger, np.float64), soft, steps
        )
        return np.asarray(larger @ laid @ smaller, np.float64)


class FacesAtScale:
    """Pictures of faces at so many px a mm, (N, H, W, 3) uint8, to be laid on a picture; `size` is a card's, mm."""

    def __init__(self, pictures: Iterable[Image], size: tuple[float, float], px_per_mm: float) -> None:
        width, height = (round(side * px_per_mm) for side in size)
        self.images = np.stack(
            [cv2.resize(face[..., :3], (width, height), interpolation=cv2.INTER_AREA) for face in pictures]
        )
        self.size, self._px_per_mm = (width, height), px_per_mm
        self._inside = _inside(width, height, px_per_mm)
        y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j].astype(np.float32)
        self._across, self._down = x, y

    def image(self, way: FaceWay) -> Image:
        """A face as it lies (H, W, 3)."""
        image = self.images[way.face]
        return np.asarray(image[::-1, ::-1] if way.turned else image)

    def weight(self, free: Floats, free_scale: float, pose: Pose) -> Floats:
        """How far each px of a card that lies so tells: (H, W), 0 at its rim and where it is not `free`."""
        shown = _cut(free, _from_mm(free_scale), self._to_mm(pose), self.size, cv2.INTER_NEAREST)
        return np.asarray(self._inside * shown, np.float32)

    def inside(self, place: Doubles) -> Floats:
        """Where (H, W), 0 or 1, a face shows whose px are moved by `place` (3, 3), but for its rim."""
        return _cut(self._inside, np.eye(3), place, self.size, cv2.INTER_NEAREST)

    def seen(self, view: CloseView, pose: Pose, place: Doubles) -> Floats:
        """What lies there (H, W, 3), as large as a face; `place` (3, 3) moves the face's px a little first."""
        to_px = np.asarray(self._to_mm(pose) @ place, np.float64)
        return _cut(view.image, view.to_px, to_px, self.size)

    def laid(
        self, view: CloseView, weight: Floats, pose: Pose, way: FaceWay, place: Doubles, blur: float, steps: int
    ) -> Doubles:
        """Where a face lies most exactly (Gauss-Newton on its light, whatever its gain, offset and fall-off)."""
        own = softened(grey_of(self.image(way).astype(np.float32)), blur)
        dx, dy = cv2.Sobel(own, cv2.CV_32F, 1, 0, scale=1 / 8), cv2.Sobel(own, cv2.CV_32F, 0, 1, scale=1 / 8)
        x, y = self._across, self._down
        ways = (dx * x, dx * y, dx, dy * x, dy * y, dy, own, np.ones_like(own), own * x, own * y)
        terms = np.stack([way.reshape(-1) for way in ways])
        shown, fitted = weight.reshape(-1), np.zeros(weight.size, np.float32)
        # on a card that is mostly paper its few edges would be outliers, and nothing would tell where it lies
        slope = np.where(shown > 0, np.square(terms[2]) + np.square(terms[5]), 0)
        edges = slope > slope.sum() / max(np.count_nonzero(shown), 1)
        for step in range(steps):
            seen = softened(self._grey_seen(view, pose, place), max(blur - LIMITS.fine_px, 0.0)).reshape(-1)
            trusted = shown
            if step:
                off = seen - fitted
                trusted = trusted_where(shown, np.abs(off), edges)
            weighed = terms * trusted
            normal = (weighed @ terms.T).astype(np.float64)
            normal[np.arange(6), np.arange(6)] += 1e-3 * np.trace(normal[:6, :6]) / 6
            numbers = np.linalg.solve(normal + 1e-3 * np.eye(10), (weighed @ seen).astype(np.float64))
            fitted = numbers.astype(np.float32) @ terms
            moved = np.clip(numbers[:6] / max(numbers[6], 1e-3), -LIMITS.most_step_px, LIMITS.most_step_px)
            place = np.asarray(place @ self._back(moved), np.float64)
            if np.abs(moved).max() < 0.03:
                break
        return place

    def _grey_seen(self, view: CloseView, pose: Pose, place: Doubles) -> Floats:
        """The light alone (H, W) of what lies there."""
        return _cut(view.grey, view.to_px, np.asarray(self._to_mm(pose) @ place, np.float64), self.size)

    def _to_mm(self, pose: Pose) -> Doubles:
        """From px of a face to mm of the mat (3, 3)."""
        width, height = self.size
        scale = pose.grown / self._px_per_mm
        c, s = np.cos(np.radians(pose.turn)) * scale, np.sin(np.radians(pose.turn)) * scale
        x, y = (width - 1) / 2, (height - 1) / 2
        return np.array([[c, -s, pose.x - c * x + s * y], [s, c, pose.y - s * x - c * y], [0, 0, 1]])

    def _back(self, moved: Doubles) -> Doubles:
        """The homography (3, 3) that undoes how far a face's px lie off: across, down and even parts of x and of y."""
        width, height = self.size
        a, b, c, d, e, f = moved.tolist()
        x, y = (width - 1) / 2, (height - 1) / 2
        across, down = 1 - a / x, 1 - e / y
        return np.array([[across, -b / y, -c + a + b], [-d / x, down, -f + d + e], [0, 0, 1]])


def _cut(
    picture: Floats | Image, to_px: Doubles, place: Doubles, size: tuple[int, int], way: int = cv2.INTER_LINEAR
) -> Floats:
    """The part of a picture that px of a face show, through `place` and then `to_px`."""
    flags = way | cv2.WARP_INVERSE_MAP
    return np.asarray(
        cv2.warpPerspective(picture, to_px @ place, size, flags=flags, borderMode=cv2.BORDER_REPLICATE), np.float32
    )


def _light_undone(picture: Image, px_per_mm: float) -> Image:
    return np.asarray(cv2.convertScaleAbs(without_shadows(picture, px_per_mm)), np.uint8)


def _from_mm(scale: float) -> Doubles:
    """From mm to px of a straightened mat (3, 3)."""
    return np.array([[scale, 0, -0.5], [0, scale, -0.5], [0, 0, 1.0]])


def _enlarged(by: int) -> Doubles:
    """From px of a picture to those of one with so many times more (3, 3)."""
    return np.array([[by, 0, (by - 1) / 2], [0, by, (by - 1) / 2], [0, 0, 1.0]])


def _inside(width: int, height: int, px_per_mm: float) -> Floats:
    """1 on a card, 0 at its very rim and beyond its round corners: (H, W)."""
    rim, radius = LIMITS.rim_mm * px_per_mm, LIMITS.corner_mm * px_per_mm
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    beside = np.minimum(np.minimum(x, width - 1 - x), np.minimum(y, height - 1 - y))
    corner_x = np.maximum(radius - np.minimum(x, width - 1 - x), 0)
    corner_y = np.maximum(radius - np.minimum(y, height - 1 - y), 0)
    return np.asarray((beside >= rim) & (np.hypot(corner_x, corner_y) <= radius - rim), np.float32)
