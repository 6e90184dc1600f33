"""What the reader asks of a kind of dice, and which kind that is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from vision.dice.calibration import Candidate
from vision.dice.classifier import DieClassifier
from vision.dice.crops import expose_for_face
from vision.dice.face_names import BuiltInFaces, TaughtFaces
from vision.dice.model import Model
from vision.dice.strategies.any_make import OrdinaryDice, TaughtDice
from vision.dice.strategies.game_dice import GameDice
from vision.dice.taught import Taught
from vision.frame.mat import Mat, MatGround
from vision.reading import Image, Ranked


class DiceStrategy(Protocol):
    """How dice of one kind are sought, told apart and doubted; pictures are BGR uint8."""

    @property
    def classifier(self) -> DieClassifier:
        """What reads their faces one by one."""

    def without_mat(self, image: Image) -> list[Candidate]:
        """All that looks like dice anywhere in a picture of which nothing else is known, weighed together."""

    def on_mat(self, image: Image, mat: Mat, beside: bool, printed: MatGround | None) -> list[Candidate]:
        """All that looks like dice on a mat, and with `beside` also beside it, weighed together; without what shows but
        what is `printed` there, where that is known."""

    def kinds(self, image: Image, die: Candidate) -> tuple[str, Ranked]:
        """The kind of a die, and all kinds with their probabilities."""

    def doubt(self, die: Candidate) -> str:
        """Why a die cannot be trusted, in words for people, or ""."""

    def may_be_die(self, candidate: Candidate, on_mat: bool) -> bool:
        """Whether something that is taken for no die may be one all the same."""

    def is_shaken(self, image: Image, candidates: Sequence[Candidate]) -> bool:
        """Whether the camera moved as it took the picture, so that faces may look like others."""

    def is_doubtful(self, image: Image, candidates: Sequence[Candidate], on_mat: bool) -> bool:
        """Whether the reading as a whole is doubtful, even if no die of it is."""


def strategy_for(model: Model, sets: tuple[str, ...], taught: Taught | None = None) -> DiceStrategy:
    """How dice of these built-in sets, or of a `taught` one, are read."""
    if taught is not None:
        return TaughtDice(DieClassifier(model, TaughtFaces(model, taught)))
    faces = BuiltInFaces(model, sets)
    if "pips" in sets:
        return OrdinaryDice(DieClassifier(model, faces))
    return GameDice(DieClassifier(model, faces, expose_for_face))
