"""Hours of play as fast as the machine goes: whether the memory, the files and the threads of a device stay the same.

    .venv/bin/python scripts/measuring/long_run.py --hours 8 --seed 1

A real device on this machine alone, in a home of its own: its queue, its thinker, its journal on disk, its panel on
simulated wires, its page with two phones that listen. The robots play all the games one after the other; the device is
told what truly lies on the simulated table after each thing that they do, about every 10 s of play, with a photograph
of real size. No picture is drawn: that would take most of the time. Now and then a phone takes the last event back and
plays it again, or corrects a piece and corrects it back. Each game is first played by as many as may be: what the
fullest table takes is taken in the first hour, and what comes on top of that leaks.

Prints for each hour of play the resident memory (MB), the open files and the threads. Exits with 1 if after the first
hour the memory grows by more than 5 MB, or the files or threads become other ones. Memory is kept as the service has it
(systemd/lifeguard.service).
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from itertools import count, cycle
from pathlib import Path
from random import Random
from threading import Thread
from threading import enumerate as all_threads
from time import monotonic, sleep
from typing import Any

import cv2
import httpx
from gpiozero.threads import GPIOThread
from service_memory import service_memory
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from companion.api.app import create_app
from engines.core import Match
from engines.games import game_named
from firmware.config import PageConfig, PanelConfig
from firmware.device.loop import Device
from firmware.device.open_panel import panel_of
from firmware.games.layouts import mat
from firmware.games.profiles import PROFILES
from firmware.outputs.panel import PanelOutput
from firmware.simulation.card_film import true_look
from firmware.simulation.players.card_robot import CardRobot
from firmware.simulation.players.dice_robot import DiceRobot
from firmware.simulation.players.robot import Robot
from firmware.simulation.tally import NAMES
from firmware.state.observation import Observation, Piece
from firmware.state.table import Table
from firmware.storage.journal import Journal
from firmware.update.inputs import Forget, Input, Saw
from firmware.update.observed import opened
from firmware.update.setup import begun
from firmware.web.backend import DeviceBackend
from firmware.web.server import Web
from hardware.scene.stage.dice_stage import DiceStage
from hardware.scene.stage.table_stage import TableStage

LOOKS_AN_HOUR = 360
"""A settled look every 10 s."""
LOOKS_A_GAME = 60
"""A game is left after so many, so that the first hour has seen each: the dice tray has no end."""
STUCK_LOOKS = 12
"""So is a game of which nothing comes any more."""
ANSWERS = 12
"""So many questions the robot answers between two looks."""
PHOTO_BYTES = 350_000
"""A photograph of 1280 x 720 px."""
PHONES = 2
MOST_GROWTH_MB = 5.0
SETTLE_S = 1.0
"""The device and its phones come to rest before anything is counted."""


@dataclass(frozen=True)
class Use:
    """What the process holds: resident memory (MB), open files, threads.

    Without the workers of the web server's pool, which come and go with requests, and the one that blinks a light while
    something is asked.
    """

    memory_mb: float
    files: int
    threads: int


def use() -> Use:
    """What this process holds now."""
    status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
    files = len(os.listdir("/proc/self/fd")) - 1  # without the one that lists them
    workers = sum(thread.name.startswith("AnyIO") or isinstance(thread, GPIOThread) for thread in all_threads())
    return Use(int(status["VmRSS"].split()[0]) / 1024, files, int(status["Threads"]) - workers)


class People:
    """A paired phone that changes things through the page, and the hands that play at the table of `device`."""

    def __init__(self, device: Device, address: str, random: Random) -> None:
        self.device, self.random = device, random
        self._ids = count(1)
        headers = {"X-Lifeguard-Pin": device.table.pin, "Connection": "close"}
        self._client = httpx.Client(base_url=address, headers=headers, timeout=30, trust_env=False)

    def ask(self, what: str, **change: Any) -> bool:
        """Ask for one change; whether it was made."""
        asked = {"version": self.device.table.version, **change}
        return self._client.post(f"/api/{what}", json=asked).status_code == 200

    def play(self, game: str, full: bool) -> Iterator[None]:
        """A new game from its beginning to its end, or till nothing comes of it; yields after each look.

        `full`: with as many players as may be, else with any number.
        """
        seats = game_named(game).seats
        names = NAMES[: max(seats) if full else self.random.choice(seats)]
        self.ask("game", game=game, players=names)
        robot = _robot(game, names, self.random)
        self._give(Forget())
        stuck = 0
        for _ in range(LOOKS_A_GAME):
            before = len(robot.truth.events), self.device.table.match.events
            self._look(robot)
            yield
            self._change_mind()
            after = len(robot.truth.events), self.device.table.match.events
            stuck = stuck + 1 if after == before else 0
            if stuck > STUCK_LOOKS or (robot.over and robot.followed(self.device.table)):
                return

    def _look(self, robot: Robot[Any]) -> None:
        """The device sees the table, and the robot answers what is asked, or plays on."""
        seen = _seen(robot.stage, f"look-{next(self._ids)}")
        table = self._give(Saw(seen), {seen.id: self.random.randbytes(PHOTO_BYTES)})
        for _ in range(ANSWERS):
            inputs = robot.step(table)
            for given in inputs:
                table = self._give(given)
            if not inputs or not table.question:
                return

    def _give(self, given: Input, photos: dict[str, bytes] | None = None) -> Table:
        return self.device.put(given, photos).result(60)

    def _change_mind(self) -> None:
        """Now and then the last event is taken back and played again, or corrected there and back."""
        chance = self.random.random()
        events = self.device.table.match.events
        if chance < 0.06:
            if self.ask("undo"):
                self.ask("redo")
        elif chance < 0.1 and events and (items := events[-1].items):
            number = len(events) - 1
            other = self.random.choice([item for event in events[-20:] for item in event.items])
            if self.ask("correct", event=number, position=0, item=other):
                self.ask("correct", event=number, position=0, item=items[0])


def _robot(game: str, names: tuple[str, ...], random: Random) -> Robot[Any]:
    """Somebody who plays `game` and knows the truth."""
    rules, seed = game_named(game), random.randrange(2**31)
    if PROFILES[game].deck:
        stage = TableStage(game, mat(game, len(names)), seed, brief=True)
        return CardRobot(stage, Match.begin(rules, names, {"hands": "open"}), random)
    return DiceRobot(DiceStage(mat(game), seed), Match.begin(rules, names), random, cocked=0)


def _seen(stage: DiceStage | TableStage, name: str) -> Observation:
    """What truly lies on the table once it is at rest."""
    while stage.busy:
        stage.step()
    return true_look(stage, name) if isinstance(stage, TableStage) else _dice(stage, name)


def _dice(stage: DiceStage, name: str) -> Observation:
    view = stage.scene.view
    pieces = []
    for lying in stage.dice:
        if not lying.aside:
            x, y, wide, high = cv2.boundingRect(view.project(lying.die.corners))
            box = (float(x), float(y), float(wide), float(high))
            at = float(lying.die.place[0]), -float(lying.die.place[1])
            pieces.append(Piece(((lying.item, 0.998),), *at, lying.die.edge, box))
    return Observation(name, *view.size_px, tuple(pieces))


@contextmanager
def running(home: Path) -> Iterator[tuple[Device, str]]:
    """A device at work as `lifeguard run` puts it together, but for the camera; and the address of its page."""
    with ExitStack() as stack:
        journal = Journal(home / "journal.db")
        stack.callback(journal.close)
        device = Device(opened(Table(begun("shark-attacks", NAMES[:3], {}), "4711")), journal, [])
        panel = panel_of(PanelConfig(kind="simulated"), lambda name, press: None)
        stack.callback(panel.close)
        backend = DeviceBackend(device)
        web = Web(PageConfig(host="127.0.0.1", port=0))
        stack.callback(web.close)
        web.serve(create_app(backend))
        device.outputs += [backend, PanelOutput(panel, device.put)]
        device.begin(anew=True)
        thread = Thread(target=device.run, args=(backend.beat,), name="device")
        thread.start()
        stack.callback(thread.join)
        stack.callback(device.stop)
        for _ in range(PHONES):
            phone = stack.enter_context(connect(f"{web.address.replace('http', 'ws')}/api/live?patches=1"))
            Thread(target=_listen, args=(phone,), daemon=True).start()
        yield device, web.address


def _listen(phone: ClientConnection) -> None:
    """Take each message, as a phone does."""
    with suppress(ConnectionClosed):
        for _ in phone:
            pass


def hours(most: int, seed: int, home: Path) -> Iterator[tuple[Use, str]]:
    """What the process holds after each hour of play, and how far play went."""
    random, looks, games, begun_at = Random(seed), 0, 0, monotonic()
    with running(home) as (device, address):
        people = People(device, address, random)
        for game in cycle(PROFILES):
            games += 1
            for _ in people.play(game, full=games <= len(PROFILES)):
                looks += 1
                if looks % LOOKS_AN_HOUR == 0:
                    sleep(SETTLE_S)
                    yield use(), f"{looks} looks, {games} games, {monotonic() - begun_at:.0f} s"
                if looks >= most * LOOKS_AN_HOUR:
                    return


def as_the_service() -> None:
    """Start anew with what the service says of memory: it must be said before Python starts."""
    said = service_memory()
    if not said.items() <= os.environ.items():
        os.execve(sys.executable, [sys.executable, *sys.argv], os.environ | said)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--hours", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    as_the_service()
    cv2.setNumThreads(1)
    first: Use | None = None
    failed = False
    with tempfile.TemporaryDirectory() as home:
        for hour, (held, words) in enumerate(hours(given.hours, given.seed, Path(home)), start=1):
            print(
                f"hour {hour}: {held.memory_mb:.1f} MB, {held.files} files, {held.threads} threads ({words})",
                flush=True,
            )
            first = first or held
            same = replace(held, memory_mb=first.memory_mb) == first
            failed |= held.memory_mb > first.memory_mb + MOST_GROWTH_MB or not same
    print("not flat" if failed else "flat")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
