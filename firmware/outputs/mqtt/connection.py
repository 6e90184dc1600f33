"""Where a broker is, and how a connection to it is kept: again and again, with growing pauses, said once."""

from __future__ import annotations

import asyncio
import logging
import ssl
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from aiomqtt import MqttCodeError, MqttError

log = logging.getLogger("lifeguard")

STRANGERS = ("Bad user name or password", "Not authorized")
"""What a broker says to those whom it does not let in."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where the broker is, and who we are there. `tls` checks its certificate; None sends everything as it is."""

    host: str
    port: int
    user: str = ""
    password: str = ""
    tls: ssl.SSLContext | None = None


class Reconnecting:
    """Connects until it is closed. The first pause is `first_pause_s`, each further one twice as long, at most
    `longest_pause_s`; a connection that held for longer counts as a good one."""

    def __init__(
        self,
        address: Address,
        first_pause_s: float,
        longest_pause_s: float,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._address, self._clock = address, clock
        self._first_s, self._longest_s = first_pause_s, longest_pause_s
        self._told = ""

    async def keep(self, connected: Callable[[], Awaitable[None]], closing: asyncio.Event) -> None:
        """Calls `connected`, which serves one connection until it breaks (raises MqttError), until `closing`."""
        pause = self._first_s
        while not closing.is_set():
            begun = self._clock()
            try:
                await connected()
            except MqttError as error:
                self._say(f"MQTT broker {self._address.host}:{self._address.port}: {_why(error)}")
            except Exception as error:  # a mistake of ours, or a library's: the game goes on without a broker
                self._say(f"MQTT broker: {type(error).__name__}: {error}")
            if self._clock() - begun > self._longest_s:
                pause = self._first_s
            with suppress(TimeoutError):
                await asyncio.wait_for(closing.wait(), pause)
            pause = min(2 * pause, self._longest_s)

    def well(self) -> None:
        """The connection is there; said if it was said that it is not."""
        if self._told:
            self._say(f"MQTT broker {self._address.host}:{self._address.port}: connected")

    def _say(self, what: str) -> None:
        """Say it once, however often it happens."""
        if what != self._told:
            self._told = what
            log.warning("%s", what)


def _why(error: MqttError) -> str:
    """What is wrong, and what to look at where that is known."""
    if isinstance(error, MqttCodeError) and str(error.rc) in STRANGERS:
        return f"it does not let us in ({str(error.rc).lower()}); look at user and password"
    if "CERTIFICATE_VERIFY_FAILED" in str(error):
        reason = str(error).partition("certificate verify failed: ")[2].partition(" (_ssl")[0]
        return f"its certificate cannot be trusted ({reason}); look at tls"
    return str(error) or "it does not answer"


def secured(authority: Path | None) -> ssl.SSLContext:
    """TLS that trusts the authority in a file (PEM), or those that the system trusts. Raises OSError."""
    return ssl.create_default_context(cafile=authority)
