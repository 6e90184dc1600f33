"""The routes that change something: each needs the PIN or a paired phone, and the version of the page that was seen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fastapi import APIRouter, Security

from companion.api.access import ERRORS, Access, Errors
from companion.api.models import (
    AnswerRequest,
    Correct,
    Decide,
    Leave,
    NewGame,
    Redo,
    SeatChange,
    Typed,
    Undo,
    Wire,
)

Row = tuple[str, str, type[Wire]]
"""A route's path below `/api`, its summary, and what it takes."""

CHANGES: tuple[Row, ...] = (
    ("answer", "Answer the question", AnswerRequest),
    ("correct", "Correct one piece of any event", Correct),
    ("leave", "Leave what is too much where it lies", Leave),
    ("undo", "Take the last event back", Undo),
    ("redo", "Play what was taken back last", Redo),
    ("decide", "Take a decision by hand", Decide),
    ("throw", "Type a throw by hand", Typed),
    ("seats", "Rename, hand over, join, leave, order, pause, go on", SeatChange),
    ("game", "Begin a new game", NewGame),
)


def changing(
    rows: tuple[Row, ...], submit: Callable[[Any], Wire], page: type[Wire], access: Access, more: Errors | None = None
) -> APIRouter:
    """A route for each row: it hands its request to `submit`, and answers with the `page` after it.

    `more` are answers that these routes have beside those of every change.
    """
    answers = ERRORS | (more or {})
    router = APIRouter(prefix="/api", tags=["change"], dependencies=[Security(access.changing)], responses=answers)
    for path, summary, request in rows:
        router.add_api_route(f"/{path}", _route(submit, request, page), methods=["POST"], summary=summary, name=path)
    return router


def _route(submit: Callable[[Any], Wire], request: type[Wire], page: type[Wire]) -> Callable[..., Wire]:
    def route(change: Wire) -> Wire:
        return submit(change)

    route.__annotations__ = {"change": request, "return": page}  # what FastAPI reads, checks and describes
    return route
