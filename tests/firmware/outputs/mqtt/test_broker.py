"""The game on a real broker: what is retained, what comes once, and what becomes of the game without one."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from threading import Thread
from time import monotonic

import pytest
from aiomqtt import Client

from engines.core import Chance, Event, Match, Over
from engines.dealer import deal
from engines.games import GAMES
from firmware.outputs.announcer import Announcer
from firmware.outputs.mqtt.broker import Broker, BrokerLimits, Desk
from firmware.outputs.mqtt.connection import Address, secured
from firmware.outputs.mqtt.home_assistant import Offered
from firmware.outputs.mqtt.retained import Retained
from firmware.outputs.mqtt.topics import Topics, own_name
from firmware.state.table import Step, Table
from tests.firmware.outputs.mqtt.mosquitto import Mosquitto, listening, mosquitto, needs_mosquitto, until

pytestmark = needs_mosquitto
QUICK = BrokerLimits(first_pause_s=0.05, longest_pause_s=0.2, keepalive_s=1, answer_s=3.0)
TOPICS = Topics("games", "kitchen")
NO_DESK = Desk()


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


class Counting(Broker):
    """Counts how often it has tried to connect."""

    tries = 0

    def _client(self) -> Client:
        self.tries += 1
        return super()._client()


class Playing:
    """A table that is played at, and announced to a broker."""

    def __init__(self, broker: Broker, game: str = "dice-tray") -> None:
        names = ("Ana", "Ben", "Cleo")[: max(2, GAMES[game].seats[0])]
        self.table = Table(Match.begin(GAMES[game], names), "4711")
        self._announcer = Announcer((broker,))
        self.show()

    def show(self, **changes: object) -> None:
        before = self.table
        self.table = replace(before, version=before.version + 1, **changes)  # type: ignore[arg-type]
        self._announcer.show(before, self.table)

    def play(self, *events: Event, look: str | None = None) -> None:
        steps = tuple(Step(event, look) for event in events)
        self.show(match=self.table.match.play(*events), steps=(*self.table.steps, *steps))

    def throw(self, *faces: int) -> None:
        self.play(Event("throw", None, tuple(f"die-{face}" for face in faces)))


@contextmanager
def announced(
    address: Address,
    limits: BrokerLimits = QUICK,
    clock: Callable[[], float] = monotonic,
    desk: Desk = NO_DESK,
    discovery: str = "",
    photographs: bool = False,
) -> Iterator[Counting]:
    retained = Retained(TOPICS, discovery, True, Offered(photographs=photographs))
    broker = Counting(address, retained, desk, limits, clock)
    broker.start()
    try:
        yield broker
    finally:
        broker.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mosquitto]:
    with mosquitto(tmp_path_factory.mktemp("mosquitto")) as running:
        yield running


def here(server: Mosquitto, **more: object) -> Address:
    return Address("127.0.0.1", server.port, **more)  # type: ignore[arg-type]


def test_who_comes_late_is_told_where_the_game_stands_and_nothing_that_has_passed(server: Mosquitto) -> None:
    with announced(here(server)) as broker:
        playing = Playing(broker)
        with listening(server.port, "games/#") as early:
            playing.throw(2, 5)
            early.until(lambda: len(early.all("/event")) == 2)
        with listening(server.port, "games/#") as late:
            late.until(lambda: len(late.heard) >= 3)
            assert {message.topic.removeprefix("games/kitchen/") for message in late.heard} == {
                "availability",
                "camera/availability",
                "state",
            }
            assert all(message.retain for message in late.heard)
            assert [player["score"] for player in late.all("/state")[-1]["players"]] == [7, 0]
        assert [event["event_type"] for event in early.all("/event")] == ["throw", "turn"]
        assert [event["seq"] for event in early.all("/event")] == [1, 2]


def test_a_device_that_stops_says_so_and_what_happened_last_still_arrives(server: Mosquitto) -> None:
    with listening(server.port, "games/#") as listener:
        with announced(here(server)) as broker:
            playing = Playing(broker)
            listener.until(lambda: listener.last("kitchen/availability") == b"online")
            playing.throw(6, 6)
        listener.until(lambda: listener.last("kitchen/availability") == b"offline")
        listener.until(lambda: len(listener.all("/event")) == 2)
        assert [event["event_type"] for event in listener.all("/event")] == ["throw", "turn"]


def test_a_camera_that_is_lost_or_covered_is_offline_until_it_sees_again(server: Mosquitto) -> None:
    with announced(here(server)) as broker, listening(server.port, "games/#") as listener:
        playing = Playing(broker)
        listener.until(lambda: listener.last("camera/availability") == b"online")
        for part in ("camera", "places"):
            playing.show(faults=((part, "I cannot see the table."),))
            listener.until(lambda: listener.last("camera/availability") == b"offline")
            playing.show(faults=(("disk", "The disk is full."),))
            listener.until(lambda: listener.last("camera/availability") == b"online")
        assert listener.last("kitchen/availability") == b"online"


def test_what_happens_while_a_broker_restarts_arrives_once_and_in_its_order(tmp_path: Path) -> None:
    lines = f"allow_anonymous true\npersistence true\npersistence_location {tmp_path}/"
    with mosquitto(tmp_path, lines) as server, announced(here(server)) as broker:
        with listening(server.port, "games/#", lasting=True) as listener:
            playing = Playing(broker)
            playing.throw(1, 1)
            listener.until(lambda: len(listener.all("/event")) == 2)
            server.stop()
            listener.until(lambda: not listener.connected)
            playing.throw(2, 2)
            playing.throw(3, 3)
            server.start()
            playing.throw(4, 4)
            listener.until(lambda: len(listener.all("/event")) == 8 and listener.all("/state")[-1]["steps"] == 4)
            listener.until(lambda: listener.last("kitchen/availability") == b"online")
        assert [event["seq"] for event in listener.all("/event")] == list(range(1, 9))
        assert [player["score"] for player in listener.all("/state")[-1]["players"]] == [8, 12]


def test_a_broker_that_has_forgotten_everything_gets_all_that_is_retained(tmp_path: Path) -> None:
    with mosquitto(tmp_path) as server, announced(here(server)) as broker:
        playing = Playing(broker)
        playing.throw(5, 5)
        until(lambda: not broker._events)
        server.stop()
        server.start()
        with listening(server.port, "games/#") as listener:
            listener.until(lambda: bool(listener.all("/state")))
            assert listener.all("/state")[-1]["players"][0]["score"] == 10
            listener.until(lambda: listener.last("kitchen/availability") == b"online")
            listener.until(lambda: listener.last("camera/availability") == b"online")


def test_an_event_whose_way_was_cut_short_is_sent_again(server: Mosquitto) -> None:
    with socket.create_server(("127.0.0.1", 0)) as way, listening(server.port, "games/#") as listener:
        Thread(target=_cut_once, args=(way, server.port, b"/event"), daemon=True).start()
        with announced(Address("127.0.0.1", way.getsockname()[1])) as broker:
            playing = Playing(broker)
            playing.throw(1, 2)
            playing.throw(3, 4)
            listener.until(lambda: len(listener.all("/event")) == 4)
            assert broker.tries == 2
    assert [event["seq"] for event in listener.all("/event")] == [1, 2, 3, 4]


def _cut_once(way: socket.socket, port: int, at: bytes) -> None:
    """Passes on what is sent to a port; hangs up once, instead of passing on what holds `at`."""
    cut = False
    while True:
        try:
            near = way.accept()[0]
        except OSError:
            return
        far = socket.create_connection(("127.0.0.1", port))
        Thread(target=_pass_on, args=(far, near), daemon=True).start()
        _pass_on(near, far, b"" if cut else at)
        cut = True


def _pass_on(source: socket.socket, target: socket.socket, until_seen: bytes = b"") -> None:
    with suppress(OSError), source, target:
        while (data := source.recv(4096)) and not (until_seen and until_seen in data):
            target.sendall(data)
        for end in (source, target):
            end.shutdown(socket.SHUT_RDWR)


def test_what_waits_for_a_broker_is_bounded_and_what_is_long_past_is_not_told(tmp_path: Path) -> None:
    clock = Clock()
    with mosquitto(tmp_path) as server:
        server.stop()
        with announced(here(server), replace(QUICK, kept_events=6, kept_s=100.0), clock) as broker:
            playing = Playing(broker)
            for _ in range(3):
                playing.throw(1, 1)
            until(lambda: len(broker._events) == 6)
            clock.now = 150.0
            for _ in range(2):
                playing.throw(2, 2)
            until(lambda: broker._events[-1][0] == 150.0)
            assert len(broker._events) == 6
            server.start()
            with listening(server.port, "games/#") as listener:
                until(lambda: not broker._events)
                playing.throw(3, 3)
                listener.until(lambda: bool(listener.all("/event")) and listener.all("/event")[-1]["seq"] == 12)
                assert {1, 2, 3, 4, 5, 6}.isdisjoint(event["seq"] for event in listener.all("/event"))


def test_a_wrong_password_is_said_once_and_the_game_goes_on(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    passwords = tmp_path / "passwords"
    passwords.touch(mode=0o600)
    subprocess.run(["mosquitto_passwd", "-b", passwords, "lifeguard", "right"], check=True, capture_output=True)
    with mosquitto(tmp_path, f"allow_anonymous false\npassword_file {passwords}") as server:
        with announced(here(server, user="lifeguard", password="wrong")) as broker:
            playing = Playing(broker)
            until(lambda: broker.tries == 1)
            for _ in range(200):
                playing.throw(1, 2)
            assert sum(playing.table.match.state.scores()) == 600
            until(lambda: broker.tries == 4)
        assert [record.getMessage() for record in caplog.records] == [
            f"MQTT broker 127.0.0.1:{server.port}: it does not let us in (not authorized); look at user and password"
        ]
        caplog.clear()
        with announced(here(server, user="lifeguard", password="right")) as broker:
            Playing(broker)
            until(lambda: TOPICS.state in broker._sent)
        assert not caplog.records


# paho-mqtt leaves a socket whose certificate it refused to Python's garbage
@pytest.mark.filterwarnings("ignore:Exception ignored in. <ssl.SSLSocket:pytest.PytestUnraisableExceptionWarning")
@pytest.mark.skipif(shutil.which("openssl") is None, reason="OpenSSL's program is not installed")
def test_a_broker_whose_certificate_is_another_is_told_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    for name in ("right", "wrong"):
        make = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
        files = ["-keyout", tmp_path / f"{name}.key", "-out", tmp_path / f"{name}.pem"]
        names = ["-addext", "subjectAltName=IP:127.0.0.1"]
        subprocess.run(["openssl", *make, *names, *files], check=True, capture_output=True)
    lines = f"allow_anonymous true\ncertfile {tmp_path / 'right.pem'}\nkeyfile {tmp_path / 'right.key'}"
    with mosquitto(tmp_path, lines) as server:
        with announced(here(server, tls=secured(tmp_path / "wrong.pem"))) as broker:
            Playing(broker)
            until(lambda: caplog.records)
            assert not broker._sent
        said = f"MQTT broker 127.0.0.1:{server.port}: its certificate cannot be trusted"
        assert [record.getMessage().partition(" (")[0] for record in caplog.records] == [said]
        with announced(here(server, tls=secured(tmp_path / "right.pem"))) as broker:
            Playing(broker)
            until(lambda: TOPICS.state in broker._sent)


def test_a_broker_that_never_answers_leaves_no_connections_behind(caplog: pytest.LogCaptureFixture) -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as deaf,
        announced(Address("127.0.0.1", deaf.getsockname()[1]), replace(QUICK, answer_s=2.5)) as broker,
    ):
        Playing(broker)
        calls = [deaf.accept()[0] for _ in range(2)]
        while calls[0].recv(2000):
            pass  # it asked, and hung up
        for call in calls:
            call.close()
    assert [record.getMessage().partition(": ")[2] for record in caplog.records][:1] == ["Operation timed out"]


def test_all_that_happens_in_games_of_each_kind_arrives_once_and_in_its_order(server: Mosquitto) -> None:
    random, played = Random(5), dict[str, list[tuple[str, tuple[str, ...]]]]()
    with listening(server.port, "games/#") as listener, announced(here(server)) as broker:
        until(lambda: TOPICS.availability in broker._sent)
        for game in GAMES:
            playing, told = Playing(broker, game), 0
            for _ in range(120):
                awaits = playing.table.match.state.awaits
                if isinstance(awaits, Over):
                    break
                playing.play(deal(awaits, random) if isinstance(awaits, Chance) else _decision(playing.table, random))
            matches = playing.table.match
            played[game] = [
                (event.kind, state.public(event).items)
                for event, state in zip(matches.events, matches.states, strict=False)
            ]
            told = len(played[game])
            listener.until(lambda game=game, told=told: len(_steps(listener.all("/event"), game)) == told)  # type: ignore[misc]
    for game, events in played.items():
        assert _steps(listener.all("/event"), game) == events


def _decision(table: Table, random: Random) -> Event:
    return random.choice(table.match.state.legal())


def _steps(events: list[dict[str, object]], game: str) -> list[tuple[str, tuple[str, ...]]]:
    steps = [event for event in events if event["game"] == game and "kind" in event]
    return [(str(event["kind"]), tuple(event["items"])) for event in steps]  # type: ignore[arg-type]


def test_a_command_is_carried_out_once_and_one_that_was_left_behind_is_not(server: Mosquitto) -> None:
    obeyed: list[bytes] = []
    command = TOPICS.command
    with listening(server.port, "games/#") as listener:
        listener.say(command, "left behind", retain=True)
        with announced(here(server), desk=Desk(obey=obeyed.append)) as broker:
            Playing(broker)
            until(lambda: TOPICS.state in broker._sent)
            listener.say(command, "undo")
            listener.say(command, "answer")
            until(lambda: len(obeyed) == 2)
        listener.say(command, "", retain=True)
    assert obeyed == [b"undo", b"answer"]


def test_home_assistant_is_told_anew_when_it_has_started(server: Mosquitto) -> None:
    with listening(server.port, "ha/#") as listener, announced(here(server), discovery="ha") as broker:
        Playing(broker)
        listener.until(lambda: len(listener.all("/config")) == 1)
        listener.say("ha/status", "offline")
        listener.say("ha/status", "online")
        listener.until(lambda: len(listener.all("/config")) == 2)
        assert [message.topic for message in listener.heard if message.topic.endswith("config")] == [
            "ha/device/lifeguard-kitchen/config"
        ] * 2
        assert listener.all("/config")[0]["cmps"]["score_0"]["name"] == "Score Ana"


def test_home_assistant_hears_of_the_seats_of_another_match_before_their_scores(server: Mosquitto) -> None:
    with listening(server.port, "#") as listener, announced(here(server), discovery="order") as broker:
        playing = Playing(broker)
        until(lambda: TOPICS.state in broker._sent)
        listener.until(lambda: bool(listener.all("/state")))
        playing.show(match=Match.begin(GAMES["dice-tray"], ("Ana", "Ben", "Cleo")), number=2)
        listener.until(lambda: len(listener.all("/state")[-1]["players"]) == 3)
        told = [
            json.loads(message.payload) for message in listener.heard if message.topic.endswith(("/config", "/state"))
        ]
    assert [("cmps" in message, "Cleo" in str(message)) for message in told][-2:] == [(True, True), (False, True)]


def test_the_last_look_is_shown_where_that_is_wanted_and_removed_where_it_is_not(server: Mosquitto) -> None:
    photos = {"look-1": b"first", "look-2": b"second"}
    with listening(server.port, "games/#") as listener:
        with announced(here(server), desk=Desk(photo=photos.get), photographs=True) as broker:
            playing = Playing(broker)
            for look in photos:
                playing.play(Event("throw", None, ("die-1", "die-2")), look=look)
                listener.until(lambda look=look: listener.last("/image") == photos[look])  # type: ignore[misc]
            playing.throw(1, 1)  # by hand: no look is newer
        with announced(here(server)) as broker:
            Playing(broker)
            listener.until(lambda: listener.last("/image") == b"")
        with listening(server.port, "games/kitchen/image") as late:
            assert not late.heard


def test_how_the_device_fares_is_told(server: Mosquitto) -> None:
    desk = Desk(vitals=lambda: {"temperature": 51.5, "light": None})
    with listening(server.port, "games/#") as listener, announced(here(server), desk=desk):
        listener.until(lambda: listener.all("/diagnostics") == [{"v": 1, "temperature": 51.5, "light": None}])


def test_until_a_match_is_begun_it_is_told_that_one_is_awaited_and_home_assistant_hears_nothing(tmp_path: Path) -> None:
    desk = Desk(vitals=lambda: {"temperature": 51.5, "light": None})
    waiting = replace(Table(Match.begin(GAMES["dice-tray"], ("Ana", "Ben")), "4711"), number=0)
    assert waiting.waiting
    with mosquitto(tmp_path) as fresh, listening(fresh.port, "#") as listener:
        with announced(here(fresh), desk=desk, discovery="homeassistant") as broker:
            Announcer((broker,)).show(waiting, waiting)
            listener.until(lambda: listener.all("/diagnostics") != [])
        listener.until(lambda: listener.last("/availability") == b"offline")
        assert {message.topic for message in listener.heard} == {
            "games/kitchen/availability",
            "games/kitchen/camera/availability",
            "games/kitchen/image",
            "games/kitchen/diagnostics",
            "games/kitchen/state",
        }
        assert (listener.all("/state")[0]["awaits"], listener.all("/state")[0]["players"]) == ("begin", [])


def test_a_device_that_is_killed_is_said_to_be_gone_by_the_broker(server: Mosquitto, tmp_path: Path) -> None:
    config = tmp_path / "lifeguard.toml"
    config.write_text(f'[mqtt]\nhost = "127.0.0.1"\nport = {server.port}\nprefix = "killed"\n')
    command = [sys.executable, "-m", "firmware.cli", "run", "--config", config, "--camera", "simulated"]
    with (
        listening(server.port, "killed/#") as listener,
        subprocess.Popen(
            [*command, "--panel", "simulated", "--port", "0"],
            env=os.environ | {"LIFEGUARD_HOME": str(tmp_path)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as device,
    ):
        try:
            own = f"killed/{own_name(tmp_path)}/availability"
            listener.until(lambda: listener.last(own) == b"online" and bool(listener.all("/state")))
        finally:
            device.send_signal(signal.SIGKILL)
        listener.until(lambda: listener.last(own) == b"offline")
    assert "4711" not in json.dumps(listener.all("/state"))
