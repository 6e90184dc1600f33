"""Who may change something: the PIN on the OLED, with few guesses; and who may ask at all: no strangers' web pages.

A phone in the room types the device's address, which is a number, `localhost`, a name without dots, or one of the names
that no one can buy (`.local`, `.lan`, `.home.arpa`, `.internal`). A web page from outside that points its own domain at
the device (DNS rebinding) therefore shows itself by the Host header, and one that just posts to it by its Origin.
"""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import ip_address
from secrets import compare_digest
from threading import Lock
from time import monotonic
from urllib.parse import urlsplit

HOUSE_NAMES = (".local", ".lan", ".home.arpa", ".internal", ".localhost")


class TooMany(Exception):
    """Too many wrong PINs; `wait` is how many whole seconds must pass before the next guess."""

    def __init__(self, wait: int) -> None:
        super().__init__(f"Too many wrong PINs: try again in {wait} seconds")
        self.wait = wait


class WrongPin(Exception):
    """The PIN is missing or is not the one on the OLED."""


class PinGuard:
    """Compares PINs in constant time and lets `most` wrong ones through in `span` seconds, from all phones together.

    A limit for each sender would be worth little: in a home network an address is easily had. At the default of 5 a
    minute, half of the 10,000 four-digit PINs take 16 hours of guessing.
    """

    def __init__(
        self, pin: Callable[[], str], most: int = 5, span: float = 60, clock: Callable[[], float] = monotonic
    ) -> None:
        self._pin, self._most, self._span, self._clock = pin, most, span, clock
        self._wrong: list[float] = []
        self._lock = Lock()

    def check(self, given: str | None) -> None:
        """Passes for the right PIN. Raises WrongPin, or TooMany while the guesses are used up (the right one too)."""
        with self._lock:
            now = self._clock()
            self._wrong = [at for at in self._wrong if now - at < self._span]
            if len(self._wrong) >= self._most:
                raise TooMany(int(self._wrong[0] + self._span - now) + 1)
            if given is None:
                raise WrongPin("Changing something needs the PIN that the OLED shows")
            if not compare_digest(given.encode(), self._pin().encode()):
                self._wrong.append(now)
                raise WrongPin("That is not the PIN on the OLED")


def host_name(host: str) -> str:
    """The name in a Host header, lower case, without port and brackets; "" if it cannot be read."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def is_house(host: str, names: tuple[str, ...] = ()) -> bool:
    """Whether a Host header names this device the way people in the room do; `names` are more names to accept."""
    name = host_name(host).rstrip(".")
    if not name:
        return False
    if "." not in name and ":" not in name:
        return True
    if name.endswith(HOUSE_NAMES) or name in {n.lower() for n in names}:
        return True
    try:
        return bool(ip_address(name.split("%")[0]))
    except ValueError:
        return False


def is_own(origin: str | None, host: str) -> bool:
    """Whether a request comes from our own page: no Origin header (no browser page sent it), or that of this host."""
    if origin is None:
        return True
    try:
        return urlsplit(origin).netloc.lower() == host.lower()
    except ValueError:
        return False
