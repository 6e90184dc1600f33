"""Before the first start is over nothing is played; then what people said is offered."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.api import models
from companion.words import refusals
from firmware.config import Config
from firmware.device.opening import greeted, present, wanted
from firmware.outputs import sounds
from firmware.outputs.tunes import melodies
from firmware.state.household import Household
from firmware.state.table import TEST_S, OledPage, Table
from firmware.storage.journal import Journal
from firmware.storage.people import household
from firmware.update import beginning
from firmware.update.handle import handle
from firmware.update.inputs import Fault, Introduced, Pressed, Requested, Saw, Tick, TriedOut
from firmware.update.setup import begun
from tests.firmware.looks import look, thrown

NEW = Table(begun("shark-attacks", ("Ana", "Ben"), {}), "0042", 0, household=Household(done=False))
SEASIDE = Household(("Mia", "Tom", "Ida"), ("hai-noon", "pig"), ("hai-noon",))
BOX = Config.model_validate({"camera": {"source": "usb:0"}})


def opened(home: Path, config: Config = BOX, again: bool = False) -> Table:
    """The table that a device begins with in that home."""
    journal = Journal(home / "journal.db")
    try:
        return greeted(present(journal, config, False)[0], home, again, "en")
    finally:
        journal.close()


def played(home: Path) -> None:
    """A match was begun there."""
    journal = Journal(home / "journal.db")
    table = Table(wanted(BOX), "0042", 1)
    journal.save(None, table)
    journal.close()


def test_a_box_on_which_nothing_was_ever_played_waits_for_its_first_start(tmp_path: Path) -> None:
    assert not opened(tmp_path).household.done
    household.keep(tmp_path, replace(SEASIDE, done=False))  # a phone went away in the middle of it
    half = opened(tmp_path)
    assert (half.household.done, half.household.names, half.match.game.name) == (False, SEASIDE.names, "hai-noon")
    household.keep(tmp_path, SEASIDE)
    assert opened(tmp_path).household == SEASIDE


@pytest.mark.parametrize("asked", [{"game": {"name": "pig"}}, {"camera": {"source": "simulated"}}])
def test_who_asks_for_a_game_or_has_played_before_need_not_introduce_themselves(asked, tmp_path: Path) -> None:
    assert opened(tmp_path, Config.model_validate({"camera": {"source": "usb:0"}} | asked)).household.done
    played(tmp_path / "before")
    assert opened(tmp_path / "before").household.done


def test_the_first_start_may_be_asked_for_again_and_the_match_stays_among_the_past_ones(tmp_path: Path) -> None:
    played(tmp_path)
    table = opened(tmp_path, again=True)
    assert (table.waiting, table.household.done, table.highest) == (True, False, 1)


def test_before_it_is_done_neither_buttons_nor_phones_nor_the_camera_begin_anything() -> None:
    assert all(handle(NEW, Pressed(button)).page == OledPage.MAIN for button in "abc")
    assert not handle(NEW, Pressed("a", "hold")).choosing
    wish = models.NewGame(version=NEW.version, game="pig", players=("Ana", "Ben"))
    refused = handle(NEW, Requested(wish))
    assert (refused.waiting, refused.refusal) == (True, refusals.NOT_SET_UP)
    assert handle(NEW, Saw(look(*thrown(["swimmer-1"] * 7, 1)))).waiting


def test_the_device_speaks_as_its_people_chose_else_as_its_settings_say(tmp_path: Path) -> None:
    german = handle(NEW, Introduced(replace(SEASIDE, names=("Mia",), language="de")))
    assert (german.language, german.match.players[1]) == ("de", "Spieler 1")
    assert handle(german, Introduced(SEASIDE)).language == "de"
    assert opened(tmp_path).language == "en"
    household.keep(tmp_path, replace(SEASIDE, language="fr"))
    assert opened(tmp_path).language == "fr"


def test_what_people_said_is_offered_by_the_buttons_and_their_first_game_is_looked_for() -> None:
    table = handle(NEW, Introduced(SEASIDE))
    assert [answer.text for answer in beginning.asked(table).answers] == ["Hai Noon", "Pig"]
    assert (table.waiting, table.match.game.name, table.match.players) == (True, "hai-noon", SEASIDE.names)
    seats = handle(table, Pressed("a"))
    assert [answer.text for answer in beginning.asked(seats).answers][beginning.asked(seats).choice] == (
        "3: Mia, Tom, Ida"
    )


def test_games_that_this_version_does_not_know_are_passed_over() -> None:
    table = handle(NEW, Introduced(replace(SEASIDE, games=("chess", "pig"))))
    assert [answer.text for answer in beginning.asked(table).answers] == ["Pig"]


def test_the_panel_is_tried_out_with_tone_and_light_and_no_press_does_anything_else() -> None:
    playing = Table(begun("pig", ("Ana", "Ben"), {}), "0042", faults=(("camera", "lost"),))
    tried = handle(playing, TriedOut(True))
    assert sounds.tune(playing, tried) == melodies.BANK
    assert (sounds.light(playing), sounds.light(tried)) == ("fast", "blink")
    pressed = handle(handle(tried, Pressed("c")), Pressed("a", "hold"))
    assert (pressed.tried.pressed, pressed.page, pressed.steps) == (("a", "c"), OledPage.MAIN, ())
    assert sounds.tune(tried, pressed) == melodies.READ
    assert sounds.tune(pressed, handle(pressed, Fault("light", "dark"))) == melodies.SILENCE
    assert handle(pressed, TriedOut(False)).tried is None


def test_a_test_that_nobody_ends_is_over_two_minutes_after_the_last_press() -> None:
    tried = handle(replace(NEW, now=100.0), TriedOut(True))
    pressed = handle(replace(tried, now=100.0 + TEST_S - 1), Pressed("b"))
    late = handle(pressed, Tick(100.0 + 2 * TEST_S - 2))
    assert late.tried
    assert handle(late, Tick(100.0 + 2 * TEST_S)).tried is None


def test_what_is_kept_comes_back_and_a_damaged_file_tells_nothing(tmp_path: Path) -> None:
    household.keep(tmp_path, SEASIDE)
    assert household.load(tmp_path) == SEASIDE
    (tmp_path / household.FILE).write_text("{")
    assert household.load(tmp_path) == household.NOBODY
