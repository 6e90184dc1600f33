"""What a terminal is told: sentences, each once as long as it stands."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from engines.core import Event, Match
from engines.games import GAMES
from firmware.outputs.log import LogLines
from firmware.state.table import Answer, Mismatch, Question, Step, Table
from firmware.update.handle import handle
from firmware.update.inputs import Fault, Pressed, Saw
from firmware.update.observed import opened
from firmware.update.setup import begun
from tests.firmware.looks import look, thrown

FIRST = ["swimmer-wave", "swimmer-wave", "swimmer-wave", "swimmer-wave", "swimmer-1", "swimmer-2", "swimmer-3"]


NEW = Table(Match.begin(GAMES["shark-attacks"], ("Ana", "Ben")), "1234")
READ = handle(NEW, Saw(look(*thrown(FIRST, seed=1))))


def lines(*tables: Table) -> list[str]:
    """All lines of a terminal that is shown these tables one after the other."""
    log = LogLines()
    return [line for before, after in pairwise(tables) for line in log.of(before, after)]


def test_an_event_is_told_as_on_the_page_with_the_scores_that_it_changed_and_why() -> None:
    assert lines(NEW, READ) == ["Ana throws: 1, 2, 3 and 4 waves"]
    assert lines(READ, handle(READ, Saw(look()))) == ["Ana banks 6   [Ana 6  Ben 0]   6 swimmers banked"]


def test_a_card_that_nobody_saw_is_told_without_signs_for_it() -> None:
    tables = [opened(Table(begun("splash-down", ("Ana", "Ben"), {}), "1234"))]
    for event in (Event("draw", seat=0), Event("card", items=("??",))):
        table = tables[-1]
        tables.append(replace(table, match=table.match.play(event), steps=(*table.steps, Step(event))))
    assert lines(*tables) == ["Ana draws the next card", "Ana has drawn a card"]


def test_a_question_is_said_once_until_another_one_or_an_event_comes() -> None:
    asked = Question("Who was it?", (Answer("Ana", ()), Answer("Ben", ())))
    one = replace(READ, question=asked)
    once_more = replace(one, question=replace(asked, look=look()))
    moved = replace(one, question=replace(asked, choice=1))
    other = replace(one, question=replace(asked, text="From whom?"))
    none = replace(one, question=None)
    said = ["? Who was it?  Ana / Ben"]
    assert lines(READ, one, once_more, moved, none, one) == said
    assert lines(READ, one, other, one) == [*said, "? From whom?  Ana / Ben", *said]
    after = handle(none, Saw(look()))
    assert lines(READ, one, after, replace(after, question=asked))[-1:] == said


def test_a_difference_that_stays_is_said_once() -> None:
    differs = Mismatch("7 blue dice", "6 blue dice")
    first, still = (replace(READ, mismatch=replace(differs, stood=looks)) for looks in (0, 1))
    assert lines(READ, first, still) == ["The table should show 7 blue dice; I see 6 blue dice."]


def test_all_else_is_told_in_words_too() -> None:
    lost = handle(READ, Fault("camera", "The camera is gone. Check its cable."))
    assert lines(READ, lost) == ["The camera is gone. Check its cable."]
    assert lines(READ, handle(READ, Pressed("c"))) == ["taken back: the last step"]
    assert lines(READ, replace(NEW, number=2)) == ["Shark Attacks!: Ana and Ben"]
    assert lines(READ, replace(READ, refusal="it is not your turn", rule="SA-1")) == [
        "refused: it is not your turn (SA-1)"
    ]
