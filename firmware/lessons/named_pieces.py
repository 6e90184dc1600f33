"""Pieces that people named in play, by an answer or a correction: read anew, they tell whether other sets of pieces,
or another version, reads them better or worse; cut from their photographs, they are examples to teach from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby, islice
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from firmware.games.layouts import mat_name
from firmware.games.profiles import PROFILES, profile_of
from firmware.observe.drawn_mat import Drawings
from firmware.observe.observer import Observer, Sight
from firmware.observe.table_setup import TableSetup
from firmware.state.exam import ExamPiece, Mark
from firmware.state.observation import Box, Observation
from firmware.storage.past import PastMatches
from hardware.cameras.frame import Image


@dataclass(frozen=True, slots=True)
class NamedPieceLimits:
    """How many are read anew, and how they are found again."""

    most: int = 60
    """The newest of them: each of their photographs is read as a whole."""
    least_overlap: float = 0.4
    """The share of two boxes' common ground in all their ground, from which on they show one piece."""
    margin: float = 0.35
    """Around a die that is cut out, as a share of its size: the finder wants to see where it ends."""


LIMITS = NamedPieceLimits()


@dataclass(frozen=True, slots=True)
class NamedPiece:
    """A piece that a person called `item` in a match of a game. `box`: in px of the photograph of `look`."""

    match: int
    game: str
    seats: int
    options: tuple[tuple[str, object], ...]
    look: str
    item: str
    box: Box

    @property
    def is_die(self) -> bool:
        """Whether it is one of the game's dice; else it is a card, a tile or a token."""
        return bool(profile_of(self.game, dict(self.options)).dice)

    def setup(self, home: Path) -> TableSetup:
        """How its table was set up, with the sets of pieces and the drawn mats under `home`."""
        drawn = Drawings(home).of(mat_name(self.game, self.seats))
        return TableSetup(self.game, home, self.seats, self.options, drawn)


class ReadAnew(NamedTuple):
    """A named piece, and what it is read as now."""

    piece: NamedPiece
    mark: Mark


def named_pieces(past: PastMatches, pieces: str, most: int = LIMITS.most) -> tuple[NamedPiece, ...]:
    """Those of the matches that were played with this set of dice or deck of cards, or are of the game of this name;
    the newest first, and no more than `most`. Raises PastUnreadable."""
    return tuple(islice(_all_named(past, pieces), most))


def _all_named(past: PastMatches, pieces: str) -> Iterator[NamedPiece]:
    for row, step in past.steps_with_named_pieces():
        if row.game not in PROFILES or not step.look:
            continue
        profile = profile_of(row.game, row.options)
        if pieces not in (row.game, profile.dice, profile.deck):
            continue
        options = tuple(row.options.items())
        for position, box in step.named:
            if position < len(step.event.items) and box[2] > 0:
                item = step.event.items[position]
                yield NamedPiece(row.number, row.game, len(row.players), options, step.look, item, box)


def read_anew(past: PastMatches, pieces: Iterable[NamedPiece], home: Path) -> Iterator[ReadAnew]:
    """What pieces are read as with what was taught under `home`, one by one; those whose photograph is gone are left
    out. Raises PastUnreadable, BadTeaching.
    """
    for _, of_one_look in groupby(pieces, key=lambda piece: piece.look):
        same = tuple(of_one_look)
        photo = photograph(past, same[0])
        if photo is not None:
            sight = Observer(same[0].setup(home)).observe(photo)
            look = sight.observation if isinstance(sight, Sight) else None
            yield from (_read_in(look, piece) for piece in same)


def photograph(past: PastMatches, piece: NamedPiece) -> Image | None:
    """The picture (BGR uint8) that a piece was named in; None if it is gone. Raises PastUnreadable."""
    jpeg = past.photo(piece.look)
    return None if jpeg is None else cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)


def cut_out(photo: Image, box: Box) -> Image:
    """A piece with a little of what lies around it (BGR uint8)."""
    x, y, width, height = box
    more = LIMITS.margin * max(width, height)
    left, top = (max(0, round(value - more)) for value in (x, y))
    return photo[top : round(y + height + more), left : round(x + width + more)]


def _read_in(look: Observation | None, piece: NamedPiece) -> ReadAnew:
    seen = look.pieces if look else ()
    there = max(seen, key=lambda other: overlap(other.box, piece.box), default=None)
    found = there is not None and overlap(there.box, piece.box) >= LIMITS.least_overlap
    read = ExamPiece(there.items, there.box, there.doubt) if there and found else None
    return ReadAnew(piece, Mark(piece.item, read))


def overlap(one: Box, other: Box) -> float:
    """The common ground of two boxes as a share of all their ground (intersection over union)."""
    width = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    height = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    common = max(width, 0.0) * max(height, 0.0)
    return common / max(one[2] * one[3] + other[2] * other[3] - common, 1e-9)
