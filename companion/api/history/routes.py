"""The routes of past matches: whoever is in the room may look, changes need the PIN or a paired phone."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, HTTPException, Query, Response, Security
from fastapi import Path as InPath
from fastapi.responses import HTMLResponse

from companion.api.access import ERRORS, PIN_ERRORS, READ_ERRORS, Access, Errors
from companion.api.change_routes import changing
from companion.api.history.backend import HistoryBackend
from companion.api.history.models import (
    Continue,
    ForgetRequest,
    MatchDetail,
    MatchList,
    Moment,
    People,
    PersonDetail,
    Rename,
    Share,
)
from companion.api.language.routes import html
from companion.api.models import Page, Problem
from companion.api.read_routes import file_of
from companion.words.language import t

Number = Annotated[int, InPath(ge=1, le=2**31, description="The match's number.")]
GONE: Errors = {
    404: {"model": Problem, "description": "There is no such match or player (any more)."},
    422: {"model": Problem, "description": "It does not fit; the sentence says what would."},
}


def past(history: HistoryBackend, access: Access) -> list[APIRouter]:
    """All routes of past matches."""
    go_on = (("continue", "Go on with a match that was left", Continue),)
    going_on = changing(go_on, history.go_on, Page, access.changing, GONE)
    return [_matches(history), _files(history), _people(history), going_on, _changes(history, access)]


def _matches(history: HistoryBackend) -> APIRouter:
    router = APIRouter(tags=["past"], responses=READ_ERRORS)

    @router.get("/matches", response_class=Response, summary="The page of past matches", responses=file_of("text/html"))
    def page() -> HTMLResponse:
        return html("matches.html")

    @router.get("/api/matches", summary="Past matches, the last played first", responses={422: GONE[422]})
    def matches(
        skip: Annotated[int, Query(ge=0, le=2**31)] = 0,
        most: Annotated[int, Query(ge=1, le=200)] = 30,
        game: Annotated[str, Query(max_length=80)] = "",
        player: Annotated[str, Query(max_length=80)] = "",
    ) -> MatchList:
        return history.matches(skip, most, game, player)

    @router.get("/api/matches/{number}", summary="One match with its curves", responses=GONE)
    def match(number: Number) -> MatchDetail:
        return history.match(number)

    @router.get("/api/matches/{number}/at/{step}", summary="How a match stood after so many events", responses=GONE)
    def moment(number: Number, step: Annotated[int, InPath(ge=0, le=2**31)]) -> Moment:
        return history.moment(number, step)

    @router.get("/api/matches/{number}/share", summary="The link to BG Stats", responses=GONE)
    def share(number: Number) -> Share:
        return history.share(number)

    return router


def _files(history: HistoryBackend) -> APIRouter:
    router = APIRouter(tags=["past"], responses=READ_ERRORS)

    @router.get(
        "/api/matches/{number}/record.jsonl",
        response_class=Response,
        summary="A match as a record",
        responses=GONE | file_of("application/x-ndjson"),
    )
    def record(number: Number) -> Response:
        return _saved(history.record(number).encode(), "application/x-ndjson", f"match-{number}.jsonl")

    @router.get(
        "/api/matches/{number}/share.svg",
        response_class=Response,
        summary="The link to BG Stats as a QR code",
        responses=GONE | file_of("image/svg+xml"),
    )
    def qr(number: Number) -> Response:
        drawn = history.qr(number)
        if drawn is None:
            raise HTTPException(404, t("This match is too long for a QR code"))
        return Response(drawn, media_type="image/svg+xml")

    @router.get(
        "/api/matches.csv",
        response_class=Response,
        summary="All matches as CSV",
        responses=file_of("text/csv"),
    )
    def table() -> Response:
        # The mark at the beginning tells spreadsheets that this is UTF-8.
        return _saved(history.csv().encode("utf-8-sig"), "text/csv", "matches.csv")

    @router.get(
        "/api/matches.jsonl",
        response_class=Response,
        summary="All matches as JSON lines",
        responses=file_of("application/x-ndjson"),
    )
    def lines() -> Response:
        return _saved(history.jsonl().encode(), "application/x-ndjson", "matches.jsonl")

    return router


def _people(history: HistoryBackend) -> APIRouter:
    router = APIRouter(prefix="/api", tags=["past"], responses=READ_ERRORS)

    @router.get("/people", summary="Everybody who ever played, and whether the dice look fair")
    def people() -> People:
        return history.people()

    @router.get("/person", summary="Somebody over all matches", responses=GONE)
    def person(name: Annotated[str, Query(min_length=1, max_length=80)]) -> PersonDetail:
        return history.person(name)

    return router


def _changes(history: HistoryBackend, access: Access) -> APIRouter:
    router = APIRouter(
        prefix="/api",
        tags=["past"],
        dependencies=[Security(access.changing)],
        responses=PIN_ERRORS | {423: ERRORS[423]},
    )

    @router.delete("/matches/{number}", status_code=204, summary="Delete a match for good", responses=GONE)
    def delete(number: Number) -> Response:
        history.delete(number)
        return Response(status_code=204)

    @router.post("/people/rename", status_code=204, summary="Call somebody otherwise", responses=ERRORS | GONE)
    def rename(person: Rename) -> Response:
        history.rename(person.name, person.to)
        return Response(status_code=204)

    @router.post("/people/forget", status_code=204, summary="Delete somebody", responses=ERRORS | GONE)
    def forget(person: ForgetRequest) -> Response:
        history.forget(person.name)
        return Response(status_code=204)

    return router


def _saved(data: bytes, kind: str, name: str) -> Response:
    return Response(data, media_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})
