"""What may be a die: it is asked about where the rules know of one more than is seen, and says nothing elsewhere."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.core import Event, Match
from engines.games import GAMES
from firmware.state.observation import KEPT, UNCLEAR, Piece
from firmware.state.table import Table
from firmware.update.handle import handle
from firmware.update.inputs import Pressed, Saw
from tests.firmware.looks import die, look


def perhaps(looks_like: str, x: float, y: float, place: str = "tray") -> Piece:
    """Something that looks a little like a die, and may show any face."""
    return replace(die(looks_like, x, y, 0.6), doubt=UNCLEAR, place=place)


def begun(game: str, **options: object) -> Table:
    return Table(Match.begin(GAMES[game], ("Ana", "Ben"), options), "0001")


def after(table: Table, *dice: Piece, may_be: tuple[Piece, ...] = (), sure: bool = False) -> Table:
    return handle(table, Saw(replace(look(*dice), perhaps=may_be, sure=sure)))


FOUR, BLOB = die("die-4", 80, 60), perhaps("die-1", 150, 120)
ASKED = after(begun("shut-the-box"), FOUR, may_be=(BLOB,))


def test_where_one_die_more_was_thrown_than_is_seen_it_is_asked_what_it_shows() -> None:
    assert ASKED.question is not None
    assert {str(step.event) for answer in ASKED.question.answers for step in answer.steps[:1]} >= {
        str(Event("throw", None, (f"die-{min(face, 4)}", f"die-{max(face, 4)}"))) for face in (1, 2, 3)
    }
    assert ASKED.question.answers[-1].text == "no, still playing", "it may be a coin"
    assert not ASKED.question.answers[-1].steps
    told = handle(ASKED, Pressed("a"))
    assert told.match.events[0] == Event("throw", None, ("die-1", "die-4"))


def test_once_it_is_known_it_is_the_die_that_lies_there() -> None:
    told = handle(ASKED, Pressed("a"))
    again = after(told, FOUR, may_be=(replace(BLOB, x=BLOB.x + 0.5),))
    assert (again.question, again.mismatch, again.match) == (told.question, None, told.match)


def test_where_all_dice_are_seen_it_says_nothing() -> None:
    seen = after(begun("shut-the-box"), FOUR, die("die-1", 120, 60), may_be=(BLOB,), sure=True)
    assert [event.kind for event in seen.match.events] == ["throw"]


def test_where_it_explains_nothing_what_is_missing_is_said() -> None:
    assert after(begun("yacht"), FOUR, may_be=(BLOB,)).mismatch is not None


@pytest.mark.parametrize("may_be", [(perhaps("die-1", 235, 40, KEPT),), ()])
def test_a_die_laid_on_the_strip_that_is_hardly_seen_is_asked_about(may_be: tuple[Piece, ...]) -> None:
    """Without it nothing is said: dice may be on their way."""
    row = [die(f"die-{face}", 60 + 25 * n, 60) for n, face in enumerate((2, 3, 3, 4, 6, 1))]
    table = after(begun("farkle", opening=0), *row, sure=True)
    laid = after(table, *row[:5], may_be=may_be)
    assert laid.mismatch is None
    assert (laid.question is not None) == bool(may_be)
    if may_be:
        assert handle(laid, Pressed("a")).match.events[-1] == Event("keep", 0, ("die-1",))
