"""The page on which people hang up and focus the camera: its live picture, what it is worth, and what to do."""

from __future__ import annotations

from typing import Literal, Protocol

from fastapi import APIRouter, HTTPException, Response
from fastapi.responses import HTMLResponse

from companion.api.access import READ_ERRORS, Errors
from companion.api.language.routes import html
from companion.api.language.text import Text
from companion.api.models import Problem, Wire
from companion.api.read_routes import file_of
from companion.words.language import t


class CameraCheck(Wire):
    """What the camera's picture is worth.

    `ok`: as it is, the table can be read; `todo` is the one thing to do, or that all is well. `focus` grows with
    sharpness (0 to 100), and is soft below `least_focus`; `light` is how light the brighter parts are (0 to 255), and
    dark below `least_light`; `glare` is the share of blown-out pixels. `mat` says whether the mat was found. `piece` is
    `piece_px` wide, of `least_px` that are enough (None: only a mat or a piece tells the scale).
    """

    ok: bool
    todo: Text
    width: int
    height: int
    focus: int
    least_focus: int
    light: int
    least_light: int
    glare: float
    most_glare: float
    mat: Literal["found", "cut", "drawn", "unseen", "unneeded"]
    piece: Text
    piece_px: int | None
    least_px: int


class CameraBackend(Protocol):
    """What the device offers to the page of the camera. The methods may be called from any thread."""

    def live(self) -> bytes | None:
        """The camera's newest picture as JPEG; None if there is none yet."""
        ...

    def check(self) -> CameraCheck | None:
        """What the newest picture is worth; None if there is none yet."""
        ...


def camera(backend: CameraBackend) -> APIRouter:
    """The page and its routes: whoever is in the room may look."""
    router = APIRouter(tags=["camera"], responses=READ_ERRORS)
    none_yet: Errors = {404: {"model": Problem, "description": "The camera has given no picture yet."}}

    @router.get("/camera", response_class=Response, summary="The page of the camera", responses=file_of("text/html"))
    def page() -> HTMLResponse:
        return html("camera.html")

    @router.get(
        "/api/camera.jpg",
        response_class=Response,
        summary="The camera's newest picture",
        responses=file_of("image/jpeg") | none_yet,
    )
    def live() -> Response:
        jpeg = backend.live()
        if jpeg is None:
            raise HTTPException(404, t("The camera has given no picture yet"))
        return Response(jpeg, media_type="image/jpeg", headers={"Cache-Control": "no-store"})

    @router.get("/api/camera", summary="What the newest picture is worth", responses=none_yet)
    def check() -> CameraCheck:
        found = backend.check()
        if found is None:
            raise HTTPException(404, t("The camera has given no picture yet"))
        return found

    return router
