"""Hands that take an exam on the simulated table: they lay what is asked or throw, and tell the truth about it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from functools import partial
from math import floor
from random import Random
from typing import Any

from engines.shark_attacks.rules import SHARK_DICE, SWIMMER_DICE
from firmware.games.layouts import mat
from firmware.games.other_art import card_mm_of
from firmware.games.profiles import FACES, ORDINARY, PROFILES
from firmware.lessons.examiner import Examiner
from firmware.observe.mat_reader import card_zones
from firmware.outputs.exam_words import kind
from firmware.state import exam as steps
from firmware.state.exam import Exam, ExamPhase, ExamPiece
from firmware.state.observation import PILE
from hardware.art.folder import ArtFolder
from hardware.cameras.frame import Frame
from hardware.scene.stage.dice_stage import DiceStage
from hardware.scene.stage.table_stage import LayPiece, TableStage, TakePiece
from hardware.simulated.dice_camera import DiceCamera
from hardware.simulated.table_camera import TableCamera

DICE = {"swimmer": SWIMMER_DICE, "shark": SHARK_DICE, "event": 1}
"""The dice of a throw of all, kind by kind;"""
ORDINARY_DICE = 6
"""of ordinary ones so many."""


PATIENCE_S = 2.5
"""So long, in the film's time, a hand waits for what it did to be read."""
TRIES = 4
"""So often in a row nothing is read until the exam is given up."""


def exam_hand(
    examiner: Examiner, seed: int, art: ArtFolder | None = None, chance: Random | None = None, settled: bool = False
) -> ExamHand:
    """The camera over the table of a seed, at which a hand takes the exam.

    `art`: of the pieces, if not ours; `chance`: what places and throws are taken from, if not the table's seed;
    `settled`: each frame is a look at the table at rest, and nobody sees the hand.
    """
    takes = LayingHand if PROFILES[examiner.session.game].deck else ThrowingHand
    hand = takes(examiner, seed, art, chance or Random(seed))
    hand.settled = settled
    return hand


class ExamHand(ABC):
    """A camera over a table at which a hand does what the exam asks, once the table is at rest."""

    settled: bool

    def __init__(self, examiner: Examiner, stage: DiceStage | TableStage, camera: DiceCamera | TableCamera) -> None:
        self._examiner, self._at, self._camera = examiner, stage, camera
        self._turn: tuple[int, ExamPhase] | None = None
        self._since = 0.0
        self._vain = 0

    def frame(self) -> Frame:
        """The next frame, after the hand has had its turn."""
        if self.settled:
            self._move(self._since)
            while self._at.busy:
                self._at.step()
            return self._camera.frame()
        frame = self._camera.frame()
        if self._at.busy:
            self._since = frame.at
        else:
            self._move(frame.at)
        return frame

    def _move(self, at: float) -> None:
        """What the hand does at a time, with the table at rest."""
        exam = self._examiner.session
        turn = (len(exam.rounds), exam.phase)
        if exam.done:
            return
        if turn != self._turn:
            self._turn, self._since, self._vain = turn, at, 0
            self.act(exam)
        elif self.settled or at - self._since > PATIENCE_S:
            self._since, self._vain = at, self._vain + 1
            self._insist(exam)

    def _insist(self, exam: Exam) -> None:
        """What was done is not read, or not as it should be."""
        if self._vain > TRIES:
            self._examiner.give_up()
        elif exam.phase is ExamPhase.CLEAR or (exam.asked and exam.look):
            self._examiner.do(steps.pressed_on)
        else:
            self._examiner.look_anew()

    @abstractmethod
    def act(self, exam: Exam) -> None:
        """Does what is asked."""

    def close(self) -> None:  # noqa: B027  # nothing is held open
        """Lets go of nothing."""


class LayingHand(ExamHand):
    """Lays the pieces that are asked for, at places by chance, and takes them away again."""

    def __init__(self, examiner: Examiner, seed: int, art: ArtFolder | None, chance: Random) -> None:
        game = examiner.session.game
        self._random, self._zones = chance, mat(game, cards=card_mm_of(art, game))
        self._stage = TableStage(examiner.session.game, self._zones, seed, art=art)
        super().__init__(examiner, self._stage, TableCamera(self._stage, seed=seed))

    def act(self, exam: Exam) -> None:
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


class ThrowingHand(ExamHand):
    """Throws all dice again and again, and says what they show."""

    def __init__(self, examiner: Examiner, seed: int, art: ArtFolder | None, chance: Random) -> None:
        game = examiner.session.game
        self._random, self._dice = chance, PROFILES[game].dice
        self._stage = DiceStage(mat(game), seed, art=art)
        self._film = DiceCamera(self._stage, seed=seed)
        super().__init__(examiner, self._stage, self._film)

    def act(self, exam: Exam) -> None:
        if exam.phase is ExamPhase.CHECK:
            self._tell(exam)
        else:
            self._stage.clear()
            self._stage.throw(list(self._throw()))

    def _throw(self) -> Iterator[str]:
        kinds = {ORDINARY: ORDINARY_DICE} if self._dice == "pips" else DICE
        for name, number in kinds.items():
            yield from (f"{name}-{self._random.choice(FACES[name])}" for _ in range(number))

    def _tell(self, exam: Exam) -> None:
        """Says of each die that was read what lies there, and names those that were not."""
        assert exam.look is not None
        items = {die.id: die.item for die in self._stage.dice}
        lying = {number: seen.centre for number, seen in self._film.seen().items()}
        scale = self._stage.scene.view.size_px[0] / exam.look.width
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


def _holds(piece: ExamPiece, at: tuple[float, float]) -> bool:
    """Whether a point, px of the photograph, lies in the box of a piece."""
    x, y, width, height = piece.box
    return bool(x <= at[0] <= x + width and y <= at[1] <= y + height)
