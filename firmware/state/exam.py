"""An exam: pieces are laid as asked or thrown, read, and compared with what people say lies there. One value, pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from math import hypot

from engines.core import said
from firmware.state.observation import Box
from firmware.state.session import Session, SessionRefused, changed

NOTHING = "nothing"
"""What is chosen where a piece was read and nothing lies."""


@dataclass(frozen=True, slots=True)
class ExamLimits:
    """When a piece counts as surely read, and when a throw as the same one."""

    p_sure: float = 0.9
    """A piece read with at least this chance would not be asked about (as `read --game` vouches)."""
    same_place_share: float = 0.2
    """Dice that all lie within this share of their size of where they lay were not thrown again."""


LIMITS = ExamLimits()


class ExamPhase(StrEnum):
    """What people are to do: take all pieces away, lay or throw some, or check what was read."""

    CLEAR = "clear"
    LAY = "lay"
    CHECK = "check"


@dataclass(frozen=True, slots=True)
class ExamLight:
    """In which light a picture was taken: mean grey (0 to 255), share of px blown out, blur of its edges in px."""

    grey: float
    glare: float
    softness: float


@dataclass(frozen=True, slots=True)
class ExamPiece:
    """A piece as it was read: its names with their chances, likeliest first, where it is in the photograph (px), and
    why it is doubted ("" if it is not)."""

    candidates: tuple[tuple[str, float], ...]
    box: Box
    doubt: str = ""

    @property
    def name(self) -> str | None:
        """What it was read as."""
        return self.candidates[0][0] if self.candidates else None

    @property
    def sure(self) -> bool:
        """Whether nobody would be asked about it."""
        return bool(self.candidates) and self.candidates[0][1] >= LIMITS.p_sure and not self.doubt


@dataclass(frozen=True, slots=True)
class ExamLook:
    """The table at rest as it was read; `id` names its photograph of `width` x `height` px."""

    id: str
    width: int
    height: int
    pieces: tuple[ExamPiece, ...]
    light: ExamLight


@dataclass(frozen=True, slots=True)
class Mark:
    """What lies there (None: nothing) and what was read (None: it was overlooked)."""

    truth: str | None
    read: ExamPiece | None

    @property
    def right(self) -> bool:
        """Whether the piece was read as what it is."""
        return self.truth is not None and self.read is not None and self.read.name == self.truth

    @property
    def silent(self) -> bool:
        """Whether it was read wrongly, and surely: nobody would be asked."""
        return not self.right and self.read is not None and self.read.sure


@dataclass(frozen=True, slots=True)
class ExamRound:
    """What was asked (nothing for a throw), and what came of it."""

    asked: tuple[str, ...]
    marks: tuple[Mark, ...]
    light: ExamLight


@dataclass(frozen=True, slots=True)
class Exam(Session):
    """The whole exam.

    `plan` is what is asked for, round by round; without one people say what they see, until `count` pieces lay there.
    `groups` are the names of the game's pieces by what they are called together. `marks` is what was read in `look`,
    once that is to be checked. On the OLED mark number `at` is checked (None: all at once), `choice` is the name shown.
    """

    game: str
    count: int
    groups: tuple[tuple[str, tuple[str, ...]], ...]
    plan: tuple[tuple[str, ...], ...] = ()
    phase: ExamPhase = ExamPhase.CLEAR
    look: ExamLook | None = None
    marks: tuple[Mark, ...] = ()
    rounds: tuple[ExamRound, ...] = ()
    unread: int = 0
    at: int | None = None
    choice: int = 0

    @property
    def asked(self) -> tuple[str, ...]:
        """What is to be laid in this round; () where people say what they see."""
        return self.plan[len(self.rounds)] if len(self.rounds) < len(self.plan) else ()

    @property
    def pieces(self) -> int:
        """How many pieces lay there so far."""
        return sum(mark.truth is not None for one in self.rounds for mark in one.marks)

    @property
    def doubtful(self) -> tuple[int, ...]:
        """The marks that people should look at one by one: what differs from what was asked, else all of them."""
        return tuple(n for n, mark in enumerate(self.marks) if not self.asked or not mark.right)

    def choices(self, number: int) -> tuple[str, ...]:
        """What mark `number` may really be: as it stands, then as it was read, then the others of its group."""
        mark = self.marks[number]
        read = [name for name, _ in mark.read.candidates] if mark.read else []
        first = [mark.truth or NOTHING, *read]
        alike = next((names for _, names in self.groups if set(first) & set(names)), self.names)
        return tuple(dict.fromkeys((*first, *alike, NOTHING)))

    @property
    def names(self) -> tuple[str, ...]:
        """All names that a piece may have."""
        return tuple(name for _, names in self.groups for name in names)


def begun(exam: Exam) -> Exam:
    """The exam before its first round: what is asked for is laid on an empty table, dice are simply thrown."""
    return replace(exam, phase=ExamPhase.CLEAR if exam.plan else ExamPhase.LAY)


def looked(exam: Exam, look: ExamLook) -> Exam:
    """The table at rest was read."""
    if exam.done or exam.phase is ExamPhase.CHECK:
        return exam
    if exam.phase is ExamPhase.CLEAR:
        return _cleared(exam, look)
    if not exam.asked:
        again = exam.look is not None and _same_throw(exam.look, look)
        return exam if again or not look.pieces else _to_check(exam, look)
    if len(look.pieces) >= len(exam.asked):
        return _to_check(exam, look)
    return changed(exam, look=look, note=said("I see {count} of {all}", count=len(look.pieces), all=len(exam.asked)))


def unread(exam: Exam, trouble: str) -> Exam:
    """The table at rest could not be read at all: why, in a sentence."""
    return exam if exam.done else changed(exam, unread=exam.unread + 1, note=trouble)


def pressed_on(exam: Exam) -> Exam:
    """People say that the table is as asked, whatever is seen of it. Raises SessionRefused if nothing was seen yet."""
    if exam.phase is ExamPhase.CHECK:
        return confirmed(exam)
    if exam.phase is ExamPhase.CLEAR:
        return changed(exam, phase=ExamPhase.LAY, look=None, note="")
    if exam.look is None or not exam.asked:
        raise SessionRefused(said("nothing has been read yet: take your hands away, and keep the table still"))
    return _to_check(exam, exam.look)


def confirmed(exam: Exam) -> Exam:
    """What lies there is as the marks say: the round counts. Raises SessionRefused if there is none."""
    _checking(exam)
    assert exam.look is not None
    exam = replace(exam, rounds=(*exam.rounds, ExamRound(exam.asked, exam.marks, exam.look.light)))
    over = len(exam.rounds) == len(exam.plan) if exam.plan else exam.pieces >= exam.count
    phase = ExamPhase.CLEAR if exam.plan else ExamPhase.LAY
    return changed(exam, phase=phase, marks=(), note="", at=None, choice=0, done=over)


def mended(exam: Exam, number: int, truth: str | None) -> Exam:
    """Mark `number` is really this piece, or none (None). Raises SessionRefused for what does not fit."""
    _checking(exam)
    if not 0 <= number < len(exam.marks):
        raise SessionRefused(said("there is no such piece in this round"))
    _known(exam, truth)
    mark = replace(exam.marks[number], truth=truth)
    marks = [mark if n == number else one for n, one in enumerate(exam.marks)]
    return changed(exam, marks=tuple(one for one in marks if one.truth or one.read), note="")


def added(exam: Exam, truth: str) -> Exam:
    """A piece lies there that was overlooked. Raises SessionRefused for what does not fit."""
    _checking(exam)
    _known(exam, truth)
    return changed(exam, marks=(*exam.marks, Mark(truth, None)), note="")


def again(exam: Exam) -> Exam:
    """This reading does not count: something lay wrong, or a hand was in the way. Raises SessionRefused."""
    _checking(exam)
    return changed(exam, phase=ExamPhase.LAY, marks=(), look=None, note="", at=None, choice=0)


def finished(exam: Exam) -> Exam:
    """People have enough. Raises SessionRefused before the first round is through."""
    if not exam.rounds:
        raise SessionRefused(said("nothing has been read yet, so there is nothing to say"))
    return changed(exam, done=True, marks=(), note="")


def one_by_one(exam: Exam) -> Exam:
    """Button B: from all at once to the first mark in doubt; at a mark to the next name."""
    _checking(exam)
    if exam.at is None:
        first = exam.doubtful
        return changed(exam, at=first[0], choice=0) if first else exam
    return changed(exam, choice=(exam.choice + 1) % len(exam.choices(exam.at)))


def accepted(exam: Exam) -> Exam:
    """Button A at a mark: it is what is shown; the next one comes, and after the last the round counts."""
    _checking(exam)
    if exam.at is None:
        return confirmed(exam)
    chosen = exam.choices(exam.at)[exam.choice]
    later = [n for n in exam.doubtful if n > exam.at]
    gone = chosen == NOTHING and exam.marks[exam.at].read is None
    exam = mended(exam, exam.at, None if chosen == NOTHING else chosen)
    return changed(exam, at=later[0] - gone, choice=0) if later else confirmed(exam)


def compared(asked: Sequence[str], pieces: Iterable[ExamPiece]) -> tuple[Mark, ...]:
    """What was asked beside what was read: like names go together, then the likeliest of what is left."""
    left, marks, rest = list(asked), list[Mark](), list[ExamPiece]()
    for piece in sorted(pieces, key=lambda one: -max((p for _, p in one.candidates), default=0.0)):
        if piece.name in left:
            left.remove(piece.name)
            marks.append(Mark(piece.name, piece))
        else:
            rest.append(piece)
    return (*marks, *_likeliest(left, rest))


def _likeliest(left: list[str], rest: list[ExamPiece]) -> Iterator[Mark]:
    while left and rest:
        name, piece = max(
            ((n, p) for n in left for p in rest), key=lambda pair: dict(pair[1].candidates).get(pair[0], 0)
        )
        left.remove(name)
        rest.remove(piece)
        yield Mark(name, piece)
    yield from (Mark(name, None) for name in left)
    yield from (Mark(None, piece) for piece in rest)


def _cleared(exam: Exam, look: ExamLook) -> Exam:
    if look.pieces:
        return changed(exam, look=look, note=said("I still see {count}", count=len(look.pieces)))
    return changed(exam, phase=ExamPhase.LAY, look=None, note="")


def _to_check(exam: Exam, look: ExamLook) -> Exam:
    """What was read is compared; where all is as asked nobody needs to say so."""
    marks = compared(exam.asked or [piece.name for piece in look.pieces if piece.name], look.pieces)
    exam = changed(exam, phase=ExamPhase.CHECK, look=look, marks=marks, note="", at=None, choice=0)
    return confirmed(exam) if exam.asked and all(mark.right for mark in marks) else exam


def _same_throw(before: ExamLook, now: ExamLook) -> bool:
    if len(before.pieces) != len(now.pieces):
        return False
    return all(any(_same_place(old, new) for old in before.pieces) for new in now.pieces)


def _same_place(old: ExamPiece, new: ExamPiece) -> bool:
    (a, b), (c, d) = (
        (one.box[0] + one.box[2] / 2, one.box[1] + one.box[3] / 2) for one in (old, new)
    )  # fmt: skip
    return hypot(a - c, b - d) < LIMITS.same_place_share * max(new.box[2:])


def _checking(exam: Exam) -> None:
    if exam.phase is not ExamPhase.CHECK or exam.done:
        raise SessionRefused(said("there is nothing to check now"))


def _known(exam: Exam, name: str | None) -> None:
    if name is not None and name not in exam.names:
        raise SessionRefused(said("the game has no {name}", name=name))
