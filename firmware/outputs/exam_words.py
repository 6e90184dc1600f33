"""An exam in words for people: what is asked, what was read, and what came of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from companion.words import places
from companion.words.pieces import join, plural
from engines.core import Match
from engines.games import game_named
from engines.seats import SEATS
from firmware.state.exam import NOTHING, Exam, ExamLight, ExamPhase
from firmware.state.exam_result import ExamResult, RightShare

LAY = {
    "cards": "Lay these cards on the mat, wherever cards lie, none upon another",
    "tiles": "Lay these tiles on the ring, one in a space",
    "tokens": "Lay these tokens on the Depth Board, none upon another",
}
THROW = "Throw all dice, then say what you see"
SHOWN = "Wait for the next picture"
CLEAR = "Take all pieces off the mat"


def piece(game: str, name: str | None) -> str:
    """A piece in words: "Air 5 or Calm", "a blue 2"; of a player's pieces by their colour: "Red's pirate"."""
    if name in (None, NOTHING):
        return NOTHING
    return places.name(_match(game), str(name))


@lru_cache(maxsize=8)
def _match(game: str) -> Match:
    rules = game_named(game)
    return Match.begin(rules, tuple(seat.colour.capitalize() for seat in SEATS[: max(rules.seats)]))


def listed(game: str, names: Iterable[str | None]) -> tuple[str, ...]:
    """Pieces in words, like ones together: "2 x Krill"."""
    counts = Counter(piece(game, name) for name in names)
    return tuple(words if number == 1 else f"{number} x {words}" for words, number in counts.items())


def task(exam: Exam) -> str:
    """What people are to do now, in a sentence without its end."""
    if exam.phase is ExamPhase.CHECK:
        return _check(exam)
    if exam.phase is ExamPhase.CLEAR:
        return CLEAR
    if exam.asked:
        return LAY[kind(exam)]
    return THROW if exam.groups[0][0] == "dice" else SHOWN


def kind(exam: Exam) -> str:
    """What the pieces are called that are asked for: cards, tiles or tokens."""
    return next(label for label, names in exam.groups if set(exam.asked) <= set(names))


def _check(exam: Exam) -> str:
    if not exam.asked:
        return f"I read {plural(len(exam.marks), 'piece')}. Is it all so"
    right = sum(mark.right for mark in exam.marks)
    return f"I read {right} of {len(exam.asked)} as asked. Does all lie as asked"


def percent(share: RightShare) -> str:
    """`57 of 60 right: 95%, surely between 86% and 99%`."""
    if not share.of:
        return "nothing was read"
    said = f"{share.right} of {share.of} right: {share.right / share.of:.0%}"
    return f"{said}, 95% interval {share.low:.0%} to {share.high:.0%}"


def summary(game: str, found: ExamResult) -> Iterator[str]:
    """The sums, a line each."""
    yield percent(found.total)
    if len(found.groups) > 1:
        yield from (f"  {label}: {percent(of)}" for label, of in found.groups)
    yield f"asked about in play: {found.unsure}; wrong without a doubt: {found.silent}"
    if found.made_up:
        yield f"read where nothing lay: {join(list(_times(game, found.made_up)))}"
    if found.unread:
        yield f"pictures that could not be read at all: {found.unread}"
    for one in found.failed:
        read = join(list(_times(game, one.read_as)))
        yield f"  {piece(game, one.face)} ({one.of} laid) was read as {read}, in {light(one.lights)}"
    if found.light:
        yield f"light: {light(found.light)}"


def _times(game: str, counts: Sequence[tuple[str | None, int]]) -> Iterator[str]:
    for name, number in counts:
        words = "nothing at all" if name is None else piece(game, name)
        yield words if number == 1 else f"{number} x {words}"


def light(seen: Sequence[ExamLight]) -> str:
    """`grey 121 to 130 of 255, glare 0.1%, edges 1.2 px soft`: the range over these pictures."""
    grey, glare, soft = ([getattr(one, what) for one in seen] for what in ("grey", "glare", "softness"))
    return (
        f"grey {_range(grey, '.0f')} of 255, glare {_range([100 * share for share in glare], '.1f')}%,"
        f" edges {_range(soft, '.1f')} px soft"
    )


def _range(values: Sequence[float], form: str) -> str:
    low, high = format(min(values), form), format(max(values), form)
    return low if low == high else f"{low} to {high}"
