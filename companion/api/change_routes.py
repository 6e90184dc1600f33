"""The routes that change something: each needs the PIN and the version of the page that the sender saw."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, Response, Security
from fastapi.security import APIKeyHeader

from companion.api.backend import Backend
from companion.api.models import AnswerRequest, Correct, Decide, Leave, NewGame, Page, Problem, Redo, Typed, Undo
from companion.api.read_routes import Errors
from companion.gate.pin import PinGuard

PIN_HEADER = "X-Lifeguard-Pin"
PIN = APIKeyHeader(name=PIN_HEADER, auto_error=False, scheme_name="pin", description="The digits that the OLED shows.")

PIN_ERRORS: Errors = {
    403: {"model": Problem, "description": "The PIN is missing or wrong, or the request comes from another site."},
    411: {"model": Problem, "description": "The request does not say how long it is."},
    413: {"model": Problem, "description": "The request is too long to be meant."},
    429: {"model": Problem, "description": "Too many wrong PINs; Retry-After says how many seconds to wait."},
}
ERRORS: Errors = PIN_ERRORS | {
    409: {"model": Problem, "description": "Made for an older page; nothing was changed."},
    422: {"model": Problem, "description": "It does not fit; the sentence says what would."},
    503: {"model": Problem, "description": "The device cannot do it just now; nothing was changed."},
}


def knower(guard: PinGuard) -> Callable[[str | None], None]:
    """What a route depends on that only those may use who know the PIN."""

    def knows_pin(pin: Annotated[str | None, Security(PIN)]) -> None:
        guard.check(pin)

    return knows_pin


def changing(desk: Backend, guard: PinGuard) -> APIRouter:
    """The routes that change something, and the one that only tries the PIN."""

    router = APIRouter(prefix="/api", tags=["change"], dependencies=[Security(knower(guard))])

    @router.post("/pin", status_code=204, summary="Is this the PIN?", responses=PIN_ERRORS)
    def pin() -> Response:
        return Response(status_code=204)

    @router.post("/answer", summary="Answer the question", responses=ERRORS)
    def answer(change: AnswerRequest) -> Page:
        return desk.submit(change)

    @router.post("/correct", summary="Correct one piece of any event", responses=ERRORS)
    def correct(change: Correct) -> Page:
        return desk.submit(change)

    @router.post("/leave", summary="Leave what is too much where it lies", responses=ERRORS)
    def leave(change: Leave) -> Page:
        return desk.submit(change)

    @router.post("/undo", summary="Take the last event back", responses=ERRORS)
    def undo(change: Undo) -> Page:
        return desk.submit(change)

    @router.post("/redo", summary="Play what was taken back last", responses=ERRORS)
    def redo(change: Redo) -> Page:
        return desk.submit(change)

    @router.post("/decide", summary="Take a decision by hand", responses=ERRORS)
    def decide(change: Decide) -> Page:
        return desk.submit(change)

    @router.post("/throw", summary="Type a throw by hand", responses=ERRORS)
    def throw(change: Typed) -> Page:
        return desk.submit(change)

    @router.post("/game", summary="Begin a new game", responses=ERRORS)
    def game(change: NewGame) -> Page:
        return desk.submit(change)

    return router
