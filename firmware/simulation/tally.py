"""What films of all games share: how one went, what the device said in it, and vision's errors switched on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from firmware.referee.likelihood import ObservationPair
from firmware.state.observation import HIDDEN, Observation, Piece
from firmware.state.table import Table

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal")


@dataclass(frozen=True, slots=True)
class MisreadingChances:
    """How sure vision is of a misread piece."""

    p_wrong: float = 0.55
    """Of what it takes it for."""
    p_true: float = 0.4
    """Of what it is."""
    p_other: float = 0.02
    """Of each other that it may be."""


MISREAD = MisreadingChances()


@dataclass
class Readings:
    """The pieces that were new in each look: how vision read them, and what the rules made of that.

    Of `pieces`, `misread` were likeliest something else. `told` are right without anybody being asked, `mistaken` are
    wrong so; of the misread `repaired` were set right. The others were asked about, or waited for.
    """

    pieces: int = 0
    misread: int = 0
    told: int = 0
    mistaken: int = 0
    repaired: int = 0

    def count(self, observation: Observation, true: Sequence[str], before: Observation | None, after: Table) -> None:
        """Count its pieces, which truly are `true`, given the observation explained `before` and the table then."""
        seen = after.look
        known = seen.identities if seen is not None and seen.id == observation.id and not after.question else ()
        for number, origin in enumerate(ObservationPair(observation, before).previous_index):
            piece, name = observation.pieces[number], true[number]
            if origin is not None or piece.doubt == HIDDEN or not piece.items:
                continue
            said, wrong = known[number] if known else None, piece.items[0][0] != name
            self.pieces += 1
            self.misread += wrong
            self.told += said == name
            self.mistaken += said not in (None, name)
            self.repaired += wrong and said == name


@dataclass(frozen=True, slots=True)
class FilmedQuestion:
    """A question as the OLED showed it. `event`: how many events had been followed then; `unseen`: no picture could
    have answered it; `step`: it asked on behind an answer, and counts as one with the question before."""

    event: int
    unseen: bool
    step: bool
    lines: tuple[str, ...]
    answers: tuple[str, ...]


@dataclass
class FilmTally:
    """What the device said so far. `questions` are those that a picture could have answered, and what had to be entered
    because nothing true was offered; `unseen` the others: those about a die that leans are among them. `asked` are all
    of both, but for what had to be entered."""

    wrong: int = 0
    questions: int = 0
    unseen: int = 0
    mismatches: int = 0
    looks: int = 0
    asked: list[FilmedQuestion] = field(default_factory=list)
    readings: Readings = field(default_factory=Readings)

    def ask(self, question: FilmedQuestion) -> None:
        """Count a question."""
        self.asked.append(question)
        self.unseen += question.unseen and not question.step
        self.questions += not question.unseen and not question.step


@dataclass(frozen=True, slots=True)
class Film:
    """How filmed game `game` went.

    `right`: the match that was followed is the one that was played, with its scores; `wrong` counts what was confirmed
    and never happened. `questions`, `unseen`, `mismatches` and `asked` are as in `FilmTally`; `bungles` counts the
    robot's mistakes and `noticed` how many of them were spoken of. The last five are as in `Readings`.
    """

    game: int
    players: int
    options: Mapping[str, object]
    events: int
    scores: tuple[int, ...]
    truth: tuple[int, ...]
    right: bool
    wrong: int
    questions: int
    unseen: int
    mismatches: int
    bungles: int
    noticed: int
    looks: int
    asked: tuple[FilmedQuestion, ...]
    pieces: int
    misread: int
    told: int
    mistaken: int
    repaired: int


def read_wrong(
    observation: Observation, share: float, others: Callable[[Piece], Sequence[str]], random: Random
) -> Observation:
    """An observation of which this share of the pieces is taken for one of the `others`, with little confidence."""
    if not share:
        return observation
    pieces = (_wrong(p, others(p), random) if random.random() < share else p for p in observation.pieces)
    return replace(observation, pieces=tuple(pieces))


def _wrong(piece: Piece, others: Sequence[str], random: Random) -> Piece:
    if not others or not piece.items or piece.doubt == HIDDEN:
        return piece
    true, wrong = piece.items[0][0], random.choice(others)
    rest = tuple((item, MISREAD.p_other) for item, _ in piece.items if item not in (true, wrong))
    return replace(piece, items=((wrong, MISREAD.p_wrong), (true, MISREAD.p_true), *rest))


def named(observation: Observation) -> tuple[str, ...]:
    """What each piece of an observation likeliest is; "" where nothing is known."""
    return tuple(piece.items[0][0] if piece.items else "" for piece in observation.pieces)
