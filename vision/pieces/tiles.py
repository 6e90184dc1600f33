"""Square tiles at the places of a mat: named by comparing what lies there with the taught faces, turned each way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.frame.mat import Mat
from vision.pieces.reading import PlacedPiece, box_of
from vision.reading import Array, Floats, Image


@dataclass(frozen=True, slots=True)
class TileLimits:
    """How tiles are found and named."""

    px_per_mm: float = 0.75
    """Px a mm at which tiles are compared: finer tells no more, and is slower."""
    shifts_px: tuple[int, ...] = (-2, -1, 0, 1, 2)
    """How far off its place (px of the comparison)"""
    tilts_deg: tuple[float, ...] = (-4.0, 0.0, 4.0)
    """and how far askew a tile may lie."""
    there_likeness: float = 0.5
    """A place where no face is more alike than this (correlation) is empty."""
    likeness_per_colour: float = 1.2
    """What a difference in mean colour takes off the likeness,"""
    lamp_tint: float = 0.03
    """beyond what a lamp's tint makes."""
    nats_per_likeness: float = 40.0
    """How much more probable a face gets with its likeness: found on drawn tables."""
    framed_likeness: float = 0.5
    """The likeness from which a frame is more probably there than not."""
    window_rim_mm: float = 2.0
    """So much narrower than its window is what is compared in it, mm: a frame never lies quite straight."""
    same_values: float = 2.5
    """Picture values (mean) by which a place may differ from when it was last read and still look the same."""
    p_doubtful: float = 0.9
    """A name less sure than this is doubted."""


LIMITS = TileLimits()


PlaceReading = tuple[Mapping[str, float], float]
"""What lies at a place: how likely each name is, and its edge, mm."""


@dataclass(frozen=True, eq=False)
class Tiles:
    """Taught tiles: pictures of their faces (BGR and cover, square, of any size), their edge in mm, and the frame that
    may lie on one (the cage): its name, picture, edge and the edge of its window, or None."""

    faces: Mapping[str, Image]
    edge: float
    frame: tuple[str, Image, float, float] | None = None


class TileReader:
    """Reads the tiles of one set. Keep it: the faces are made ready once."""

    def __init__(self, tiles: Tiles) -> None:
        self.tiles = tiles
        self._names = tuple(tiles.faces)
        self._known: dict[tuple[str, bool], tuple[Floats, list[PlaceReading]]] = {}
        self._bare = np.stack([v for name in self._names for v in _turned(_whole(tiles.faces[name], tiles.edge))])
        if tiles.frame:
            _, picture, edge, window = tiles.frame
            inner = [_middle(tiles.faces[name], tiles.edge, window) for name in self._names]
            self._inner = np.stack([v for face in inner for v in _turned(face)])
            small = _whole(picture, edge, 4)
            self._mask = small[..., 3] > 127
            self._rim = _unit(small[self._mask][None, :, :3])[0]

    def read(
        self, image: Image, mat: Mat, places: Iterable[str], framed: Iterable[str] = ()
    ) -> tuple[PlacedPiece, ...]:
        """What lies at these places of the mat in a picture (BGR uint8); a frame is looked for at `framed` ones."""
        soft = cv2.GaussianBlur(image, (0, 0), max(0.45 * mat.px_per_mm / LIMITS.px_per_mm, 0.3))
        may = set(framed) if self.tiles.frame else set()
        return tuple(spotted for place in places for spotted in self._at(soft, mat, place, place in may))

    def _at(self, image: Image, mat: Mat, place: str, may: bool) -> list[PlacedPiece]:
        """What lies at a place; what looks as it did when it was last read is not read anew, wherever the camera now
        sees it."""
        seen = _patches(image, mat, place, self.tiles.edge, (0,), (0.0,))[0]
        before = self._known.get((place, may))
        if before is None or before[0].shape != seen.shape or np.abs(before[0] - seen).mean() > LIMITS.same_values:
            before = self._known[place, may] = seen, self._read(image, mat, place, may)
        return [_placed_piece(mat, place, odds, edge) for odds, edge in before[1]]

    def _read(self, image: Image, mat: Mat, place: str, may: bool) -> list[PlaceReading]:
        found: list[PlaceReading] = []
        faces, edge = self._bare, self.tiles.edge
        if may and self.tiles.frame and (sure := self._rimmed(image, mat, place)) > 0.5:
            name, _, size, window = self.tiles.frame
            found.append(({name: sure}, size))
            faces, edge = self._inner, window - LIMITS.window_rim_mm
        likeness = self._likeness(image, mat, place, faces, edge)
        best = float(likeness.max())
        if best < LIMITS.there_likeness:
            return found
        odds = np.exp(LIMITS.nats_per_likeness * (likeness - best))
        odds *= 1 / odds.sum() / (1 + np.exp(-30 * (best - LIMITS.there_likeness)))
        return [(dict(zip(self._names, odds.tolist(), strict=True)), self.tiles.edge), *found]

    def _rimmed(self, image: Image, mat: Mat, place: str) -> float:
        """How sure it is that the frame lies at a place, whatever is in it."""
        assert self.tiles.frame
        seen = _patches(image, mat, place, self.tiles.frame[2])[:, self._mask]
        fit = float((_unit(seen) @ self._rim).max())
        return float(1 / (1 + np.exp(-30 * (fit - LIMITS.framed_likeness))))

    def _likeness(self, image: Image, mat: Mat, place: str, faces: Floats, edge: float) -> Floats:
        """How alike each face is to what lies there, at its best turn and shift (correlation)."""
        seen = _patches(image, mat, place, edge)
        rows = _unit(seen)
        fits = (rows @ faces[:, : rows.shape[1]].T).max(0).reshape(len(self._names), 4).max(1)
        apart = np.linalg.norm(faces[::4, rows.shape[1] :] - _tint(seen.mean(0)), axis=1)
        return np.asarray(fits - LIMITS.likeness_per_colour * np.maximum(apart - LIMITS.lamp_tint, 0), np.float32)


