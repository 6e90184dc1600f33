"""The page of a device at work: all that a phone may see and change.

Its libraries take about as long to import as all the rest. Whoever starts a device imports this when the table is seen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from threading import Thread

from companion.api.app import create_app
from companion.gate.tokens import ApiTokens
from engines.core import Game
from firmware.config import Config
from firmware.device.loop import Device
from firmware.device.opening import Start
from firmware.device.watcher import Watcher
from firmware.doctor.on_the_page import PageDoctor
from firmware.network import host_name
from firmware.network.host_name import HostName
from firmware.network.watcher import NetworkWatcher
from firmware.observe.drawn_mat import Drawings
from firmware.observe.observer import Observer
from firmware.storage.people.phones import phones_of
from firmware.storage.people.tokens import TokenFile
from firmware.web.backend import DeviceBackend
from firmware.web.draw_places import TableDrawing
from firmware.web.live_camera import LiveCamera
from firmware.web.our_games import OurGames
from firmware.web.server import Web
from firmware.web.upkeep.page_backup import PageBackup
from firmware.web.upkeep.page_name import PageName
from firmware.web.upkeep.page_network import PageNetwork, network_of
from firmware.web.upkeep.page_update import PageUpdate
from firmware.web.upkeep.page_welcome import PageWelcome


@dataclass(frozen=True, slots=True)
class DevicePage:
    """The parts of a page that the device's own loop looks after. The last two are there on a box alone."""

    backend: DeviceBackend
    network: NetworkWatcher | None = None
    host: HostName | None = None


def serve_table(web: Web, device: Device, games: Mapping[str, Game], config: Config) -> DevicePage:
    """The table alone, of a device that plays nothing yet: no past, no camera, no settings."""
    page = DevicePage(DeviceBackend(device))
    device.outputs.append(page.backend)
    web.serve(create_app(page.backend, games, config.page.names, language=lambda: device.table.language))
    return page


def serve_device(
    web: Web,
    start: Start,
    device: Device,
    watcher: Watcher,
    observer: Observer,
    drawings: Drawings,
    games: Mapping[str, Game],
    teach: Callable[[str], None],
    stack: ExitStack,
) -> DevicePage:
    """All of it, until `stack` ends; `teach` is told the deck whose lesson is asked for."""
    config, home = start.config, start.home
    network = network_of(device, config.page, home)
    page = DevicePage(DeviceBackend(device), network, HostName() if host_name.there() else None)
    past = OurGames(device, home)
    stack.callback(past.stop)
    app = create_app(
        page.backend,
        games,
        config.page.names,
        drawing=TableDrawing(device, observer, drawings),
        phones=phones_of(home),
        history=past,
        backups=PageBackup(home, start.settings),
        eye=LiveCamera(device, watcher, drawings),
        updates=PageUpdate(home),
        networks=PageNetwork(network) if network else None,
        caller=page.backend,
        tokens=ApiTokens(TokenFile(home)),
        welcomer=PageWelcome(device, home, config.panel, teach),
        rolls=page.backend,
        origins=config.page.origins,
        namer=PageName(page.host) if page.host else None,
        doctor=PageDoctor(config, home, lambda: device.table, lambda: watcher.frame),
        language=lambda: device.table.language,
    )
    device.outputs += [page.backend, past]
    web.serve(app)
    past.start()
    if network is not None:
        stack.callback(network.stop)
        network.start()
    if page.host is not None:
        Thread(target=page.host.look, name="name", daemon=True).start()
    return page
