"""A day of one table, replayed through a real broker that restarts: whether what arrives is what happened, once.

    .venv/bin/python scripts/measuring/many_tables/day.py --hours 24 --seed 1

The table plays an event every 8 s of its own clock, as fast as this machine can; the broker is stopped and started
`--restarts` times meanwhile, while the table plays on. One listener with a lasting session hears all. Prints one JSON
object: events that happened, that arrived, that arrived again, that differ or came in another order, and whether the
last state is the table's. Exits 1 unless all arrived once, in order and whole.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from hub import Mosquitto
from hub_tables import SimulatedTable
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion

from firmware.outputs.announcer import News
from firmware.outputs.mqtt.broker import Broker, BrokerLimits
from firmware.outputs.mqtt.connection import Address

EVERY_S, PATIENCE_S, IN_HAND = 8, 120.0, 200
"""Seconds between two steps; so many events may be on their way."""
DAY = datetime(2026, 1, 1, tzinfo=UTC)


class Day(SimulatedTable):  # type: ignore[misc]
    """A table whose news a real client carries; `told` are all events, as they happened."""

    def __init__(self, seed: int, port: int) -> None:
        self.told: list[dict[str, Any]] = []
        self.client: Broker | None = None
        super().__init__("kitchen", seed, DAY)
        limits = BrokerLimits(first_pause_s=0.05, longest_pause_s=0.5)
        self.client = Broker(Address("127.0.0.1", port), self.retained, limits=limits)
        self.client.put(self.news[-1])
        self.client.start()

    def put(self, news: News) -> None:
        self.news = [news]
        self.told += [dict(event) for event in news.events]
        if self.client:
            self.client.put(news)


class Ear:
    """Hears all that comes, also what came while it was away."""

    def __init__(self, port: int) -> None:
        self.events: list[dict[str, Any]] = []
        self.state: dict[str, Any] = {}
        self.ready = False
        self.client = Client(CallbackAPIVersion.VERSION2, "day", clean_session=False)
        self.client.reconnect_delay_set(1, 1)
        self.client.on_connect = lambda client, *_: client.subscribe("lifeguard/#", 2)
        self.client.on_subscribe = lambda *_: setattr(self, "ready", True)
        self.client.on_message = self._hear
        self.client.connect("127.0.0.1", port)
        self.client.loop_start()

    def _hear(self, _: Client, __: Any, message: MQTTMessage) -> None:
        if message.topic.endswith("/event"):
            self.events.append(json.loads(message.payload))
        elif message.topic.endswith("/state"):
            self.state = json.loads(message.payload)


def main() -> int:
    """Prints what became of a day."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--hours", type=float, default=24.0)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--restarts", type=int, default=6)
    given = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        broker = Mosquitto(Path(folder))
        sleep(1.0)
        try:
            result = replay(broker, given.seed, round(given.hours * 3600 / EVERY_S), given.restarts)
        finally:
            broker.stop()
    print(json.dumps({"hours": given.hours, "seed": given.seed, "restarts": given.restarts} | result))
    return 0 if result["arrived"] == result["happened"] and not result["again"] + result["amiss"] else 1


def replay(broker: Mosquitto, seed: int, steps: int, restarts: int) -> dict[str, Any]:
    """Plays so many steps; gives the counts."""
    ear, began = Ear(broker.port), monotonic()
    wait(lambda: ear.ready)
    table = Day(seed, broker.port)
    cuts = {steps * (number + 1) // (restarts + 1) for number in range(restarts)}
    for step in range(steps):
        table.now += timedelta(seconds=EVERY_S)
        table.step()
        if step in cuts:
            broker.stop()
            for _ in range(20):  # the table plays on
                table.now += timedelta(seconds=EVERY_S)
                table.step()
            broker.start()
        wait(lambda: len(table.told) - len(ear.events) < IN_HAND)
    wait(lambda: len(ear.events) >= len(table.told))
    sleep(2.0)  # what comes twice comes now
    assert table.client is not None
    table.client.close()
    ear.client.loop_stop()
    numbers = [event["seq"] for event in ear.events]
    return {
        "happened": len(table.told),
        "arrived": len(set(numbers)),
        "again": len(numbers) - len(set(numbers)),
        "amiss": sum(a != b for a, b in zip(ear.events, table.told, strict=False)),
        "state": ear.state.get("version") == table.table.version,
        "seconds": round(monotonic() - began, 1),
    }


def wait(holds: Any) -> None:
    """Until it holds, for so long at most."""
    end = monotonic() + PATIENCE_S
    while not holds():
        if monotonic() > end:
            sys.exit("it did not arrive")
        sleep(0.005)


if __name__ == "__main__":
    sys.exit(main())
