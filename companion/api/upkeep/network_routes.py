"""The routes of the network: which there are, and joining one."""

from __future__ import annotations

from typing import Annotated, Protocol

from fastapi import APIRouter, Response, Security
from fastapi.responses import HTMLResponse
from pydantic import BaseModel, ConfigDict, Field

from companion.api.access import ERRORS, READ_ERRORS, Access
from companion.api.language.routes import html
from companion.api.language.text import Text
from companion.api.read_routes import file_of


class NetworkView(BaseModel):
    """A network in reach; `strength` is 0 to 100, `secret`: it has a password."""

    model_config = ConfigDict(frozen=True)

    ssid: str
    strength: int
    secret: bool


class NetworksView(BaseModel):
    """How the box stands to networks.

    `mode`: "known" (it is in one), "searching", "hotspot" (it offers its own) or "joining"; `trouble`: why the last one
    could not be joined.
    """

    model_config = ConfigDict(frozen=True)

    mode: str
    trouble: Text
    networks: tuple[NetworkView, ...]


class JoinRequest(BaseModel):
    """The network to be joined; WPA2 passwords have 8 to 63 letters, an open network has none."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, json_schema_extra={"examples": [{"ssid": "Home", "password": "a long password"}]}
    )

    ssid: Annotated[str, Field(min_length=1, max_length=32)]
    password: Annotated[str, Field(pattern=r"^(.{8,63})?$")] = ""


class NetworkJoiner(Protocol):
    """What a box offers of networks. The methods may be called from any thread."""

    def networks(self) -> NetworksView:
        """The networks in reach."""
        ...

    def join(self, wanted: JoinRequest) -> NetworksView:
        """Joins a network soon: who asks in the hotspot is put out of it."""
        ...


def joining(networks: NetworkJoiner, access: Access) -> APIRouter:
    """The page on which a network is chosen, and its routes: looking is open, joining needs the PIN."""
    router = APIRouter(tags=["upkeep"], responses=READ_ERRORS)

    @router.get("/join", response_class=Response, summary="The page of networks", responses=file_of("text/html"))
    def page() -> HTMLResponse:
        return html("join.html")

    @router.get("/api/networks", summary="The networks in reach")
    def there() -> NetworksView:
        return networks.networks()

    @router.post("/api/network", summary="Join a network", responses=ERRORS, dependencies=[Security(access.person)])
    def join(wanted: JoinRequest) -> NetworksView:
        return networks.join(wanted)

    return router
