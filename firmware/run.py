"""`lifeguard run`: puts the parts together, and takes them apart again."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random
from secrets import randbits
from threading import Thread
from typing import TYPE_CHECKING

from companion.gate.pin import new_pin
from companion.words.language import sentence_of
from engines import odds
from engines.core import Chance, Game, Match
from engines.dealer import deal
from engines.games import GAMES
from firmware.config import Config
from firmware.device import systemd
from firmware.device.loop import Device
from firmware.device.open_camera import camera_of
from firmware.device.open_carriers import announcer_of
from firmware.device.open_panel import panel_of
from firmware.device.opening import Start, greeted, language_of, present, wanted
from firmware.device.terminal import Printer, first_words, last_words, say, stopping, take_keys
from firmware.device.upkeep.health import health_notes
from firmware.device.upkeep.news import UpdateNews
from firmware.device.upkeep.weekly_backup import WeeklyBackup
from firmware.device.watcher import Watcher
from firmware.games.other_art import check_art, check_taught
from firmware.games.profiles import PROFILES
from firmware.network.network_manager import HOTSPOT_ADDRESS
from firmware.observe.drawn_mat import Drawings
from firmware.observe.observer import Observer
from firmware.observe.table_setup import setup_of
from firmware.outputs.panel import PanelOutput
from firmware.state.table import Table
from firmware.storage import lock
from firmware.storage.journal import Journal, JournalError, NoJournal
from firmware.storage.looks import FILE, LookLog
from firmware.update.inputs import Fault, Pressed
from firmware.update.observed import opened
from firmware.web.server import Web
from hardware.art.folder import ArtFolder
from hardware.cameras.frame import Camera
from vision.store import BadTeaching

if TYPE_CHECKING:
    from firmware.web.device_page import DevicePage

log = logging.getLogger("lifeguard")

JOURNAL = "journal.db"
LIVE = ("pi", "simulated")
"""Cameras without an end; so are those of USB."""
RETRY_BEATS = 10
"""So many beats, of a second each, until the disk is tried again."""
HELP = "keys: a (yes, next), b (choose), c (undo), each with Enter; Enter alone is a"


class Unkeepable(JournalError):
    """Nothing can be kept; the message says why and what to do."""


def run(start: Start) -> None:
    """Run the device until it is stopped, or a folder or video of pictures ends.

    As long as nothing can be kept it says so and plays nothing. Raises HomeRefused if another device runs on the home;
    for pictures that end also if nothing can be kept; and what `firmware.games.other_art` raises.

    Where people ask for it, it lets the table rest for the lesson of a deck, and goes on after that.
    """
    game, source = start.config.game.name, start.config.camera.source
    if start.art is not None:
        check_art(start.art, game)
        check_taught(game, start.home)
    goes_on = True
    while goes_on:
        try:
            with ExitStack() as stack:
                deck = _play(start, _journal(start.home, stack), stack)
            goes_on = bool(deck) and _lesson(start, deck)
        except Unkeepable as error:
            if not _endless(source):
                raise
            goes_on = _wait(start, sentence_of(error))
    systemd.stopping()


def _journal(home: Path, stack: ExitStack) -> Journal:
    """The journal of a home that is held for this process, until `stack` ends. Raises Unkeepable, HomeRefused."""
    try:
        stack.enter_context(lock.held(home))
        journal = Journal(home / JOURNAL)
    except (lock.HomeUnwritable, JournalError) as error:
        raise Unkeepable(sentence_of(error)) from error
    stack.callback(journal.close)
    return journal


def _lesson(start: Start, deck: str) -> bool:
    """The lesson of a deck, with the parts that the device has put down: whether the device goes on after it."""
    from firmware.run_lesson import on_the_box  # not every box has cards to learn

    try:
        with lock.held(start.home):
            return on_the_box(deck, start.config, start.home)
    except (lock.HomeRefused, BadTeaching) as error:
        log.warning("no lesson: %s", error)
        return True


def _play(start: Start, journal: Journal, stack: ExitStack) -> str:
    """The device at work, until it is stopped (""), or a lesson is asked for: its deck.

    `stack` takes its parts apart.
    """
    config, home, lesson = start.config, start.home, ""
    table, new = present(journal, config, start.anew)
    table, new = greeted(table, home, start.welcome, config.device.language), new and not start.welcome
    device, drawings = Device(table, journal, []), Drawings(home)
    device.looks = LookLog(home / FILE)
    observer = Observer(setup_of(table.match, drawings))
    watcher = Watcher(device, observer, drawings, camera_opener(config, device, start.art), device.stop)
    web = seen(start, device, stack)
    device.outputs.append(announcer_of(config, home, device, stack, lambda: watcher.light))
    device.begin(new)
    device.put(Fault("journal", journal.trouble))
    _note_asked(device, config)
    stack.callback(watcher.stop)
    watcher.start()

    def teach(deck: str) -> None:
        nonlocal lesson
        lesson = deck
        device.stop()

    from firmware.web.device_page import serve_device  # it takes as long as all before: the table is seen by now

    page = serve_device(web, start, device, watcher, observer, drawings, followed(), teach, stack)
    weekly = WeeklyBackup(home, config.backup, start.settings, device.put)
    stack.callback(weekly.stop)
    weekly.start()
    noted = health_notes(device, web.local_address, lambda: watcher.light is not None)
    stack.callback(noted.stop)
    news = UpdateNews(device.put)

    def look() -> None:
        noted.begin()
        news.look()

    Thread(target=_warm, args=(device.table.match,), name="odds", daemon=True).start()
    opened_with = f"camera {config.camera.source}   panel {config.panel.kind}"
    say(f"{first_words(device.table)}   page {web.address}   PIN {table.pin}   {opened_with}")
    beating(device, web, page, look)
    if not lesson and _endless(config.camera.source):
        say(last_words(device.table, start))
    return lesson


def _endless(source: str) -> bool:
    """Whether a camera gives pictures until the device is stopped."""
    return source in LIVE or source.startswith("usb:")


def _wait(start: Start, why: str) -> bool:
    """OLED and page say why nothing can be kept, until it can (True), or the device is stopped: nothing is played."""
    config, home = start.config, start.home
    table = opened(Table(wanted(config), new_pin(), language=language_of(home, config)))
    device = Device(replace(table, faults=(("disk", why),)), NoJournal(home / JOURNAL, why), [])
    due, found = count(1), False

    def look() -> None:
        nonlocal found
        if next(due) % RETRY_BEATS == 0 and _keepable(home):
            found = True
            device.stop()

    with ExitStack() as stack:
        web = seen(start, device, stack)
        device.outputs.append(announcer_of(config, home, device, stack))
        device.begin()
        from firmware.web.device_page import serve_table  # as in `_play`

        page = serve_table(web, device, followed(), config)
        say(f"page {web.address}   PIN {table.pin}   {why}")
        beating(device, web, page, look)
    return found


def _keepable(home: Path) -> bool:
    try:
        with ExitStack() as stack:
            _journal(home, stack)
    except Unkeepable:
        return False
    return True


def seen(start: Start, device: Device, stack: ExitStack) -> Web:
    """Panel and log around a device, until `stack` ends, and the address of a page that is yet to be served."""
    config = start.config
    stack.enter_context(stopping(device.stop))
    panel = panel_of(config.panel, lambda name, press: _press(device, name.lower(), press))
    stack.callback(panel.close)
    web = Web(config.page)
    stack.callback(web.close)
    device.table = replace(device.table, address=web.found, hosted=config.mqtt is not None)
    device.outputs += [PanelOutput(panel, device.put), Printer(start.as_json)]
    take_keys(config.panel, lambda button, press: _press(device, button, press), HELP)
    return web


def beating(device: Device, web: Web, page: DevicePage, look: Callable[[], None] = lambda: None) -> None:
    """Runs the device until it is stopped, and says so to systemd meanwhile; `look` is called about once a second."""
    systemd.ready()

    def beat() -> None:
        systemd.alive()
        page.backend.beat()
        look()
        hotspot = page.network.hotspot if page.network else None
        address = web.address_for(HOTSPOT_ADDRESS) if hotspot else web.found
        now, name = device.table, page.host.name if page.host else ""
        if (address, hotspot, name) != (now.address, now.hotspot, now.name):  # the network came up, or is another
            device.table = replace(now, address=address, hotspot=hotspot, name=name)

    device.run(beat)


def _note_asked(device: Device, config: Config) -> None:
    try:
        device.journal.note_asked(wanted(config))
    except JournalError as error:  # what is asked for anew is then begun anew at the next start
        log.warning("%s", error)


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
