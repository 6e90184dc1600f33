"""The page of a lesson: cards are laid under the camera one after the other, and named on a phone."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Annotated, Protocol

from fastapi import APIRouter, FastAPI, HTTPException, Response
from fastapi import Path as InPath
from fastapi.responses import HTMLResponse
from pydantic import Field

from companion.api.access import READ_ERRORS, Access, Errors
from companion.api.app import assembled
from companion.api.backend import BackendError
from companion.api.change_routes import Row, changing
from companion.api.language.routes import html
from companion.api.language.text import Text
from companion.api.models import ChangeRequest, Problem, Short, Wire
from companion.api.pair_routes import pairing
from companion.api.read_routes import file_of
from companion.gate.phones import PairedPhones
from companion.gate.pin import PinGuard
from companion.words.language import ENGLISH, t

__all__ = [
    "Another",
    "BackendError",
    "Drop",
    "Finish",
    "LeaveLesson",
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

    `words` are the names of the list and of the cards as people say them.

    `missing` says what is still to be done before the deck can be kept; `listed` how many names the deck's list has.
    """

    version: int
    deck: str
    cards: tuple[Shown, ...] = ()
    doubt: Shown | None = None
    asks: str | None = None
    names: tuple[str, ...] = ()
    words: dict[str, Text] = Field(default_factory=dict)
    free: bool = False
    listed: int = 0
    missing: Text = ""
    note: Text = ""
    faults: tuple[Text, ...] = ()
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


class LeaveLesson(ChangeRequest):
    """The lesson rests; the cards that were taken are kept, and it can be gone on with."""


LessonChange = Name | Drop | Another | Finish | LeaveLesson


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

    def guessed(self) -> None:
        """Too many have guessed at the PIN: make it another one, and say so."""
        ...

    def card(self, id: str) -> bytes | None:
        """The picture of a card as PNG, or None."""
        ...

    def subscribe(self, tell: Callable[[LessonView], None]) -> Callable[[], None]:
        """Calls `tell` with each new lesson; gives the function that ends this."""
        ...


CHANGES: tuple[Row, ...] = (
    ("name", "Name a card", Name),
    ("drop", "Take a card out again", Drop),
    ("another", "The doubtful card is another one", Another),
    ("finish", "Keep the deck", Finish),
    ("leave", "Let the lesson rest", LeaveLesson),
)


def create_lesson(
    desk: LessonBackend,
    names: tuple[str, ...] = (),
    clock: Callable[[], float] = monotonic,
    phones: PairedPhones | None = None,
    language: Callable[[], str] = lambda: ENGLISH,
) -> FastAPI:
    """The app for uvicorn; `names`, `clock`, `phones` and `language` as for `create_app`."""
    access = Access(PinGuard(desk.pin, desk.guessed, clock), phones or PairedPhones())
    routers = [_reading(desk), pairing(access), changing(CHANGES, desk.submit, LessonView, access.person)]
    return assembled("Lifeguard: a lesson", "Teaching a deck, card by card.", desk, routers, names, language=language)


def _reading(desk: LessonBackend) -> APIRouter:
    router = APIRouter(tags=["read"], responses=READ_ERRORS)
    no_card: Errors = {
        404: {"model": Problem, "description": "There is no card of that number (any more)."},
        422: {"model": Problem, "description": "No card can have that number."},
    }

    @router.get("/", response_class=Response, summary="The page for phones")
    def home() -> HTMLResponse:
        return html("lesson.html")

    @router.get("/api/lesson", summary="The lesson at this moment")
    def lesson() -> LessonView:
        return desk.page()

    @router.get(
        "/api/card/{id}.png",
        response_class=Response,
        summary="The picture of a card",
        responses=file_of("image/png") | no_card,
    )
    def card(id: Annotated[str, InPath(pattern=r"^[0-9]{1,8}$")]) -> Response:
        png = desk.card(id)
        if png is None:
            raise HTTPException(404, t("There is no card of that number (any more)"))
        return Response(png, media_type="image/png", headers={"Cache-Control": "private, max-age=86400"})

    return router
