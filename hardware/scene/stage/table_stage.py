"""A table for cards, tiles and tokens that somebody plays at: hands come, lay, take, move and turn pieces, and go.

    stage = TableStage("hai-noon", layout, seed=3)
    stage.visit(LayPiece("wild", "north"), TurnPiece(7, "shark-hungry"))      # queued; it happens as frames are taken
    moment = stage.step()

A director (the demo's robot, a test) gives the orders; all of it repeats from the seed. Orders may come from another
thread than the one that steps.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from threading import Lock
from typing import Any

import numpy as np

from hardware.art import pieces as piece_art
from hardware.art.folder import ArtFolder
from hardware.scene.objects.flat import FlatPiece
from hardware.scene.objects.hand import SKINS, SLEEVES, SceneHand
from hardware.scene.objects.mat import PX_PER_MM
from hardware.scene.random.table_scene import table_scene
from hardware.scene.stage.spots import free_spot
from hardware.scene.stage.table_pieces import Pieces, TablePiece, stacked_pieces

CARRIED_HEIGHT_MM = 42.0
"""How high a hand carries a piece."""


@dataclass(frozen=True)
class LayPiece:
    """A new piece is laid at a place; `id` is given when it is ordered."""

    name: str
    place: str
    id: int = 0


@dataclass(frozen=True)
class TakePiece:
    """A piece is taken off the table."""

    id: int


@dataclass(frozen=True)
class MovePiece:
    """A piece is put at another place, on top of what lies there."""

    id: int
    place: str


@dataclass(frozen=True)
class TurnPiece:
    """A piece is turned over where it lies, and shows another face."""

    id: int
    name: str


@dataclass(frozen=True)
class PushPiece:
    """A piece is knocked some mm aside and twisted; it stays what and where it is."""

    id: int
    by: float = 8.0


@dataclass(frozen=True)
class SetPile:
    """A pile of cards face down at a place has so many cards now."""

    place: str
    count: int


PieceOrder = LayPiece | TakePiece | MovePiece | TurnPiece | PushPiece | SetPile


@dataclass(frozen=True, eq=False)
class TableMoment:
    """The stage in one frame: the pieces, the lowest first; what a hand carries; the hand, or None."""

    pieces: Pieces
    carried: FlatPiece | None = None
    hand: SceneHand | None = None

    @property
    def settled(self) -> bool:
        """Whether no hand is in view."""
        return self.hand is None


class TableStage:
    """A simulated table with a game's mat, and the orders that are still to be carried out."""

    def __init__(
        self,
        game: str,
        layout: Mapping[str, Any],
        seed: int = 0,
        size: tuple[int, int] = (1280, 720),
        reach: int = 3,
        brief: bool = False,
        straight: bool = False,
        art: ArtFolder | None = None,
        bare: bool = False,
    ) -> None:
        """A hand takes `reach` frames to come, to go on, or to leave; with `brief` each visit is one frame in motion
        and one at rest. `straight`: the camera hangs square above the mat. `art`: the pieces' pictures, if not ours;
        `bare`: no mat of ours lies there, but the board of the art, if it has one."""
        self.game, self.layout, self._art = game, layout, art
        self._rng = np.random.default_rng(seed)
        self.scene = table_scene(layout, self._rng, size, straight, bare)
        if bare and art is not None and art.has_board(game):
            wide, deep = (round(side * PX_PER_MM) for side in layout["size_mm"])
            self.scene = replace(self.scene, table=replace(self.scene.table, board=art.board(game, wide, deep)))
        self._fade = (float(self._rng.uniform(0, 0.06)), float(self._rng.uniform(0.92, 1.0)))
        self._skin, self._sleeve = int(self._rng.integers(len(SKINS))), int(self._rng.integers(len(SLEEVES)))
        self._reach, self._brief = reach, brief
        self._ids, self._lock = count(1), Lock()
        self._orders: deque[tuple[PieceOrder, ...]] = deque()
        self._play: Iterator[TableMoment] = iter(())
        self.now = TableMoment(())

    @property
    def pieces(self) -> Pieces:
        """All pieces on the table as they lie now, the lowest first: the ground truth."""
        return self.now.pieces

    @property
    def busy(self) -> bool:
        """Whether a hand is at work or an order waits."""
        with self._lock:
            return bool(self._orders) or not self.now.settled

    def visit(self, *acts: PieceOrder) -> tuple[int, ...]:
        """A hand comes, does these things one after the other, and goes; gives the numbers of the pieces it lays.

        Numbers that are not there are passed over. Raises KeyError for a place that the mat does not have.
        """
        for act in acts:
            if isinstance(act, LayPiece | MovePiece | SetPile) and act.place not in self.layout["zones"]:
                raise KeyError(f"the mat {self.layout['name']} has no place {act.place!r}")
        numbered = tuple(replace(act, id=next(self._ids)) if isinstance(act, LayPiece) else act for act in acts)
        with self._lock:
            self._orders.append(numbered)
        return tuple(act.id for act in numbered if isinstance(act, LayPiece))

    def set_up(self, *acts: PieceOrder) -> tuple[int, ...]:
        """Does these things at once, with nobody to be seen."""
        numbered = tuple(replace(act, id=next(self._ids)) if isinstance(act, LayPiece) else act for act in acts)
        pieces = self.now.pieces
        for act in numbered:
            pieces = self._done(pieces, act)
        self.now = TableMoment(pieces)
        return tuple(act.id for act in numbered if isinstance(act, LayPiece))

    def step(self) -> TableMoment:
        """The next frame's moment."""
        with self._lock:
            moment = next(self._play, None)
            while moment is None and self._orders:
                self._play = self._visited(self._orders.popleft())
                moment = next(self._play, None)
            self.now = moment or (self.now if self.now.settled else TableMoment(self.now.pieces))
            return self.now

    def _visited(self, acts: Sequence[PieceOrder]) -> Iterator[TableMoment]:
        """A hand comes in, goes from piece to piece, acts on each, and leaves."""
        way = float(self._rng.uniform(0, 2 * np.pi))
        pieces, at = self.now.pieces, self._outside(way)
        out = at
        for act in acts:
            before, pieces = pieces, self._done(pieces, act)
            if pieces == before:
                continue
            goal, held = _goal(before, pieces, act)
            if not self._brief:
                yield from self._moved(at, goal, way, tuple(p for p in before if p.flat is not held), held)
            at = goal
        if pieces == self.now.pieces:
            return
        if self._brief:
            yield TableMoment(pieces, None, self._hand(at, way))
        else:
            yield from self._moved(at, out, way, pieces, None)
        yield TableMoment(pieces)

    def _moved(
        self, a: tuple[float, float], b: tuple[float, float], way: float, pieces: Pieces, held: FlatPiece | None
    ) -> Iterator[TableMoment]:
        near = np.hypot(b[0] - a[0], b[1] - a[1]) < 60
        steps = 1 if near else self._reach
        for k in range(1, steps + 1):
            x, y = a[0] + (b[0] - a[0]) * k / steps, a[1] + (b[1] - a[1]) * k / steps
            carried = held and replace(held, x=x, y=y, lift=CARRIED_HEIGHT_MM, count=1)
            yield TableMoment(pieces, carried, self._hand((x, y), way))

    def _done(self, pieces: Pieces, act: PieceOrder) -> Pieces:
        """The pieces after an act."""
        if isinstance(act, LayPiece):
            return self._put(pieces, TablePiece(act.id, act.place, self._piece(act.name)))
        if isinstance(act, SetPile):
            return self._piled(pieces, act)
        found = next((p for p in pieces if p.id == act.id), None)
        if found is None:
            return pieces
        rest = tuple(p for p in pieces if p is not found)
        if isinstance(act, TakePiece):
            return stacked_pieces(rest)
        if isinstance(act, MovePiece):
            return self._put(rest, replace(found, place=act.place))
        changed = replace(found.flat, name=act.name) if isinstance(act, TurnPiece) else self._pushed(found.flat, act.by)
        return stacked_pieces(tuple(replace(p, flat=changed) if p is found else p for p in pieces))

    def _put(self, pieces: Pieces, piece: TablePiece) -> Pieces:
        """The pieces with this one laid on top at its place."""
        taken = [(p.flat.x, -p.flat.y) for p in pieces if p.place == piece.place]
        x, y, turn = free_spot(self.layout, piece.place, piece.flat.size, taken, self._rng)
        return stacked_pieces(
            (*pieces, replace(piece, flat=replace(piece.flat, x=x, y=-y, turn=float(-np.radians(turn)))))
        )

    def _piled(self, pieces: Pieces, act: SetPile) -> Pieces:
        found = next((p for p in pieces if p.place == act.place and p.flat.name == "back"), None)
        if found is not None and act.count:
            return tuple(replace(p, flat=replace(p.flat, count=act.count)) if p is found else p for p in pieces)
        if found is not None or not act.count:
            return tuple(p for p in pieces if p is not found)
        piece = TablePiece(next(self._ids), act.place, self._piece("back", act.count))
        return self._put(pieces, piece)

    def _piece(self, name: str, count: int = 1) -> FlatPiece:
        """A piece as this copy of the game was printed, at no place yet."""
        if name in piece_art.pieces(piece_art.MARKS):
            return FlatPiece(piece_art.MARKS, name, 0, 0, fade=self._fade)
        return FlatPiece(self.layout.get("deck", self.game), name, 0, 0, count=count, fade=self._fade, art=self._art)

    def _pushed(self, flat: FlatPiece, by: float) -> FlatPiece:
        way, twist = float(self._rng.uniform(0, 2 * np.pi)), float(self._rng.normal(0, 0.12))
        return replace(
            flat, x=flat.x + by * float(np.cos(way)), y=flat.y + by * float(np.sin(way)), turn=flat.turn + twist
        )

    def _hand(self, at: tuple[float, float], way: float) -> SceneHand:
        return SceneHand(*at, way, self._skin, self._sleeve)

    def _outside(self, way: float) -> tuple[float, float]:
        """Where a hand waits, out of view."""
        wide, deep = self.layout["size_mm"]
        far = 0.75 * max(wide, deep)
        return wide / 2 + far * float(np.cos(way)), -deep / 2 + far * float(np.sin(way))


def _goal(before: Pieces, after: Pieces, act: PieceOrder) -> tuple[tuple[float, float], FlatPiece | None]:
    """Where the hand goes for an act, and what it carries on the way there."""
    changed = [p for p in (*after, *before) if p not in before or p not in after]
    if isinstance(act, LayPiece | MovePiece):
        flat = next(p.flat for p in after if p.id == act.id)
        return (flat.x, flat.y), flat
    return (changed[0].flat.x, changed[0].flat.y), None
