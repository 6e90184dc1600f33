"""`lifeguard run`: puts the parts together, and takes them apart again."""

from __future__ import annotations

import json
import re
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from secrets import randbelow, randbits
from threading import Thread
from typing import Any

from companion.api.app import create_app
from engines import odds
from engines.core import Chance, Game, Match, Over
from engines.dealer import deal
from engines.games import GAMES
from firmware.config import CameraConfig, Config, ConfigError, home
from firmware.device import systemd
from firmware.device.loop import Device
from firmware.device.watcher import Watcher
from firmware.games import faces
from firmware.games.profiles import PROFILES
from firmware.observe.drawn_mat import Drawings
from firmware.observe.observer import Observer
from firmware.outputs.log import line, news
from firmware.outputs.panel import PanelOutput
from firmware.state.table import Table
from firmware.storage.journal import Journal
from firmware.update.inputs import Pressed
from firmware.update.observed import opened
from firmware.update.setup import begun
from firmware.web.backend import DeviceBackend
from firmware.web.draw_places import TableDrawing
from firmware.web.server import Web
from hardware.cameras.frame import Camera
from hardware.cameras.open import open_camera
from hardware.panel import board

KEYS = {"a": ("a", "short"), "b": ("b", "short"), "c": ("c", "short"), "": ("a", "short")}
"""What the simulated panel takes on standard input, a line each; Enter alone is button A."""


def run(config: Config, as_json: bool, anew: bool = False) -> None:
    """Run the device until it is stopped, or a folder or video of pictures ends."""
    faces.check(home())
    journal = Journal(home() / "journal.db")
    table, new = present(journal, config, anew)
    device = Device(table, journal, [])
    with ExitStack() as stack:
        stack.callback(journal.close)
        stack.enter_context(stopping(device.stop))
        panel = _panel(config, device)
        stack.callback(panel.close)
        desk, drawings = DeviceBackend(device), Drawings(home())
        eye = _eye(device, drawings)
        drawing = TableDrawing(device, eye, drawings)
        web = Web(create_app(desk, _followed(), config.page.names, drawing=drawing), config.page)
        stack.callback(web.close)
        device.table = replace(device.table, address=web.address)
        device.outputs += [desk, PanelOutput(panel, device.put), Printer(as_json)]
        device.begin(new)
        journal.note_asked(wanted(config))
        watcher = Watcher(device, eye, _camera(config, device), device.stop)
        stack.callback(watcher.stop)
        watcher.start()
        Thread(target=_warm, args=(device.table.match,), name="odds", daemon=True).start()
        if config.panel.kind == "simulated" and sys.stdin.isatty():
            Thread(target=_type, args=(device,), name="keys", daemon=True).start()
        _say(f"page {web.address}   PIN {table.pin}   camera {config.camera.source}   panel {config.panel.kind}")
        systemd.ready()

        def beat() -> None:
            systemd.alive()
            if web.address != device.table.address:  # the network came up, or gave another address
                device.table = replace(device.table, address=web.address)

        device.run(beat)
        systemd.stopping()


def wanted(config: Config) -> Match:
    """The match that is asked for. Raises BadEvent for what does not fit."""
    return begun(config.game.name, config.game.players, config.game.options)


def present(journal: Journal, config: Config, anew: bool) -> tuple[Table, bool]:
    """The table to go on with, and whether it is a new one: the saved match if it is the one wanted and not over.

    Wanted is what is asked for; if that is the same as at the last start, what was played last, maybe begun on a phone.
    """
    saved = journal.load()
    match = wanted(config)
    if journal.asked_before(match) and saved is not None:
        match = begun(saved.match.game.name, saved.match.players, dict(saved.match.options))
    if saved is None:
        return opened(Table(match, f"{randbelow(10_000):04}")), True
    same = (saved.match.game.name, saved.match.players, saved.match.options) == (
        match.game.name,
        match.players,
        match.options,
    )
    if same and not anew and not isinstance(saved.match.state.awaits, Over):
        return saved, False
    return opened(Table(match, saved.pin, saved.number + 1, look=saved.look)), True  # what lies there still is no throw


def _followed() -> dict[str, Game]:
    """The games that a camera can follow: those that the page offers."""
    return {name: GAMES[name] for name in PROFILES}


def _eye(device: Device, drawings: Drawings) -> Observer:
    """An eye that always looks for the mat of the match that is on."""

    def laid() -> tuple[int, Iterable[tuple[str, object]]]:
        match = device.table.match
        return len(match.players), match.options

    return Observer(lambda: device.table.match.game.name, laid=laid, drawn=drawings.of)


def _panel(config: Config, device: Device) -> board.PanelBoard:
    opened = board.real if config.panel.kind == "real" else board.simulated

    def pressed(name: str, press: str) -> None:
        device.put(Pressed(name.lower(), press))

    return opened(config.panel.wired(), pressed)


def _camera(config: Config, device: Device) -> Callable[[], Camera]:
    settings = config.camera
    if settings.source == "simulated":
        from firmware.simulation.demo_camera import DemoCamera  # the simulated table is heavy, and only needed here

        return lambda: DemoCamera(device, randbits(31))
    return camera_of(settings)


def camera_of(settings: CameraConfig) -> Callable[[], Camera]:
    """How to open a camera that is not simulated.

    A camera may be plugged in later, and is waited for; what was mistyped will not come: raises ConfigError for a name
    that can never be a camera, CameraLost for a folder without pictures or a file that is no video.
    """
    source = settings.source

    def opener() -> Camera:
        return open_camera(source, (settings.width, settings.height), settings.fps, lock=settings.lock)

    if source == "pi" or USB.fullmatch(source):
        return opener
    if not Path(source).exists():
        takes = "pi, usb:0, simulated, a folder of pictures or a video file"
        raise ConfigError(f"camera {source!r} is not there; it can be {takes}")
    opener().close()
    return opener


USB = re.compile(r"usb:\d+")


class Printer:
    """Says on standard output what happens: one JSON object a line, or a sentence."""

    def __init__(self, as_json: bool) -> None:
        self._as_json = as_json

    def show(self, before: Table, after: Table) -> None:
        """Print the news."""
        for item in news(before, after):
            print(json.dumps(item, ensure_ascii=False) if self._as_json else line(after, item), flush=True)


def _warm(match: Match) -> None:
    """Ask for the odds of a first decision, so that they are at hand when it is due."""
    random = Random(1)
    if isinstance(match.state.awaits, Chance):
        odds.choices(match.state.apply(deal(match.state.awaits, random)))


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _type(device: Device) -> None:
    for typed in sys.stdin:
        button = KEYS.get(typed.strip().lower())
        if button:
            device.put(Pressed(*button))
        else:
            _say("keys: a (yes, next), b (choose), c (undo), each with Enter; Enter alone is a")


@contextmanager
def stopping(stop: Callable[[], None]) -> Iterator[None]:
    """Ctrl-C and systemd's SIGTERM end the run in good order."""

    def handler(*_: Any) -> None:
        stop()

    before = {number: signal.signal(number, handler) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, old in before.items():
            signal.signal(number, old)
