"""Bored guests and stuck buttons: floods of presses, requests, sockets and frames against a device with its page."""

from __future__ import annotations

import http.client
import json
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from itertools import cycle
from pathlib import Path
from random import Random
from threading import Event, Thread
from time import monotonic

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from companion.api.app import create_app
from firmware.config import PageConfig
from firmware.device.loop import Device
from firmware.faults.outcome import Outcome, Setting
from firmware.faults.phone import ANSWER_S, Phone, new_table, running, saved
from firmware.update.inputs import Pressed
from firmware.web.backend import DeviceBackend
from firmware.web.server import Web

STATUS = Path("/proc/self/status")


@dataclass(frozen=True, slots=True)
class FloodLimits:
    """What a device must bear, and how it is looked after meanwhile."""

    health_s: float = 1.0
    """`/api/health` answers within this all the time."""
    health_every_s: float = 0.05
    """So often it is asked."""
    memory_mb: float = 50.0
    """The process grows by this at most; the floods themselves are made in it."""
    changes: int = 8
    """Changes by a phone before and after."""
    frames: int = 20_000
    """Tiny frames that one socket sends at once, 6 bytes each."""


LIMITS = FloodLimits()
PIN = "4711"
GUESTS = tuple(f"127.0.0.{number}" for number in range(10, 20))
"""Addresses of guests: each has its share of connections."""
PING = b"\x89\x80" + bytes(4)
"""The smallest frame that a client may send."""


@dataclass(frozen=True, slots=True)
class Served:
    """A device and the port of its page on this machine alone."""

    device: Device
    port: int

    def line(self, guest: str) -> socket.socket:
        """A connection from the address of a guest."""
        return socket.create_connection(("127.0.0.1", self.port), timeout=ANSWER_S, source_address=(guest, 0))

    def live(self, guest: str) -> ClientConnection:
        """A socket on the page."""
        return connect(f"ws://127.0.0.1:{self.port}/api/live", sock=self.line(guest), compression=None)

    def post(self, guest: str, body: bytes) -> int:
        """The status of one request to take the last event back."""
        asking = http.client.HTTPConnection("127.0.0.1", self.port, timeout=ANSWER_S, source_address=(guest, 0))
        try:
            asking.request("POST", "/api/undo", body, {"Content-Type": "application/json", "X-Lifeguard-Pin": PIN})
            return asking.getresponse().status
        finally:
            asking.close()


def presses(served: Served, times: int, random: Random) -> str:
    """All buttons at once, thousands of times: each press is handled."""
    for _ in range(times):
        last = served.device.put(Pressed(random.choice("abc"), "short"))
    last.result(ANSWER_S)
    return ""


def stale(served: Served, times: int, random: Random) -> str:
    """Requests for a page that is long past: each is refused."""
    body = json.dumps({"version": 0}).encode()
    told = {served.post(random.choice(GUESTS), body) for _ in range(times)}
    return "" if told == {409} else f"answered {told}"


def left(served: Served, times: int, random: Random) -> str:
    """Connections that are opened and left: in mid-request, or as sockets that nobody reads."""
    with ExitStack() as opened:
        for number, guest in zip(range(times), cycle(GUESTS), strict=False):
            if number % 2:
                opened.enter_context(served.live(guest))
            else:
                opened.enter_context(served.line(guest)).sendall(b"GET /api/page HTTP/1.1\r\nHost: ")
        served.device.put(Pressed("a", "short")).result(ANSWER_S)  # everybody is told the new page
    return ""


def tiny(served: Served, times: int, random: Random) -> str:
    """Sockets that send the smallest frames there are: each is shown the door."""
    return _shut(served, times, random, PING * LIMITS.frames, 1008)


def oversized(served: Served, times: int, random: Random) -> str:
    """Messages and requests of a megabyte: each is refused before it is there."""
    size = 1 << 20
    wrong = _shut(served, times, random, b"\x81\xff" + size.to_bytes(8) + bytes(4 + size), 1009)
    told = {_sent(served, random.choice(GUESTS), bytes(size)) for _ in range(times)} - {413, None}
    return wrong or (f"answered {told}" if told else "")


def _sent(served: Served, guest: str, body: bytes) -> int | None:
    """The status of a request; None if it was cut off before it was written to its end."""
    try:
        return served.post(guest, body)
    except ConnectionError:
        return None


