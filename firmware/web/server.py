"""The web server in a thread of its own."""

from __future__ import annotations

import os
import socket
from threading import Thread
from typing import TYPE_CHECKING, Any

from firmware.config import ConfigError, PageConfig
from firmware.network.address import LOOPBACK, own_address

if TYPE_CHECKING:
    import uvicorn

ANYWHERE = "0.0.0.0"
"""Listening on all of the machine's addresses."""


class Web:
    """The page's address, had at once, and what is served there until `close`.

    Raises ConfigError if the port cannot be had.
    """

    def __init__(self, settings: PageConfig) -> None:
        self._socket = _bound(settings)
        self._server: uvicorn.Server | None = None
        self._thread: Thread | None = None

    def serve(self, app: Any) -> None:
        """Serve `app`, in a thread of its own; who came before has waited."""
        import uvicorn  # with what it needs half a second: the address is known, and the table seen, before that

        from firmware.web import connections

        config = uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=1, **connections.settings())
        self._server = uvicorn.Server(config)
        self._thread = Thread(target=self._server.run, kwargs={"sockets": [self._socket]}, name="web", daemon=True)
        self._thread.start()

    @property
    def address(self) -> str:
        """Where a phone in the room finds the page; this machine alone, if it listens on the loopback only."""
        host, port = self._socket.getsockname()[:2]
        return f"http://{own_address() if host == ANYWHERE else host}:{port}"

    @property
    def found(self) -> str:
        """The same; "" as long as this machine is in no network where phones could find it."""
        everywhere = self._socket.getsockname()[0] == ANYWHERE
        return "" if everywhere and own_address() == LOOPBACK else self.address

    def address_for(self, host: str) -> str:
        """Where a phone finds the page at one address of this machine."""
        return f"http://{host}:{self._socket.getsockname()[1]}"

    @property
    def local_address(self) -> str:
        """Where this machine itself finds the page."""
        host, port = self._socket.getsockname()[:2]
        return f"http://{LOOPBACK if host == ANYWHERE else host}:{port}"

    def close(self) -> None:
        """Stop serving; waits a moment for phones to be told."""
        if self._server is not None and self._thread is not None:
            self._server.should_exit = True
            self._thread.join(timeout=5)
        self._socket.close()


def _bound(settings: PageConfig) -> socket.socket:
    try:
        return socket.create_server((settings.host, settings.port))
    except OSError as error:
        why = os.strerror(error.errno) if error.errno and error.errno > 0 else str(error)  # getaddrinfo's are negative
        raise ConfigError(
            f"port {settings.port} on {settings.host} cannot be had ({why.lower()}): give another --port"
        ) from error
