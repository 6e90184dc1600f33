"""NetworkManager over D-Bus: which networks there are, joining one, and the hotspot."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_DNS, uuid5

from engines.core import said
from firmware.network.dbus import PROPERTIES, BusLost, SystemBus

NAME = "org.freedesktop.NetworkManager"
TOP, SETTINGS = "/org/freedesktop/NetworkManager", "/org/freedesktop/NetworkManager/Settings"
HOTSPOT_UUID = str(uuid5(NAMESPACE_DNS, "hotspot.lifeguard.invalid"))
HOTSPOT_ADDRESS = "10.42.0.1"
"""The box's own in its hotspot."""
WIFI, ACTIVATED, PRIVATE = 2, 2, 1
"""NM_DEVICE_TYPE_WIFI, NM_ACTIVE_CONNECTION_STATE_ACTIVATED, NM_802_11_AP_FLAGS_PRIVACY."""
OF_A_HOUSE = ("802-11-wireless", "802-3-ethernet")
"""Types of connections through which phones may find the page."""
RUNNING = Path("/run/NetworkManager")


class NetworkLost(Exception):
    """NetworkManager cannot be asked; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class FoundNetwork:
    """A network in reach: its name, how strong (0 to 100), whether it has a password."""

    ssid: str
    strength: int
    secret: bool


class NetworkManager:
    """A connection to NetworkManager. Every method raises NetworkLost."""

    def __init__(self) -> None:
        try:
            self._bus = SystemBus()
        except BusLost as error:
            raise NetworkLost(said("the network is not looked after: {error}", error=str(error))) from error

    def close(self) -> None:
        """Ends the connection."""
        self._bus.close()

    def connected(self) -> bool:
        """Whether a network of the house is joined."""
        return any(
            active["Type"] in OF_A_HOUSE and active["State"] == ACTIVATED and active["Uuid"] != HOTSPOT_UUID
            for active in self._active().values()
        )

    def hotspot(self) -> bool:
        """Whether our hotspot is open."""
        return any(active["Uuid"] == HOTSPOT_UUID for active in self._active().values())

    def networks(self) -> tuple[FoundNetwork, ...]:
        """The networks in reach, the strongest first, each name once."""
        found: dict[str, FoundNetwork] = {}
        for device in self._wifi():
            for path in self._call(device, f"{NAME}.Device.Wireless", "GetAllAccessPoints"):
                point = self._all(path, f"{NAME}.AccessPoint")
                ssid = bytes(point["Ssid"]).decode("utf-8", "replace")
                secret = bool(point["Flags"] & PRIVATE or point["WpaFlags"] or point["RsnFlags"])
                if ssid and (ssid not in found or found[ssid].strength < point["Strength"]):
                    found[ssid] = FoundNetwork(ssid, int(point["Strength"]), secret)
        return tuple(sorted(found.values(), key=lambda network: (-network.strength, network.ssid)))

    def join(self, ssid: str, password: str) -> None:
        """Begins to join a network, and remembers it."""
        self.forget(ssid)
        wireless = {"ssid": ("ay", ssid.encode()), "mode": ("s", "infrastructure")}
        self._activate(ssid, {"autoconnect": ("b", True)}, wireless, password, "auto")

    def open_hotspot(self, ssid: str, password: str) -> None:
        """Opens our hotspot (WPA2), in which the box gives phones their addresses."""
        self.close_hotspot()
        wireless = {"ssid": ("ay", ssid.encode()), "mode": ("s", "ap"), "band": ("s", "bg")}
        ours = {"autoconnect": ("b", False), "uuid": ("s", HOTSPOT_UUID)}
        self._activate(ssid, ours, wireless, password, "shared")

    def close_hotspot(self) -> None:
        """Closes our hotspot, if it is open."""
        self._delete(lambda settings: settings["connection"]["uuid"][1] == HOTSPOT_UUID)

    def forget(self, ssid: str) -> None:
        """Forgets what is known of a network."""
        self._delete(
            lambda settings: bytes(settings.get("802-11-wireless", {}).get("ssid", ("", b""))[1]) == ssid.encode()
        )

    def _activate(
        self, name: str, connection: dict[str, Any], wireless: dict[str, Any], password: str, method: str
    ) -> None:
        device = next(self._wifi(), None)
        if device is None:
            raise NetworkLost(said("this machine has no Wi-Fi: plug a network cable in"))
        settings = {
            "connection": {"id": ("s", name), "type": ("s", "802-11-wireless"), **connection},
            "802-11-wireless": wireless,
            "ipv4": {"method": ("s", method)},
            "ipv6": {"method": ("s", "auto" if method == "auto" else "ignore")},
        }
        if password:
            wpa2 = {"proto": ("as", ["rsn"]), "pairwise": ("as", ["ccmp"])} if method == "shared" else {}
            settings["802-11-wireless-security"] = {"key-mgmt": ("s", "wpa-psk"), "psk": ("s", password), **wpa2}
        made = self._call(SETTINGS, f"{NAME}.Settings", "AddConnection", "a{sa{sv}}", (settings,))
        self._call(TOP, NAME, "ActivateConnection", "ooo", (made, device, "/"))

    def _delete(self, wanted: Any) -> None:
        for path in self._call(SETTINGS, f"{NAME}.Settings", "ListConnections"):
            if wanted(self._call(path, f"{NAME}.Settings.Connection", "GetSettings")):
                self._call(path, f"{NAME}.Settings.Connection", "Delete")

    def _wifi(self) -> Iterator[str]:
        for device in self._call(TOP, NAME, "GetDevices"):
            if self._all(device, f"{NAME}.Device")["DeviceType"] == WIFI:
                yield device

    def _active(self) -> Mapping[str, Mapping[str, Any]]:
        paths = self._all(TOP, NAME)["ActiveConnections"]
        return {path: self._all(path, f"{NAME}.Connection.Active") for path in paths}

    def _all(self, path: str, interface: str) -> dict[str, Any]:
        """All properties of an object."""
        said = self._call(path, PROPERTIES, "GetAll", "s", (interface,))
        return {name: value for name, (_, value) in said.items()}

    def _call(self, path: str, interface: str, method: str, signature: str = "", body: tuple[Any, ...] = ()) -> Any:
        try:
            return self._bus.call(NAME, path, interface, method, signature, body)
        except BusLost as error:
            raise NetworkLost(
                said("NetworkManager refuses ({error}): see journalctl -u NetworkManager", error=str(error))
            ) from error


def there() -> bool:
    """Whether the network is to be looked after: the unit of a box says so, and NetworkManager runs."""
    return bool(os.environ.get("LIFEGUARD_NETWORK")) and RUNNING.is_dir()
