"""Tells systemd how the device stands: ready, alive, stopping (sd_notify's protocol, see sd_notify(3))."""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping


def notify(*lines: str, environment: Mapping[str, str] = os.environ) -> bool:
    """Send lines such as `READY=1` to the service manager; False where none listens.

    Never raises: a device that cannot tell systemd how it is must play on.
    """
    address = environment.get("NOTIFY_SOCKET", "")
    if not address:
        return False
    if address.startswith("@"):  # Linux's abstract names begin with a zero byte
        address = "\0" + address[1:]
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
            line.sendto("\n".join(lines).encode(), address)
    except OSError:
        return False
    return True


def ready(status: str = "", environment: Mapping[str, str] = os.environ) -> bool:
    """The device plays; `status` is what `systemctl status` shows."""
    return notify("READY=1", *([f"STATUS={status}"] if status else []), environment=environment)


def alive(environment: Mapping[str, str] = os.environ) -> bool:
    """Still here; the unit's WatchdogSec= wants this at least every 15 seconds."""
    return notify("WATCHDOG=1", environment=environment)


def stopping(environment: Mapping[str, str] = os.environ) -> bool:
    """About to end."""
    return notify("STOPPING=1", environment=environment)
