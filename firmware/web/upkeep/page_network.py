"""The networks that a phone may choose from, and who looks after them."""

from __future__ import annotations

from pathlib import Path

from companion.api.upkeep.network_routes import JoinRequest, NetworksView, NetworkView
from firmware.config import PageConfig
from firmware.device.loop import Device
from firmware.network import network_manager
from firmware.network.address import LOOPBACK, own_address
from firmware.network.captive import CaptivePortal
from firmware.network.plan import NetMode
from firmware.network.watcher import NetworkWatcher, hotspot_of

PLAYED_S = 600.0
"""So long after something has happened people are still at the table."""
CAPTIVE_PORT = 80
"""Where phones look whether they are led to a page."""


class PageNetwork:
    """`companion.api.upkeep.network_routes.NetworkJoiner` of a box."""

    def __init__(self, watcher: NetworkWatcher) -> None:
        self._watcher = watcher

    def networks(self) -> NetworksView:
        state = self._watcher.state
        found = tuple(NetworkView(ssid=n.ssid, strength=n.strength, secret=n.secret) for n in self._watcher.found)
        return NetworksView(mode=state.mode.value, trouble=state.trouble, networks=found)

    def join(self, wanted: JoinRequest) -> NetworksView:
        self._watcher.join(wanted.ssid, wanted.password)
        return self.networks().model_copy(update={"mode": NetMode.JOINING.value, "trouble": ""})


def network_of(device: Device, settings: PageConfig, home: Path) -> NetworkWatcher | None:
    """Who looks after the network of a box; elsewhere nobody does."""
    if not network_manager.there():
        return None
    page = f"http://{network_manager.HOTSPOT_ADDRESS}:{settings.port}/join"

    def busy() -> bool:
        return device.table.now - device.table.woken < PLAYED_S

    return NetworkWatcher(
        network_manager.NetworkManager,
        hotspot_of(home),
        device.put,
        busy,
        lambda: own_address() != LOOPBACK,
        lambda: CaptivePortal(network_manager.HOTSPOT_ADDRESS, CAPTIVE_PORT, page),
    )
