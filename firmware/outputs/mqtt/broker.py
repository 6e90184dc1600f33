"""The connection to an MQTT broker, on a thread of its own: the game waits for nothing here.

What is retained is a value for each topic: whatever the broker does not have yet is sent, so a broker that comes back
gets all of it. Events wait in a queue that is bounded in number and in time.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from threading import Thread
from time import monotonic
from typing import Any

from aiomqtt import Client, Will

from firmware.outputs.announcer import News
from firmware.outputs.messages import VERSION, Data
from firmware.outputs.mqtt.connection import Address, Reconnecting
from firmware.outputs.mqtt.home_assistant import config_topic, status_topic
from firmware.outputs.mqtt.retained import Retained, encoded
from firmware.outputs.mqtt.topics import OFFLINE, ONLINE

AT_LEAST_ONCE, ONCE = 1, 2
"""The quality of service of what is retained, and of events: either is confirmed."""


@dataclass(frozen=True, slots=True)
class BrokerLimits:
    """How long what is waited for."""

    first_pause_s: float = 1.0
    """Pause before the second try to connect; each further one is twice as long."""
    longest_pause_s: float = 60.0
    """At most so long, and a connection that held for longer counts as a good one."""
    keepalive_s: int = 30
    """A broker says that a device is gone when it hears nothing for half as long again."""
    answer_s: float = 45.0
    """What a broker is given to answer: longer than the above, after which the library closes what does not answer."""
    kept_events: int = 500
    """Events that wait for a broker; the oldest give way."""
    kept_s: float = 120.0
    """And so long: no lamp should flash for a shark of an hour ago."""
    waiting_commands: int = 20
    """Commands that wait until those before them are carried out; further ones are dropped."""
    command_s: float = 5.0
    """What the device is given for one."""
    diagnostics_s: float = 20.0
    """Between two looks at how the device fares."""
    goodbye_s: float = 2.0
    """What is given to the last words when the device stops."""


LIMITS = BrokerLimits()


@dataclass(frozen=True, slots=True)
class Desk:
    """What the device does for those on the broker.

    `photo`: the JPEG of a look, or None where none leaves the device; `obey` takes a command, or is None where none is
    taken; `vitals` says how the device fares.
    """

    photo: Callable[[str], bytes | None] | None = None
    obey: Callable[[bytes], Future[Any] | None] | None = None
    vitals: Callable[[], Data] | None = None


class Broker:
    """A carrier of news. `start` it once; `close` says goodbye."""

    def __init__(
        self,
        address: Address,
        retained: Retained,
        desk: Desk = Desk(),
        limits: BrokerLimits = LIMITS,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._address, self._keeps, self._desk, self._limits, self._clock = address, retained, desk, limits, clock
        self._topics = retained.topics
        self._retained: dict[str, bytes] = {self._topics.availability: ONLINE.encode()}
        self._look, self._shown = "", ""
        self._events: deque[tuple[float, Data]] = deque()
        self._sent: dict[str, bytes] = {}
        self._connection = Reconnecting(address, limits.first_pause_s, limits.longest_pause_s, clock)
        self._loop = asyncio.new_event_loop()
        self._changed, self._closing = asyncio.Event(), asyncio.Event()
        self._thread = Thread(target=self._run, name="mqtt", daemon=True)

    def start(self) -> None:
        """Begin to look for the broker."""
        self._thread.start()

    def put(self, news: News) -> None:
        """Carry the news as soon as the broker takes it."""
        with suppress(RuntimeError):  # closed
            self._loop.call_soon_threadsafe(self._take, news)

    def close(self) -> None:
        """Send what still waits, if the broker is there, and that the device goes; waits for that a moment."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._closing.set)
            self._loop.call_soon_threadsafe(self._changed.set)
        self._thread.join(self._limits.goodbye_s)

    def _take(self, news: News) -> None:
        self._retained |= self._keeps(news)
        self._look = news.look
        self._events.extend((self._clock(), event) for event in news.events)
        while len(self._events) > self._limits.kept_events:
            self._events.popleft()
        self._changed.set()

    def _run(self) -> None:
        try:
            self._loop.run_until_complete(self._connection.keep(self._connected, self._closing))
        finally:
            self._loop.close()

    def _client(self) -> Client:
        return Client(
            self._address.host,
            self._address.port,
            username=self._address.user or None,
            password=self._address.password or None,
            identifier=f"lifeguard-{self._topics.table}",
            tls_context=self._address.tls,
            will=Will(self._topics.availability, OFFLINE, AT_LEAST_ONCE, retain=True),
            timeout=self._limits.answer_s,
            keepalive=self._limits.keepalive_s,
            max_queued_incoming_messages=self._limits.waiting_commands,
        )

    async def _connected(self) -> None:
        """Serve one connection until it breaks (raises MqttError) or the device is closed."""
        async with self._client() as client:
            self._connection.well()
            self._sent.clear()
            tasks = [asyncio.create_task(part) for part in (self._send(client), self._listen(client), self._feel())]
            try:
                done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
            for task in done:
                task.result()
            await client.publish(self._topics.availability, OFFLINE, AT_LEAST_ONCE, retain=True)

    async def _send(self, client: Client) -> None:
        """Send what the broker lacks, until the device is closed and nothing is left to send."""
        while True:
            self._changed.clear()
            await self._develop()
            for topic, payload in tuple(self._retained.items()):
                if self._sent.get(topic) != payload:
                    await client.publish(topic, payload, AT_LEAST_ONCE, retain=True)
                    self._sent[topic] = payload
            while self._events:
                await self._send_event(client)
            if self._closing.is_set() and not self._changed.is_set():
                return
            await self._changed.wait()

    async def _send_event(self, client: Client) -> None:
        """Send the oldest event; one that was not confirmed is the oldest still."""
        since, event = self._events.popleft()
        if self._clock() - since > self._limits.kept_s:
            return
        try:
            await client.publish(self._topics.event, encoded(event), ONCE)
        except BaseException:
            self._events.appendleft((since, event))
            raise

    async def _develop(self) -> None:
        """Lay the photograph of the last look beside what is to be sent."""
        if self._desk.photo and self._look != self._shown:
            self._shown = look = self._look
            if jpeg := await asyncio.to_thread(self._desk.photo, look):
                self._retained[self._topics.image] = jpeg

    async def _listen(self, client: Client) -> None:
        """Hear commands, that Home Assistant has started, and that the connection breaks. Raises MqttError."""
        if self._desk.obey:
            await client.subscribe(self._topics.command, AT_LEAST_ONCE)
        if self._keeps.discovery:
            await client.subscribe(status_topic(self._keeps.discovery), AT_LEAST_ONCE)
        async for message in client.messages:
            payload = message.payload if isinstance(message.payload, bytes) else b""
            if str(message.topic) != self._topics.command:
                if payload == ONLINE.encode():
                    self._sent.pop(config_topic(self._topics, self._keeps.discovery), None)
                    self._changed.set()
            elif not message.retain:  # who left that behind may be gone for long
                await self._obey(payload)

    async def _obey(self, payload: bytes) -> None:
        """Have a command carried out; what comes of it, all who listen are told."""
        asked = self._desk.obey(payload) if self._desk.obey else None
        if asked is not None:
            with suppress(Exception):  # the device says by itself why it could not
                await asyncio.wait_for(asyncio.wrap_future(asked), self._limits.command_s)

    async def _feel(self) -> None:
        """Say from time to time how the device fares."""
        while self._desk.vitals:
            vitals = await asyncio.to_thread(self._desk.vitals)  # a stick may be slow to answer
            self._retained[self._topics.diagnostics] = encoded({"v": VERSION, **vitals})
            self._changed.set()
            await asyncio.sleep(self._limits.diagnostics_s)
        await asyncio.Event().wait()
