"""Which language a request is answered in: what its phone chose, what its browser asks for, or the device's own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion.words.language import ENGLISH, offered, speaking

COOKIE = "lifeguard_language"
CHOSEN_S = 400 * 24 * 3600
"""So long a phone remembers its choice: the longest that browsers allow."""
QUERY = "language"
"""A page that is opened at an address with this keeps to it, as do its scripts and its socket, until the browser is
closed: a stream's overlay has no menu."""
PARTS = ("/api/", "/static/")
"""What pages fetch: no page itself."""


class ViewersLanguage:
    """ASGI layer that puts the language of each request in force; `own` is the device's."""

    def __init__(self, app: ASGIApp, own: Callable[[], str]) -> None:
        self.app, self._own = app, own

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        asked = "" if scope["path"].startswith(PARTS) else asked_for(scope)
        with speaking(wanted(scope) or _spoken(self._own())):
            await self.app(scope, receive, _varying(send, asked))


def _spoken(own: str) -> str:
    """The device's language, if there is a catalogue for it; else English."""
    return own if own in offered() else ENGLISH


def asked_for(scope: Scope) -> str:
    """The language that the address asks for, if it is one of ours; else ""."""
    asked = parse_qs(scope.get("query_string", b"").decode("latin-1")).get(QUERY, [""])[0]
    return asked if asked in offered() else ""


def wanted(scope: Scope) -> str:
    """The language that a request asks for, if it is one of ours; else ""."""
    headers = Headers(scope=scope)
    chosen = cookie_parser(headers.get("cookie", "")).get(COOKIE, "")
    liked = (tag.partition("-")[0] for tag in _by_liking(headers.get("accept-language", "")))
    return next((code for code in (asked_for(scope), chosen, *liked) if code in offered()), "")


def _by_liking(header: str) -> Iterator[str]:
    """The languages of `Accept-Language`, the most liked first: "de-AT,de;q=0.9,en;q=0.5"."""
    parts = [part.strip().lower().partition(";") for part in header.split(",")[:20]]
    liked = [(_weight(rest), tag) for tag, _, rest in parts]
    return (tag for weight, tag in sorted(liked, key=lambda one: -one[0]) if weight > 0)


def _weight(rest: str) -> float:
    try:
        return float(rest.strip().removeprefix("q=") or 1)
    except ValueError:
        return 0.0


def _varying(send: Send, asked: str) -> Send:
    """Answers differ with what decides the language: no cache may give one phone what was made for another.

    What the address of a page `asked` for is remembered for what the page then fetches.
    """

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers.add_vary_header("Accept-Language, Cookie")
            if asked:
                headers.append("set-cookie", f"{COOKIE}={asked}; Path=/; SameSite=lax")
        await send(message)

    return sending
