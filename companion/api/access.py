"""What a request must carry: the PIN on the OLED, the cookie of a paired phone, or a program's token."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import Request, Security
from fastapi.security import APIKeyCookie, APIKeyHeader, HTTPBearer
from fastapi.security import HTTPAuthorizationCredentials as Credentials

from companion.api.backend import Locked
from companion.api.models import Problem
from companion.gate.phones import PairedPhone, PairedPhones
from companion.gate.pin import PinGuard, WrongPin
from companion.gate.tokens import ApiToken, ApiTokens, Right
from engines.core import said

Errors = dict[int | str, dict[str, Any]]
PIN_HEADER = "X-Lifeguard-Pin"
COOKIE = "lifeguard_phone"
PIN = APIKeyHeader(name=PIN_HEADER, auto_error=False, scheme_name="pin", description="The digits that the OLED shows.")
PHONE = APIKeyCookie(name=COOKIE, auto_error=False, scheme_name="phone", description="What `POST /api/pair` gave.")
TOKEN = HTTPBearer(auto_error=False, scheme_name="token", description="A program's token: `POST /api/tokens` made it.")
Pin = Annotated[str | None, Security(PIN)]
Phone = Annotated[str | None, Security(PHONE)]
Bearer = Annotated[Credentials | None, Security(TOKEN)]

READ_ERRORS: Errors = {
    400: {"model": Problem, "description": "This is no HTTP, or its headers are too long (plain text)."},
    403: {"model": Problem, "description": "The device is addressed by a name that is not its own."},
    413: {"model": Problem, "description": "The request is too long to be meant."},
    429: {"model": Problem, "description": "Too many connections from this address."},
    503: {"model": Problem, "description": "Too many are connected, or the device cannot do it just now."},
}
PIN_ERRORS: Errors = READ_ERRORS | {
    403: {
        "model": Problem,
        "description": "The PIN is missing or wrong, the token may not do this, or another site asks.",
    },
    411: {"model": Problem, "description": "The request does not say how long it is."},
    429: {"model": Problem, "description": "Too many wrong PINs, or connections, from this address; see Retry-After."},
}
ERRORS: Errors = PIN_ERRORS | {
    409: {"model": Problem, "description": "Made for an older page; nothing was changed."},
    422: {"model": Problem, "description": "It does not fit; the sentence says what would."},
    423: {"model": Problem, "description": "The host has locked changes."},
}


MAY_NOT = said("This token may {may}; this needs one that may {needed}")


class WrongToken(WrongPin):
    """A token that is not known, or may not do this."""


class Access:
    """Dependencies of routes that not everybody may use, each named by what is asked for there.

    `person`: the PIN, or a paired phone. The others take a program's token with that right, too: `managing` all but
    people's own affairs, `changing` the same while the host has not locked it, `playing` the match that is on.

    `locked` says whether the host lets nobody change anything just now; `cookie` is what a paired phone's is called.
    """

    def __init__(
        self,
        guard: PinGuard,
        phones: PairedPhones,
        locked: Callable[[], bool] = lambda: False,
        cookie: str = COOKIE,
        tokens: ApiTokens | None = None,
    ) -> None:
        self.guard, self.phones, self.cookie, self.tokens = guard, phones, cookie, tokens or ApiTokens()
        self._locked = locked

    def person(self, request: Request, pin: Pin, phone: Phone) -> None:
        """Passes, or raises WrongPin or TooMany. Wrong PINs of others never keep a paired phone out."""
        if self.phone(request) is None:
            self.guard.check(request.client.host if request.client else "", pin)

    def managing(self, request: Request, pin: Pin, phone: Phone, token: Bearer) -> None:
        """The same for programs that manage; raises WrongToken."""
        if not self._program(token, "manage"):
            self.person(request, pin, phone)

    def changing(self, request: Request, pin: Pin, phone: Phone, token: Bearer) -> None:
        """What changes the table; raises Locked as long as the host has locked that for people."""
        self._unlocked("manage", request, pin, phone, token)

    def playing(self, request: Request, pin: Pin, phone: Phone, token: Bearer) -> None:
        """What changes the match that is on, answers to begin with; raises Locked likewise."""
        self._unlocked("answer", request, pin, phone, token)

    def _unlocked(
        self,
        right: Right,
        request: Request,
        pin: str | None,
        phone: str | None,
        token: Credentials | None,
    ) -> None:
        if not (program := self._program(token, right)):
            self.person(request, pin, phone)
        if self._locked() and not (program and program.may("manage")):
            raise Locked

    def _program(self, bearer: Credentials | None, right: Right) -> ApiToken | None:
        """The token that asks, None if none does. Raises WrongToken for an unknown one, and one without that right."""
        if bearer is None:
            return None
        token = self.tokens.owner(bearer.credentials)
        if token is None:
            raise WrongToken(said("This token is not known here (any more): make another one on the page of tokens"))
        if not token.may(right):
            raise WrongToken(said(MAY_NOT, may=token.right, needed=right))
        return token

    def phone(self, request: Request) -> PairedPhone | None:
        """The paired phone that asks, if it is one."""
        return self.phones.owner(request.cookies.get(self.cookie))
