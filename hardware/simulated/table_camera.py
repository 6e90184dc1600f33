"""A camera that films a simulated table of cards, tiles and tokens: the same for the same seed and orders."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from hardware.arrays import Floats
from hardware.art.pieces import tiles
from hardware.cameras.frame import Frame
from hardware.scene.objects import hand
from hardware.scene.objects.flat import FlatPatch, FlatPiece, piece_patch
from hardware.scene.optics.sensor import RawPicture
from hardware.scene.optics.view import CameraView, array
from hardware.scene.stage.table_pieces import PILE_PLACE, Pieces
from hardware.scene.stage.table_stage import TableMoment, TableStage
from hardware.scene.world.render import lit
from hardware.simulated.scene_camera import SceneCamera


@dataclass(frozen=True, slots=True)
class TableCameraDepth:
    """How deep into a pile is drawn."""

    max_pile_cards: int = 6
    """The rest is under them."""


DEPTH = TableCameraDepth()


@dataclass(frozen=True)
class SeenPiece:
    """The truth about one piece in a picture. Pixels from the top left."""

    name: str
    place: str
    quad: tuple[tuple[float, float], ...]
    """The corners of its upper side, clockwise from the face's own top left."""
    box: tuple[int, int, int, int]
    """x, y, width, height of what is visible of it."""
    visible: float
    """Share of it that is in the picture and not covered by other pieces."""


class TableCamera(SceneCamera):
    """Films a `TableStage`: see `SceneCamera`."""

    def __init__(self, stage: TableStage, fps: float = 20.0, paced: bool = False, seed: int = 0) -> None:
        super().__init__(stage.scene, fps, paced, seed)
        self.stage = stage
        self._patches: dict[FlatPiece, FlatPatch | None] = {}
        self._shown: tuple[TableMoment, RawPicture] | None = None

    def frame(self) -> Frame:
        """The next frame, (h, w, 3) uint8 BGR. The stage moves on by one frame."""
        moment = self.stage.step()
        if self._shown is None or self._shown[0] is not moment:
            self._shown = moment, self._drawn(moment)
        return self._taken(self._shown[1])

    def look(self) -> Frame:
        """Lets all orders be carried out unseen, and takes one frame of the table at rest."""
        while self.stage.busy:
            self.stage.step()
            self._count += 1
        return self.frame()

    def push(self, view: CameraView) -> None:
        """From now on the camera hangs elsewhere: somebody pushed its stand."""
        self.stage.scene = replace(self.stage.scene, view=view)
        self._look_through(self.stage.scene)
        self._patches, self._laid, self._shown = {}, None, None

    def seen(self) -> dict[int, SeenPiece]:
        """The truth about the last frame, as if no hand were in it: number of a piece -> what there is to see of it."""
        return seen(self.stage)

    def _drawn(self, moment: TableMoment) -> RawPicture:
        view = self.stage.scene.view
        picture = self._once(moment.pieces, lambda: self._lit(self._with(moment.pieces)))
        if moment.carried is not None:
            picture = picture.copy()
            carried = piece_patch(view, self._light, moment.carried)
            if carried is not None:
                carried.over(picture)
        if moment.hand is not None:
            picture = hand.draw_hand(picture, view, moment.hand)
        return self._exposed(picture)

    def _with(self, pieces: Pieces) -> Floats:
        """The table with its pieces in even light. Patches are kept while their pieces lie still."""
        kept: dict[FlatPiece, FlatPatch | None] = {}
        picture = self._table.copy()
        for piece in _drawable(pieces):
            if piece not in kept:
                kept[piece] = (
                    self._patches[piece]
                    if piece in self._patches
                    else piece_patch(self.stage.scene.view, self._light, piece)
                )
            made = kept[piece]
            if made is not None:
                made.over(picture)
        self._patches = kept
        return picture

    def _lit(self, picture: Floats) -> Floats:
        return lit(picture, self._light)[0]


def _drawable(pieces: Pieces) -> list[FlatPiece]:
    """What must be drawn: of a pile of cards the upper ones, the lowest of them as thick as all under it."""
    tops: dict[str, int] = {}
    drawn: list[FlatPiece] = []
    for piece in reversed(pieces):
        flat = piece.flat
        above = tops[piece.place] = tops.get(piece.place, 0) + 1
        if piece.place != PILE_PLACE or above <= DEPTH.max_pile_cards:
            drawn.append(flat)
    return drawn[::-1]


def _outlines(flat: FlatPiece) -> list[Floats]:
    """The outline (4, 3) mm of a piece's upper side; of a frame also that of its window."""
    if flat.name != tiles.CAGE:
        return [flat.corners]
    middle = flat.corners.mean(0)
    return [flat.corners, array((flat.corners - middle) * (tiles.WINDOW_MM / tiles.CAGE_MM) + middle)]


def seen(stage: TableStage) -> dict[int, SeenPiece]:
    """What there is to see of each piece on the stage, hands left out; pieces that nobody sees are left out."""
    view = stage.scene.view
    owner = np.full(view.size_px[::-1], -1, np.int16)
    for number, piece in enumerate(stage.pieces):
        outlines = [np.round(view.project(part) * 16).astype(np.int32) for part in _outlines(piece.flat)]
        cv2.fillPoly(owner, outlines, number, cv2.LINE_8, 4)
    found = {}
    for number, piece in enumerate(stage.pieces):
        quad = view.project(piece.flat.corners)
        low = np.maximum(np.floor(quad.min(0)).astype(int), 0)
        high = np.ceil(quad.max(0)).astype(int) + 1
        mine = owner[low[1] : high[1], low[0] : high[0]] == number
        rows, columns = np.flatnonzero(mine.any(1)), np.flatnonzero(mine.any(0))
        if not len(rows):
            continue
        box = (int(low[0] + columns[0]), int(low[1] + rows[0]), int(np.ptp(columns)) + 1, int(np.ptp(rows)) + 1)
        share = float(np.count_nonzero(mine)) / max(float(cv2.contourArea(quad)), 1.0)
        corners = tuple((float(x), float(y)) for x, y in quad)
        found[piece.id] = SeenPiece(piece.flat.name, piece.place, corners, box, min(share, 1.0))
    return found
