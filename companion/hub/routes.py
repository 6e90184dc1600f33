"""The hub's web app: the board is open to the room, its host's wishes need the PIN that the hub printed."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Annotated, Any, Protocol

from fastapi import APIRouter, FastAPI, HTTPException, Response
from fastapi import Path as InPath
from fastapi.responses import HTMLResponse

from companion.api.access import READ_ERRORS, Access
from companion.api.app import assembled
from companion.api.change_routes import Row, changing
from companion.api.language.routes import html
from companion.api.match_view import offer
from companion.api.models import Offer, Problem, Wire
from companion.api.pair_routes import pairing
from companion.api.read_routes import NOT_FOUND, file_of
from companion.gate.phones import PairedPhones
from companion.gate.pin import PinGuard
from companion.hub import models
from companion.words.language import ENGLISH, t
from engines.games import GAMES

ABOUT = """Many tables on one screen.

Reading is open to everyone in the room. What the host asks for needs the PIN that `lifeguard hub` printed (header
`X-Lifeguard-Pin`) or a paired phone's cookie. A table does what its own settings allow (`commands`), and nothing else.
"""
COOKIE = "lifeguard_host"
"""Another one than a table's: both may run on one machine, and cookies do not tell ports apart."""
Name = Annotated[str, InPath(pattern=r"^[^+#/\s]{1,64}$")]

WISHES: tuple[Row, ...] = (
    ("host/lock", "Lock changes by phones at tables, or free them", models.LockTables),
    ("host/help", "The calls of tables were answered", models.AnswerCalls),
    ("host/begin", "Begin matches", models.BeginMatches),
    ("host/end", "Put matches away", models.EndMatches),
    ("host/answer", "Answer a table's question", models.AnswerTable),
    ("host/tournament", "Begin a tournament", models.NewTournament),
    ("host/round", "Pair the next round", models.NextRound),
    ("host/result", "Enter a result", models.EnterResult),
    ("host/drop", "End the tournament", models.DropTournament),
)


class HubBackend(Protocol):
    """What the pages need of the hub. Every method may be called from any thread."""

    def page(self) -> models.HubPage:
        """The board at this moment."""
        ...

    def subscribe(self, tell: Callable[[models.HubPage], None]) -> Callable[[], None]:
        """Calls `tell`, which never blocks, with each new board; gives the function that ends this."""
        ...

    def lately(self, table: str) -> tuple[models.HappenedView, ...] | None:
        """What happened there, the newest last; None if there is no such table."""
        ...

    def qr(self, table: str) -> bytes | None:
        """The address of a table's own page as a QR code (SVG); None where it is not known."""
        ...

    def wish(self, wish: Any) -> models.HostAnswer:
        """Does what the host asks for. Raises RequestRefused for what does not fit."""
        ...

    def pin(self) -> str:
        """The PIN that the hub printed."""
        ...

    def guessed(self) -> None:
        """Too many have guessed at it: make it another one, and print that."""
        ...


def create_hub(
    hub: HubBackend,
    names: tuple[str, ...] = (),
    phones: PairedPhones | None = None,
    clock: Callable[[], float] = monotonic,
    language: Callable[[], str] = lambda: ENGLISH,
) -> FastAPI:
    """The app for uvicorn; `names` are host names to answer to beyond those of a home, `phones` the host's.

    `language` is spoken to whoever asks for none of ours.
    """
    access = Access(PinGuard(hub.pin, hub.guessed, clock), phones or PairedPhones(), cookie=COOKIE)
    page: type[Wire] = models.HostAnswer
    routers = [_reading(hub), pairing(access), changing(WISHES, hub.wish, page, access.person)]
    return assembled("Lifeguard hub", ABOUT, hub, routers, names, language=language)


def _reading(hub: HubBackend) -> APIRouter:
    router = APIRouter(tags=["read"], responses=READ_ERRORS)

    @router.get("/", response_class=Response, summary="The board", responses=file_of("text/html"))
    def home() -> HTMLResponse:
        return html("hub.html")

    @router.get("/api/page", summary="All tables at this moment")
    async def page() -> models.HubPage:
        return hub.page()

    @router.get("/api/games", summary="The games that can be begun")
    def games() -> list[Offer]:
        return [offer(game) for game in GAMES.values()]

    @router.get("/api/table/{name}", summary="What happened at a table lately", responses=NOT_FOUND)
    def table(name: Name) -> list[models.HappenedView]:
        told = hub.lately(name)
        if told is None:
            raise HTTPException(404, t("There is no table of that name"))
        return list(told)

    @router.get(
        "/api/table/{name}/qr.svg",
        response_class=Response,
        summary="The address of a table's own page, as a QR code",
        responses=file_of("image/svg+xml")
        | {404: {"model": Problem, "description": "The address is not known."}, 422: NOT_FOUND[422]},
    )
    def qr(name: Name) -> Response:
        drawn = hub.qr(name)
        if drawn is None:
            raise HTTPException(404, t("The address of that table is not known"))
        return Response(drawn, media_type="image/svg+xml")

    return router
