"""What an exam says: how right pieces are read on this table, with an interval; which faces failed, in which light."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import exp, lgamma, log, log1p

from firmware.state.exam import Exam, ExamLight, ExamRound, Mark

CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class RightShare:
    """So many of so many, and the interval of the true share (see `interval`); (0, 1) of none."""

    right: int
    of: int
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class FailedFace:
    """A face that was not always read right: how often it lay there, as what else it was read (None: overlooked) and
    how often, and in which light each time."""

    face: str
    of: int
    read_as: tuple[tuple[str | None, int], ...]
    lights: tuple[ExamLight, ...]


@dataclass(frozen=True, slots=True)
class ExamResult:
    """The sums. `groups` are the shares of each kind of piece, `unsure` how many the device would have asked about,
    `silent` those read wrongly and surely, `made_up` what was read where nothing lay, `unread` pictures that could not
    be read at all; `light` of each round. `unasked`: faces that never lay there, in an exam that asks for
    pieces."""

    total: RightShare
    groups: tuple[tuple[str, RightShare], ...]
    unsure: int
    silent: int
    made_up: tuple[tuple[str | None, int], ...]
    failed: tuple[FailedFace, ...]
    light: tuple[ExamLight, ...]
    unread: int
    unasked: tuple[str, ...] = ()


def result(exam: Exam) -> ExamResult:
    """What the rounds so far say."""
    lying = [(one, mark) for one in exam.rounds for mark in one.marks if mark.truth is not None]
    marks = [mark for one in exam.rounds for mark in one.marks]
    made_up = Counter(mark.read.name for mark in marks if mark.truth is None and mark.read)
    groups = ((label, [mark for _, mark in lying if mark.truth in names]) for label, names in exam.groups)
    return ExamResult(
        share([mark for _, mark in lying]),
        tuple((label, share(of)) for label, of in groups if of),
        sum(mark.read is not None and not mark.read.sure for mark in marks),
        sum(mark.silent for mark in marks),
        tuple(made_up.most_common()),
        _failed(lying),
        tuple(one.light for one in exam.rounds),
        exam.unread,
        _unasked(exam),
    )


def share(marks: Sequence[Mark]) -> RightShare:
    """How many of these were read right."""
    right = sum(mark.right for mark in marks)
    return RightShare(right, len(marks), *interval(right, len(marks)))


def _unasked(exam: Exam) -> tuple[str, ...]:
    lay = {mark.truth for one in exam.rounds for mark in one.marks}
    return tuple(name for name in exam.names if name not in lay) if exam.plan else ()


def _failed(lying: Iterable[tuple[ExamRound, Mark]]) -> tuple[FailedFace, ...]:
    """The faces that failed, the worst first."""
    by_face: dict[str, list[tuple[ExamRound, Mark]]] = {}
    for one, mark in lying:
        by_face.setdefault(str(mark.truth), []).append((one, mark))
    failed = []
    for face, seen in by_face.items():
        wrong = [(one, mark) for one, mark in seen if not mark.right]
        if wrong:
            read = Counter(mark.read.name if mark.read else None for _, mark in wrong)
            failed.append(FailedFace(face, len(seen), tuple(read.most_common()), tuple(one.light for one, _ in wrong)))
    return tuple(sorted(failed, key=lambda one: (-len(one.lights), one.face)))


def interval(right: int, of: int, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """The exact interval of a share by Clopper and Pearson (Biometrika 26, 1934): whatever the true share is, it lies
    inside with at least this chance, as long as the pieces are read independently of each other.

    Its ends are the shares at which so many right, or more (or fewer), would be a chance of half of what is left.
    """
    tail = (1 - confidence) / 2
    low = _where(lambda p: _at_most(of - right, of, 1 - p), tail) if right else 0.0
    high = 1 - _where(lambda p: _at_most(right, of, 1 - p), tail) if right < of else 1.0
    return low, high


def _where(chance: Callable[[float], float], wanted: float) -> float:
    """Where a chance that grows with a share is as wanted, by halving."""
    low, high = 0.0, 1.0
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if chance(middle) < wanted else (low, middle)
    return (low + high) / 2


def _at_most(most: int, of: int, p: float) -> float:
    """The chance of at most so many of `of`, each with chance p (0 < p < 1)."""
    ways = (lgamma(of + 1) - lgamma(k + 1) - lgamma(of - k + 1) for k in range(most + 1))
    return sum(exp(way + k * log(p) + (of - k) * log1p(-p)) for k, way in enumerate(ways))
