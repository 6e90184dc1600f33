"""The routes of the first start: who plays, with what, and whether the panel works."""

from __future__ import annotations

from typing import Annotated, Protocol

from fastapi import APIRouter, Response, Security
from fastapi.responses import HTMLResponse
from pydantic import Field

from companion.api.access import ERRORS, READ_ERRORS, Access
from companion.api.language.routes import Spoken, html
from companion.api.language.text import Text
from companion.api.models import Name, Short, Wire, example
from companion.api.read_routes import file_of

Games = Annotated[tuple[Short, ...], Field(max_length=64)]


class HouseholdRequest(Wire):
    """Who plays here (`names`), which `games` there are, and those of them whose cards are people's `own`.

    `done`: the first start is over, and games may be begun. `language`: in which the device itself speaks from now on
    (None: as before).
    """

    model_config = example(
        names=["Mia", "Tom"], games=["shark-attacks", "hai-noon"], own=["hai-noon"], done=True, language="de"
    )

    names: Annotated[tuple[Name, ...], Field(max_length=16)]
    games: Games
    own: Games = ()
    done: bool
    language: Spoken | None = None


class PartView(Wire):
    """A part of the panel (display, buttons, buzzer, led), and what is wrong with it ("": nothing that is known)."""

    name: str
    trouble: Text


class WelcomeView(Wire):
    """What is known of the people, in which `language` the device speaks, and how the panel stands.

    `dice`: the games that need nothing but ordinary dice; `cards`: those with cards, which may be people's own;
    `taught` those whose cards were learnt. `buttons` are those that are wired; `pressed` those that were pressed since
    the test of the panel began (None: it is not tried out now).
    """

    names: tuple[str, ...]
    games: tuple[str, ...]
    own: tuple[str, ...]
    done: bool
    language: Spoken
    dice: tuple[str, ...]
    cards: tuple[str, ...]
    taught: tuple[str, ...]
    parts: tuple[PartView, ...]
    buttons: tuple[str, ...]
    pressed: tuple[str, ...] | None


class PanelTestRequest(Wire):
    """Try the panel out (again), or end that."""

    model_config = example(on=True)

    on: bool


class LessonRequest(Wire):
    """Learn the cards of this game under the camera."""

    model_config = example(game="hai-noon")

    game: Short


class Welcomer(Protocol):
    """What the device offers at its first start. The methods may be called from any thread."""

    def view(self) -> WelcomeView:
        """What is known at this moment."""
        ...

    def introduce(self, said: HouseholdRequest) -> WelcomeView:
        """Keeps who plays, and what. Raises RequestRefused for what does not fit, BackendBusy if it cannot be kept."""
        ...

    def try_panel(self, on: bool) -> WelcomeView:
        """Begins or ends the test of the panel. Raises BackendBusy."""
        ...

    def teach(self, game: str) -> WelcomeView:
        """Lets the table rest and begins the lesson of a game's own cards; then the page is the lesson's.

        Raises RequestRefused for a game without cards.
        """
        ...


def welcoming(welcomer: Welcomer, access: Access) -> APIRouter:
    """The page of the first start and its routes: looking is open, the rest needs the PIN."""
    router = APIRouter(tags=["upkeep"], responses=READ_ERRORS)
    needs = [Security(access.changing)]

    @router.get(
        "/welcome", response_class=Response, summary="The page of the first start", responses=file_of("text/html")
    )
    def page() -> HTMLResponse:
        return html("welcome.html")

    @router.get("/api/welcome", summary="Who plays, and how the panel stands")
    def view() -> WelcomeView:
        return welcomer.view()

    @router.post("/api/welcome", summary="Who plays, and what", responses=ERRORS, dependencies=needs)
    def introduce(said: HouseholdRequest) -> WelcomeView:
        return welcomer.introduce(said)

    @router.post("/api/panel-test", summary="Try the panel out", responses=ERRORS, dependencies=needs)
    def try_panel(asked: PanelTestRequest) -> WelcomeView:
        return welcomer.try_panel(asked.on)

    @router.post("/api/lesson", summary="Learn people's own cards", responses=ERRORS, dependencies=needs)
    def teach(asked: LessonRequest) -> WelcomeView:
        return welcomer.teach(asked.game)

    return router
