"""Throws that virtual tables ask for: each is answered by one throw that came after it, and no die goes elsewhere."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.api import models
from engines.core import Event, Match
from engines.games import GAMES
from firmware.state.roll import RollRequest
from firmware.state.table import Step, Table
from firmware.update.handle import handle
from firmware.update.inputs import Requested, RollWanted, RollWithdrawn, Saw, Tick
from firmware.update.rolls import LIMITS, waiting
from firmware.web.page import page
from tests.firmware.looks import die, look, thrown

MIA, TOM = RollRequest("mia-0001", "Mia", (("d6", 2), ("d20", 1))), RollRequest("tom-0001", "Tom", (("d6", 1),))


def tray(**options: object) -> Table:
    return Table(Match.begin(GAMES["dice-tray"], ("Ana", "Ben"), options), "0042")


def asked(table: Table, *rolls: RollRequest) -> Table:
    for roll in rolls:
        table = handle(table, RollWanted(roll))
        assert not table.refusal
    return table


def threw(table: Table, *faces: int, seed: int) -> Table:
    return handle(table, Saw(look(*thrown([f"die-{face}" for face in faces], seed))))


def test_what_is_to_be_thrown_is_said_and_the_next_throw_answers_it() -> None:
    table = asked(tray(), MIA)
    (said,) = page(table).rolls
    assert (said.text, said.event) == ("Mia: 2d6 and a d20, please", None)
    table = threw(table, 3, 5, seed=1)
    (said,) = page(table).rolls
    assert (said.event, sorted(page(table).log[said.event].items)) == (0, ["die-3", "die-5"])


def test_another_number_of_dice_answers_nothing_and_is_said() -> None:
    table = threw(asked(tray(), MIA, TOM), 3, 5, 6, seed=1)
    assert [roll.event for roll in table.rolls] == [None, None]
    assert page(table).rolls[0].trouble == "3 dice, not 2: throw again"
    assert page(table).rolls[1].trouble == ""
    table = threw(table, 1, 2, seed=2)
    assert [(roll.id, roll.event) for roll in table.rolls] == [("mia-0001", 1), ("tom-0001", None)]
    assert page(table).rolls[0].trouble == ""


def test_two_players_are_answered_one_after_the_other_each_by_a_throw_of_their_own() -> None:
    table = threw(asked(tray(), MIA, TOM), 4, 4, seed=1)
    table = threw(threw(table, 4, 4, seed=1), 6, seed=3)  # the first dice lie there for another look
    assert [(roll.id, roll.event) for roll in table.rolls] == [("mia-0001", 0), ("tom-0001", 1)]


def test_a_throw_from_before_answers_nothing_nor_does_one_that_is_played_again() -> None:
    table = threw(tray(), 6, seed=1)
    table = asked(table, TOM)
    assert table.rolls[0].event is None
    table = handle(table, Requested(models.Undo(version=table.version)))
    table = handle(table, Requested(models.Redo(version=table.version)))
    assert (len(table.steps), table.rolls[0].event) == (1, None)


def test_dice_that_were_asked_about_when_the_request_came_are_no_answer_to_it() -> None:
    doubtful = look(die("die-6", 100, 80, 0.6, "die-1"))
    table = handle(tray(), Saw(doubtful))
    assert table.question
    table = asked(table, TOM)
    table = handle(table, Requested(models.AnswerRequest(version=table.version, answer=0)))
    assert (len(table.steps), table.rolls[0].event) == (1, None)


def test_a_doubtful_throw_is_asked_about_and_its_answer_is_the_roll() -> None:
    table = handle(asked(tray(), TOM), Saw(look(die("die-6", 100, 80, 0.6, "die-1"))))
    assert table.question
    assert table.rolls[0].event is None
    table = handle(table, Requested(models.AnswerRequest(version=table.version, answer=0)))
    assert table.rolls[0].event == 0


def test_a_throw_that_is_typed_answers_too_and_one_taken_back_answers_nothing_any_more() -> None:
    table = asked(tray(), TOM)
    table = handle(table, Requested(models.Typed(version=table.version, items=("die-5",))))
    assert table.rolls[0].event == 0
    table = handle(table, Requested(models.Undo(version=table.version)))
    assert table.rolls == ()


def test_a_request_lapses_unless_it_is_asked_again_which_nobody_sees() -> None:
    table = asked(tray(), TOM)
    soon = handle(table, Tick(table.now + LIMITS.lease_s - 1))
    again = handle(soon, RollWanted(TOM))
    assert (len(again.rolls), again.version) == (1, table.version)
    later = handle(again, Tick(table.now + LIMITS.lease_s + 1))
    assert waiting(later)
    gone = handle(later, Tick(later.now + LIMITS.lease_s))
    assert (gone.rolls, gone.version) == ((), table.version + 1)


def test_a_request_is_withdrawn_and_the_next_is_first() -> None:
    table = handle(asked(tray(), MIA, TOM), RollWithdrawn("mia-0001"))
    assert [roll.id for roll in waiting(table)] == ["tom-0001"]
    assert handle(table, RollWithdrawn("nobody-1")).version == table.version


def test_another_game_wants_no_throws_any_more_and_another_tray_wants_those_that_wait() -> None:
    table = threw(asked(tray(), MIA, TOM), 3, 5, seed=1)
    tray_again = models.NewGame(version=table.version, game="dice-tray", players=("Ana",))
    assert [roll.id for roll in handle(table, Requested(tray_again)).rolls] == ["tom-0001"]
    pig = models.NewGame(version=table.version, game="pig", players=("Ana", "Ben"))
    assert handle(table, Requested(pig)).rolls == ()


@pytest.mark.parametrize(
    ("table", "roll", "says"),
    [
        (Table(Match.begin(GAMES["pig"], ("Ana", "Ben")), "0042"), MIA, "the dice tray answers virtual tables"),
        (replace(tray(), number=0), MIA, "the dice tray answers virtual tables"),
        (tray(dice=3), MIA, "this tray takes 3 dice in each throw"),
        (tray(), RollRequest("mia-0002", "Mia", (("d20", 1),)), "the camera reads six-sided dice"),
    ],
)
def test_what_cannot_be_answered_is_refused_with_what_would(table: Table, roll: RollRequest, says: str) -> None:
    refused = handle(table, RollWanted(roll))
    assert (refused.refusal.startswith(says), refused.rolls) == (True, ())


def test_there_are_16_requests_at_most_and_a_tray_that_is_done_takes_none() -> None:
    table = asked(tray(), *(replace(TOM, id=f"tom-{n:04}") for n in range(LIMITS.open)))
    assert "wait until one is done" in handle(table, RollWanted(MIA)).refusal
    over = tray(throws=1, dice=1)
    over = replace(
        over, match=over.match.play(*[Event("throw", None, ("die-1",))] * 2), steps=(Step(Event("x", 0)),) * 2
    )
    assert "over" in handle(over, RollWanted(TOM)).refusal
