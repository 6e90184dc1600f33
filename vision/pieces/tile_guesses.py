"""What may lie at a place for tiles: all ways in which it may look, and how probable each is by how far it is off."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from vision.pieces.compare import PreparedFaces
from vision.reading import Floats


@dataclass(frozen=True, slots=True)
class GuessLimits:
    """What being off says."""

    least_shaded_error: float = 100.0
    """Where nothing fits better than this (mean square), the edge of a shadow may cross the tile;"""
    shaded_ratio: float = 1.8
    """it is sought if what fits next best is off by no more than so many times as much."""
    least_error: float = 8.0
    """Picture values by which the right face is off at least, in fresh light and print."""
    name_px: float = 44.0
    """As many px as tell independently of each other: how much a better fit makes a name more probable."""
    most_error: float = 1000.0
    """Where the best is off by more (mean square) than faces mostly are, fewer px tell, in proportion."""


LIMITS = GuessLimits()


Guess = tuple[str, bool]
"""The tile that may lie at a place ("" for none), and whether the frame does."""


@dataclass(frozen=True, eq=False)
class Guesses:
    """Ways in which a place may look: N `faces`, and for each the tile that lies there ("" for none) and whether the
    frame does."""

    faces: PreparedFaces
    tiles: tuple[str, ...]
    framed: tuple[bool, ...]

    @classmethod
    def of(cls, looks: Iterable[tuple[str, bool, Floats]], turns: int = 4) -> Guesses:
        """From tile, frame and picture of each; each is tried turned every way, or a print only as it is."""
        ways = [(tile, framed, np.rot90(face, k)) for tile, framed, face in looks for k in range(turns)]
        faces = np.stack([np.ascontiguousarray(face).reshape(-1, 3) for _, _, face in ways])
        return cls(PreparedFaces.of(faces), tuple(tile for tile, _, _ in ways), tuple(framed for _, framed, _ in ways))

    @property
    def bare(self) -> list[bool]:
        """Which of them are that nothing lies there."""
        return [not tile and not framed for tile, framed in self._each]

    @property
    def _each(self) -> list[Guess]:
        return [*zip(self.tiles, self.framed, strict=True)]

    def may_be_shaded(self, error: Floats) -> bool:
        """Whether the edge of a shadow may be why no guess stands out, given how far each is off (N)."""
        best = int(error.argmin())
        other = [each != self._each[best] for each in self._each]
        least = LIMITS.least_error**2
        close = float(error[other].min()) + least < LIMITS.shaded_ratio * (float(error[best]) + least)
        return close and float(error[best]) > LIMITS.least_shaded_error

    def least(self, error: Floats) -> dict[Guess, float]:
        """By how much each tile, framed or not, is off in its best way, given how far each guess is off (N)."""
        off: dict[Guess, float] = {}
        for guess, by in zip(self._each, error.tolist(), strict=True):
            off[guess] = min(off.get(guess, np.inf), by)
        return off

    def turn(self, guess: Guess, error: Floats) -> int:
        """How a tile is turned in its best way (quarters), given how far each guess is off (N)."""
        ways = [k for k, each in enumerate(self._each) if each == guess]
        return int(error[ways].argmin())

    def also(self, other: Guesses) -> Guesses:
        """These and more."""
        return Guesses(self.faces.also(other.faces), self.tiles + other.tiles, self.framed + other.framed)


def odds(off: Mapping[Guess, float]) -> dict[Guess, float]:
    """How probable each guess is beside the best, given how far each is off (mean square)."""
    best, least = min(off.values()), LIMITS.least_error**2
    name_px = LIMITS.name_px * min(1.0, LIMITS.most_error / max(best, 1.0))
    return {guess: ((best + least) / (error + least)) ** (name_px / 2) for guess, error in off.items()}
