"""The pieces on a stage, and how high each lies."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np

from hardware.scene.objects.flat import FlatPiece

PILE_PLACE = "discard"
"""The place where cards lie in a pile."""


@dataclass(frozen=True, slots=True)
class StackLimits:
    """When a piece lies on another."""

    min_overlap_share: float = 0.03
    """So much of the smaller piece must overlap; else it slides off."""


LIMITS = StackLimits()


@dataclass(frozen=True)
class TablePiece:
    """A piece on the stage: its number, where it belongs, and how it lies."""

    id: int
    place: str
    flat: FlatPiece


Pieces = tuple[TablePiece, ...]
"""What lies on a table, the lowest first."""


def stacked_pieces(pieces: Pieces) -> Pieces:
    """The pieces, the lowest first, each as high as what it lies on. Of a pile only the top can carry another piece."""
    done: list[Any] = []
    carriers: list[Any] = []
    for piece in pieces:
        lift = max((p.flat.lift + p.flat.thick for p in carriers if _over(p.flat, piece.flat)), default=0.0)
        same = abs(lift - piece.flat.lift) < 1e-6
        done.append(piece if same else replace(piece, flat=replace(piece.flat, lift=lift)))
        carriers = [p for p in carriers if p.place != piece.place or piece.place != PILE_PLACE] + done[-1:]
    return tuple(done)


def _over(one: FlatPiece, other: FlatPiece) -> bool:
    """Whether two pieces overlap by more than an edge, which would slide off, so that one can lie on the other."""
    reach = (np.hypot(*one.size) + np.hypot(*other.size)) / 2
    if np.hypot(one.x - other.x, one.y - other.y) >= reach:
        return False
    a, b = (np.ascontiguousarray(flat.at(0)[:, :2]) for flat in (one, other))
    return float(cv2.intersectConvexConvex(a, b)[0]) > LIMITS.min_overlap_share * float(
        min(np.prod(one.size), np.prod(other.size))
    )
