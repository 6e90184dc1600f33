"""The page of an exam: what is to be laid, what was read of it, and how right that was."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Annotated, Literal, Protocol

from fastapi import APIRouter, FastAPI, HTTPException, Response
from fastapi import Path as InPath
from fastapi.responses import HTMLResponse
from pydantic import Field

from companion.api.access import READ_ERRORS, Access, Errors
from companion.api.app import assembled
from companion.api.change_routes import Row, changing
from companion.api.language.routes import html
from companion.api.language.text import Text
from companion.api.models import ChangeRequest, Problem, Short, Wire
from companion.api.pair_routes import pairing
from companion.api.read_routes import file_of
from companion.gate.phones import PairedPhones
from companion.gate.pin import PinGuard
from companion.words.language import ENGLISH, t

PhotoId = Annotated[str, InPath(pattern=r"^[0-9a-zA-Z-]{1,32}$")]
Place = Annotated[int, Field(ge=0, le=256)]


class ShownMark(Wire):
    """A piece of this round: what lies there and what was read, None for nothing; where (px), and how surely."""

    truth: str | None
    read: str | None
    p: float = 0.0
    sure: bool = False
    box: tuple[float, float, float, float] | None = None
    choices: tuple[str, ...] = ()


class ShownPhoto(Wire):
    """The photograph that was read: `/api/photo/{id}.jpg`."""

    id: str
    width: int
    height: int


class ShownShare(Wire):
    """So many of so many right, and the 95% interval of the true share."""

    label: Text
    right: int
    of: int
    low: float
    high: float


class ShownResult(Wire):
    """What the rounds so far say: the shares, all together first, and the rest in sentences. `unasked`: which faces
    were not asked for, "" before the end."""

    shares: tuple[ShownShare, ...]
    unsure: int
    silent: int
    failed: tuple[Text, ...] = ()
    unasked: Text = ""
    light: Text = ""


class ExamView(Wire):
    """The whole exam. `task` says what to do now, `asked` what to lay; `words` are pieces as people say them."""

    version: int
    title: Text
    round: int
    pieces: int
    count: int
    phase: Literal["clear", "lay", "check"]
    task: Text
    asked: tuple[Text, ...] = ()
    planned: bool = False
    photo: ShownPhoto | None = None
    marks: tuple[ShownMark, ...] = ()
    names: tuple[str, ...] = ()
    words: dict[str, Text] = Field(default_factory=dict)
    result: ShownResult | None = None
    note: Text = ""
    faults: tuple[Text, ...] = ()
    done: bool = False


class RoundRequest(ChangeRequest):
    """A change of round number `round`: one that was meant for an earlier round is refused."""

    round: Place


class Confirm(RoundRequest):
    """It is as the page says: all lies as asked, or as corrected, or the table is empty."""


class Mend(RoundRequest):
    """Mark number `mark` is really `name`; None: nothing lies there."""

    mark: Place
    name: Short | None = None


class Overlooked(RoundRequest):
    """A piece lies there that was not read at all."""

    name: Short


class ReadAgain(RoundRequest):
    """What was read does not count: something lay wrong."""


class EndExam(ChangeRequest):
    """It is enough: the result is made of what was read so far."""


ExamChange = Confirm | Mend | Overlooked | ReadAgain | EndExam


class ExamBackend(Protocol):
    """What the device offers to the page of an exam; see `companion.api.backend.Backend`."""

    def page(self) -> ExamView:
        """The exam at this moment."""
        ...

    def submit(self, change: ExamChange) -> ExamView:
        """Carries out a change; gives the exam after it. Raises RequestRefused, BackendBusy."""
        ...

    def pin(self) -> str:
        """The digits that the OLED shows."""
        ...

    def guessed(self) -> None:
        """Too many have guessed at the PIN: make it another one, and say so."""
        ...

    def photo(self, id: str) -> bytes | None:
        """The photograph of this round as JPEG, or None."""
        ...

    def subscribe(self, tell: Callable[[ExamView], None]) -> Callable[[], None]:
        """Calls `tell` with each new exam; gives the function that ends this."""
        ...


CHANGES: tuple[Row, ...] = (
    ("confirm", "It is as the page says", Confirm),
    ("mend", "A piece is really another one", Mend),
    ("overlooked", "A piece was not read at all", Overlooked),
    ("again", "This reading does not count", ReadAgain),
    ("end", "It is enough", EndExam),
)


def create_exam(
    desk: ExamBackend,
    names: tuple[str, ...] = (),
    clock: Callable[[], float] = monotonic,
    phones: PairedPhones | None = None,
    language: Callable[[], str] = lambda: ENGLISH,
) -> FastAPI:
    """The app for uvicorn; `names`, `clock`, `phones` and `language` as for `create_app`."""
    access = Access(PinGuard(desk.pin, desk.guessed, clock), phones or PairedPhones())
    routers = [_reading(desk), pairing(access), changing(CHANGES, desk.submit, ExamView, access.person)]
    return assembled(
        "Lifeguard: an exam", "How right pieces are read on this table.", desk, routers, names, language=language
    )


def _reading(desk: ExamBackend) -> APIRouter:
    router = APIRouter(tags=["read"], responses=READ_ERRORS)
    no_photo: Errors = {
        404: {"model": Problem, "description": "There is no photograph of that name (any more)."},
        422: {"model": Problem, "description": "No photograph can have that name."},
    }

    @router.get("/", response_class=Response, summary="The page for phones")
    def home() -> HTMLResponse:
        return html("exam.html")

    @router.get("/api/exam", summary="The exam at this moment")
    def exam() -> ExamView:
        return desk.page()

    @router.get(
        "/api/photo/{id}.jpg",
        response_class=Response,
        summary="The photograph of this round",
        responses=file_of("image/jpeg") | no_photo,
    )
    def photo(id: PhotoId) -> Response:
        jpeg = desk.photo(id)
        if jpeg is None:
            raise HTTPException(404, t("There is no photograph of that name (any more)"))
        return Response(jpeg, media_type="image/jpeg", headers={"Cache-Control": "private, max-age=86400"})

    return router