def _shut(served: Served, times: int, random: Random, said: bytes, code: int) -> str:
    """What is wrong with how sockets are closed that say this much; `code`: with what they should be."""
    codes = {_ended(served, random.choice(GUESTS), said) for _ in range(times)} - {code, None}
    return f"sockets closed with {codes}" if codes else ""


def _ended(served: Served, guest: str, said: bytes) -> int | None:
    """The code that a socket is closed with that says this; None if it was cut off before all was said, 0 if never."""
    try:
        with served.live(guest) as phone:
            phone.socket.sendall(said)
            while True:
                phone.recv(ANSWER_S)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None
    except ConnectionError:
        return None
    except TimeoutError:
        return 0


FLOODS: dict[str, tuple[Callable[[Served, int, Random], str], int, str]] = {
    "thousands of presses at once": (presses, 4000, "handles each in its turn"),
    "requests with stale versions": (stale, 1000, "refuses each with 409"),
    "connections opened and left": (left, 300, "keeps them apart, and closes what does not come to its end"),
    "floods of tiny frames": (tiny, 50, "closes the socket after 4 kB"),
    "messages of a megabyte": (oversized, 50, "refuses them unread"),
}
"""Each flood, how often, and what the device does."""


def floods(setting: Setting) -> Iterator[Outcome]:
    """Each flood, against a device of its own on which a phone plays before and after."""
    for words, (flood, full, does) in FLOODS.items():
        times, seed = setting.times(full), setting.random.getrandbits(31)
        folder = setting.folder / flood.__name__
        folder.mkdir()
        wrong = _borne(folder, flood, times, Random(seed))
        does = f"{does}; goes on answering within a second"
        failures = (f"{words}, seed {seed}: {wrong}",) if wrong else ()
        yield Outcome("flood", words, does, "nothing confirmed", times, failures)


def _borne(folder: Path, flood: Callable[[Served, int, Random], str], times: int, random: Random) -> str:
    """What went wrong in one flood, or ""."""
    with _served(folder) as served:
        phone = Phone(served.device, random)
        for _ in range(LIMITS.changes):
            phone.play()
        before = _memory_mb()
        with _watched(served.port) as answers:
            wrong = flood(served, times, random)
        grown = _memory_mb() - before
        for _ in range(LIMITS.changes):
            phone.play()
    if max(answers) > LIMITS.health_s:
        return f"its health took {max(answers):.1f} s"
    if grown > LIMITS.memory_mb:
        return f"its memory grew by {grown:.0f} MB"
    return wrong or ("" if saved(folder) == phone.confirmed else "the journal tells another game than was confirmed")


@contextmanager
def _served(folder: Path) -> Iterator[Served]:
    """A device at work, with its page."""
    with running(folder, table=replace(new_table(), pin=PIN)) as device:
        backend = DeviceBackend(device)
        device.outputs.append(backend)
        web = Web(PageConfig(host="127.0.0.1", port=0))
        web.serve(create_app(backend))
        try:
            yield Served(device, int(web.address.rsplit(":", 1)[1]))
        finally:
            web.close()


@contextmanager
def _watched(port: int) -> Iterator[list[float]]:
    """Asks for the device's health all the while; how long each answer took, s (one that never came: for ever)."""
    answers: list[float] = []
    over = Event()
    watching = Thread(target=_ask_health, args=(port, answers, over), name="health")
    watching.start()
    try:
        yield answers
    finally:
        over.set()
        watching.join()


def _ask_health(port: int, answers: list[float], over: Event) -> None:
    while True:
        asking = http.client.HTTPConnection("127.0.0.1", port, timeout=ANSWER_S)
        begun = monotonic()
        try:
            asking.request("GET", "/api/health")
            healthy = asking.getresponse().status == 200
        except (OSError, http.client.HTTPException):
            healthy = False
        finally:
            asking.close()
        answers.append(monotonic() - begun if healthy else float("inf"))
        if over.wait(LIMITS.health_every_s):
            return


def _memory_mb() -> float:
    """Resident memory of this process; 0 where the system does not tell."""
    if not STATUS.exists():
        return 0.0
    (line,) = [line for line in STATUS.read_text().splitlines() if line.startswith("VmRSS")]
    return int(line.split()[1]) / 1024
