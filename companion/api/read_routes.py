"""The open routes: whoever is in the room may look."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, HTTPException, Query, Request, Response
from fastapi import Path as InPath
from fastapi.responses import HTMLResponse

from companion.api.access import READ_ERRORS, Errors
from companion.api.backend import Backend
from companion.api.language.routes import html
from companion.api.match_view import offer
from companion.api.models import Entry, Health, HowToPlayView, Offer, Page, Problem, RulingText
from companion.words import rules
from companion.words.language import t
from engines.core import Game

NOT_FOUND: Errors = {
    404: {"model": Problem, "description": "There is none of that name."},
    422: {"model": Problem, "description": "None can have that name."},
}
STATIC = Path(__file__).parent.parent / "static"


def reading(desk: Backend, games: Mapping[str, Game]) -> APIRouter:
    """The routes that change nothing."""
    router = APIRouter(tags=["read"], responses=READ_ERRORS)

    @router.get("/", response_class=Response, summary="The page for phones and screens", responses=file_of("text/html"))
    def home() -> HTMLResponse:
        return html("index.html")

    @router.get("/overlay", response_class=Response, summary="The overlay of a stream", responses=file_of("text/html"))
    def overlay() -> HTMLResponse:
        return html("overlay.html")

    @router.get("/api/page", summary="The view at this moment")
    async def page() -> Page:  # at hand without waiting: it is answered even while changes wait for the device
        return desk.page()

    @router.get(
        "/api/log",
        summary="Events before the oldest one that the page lists",
        responses={422: {"model": Problem, "description": "`before` is no number of an event."}},
    )
    def log(
        before: Annotated[int, Query(ge=0, le=2**31, description="Number of the first event not to give.")],
    ) -> list[Entry]:
        return list(desk.log(before))

    @router.get("/api/games", summary="The games that can be begun, with their options")
    def offers() -> list[Offer]:
        return [offer(game) for game in games.values()]

    @router.get("/api/play/{game}", summary="How a game is played", responses=NOT_FOUND)
    def play(game: Annotated[str, InPath(pattern=r"^[a-z-]{1,40}$")]) -> HowToPlayView:
        try:
            told = rules.how_to_play(game)
        except KeyError:
            raise HTTPException(404, t("There is no game of that name")) from None
        return HowToPlayView.model_validate(told, from_attributes=True)

    @router.get("/api/ruling/{rule}", summary="What a ruling says", responses=NOT_FOUND)
    def ruling(rule: Annotated[str, InPath(pattern=r"^[A-Z]{2}-[0-9]{1,2}$")]) -> RulingText:
        try:
            clauses = rules.ruling(rule)
        except KeyError:
            raise HTTPException(404, t("There is no ruling of that number")) from None
        return RulingText.model_validate({"rule": rule, "clauses": clauses}, from_attributes=True)

    @router.get("/api/health", summary="That the device answers, and what it complains of")
    async def health() -> Health:
        return Health(ok=True, version=version("lifeguard"), faults=desk.page().faults)

    @router.get(
        "/api/record",
        response_class=Response,
        summary="The match as a record",
        responses=file_of("application/x-ndjson"),
    )
    def record() -> Response:
        name = f'attachment; filename="{desk.page().game}.jsonl"'
        return Response(desk.record(), media_type="application/x-ndjson", headers={"Content-Disposition": name})

    @router.get(
        "/api/photo/{photo}.jpg",
        response_class=Response,
        summary="The photograph of a reading",
        responses=file_of("image/jpeg")
        | {
            404: {"model": Problem, "description": "There is no photograph of that name (any more)."},
            422: {"model": Problem, "description": "No photograph can have that name."},
        },
    )
    def photograph(photo: Annotated[str, InPath(pattern=r"^[A-Za-z0-9_-]{1,64}$")]) -> Response:
        jpeg = desk.photo(photo)
        if jpeg is None:
            raise HTTPException(404, t("There is no photograph of that name (any more)"))
        return Response(jpeg, media_type="image/jpeg", headers={"Cache-Control": "private, max-age=86400, immutable"})

    @router.get(
        "/api/oled.png",
        response_class=Response,
        summary="The OLED as it is",
        responses=file_of("image/png") | {304: {"description": "The picture is still the one of If-None-Match."}},
    )
    def oled(request: Request) -> Response:
        png = desk.oled()
        tag = f'"{sha256(png).hexdigest()[:16]}"'
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers={"ETag": tag})
        return Response(png, media_type="image/png", headers={"ETag": tag})

    return router


def file_of(kind: str) -> Errors:
    """The answer of a route that gives a file of that media type."""
    return {200: {"content": {kind: {"schema": {"type": "string", "format": "binary"}}}, "description": "The file."}}
