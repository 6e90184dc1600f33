"""The memory that a device takes which plays cards, with phones on its page.

It is shown photographs of a game that was filmed before: the simulated table in the same process takes more than all
the device itself does.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from threading import Thread
from time import sleep

import cv2
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from firmware.simulation.card_film import LIMITS as FILM
from firmware.simulation.card_film import CardFilm, true_look
from firmware.simulation.film import film
from firmware.state.observation import Observation
from hardware.simulated.table_camera import TableCamera


@dataclass(frozen=True, slots=True)
class ServedGame:
    """What is played, how many photographs of the table at rest are read, and who looks on."""

    game: str = "hai-noon"
    """One that is followed without a press: then its events are confirmed, and kept, as at a table."""
    players: tuple[str, ...] = ("Ana", "Ben", "Cleo")
    seed: int = 1
    photographs: int = 40
    """At most: until the game is over."""
    phones: int = 8
    asked_every_s: float = 0.2
    """How often the device is asked for its memory."""


SERVED = ServedGame()
PAGE = re.compile(r"page http://[^ ]*:(\d+)")
PEAK = re.compile(r"VmHWM:\s+(\d+) kB")
UNIT = {"MALLOC_MMAP_THRESHOLD_": "262144", "MALLOC_ARENA_MAX": "1"}
"""As in systemd/lifeguard.service."""


def peak_mb() -> float | None:
    """The device's peak resident memory, MB, over some photographs; None where no system tells it.

    Raises RuntimeError if the device fails.
    """
    if sys.platform != "linux":
        return None
    with tempfile.TemporaryDirectory() as home, tempfile.TemporaryDirectory() as folder, ExitStack() as phones:
        film(PhotographedGame(Path(folder)))
        command = [sys.executable, "-m", "firmware.cli", "run", SERVED.game, "--players", ",".join(SERVED.players)]
        with subprocess.Popen(
            [*command, "--camera", folder, "--port", "0"], env=os.environ | UNIT | {"LIFEGUARD_HOME": home},
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        ) as device:  # fmt: skip
            try:
                port = page_port(device)
                for _ in range(SERVED.phones):
                    phone = phones.enter_context(connect(f"ws://127.0.0.1:{port}/api/live"))
                    Thread(target=listen, args=(phone,), daemon=True).start()
                return _highest(device)
            finally:
                device.terminate()


class PhotographedGame(CardFilm):
    """The game, played by robots that see what is there; `folder` gets a photograph of each look at it, at rest."""

    limits = replace(FILM, pictures=SERVED.photographs)

    def __init__(self, folder: Path) -> None:
        super().__init__(SERVED.game, len(SERVED.players), SERVED.seed, eyes=self._photographed)
        self._folder, self._numbers = folder, count()

    def _photographed(self, camera: TableCamera) -> Observation:
        at_rest = camera.look()
        cv2.imwrite(str(self._folder / f"{next(self._numbers):03}.jpg"), at_rest.image)
        return true_look(camera.stage, f"look-{at_rest.at:.2f}")


def _highest(device: subprocess.Popen[str]) -> float:
    """Its peak memory, MB, as it was shortly before it ended."""
    peak = 0
    while device.poll() is None:
        found = PEAK.search(Path(f"/proc/{device.pid}/status").read_text(encoding="ascii"))
        peak = int(found[1]) if found else peak
        sleep(SERVED.asked_every_s)
    if device.returncode:
        raise RuntimeError(f"the device ended with {device.returncode}: start it by hand to see why")
    return peak / 1024


def page_port(device: subprocess.Popen[str]) -> str:
    """The port of its page, as it says when it is ready; what it says later is passed over.

    Raises RuntimeError with what it said instead if it ends before.
    """
    assert device.stderr is not None
    said = []
    for line in device.stderr:
        said.append(line)
        if found := PAGE.search(line):
            Thread(target=device.stderr.read, daemon=True).start()
            return found[1]
    raise RuntimeError("".join(said))


def listen(phone: ClientConnection) -> None:
    """Take each page, as a phone does."""
    try:
        for _ in phone:
            pass
    except ConnectionClosed:
        pass
