"""`lifeguard run`: puts the parts together, and takes them apart again."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from random import Random
from secrets import randbits
from threading import Thread

from fastapi import FastAPI

from companion.api.app import create_app
from companion.gate.pin import new_pin
from companion.gate.tokens import ApiTokens
from engines import odds
from engines.core import Chance, Game, Match, Over
from engines.dealer import deal
from engines.games import GAMES
from firmware.config import Config
from firmware.device import systemd
from firmware.device.health import health_notes
from firmware.device.loop import Device
from firmware.device.news import UpdateNews
from firmware.device.open_carriers import announcer_of
from firmware.device.open_panel import panel_of
from firmware.device.terminal import Printer, say, stopping, take_keys
from firmware.device.watcher import Watcher
from firmware.device.weekly_backup import WeeklyBackup
from firmware.games.other_art import check_art, check_taught
from firmware.games.profiles import PROFILES
from firmware.network.network_manager import HOTSPOT_ADDRESS
from firmware.network.watcher import NetworkWatcher
from firmware.observe.drawn_mat import Drawings
from firmware.observe.observer import Observer
from firmware.observe.open_camera import camera_of
from firmware.observe.table_setup import setup_of
from firmware.outputs.panel import PanelOutput
from firmware.state.table import OledPage, Table
from firmware.storage import lock
from firmware.storage.journal import Journal, JournalError, NoJournal
from firmware.storage.people import household
from firmware.storage.people.phones import phones_of
from firmware.storage.people.tokens import TokenFile
from firmware.update.inputs import Fault, Pressed
from firmware.update.observed import opened
from firmware.update.setup import begun, introduced, put_away
from firmware.web.backend import DeviceBackend
from firmware.web.draw_places import TableDrawing
from firmware.web.live_camera import LiveCamera
from firmware.web.our_games import OurGames
from firmware.web.server import Web
from firmware.web.upkeep.page_backup import PageBackup
from firmware.web.upkeep.page_network import PageNetwork, network_of
from firmware.web.upkeep.page_update import PageUpdate
from firmware.web.upkeep.page_welcome import PageWelcome
from hardware.art.folder import ArtFolder
from hardware.cameras.frame import Camera

log = logging.getLogger("lifeguard")

JOURNAL = "journal.db"
LIVE = ("pi", "simulated")
"""Cameras without an end; so are those of USB."""
RETRY_BEATS = 10
"""So many beats, of a second each, until the disk is tried again."""
HELP = "keys: a (yes, next), b (choose), c (undo), each with Enter; Enter alone is a"


class Unkeepable(JournalError):
    """Nothing can be kept; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Start:
    """What a run is asked for.

    `home` is the folder of all data, `settings` the file that `config` was read from, for backups. `as_json`: how news
    are printed; `anew`: begin anew even if a match is not over; `art`: that of the simulated table, if not ours;
    `welcome`: begin with the first start, whatever was played before.
    """

    config: Config
    home: Path
    settings: Path | None = None
    as_json: bool = False
    anew: bool = False
    art: ArtFolder | None = None
    welcome: bool = False


def run(start: Start) -> None:
    """Run the device until it is stopped, or a folder or video of pictures ends.

    As long as nothing can be kept it says so and plays nothing. Raises HomeRefused if another device runs on the home;
    for pictures that end also if nothing can be kept; and what `firmware.games.other_art` raises.
    """
    game, source = start.config.game.name, start.config.camera.source
    if start.art is not None:
        check_art(start.art, game)
        check_taught(game, start.home)
    while True:
        try:
            with ExitStack() as stack:
                _play(start, _journal(start.home, stack), stack)
            return
        except Unkeepable as error:
            if source not in LIVE and not source.startswith("usb:"):
                raise
            if not _wait(start, str(error)):
                return


def _journal(home: Path, stack: ExitStack) -> Journal:
    """The journal of a home that is held for this process, until `stack` ends. Raises Unkeepable, HomeRefused."""
    try:
        stack.enter_context(lock.held(home))
        journal = Journal(home / JOURNAL)
    except (lock.HomeUnwritable, JournalError) as error:
        raise Unkeepable(str(error)) from error
    stack.callback(journal.close)
    return journal


