"""Round tokens on a board of spaces: what differs from the bare board as a disc does, named by comparing all faces.

The board's print is known, and with it what the camera makes of colours: so a token is compared in the colours in which
it was made, with every face turned every way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import ceil

import cv2
import numpy as np

from vision.frame.mat import Mat, MatGround
from vision.frame.mat.colours import from_above
from vision.pieces.compare import PreparedFaces, misfit, off_by, structure
from vision.pieces.fits_by_px import FitsByPx
from vision.pieces.one_of_each import one_of_each
from vision.pieces.reading import PlacedPiece, box_of
from vision.pieces.shadow_edge import ShadowEdges
from vision.pieces.token_board import LIMITS as BOARD
from vision.pieces.token_board import TokenBoard, area_of, board_of, difference
from vision.pieces.token_faces import LIMITS as CLOSE
from vision.pieces.token_faces import CloseTokens, turned
from vision.reading import Floats, Image


@dataclass(frozen=True, slots=True)
class TokenLimits:
    """How tokens are found and named."""

    rim_share: float = 0.1
    """The share of a token's radius at its rim that is left out of the comparison, since what is beside it mixes in."""
    turns: int = 18
    """Ways in which a token may be turned that are compared."""
    shift_px: int = 2
    """How far from where something differs most a token's middle is sought at a time,"""
    most_steps: int = 4
    """and in how many steps: a shadow leads away from it."""
    beside_radii: float = 0.7
    """Where that leads to nothing, a token is sought from so far beside, in radii,"""
    beside_ways: int = 8
    """in so many ways."""
    apart_widths: float = 0.6
    """No two tokens lie nearer to each other, in widths."""
    covered_share: float = 0.2
    """So much of a disc as large as a token differs where one may lie: some are mostly of the board's colour."""
    print_likeness: float = 0.65
    """What is as like the board's own print as this, each colour without its mean (correlation), is no token: those on
    our board were 0.46 at most, a printed boat that was taken for one 0.91 to 0.98, printed numbers 0.5 to 0.7."""
    print_contrast: float = 0.25
    """Print of less contrast than this beside what lies there is not what is seen: plain cloth is like anything by
    chance, at 0.05; a printed boat has about the contrast of what is seen of it."""
    shaded_print_error: float = 800.0
    """What is off by more (mean square) from the print, the edge of a shadow undone, is not that print: on 16 drawn
    boards in the sun through blinds 79 of 81 bare places were off by 700 at most. Of 60 plain discs in any colour, no
    tokens, 49 are still spoken of; 52 were before shadows were known."""
    strange_share: float = 0.45
    """Where so much differs, and it is like no token, something strange lies."""
    ring_weight: float = 0.35
    """How much what differs about a disc speaks against it."""
    explained_widths: float = 0.58
    """What differs so near to a token's middle, in widths, is of it and of its shadow."""
    there_likeness: float = 0.62
    """What is less like any face than this (correlation) is hardly a token,"""
    nats_per_likeness: float = 25.0
    """and how fast that changes."""
    there_structure: float = 0.64
    """The same on a board whose print is not known: there a colour tells nothing, wood has that of many a token, and
    each colour is compared without its mean."""
    p_doubtful: float = 0.9
    """A name less sure than this is doubted;"""
    changed_values: int = 14
    """Picture values by which a px must differ to have changed,"""
    stirred_share: float = 0.2
    """and the share of a token that must have for it to be sought anew: of 116 that were moved in four films (seed
    466100) 0.95 had at least, of 2,200 that lay still and alone, at a noisy camera, 0.13 at most."""
    most: int = 40
    """So many tokens are looked at, at most."""


LIMITS = TokenLimits()
STRANGE = "strange"
"""The doubt about something as large as a token that is like none."""


@dataclass(frozen=True, eq=False)
class Tokens:
    """Taught tokens: a picture of each (BGR, square, edge to edge, any size) and their width, mm."""

    pictures: Mapping[str, Image]
    width: float


@dataclass(frozen=True, eq=False)
class _Token:
    """What may be a token: its middle in px of the board and in mm of the mat, its space, how probable each name is of
    it taken by itself, and whether it is like none."""

    x: float
    y: float
    place: str
    at: tuple[float, float]
    odds: Mapping[str, float]
    strange: bool


@dataclass(frozen=True, eq=False)
class _Fit:
    """What fits best about a px of the board: its middle (px), how probable each name is, whether it is like none."""

    x: float
    y: float
    odds: Mapping[str, float]
    strange: bool
    off: float

    def near(self, other: _Fit | _Token, far: float) -> bool:
        """Whether it lies so near to another, px."""
        return bool(np.hypot(self.x - other.x, self.y - other.y) < far)


