"""Calls to services of the system, over D-Bus. jeepney is imported when it is first needed: only a box has it."""

from __future__ import annotations

from typing import Any

PATIENCE_S = 10.0
PROPERTIES = "org.freedesktop.DBus.Properties"


class BusLost(Exception):
    """A service of the system cannot be asked, or refuses; the message says why."""


class SystemBus:
    """A connection to the bus of the system. Its methods raise BusLost."""

    def __init__(self) -> None:
        try:
            from jeepney.io.blocking import open_dbus_connection
        except ImportError as error:
            raise BusLost("jeepney is missing") from error
        try:
            self._bus = open_dbus_connection(bus="SYSTEM")
        except (OSError, KeyError) as error:
            raise BusLost(f"no D-Bus ({error})") from error

    def close(self) -> None:
        """Ends the connection."""
        self._bus.close()

    def call(
        self, service: str, path: str, interface: str, method: str, signature: str = "", body: tuple[Any, ...] = ()
    ) -> Any:
        """The first thing that a method answers, None if that is nothing."""
        from jeepney import DBusAddress, DBusErrorResponse, new_method_call
        from jeepney.wrappers import unwrap_msg

        message = new_method_call(DBusAddress(path, service, interface), method, signature or None, body)
        try:
            said = unwrap_msg(self._bus.send_and_get_reply(message, timeout=PATIENCE_S))
        except (DBusErrorResponse, OSError, EOFError) as error:
            raise BusLost(_short(error)) from error
        return said[0] if said else None


def _short(error: Exception) -> str:
    """What a refusal says, in one line."""
    told = getattr(error, "data", None) or (error,)
    return (str(told[0]) or type(error).__name__).splitlines()[0]
