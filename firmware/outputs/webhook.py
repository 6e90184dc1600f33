"""What happens, posted to an address on the web: each event once, signed, on a thread of its own."""

from __future__ import annotations

import hmac
import json
import logging
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from http.client import HTTPException, InvalidURL
from threading import Condition, Thread
from time import monotonic
from typing import Any, NamedTuple
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from firmware.outputs.announcer import News
from firmware.outputs.messages import Data

log = logging.getLogger("lifeguard")

WORTH_ANOTHER_TRY = frozenset({408, 425, 429})
"""Answers that blame the moment; others from 400 to 499 blame what was sent, which will be the same."""


@dataclass(frozen=True, slots=True)
class WebhookLimits:
    """How often, and for how long, an event is tried."""

    pauses_s: tuple[float, ...] = (1.0, 2.0, 4.0, 8.0)
    """Pauses between the tries of one event: so it is tried five times."""
    answer_s: float = 10.0
    """What the other side is given to answer."""
    kept_events: int = 500
    """Events that wait; the oldest give way."""
    kept_s: float = 120.0
    """And so long: what is long past is not told."""
    goodbye_s: float = 2.0
    """What is given to the last events when the device stops."""


LIMITS = WebhookLimits()


class Trouble(NamedTuple):
    """What went wrong with a try ("": nothing), and whether another may do better."""

    said: str
    may_pass: bool


NO_TROUBLE = Trouble("", may_pass=False)


class _Straight(HTTPRedirectHandler):
    """Follows nobody to another address: what is signed is meant for this one."""

    def redirect_request(self, *_: Any) -> None:
        return None


class Webhook:
    """A carrier of events to `url`, signed with `secret` unless that is empty. `start` it once; `close` ends it."""

    def __init__(
        self, url: str, secret: str, limits: WebhookLimits = LIMITS, clock: Callable[[], float] = monotonic
    ) -> None:
        self._url, self._secret, self._limits, self._clock = url, secret.encode(), limits, clock
        self._events: deque[tuple[float, Data]] = deque(maxlen=limits.kept_events)
        self._news, self._closing, self._told = Condition(), False, ""
        self._opener = build_opener(_Straight)
        self._thread = Thread(target=self._run, name="webhook", daemon=True)

    def start(self) -> None:
        """Begin to post."""
        self._thread.start()

    def put(self, news: News) -> None:
        """Post the events of the news, as soon as those before them are done with."""
        with self._news:
            self._events.extend((self._clock(), event) for event in news.events)
            self._news.notify()

    def close(self) -> None:
        """Post what still waits, each event once; waits for that a moment."""
        with self._news:
            self._closing = True
            self._news.notify()
        self._thread.join(self._limits.goodbye_s)

    def _run(self) -> None:
        while (waiting := self._next()) is not None:
            since, event = waiting
            if self._clock() - since <= self._limits.kept_s:
                self._deliver(event)

    def _next(self) -> tuple[float, Data] | None:
        """The oldest event; waits for one. None when the device stops and all are done with."""
        with self._news:
            self._news.wait_for(lambda: self._events or self._closing)
            return self._events.popleft() if self._events else None

    def _deliver(self, event: Data) -> None:
        """Post an event, several times if need be, and say what went wrong: once, however often it happens."""
        trouble = self._post(event)
        for pause in self._limits.pauses_s:
            if not trouble.may_pass or self._stops_within(pause):
                break
            trouble = self._post(event)
        if trouble.said != self._told:
            self._told = trouble.said
            log.warning("webhook at %s: %s", urlsplit(self._url).hostname, trouble.said or "works again")

    def _stops_within(self, seconds: float) -> bool:
        """Waits, unless the device is to stop meanwhile."""
        with self._news:
            return self._news.wait_for(lambda: self._closing, seconds)

    def _post(self, event: Data) -> Trouble:
        try:
            with self._opener.open(signed(self._url, self._secret, event), timeout=self._limits.answer_s):
                return NO_TROUBLE
        except HTTPError as error:
            error.close()
            may_pass = error.code >= 500 or error.code in WORTH_ANOTHER_TRY
            return Trouble(f"it answers {error.code} ({error.reason})", may_pass)
        except (ValueError, InvalidURL) as error:  # its words may hold the address, and that may be a secret
            return Trouble(f"nothing can be posted there ({type(error).__name__}); look at url", may_pass=False)
        except (OSError, HTTPException) as error:
            return Trouble(str(getattr(error, "reason", "") or error) or type(error).__name__, may_pass=True)


def signed(url: str, secret: bytes, event: Data) -> Request:
    """The request for an event: JSON, what it is, and the HMAC-SHA256 of the body where there is a secret."""
    body = json.dumps(event, ensure_ascii=False, separators=(",", ":")).encode()
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "Lifeguard",
        "X-Lifeguard-Event": str(event["event_type"]),
        "X-Lifeguard-Delivery": f"{event['session']}-{event['seq']}",
    }
    if secret:
        headers["X-Lifeguard-Signature"] = "sha256=" + hmac.digest(secret, body, "sha256").hex()
    return Request(url, body, headers, method="POST")
