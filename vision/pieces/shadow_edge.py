"""The edge of a shadow that crosses a piece, as of blinds or a head: found by what is seen once it is undone.

One light for a whole piece explains none of which half lies in the sun. Nothing is known of the edge, so that each way
in which it may run is tried against all faces, first coarsely: in the right one some face fits much better.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import NamedTuple

import numpy as np

from vision.pieces.compare import PreparedFaces, misfit
from vision.reading import Floats


@dataclass(frozen=True, slots=True)
class ShadowLimits:
    """How the edge of a shadow may run. Lengths are shares of a piece's width."""

    turns: int = 16
    """Directions, each with the sun on one side."""
    off_middle: tuple[float, ...] = (-0.5, -0.25, 0.0, 0.25, 0.5)
    """How far off the middle it may pass,"""
    wide: float = 0.2
    """how wide it is"""
    ratio: float = 1.6
    """and how many times as light the sun is: so it is sought at first."""
    finer_turns: tuple[float, ...] = (-0.5, 0.0, 0.5)
    """About the best: by shares of the step from turn to turn,"""
    finer_off: tuple[float, ...] = (-0.12, 0.0, 0.12)
    """further off,"""
    finer_wide: tuple[float, ...] = (0.06, 0.4)
    """sharp and soft,"""
    finer_ratios: tuple[float, ...] = (1.25, 1.6, 2.2)
    """in weak and in strong sun."""


LIMITS = ShadowLimits()


class ShadowEdge(NamedTuple):
    """One way in which it may run: the direction from the sun to the shadow in radians, how far off the middle, how
    wide, and how many times as light the sun is."""

    turn: float
    off: float
    wide: float
    ratio: float

    def seen_from(self, right: float, down: float) -> ShadowEdge:
        """The same edge across what lies so far beside, in shares of the width."""
        return self._replace(off=self.off - right * float(np.cos(self.turn)) - down * float(np.sin(self.turn)))


class ShadowEdges:
    """Edges across pieces of which px lie at `at` (px, 2): x and y from the middle, in shares of the width."""

    def __init__(self, at: Floats) -> None:
        self._at = at

    def undoing(self, edges: Iterable[ShadowEdge]) -> Floats:
        """What a piece is to be multiplied by to undo each edge (edges, px), 1 in the mean."""
        turn, off, wide, ratio = (np.array(part)[:, None] for part in zip(*edges, strict=True))
        far = np.cos(turn) * self._at[:, 0] + np.sin(turn) * self._at[:, 1]
        lighter = ratio ** np.clip((far - off) / wide + 0.5, 0, 1)
        return np.asarray(lighter / lighter.mean(1, keepdims=True), np.float32)

    def find(self, seen: Floats, faces: PreparedFaces) -> tuple[ShadowEdge, float]:
        """The edge across a piece that is `seen` (px, 3) without which some face fits best, and how far off that is."""
        coarse, _ = self._best(seen, self._coarse, self._coarse_undoing, faces)
        step = 2 * np.pi / LIMITS.turns
        ways = product(LIMITS.finer_turns, LIMITS.finer_off, LIMITS.finer_wide, LIMITS.finer_ratios)
        finer = [ShadowEdge(coarse.turn + turn * step, coarse.off + off, *how) for turn, off, *how in ways]
        return self._best(seen, finer, self.undoing(finer), faces)

    @cached_property
    def _coarse(self) -> list[ShadowEdge]:
        turns = np.arange(LIMITS.turns) * 2 * np.pi / LIMITS.turns
        return [ShadowEdge(turn, off, LIMITS.wide, LIMITS.ratio) for turn in turns for off in LIMITS.off_middle]

    @cached_property
    def _coarse_undoing(self) -> Floats:
        return self.undoing(self._coarse)

    def _best(
        self, seen: Floats, edges: Sequence[ShadowEdge], undoing: Floats, faces: PreparedFaces
    ) -> tuple[ShadowEdge, float]:
        off = misfit(seen * undoing[..., None], faces).all.min(1)
        best = int(off.argmin())
        return edges[best], float(off[best])
