"""The routes of an update: a release comes in pieces, for a request is short; then the box takes it."""

from __future__ import annotations

from typing import Annotated, Protocol

from fastapi import APIRouter, Query, Request, Response, Security
from fastapi.responses import HTMLResponse
from pydantic import BaseModel, ConfigDict
from starlette.concurrency import run_in_threadpool

from companion.api.access import ERRORS, READ_ERRORS, Access
from companion.api.language.routes import html
from companion.api.read_routes import file_of

MOST_BYTES = 1 << 30
"""A release has a quarter of that."""
Count = Annotated[int, Query(ge=0, le=MOST_BYTES)]
FileName = Annotated[str, Query(max_length=255)]


class BoxView(BaseModel):
    """The version that plays, and whether it can be updated from here: only a box that was set up can.

    `found` are releases on sticks that are plugged in, by the names of their files.
    """

    model_config = ConfigDict(frozen=True)

    version: str
    updates: bool
    found: tuple[str, ...] = ()


class Arrived(BaseModel):
    """How many bytes of a release have arrived: the next piece begins there."""

    model_config = ConfigDict(frozen=True)

    bytes: int


class UpdateTaker(Protocol):
    """What a box offers of updates. The methods may be called from any thread."""

    def about(self) -> BoxView:
        """What plays."""
        ...

    def add(self, at: int, piece: bytes) -> Arrived:
        """Keeps a piece of a release, which begins at byte `at`; what came after is forgotten.

        Raises RequestRefused for a piece that does not go on where the last one ended, BackendBusy if it cannot be
        kept.
        """
        ...

    def take(self, size: int) -> Arrived:
        """Lets the box take the release, of so many bytes. Raises RequestRefused if they are not here."""
        ...

    def fetch(self, name: str) -> Arrived:
        """Copies a release from a stick and lets the box take it.

        Raises RequestRefused if there is none of that name, BackendBusy if it cannot be copied.
        """
        ...


def updating(updates: UpdateTaker, access: Access) -> APIRouter:
    """The page of the box and its routes: looking is open, updating needs the PIN."""
    router = APIRouter(tags=["upkeep"], responses=READ_ERRORS)

    @router.get("/box", response_class=Response, summary="The page of the box", responses=file_of("text/html"))
    def page() -> HTMLResponse:
        return html("box.html")

    @router.get("/api/box", summary="The version that plays")
    def about() -> BoxView:
        return updates.about()

    @router.post(
        "/api/update/piece",
        summary="A piece of a release, as it is (application/octet-stream)",
        responses=ERRORS,
        dependencies=[Security(access.person)],
    )
    async def add(request: Request, at: Count) -> Arrived:
        piece = await request.body()
        return await run_in_threadpool(updates.add, at, piece)

    @router.post(
        "/api/update/take",
        summary="The release is here: update the box",
        responses=ERRORS,
        dependencies=[Security(access.person)],
    )
    def take(size: Count) -> Arrived:
        return updates.take(size)

    @router.post(
        "/api/update/stick",
        summary="Update the box with a release that was found on a stick",
        responses=ERRORS,
        dependencies=[Security(access.person)],
    )
    def fetch(name: FileName) -> Arrived:
        return updates.fetch(name)

    return router