def _play(start: Start, journal: Journal, stack: ExitStack) -> None:
    """The device at work, until it is stopped; `stack` takes its parts apart."""
    config, home = start.config, start.home
    table, new = present(journal, config, start.anew)
    table, new = greeted(table, home, start.welcome), new and not start.welcome
    device, drawings = Device(table, journal, []), Drawings(home)
    backend, observer = DeviceBackend(device), Observer(setup_of(table.match, drawings))
    drawing = TableDrawing(device, observer, drawings)
    watcher = Watcher(device, observer, drawings, camera_opener(config, device, start.art), device.stop)
    games, network = OurGames(device, home), network_of(device, config.page, home)
    stack.callback(games.stop)
    app = create_app(
        backend,
        followed(),
        config.page.names,
        drawing=drawing,
        phones=phones_of(home),
        history=games,
        backups=PageBackup(home, start.settings),
        eye=LiveCamera(device, watcher, drawings),
        updates=PageUpdate(home),
        networks=PageNetwork(network) if network else None,
        caller=backend,
        tokens=ApiTokens(TokenFile(home)),
        welcomer=PageWelcome(device, home, config.panel),
        rolls=backend,
        origins=config.page.origins,
    )
    web = shown(start, device, backend, app, stack)
    device.outputs.append(announcer_of(config, home, device, stack, lambda: watcher.light))
    device.begin(new)
    device.put(Fault("journal", journal.trouble))
    _note_asked(device, config)
    device.outputs.append(games)
    games.start()
    stack.callback(watcher.stop)
    watcher.start()
    weekly = WeeklyBackup(home, config.backup, start.settings, device.put)
    stack.callback(weekly.stop)
    weekly.start()
    if network is not None:
        stack.callback(network.stop)
        network.start()
    noted = health_notes(device, web.local_address, lambda: watcher.light is not None)
    stack.callback(noted.stop)
    news = UpdateNews(device.put)

    def look() -> None:
        noted.begin()
        news.look()

    Thread(target=_warm, args=(device.table.match,), name="odds", daemon=True).start()
    say(f"page {web.address}   PIN {table.pin}   camera {config.camera.source}   panel {config.panel.kind}")
    beating(device, backend, web, look, network)


def _wait(start: Start, why: str) -> bool:
    """OLED and page say why nothing can be kept, until it can (True), or the device is stopped: nothing is played."""
    config, home = start.config, start.home
    table = opened(Table(wanted(config), new_pin()))
    device = Device(replace(table, faults=(("disk", why),)), NoJournal(home / JOURNAL, why), [])
    backend, due, found = DeviceBackend(device), count(1), False

    def look() -> None:
        nonlocal found
        if next(due) % RETRY_BEATS == 0 and _keepable(home):
            found = True
            device.stop()

    with ExitStack() as stack:
        web = shown(start, device, backend, create_app(backend, followed(), config.page.names), stack)
        device.outputs.append(announcer_of(config, home, device, stack))
        device.begin()
        say(f"page {web.address}   PIN {table.pin}   {why}")
        beating(device, backend, web, look)
    return found


def _keepable(home: Path) -> bool:
    try:
        with ExitStack() as stack:
            _journal(home, stack)
    except Unkeepable:
        return False
    return True


def shown(start: Start, device: Device, backend: DeviceBackend, app: FastAPI, stack: ExitStack) -> Web:
    """Panel, page and log around a device, until `stack` ends."""
    config = start.config
    stack.enter_context(stopping(device.stop))
    panel = panel_of(config.panel, lambda name, press: _press(device, name.lower(), press))
    stack.callback(panel.close)
    web = Web(app, config.page)
    stack.callback(web.close)
    device.table = replace(device.table, address=web.found, hosted=config.mqtt is not None)
    device.outputs += [backend, PanelOutput(panel, device.put), Printer(start.as_json)]
    take_keys(config.panel, lambda button, press: _press(device, button, press), HELP)
    return web


