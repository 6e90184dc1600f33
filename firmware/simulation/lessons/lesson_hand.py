"""A simulated hand that teaches a built-in deck: it lays card after card, each in the stead of the one before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from firmware.lessons.teacher import Teacher
from hardware.art import deck as deck_art
from hardware.cameras.frame import Frame
from hardware.scene.stage.table_stage import LayPiece, TableStage, TakePiece
from hardware.simulated.table_camera import TableCamera
from vision.cards.deck.deck import BACK

PLACE = "card"
TABLE = {
    "name": "lesson",
    "size_mm": [300, 200],
    "card_mm": list(deck_art.SIZE),
    "dictionary": "DICT_4X4_50",
    "markers": [],
    "turns": {},
    "spread": {},
    "zones": {PLACE: [80, 50, 140, 100]},
}
"""A bare piece of table, mm."""


@dataclass(frozen=True, slots=True)
class LessonHandPace:
    """How fast the hand lays cards."""

    first_wait_s: float = 0.5
    """So long the hand waits before it lays the first card."""


PACE = LessonHandPace()


class TeachingHand:
    """A camera over a table at which a hand lays the cards of a built-in deck, the back last."""

    settled = False

    def __init__(self, deck: str, teacher: Teacher, seed: int = 0, paced: bool = True) -> None:
        self._stage = TableStage(deck, TABLE, seed, straight=True)
        self._stage.scene = replace(self._stage.scene, table=replace(self._stage.scene.table, mat=None))
        self._camera = TableCamera(self._stage, paced=paced, seed=seed)
        self._teacher = teacher
        self._cards: Iterator[str] = iter((*deck_art.faces(deck), BACK))
        self._waits = 0
        self._ready = PACE.first_wait_s
        self.laid: list[str] = []

    def frame(self) -> Frame:
        """The next frame, after the hand has had its turn."""
        frame = self._camera.frame()
        if not self._stage.busy and frame.at > self._ready and self._teacher.taken >= self._waits:
            self._lay(frame.at)
        return frame

    def _lay(self, at: float) -> None:
        name = None if self._teacher.lesson.doubt else next(self._cards, None)
        if name is None:
            return
        self._stage.visit(*(TakePiece(piece.id) for piece in self._stage.pieces), LayPiece(name, PLACE))
        self.laid.append(name)
        self._waits, self._ready = self._teacher.taken + 1, at

    def close(self) -> None:
        """Nothing is held open."""
