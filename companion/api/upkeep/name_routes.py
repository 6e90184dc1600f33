"""The routes of the name under which phones find the box."""

from __future__ import annotations

from typing import Annotated, Protocol

from fastapi import APIRouter, Security
from pydantic import Field

from companion.api.access import ERRORS, READ_ERRORS, Access
from companion.api.language.text import Text
from companion.api.models import Wire, example


class NameView(Wire):
    """The box is found as `<name>.local`; `note`: what is still to be known of a change."""

    name: str
    note: Text = ""


class NameRequest(Wire):
    """Another name: letters without accents, digits and hyphens between them."""

    model_config = example(name="seaside")

    name: Annotated[str, Field(pattern=r"^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?$")]


class Namer(Protocol):
    """What a box offers of its name. The methods may be called from any thread."""

    def named(self) -> NameView:
        """How it is called."""
        ...

    def rename(self, name: str) -> NameView:
        """Calls it otherwise. Raises RequestRefused."""
        ...


def naming(namer: Namer, access: Access) -> APIRouter:
    """The routes of the name: looking is open, changing needs the PIN."""
    router = APIRouter(prefix="/api", tags=["upkeep"], responses=READ_ERRORS)

    @router.get("/name", summary="The name of the box")
    def named() -> NameView:
        return namer.named()

    @router.post("/name", summary="Another name", responses=ERRORS, dependencies=[Security(access.person)])
    def rename(wanted: NameRequest) -> NameView:
        return namer.rename(wanted.name)

    return router
