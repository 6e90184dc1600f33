"""A match is begun with the three buttons alone, when none is running."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.api import models
from companion.words import refusals
from engines.core import Event, Match
from engines.games import GAMES
from firmware.device.loop import Device
from firmware.games.profiles import PROFILES
from firmware.state.table import OledPage, Step, Table
from firmware.storage.journal import Journal
from firmware.update import beginning
from firmware.update.handle import handle
from firmware.update.inputs import Fault, Pressed, Requested, Saw
from firmware.update.setup import begun
from firmware.web.page import page
from tests.firmware.looks import look, thrown

WAITING = Table(begun("shark-attacks", ("Ana", "Ben"), {}), "0042", 0, address="http://10.0.0.1:8080")
THROW = ["swimmer-1", "swimmer-2", "swimmer-3", *["swimmer-wave"] * 4]


def after(table: Table, presses: str) -> Table:
    for button in presses.split():
        table = handle(table, Pressed(*(("a", "hold") if button == "hold" else (button,))))
    return table


def over(players: tuple[str, ...] = ("Mia", "Tom", "Ida")) -> Table:
    """A device whose match 4 has just ended."""
    match = Match.begin(GAMES["dice-tray"], players, {"throws": 1, "dice": 1})
    steps = tuple(Step(Event("throw", None, ("die-1",))) for _ in players)
    return Table(match.play(*(step.event for step in steps)), "0042", 4, steps=steps, highest=4)


def marked(table: Table) -> str:
    asked = beginning.asked(table)
    return asked.answers[asked.choice].text


def test_a_box_of_which_nothing_is_known_asks_for_a_game_and_for_how_many_play() -> None:
    assert marked(WAITING) == "Shark Attacks!"
    hai_noon = after(WAITING, "b b b")
    assert marked(hai_noon) == "Hai Noon"
    assert marked(after(hai_noon, "a b")) == "3: Player 1, Player 2, Player 3"
    table = after(hai_noon, "a b a")
    assert (table.match.game.name, table.match.players) == ("hai-noon", ("Player 1", "Player 2", "Player 3"))
    assert (table.number, table.waiting, table.page) == (1, False, OledPage.MAIN)
    assert dict(table.match.options)["hands"] == "hidden"


def test_the_marked_answer_goes_round() -> None:
    assert after(WAITING, " ".join("b" * len(PROFILES))).beginning == WAITING.beginning


def test_button_c_goes_back_and_from_the_first_question_to_the_address() -> None:
    assert after(WAITING, "b a c").beginning == WAITING.beginning
    assert after(WAITING, "c").page == OledPage.CONNECT
    assert after(WAITING, "hold").page == OledPage.CONNECT
    for button in "abc":
        assert after(WAITING, f"c {button}").choosing


def test_until_a_match_is_begun_nothing_is_played_or_kept(tmp_path: Path) -> None:
    seen = Saw(look(*thrown(THROW, seed=3)))
    assert handle(WAITING, seen).steps == ()
    for change in (
        models.Undo(version=0),
        models.Typed(version=0, items=tuple(THROW)),
        models.Decide(version=0, kind="bank"),
    ):
        assert handle(WAITING, Requested(change)).refusal == refusals.NO_GAME
    journal = Journal(tmp_path / "journal.db")
    device = Device(replace(WAITING, now=0.0), journal, [])
    for given in (seen, Fault("camera", "It is gone."), Pressed("b")):
        device.put(given)
    device.stop()
    device.run()
    assert device.table.faults == (("camera", "It is gone."),)
    assert journal.load() is None
    for given in (Pressed("a"), Pressed("a"), seen):
        device.put(given)
    device.stop()
    device.run()
    again = journal.load()
    assert again is not None
    assert (again.number, again.match.game.name, again.steps) == (1, "dice-tray", ())
    journal.close()


def test_dice_that_lie_there_when_a_match_is_begun_are_no_throw() -> None:
    seen = Saw(look(*thrown(THROW, seed=3)))
    table = after(handle(WAITING, seen), "a a")
    assert handle(table, seen).steps == ()
    lifted = handle(table, Saw(look()))
    assert len(handle(lifted, Saw(look(*thrown(THROW, seed=4)))).steps) == 1


def test_the_page_says_so_and_a_phone_may_begin_as_well() -> None:
    told = page(WAITING)
    assert (told.title, told.awaits.kind, told.players, told.moves) == ("Lifeguard", "begin", (), ())
    new = models.NewGame(version=0, game="splash-down", players=("Mia", "Tom"))
    assert handle(WAITING, Requested(new)).number == 1


def test_a_first_match_cannot_be_undone_into_nothing() -> None:
    assert after(WAITING, "a a c").refusal == refusals.NOTHING_TO_UNDO


def test_after_the_end_b_and_a_begin_the_same_match_again() -> None:
    table = after(over(), "b")
    assert marked(table) == "Same as last time: Dice tray, Mia, Tom, Ida"
    table = after(table, "a")
    assert (table.number, table.steps, table.match.players) == (5, (), ("Mia", "Tom", "Ida"))
    assert dict(table.match.options)["throws"] == 1
    assert after(table, "c").number == 4, "undo goes back to the match before"


def test_another_game_has_the_players_of_last_time() -> None:
    table = after(over(), "b b a")
    assert marked(table) == "3: Mia, Tom, Ida"
    assert after(table, "b a").match.players == ("Mia", "Tom", "Ida", "Player 1")
    assert after(table, "b b b b a").match.players == ("Mia", "Tom")


def test_who_is_called_like_a_nameless_player_is_another_one() -> None:
    table = after(over(("Player 1", "Tom")), "b b a b a")
    assert table.match.players == ("Player 1", "Tom", "Player 2")


def test_the_other_pages_are_still_there_after_the_end() -> None:
    pages = [after(over(), " ".join(["a"] * count)).page for count in range(6)]
    assert pages == [0, 1, 2, 3, 4, 0]
    assert after(over(), "b c").page == OledPage.MAIN


def test_while_a_match_runs_no_button_leads_to_the_next_one() -> None:
    table = replace(WAITING, number=1)
    for presses in ("b", "b b", "a a a a", "b b b b b"):
        assert not after(table, presses).choosing


def test_an_end_that_is_taken_back_meanwhile_is_no_end() -> None:
    table = after(over(), "b")
    assert table.choosing
    assert not replace(table, match=table.match.upto(2)).choosing


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_begun_with_all_its_numbers_of_players(game: str) -> None:
    for seats in GAMES[game].seats:
        table = WAITING
        while marked(table) != GAMES[game].title:
            table = after(table, "b")
        table = after(table, "a")
        while not marked(table).startswith(f"{seats}:"):
            table = after(table, "b")
        begun_now = after(table, "a")
        assert (begun_now.match.game.name, len(begun_now.match.players)) == (game, seats)
