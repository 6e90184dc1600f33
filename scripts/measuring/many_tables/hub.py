"""Many tables play and the hub shows them: how late an event comes to the board, the hub's memory, a broker that
restarts, a hub that is killed.

    .venv/bin/python scripts/measuring/many_tables/hub.py --tables 200 --seconds 300 --seed 1

Starts a Mosquitto and the hub, each in a process of its own, on this machine alone. Each table is the box's own client
of MQTT with a game that is played at random, an event every `--every` seconds. An event counts as shown when the patch
of the live socket that holds its version has come to a screen. Half way the broker is stopped for five seconds; at
three quarters the hub is killed and started again. Prints one JSON object: delays (ms) with the broker there, the time
until all is shown again, memory (MB) over time, and how long a table waited for its own client at most (ms).
"""

from __future__ import annotations

import argparse
import asyncio
import getpass
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from threading import Event, Lock, Thread
from time import monotonic, sleep
from typing import Any

from hub_tables import SimulatedTable
from websockets.asyncio.client import connect

from firmware.outputs.announcer import News
from firmware.outputs.mqtt.broker import Broker
from firmware.outputs.mqtt.connection import Address

sys.path.insert(0, str(Path(__file__).parents[1]))
from service_memory import service_memory

MOST_TABLES, MOST_SECONDS, DOWN_S, PATIENCE_S = 400, 1800, 5.0, 60.0


class PlayedTable(SimulatedTable):  # type: ignore[misc]
    """A table with a real client of MQTT."""

    def __init__(self, name: str, seed: int, port: int) -> None:
        self.client: Broker | None = None
        super().__init__(name, seed)
        self.client = Broker(Address("127.0.0.1", port), self.retained)
        self.client.put(self.news[-1])
        self.client.start()

    def put(self, news: News) -> None:
        self.news = [news]
        if self.client:
            self.client.put(news)


