"""The page of a lesson: cards are laid under the camera one after the other, and named on a phone."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from time import monotonic
from typing import Annotated, Protocol

from fastapi import APIRouter, FastAPI, HTTPException, Response, Security, WebSocket
from fastapi import Path as InPath
from fastapi.responses import FileResponse
from fastapi.staticfiles import StaticFiles
from pydantic import Field

from companion.api.backend import BackendError
from companion.api.change_routes import PIN_ERRORS, knower
from companion.api.errors import explain
from companion.api.live import Live
from companion.api.models import ChangeRequest, Short, Wire
from companion.api.read_routes import STATIC
from companion.gate.middleware import SecurityGate
from companion.gate.pin import PinGuard

__all__ = [
    "Another",
    "BackendError",
    "Drop",
    "Finish",
    "LessonBackend",
    "LessonChange",
    "LessonView",
    "Name",
    "Shown",
    "create_lesson",
]

Id = Annotated[str, Field(pattern=r"^[0-9]{1,8}$")]


class Shown(Wire):
    """A card as it was taken: its picture is `/api/card/{id}.png`; `like` the id of one too alike to it, or ""."""

    id: str
    name: str = ""
    like: str = ""


class LessonView(Wire):
    """The whole lesson. `names` are those for the card `asks`, likeliest first; with `free` any other will do too.

    `missing` says what is still to be done before the deck can be kept; `listed` how many names the deck's list has.
    """

    version: int
    deck: str
    cards: tuple[Shown, ...] = ()
    doubt: Shown | None = None
    asks: str | None = None
    names: tuple[str, ...] = ()
    free: bool = False
    listed: int = 0
    missing: str = ""
    note: str = ""
    faults: tuple[str, ...] = ()
    done: bool = False


class Name(ChangeRequest):
    """Card `id` is called `name`. (A card has its own id: what was meant for an older page fits a newer one too.)"""

    id: Id
    name: Short


class Drop(ChangeRequest):
    """Card `id` is taken out; without it the doubtful one, else the last."""

    id: Id | None = None


class Another(ChangeRequest):
    """The doubtful card is another one, however alike."""


class Finish(ChangeRequest):
    """All cards are there: the deck is kept."""


LessonChange = Name | Drop | Another | Finish


class LessonBackend(Protocol):
    """What the device offers to the page of a lesson; see `companion.api.backend.Desk`."""

    def page(self) -> LessonView:
        """The lesson at this moment."""
        ...

    def submit(self, change: LessonChange) -> LessonView:
        """Carries out a change and keeps it; gives the lesson after it. Raises Refused, or Busy."""
        ...

    def pin(self) -> str:
        """The digits that the OLED shows."""
        ...

    def card(self, id: str) -> bytes | None:
        """The picture of a card as PNG, or None."""
        ...

    def subscribe(self, tell: Callable[[LessonView], None]) -> Callable[[], None]:
        """Calls `tell` with each new lesson; gives the function that ends this."""
        ...


def create_lesson(desk: LessonBackend, names: tuple[str, ...] = (), clock: Callable[[], float] = monotonic) -> FastAPI:
    """The app for uvicorn; `names` and `clock` as for `create_app`."""
    live = Live(desk)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        async with live.open():
            yield

    app = FastAPI(title="Lifeguard: a lesson", lifespan=lifespan, docs_url=None, redoc_url=None)
    app.add_middleware(SecurityGate, names=names)
    explain(app)
    app.include_router(_reading(desk))
    app.include_router(_changing(desk, PinGuard(desk.pin, clock=clock)))
    app.mount("/static", StaticFiles(directory=STATIC), name="static")

    @app.websocket("/api/live")
    async def follow(phone: WebSocket) -> None:
        await live.follow(phone)

    return app


def _reading(desk: LessonBackend) -> APIRouter:
    router = APIRouter(tags=["read"])

    @router.get("/", response_class=FileResponse, summary="The page for phones")
    def home() -> FileResponse:
        return FileResponse(STATIC / "lesson.html", media_type="text/html")

    @router.get("/api/lesson", summary="The lesson at this moment")
    def lesson() -> LessonView:
        return desk.page()

    @router.get("/api/card/{id}.png", response_class=Response, summary="The picture of a card")
    def card(id: Annotated[str, InPath(pattern=r"^[0-9]{1,8}$")]) -> Response:
        png = desk.card(id)
        if png is None:
            raise HTTPException(404, "There is no card of that number (any more)")
        return Response(png, media_type="image/png", headers={"Cache-Control": "private, max-age=86400"})

    return router


def _changing(desk: LessonBackend, guard: PinGuard) -> APIRouter:
    router = APIRouter(prefix="/api", tags=["change"], dependencies=[Security(knower(guard))], responses=PIN_ERRORS)

    @router.post("/pin", status_code=204, summary="Is this the PIN?")
    def pin() -> Response:
        return Response(status_code=204)

    @router.post("/name", summary="Name a card")
    def name(change: Name) -> LessonView:
        return desk.submit(change)

    @router.post("/drop", summary="Take a card out again")
    def drop(change: Drop) -> LessonView:
        return desk.submit(change)

    @router.post("/another", summary="The doubtful card is another one")
    def another(change: Another) -> LessonView:
        return desk.submit(change)

    @router.post("/finish", summary="Keep the deck")
    def finish(change: Finish) -> LessonView:
        return desk.submit(change)

    return router
