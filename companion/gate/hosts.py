"""Who may ask at all: people in the room, and no strangers' web pages.

A phone in the room types the device's address, which is a number, `localhost`, a name without dots, or one of the names
that no one can buy (`.local`, `.lan`, `.home.arpa`, `.internal`). A web page from outside that points its own domain at
the device (DNS rebinding) therefore shows itself by the Host header, and one that just posts to it by its Origin.
"""

from __future__ import annotations

import re
from ipaddress import ip_address
from urllib.parse import urlsplit

HOUSE_NAMES = (".local", ".lan", ".home.arpa", ".internal", ".localhost")
HOST = re.compile(r"(?:\[(?P<six>[^\[\]]*)\]|(?P<name>[^\[\]:]*))(?::(?P<port>[0-9]{1,5}))?")
"""A Host header (RFC 9110, 7.2): a name or address, one of IP version 6 in brackets; a port. No user, no path."""
NAME = re.compile(r"(?=.{1,253}$)(?!.*\.[0-9]+$)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*")
"""A host's name in lower case; its last part is no number, else it would be an address written oddly."""
ZONE = re.compile(r"%(25)?[A-Za-z0-9._-]{1,32}$")
"""The network that an address of IP version 6 belongs to: `%eth0` behind it."""


def host_name(host: str) -> str:
    """The name in a Host header: lower case, without port, brackets and one last dot; "" for what is no Host header."""
    parts = HOST.fullmatch(host)
    if not parts or int(parts["port"] or 0) > 65535:
        return ""
    if parts["six"] is not None:
        return _address(ZONE.sub("", parts["six"]), 6)
    name = parts["name"].lower().removesuffix(".")
    return name if NAME.fullmatch(name) and not name.isdecimal() else _address(name, 4)


def _address(text: str, version: int) -> str:
    """The address, if it is one of that version, else ""."""
    try:
        return text if ip_address(text).version == version else ""
    except ValueError:
        return ""


def is_house(host: str, names: tuple[str, ...] = ()) -> bool:
    """Whether a Host header names this device the way people in the room do; `names` are more names to accept."""
    name = host_name(host)
    if not name:
        return False
    if "." not in name or ":" in name or name.endswith(HOUSE_NAMES) or name in {n.lower() for n in names}:
        return True
    return _address(name, 4) != ""


def is_own(origin: str | None, host: str) -> bool:
    """Whether a request comes from our own page: no Origin header (no browser page sent it), or that of this host."""
    if origin is None:
        return True
    try:
        return urlsplit(origin).netloc.lower() == host.lower()
    except ValueError:
        return False