class Tables:
    """All tables, played on a thread; `when` has the time of each (table, version)."""

    def __init__(self, count: int, seed: int, every_s: float, port: int) -> None:
        self.tables = {f"table-{n}": PlayedTable(f"table-{n}", seed * 1000 + n, port) for n in range(1, count + 1)}
        self.when: dict[tuple[str, int], float] = {}
        self.slowest_s, self.events = 0.0, 0
        self._lock, self._ended, self._random, self._every_s = Lock(), Event(), Random(seed), every_s
        self._thread = Thread(target=self._play, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def _play(self) -> None:
        names = list(self.tables)
        while not self._ended.wait(self._random.expovariate(len(names) / self._every_s)):
            name = self._random.choice(names)
            table, begun = self.tables[name], monotonic()
            with self._lock:
                table.step()
                self.when[name, table.table.version] = begun
            self.slowest_s, self.events = max(self.slowest_s, monotonic() - begun), self.events + 1

    def versions(self) -> dict[str, int]:
        with self._lock:
            return {name: table.table.version for name, table in self.tables.items()}

    def stop(self) -> None:
        self._ended.set()
        self._thread.join()


class Screen:
    """A screen at the hub's live socket: which version of each table it shows, and when that came."""

    def __init__(self) -> None:
        self.shown: dict[str, int] = {}
        self.came: dict[tuple[str, int], float] = {}
        self.bytes = 0

    def take(self, text: str) -> None:
        now, message = monotonic(), json.loads(text)
        self.bytes += len(text)
        part = message.get("page") or message["patch"]
        for name, row in (part.get("tables") or {}).items():
            if row and "version" in row:
                self.shown[name] = row["version"]
                self.came.setdefault((name, row["version"]), now)  # a hub that restarts shows it again


async def watch(address: str, screen: Screen, ended: Event) -> None:
    url = address.replace("http", "ws") + "/api/live?patches=1"
    while not ended.is_set():
        try:
            async with connect(url, max_size=None, proxy=None) as phone:
                while not ended.is_set():
                    try:
                        screen.take(await asyncio.wait_for(phone.recv(), 0.5))  # type: ignore[arg-type]
                    except TimeoutError:
                        continue
        except OSError:
            await asyncio.sleep(0.2)
        except Exception:
            await asyncio.sleep(0.2)


class Mosquitto:
    """A broker that keeps what is retained on its disk."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self._file = folder / "mosquitto.conf"
        lines = (
            f"user {getpass.getuser()}\nlistener {self.port} 127.0.0.1\nallow_anonymous true\nmax_queued_messages 0\n"
        )
        self._file.write_text(f"{lines}persistence true\npersistence_location {folder}/\n")
        self.start()

    def start(self) -> None:
        program = shutil.which("mosquitto", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
        if program is None:
            sys.exit("needs Mosquitto: apt-get install mosquitto")
        self.process = subprocess.Popen([program, "-c", self._file], stderr=subprocess.DEVNULL)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(30)


class Hub:
    """The hub in a process of its own."""

    def __init__(self, home: Path, broker: int) -> None:
        self._home, self._broker, self.port = home, broker, free_port()
        self.start()

    def start(self) -> None:
        words = ["hub", "--broker", f"127.0.0.1:{self._broker}", "--host", "127.0.0.1", "--port", str(self.port)]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "firmware.cli", *words],
            env=os.environ | service_memory() | {"LIFEGUARD_HOME": str(self._home)},
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stderr is not None
        self.process.stderr.readline()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def memory_mb(self) -> float:
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return round(int(re.findall(r"VmRSS:\s+(\d+)", status)[0]) / 1024, 1)

    @property
    def cpu_s(self) -> float:
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def until_shown(tables: Tables, screen: Screen) -> float | None:
    """Seconds until the screen shows each table as it stood just now, or later; None: it did not come to that."""
    wanted, begun = tables.versions(), monotonic()
    while monotonic() - begun < PATIENCE_S:
        if all(screen.shown.get(name, -1) >= version for name, version in wanted.items()):
            return round(monotonic() - begun, 2)
        sleep(0.05)
    return None


def delays(tables: Tables, screen: Screen, spans: list[tuple[float, float]]) -> list[float]:
    """From each event within these spans to the first message that had its version or a later one (s)."""
    came: dict[str, list[tuple[int, float]]] = {}
    for (name, version), at in sorted(screen.came.items(), key=lambda one: one[0][1]):
        came.setdefault(name, []).append((version, at))
    found = []
    for (name, version), at in list(tables.when.items()):
        if any(start <= at < end for start, end in spans):
            later = [when for other, when in came.get(name, []) if other >= version]
            found.append(min(later) - at if later else float("inf"))
    return sorted(found)


def measured(count: int, seconds: float, seed: int, every_s: float, folder: Path) -> dict[str, Any]:
    broker = Mosquitto(folder)
    sleep(1)
    hub = Hub(folder / "home", broker.port)
    tables, screen, ended = Tables(count, seed, every_s, broker.port), Screen(), Event()
    looks = Thread(target=lambda: asyncio.run(watch(hub.address, screen, ended)), daemon=True)
    looks.start()
    answer: dict[str, Any] = {"tables": count, "seconds": seconds, "seed": seed}
    answer["all_shown_first_s"] = until_shown(tables, screen)
    tables.start()
    memory, spans = [hub.memory_mb], []

    def play(share: float) -> None:
        begun, cpu = monotonic(), hub.cpu_s
        while monotonic() - begun < share * seconds:
            sleep(min(15.0, max(0.0, begun + share * seconds - monotonic())))
            memory.append(hub.memory_mb)
        spans.append((begun + 1, monotonic() - 2))
        answer.setdefault("hub_cpu_share", []).append(round((hub.cpu_s - cpu) / (monotonic() - begun), 3))

    play(0.5)
    broker.stop()
    sleep(DOWN_S)
    broker.start()
    answer["after_broker_restart_s"] = until_shown(tables, screen)
    play(0.25)
    hub.process.kill()
    hub.process.wait()
    screen.shown.clear()
    sleep(DOWN_S)
    answer["memory_before_kill_mb"], memory = list(memory), []
    hub.start()
    answer["after_hub_restart_s"] = until_shown(tables, screen)
    memory.append(hub.memory_mb)
    play(0.25)
    tables.stop()
    answer["at_the_end_s"] = until_shown(tables, screen)
    took = delays(tables, screen, spans)
    answer |= {"memory_after_kill_mb": memory, "events": tables.events, "events_timed": len(took)}
    answer |= {name: round(1000 * took[int(share * (len(took) - 1))]) for name, share in
               (("p50_ms", 0.5), ("p99_ms", 0.99), ("max_ms", 1.0))}  # fmt: skip
    answer |= {"slowest_step_of_a_table_ms": round(1000 * tables.slowest_s), "socket_kB": screen.bytes // 1000}
    ended.set()
    hub.process.terminate()
    hub.process.wait(20)
    broker.stop()
    return answer


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--every", type=float, default=8.0, help="Seconds between two events of a table.")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    count, seconds = min(given.tables, MOST_TABLES), min(given.seconds, MOST_SECONDS)
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(measured(count, seconds, given.seed, given.every, Path(folder))))


if __name__ == "__main__":
    main()
