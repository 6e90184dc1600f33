"""Square tiles at the places of a mat: named by comparing what lies there with the taught faces, turned each way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from vision.frame.mat import Mat, MatGround
from vision.frame.mat.colours import NEUTRAL, CameraColours, as_seen, camera_colours, of_print
from vision.pieces.compare import FaceErrors, PreparedFaces, misfit, off_by
from vision.pieces.reading import PlacedPiece, box_of
from vision.pieces.shadow_edge import ShadowEdge, ShadowEdges
from vision.pieces.tile_guesses import LIMITS as GUESSES
from vision.pieces.tile_guesses import Guess, Guesses, odds
from vision.reading import Doubles, Floats, Image


@dataclass(frozen=True, slots=True)
class TileLimits:
    """How tiles are found and named."""

    px_per_mm: float = 0.75
    """Px a mm at which tiles are compared: finer tells no more, and is slower."""
    shift_px: int = 2
    """How far off its place at least (px of the comparison)"""
    fine_shifts_px: tuple[int, ...] = (-1, 0, 1)
    """and how much finer about the best of these,"""
    tilts_deg: tuple[float, ...] = (-5.0, 0.0, 5.0)
    """and how far askew a tile may lie."""
    ways_at_once: int = 100
    """So many of these ways are compared at once: more need more memory."""
    there_likeness: float = 0.35
    """A place where no face is more alike than this (correlation) is empty,"""
    nats_per_likeness: float = 30.0
    """and how fast that changes."""
    ground_mm: float = 8.0
    """How far about a tile the colour of a ground is taken that nobody printed."""
    camera_blur_mm: tuple[float, float] = (0.5, 1.1)
    """How softly a camera takes things and their hues, mm: 0.7 and 1.6 px at 1.4 px a mm."""
    shadow_edges: int = 2
    """So many edges may cross it: one into a shadow, and one out of it."""
    close_odds: float = 1e-6
    """Tiles that are as probable as this beside the likeliest are compared with it closely,"""
    close_tiles: int = 4
    """so many at most:"""
    close_blurs_mm: tuple[tuple[float, float], ...] = ((0.25, 0.8), (0.6, 1.2))
    """in so many ways to be soft, for cameras sharpen,"""
    close_shifts_px: tuple[float, ...] = (-1.0, -0.5, 0.0, 0.5, 1.0)
    """and about where the likeliest lies so much aside,"""
    close_tilts_deg: tuple[float, ...] = (-2.5, 0.0, 2.5)
    """and askew."""
    same_values: float = 2.5
    """Picture values (mean) by which a place may differ from when it was last read and still look the same."""
    p_seen: float = 0.2
    """What is less probable is not told."""
    p_doubtful: float = 0.9
    """A name less sure than this is doubted."""


LIMITS = TileLimits()


Way = tuple[float, float, float]
"""How a tile may lie: its tilt in degrees, and how many px right and down of the middle of its place."""

PlaceReading = tuple[Mapping[str, float], float]
"""What lies at a place: how likely each name is, and its edge, mm."""


@dataclass(frozen=True, eq=False)
class Tiles:
    """Taught tiles: pictures of their faces (BGR and cover, square, of any size), their edge in mm, and the frame that
    may lie on one (the cage): its name, picture, edge and the edge of its window, or None."""

    faces: Mapping[str, Image]
    edge: float
    frame: tuple[str, Image, float, float] | None = None


@dataclass(frozen=True, eq=False)
class _PlaceFit:
    """How N guesses fit what lies at a place: how far each is off (mean square), how alike it is (correlation), the way
    in which the best lies, and the edges of shadows that were undone."""

    error: Floats
    alike: Floats
    way: Way
    edges: tuple[ShadowEdge, ...] = ()


class TileReader:
    """Reads the tiles of one set. Keep it: the faces are made ready once."""

    def __init__(self, tiles: Tiles) -> None:
        self.tiles = tiles
        self._known: dict[tuple[str, bool, bool], tuple[Floats, list[PlaceReading]]] = {}
        self._size = round(tiles.edge * LIMITS.px_per_mm)
        self._small = {name: _whole(face, self._size) for name, face in tiles.faces.items()}
        self._bare = Guesses.of((name, False, face) for name, face in self._small.items())
        self._all = self._bare.also(Guesses.of(self._in_frame())) if tiles.frame else self._bare

    def read(
        self, image: Image, mat: Mat, places: Iterable[str], framed: Iterable[str] = (),
        printed: MatGround | None = None,
    ) -> tuple[PlacedPiece, ...]:  # fmt: skip
        """What lies at these places of the mat in a picture (BGR uint8); a frame is looked for at `framed` ones.

        What the `printed` mat shows there may show, too, and tells what the camera makes of colours.
        """
        soft = cv2.GaussianBlur(image, (0, 0), max(0.45 * mat.px_per_mm / LIMITS.px_per_mm, 0.3))
        places, may = tuple(places), set(framed) if self.tiles.frame else set()
        view = _View(soft, mat, printed, places)
        return tuple(piece for place in places for piece in self._at(view, place, place in may))

    def _at(self, view: _View, place: str, may: bool) -> list[PlacedPiece]:
        """What lies at a place; what looks as it did when it was last read is not read anew, wherever the camera now
        sees it."""
        seen = view.part(place, self._size, 0.0, 0, 0).astype(np.float32)
        key = place, may, view.printed is None
        before = self._known.get(key)
        if before is None or before[0].shape != seen.shape or np.abs(before[0] - seen).mean() > LIMITS.same_values:
            before = self._known[key] = seen, self._read(view, place, may)
        return [_placed_piece(view.mat, place, odds, edge) for odds, edge in before[1]]

    def _read(self, view: _View, place: str, may: bool) -> list[PlaceReading]:
        guesses = self._all if may else self._bare
        ground = view.ground(place, self._size)
        guesses = guesses.also(Guesses.of([("", False, ground)], 1))
        if may and self.tiles.frame and self._frame()[..., 3].min() < 128:
            guesses = guesses.also(Guesses.of([("", True, self._framed(ground))], 1))
        fit = self._compared(view, place, guesses)
        each = odds(guesses.least(fit.error) | self._compared_closely(view, place, guesses, fit))
        # as many guesses as speak for a thing, of which one is right: the best of each counts
        alike = fit.alike[int(fit.error.argmin())]
        sure = 1 / (1 + np.exp(-LIMITS.nats_per_likeness * (alike - LIMITS.there_likeness)))
        share = float(sure) / sum(each.values())
        names = {name: sum(p for (tile, _), p in each.items() if tile == name) * share for name in self._small}
        found: list[PlaceReading] = [(names, self.tiles.edge)] if sum(names.values()) > LIMITS.p_seen else []
        cage = sum(p for (_, framed), p in each.items() if framed) * share
        if self.tiles.frame and cage > LIMITS.p_seen:
            found.append(({self.tiles.frame[0]: cage}, self.tiles.frame[2]))
        return found

    def _compared(self, view: _View, place: str, guesses: Guesses) -> _PlaceFit:
        """How guesses fit what lies there, at their best shift and tilt; where none stands out, with the edge of a
        shadow undone, too."""
        off, way = self._at_best(view, place, guesses)
        fit = _PlaceFit(off.all.min(0), off.alike.max(0), way)
        while len(fit.edges) < LIMITS.shadow_edges and guesses.may_be_shaded(fit.error):
            edges = (*fit.edges, self._edge(view, place, fit.way, guesses.faces, fit.edges))
            off, way = self._at_best(view, place, guesses, edges)
            fit = _PlaceFit(np.minimum(fit.error, off.all.min(0)), np.maximum(fit.alike, off.alike.max(0)), way, edges)
        return fit

    def _compared_closely(self, view: _View, place: str, guesses: Guesses, fit: _PlaceFit) -> dict[Guess, float]:
        """How far the likeliest tiles are off what lies there, compared finer and in several ways to be soft, if some
        are nearly as likely as the best.

        What light tells of them counts as much as what hues do: many differ by their hues alone.
        """
        off = guesses.least(fit.error)
        close = [guess for guess, p in odds(off).items() if p > LIMITS.close_odds]
        close.sort(key=lambda guess: off[guess])
        if not close[0][0]:
            return {}
        close = [(tile, framed) for tile, framed in close if tile][: LIMITS.close_tiles]
        if len(close) < 2:
            return {}
        looks = [look for guess in close for look in self._softened(guess, guesses.turn(guess, fit.error))]
        tilt, right, down = fit.way
        ways = [
            (tilt + t, right + x, down + y)
            for t in LIMITS.close_tilts_deg for y in LIMITS.close_shifts_px for x in LIMITS.close_shifts_px
        ]  # fmt: skip
        errors = misfit(self._seen(view, place, ways, fit.edges), PreparedFaces.of(np.stack(looks)))
        each = off_by(errors).min(0).reshape(len(close), -1).min(1)  # at most half of what is off in light and hue
        return {guess: 2 * by - GUESSES.least_error**2 for guess, by in zip(close, each.tolist(), strict=True)}

    def _softened(self, guess: Guess, turn: int) -> Iterator[Floats]:
        """A tile so turned (quarters), framed or not, as cameras that are soft in several ways see it: (px, 3) each."""
        tile, framed = guess
        for look in self._soft[tile]:
            yield np.ascontiguousarray(np.rot90(self._framed(look) if framed else look, turn)).reshape(-1, 3)

    def _edge(
        self, view: _View, place: str, best: Way, faces: PreparedFaces, known: Sequence[ShadowEdge]
    ) -> ShadowEdge:
        """The edge of a shadow besides those `known`, sought in the middle of a place and where faces fit `best`."""
        found = []
        for way in ((0.0, 0, 0), best):
            _, right, down = way
            edge, off = self._shadows.find(self._seen(view, place, [way], known)[0], faces)
            found.append((off, edge.seen_from(-right / self._size, -down / self._size)))
        return min(found)[1]

    def _at_best(
        self, view: _View, place: str, guesses: Guesses, edges: Sequence[ShadowEdge] = ()
    ) -> tuple[FaceErrors, Way]:
        """How far faces are off in each way that a tile may lie, and the best of the coarse ones."""
        step = 1 if any(guesses.framed) else 2  # a frame has fine stripes
        across, along = (self._shifts(room, step) for room in view.mat.layout["zones"][place][2:])
        coarse = [(t, x, y) for t in LIMITS.tilts_deg for y in along for x in across]
        off = self._off(view, place, coarse, guesses, edges)
        tilt, x, y = best = coarse[int(off.all.min(1).argmin())]
        fine = [(tilt, x + a, y + b) for b in LIMITS.fine_shifts_px for a in LIMITS.fine_shifts_px]
        return FaceErrors.joined([off, self._off(view, place, fine, guesses, edges)]), best

    def _off(
        self, view: _View, place: str, ways: Sequence[Way], guesses: Guesses, edges: Sequence[ShadowEdge]
    ) -> FaceErrors:
        """How far guesses are off what lies at a place, seen in each of some ways; a print lies nowhere but there."""
        parts = (ways[k : k + LIMITS.ways_at_once] for k in range(0, len(ways), LIMITS.ways_at_once))
        off = FaceErrors.joined([misfit(self._seen(view, place, some, edges), guesses.faces) for some in parts])
        if view.printed is not None:
            aside = np.ix_([max(abs(x), abs(y)) > LIMITS.shift_px for _, x, y in ways], guesses.bare)
            off.light[aside], off.alike[aside] = np.inf, -1.0
        return off

    def _seen(self, view: _View, place: str, ways: Sequence[Way], edges: Sequence[ShadowEdge]) -> Floats:
        """What lies at a place, seen in each of some ways (N, size * size, 3), the `edges` of shadows undone."""
        seen = view.seen(place, self._size, ways)
        for edge in edges:
            moved = [edge.seen_from(right / self._size, down / self._size) for _, right, down in ways]
            seen = seen * self._shadows.undoing(moved)[..., None]
        return seen

    @cached_property
    def _soft(self) -> Mapping[str, list[Floats]]:
        """Each tile as soft in each of some ways, to be compared closely."""
        return {
            name: [_whole(face, self._size, soft) for soft in LIMITS.close_blurs_mm]
            for name, face in self.tiles.faces.items()
        }

    @cached_property
    def _shadows(self) -> ShadowEdges:
        y, x = (np.mgrid[: self._size, : self._size].reshape(2, -1) - (self._size - 1) / 2) / self._size
        return ShadowEdges(np.stack([x, y], 1).astype(np.float32))

    def _shifts(self, room_mm: float, step: int) -> range:
        """How far off the middle of a place with so much room a tile may lie, px, in such steps."""
        reach = max(LIMITS.shift_px, int((room_mm - self.tiles.edge) / 2 * LIMITS.px_per_mm))
        return range(-reach, reach + 1, step)

    def _in_frame(self) -> Iterator[tuple[str, bool, Floats]]:
        """Each tile seen through the frame, and a frame that covers all."""
        assert self.tiles.frame
        if self._frame()[..., 3].min() < 128:
            for name, face in self._small.items():
                yield name, True, self._framed(face)
        yield "", True, self._frame()[..., :3]

    def _framed(self, ground: Floats) -> Floats:
        frame = self._frame()
        cover = frame[..., 3:] / 255
        return np.asarray(frame[..., :3] * cover + ground * (1 - cover), np.float32)

    def _frame(self) -> Floats:
        """What of the frame lies over a tile: (size, size, 4) float32."""
        assert self.tiles.frame
        _, picture, edge, _ = self.tiles.frame
        size = round(edge * LIMITS.px_per_mm)
        cover = cv2.resize(picture[..., 3], (size, size), interpolation=cv2.INTER_AREA)
        whole = np.dstack([_whole(picture, size), cover])
        cut = (len(whole) - self._size) // 2
        return np.asarray(whole[cut : cut + self._size, cut : cut + self._size], np.float32)


@dataclass(frozen=True, eq=False)
class _View:
    """A picture (BGR uint8, softened), the mat in it, the mat's print, and the places that pieces mostly cover."""

    image: Image
    mat: Mat
    printed: MatGround | None
    covered: tuple[str, ...]

    @cached_property
    def colours(self) -> CameraColours:
        """What the camera makes of colours; told only where something must be read anew."""
        return camera_colours(self.image, self.mat, self.printed, self.covered) if self.printed else NEUTRAL

    @cached_property
    def to_px(self) -> Doubles:
        """From mm of the mat to px of the picture (3, 3)."""
        return np.asarray(np.linalg.inv(self.mat.homography), np.float64)

    def seen(self, place: str, size: int, ways: Sequence[Way]) -> Floats:
        """What lies about the middle of a place, turned and so many px right and down in each of some ways, in the
        colours in which it was made: (N, size * size, 3)."""
        x, y, w, h = self.mat.layout["zones"][place]
        wide, deep = self.mat.layout["size_mm"]
        parts = np.stack([self.part(place, size, *way) for way in ways])
        return self.colours.as_made(parts, (x, y, w, h), (float(wide), float(deep))).reshape(len(ways), -1, 3)

    def part(self, place: str, size: int, tilt: float, right: float, down: float) -> Image:
        """The same as the camera shows it: (size, size, 3)."""
        x, y, w, h = self.mat.layout["zones"][place]
        scale = LIMITS.px_per_mm
        c, s = np.cos(np.radians(tilt)) / scale, np.sin(np.radians(tilt)) / scale
        half = (size - 1) / 2
        across, along = right - half, down - half
        to_mm = np.array(
            [[c, -s, x + w / 2 + c * across - s * along], [s, c, y + h / 2 + s * across + c * along], [0, 0, 1]]
        )
        way = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        part = cv2.warpPerspective(self.image, self.to_px @ to_mm, (size, size), flags=way)
        return np.asarray(part, np.uint8)

    def ground(self, place: str, size: int) -> Floats:
        """What is printed about the middle of a place, or, if no print is known, the colour about it:
        (size, size, 3) float32."""
        if self.printed is None:
            wide = size + 2 * round(LIMITS.ground_mm * LIMITS.px_per_mm)
            about = self.part(place, wide, 0.0, 0, 0).astype(np.float32)
            rim = (wide - size) // 4
            edge_px = np.concatenate([about[:rim].reshape(-1, 3), about[-rim:].reshape(-1, 3)])
            return np.tile(np.median(edge_px, axis=0), (size, size, 1)).astype(np.float32)
        x, y, w, h = self.mat.layout["zones"][place]
        edge = size / LIMITS.px_per_mm
        zone = (x + (w - edge) / 2, y + (h - edge) / 2, edge, edge)
        return of_print(self.printed, zone, LIMITS.px_per_mm).astype(np.float32)


def _placed_piece(mat: Mat, place: str, odds: Mapping[str, float], edge: float) -> PlacedPiece:
    x, y, w, h = mat.layout["zones"][place]
    ranked = tuple(sorted(odds.items(), key=lambda pair: -pair[1]))
    doubt = "" if ranked[0][1] > LIMITS.p_doubtful else "unreadable"
    return PlacedPiece(place, (x + w / 2, y + h / 2), edge, box_of(mat.outline(place)), ranked, doubt)


def _whole(face: Image, size: int, soft_mm: tuple[float, float] = LIMITS.camera_blur_mm) -> Floats:
    """A face as a camera that is so soft sees it (things and their hues, mm), at the size of the comparison."""
    large = cv2.resize(face[..., :3], (128, 128), interpolation=cv2.INTER_AREA).astype(np.float32)
    blur, hue_blur = (mm * 128 * LIMITS.px_per_mm / size for mm in soft_mm)
    soft = as_seen(large, blur, hue_blur)
    return np.asarray(cv2.resize(soft, (size, size), interpolation=cv2.INTER_AREA), np.float32)
