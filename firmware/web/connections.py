"""What a connection may cost: uvicorn's protocols, with a share for each address and an end to every wait.

The network of a home or a café is not to be trusted: a bored guest's phone must not take the memory or the time of
the device. So each connection has its limits before any of our code sees a request.
"""

from __future__ import annotations

import json
from asyncio import TimerHandle, Transport
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from companion.api.live import THIS_MACHINE


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """How much of the device a phone may take."""

    connections: int = 512
    """In all: each of 200 phones has its socket and, for a moment, a request. Half of the 1024 files of a process."""
    connections_an_address: int = 96
    """Of one address: 32 sockets, and the six requests at once that a browser makes, ten times over."""
    header_bytes: int = 16 * 1024
    """A request's line and headers; browsers send about 1 kB."""
    message_bytes: int = 1024
    """A message on the socket; nothing is asked of a phone there."""
    said_bytes: int = 4096
    """What a socket may say within `said_s`, before it is even taken apart: an answer to a ping is 10 bytes."""
    said_s: float = 10.0
    request_s: float = 10.0
    """A request, its body and all, is here after so long; also the longest handshake of a socket."""
    answer_s: float = 60.0
    """An answer has been taken after so long: a photograph over the worst network."""
    ping_s: float = 20.0
    """A socket is asked so often whether it is still there, and closed after as long without an answer."""
    keep_alive_s: int = 5
    """A connection without a request is closed after so long."""


LIMITS = ConnectionLimits()


def settings() -> dict[str, Any]:
    """The limits as arguments of `uvicorn.Config`."""
    return {
        "http": GuardedHttp,
        "ws": QuietSocket,
        "ws_max_size": LIMITS.message_bytes,
        "ws_per_message_deflate": False,
        "ws_ping_interval": LIMITS.ping_s,
        "ws_ping_timeout": LIMITS.ping_s,
        "h11_max_incomplete_event_size": LIMITS.header_bytes,
        "timeout_keep_alive": LIMITS.keep_alive_s,
    }


class GuardedHttp(H11Protocol):
    """One connection too many is told so and closed, and so is a request that does not come to its end."""

    _timer: TimerHandle | None = None
    _waits: bool | None = None
    _refused = False

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        if len(self.connections) > LIMITS.connections:
            self._refuse(503, "Too many are connected to this device: try again later")
        elif address != THIS_MACHINE and self._of(address) > LIMITS.connections_an_address:
            self._refuse(429, "Too many connections from your address: close a page")
        else:
            self._watch()

    def _of(self, address: str) -> int:
        """How many connections an address has, sockets included: they are in the same set."""
        clients = (getattr(other, "client", None) for other in self.connections)
        return sum(client is not None and client[0] == address for client in clients)

    def data_received(self, data: bytes) -> None:
        if self._refused:
            return
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._watch()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._refused = True  # by this protocol: the socket's own takes over
        self._unwatch()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self._refused = True
        self._unwatch()
        super().connection_lost(exc)

    def _watch(self) -> None:
        """Times what is waited for now: the end of a request, or of its answer."""
        waits = self.cycle is None or self.cycle.more_body or self.cycle.response_complete
        if waits == self._waits or self._refused:
            return
        self._unwatch()
        self._waits = waits
        self._timer = self.loop.call_later(LIMITS.request_s if waits else LIMITS.answer_s, self._late)

    def _unwatch(self) -> None:
        if self._timer:
            self._timer.cancel()
        self._timer = self._waits = None

    def _late(self) -> None:
        if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
            self._refuse(408, "The request did not come to its end")
        else:
            self.transport.abort()

    def _refuse(self, status: int, error: str) -> None:
        """Answers before any request is read, and closes."""
        self._refused = True
        body = json.dumps({"error": error, "rule": ""}).encode()
        head = f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\nContent-Type: application/json\r\n"
        head += f"Content-Length: {len(body)}\r\nRetry-After: 10\r\nConnection: close\r\n\r\n"
        self.transport.write(head.encode() + body)
        self.transport.close()


class QuietSocket(WebSocketsSansIOProtocol):
    """A phone's socket: it may say so little that taking it apart costs nothing."""

    _said = 0
    _since = 0.0

    def data_received(self, data: bytes) -> None:
        if not self.handshake_initiated:
            super().data_received(data)
            return
        now = self.loop.time()
        if now - self._since > LIMITS.said_s:
            self._said, self._since = 0, now
        left = LIMITS.said_bytes - self._said
        self._said += len(data)
        super().data_received(data[:left])  # may well close it, and say why
        if len(data) > left and not self.transport.is_closing():
            self.conn.fail(1008, "Nothing is asked of you here")
            self.handle_parser_exception()
