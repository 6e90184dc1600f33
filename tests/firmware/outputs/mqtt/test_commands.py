"""What others may ask for over MQTT: what is granted, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from threading import Thread

import pytest

from companion.words import refusals
from engines.core import Event, Match
from engines.games import GAMES
from firmware.device.loop import Device
from firmware.outputs.mqtt.commands import LONGEST, Commands
from firmware.state.table import Answer, Question, Step, Table
from firmware.storage.journal import Journal

THROW = Event("throw", None, ("die-3", "die-4"))
ALL = ("answer", "undo", "new-match", "end-match", "lock", "help")
FIELDS = {"answer": {"answer": 0}, "lock": {"locked": True}, "help": {"called": True}}
"""What a command needs beside its name."""


@pytest.fixture
def device(tmp_path: Path) -> Iterator[Device]:
    match = Match.begin(GAMES["dice-tray"], ("Ana", "Ben"), {"dice": 2})
    answers = (Answer("3 and 4", (Step(THROW),)), Answer("nothing", ()))
    table = Table(match.play(THROW), "4711", steps=(Step(THROW),), question=Question("Which?", answers), version=7)
    device = Device(table, Journal(tmp_path / "journal.db"), [])
    device.begin(True)
    thread = Thread(target=device.run)
    thread.start()
    yield device
    device.stop()
    thread.join()
    device.journal.close()


def asked(device: Device, payload: str, granted: tuple[str, ...] = ALL) -> Table | None:
    future = Commands(granted, lambda: device.table, device.put)(payload.encode())
    return future.result(10) if future else None


def test_a_question_is_answered_by_the_number_of_its_answer(device: Device) -> None:
    table = asked(device, '{"do": "answer", "answer": 0}')
    assert table is not None
    assert (len(table.steps), table.question) == (2, None)


def test_the_last_event_is_taken_back(device: Device) -> None:
    table = asked(device, '{"do": "undo"}')
    assert table is not None
    assert (table.steps, table.undone) == ((), (Step(THROW),))


def test_another_match_has_the_same_players_and_options_unless_others_are_named(device: Device) -> None:
    table = asked(device, '{"do": "new-match"}')
    assert table is not None
    assert (table.number, table.match.players, dict(table.match.options)["dice"]) == (2, ("Ana", "Ben"), 2)
    table = asked(device, '{"do": "new-match", "game": "hai-noon", "players": ["Cleo", "Dan"]}')
    assert table is not None
    assert (table.match.game.name, table.match.players) == ("hai-noon", ("Cleo", "Dan"))
    assert dict(table.match.options)["hands"] == "hidden"


def test_a_match_is_put_away_and_the_table_waits_for_the_next(device: Device) -> None:
    table = asked(device, '{"do": "end-match"}')
    assert table is not None
    assert (table.waiting, table.steps, table.question) == (True, (), None)
    table = asked(device, '{"do": "new-match"}')
    assert table is not None
    assert (table.number, table.match.players) == (2, ("Ana", "Ben"))


def test_a_host_locks_and_frees_a_table_and_answers_its_call(device: Device) -> None:
    seen = []
    for do, field, is_so in (("lock", "locked", True), ("help", "called", True), ("lock", "locked", False)):
        table = asked(device, json.dumps({"do": do, field: is_so}))
        assert table is not None
        seen.append((table.locked, table.called))
    assert seen == [(True, False), (True, True), (False, True)]


def test_what_was_asked_for_another_state_is_refused(device: Device) -> None:
    table = asked(device, '{"do": "undo", "version": 6}')
    assert table is not None
    assert (table.refusal, len(table.steps)) == (refusals.STALE, 1)


@pytest.mark.parametrize("do", ALL)
def test_what_is_not_granted_is_not_done_and_said_once(
    device: Device, caplog: pytest.LogCaptureFixture, do: str
) -> None:
    before = device.table
    commands = Commands([other for other in ALL if other != do], lambda: device.table, device.put)
    for _ in range(3):
        assert commands(json.dumps({"do": do} | FIELDS.get(do, {})).encode()) is None
    assert replace(device.table, now=0.0) == replace(before, now=0.0)
    assert caplog.messages == [f"an MQTT command '{do}' is not granted: see commands in [mqtt]"]


@pytest.mark.parametrize(
    "payload",
    [
        "",
        "undo",
        "{}",
        "[]",
        '{"do": "correct", "event": 0}',
        '{"do": "undo", "pin": 1}',
        '{"do": "answer"}',
        '{"do": "answer", "answer": -1}',
        '{"do": "new-match", "players": []}',
        '{"do": "new-match", "players": ["' + "a" * 25 + '"]}',
        '{"do": "undo"' + " " * LONGEST + "}",
        "\x00\xff",
    ],
)
def test_what_is_no_command_does_nothing_and_is_said_in_one_line(
    device: Device, caplog: pytest.LogCaptureFixture, payload: str
) -> None:
    before = device.table
    assert asked(device, payload) is None
    assert replace(device.table, now=0.0) == replace(before, now=0.0)
    assert len(caplog.messages) == 1
    assert "\n" not in caplog.messages[0]


def test_a_game_that_does_not_fit_is_refused_by_the_rules(device: Device) -> None:
    table = asked(device, '{"do": "new-match", "game": "chess"}')
    assert table is not None
    assert table.number == 1
    assert "there is no game" in table.refusal
