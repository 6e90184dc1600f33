"""The routes by which a virtual table asks for a throw of real dice."""

from __future__ import annotations

from typing import Annotated, Protocol

from fastapi import APIRouter, Response, Security
from fastapi import Path as InPath
from pydantic import Field

from companion.api.access import ERRORS, PIN_ERRORS, Access, Errors
from companion.api.models import Name, Page, Wire, example

RollId = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{8,64}$")]
DieKind = Annotated[str, Field(pattern=r"^d[1-9][0-9]{0,2}$")]


class RollAsked(Wire):
    """A throw that is wanted: whose, and how many dice of each kind. Asked again within 30 s, it lasts on."""

    model_config = example(id="xQ3hV0aBk7", who="Mia", dice={"d6": 2, "d20": 1})

    id: Annotated[RollId, Field(description="Chosen by who asks, at random.")]
    who: Name
    dice: Annotated[dict[DieKind, Annotated[int, Field(ge=1, le=20)]], Field(min_length=1, max_length=8)]


class RollTaker(Protocol):
    """What the tray offers to virtual tables. The methods may be called from any thread."""

    def ask(self, wanted: RollAsked) -> Page:
        """The page after the request. Raises RequestRefused, BackendBusy."""
        ...

    def withdraw(self, id: str) -> Page:
        """The page without that request. Raises BackendBusy."""
        ...


def rolling(rolls: RollTaker, access: Access) -> APIRouter:
    """The routes: what is asked for then stands in the page's `rolls`, until it is withdrawn or lapses."""
    router = APIRouter(
        prefix="/api/roll", tags=["rolls"], dependencies=[Security(access.playing)], responses=PIN_ERRORS
    )
    more: Errors = {422: ERRORS[422], 423: ERRORS[423]}

    @router.post("", summary="Ask for a throw of real dice", responses=more)
    def ask(wanted: RollAsked) -> Page:
        return rolls.ask(wanted)

    @router.delete("/{id}", status_code=204, summary="It is not wanted any more", responses=more)
    def withdraw(id: Annotated[str, InPath(pattern=r"^[A-Za-z0-9_-]{8,64}$")]) -> Response:
        rolls.withdraw(id)
        return Response(status_code=204)

    return router
