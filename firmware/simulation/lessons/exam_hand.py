"""Hands that take an exam on the simulated table: they lay what is asked or throw, and tell the truth about it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from math import floor
from random import Random
from typing import Any

from engines.shark_attacks.rules import SHARK_DICE, SWIMMER_DICE
from firmware.games.layouts import mat
from firmware.games.profiles import FACES, ORDINARY, PROFILES
from firmware.lessons.examiner import Examiner
from firmware.observe.mat_reader import card_zones
from firmware.outputs.exam_words import kind
from firmware.state import exam as steps
from firmware.state.exam import Exam, ExamPhase, ExamPiece
from firmware.state.observation import PILE
from hardware.art.folder import ArtFolder
from hardware.cameras.frame import Camera, Frame
from hardware.scene.stage.dice_stage import DiceStage
from hardware.scene.stage.table_stage import LayPiece, TableStage, TakePiece
from hardware.simulated.dice_camera import DiceCamera
from hardware.simulated.table_camera import TableCamera

DICE = {"swimmer": SWIMMER_DICE, "shark": SHARK_DICE, "event": 1}
"""The dice of a throw of all, kind by kind;"""
ORDINARY_DICE = 6
"""of ordinary ones so many."""


def exam_hand(examiner: Examiner, seed: int, art: ArtFolder | None = None) -> Camera:
    """The camera over a table at which a hand takes the exam; `art`: of the pieces, if not ours."""
    takes = LayingHand if PROFILES[examiner.session.game].deck else ThrowingHand
    return takes(examiner, seed, art)


class LayingHand:
    """Lays the pieces that are asked for, at places by chance, and takes them away again."""

    settled = False

    def __init__(self, examiner: Examiner, seed: int, art: ArtFolder | None = None) -> None:
        self._examiner, self._random = examiner, Random(seed)
        game = examiner.session.game
        self._zones = mat(game)
        self._stage = TableStage(game, self._zones, seed, art=art)
        self._camera = TableCamera(self._stage, seed=seed)
        self._done: tuple[int, ExamPhase] | None = None

    def frame(self) -> Frame:
        """The next frame, after the hand has had its turn."""
        frame = self._camera.frame()
        exam = self._examiner.session
        turn = (len(exam.rounds), exam.phase)
        if not self._stage.busy and turn != self._done and not exam.done:
            self._done = turn
            self._act(exam)
        return frame

    def _act(self, exam: Exam) -> None:
        if exam.phase is ExamPhase.CHECK:
            self._examiner.do(steps.confirmed)  # all lies as asked
        elif exam.phase is ExamPhase.CLEAR:
            self._stage.visit(*(TakePiece(piece.id) for piece in self._stage.pieces))
        else:
            spots = self._random.sample(self._places(kind(exam)), len(exam.asked))
            self._stage.visit(*map(LayPiece, exam.asked, spots))

    def _places(self, what: str) -> list[str]:
        """A place for each piece that has room beside the others."""
        zones = self._zones["zones"]
        if what == "tiles":
            return [name for name in zones if name.startswith("ring-")]
        if what == "tokens":
            return [name for name in zones if name.startswith("depth-")] * 2
        return [name for name in card_zones(self._zones) if name != PILE for _ in range(_room(self._zones, name))]

    def close(self) -> None:
        """Nothing is held open."""


def _room(layout: Mapping[str, Any], place: str) -> int:
    """How many cards a place has room for, none upon another."""
    wide, high = (float(mm) for mm in layout["card_mm"])
    if float(layout["turns"].get(place, 0)) % 180:
        wide, high = high, wide
    steps_x, steps_y = layout["spread"].get(place, (0, 0))
    _, _, width, height = layout["zones"][place]
    across = 1 + floor((width - wide) / steps_x) if steps_x >= wide else 1
    down = 1 + floor((height - high) / steps_y) if steps_y >= high else 1
    return across * down


class ThrowingHand:
    """Throws all dice again and again, and says what they show."""

    settled = False

    def __init__(self, examiner: Examiner, seed: int, art: ArtFolder | None = None) -> None:
        self._examiner, self._random = examiner, Random(seed)
        game = examiner.session.game
        self._dice = PROFILES[game].dice
        self._stage = DiceStage(mat(game), seed, art=art)
        self._camera = DiceCamera(self._stage, seed=seed)
        self._done: tuple[int, ExamPhase] | None = None

    def frame(self) -> Frame:
        """The next frame, after the hand has had its turn."""
        frame = self._camera.frame()
        exam = self._examiner.session
        turn = (len(exam.rounds), exam.phase)
        if not self._stage.busy and turn != self._done and not exam.done:
            self._done = turn
            if exam.phase is ExamPhase.CHECK:
                self._tell(exam, frame)
            else:
                self._stage.clear()
                self._stage.throw(list(self._throw()))
        return frame

    def _throw(self) -> Iterator[str]:
        kinds = {ORDINARY: ORDINARY_DICE} if self._dice == "pips" else DICE
        for name, number in kinds.items():
            yield from (f"{name}-{self._random.choice(FACES[name])}" for _ in range(number))

    def _tell(self, exam: Exam, frame: Frame) -> None:
        """Says of each die that was read what lies there, and names those that were not."""
        assert exam.look is not None
        items = {die.id: die.item for die in self._stage.dice}
        lying = {number: seen.centre for number, seen in self._camera.seen().items()}
        scale = frame.image.shape[1] / exam.look.width
        for number in reversed(range(len(exam.marks))):  # what is nothing leaves the list
            piece = exam.marks[number].read
            assert piece is not None
            under = next((id for id, at in lying.items() if _holds(piece, (at[0] / scale, at[1] / scale))), None)
            if under is not None:
                lying.pop(under)
            truth = None if under is None else items[under]
            self._examiner.do(partial(steps.mended, number=number, truth=truth))
        for id in lying:
            self._examiner.do(partial(steps.added, truth=items[id]))
        self._examiner.do(steps.confirmed)

    def close(self) -> None:
        """Nothing is held open."""


def _holds(piece: ExamPiece, at: tuple[float, float]) -> bool:
    """Whether a point, px of the photograph, lies in the box of a piece."""
    x, y, width, height = piece.box
    return bool(x <= at[0] <= x + width and y <= at[1] <= y + height)
