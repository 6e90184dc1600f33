"""An exam in words for people: what is asked, what was read, and what came of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from companion.words import places
from companion.words.language import again, decimal, t
from companion.words.pieces import commas, join, plural
from engines.core import Match, said
from engines.games import game_named
from engines.seats import SEATS
from firmware.state.exam import NOTHING, Exam, ExamLight, ExamPhase
from firmware.state.exam_result import ExamResult, RightShare

LAY = {
    "cards": said("Lay these cards on the mat, wherever cards lie, none upon another"),
    "tiles": said("Lay these tiles on the ring, one in a space"),
    "tokens": said("Lay these tokens on the Depth Board, none upon another"),
}
KINDS = {"cards": said("cards"), "tiles": said("tiles"), "tokens": said("tokens"), "dice": said("dice")}
"""What pieces are called together."""
THROW = said("Throw all dice, then say what you see")
SHOWN = said("Wait for the next picture")
CLEAR = said("Take all pieces off the mat")


def piece(game: str, name: str | None) -> str:
    """A piece in words: "Air 5 or Calm", "a blue 2"; of a player's pieces by their colour: "Red's pirate"."""
    if name in (None, NOTHING):
        return t("nothing")
    return again(places.name(_match(game), str(name)))


@lru_cache(maxsize=8)
def _match(game: str) -> Match:
    rules = game_named(game)
    return Match.begin(rules, tuple(said(seat.colour.capitalize()) for seat in SEATS[: max(rules.seats)]))


def listed(game: str, names: Iterable[str | None]) -> tuple[str, ...]:
    """Pieces in words, like ones together: "2 x Krill"."""
    counts = Counter(piece(game, name) for name in names)
    return tuple(_times(words, number) for words, number in counts.items())


def task(exam: Exam) -> str:
    """What people are to do now, in a sentence without its end."""
    if exam.phase is ExamPhase.CHECK:
        return _check(exam)
    if exam.phase is ExamPhase.CLEAR:
        return t(CLEAR)
    if exam.asked:
        return t(LAY[kind(exam)])
    return t(THROW if exam.groups[0][0] == "dice" else SHOWN)


def kind(exam: Exam) -> str:
    """What the pieces are called that are asked for: cards, tiles or tokens."""
    return next(label for label, names in exam.groups if set(exam.asked) <= set(names))


def _check(exam: Exam) -> str:
    if not exam.asked:
        return t("I read {pieces}. Is it all so", pieces=plural(len(exam.marks), "piece"))
    right = sum(mark.right for mark in exam.marks)
    return t("I read {right} of {all} as asked. Does all lie as asked", right=right, all=len(exam.asked))


def percent(share: RightShare) -> str:
    """`57 of 60 right: 95%, surely between 86% and 99%`."""
    if not share.of:
        return "nothing was read"
    right = f"{share.right} of {share.of} right: {share.right / share.of:.0%}"
    return f"{right}, 95% interval {share.low:.0%} to {share.high:.0%}"


MOST_UNASKED = 8
"""So many faces that were not asked for are named; the others are counted."""


def unasked(game: str, names: Sequence[str]) -> str:
    """`not asked: Krill, Orca and 3 more`; "" for none."""
    pieces = [piece(game, name) for name in names[:MOST_UNASKED]]
    if len(names) > MOST_UNASKED:
        return t("not asked: {pieces} and {count} more", pieces=commas(pieces), count=len(names) - MOST_UNASKED)
    return t("not asked: {pieces}", pieces=join(pieces)) if pieces else ""


def summary(exam: Exam, found: ExamResult) -> Iterator[str]:
    """The sums, a line each, for the terminal."""
    game = exam.game
    yield percent(found.total)
    if len(found.groups) > 1:
        yield from (f"  {label}: {percent(of)}" for label, of in found.groups)
    yield f"asked about in play: {found.unsure}; wrong without a doubt: {found.silent}"
    if found.made_up:
        yield f"read where nothing lay: {join(list(_all_times(game, found.made_up)))}"
    if found.unread:
        yield f"pictures that could not be read at all: {found.unread}"
    if found.unasked:
        more = f" (--count {len(exam.names)} asks for all)" if exam.count < len(exam.names) else ""
        yield f"{unasked(game, found.unasked)}{more}"
    for one in found.failed:
        read = join(list(_all_times(game, one.read_as)))
        yield f"  {piece(game, one.face)} ({one.of} laid) was read as {read}, in {light(one.lights)}"
    if found.light:
        yield f"light: {light(found.light)}"


def _all_times(game: str, counts: Sequence[tuple[str | None, int]]) -> Iterator[str]:
    for name, number in counts:
        yield _times("nothing at all" if name is None else piece(game, name), number)


def _times(words: str, number: int) -> str:
    return words if number == 1 else t("{count} x {piece}", count=number, piece=words)


def light(seen: Sequence[ExamLight]) -> str:
    """`grey 121 to 130 of 255, glare 0.1%, edges 1.2 px soft`: the range over these pictures."""
    grey, glare, soft = ([getattr(one, what) for one in seen] for what in ("grey", "glare", "softness"))
    return t(
        "grey {grey} of 255, glare {glare}%, edges {soft} px soft",
        grey=_range(grey, 0),
        glare=_range([100 * share for share in glare], 1),
        soft=_range(soft, 1),
    )


def _range(values: Sequence[float], digits: int) -> str:
    low, high = decimal(min(values), digits), decimal(max(values), digits)
    return low if low == high else t("{low} to {high}", low=low, high=high)
