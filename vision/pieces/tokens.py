"""Round tokens on a board of spaces: found and named by the colours of their rings, however they are turned."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import ceil

import cv2
import numpy as np

from vision.frame.mat import Mat
from vision.pieces.reading import PlacedPiece, box_of
from vision.reading import Floats, Image


@dataclass(frozen=True, slots=True)
class TokenLimits:
    """How tokens are found and named."""

    px_per_mm: float = 2.0
    """Px a mm at which tokens are looked for."""
    rim_share: float = 0.12
    """The share of a token's width at each side that is left out of the comparison, since what is beside it mixes
    in."""
    margin_mm: float = 8.0
    """How far beyond the board tokens are looked for, mm."""
    even_likeness: float = 0.49
    """The likeness at which something is as probably a token as not,"""
    nats_per_likeness: float = 60.0
    """and how fast that changes: found on drawn tables."""
    faint_likeness: float = 0.45
    """What is less like a token than this is none."""
    apart_widths: float = 0.6
    """Tokens are at least so far apart, in widths: they do not lie on each other."""
    name_nats_per_likeness: float = 150.0
    """How much more probable a name gets with its likeness,"""
    likeness_per_colour: float = 0.4
    """and how much a difference in colour takes off that."""
    p_doubtful: float = 0.9
    """A name less sure than this is doubted;"""
    p_hardly: float = 0.1
    """what is less probably a token than this is left out."""
    changed_values: int = 14
    """Picture values by which a px must differ to have changed."""
    rings: int = 5
    """Rings whose colours are compared."""


LIMITS = TokenLimits()


@dataclass(frozen=True, eq=False)
class Tokens:
    """Taught tokens: a picture of each (BGR, square, edge to edge, any size) and their width, mm."""

    pictures: Mapping[str, Image]
    width: float


@dataclass(frozen=True, eq=False)
class _Token:
    """What may be a token: its middle in px of the board and in mm of the mat, its space, its names."""

    x: float
    y: float
    place: str
    at: tuple[float, float]
    odds: Mapping[str, float]


class TokenReader:
    """Reads the tokens of one set. Keep it: they are made ready once."""

    def __init__(self, tokens: Tokens) -> None:
        self.tokens = tokens
        self._names = tuple(tokens.pictures)
        size = round(tokens.width * LIMITS.px_per_mm)
        whole = [_spun(picture, size) for picture in tokens.pictures.values()]
        cut = round(size * LIMITS.rim_share)
        self._faces = [np.ascontiguousarray(face[cut:-cut, cut:-cut]) for face in whole]
        self._half = len(self._faces[0]) / 2
        self._before: tuple[object, Image, tuple[_Token, ...]] | None = None
        middle = (size - 1) / 2 + size
        self._rings = np.stack([self._ringed(_ringfenced(face), middle, middle) for face in whole])

    def read(
        self, image: Image, mat: Mat, places: Iterable[str], among: Iterable[str] | None = None
    ) -> tuple[PlacedPiece, ...]:
        """The tokens in these places of the mat (a board) in a picture (BGR uint8); only those `among` if given.

        Where the board looks as it did in the picture before, what was found then is not sought anew.
        """
        zones = {place: mat.layout["zones"][place] for place in places}
        chosen = [n for n, name in enumerate(self._names) if among is None or name in set(among)]
        board, left, top = _board(image, mat, list(zones.values()))
        key = (left, top, tuple(zones), tuple(chosen))
        changed, known = self._compared(board, key)
        found = [token for token in known if not self._stirred(changed, token.x, token.y)]
        for x, y, window in self._sought(board, changed, chosen, found):
            at = (left + (x + 0.5) / LIMITS.px_per_mm, top + (y + 0.5) / LIMITS.px_per_mm)
            place = next((name for name, zone in zones.items() if _inside(at, zone)), None)
            odds = self._odds(board, x, y, chosen, window) if place is not None else []
            if place is not None and sum(odds) > LIMITS.p_hardly:
                found.append(_Token(x, y, place, at, {self._names[n]: p for n, p in zip(chosen, odds, strict=True)}))
        self._before = key, board, tuple(found)
        return tuple(self._placed_piece(mat, token) for token in found)

    def _compared(self, board: Image, key: object) -> tuple[Image, tuple[_Token, ...]]:
        """Mask (uint8, 0 or 1) of the px that differ from the picture before, and what was found there."""
        if self._before is None or self._before[0] != key or self._before[1].shape != board.shape:
            return np.ones(board.shape[:2], np.uint8), ()
        differs = (cv2.absdiff(board, self._before[1]).max(2) > LIMITS.changed_values).astype(np.uint8)
        return np.asarray(cv2.morphologyEx(differs, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))), self._before[2]

    def _stirred(self, changed: Image, x: float, y: float) -> bool:
        """Whether anything changed where a token lies."""
        part = cv2.getRectSubPix(changed, (2 * round(self._half) + 1,) * 2, (float(x), float(y)))
        return bool(part.any())

    def _sought(
        self, board: Image, changed: Image, chosen: list[int], known: Iterable[_Token]
    ) -> Iterator[tuple[float, float, Floats]]:
        """Where something changed: middles of what may be tokens (px), the likeliest first, each with its likeness."""
        if not changed.any():
            return
        left, top, wide, high = cv2.boundingRect(changed)
        room = 2 * ceil(self._half) + 2
        left, top = max(left - room, 0), max(top - room, 0)
        part = board[top : top + high + 2 * room, left : left + wide + 2 * room]
        maps = np.stack([cv2.matchTemplate(part, self._faces[n], cv2.TM_CCOEFF_NORMED) for n in chosen])
        best = maps.max(0)
        off = self._half - 0.5
        for token in known:
            self._taken(best, token.x - left - off, token.y - top - off)
        for x, y in self._peaks(best):
            window = maps[:, max(y - 2, 0) : y + 3, max(x - 2, 0) : x + 3].max((1, 2))
            at = x + left + off, y + top + off
            if self._stirred(changed, *at):
                yield *at, window

    def _taken(self, likeness: Floats, x: float, y: float) -> None:
        """Nothing else lies about here."""
        cv2.circle(
            likeness, (round(x), round(y)), round(LIMITS.apart_widths * self.tokens.width * LIMITS.px_per_mm), -1.0, -1
        )

    def _peaks(self, likeness: Floats) -> list[tuple[int, int]]:
        """Where tokens may lie, the likeliest first: (x, y) in the likeness."""
        left = likeness.copy()
        found: list[tuple[int, int]] = []
        while True:
            _, best, _, (x, y) = cv2.minMaxLoc(left)
            if best < LIMITS.faint_likeness:
                return found
            found.append((x, y))
            self._taken(left, x, y)

    def _odds(self, board: Image, x: float, y: float, chosen: list[int], likeness: Floats) -> list[float]:
        """How probable each of the chosen names is."""
        apart = np.abs(self._ringed(board, x, y) - self._rings[chosen]).mean((1, 2))
        score = likeness - LIMITS.likeness_per_colour * apart
        odds = np.exp(LIMITS.name_nats_per_likeness * (score - score.max()))
        there = 1 / (1 + np.exp(-LIMITS.nats_per_likeness * (score.max() - LIMITS.even_likeness)))
        return [float(p) for p in odds / odds.sum() * there]

    def _ringed(self, picture: Image, x: float, y: float) -> Floats:
        """The mean colours of its rings (5, 3), against the white that every token has somewhere."""
        half = ceil(self.tokens.width * LIMITS.px_per_mm / 2)
        size = 2 * half + 1
        part = cv2.getRectSubPix(picture, (size, size), (float(x), float(y))).astype(np.float32)
        row, column = np.mgrid[-half : half + 1, -half : half + 1]
        far = np.hypot(row, column) / (self.tokens.width * LIMITS.px_per_mm / 2)
        part = part / (np.percentile(part[far < 0.95], 92, axis=0) + 1)
        step = 0.85 / LIMITS.rings
        return np.stack([part[(far >= k * step) & (far < (k + 1) * step)].mean(0) for k in range(LIMITS.rings)])

    def _placed_piece(self, mat: Mat, token: _Token) -> PlacedPiece:
        half, at = self.tokens.width / 2, token.at
        corners = [(at[0] + dx, at[1] + dy) for dx, dy in ((-half, -half), (half, -half), (half, half), (-half, half))]
        ranked = tuple(sorted(token.odds.items(), key=lambda pair: -pair[1]))
        doubt = "" if ranked[0][1] > LIMITS.p_doubtful else "unreadable"
        return PlacedPiece(token.place, at, self.tokens.width, box_of(mat.to_px(corners)), ranked, doubt)


def _board(image: Image, mat: Mat, zones: list[list[float]]) -> tuple[Image, float, float]:
    """All these zones from straight above, and the mm of the picture's top left."""
    left, top = min(z[0] for z in zones) - LIMITS.margin_mm, min(z[1] for z in zones) - LIMITS.margin_mm
    right, low = max(z[0] + z[2] for z in zones) + LIMITS.margin_mm, max(z[1] + z[3] for z in zones) + LIMITS.margin_mm
    to_board = np.array(
        [[LIMITS.px_per_mm, 0, -left * LIMITS.px_per_mm], [0, LIMITS.px_per_mm, -top * LIMITS.px_per_mm], [0, 0, 1]]
    )
    size = round((right - left) * LIMITS.px_per_mm), round((low - top) * LIMITS.px_per_mm)
    made = cv2.warpPerspective(image, to_board @ mat.homography, size, flags=cv2.INTER_CUBIC)
    return np.asarray(made, np.uint8), left, top


def _inside(at: tuple[float, float], zone: list[float]) -> bool:
    x, y, w, h = zone
    return bool(x <= at[0] <= x + w and y <= at[1] <= y + h)


def _spun(picture: Image, size: int) -> Image:
    """What a token looks like on average when it is turned: rings."""
    large = cv2.resize(picture[..., :3], (96, 96), interpolation=cv2.INTER_AREA).astype(np.float32)
    turns = [cv2.getRotationMatrix2D((47.5, 47.5), 15 * k, 1) for k in range(24)]
    mean = np.mean([cv2.warpAffine(large, turn, (96, 96), borderMode=cv2.BORDER_REPLICATE) for turn in turns], 0)
    small = cv2.resize(mean, (size, size), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small, (0, 0), 0.5), np.uint8)


def _ringfenced(face: Image) -> Image:
    """The token with room about it."""
    size = len(face)
    return np.asarray(cv2.copyMakeBorder(face, size, size, size, size, cv2.BORDER_REPLICATE), np.uint8)
