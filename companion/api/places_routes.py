"""The page on which people without a printed mat draw its places over the camera's picture."""

from __future__ import annotations

from typing import Annotated, Protocol

from fastapi import APIRouter, HTTPException, Response, Security
from fastapi.responses import HTMLResponse
from pydantic import Field

from companion.api.access import ERRORS, READ_ERRORS, Access
from companion.api.language.routes import html
from companion.api.language.text import Text
from companion.api.models import ChangeRequest, Problem, Short, Wire, example
from companion.api.read_routes import file_of
from companion.words.language import t

Share = Annotated[float, Field(ge=-0.5, le=1.5)]
Corner = tuple[Share, Share]
Mm = Annotated[float, Field(ge=-2000, le=2000)]
Box = tuple[Mm, Mm, Mm, Mm]


class PlaceView(Wire):
    """A place, or several that belong together: its box (x, y, width, height) and the least width and height, in mm of
    the mat; `cells` are the places within it, as shares of its box."""

    name: str
    label: Text
    box: Box
    least: tuple[float, float]
    cells: tuple[Box, ...] = ()


class Places(Wire):
    """The places of a game's mat. `corners` are those of the mat in the picture, its own top left first, then
    clockwise, as shares of the picture's width and height; `size` and `card` are in mm, `picture` in px (None: none
    yet); `drawn` whether they were drawn, or stand as on a printed mat; `fault` is what the camera fails in, or ""."""

    game: str
    title: Text
    size: tuple[float, float]
    card: tuple[float, float]
    picture: tuple[int, int] | None
    corners: tuple[Corner, Corner, Corner, Corner]
    parts: tuple[PlaceView, ...]
    drawn: bool = False
    fault: Text = ""


class Draw(ChangeRequest):
    """The places as they were drawn; every part of the mat has its box."""

    model_config = example(
        version=41,
        game="dice-tray",
        corners=[[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]],
        boxes={"tray": [10, 10, 180, 240]},
    )

    game: Short
    corners: tuple[Corner, Corner, Corner, Corner]
    boxes: dict[Short, Box] = Field(max_length=64)


class Printed(ChangeRequest):
    """Back to the printed mat."""

    model_config = example(version=41, game="dice-tray")

    game: Short


class Drawing(Protocol):
    """What the device offers to the page of places. The methods may be called from any thread."""

    def places(self) -> Places:
        """The places of the game that is on."""
        ...

    def still(self) -> bytes | None:
        """The camera's last picture of the table at rest as JPEG; None if there is none yet."""
        ...

    def draw(self, drawn: Draw) -> Places:
        """Keeps the places. Raises Refused with a sentence if they do not fit, Busy if they cannot be kept."""
        ...

    def printed(self, change: Printed) -> Places:
        """Forgets what was drawn."""
        ...


def places(drawing: Drawing, access: Access) -> APIRouter:
    """The page and its routes: looking is open, changing needs the PIN."""

    router = APIRouter(tags=["places"], responses=READ_ERRORS)

    @router.get(
        "/places",
        response_class=Response,
        summary="The page on which places are drawn",
        responses=file_of("text/html"),
    )
    def page() -> HTMLResponse:
        return html("places.html")

    @router.get("/api/places", summary="The places of the game that is on")
    def now() -> Places:
        return drawing.places()

    @router.get(
        "/api/still.jpg",
        response_class=Response,
        summary="The table at rest",
        responses=file_of("image/jpeg")
        | {404: {"model": Problem, "description": "The camera has given no picture yet."}},
    )
    def still() -> Response:
        jpeg = drawing.still()
        if jpeg is None:
            raise HTTPException(404, t("The camera has given no picture of the table at rest yet"))
        return Response(jpeg, media_type="image/jpeg", headers={"Cache-Control": "no-store"})

    @router.post("/api/places", summary="Draw the places", responses=ERRORS, dependencies=[Security(access.changing)])
    def draw(drawn: Draw) -> Places:
        return drawing.draw(drawn)

    @router.post(
        "/api/printed", summary="Back to the printed mat", responses=ERRORS, dependencies=[Security(access.changing)]
    )
    def printed(change: Printed) -> Places:
        return drawing.printed(change)

    return router
