"""The hub's connection to the broker, on a thread of its own: hears all tables, and asks what its host wishes."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from threading import Thread
from typing import get_args

from aiomqtt import Client

from companion.hub.heard import Topic
from firmware.outputs.mqtt.connection import Address, Reconnecting

TOPICS: tuple[Topic, ...] = get_args(Topic)
QUALITY: dict[Topic, int] = {"event": 2}
Hear = Callable[[str, Topic, bytes], None]


@dataclass(frozen=True, slots=True)
class ListenerTimes:
    """How long what is waited for."""

    first_pause_s: float = 1.0
    longest_pause_s: float = 30.0
    keepalive_s: int = 30
    answer_s: float = 45.0
    wishes: int = 2000
    """Commands that wait for the broker at most. None outlives a broken connection: it may be too late by then."""
    goodbye_s: float = 2.0


TIMES = ListenerTimes()


class Listener:
    """`hear` is called with a table's name, its topic and the payload; `linked` when the connection comes and goes.

    Both are called on the listener's thread. `start` it once.
    """

    def __init__(
        self,
        address: Address,
        prefix: str,
        name: str,
        hear: Hear,
        linked: Callable[[bool], None],
        times: ListenerTimes = TIMES,
    ) -> None:
        self._address, self._prefix, self._name, self._times = address, prefix, name, times
        self._hear, self._linked = hear, linked
        self._connection = Reconnecting(address, times.first_pause_s, times.longest_pause_s)
        self._wishes: deque[tuple[str, bytes]] = deque(maxlen=times.wishes)
        self._loop = asyncio.new_event_loop()
        self._wished, self._closing = asyncio.Event(), asyncio.Event()
        self._thread = Thread(target=self._run, name="hub-mqtt", daemon=True)

    def start(self) -> None:
        """Begin to look for the broker."""
        self._thread.start()

    def ask(self, table: str, command: bytes) -> None:
        """Send a command to a table, from any thread; it is lost if the broker is gone."""
        with suppress(RuntimeError):  # closed
            self._loop.call_soon_threadsafe(self._wish, table, command)

    def close(self) -> None:
        """Leave the broker."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._closing.set)
        self._thread.join(self._times.goodbye_s)

    def _wish(self, table: str, command: bytes) -> None:
        self._wishes.append((f"{self._prefix}/{table}/command", command))
        self._wished.set()

    def _run(self) -> None:
        try:
            self._loop.run_until_complete(self._connection.keep(self._connected, self._closing))
        finally:
            self._loop.close()

    async def _connected(self) -> None:
        """Serve one connection until it breaks (raises MqttError) or the hub is closed."""
        client = Client(
            self._address.host,
            self._address.port,
            username=self._address.user or None,
            password=self._address.password or None,
            identifier=self._name,
            tls_context=self._address.tls,
            timeout=self._times.answer_s,
            keepalive=self._times.keepalive_s,
        )
        async with client:
            self._connection.well()
            self._wishes.clear()
            await client.subscribe([(f"{self._prefix}/+/{topic}", QUALITY.get(topic, 1)) for topic in TOPICS])
            self._linked(True)
            parts = (self._listen(client), self._send(client), self._closing.wait())
            tasks = [asyncio.ensure_future(part) for part in parts]
            try:
                done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            finally:
                self._linked(False)
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
            for task in done:
                task.result()

    async def _listen(self, client: Client) -> None:
        async for message in client.messages:
            table, _, name = str(message.topic).removeprefix(f"{self._prefix}/").partition("/")
            topic = next((topic for topic in TOPICS if topic == name), None)
            if topic is not None:
                self._hear(table, topic, message.payload if isinstance(message.payload, bytes) else b"")

    async def _send(self, client: Client) -> None:
        while True:
            self._wished.clear()
            while self._wishes:
                topic, command = self._wishes.popleft()
                await client.publish(topic, command, 1)
            await self._wished.wait()
