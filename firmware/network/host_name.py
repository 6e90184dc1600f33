"""The name under which phones find the box: asked of, and changed by, systemd's hostnamed and Avahi."""

from __future__ import annotations

import os
from pathlib import Path

from engines.core import said
from firmware.network.dbus import PROPERTIES, BusLost, SystemBus

HOSTNAMED, HOSTNAMED_PATH = "org.freedesktop.hostname1", "/org/freedesktop/hostname1"
AVAHI, AVAHI_PATH, AVAHI_SERVER = "org.freedesktop.Avahi", "/", "org.freedesktop.Avahi.Server"
RUNNING = Path("/run/avahi-daemon")
"""Where Avahi runs, phones that know mDNS find `<name>.local`."""
LATER = said("phones find it by that name after the next start")
UNCHANGED = said("the name cannot be changed from here ({error}); in a shell: sudo hostnamectl set-hostname NAME")


class NameRefused(Exception):
    """The name stays as it was; the message says why and what to do."""


class HostName:
    """The name of the machine. May be used from any thread."""

    def __init__(self) -> None:
        self.name = ""
        """As it was last seen; "" as long as nobody could be asked."""

    def look(self) -> None:
        """Asks for the name. Where nobody can be asked it stays unknown."""
        try:
            bus = SystemBus()
        except BusLost:
            return
        try:
            _, self.name = bus.call(HOSTNAMED, HOSTNAMED_PATH, PROPERTIES, "Get", "ss", (HOSTNAMED, "Hostname"))
        except BusLost:
            pass
        finally:
            bus.close()

    def change(self, name: str) -> str:
        """Gives the machine another name, for good. What is still to be known of it, or "". Raises NameRefused.

        Avahi finds another name of its own if that one is taken in this network: then nothing else is to be done here.
        """
        try:
            bus = SystemBus()
            try:
                return self._changed(bus, name)
            finally:
                bus.close()
        except BusLost as error:
            raise NameRefused(said(UNCHANGED, error=str(error))) from error

    def _changed(self, bus: SystemBus, name: str) -> str:
        for method in ("SetStaticHostname", "SetHostname"):  # on disk first
            bus.call(HOSTNAMED, HOSTNAMED_PATH, HOSTNAMED, method, "sb", (name, False))
        self.name = name
        try:
            bus.call(AVAHI, AVAHI_PATH, AVAHI_SERVER, "SetHostName", "s", (name,))
        except BusLost:
            return LATER
        return ""


def there() -> bool:
    """Whether the name is worth telling: the unit of a box says so, and Avahi runs."""
    return bool(os.environ.get("LIFEGUARD_NETWORK")) and RUNNING.is_dir()
