"""`lifeguard run`: puts the parts together, and takes them apart again."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from random import Random
from secrets import randbits
from threading import Thread

from companion.api.app import create_app
from companion.gate.pin import new_pin
from engines import odds
from engines.core import Chance, Game, Match, Over
from engines.dealer import deal
from engines.games import GAMES
from firmware.config import Config
from firmware.device import systemd
from firmware.device.loop import Device
from firmware.device.open_panel import panel_of
from firmware.device.terminal import Printer, say, stopping, take_keys
from firmware.device.watcher import Watcher
from firmware.games.profiles import PROFILES
from firmware.observe.drawn_mat import Drawings
from firmware.observe.observer import Observer
from firmware.observe.open_camera import camera_of
from firmware.observe.table_setup import setup_of
from firmware.outputs.panel import PanelOutput
from firmware.state.table import Table
from firmware.storage import lock
from firmware.storage.journal import Journal
from firmware.storage.phones import phones_of
from firmware.update.inputs import Fault, Pressed
from firmware.update.observed import opened
from firmware.update.setup import begun
from firmware.web.backend import DeviceBackend
from firmware.web.draw_places import TableDrawing
from firmware.web.server import Web
from hardware.cameras.frame import Camera

HELP = "keys: a (yes, next), b (choose), c (undo), each with Enter; Enter alone is a"


def run(config: Config, home: Path, as_json: bool, anew: bool = False) -> None:
    """Run the device until it is stopped, or a folder or video of pictures ends; `home` is the folder of all data.

    Raises HomeRefused if another device runs on it.
    """
    with ExitStack() as stack:
        stack.enter_context(lock.held(home))
        journal = Journal(home / "journal.db")
        stack.callback(journal.close)
        table, new = present(journal, config, anew)
        device = Device(table, journal, [])
        stack.enter_context(stopping(device.stop))
        panel = panel_of(config.panel, lambda name, press: _press(device, name.lower(), press))
        stack.callback(panel.close)
        backend, drawings = DeviceBackend(device), Drawings(home)
        observer = Observer(setup_of(table.match, drawings))
        drawing = TableDrawing(device, observer, drawings)
        app = create_app(backend, _followed(), config.page.names, drawing=drawing, phones=phones_of(home))
        web = Web(app, config.page)
        stack.callback(web.close)
        device.table = replace(device.table, address=web.address)
        device.outputs += [backend, PanelOutput(panel, device.put), Printer(as_json)]
        device.begin(new)
        device.put(Fault("journal", journal.trouble))
        journal.note_asked(wanted(config))
        watcher = Watcher(device, observer, drawings, _camera(config, device), device.stop)
        stack.callback(watcher.stop)
        watcher.start()
        Thread(target=_warm, args=(device.table.match,), name="odds", daemon=True).start()
        take_keys(config.panel, lambda button, press: _press(device, button, press), HELP)
        say(f"page {web.address}   PIN {table.pin}   camera {config.camera.source}   panel {config.panel.kind}")
        systemd.ready()

        def beat() -> None:
            systemd.alive()
            backend.beat()
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
        return opened(Table(match, new_pin(), journal.next_number())), True
    saved = replace(saved, pin=new_pin())
    same = (saved.match.game.name, saved.match.players, saved.match.options) == (
        match.game.name,
        match.players,
        match.options,
    )
    if same and not anew and not isinstance(saved.match.state.awaits, Over):
        return (opened(saved), True) if journal.trouble else (saved, False)  # it may have lost its last steps
    return opened(Table(match, saved.pin, saved.number + 1, look=saved.look)), True  # what lies there still is no throw


def _followed() -> dict[str, Game]:
    """The games that a camera can follow: those that the page offers."""
    return {name: GAMES[name] for name in PROFILES}


def _press(device: Device, button: str, press: str) -> None:
    device.put(Pressed(button, press))


def _camera(config: Config, device: Device) -> Callable[[], Camera]:
    settings = config.camera
    if settings.source == "simulated":
        from firmware.simulation.demo_camera import DemoCamera  # the simulated table is heavy, and only needed here

        return lambda: DemoCamera(device, randbits(31))
    return camera_of(settings)


def _warm(match: Match) -> None:
    """Ask for the odds of a first decision, so that they are at hand when it is due."""
    random = Random(1)
    if isinstance(match.state.awaits, Chance):
        odds.choices(match.state.apply(deal(match.state.awaits, random)))
