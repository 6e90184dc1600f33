"""The routes that change something: by PIN, paired phone or token, for the version that was seen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fastapi import APIRouter, Security

from companion.api.access import ERRORS, Errors
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

MOVES: tuple[Row, ...] = (
    ("answer", "Answer the question", AnswerRequest),
    ("correct", "Correct one piece of any event", Correct),
    ("leave", "Leave what is too much where it lies", Leave),
    ("undo", "Take the last event back", Undo),
    ("redo", "Play what was taken back last", Redo),
    ("decide", "Take a decision by hand", Decide),
    ("throw", "Type a throw by hand", Typed),
    ("seats", "Rename, hand over, join, leave, order, pause, go on", SeatChange),
)
"""What changes the match that is on."""
CHANGES: tuple[Row, ...] = (("game", "Begin a new game", NewGame),)


def changing(
    rows: tuple[Row, ...],
    submit: Callable[[Any], Wire],
    page: type[Wire],
    access: Callable[..., None],
    more: Errors | None = None,
) -> APIRouter:
    """A route for each row: it hands its request to `submit`, and answers with the `page` after it.

    `access` is what the routes need, of `Access`; `more` are answers that they have beside those of every change.
    """
    answers = ERRORS | (more or {})
    router = APIRouter(prefix="/api", tags=["change"], dependencies=[Security(access)], responses=answers)
    for path, summary, request in rows:
        router.add_api_route(f"/{path}", _route(submit, request, page), methods=["POST"], summary=summary, name=path)
    return router


def _route(submit: Callable[[Any], Wire], request: type[Wire], page: type[Wire]) -> Callable[..., Wire]:
    def route(change: Wire) -> Wire:
        return submit(change)

    route.__annotations__ = {"change": request, "return": page}  # what FastAPI reads, checks and describes
    return route
