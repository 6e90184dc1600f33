"""The route by which a table calls its host: open to whoever may change something there, also while that is locked."""

from __future__ import annotations

from typing import Protocol

from fastapi import APIRouter, Response, Security

from companion.api.access import ERRORS, PIN_ERRORS, Access
from companion.api.models import HelpRequest


class HostCaller(Protocol):
    """Whoever lets the host know."""

    def call(self, called: bool) -> None:
        """Calls the host, or says that nobody need come. Raises RequestRefused where there is no host."""
        ...


def calling(caller: HostCaller, access: Access) -> APIRouter:
    """The route of the call for help."""
    router = APIRouter(prefix="/api", tags=["help"], dependencies=[Security(access.managing)], responses=PIN_ERRORS)

    @router.post("/help", status_code=204, summary="Call the host", responses={422: ERRORS[422]})
    def call(asked: HelpRequest) -> Response:
        caller.call(asked.called)
        return Response(status_code=204)

    return router
