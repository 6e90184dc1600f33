"""What a request must carry to change something: the PIN on the OLED, or the cookie of a paired phone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import Request, Security
from fastapi.security import APIKeyCookie, APIKeyHeader

from companion.api.backend import Locked
from companion.api.models import Problem
from companion.gate.phones import PairedPhone, PairedPhones
from companion.gate.pin import PinGuard

Errors = dict[int | str, dict[str, Any]]
PIN_HEADER = "X-Lifeguard-Pin"
COOKIE = "lifeguard_phone"
PIN = APIKeyHeader(name=PIN_HEADER, auto_error=False, scheme_name="pin", description="The digits that the OLED shows.")
PHONE = APIKeyCookie(name=COOKIE, auto_error=False, scheme_name="phone", description="What `POST /api/pair` gave.")

READ_ERRORS: Errors = {
    400: {"model": Problem, "description": "This is no HTTP, or its headers are too long (plain text)."},
    403: {"model": Problem, "description": "The device is addressed by a name that is not its own."},
    413: {"model": Problem, "description": "The request is too long to be meant."},
    429: {"model": Problem, "description": "Too many connections from this address."},
    503: {"model": Problem, "description": "Too many are connected, or the device cannot do it just now."},
}
PIN_ERRORS: Errors = READ_ERRORS | {
    403: {"model": Problem, "description": "The PIN is missing or wrong, or the request comes from another site."},
    411: {"model": Problem, "description": "The request does not say how long it is."},
    429: {"model": Problem, "description": "Too many wrong PINs, or connections, from this address; see Retry-After."},
}
ERRORS: Errors = PIN_ERRORS | {
    409: {"model": Problem, "description": "Made for an older page; nothing was changed."},
    422: {"model": Problem, "description": "It does not fit; the sentence says what would."},
    423: {"model": Problem, "description": "The host has locked changes."},
}


class Access:
    """A dependency of routes that only those may use who know the PIN, or whose phone is paired.

    `locked` says whether the host lets nobody change anything just now; `cookie` is what a paired phone's is called.
    """

    def __init__(
        self,
        guard: PinGuard,
        phones: PairedPhones,
        locked: Callable[[], bool] = lambda: False,
        cookie: str = COOKIE,
    ) -> None:
        self.guard, self.phones, self.cookie = guard, phones, cookie
        self._locked = locked

    def __call__(
        self,
        request: Request,
        pin: Annotated[str | None, Security(PIN)],
        _: Annotated[str | None, Security(PHONE)],
    ) -> None:
        """Passes, or raises WrongPin or TooMany. Wrong PINs of others never keep a paired phone out."""
        if self.phone(request) is None:
            self.guard.check(request.client.host if request.client else "", pin)

    def changing(
        self,
        request: Request,
        pin: Annotated[str | None, Security(PIN)],
        phone: Annotated[str | None, Security(PHONE)],
    ) -> None:
        """The same for what changes the table; raises Locked as long as the host has locked that."""
        self(request, pin, phone)
        if self._locked():
            raise Locked

    def phone(self, request: Request) -> PairedPhone | None:
        """The paired phone that asks, if it is one."""
        return self.phones.owner(request.cookies.get(self.cookie))
