"""The hub beside a real broker: what tables say comes to the board, and what its host wishes to the tables."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest

from companion.hub import models
from companion.hub.routes import create_hub
from engines.core import Event, Match
from engines.games import GAMES
from firmware.cli.__main__ import app
from firmware.hub.desk import HubDesk
from firmware.hub.listener import Listener, ListenerTimes
from firmware.outputs.announcer import Announcer
from firmware.outputs.mqtt.broker import Broker, BrokerLimits, Desk
from firmware.outputs.mqtt.connection import Address
from firmware.outputs.mqtt.home_assistant import Offered
from firmware.outputs.mqtt.retained import Retained
from firmware.outputs.mqtt.topics import Topics
from firmware.state.table import Step, Table
from firmware.update.handle import handle
from firmware.update.inputs import Fault
from tests.companion.browsing import serving
from tests.firmware.outputs.mqtt.mosquitto import Mosquitto, mosquitto, needs_mosquitto, until

QUICK = ListenerTimes(first_pause_s=0.05, longest_pause_s=0.2)
BOX = BrokerLimits(first_pause_s=0.05, longest_pause_s=0.2, keepalive_s=1, answer_s=3.0)
ALL = ("answer", "undo", "new-match", "end-match", "lock", "help")


class Box:
    """A table that announces itself; `asked` are the commands that came."""

    def __init__(self, server: Mosquitto, name: str, allows: tuple[str, ...] = ALL) -> None:
        self.asked: list[dict[str, object]] = []
        retained = Retained(Topics("games", name), offered=Offered(allows))
        obey = Desk(obey=lambda payload: self.asked.append(json.loads(payload)))
        self.broker = Broker(Address("127.0.0.1", server.port), retained, obey, BOX)
        self.announcer = Announcer((self.broker,))
        self.table = Table(Match.begin(GAMES["dice-tray"], ("Ana", "Ben")), "4711", address=f"http://{name}:8080")
        self.broker.start()
        self.announcer.show(self.table, self.table)

    def become(self, after: Table) -> None:
        before, self.table = self.table, after
        self.announcer.show(before, after)

    def throw(self) -> None:
        event = Event("throw", None, ("die-3", "die-4"))
        match, steps = self.table.match.play(event), (*self.table.steps, Step(event))
        self.become(Table(match, "4711", steps=steps, version=self.table.version + 1, address=self.table.address))


@contextmanager
def hubbed(server: Mosquitto, home: Path) -> Iterator[HubDesk]:
    desk = HubDesk(home, lambda table, command: listener.ask(table, command))
    listener = Listener(Address("127.0.0.1", server.port), "games", "hub", desk.hear, desk.linked, QUICK)
    desk.start()
    listener.start()
    try:
        yield desk
    finally:
        listener.close()
        desk.close()


@contextmanager
def boxes(server: Mosquitto, *names: str) -> Iterator[list[Box]]:
    there = [Box(server, name) for name in names]
    try:
        yield there
    finally:
        for box in there:
            box.broker.close()


def scores(desk: HubDesk) -> dict[str, list[int]]:
    return {name: [one.score for one in row.players] for name, row in desk.page().tables.items() if row.online}


@needs_mosquitto
def test_tables_come_to_the_board_and_a_broker_or_a_hub_that_restarts_loses_nothing(tmp_path: Path) -> None:
    with mosquitto(tmp_path) as server, boxes(server, "one", "two", "three") as there:
        with hubbed(server, tmp_path / "hub") as desk:
            there[1].throw()
            until(lambda: scores(desk) == {"one": [0, 0], "three": [0, 0], "two": [7, 0]})
            server.stop()
            until(lambda: not desk.page().connected)
            there[2].throw()
            assert desk.page().tables["two"].players[0].score == 7, "the board stays as it was"
            server.start()
            until(lambda: scores(desk) == {"one": [0, 0], "three": [7, 0], "two": [7, 0]})
        there[0].throw()  # the hub is gone, the table plays on
        with hubbed(server, tmp_path / "hub") as desk:
            until(lambda: scores(desk) == {"one": [7, 0], "three": [7, 0], "two": [7, 0]})
            there[1].broker.close()
            until(lambda: desk.page().tables["two"].needs == "The box does not answer")


@needs_mosquitto
def test_the_host_asks_each_table_for_what_it_allows_and_is_told_what_it_does_not(tmp_path: Path) -> None:
    with mosquitto(tmp_path) as server, boxes(server, "one") as (one,), hubbed(server, tmp_path / "hub") as desk:
        shy = Box(server, "shy", ("answer",))
        one.become(handle(one.table, Fault("help", "The host is called")))
        until(lambda: set(scores(desk)) == {"one", "shy"} and desk.page().tables["one"].calls)
        with serving(create_hub(desk)) as at, httpx.Client(base_url=f"http://{at}", trust_env=False) as phone:
            assert phone.post("/api/host/lock", json={"locked": True}).status_code == 403
            phone.headers["X-Lifeguard-Pin"] = desk.pin()
            locked = phone.post("/api/host/lock", json={"locked": True}).json()
            assert locked["asked"] == ["one"]
            assert "does not allow" in locked["refused"]["shy"]
            phone.post("/api/host/help", json={"tables": ["one", "none"]})
            phone.post("/api/host/end", json={"tables": ["one"]})
            begun = {"tables": ["one"], "game": "hai-noon", "players": ["Cleo", "Dan"]}
            phone.post("/api/host/begin", json=begun)
            assert phone.get("/api/table/one/qr.svg").content.startswith(b"<?xml")
            assert phone.get("/api/table/none").status_code == 404
        until(lambda: len(one.asked) == 4)
        shy.broker.close()
        assert one.asked == [
            {"do": "lock", "locked": True},
            {"do": "help", "called": False},
            {"do": "end-match"},
            {"do": "new-match", "game": "hai-noon", "players": ["Cleo", "Dan"]},
        ]
        assert shy.asked == []


def spoken(desk: HubDesk, name: str, **more: object) -> None:
    players = [{"name": "Ana", "score": 3}, {"name": "Ben", "score": 1}]
    told = {"match": 1, "version": 1, "game": "dice-tray", "title": "Dice", "players": players, "awaits": "begin"}
    desk.hear(name, "availability", b"online")
    desk.hear(name, "state", json.dumps(told | {"commands": ALL} | more).encode())


def test_a_round_begins_at_free_tables_and_their_matches_are_its_results_also_after_a_restart(tmp_path: Path) -> None:
    asked: list[tuple[str, bytes]] = []
    desk = HubDesk(tmp_path, lambda table, command: asked.append((table, command)))
    spoken(desk, "one")
    spoken(desk, "two", awaits="throw")
    players = ("Ana", "Ben", "Cleo", "Dan", "Ella")
    desk.wish(models.NewTournament(title="Cup", kind="swiss", game="dice-tray", players=players))
    answer = desk.wish(models.NextRound(start=True))
    assert answer.asked == ("one",)
    assert list(answer.refused) == ["Cleo and Dan"]
    assert [(table, json.loads(command)["players"]) for table, command in asked] == [("one", ["Ana", "Ben"])]
    spoken(desk, "one", awaits="over", winners=[1], time=datetime.now(UTC).isoformat())
    desk.close()
    again = HubDesk(tmp_path, lambda table, command: None)
    cup = again.page().tournament
    assert cup is not None
    assert [(one.first, one.points, one.table) for one in cup.rounds[0]] == [
        ("Ana", (0.0, 1.0), "one"),
        ("Cleo", None, ""),
        ("Ella", (1.0, 0.0), ""),
    ]
    assert again.page().evening.matches == 1


def test_a_file_that_cannot_be_read_is_set_aside_and_said(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "hub.json").write_bytes(b'{"results": 3}')
    assert HubDesk(tmp_path, lambda table, command: None).page().evening.matches == 0
    assert (tmp_path / "hub.unread.json").exists()
    assert "cannot be read" in caplog.messages[0]


@pytest.mark.parametrize(
    ("words", "says"),
    [(["hub"], "the hub needs a broker"), (["hub", "--broker", "here:door"], "neither HOST nor HOST:PORT")],
)
def test_a_hub_without_a_broker_says_what_to_give(
    words: list[str], says: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("LIFEGUARD_HOME", str(tmp_path))
    with pytest.raises(Exception, match=says):
        app(words, standalone_mode=False)