class TokenReader:
    """Reads the tokens of one set. Keep it: they are made ready once."""

    def __init__(self, tokens: Tokens) -> None:
        self.tokens = tokens
        self._names = tuple(tokens.pictures)
        self._radius = tokens.width * BOARD.px_per_mm / 2
        self._half = ceil(self._radius)
        row, column = np.mgrid[-self._half : self._half + 1, -self._half : self._half + 1]
        self._disc = np.hypot(row, column) <= self._radius * (1 - LIMITS.rim_share)
        self._shadows = ShadowEdges((np.stack([column, row], -1)[self._disc] / (2 * self._radius)).astype(np.float32))
        self._faces: dict[tuple[float, tuple[int, ...]], PreparedFaces] = {}
        self._close = CloseTokens(tokens.pictures, self._radius, self._disc)
        self._before: tuple[object, Image, tuple[_Token, ...]] | None = None

    def read(
        self, image: Image, mat: Mat, places: Iterable[str], among: Iterable[str] | None = None,
        printed: MatGround | None = None,
    ) -> tuple[PlacedPiece, ...]:  # fmt: skip
        """The tokens in these places of the mat (a board) in a picture (BGR uint8); only those `among` if given.

        What differs from the `printed` board as a disc does is a token, or doubted as something strange; without a
        print only what is like one is a token. Where the board looks as it did in the picture before, what was found
        then is not sought anew.
        """
        zones = {place: mat.layout["zones"][place] for place in places}
        chosen = [n for n, name in enumerate(self._names) if among is None or name in set(among)]
        area = area_of(zones.values(), mat.layout["size_mm"])
        seen = from_above(image, mat, area, BOARD.px_per_mm)
        key = (area, tuple(zones), tuple(chosen), printed is None)
        changed, known = self._compared(seen, key)
        found, sought = [], changed.copy()
        for token in known:
            if (
                self._changed_share(changed, token.x, token.y) > LIMITS.stirred_share
            ):  # what is given up is sought anew, all of it
                cv2.circle(sought, (round(token.x), round(token.y)), self._half, 1, -1)
            else:
                found.append(token)
        if changed.any():
            board = board_of(image, mat, area, seen, printed)
            scale = round(BOARD.px_per_mm / mat.px_per_mm * 5) / 5
            faces = self._ready(scale, chosen)
            for fit in self._found(board, sought, tuple(found), faces, chosen):
                odds = fit.odds if fit.strange else self._close.odds(board.made, (fit.x, fit.y), fit.odds, scale)
                at = (area[0] + (fit.x + 0.5) / BOARD.px_per_mm, area[1] + (fit.y + 0.5) / BOARD.px_per_mm)
                place = next((name for name, zone in zones.items() if _inside(at, zone)), None)
                if place is not None and (printed is not None or not fit.strange):
                    found.append(_Token(fit.x, fit.y, place, at, odds, fit.strange))
        self._before = key, seen, tuple(found)
        named = one_of_each([token.odds for token in found])
        return tuple(self._placed_piece(mat, token, odds) for token, odds in zip(found, named, strict=True))

    def _compared(self, board: Image, key: object) -> tuple[Image, tuple[_Token, ...]]:
        """Mask (uint8, 0 or 1) of the px that differ from the picture before, and what was found there."""
        if self._before is None or self._before[0] != key or self._before[1].shape != board.shape:
            return np.ones(board.shape[:2], np.uint8), ()
        differs = (cv2.absdiff(board, self._before[1]).max(2) > LIMITS.changed_values).astype(np.uint8)
        return np.asarray(cv2.morphologyEx(differs, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))), self._before[2]

    def _changed_share(self, changed: Image, x: float, y: float) -> float:
        """The share of a token that changed."""
        part = cv2.getRectSubPix(changed, (2 * self._half + 1,) * 2, (float(x), float(y)))
        return float(part[self._disc].mean())

    def _stirred(self, changed: Image, x: float, y: float) -> bool:
        """Whether anything changed where a token lies."""
        part = cv2.getRectSubPix(changed, (2 * self._half + 1,) * 2, (float(x), float(y)))
        return bool(part.any())

    def _ready(self, scale: float, chosen: Sequence[int]) -> PreparedFaces:
        """The chosen faces as a camera sees them of whose px the board's are `scale` times as many, turned each way:
        names * ways of px of the disc."""
        key = scale, tuple(chosen)
        if key not in self._faces:
            pictures = [self.tokens.pictures[self._names[n]] for n in chosen]
            light, hues = BOARD.camera_blur_px * scale, [px * scale for px in BOARD.camera_hue_blurs_px]
            made = [
                turned(face, len(self._disc), self._radius, (light, hue), LIMITS.turns)
                for face in pictures
                for hue in hues
            ]
            self._faces[key] = PreparedFaces.of(np.concatenate(made)[:, self._disc])
        return self._faces[key]

    def _found(
        self, board: TokenBoard, changed: Image, known: Iterable[_Token], faces: PreparedFaces, chosen: Sequence[int]
    ) -> Iterator[_Fit]:
        """Tokens where something changed, the most striking first."""
        strength = difference(board)
        fits = FitsByPx(board.made, self._disc, faces, len(faces.mean) // len(chosen))
        lying: list[_Fit | _Token] = list(known)
        for token in lying:
            self._explained(strength, token.x, token.y)
        score = self._score(strength)
        for _ in range(LIMITS.most):
            _, best, _, (x, y) = cv2.minMaxLoc(score)
            if best <= 0:
                return
            far = 4 * self._half
            near = slice(max(y - far, 0), y + far + 1), slice(max(x - far, 0), x + far + 1)
            if self._stirred(changed, x, y):
                fit = self._named(board, fits, x, y, chosen)
                if fit.strange and self._covered(strength, x, y) >= LIMITS.strange_share:
                    fit = self._named_beside(board, fits, fit, x, y, chosen)
                apart = not any(fit.near(other, LIMITS.apart_widths * 2 * self._radius) for other in lying)
                # the board's own print may be like a token: it must differ where one lies, too
                least = LIMITS.strange_share if fit.strange else LIMITS.covered_share
                if apart and self._covered(strength, fit.x, fit.y) >= least and not self._is_print(board, fit):
                    yield fit
                    lying.append(fit)
                    self._explained(strength, fit.x, fit.y)
            self._explained(strength, x, y)
            inner = (
                slice(near[0].start + self._half, y + far - self._half),
                slice(near[1].start + self._half, x + far - self._half),
            )
            fresh = self._score(strength[near])
            score[inner] = fresh[self._half : self._half + score[inner].shape[0], self._half :][
                :, : score[inner].shape[1]
            ]
            score[max(y - 2, 0) : y + 3, max(x - 2, 0) : x + 3] = -1

    def _covered(self, strength: Floats, x: float, y: float) -> float:
        """The share of a disc that differs."""
        part = cv2.getRectSubPix(strength, (2 * self._half + 1,) * 2, (float(x), float(y)))
        return float((part[self._disc] > 1).mean())

    def _is_print(self, board: TokenBoard, fit: _Fit) -> bool:
        """Whether the board's own drawing is seen there, which may lie a little aside: a boat is much like a token."""
        if not board.printed:
            return False
        reach, size = LIMITS.shift_px, 2 * self._half + 1
        at = (float(fit.x), float(fit.y))
        seen = cv2.getRectSubPix(board.made, (size, size), at)[self._disc]
        bare = cv2.getRectSubPix(board.bare, (size + 2 * reach,) * 2, at)
        prints = [bare[y : y + size, x : x + size][self._disc] for y, x in product(range(2 * reach + 1), repeat=2)]
        least = LIMITS.print_contrast * seen.std(axis=0).mean()
        if any(drawn.std(axis=0).mean() > least and structure(seen, drawn) > LIMITS.print_likeness for drawn in prints):
            return True
        return self._is_shaded(seen, PreparedFaces.of(np.stack(prints)), fit)

    def _is_shaded(self, seen: Floats, prints: PreparedFaces, fit: _Fit) -> bool:
        """Whether the print, across which the edge of a shadow runs, is what is `seen`, rather than what fits."""
        edge, _ = self._shadows.find(seen, prints)
        shaded = misfit(seen[None] * self._shadows.undoing([edge])[..., None], prints)
        off = off_by(shaded)[0]
        best = int(off.argmin())
        return bool(off[best] < fit.off and shaded.all[0, best] < LIMITS.shaded_print_error)

    def _score(self, strength: Floats) -> Floats:
        """How much what differs looks like a disc about each px: it fills one, and leaves little about it."""
        size = 2 * self._half + 1
        disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)).astype(np.float32)
        ring = np.zeros((size + 6, size + 6), np.float32)
        cv2.circle(ring, (self._half + 3,) * 2, self._half + 2, 1.0, 2)
        inside = cv2.filter2D((strength > 1).astype(np.float32), -1, disc / disc.sum(), borderType=cv2.BORDER_CONSTANT)
        full = cv2.filter2D(strength, -1, disc / disc.sum(), borderType=cv2.BORDER_CONSTANT)
        score = full - LIMITS.ring_weight * cv2.filter2D(
            strength, -1, ring / ring.sum(), borderType=cv2.BORDER_CONSTANT
        )
        return np.where(inside < LIMITS.covered_share, np.float32(-1), score)

    def _explained(self, strength: Floats, x: float, y: float) -> None:
        """What differs here, with the rim of a shadow, is of one token."""
        cv2.circle(strength, (round(x), round(y)), round(LIMITS.explained_widths * 2 * self._radius), 0.0, -1)

    def _named(self, board: TokenBoard, fits: FitsByPx, x: int, y: int, chosen: Sequence[int]) -> _Fit:
        """What lies about a px, of the chosen names, followed to where it fits best."""
        fit = self._fitted(board, fits, x, y, chosen)
        for _ in range(LIMITS.most_steps - 1):
            if max(abs(fit.x - x), abs(fit.y - y)) < LIMITS.shift_px:
                break
            x, y = round(fit.x), round(fit.y)
            fit = self._fitted(board, fits, x, y, chosen)
        return fit

    def _named_beside(
        self, board: TokenBoard, fits: FitsByPx, strange: _Fit, x: int, y: int, chosen: Sequence[int]
    ) -> _Fit:
        """What lies beside a px where nothing known does: of two tokens that touch, one is left with the shadow of
        both, and what differs most is between these. The `strange` one if there is nothing."""
        ways = np.arange(LIMITS.beside_ways) * 2 * np.pi / LIMITS.beside_ways
        steps = np.round(LIMITS.beside_radii * self._radius * np.stack([np.cos(ways), np.sin(ways)], 1)).astype(int)
        far = range(-int(np.abs(steps).max()) - LIMITS.shift_px, int(np.abs(steps).max()) + LIMITS.shift_px + 1)
        fits.about([(x + dx, y + dy) for dy in far for dx in far])  # all that is asked for, at once
        near = [self._named(board, fits, x + int(dx), y + int(dy), chosen) for dx, dy in steps]
        best = max(near, key=lambda fit: sum(fit.odds.values()))
        return strange if best.strange else best

    def _fitted(self, board: TokenBoard, fits: FitsByPx, x: int, y: int, chosen: Sequence[int]) -> _Fit:
        """What fits best no further than a step away."""
        reach = range(-LIMITS.shift_px, LIMITS.shift_px + 1)
        places = [(x + dx, y + dy) for dy in reach for dx in reach]
        about = fits.about(places)
        off = np.stack([fit.off for fit in about])
        least = off.min(0)
        best = int(least.argmin())
        where = int(off[:, best].argmin())
        if board.printed:
            there, least_there = max(float(fit.alike[best]) for fit in about), LIMITS.there_likeness
        else:
            face = fits.faces.colours[:, best * fits.ways + int(about[where].way[best])].T
            there, least_there = structure(fits.view(places[where]), face), LIMITS.there_structure
        odds = (least[best] / least) ** (CLOSE.name_px / 2)
        sure = 1 / (1 + np.exp(-LIMITS.nats_per_likeness * (there - least_there)))
        named = {self._names[n]: float(p) for n, p in zip(chosen, odds / odds.sum() * sure, strict=True)}
        return _Fit(*places[where], named, bool(sure < 0.5), float(least[best]))

    def _placed_piece(self, mat: Mat, token: _Token, odds: Mapping[str, float]) -> PlacedPiece:
        half, at = self.tokens.width / 2, token.at
        corners = [(at[0] + dx, at[1] + dy) for dx, dy in ((-half, -half), (half, -half), (half, half), (-half, half))]
        ranked = tuple(sorted(odds.items(), key=lambda pair: -pair[1]))
        doubt = "" if ranked[0][1] > LIMITS.p_doubtful else STRANGE if token.strange else "unreadable"
        return PlacedPiece(token.place, at, self.tokens.width, box_of(mat.to_px(corners)), ranked, doubt)


def _inside(at: tuple[float, float], zone: Sequence[float]) -> bool:
    x, y, w, h = zone
    return bool(x <= at[0] <= x + w and y <= at[1] <= y + h)