def beating(
    device: Device,
    backend: DeviceBackend,
    web: Web,
    look: Callable[[], None] = lambda: None,
    network: NetworkWatcher | None = None,
) -> None:
    """Runs the device until it is stopped, and says so to systemd meanwhile; `look` is called about once a second."""
    systemd.ready()

    def beat() -> None:
        systemd.alive()
        backend.beat()
        look()
        hotspot = network.hotspot if network else None
        address = web.address_for(HOTSPOT_ADDRESS) if hotspot else web.found
        if (address, hotspot) != (device.table.address, device.table.hotspot):  # the network came up, or is another
            device.table = replace(device.table, address=address, hotspot=hotspot)

    device.run(beat)
    systemd.stopping()


def _note_asked(device: Device, config: Config) -> None:
    try:
        device.journal.note_asked(wanted(config))
    except JournalError as error:  # what is asked for anew is then begun anew at the next start
        log.warning("%s", error)


def wanted(config: Config) -> Match:
    """The match that is asked for. Raises BadEvent for what does not fit."""
    return begun(config.game.name, config.game.players, config.game.options)


def present(journal: Journal, config: Config, anew: bool) -> tuple[Table, bool]:
    """The table to go on with, and whether it is a new one: the saved match if it is the one wanted and not over.

    Wanted is what is asked for; if that is the same as at the last start, what was played last, maybe begun on a phone.
    A box of which no game is asked for goes on with what was played last, or waits until people begin one.
    """
    saved = journal.load()
    match = wanted(config)
    waits = waits_for_people(config)
    if waits and saved is None:
        return Table(match, new_pin(), 0, highest=journal.next_number() - 1), False
    if waits and saved is not None and isinstance(saved.match.state.awaits, Over) and not anew:
        return replace(saved, pin=new_pin(), page=OledPage.BEGIN), bool(journal.trouble)
    if saved is not None and (waits or journal.asked_before(match)):
        match = begun(saved.match.game.name, _again(saved.match), dict(saved.match.options))
    if saved is None:
        return opened(Table(match, new_pin(), journal.next_number())), True
    saved = replace(saved, pin=new_pin())
    same = (saved.match.game.name, saved.match.began_with, saved.match.options) == (
        match.game.name,
        match.players,
        match.options,
    )
    if same and not anew and not isinstance(saved.match.state.awaits, Over):
        return (opened(saved), True) if journal.trouble else (saved, False)  # it may have lost its last steps
    number = journal.next_number()
    return opened(
        Table(match, saved.pin, number, look=saved.look, highest=number)
    ), True  # what lies there still is no throw


def greeted(table: Table, home: Path, again: bool) -> Table:
    """The table with what is known of its people.

    A box on which nothing was ever played waits for its first start to be done; with `again` so does any.
    """
    known = household.load(home)
    first = again or (table.waiting and not table.highest and not known.done)
    return introduced(put_away(table) if again else table, replace(known, done=not first))


def _again(match: Match) -> tuple[str, ...]:
    """The players with whom a match goes on: by the names they began with, or, once it is over, those who stayed."""
    return match.present if isinstance(match.state.awaits, Over) else match.began_with


def waits_for_people(config: Config) -> bool:
    """Whether this is a box at a table that nobody has told which game to play; the simulated table begins at once."""
    source = config.camera.source
    return not config.game.model_fields_set and (source == "pi" or source.startswith("usb:"))


def followed() -> dict[str, Game]:
    """The games that a camera can follow: those that the page offers."""
    return {name: GAMES[name] for name in PROFILES}


def _press(device: Device, button: str, press: str) -> None:
    device.put(Pressed(button, press))


def camera_opener(config: Config, device: Device, art: ArtFolder | None) -> Callable[[], Camera]:
    settings = config.camera
    if settings.source == "simulated":
        from firmware.simulation.demo_camera import DemoCamera  # the simulated table is heavy, and only needed here

        return lambda: DemoCamera(device, randbits(31), art)
    return camera_of(settings)


def _warm(match: Match) -> None:
    """Ask for the odds of a first decision, so that they are at hand when it is due."""
    random = Random(1)
    if isinstance(match.state.awaits, Chance):
        odds.choices(match.state.apply(deal(match.state.awaits, random)))
