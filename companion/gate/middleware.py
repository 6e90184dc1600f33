"""The outermost layer: strangers and oversized requests stay out; every answer carries the headers of a shut house."""

from __future__ import annotations

import json

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion.gate.hosts import host_name, is_house, is_own

MOST_BYTES = 64 * 1024
"""A change is a few hundred bytes; nothing that people type comes near this."""

BODILESS = ("GET", "HEAD", "OPTIONS", "DELETE")
"""Methods whose requests have no body, as a rule: they need not say how long it is."""

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


ALLOWED = {
    "Access-Control-Allow-Methods": "GET, POST, DELETE",
    "Access-Control-Allow-Headers": "Authorization, Content-Type",
    "Access-Control-Max-Age": "600",
}
"""What a page of another site that was let in may send. It never sends cookies: it needs a token."""


class SecurityGate:
    """ASGI layer around the app. `names` are host names to accept beyond addresses and the names of a home.

    `origins` are other sites whose pages may ask, such as "http://foundry.lan:30000".
    """

    def __init__(self, app: ASGIApp, names: tuple[str, ...] = (), origins: tuple[str, ...] = ()) -> None:
        self.app, self.names, self.origins = app, names, frozenset(map(str.lower, origins))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        origin = Headers(scope=scope).get("origin", "")
        guest = origin if origin.lower() in self.origins else ""
        send = _for_guest(send, guest) if guest else send
        status, error = self._fault(scope, bool(guest))
        if not error and guest and scope["type"] == "http" and scope["method"] == "OPTIONS":
            await _allow(_with_headers(send))
        elif not error:
            await self.app(scope, receive, _with_headers(send))
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": error})
        else:
            await _refuse(_with_headers(send), status, error)

    def _fault(self, scope: Scope, guest: bool) -> tuple[int, str]:
        """The status and sentence of what is wrong with a request; (0, "") for nothing."""
        headers = Headers(scope=scope)
        hosts = headers.getlist("host")
        host = hosts[0] if len(hosts) == 1 else ""
        if not is_house(host, self.names):
            return 403, f"This device does not answer to the name {host_name(host)[:80] or 'that was given'}"
        changes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        if changes and not guest and not is_own(headers.get("origin"), host):
            return 403, "This request comes from a page of another site"
        return _too_long(headers, scope["method"]) if scope["type"] == "http" else (0, "")


def _too_long(headers: Headers, method: str) -> tuple[int, str]:
    length = headers.get("content-length", "0" if method in BODILESS else "")
    if "transfer-encoding" in headers or not length.isdecimal():
        return 411, "A request must say how long it is (Content-Length)"
    if len(length) > 9 or int(length) > MOST_BYTES:
        return 413, f"A request is at most {MOST_BYTES} bytes long"
    return 0, ""


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers[name] = value
            headers.setdefault("Cache-Control", "no-cache")
        await send(message)

    return sending


def _for_guest(send: Send, origin: str) -> Send:
    """Answers that the pages of that site may read."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers["Access-Control-Allow-Origin"] = origin
            headers.add_vary_header("Origin")
        await send(message)

    return sending


async def _allow(send: Send) -> None:
    """Says beforehand what a page of another site may send."""
    headers = [(name.lower().encode(), value.encode()) for name, value in ALLOWED.items()]
    await send({"type": "http.response.start", "status": 204, "headers": headers})
    await send({"type": "http.response.body", "body": b""})


async def _refuse(send: Send, status: int, error: str) -> None:
    body = json.dumps({"error": error, "rule": ""}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
