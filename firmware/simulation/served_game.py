"""A real device that plays cards on the simulated table, with phones on its page: the memory that it takes."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from dataclasses import dataclass
from threading import Thread
from time import sleep

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect


@dataclass(frozen=True, slots=True)
class ServedGame:
    """What is played, for how long, and who looks on."""

    game: str = "splash-down"
    phones: int = 8
    seconds: float = 30.0


SERVED = ServedGame()
PAGE = re.compile(r"page http://[^ ]*:(\d+)")
PEAK = re.compile(r"VmHWM:\s+(\d+) kB")


def peak_mb() -> float | None:
    """The device's peak resident memory, MB, after some play with phones on its page; None where no system tells it."""
    if sys.platform != "linux":
        return None
    with tempfile.TemporaryDirectory() as home, ExitStack() as phones:
        command = [sys.executable, "-m", "firmware.cli", "run", SERVED.game, "--camera", "simulated", "--port", "0"]
        environment = os.environ | {"LIFEGUARD_HOME": home}
        with subprocess.Popen(
            command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
            text=True,
        ) as device:  # fmt: skip
            try:
                port = _port(device)
                for _ in range(SERVED.phones):
                    phone = phones.enter_context(connect(f"ws://127.0.0.1:{port}/api/live"))
                    Thread(target=_listen, args=(phone,), daemon=True).start()
                sleep(SERVED.seconds)
                with open(f"/proc/{device.pid}/status", encoding="ascii") as status:
                    found = PEAK.search(status.read())
            finally:
                device.terminate()
    return int(found[1]) / 1024 if found else None


def _port(device: subprocess.Popen[str]) -> str:
    """The port of its page, as it says when it is ready. Raises RuntimeError if it ends before."""
    assert device.stderr is not None
    for line in device.stderr:
        if found := PAGE.search(line):
            return found[1]
    raise RuntimeError("the device ended before its page was up: start it by hand to see why")


def _listen(phone: ClientConnection) -> None:
    """Take each page, as a phone does."""
    try:
        for _ in phone:
            pass
    except ConnectionClosed:
        pass