def _placed_piece(mat: Mat, place: str, odds: Mapping[str, float], edge: float) -> PlacedPiece:
    x, y, w, h = mat.layout["zones"][place]
    ranked = tuple(sorted(odds.items(), key=lambda pair: -pair[1]))
    doubt = "" if ranked[0][1] > LIMITS.p_doubtful else "unreadable"
    return PlacedPiece(place, (x + w / 2, y + h / 2), edge, box_of(mat.outline(place)), ranked, doubt)


def _patches(
    image: Image,
    mat: Mat,
    place: str,
    edge: float,
    shifts: Sequence[int] = LIMITS.shifts_px,
    tilts: Sequence[float] = LIMITS.tilts_deg,
) -> Floats:
    """What lies about the middle of a place, shifted and turned each way: (N, size, size, 3)."""
    x, y, w, h = mat.layout["zones"][place]
    size, pad = round(edge * LIMITS.px_per_mm), max(shifts)
    made = []
    for tilt in tilts:
        c, s = np.cos(np.radians(tilt)) / LIMITS.px_per_mm, np.sin(np.radians(tilt)) / LIMITS.px_per_mm
        half = (size + 2 * pad - 1) / 2
        to_mm = np.array([[c, -s, x + w / 2 - half * (c - s)], [s, c, y + h / 2 - half * (s + c)], [0, 0, 1]])
        to_px = np.linalg.inv(mat.homography) @ to_mm
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        part = cv2.warpPerspective(image, to_px, (size + 2 * pad, size + 2 * pad), flags=flags)
        made += [part[pad + dy : pad + dy + size, pad + dx : pad + dx + size] for dy in shifts for dx in shifts]
    return np.stack(made).astype(np.float32)


def _unit(pictures: Array) -> Floats:
    """Each picture as one row without its mean colour, of length 1: what correlation compares."""
    rows = np.asarray(pictures, np.float32).reshape(len(pictures), -1, 3)
    flat = (rows - rows.mean(1, keepdims=True)).reshape(len(rows), -1)
    return np.asarray(flat / (np.linalg.norm(flat, axis=1, keepdims=True) + 1e-6), np.float32)


def _tint(picture: Array) -> Floats:
    """The mean colour of a picture (3,), whatever its brightness."""
    mean = np.asarray(picture, np.float32).reshape(-1, 3).mean(0) + 1
    return np.asarray(mean / mean.sum(), np.float32)


def _whole(face: Image, edge: float, channels: int = 3) -> Image:
    """A face at the size of the comparison."""
    size = round(edge * LIMITS.px_per_mm)
    return np.asarray(cv2.resize(face[..., :channels], (size, size), interpolation=cv2.INTER_AREA), np.uint8)


def _middle(face: Image, edge: float, window: float) -> Image:
    """What a frame's window leaves of a face."""
    cut = round(len(face) * (1 - (window - LIMITS.window_rim_mm) / edge) / 2)
    return _whole(face[cut:-cut, cut:-cut], window - LIMITS.window_rim_mm)


def _turned(face: Image) -> list[Floats]:
    """The rows of a face turned each way, with its mean colour at their ends."""
    return [np.concatenate([_unit(np.rot90(face, turn)[None])[0], _tint(face)]) for turn in range(4)]
