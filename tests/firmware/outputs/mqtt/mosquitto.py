"""A real Mosquitto on a free port, and one who listens to it."""

from __future__ import annotations

import getpass
import json
import os
import shutil
import socket
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Condition
from time import monotonic, sleep
from typing import Any

import pytest
from paho.mqtt.client import CallbackAPIVersion, Client, MQTTMessage

PROGRAM = shutil.which("mosquitto", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
needs_mosquitto = pytest.mark.skipif(PROGRAM is None, reason="Mosquitto is not installed")
PATIENCE_S = 60.0


class Mosquitto:
    """A broker with the given lines of configuration, on a port that stays the same through restarts."""

    def __init__(self, folder: Path, lines: str = "allow_anonymous true") -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]
        self._config = folder / "mosquitto.conf"
        self._config.write_text(f"user {getpass.getuser()}\nlistener {self.port} 127.0.0.1\n{lines}\n")
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        assert PROGRAM is not None
        self._process = subprocess.Popen([PROGRAM, "-c", self._config], stderr=subprocess.DEVNULL)
        until(lambda: _answers(self.port))

    def stop(self) -> None:
        if self._process:
            self._process.terminate()
            self._process.wait(PATIENCE_S)
            self._process = None


@contextmanager
def mosquitto(folder: Path, lines: str = "allow_anonymous true") -> Iterator[Mosquitto]:
    broker = Mosquitto(folder, lines)
    broker.start()
    try:
        yield broker
    finally:
        broker.stop()


class Listener:
    """Keeps all that comes on the topics below `topic`, in its order; a `lasting` one, also what comes while the
    broker restarts."""

    def __init__(self, port: int, topic: str, lasting: bool) -> None:
        self.heard: list[MQTTMessage] = []
        self._news = Condition()
        self._ready = False
        self._client = Client(CallbackAPIVersion.VERSION2, "listener" if lasting else "", clean_session=not lasting)
        self._client.reconnect_delay_set(0.05, 0.2)
        self._client.on_connect = lambda client, *_: client.subscribe(topic, 2)
        self._client.on_subscribe = self._subscribed
        self._client.on_message = self._hear
        self._client.connect("127.0.0.1", port)
        self._client.loop_start()
        self.until(lambda: self._ready)

    def _subscribed(self, *_: Any) -> None:
        with self._news:
            self._ready = True
            self._news.notify_all()

    def _hear(self, client: Client, data: Any, message: MQTTMessage) -> None:
        with self._news:
            self.heard.append(message)
            self._news.notify_all()

    def until(self, holds: Callable[[], bool]) -> None:
        """Waits until it holds; what came meanwhile is said where it does not."""
        end = monotonic() + PATIENCE_S
        with self._news:
            while not (there := holds()) and monotonic() < end:
                self._news.wait(0.05)
        assert there, [(message.topic, message.payload[:200]) for message in self.heard[-20:]]

    @property
    def connected(self) -> bool:
        return self._client.is_connected()

    def last(self, topic: str) -> bytes | None:
        """What came last on a topic."""
        return next((m.payload for m in reversed(self.heard) if m.topic.endswith(topic)), None)

    def all(self, topic: str) -> list[dict[str, Any]]:
        """Each object that came on a topic."""
        return [json.loads(m.payload) for m in self.heard if m.topic.endswith(topic)]

    def say(self, topic: str, payload: str, retain: bool = False) -> None:
        self._client.publish(topic, payload, 1, retain).wait_for_publish(PATIENCE_S)

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


@contextmanager
def listening(port: int, topic: str = "#", lasting: bool = False) -> Iterator[Listener]:
    listener = Listener(port, topic, lasting)
    try:
        yield listener
    finally:
        listener.close()


def until(holds: Callable[[], object]) -> None:
    """Waits until it holds."""
    end = monotonic() + PATIENCE_S
    while not holds():
        assert monotonic() < end, "it did not come to hold"
        sleep(0.02)


def _answers(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
    except OSError:
        return False
    return True
