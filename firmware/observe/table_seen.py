"""What speaks for a piece being gone: the table, seen where it lay. A picture that shows no table says nothing."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import hypot

import numpy as np

from engines.core import said
from firmware.state.observation import Observation, Piece
from hardware.cameras.frame import Image
from vision.frame.mat import Mat
from vision.frame.table_in_view import LIMITS as VIEW
from vision.frame.table_in_view import TableView, is_legible, parts_under, view_of
from vision.reading import Box, Mask

BLIND = said("I cannot see the table: uncover the lens, or give it light.")
COVERED = said("I cannot see the table: take away what covers it, or put the camera back.")
SHAKES = said("The camera shakes: fix its stand, and keep the table still.")
PIECE_PARTS = 0.75
"""So far beyond its box a piece and its shadow change the picture, in parts of it, each about as large as a die."""
RING_PARTS = 2.0
"""So far about a piece that is gone the table is looked for."""
MIN_RING_SHARE = 0.3
"""Of the table there so much must look as it did: under a hand nothing does, beside other pieces' shadows some."""
MIN_RING_PARTS = 4
"""Fewer parts about a piece, among other pieces, tell nothing."""
MIN_SPEAKING = 0.5
"""What is less probably any piece may be a piece that is half covered."""
MAX_HIDDEN_SHARE = 1 / 6
"""Of the pieces that are gone so many may have gone from where the table looks other than it did: what lay beside them
was taken with them, and their shadows."""
MAX_COVERED_MAT_SHARE = 0.2
"""Of a mat of cards no more may look other than it did, beside its pieces: whoever holds a hand there reads cards that
are none."""


@dataclass(frozen=True, eq=False)
class KnownTable:
    """A picture that surely shows the table, for pieces were read in it, or the mat was in view; their boxes, the mat
    if in view, and how many of its markers were."""

    view: TableView
    boxes: tuple[Box, ...]
    mat: Mat | None
    markers: int = 0


class TableSeen:
    """Remembers the table as it was seen, to tell pieces that were taken from pieces that something covers.

    `of_cards`: its pieces are read where a mat says, so that most of the mat must be seen whatever is read.
    """

    def __init__(self, of_cards: bool = False) -> None:
        self._of_cards = of_cards
        self._known: KnownTable | None = None
        self._pieces: tuple[Piece, ...] = ()

    def doubt(
        self, picture: Image, look: Observation, mat: Mat | None, markers: int = 0, taken: Collection[Piece] = ()
    ) -> str | None:
        """Why a picture (BGR uint8) cannot tell what its observation says, in a sentence ("" if that is not worth one);
        None if it may: then it is remembered. `mat` is the mat if it is in the picture, with so many of its markers;
        `taken` are pieces of which it is known that they do not lie there any more.

        Pieces that are read speak for themselves. What is missing must be missing on a table that is seen.
        """
        known, now = self._known, KnownTable(view_of(picture), _boxes(look), mat, markers)
        if self._of_cards and known is not None and _may_tell(known, now) and _is_mat_covered(known, now):
            return COVERED
        gone = [n for n, old in enumerate(self._pieces) if not _lies(old, look.pieces)]
        came = any(new.items[0][1] > MIN_SPEAKING and not _lies(new, self._pieces) for new in look.pieces)
        if not came and (gone or not look.pieces):
            if known is None and mat is None:
                return ""
            may_lie = [n for n in gone if self._pieces[n] not in taken]
            if known is not None and (doubt := _unseen(known, now, gone, may_lie)) is not None:
                return doubt
        if look.pieces or (self._of_cards and mat is not None):
            self._known = now
        self._pieces = look.pieces
        return None


def _may_tell(known: KnownTable, now: KnownTable) -> bool:
    """Whether `known` may be believed against what is seen now: a bare mat may have been known with a hand over it, and
    speaks only where less of the mat's own marks is in view than then."""
    return bool(known.boxes) or (not now.boxes and now.markers < known.markers)


def _unseen(known: KnownTable, now: KnownTable, gone: Sequence[int], may_lie: Sequence[int]) -> str | None:
    """Why it is not to be seen that pieces are gone: some that `may_lie` there do, or the table is not in view about
    each."""
    view = _as_seen_before(known, now)
    still = [n for n in may_lie if known.view.shows(known.boxes[n], view)]
    shown, telling = known.view.parts_shown(view)
    telling &= ~parts_under((*known.boxes, *now.boxes), telling.shape, PIECE_PARTS)
    rings = [parts_under([known.boxes[n]], telling.shape, RING_PARTS) & telling for n in gone if n not in still]
    in_view = now.mat is not None or _mostly(shown, telling)
    telling_rings = (ring for ring in rings if np.count_nonzero(ring) >= MIN_RING_PARTS)
    hidden = sum(not _mostly(shown, ring, MIN_RING_SHARE) for ring in telling_rings)
    if not in_view or hidden > MAX_HIDDEN_SHARE * len(rings):
        return COVERED
    return "" if still else None


def _as_seen_before(known: KnownTable, now: KnownTable) -> TableView:
    """The view as it would be if the camera still stood where it did, as far as the mat tells."""
    if now.mat is None or known.mat is None:
        return now.view
    return now.view.seen_from(np.linalg.inv(known.mat.homography) @ now.mat.homography, known.view)


def _is_mat_covered(known: KnownTable, now: KnownTable) -> bool:
    """Whether something lies over much of the mat, or hangs before it."""
    if known.mat is None:
        return False
    shown, telling = known.view.parts_shown(_as_seen_before(known, now))
    telling &= ~parts_under((*known.boxes, *now.boxes), telling.shape, PIECE_PARTS)
    telling &= known.view.parts_within(known.mat.outline())
    return not _mostly(shown, telling, 1 - MAX_COVERED_MAT_SHARE) and bool(telling.any())


def is_blind(picture: Image) -> bool:
    """Whether a picture (BGR uint8) shows nothing at all."""
    return not is_legible(view_of(picture))


def _mostly(shown: Mask, among: Mask, share: float = VIEW.min_shown_share) -> bool:
    return bool(np.count_nonzero(shown & among) > share * np.count_nonzero(among))


def _lies(piece: Piece, among: Sequence[Piece]) -> bool:
    """Whether a piece lies there, whatever it shows."""
    near = (hypot(other.x - piece.x, other.y - piece.y) for other in among if other.place == piece.place)
    return any(distance < piece.size / 2 for distance in near)


def _boxes(look: Observation) -> tuple[Box, ...]:
    """The boxes of the pieces, as shares of the picture's width and height."""
    size = look.width, look.height, look.width, look.height
    return tuple((b[0] / size[0], b[1] / size[1], b[2] / size[2], b[3] / size[3]) for b in (p.box for p in look.pieces))
